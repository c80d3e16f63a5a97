//! The content of a notice: the public's view of an event of a record.

use chrono::{DateTime, Utc};
use kifu_engine::erased::AnyRecord;
use kifu_engine::outcome::Outcome;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::cost::{Folds, Permit};
use crate::http::credentials::IMPORTER;
use crate::http::links::Links;
use crate::http::problem::Problem;
use crate::records::cache::LoadedRecord;
use kifu_store::{Event, Position, Visibility, new_id};

/// The kinds of notices that a webhook can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum NoticeKind {
    /// A record was opened.
    #[serde(rename = "record.opened")]
    Opened,
    /// A record has a result now.
    #[serde(rename = "record.finished")]
    Finished,
    /// A record ended without a result.
    #[serde(rename = "record.abandoned")]
    Abandoned,
    /// An earlier move, which the public sees, was another one.
    #[serde(rename = "record.amended")]
    Amended,
    /// A record that had ended goes on: its end was taken back.
    #[serde(rename = "record.reopened")]
    Reopened,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Opened, Self::Finished, Self::Abandoned, Self::Amended, Self::Reopened];

    /// The type of its notices.
    pub fn word(self) -> &'static str {
        match self {
            Self::Opened => "record.opened",
            Self::Finished => "record.finished",
            Self::Abandoned => "record.abandoned",
            Self::Amended => "record.amended",
            Self::Reopened => "record.reopened",
        }
    }
}

/// The type of a notice that only tests the way.
pub const PING: &str = "webhook.ping";

/// The body of a notice.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Notice{T}")]
pub struct NoticeBody<T> {
    /// The type of the event.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it happened, as the log has it.
    pub timestamp: DateTime<Utc>,
    /// The record concerned.
    pub data: T,
}

/// The record that a notice is about, as the public sees it just after what happened.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AboutRecord {
    /// The record's id.
    pub id: Uuid,
    /// The kind of game.
    pub game: String,
    /// The absolute address of the record, under the public address of the service if it knows one.
    pub url: String,
    /// Its version as the public counts.
    pub version: Seq,
    /// The status of the record.
    pub status: Status,
    /// The result, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// The webhook that a ping was asked for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AboutWebhook {
    /// The webhook's id.
    pub webhook: Uuid,
}

/// The notices of a record's events after a position; `events` is its log from the start. What was
/// imported happened elsewhere and makes none.
pub fn notices(
    head: kifu_store::Record,
    events: &[Event],
    after: Position,
    links: &Links,
) -> Result<Vec<kifu_store::Notice>, Problem> {
    let earlier = events.partition_point(|event| event.position <= after);
    let (earlier, new) = events.split_at(earlier);
    #[expect(clippy::disallowed_methods, reason = "a follower tells, and no request waits for it")]
    let permit = Permit::<Folds>::unattended();
    let mut loaded = LoadedRecord::new(head, earlier, &permit)?;
    // It grows with the record: to fold it anew for each event would take the square of their number.
    let mut public_log = loaded.record.viewer_log(Viewer::Public);
    let mut status = loaded.record.status();
    let mut notices = Vec::new();
    for event in new {
        loaded.fold(std::slice::from_ref(event), &permit);
        if loaded.unreplayable.is_some() {
            break;
        }
        public_log.catch_up(&*loaded.record);
        let before = std::mem::replace(&mut status, loaded.record.status());
        if event.actor == IMPORTER {
            continue;
        }
        // Once a record is over everybody sees it whole.
        let seen = if status == Status::Live { public_log.seen() } else { &*loaded.record };
        let kinds = notice_kinds(event, [before, status], seen);
        notices
            .extend(kinds.into_iter().flatten().map(|kind| notice(kind, event, &loaded.head, seen, links)));
    }
    Ok(notices)
}

/// The kinds of notice for an event that changed the status, for a viewer with this view of the record.
fn notice_kinds(event: &Event, status: [Status; 2], seen: &dyn AnyRecord) -> [Option<NoticeKind>; 2] {
    if event.seq.0 == 0 {
        return [Some(NoticeKind::Opened), None];
    }
    let amended = event.kind == "amend" && is_seen(event, seen);
    let status_change = match status {
        [before, now] if before == now => None,
        [_, Status::Over] => Some(NoticeKind::Finished),
        [_, Status::Abandoned] => Some(NoticeKind::Abandoned),
        [_, Status::Live] => Some(NoticeKind::Reopened),
    };
    [amended.then_some(NoticeKind::Amended), status_change]
}

/// True if the public sees the last event of a record: the correction of a hidden fact is no event to it.
fn is_seen(event: &Event, seen: &dyn AnyRecord) -> bool {
    let origin = seen.origin(seen.version());
    origin == Some(event.seq)
}

fn notice(
    kind: NoticeKind,
    event: &Event,
    head: &kifu_store::Record,
    seen: &dyn AnyRecord,
    links: &Links,
) -> kifu_store::Notice {
    let data = AboutRecord {
        id: head.id.0,
        game: head.game.clone(),
        url: links.to_api(head.id),
        version: seen.version(),
        status: seen.status(),
        outcome: seen.outcome(),
    };
    kifu_store::Notice {
        message: new_id(),
        kind: kind.word().to_owned(),
        record: head.id,
        game: head.game.clone(),
        payload: body(kind.word(), event.at, data),
        public: head.visibility == Visibility::Public,
        position: event.position,
    }
}

/// The body of a test.
pub fn ping(webhook: kifu_store::WebhookId) -> String {
    body(PING, kifu_store::now(), AboutWebhook { webhook: webhook.0 })
}

fn body(kind: &str, timestamp: DateTime<Utc>, data: impl Serialize) -> String {
    let body = NoticeBody { kind: kind.to_owned(), timestamp, data };
    serde_json::to_string(&body).expect("a notice is made of text and numbers")
}
