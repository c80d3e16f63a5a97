//! `GET /v1/games/{id}/live`: what a viewer sees, as it happens.

use std::sync::Arc;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::{Stream, stream};
use kifu_engine::erased::AnyRecord;
use kifu_engine::game::Seq;
use kifu_engine::record::Status;
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::channel::{Backlog, Message, url};
use super::hub::Hold;
use super::streams::{Beat, Place, Pulse, let_go};
use super::tail::Following;
use super::telling::{self, ENDED, Reason};
use super::{following, sse};
use crate::auth::{self, Access, Credential};
use crate::problem::{Code, Problem};
use crate::records::show::Head;
use crate::request::{After, game_id, query};
use crate::startup::App;
use crate::tables::{Folded, Sitting, Table};

/// From where on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    after: Option<After>,
}

/// What [`sse::LAST_EVENT_ID`] may say; empty, it says nothing.
pub const EVENT_ID: &str = "^([0-9]{1,15}(-end)?)?$";

/// How far the client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It knows nothing yet.
    Nothing,
    /// Everything up to this entry.
    Entries(Seq),
    /// Everything up to this entry, and that the game was over after it.
    End(Seq),
}

/// Opens a stream.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let known = Known::read(&request)?;
    let table = app.tables.find(game_id(&request)?).await?;
    let table = table.ok_or_else(|| Problem::plain(Code::NotFound))?;
    // Before the record is looked at: nothing may be committed elsewhere unnoticed after that.
    let following = app.live.tail.enter(app.store()).await?;
    loop {
        let sitting = app.tables.sit(Arc::clone(&table)).await?;
        let access = auth::access(&app, &request, &sitting).await?;
        let place = app.live.streams.enter()?;
        if sitting.folded()?.record.status() != Status::Live {
            return finished(&app, &request, &sitting, access, known, place);
        }
        let credential = auth::credential(&app, &request)?;
        if let Some(listening) = listen(&app, &table, &sitting, access, credential, known)? {
            let (first, source) = listening;
            let told = Streaming {
                first,
                source,
                pulse: app.live.streams.pulse(),
                _following: Some(following),
                _place: place,
            };
            return Ok(sse::answer(&request, told.events()));
        }
    }
}

/// The stream of a game that is over: what the client does not know yet, and the end.
fn finished(
    app: &App,
    request: &HttpRequest,
    sitting: &Sitting,
    access: Access,
    known: Known,
    place: Place,
) -> Result<HttpResponse, Problem> {
    let folded = sitting.folded()?;
    let watch = folded.record.watch(access.viewer());
    let told = watch.seen().version();
    if known == Known::End(told) {
        return Ok(HttpResponse::NoContent().insert_header((CACHE_CONTROL, "no-store")).finish());
    }
    let first = First::of(sitting.table(), folded, watch.seen(), known)?;
    let end = telling::end(&url(folded.head.id), told, &*folded.record);
    let pulse = app.live.streams.pulse();
    let streaming = Streaming { first, source: Source::Last(end), pulse, _following: None, _place: place };
    Ok(sse::answer(request, streaming.events()))
}

fn listen(
    app: &web::Data<App>,
    table: &Arc<Table>,
    sitting: &Sitting,
    access: Access,
    credential: Credential,
    known: Known,
) -> Result<Option<(First, Source)>, Problem> {
    let folded = sitting.folded()?;
    let start = |channel| drop(tokio::spawn(following::tell(app.clone(), channel)));
    let hold = app.live.hub.hold(table, folded, start);
    let first = |seen: &dyn AnyRecord| First::of(table, folded, seen, known);
    let Some((receiver, first)) = hold.channel.join(folded, access.viewer(), credential, first) else {
        return Ok(None);
    };
    let source = Source::Listening(Subscription { receiver, credential, hold });
    Ok(Some((first?, source)))
}

impl Known {
    /// What the header says, which a client that comes again sends anew; else the query.
    fn read(request: &HttpRequest) -> Result<Self, Problem> {
        let Query { after } = query(request)?;
        match request.headers().get(sse::LAST_EVENT_ID) {
            Some(id) if !id.is_empty() => id.to_str().ok().and_then(Self::parse).ok_or_else(|| {
                Problem::parameter(
                    "Last-Event-ID",
                    "このストリームで受け取ったIDでなければなりません。",
                    "it must be an id that this stream gave.",
                )
            }),
            _ => Ok(after.map_or(Self::Nothing, |After(after)| Self::Entries(Seq(after)))),
        }
    }

    fn parse(id: &str) -> Option<Self> {
        let (number, ended) = match id.strip_suffix(ENDED) {
            Some(number) => (number, true),
            None => (id, false),
        };
        let digits = (1..=15).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let seq = number.parse().ok().filter(|_| digits).map(Seq)?;
        Some(if ended { Self::End(seq) } else { Self::Entries(seq) })
    }
}

/// What is told first.
enum First {
    /// Where the record stands.
    Standing(Option<Bytes>),
    /// What the client has missed.
    Missed(Box<Backlog>),
}

impl First {
    /// Who knows nothing is told where the record stands, and so is who knows more than there is: that was told of
    /// another log.
    fn of(table: &Table, folded: &Folded, seen: &dyn AnyRecord, known: Known) -> Result<Self, Problem> {
        match known {
            Known::Entries(after) | Known::End(after) if after <= seen.version() => {
                Backlog::new(table.game(), folded, seen, after).map(|backlog| Self::Missed(Box::new(backlog)))
            }
            _ => Ok(Self::Standing(Some(telling::standing(Head::of(&folded.head), seen)))),
        }
    }

    fn next(&mut self) -> Option<Bytes> {
        match self {
            Self::Standing(standing) => standing.take(),
            Self::Missed(backlog) => backlog.next(),
        }
    }
}

/// Where the events come from after the first ones.
enum Source {
    /// From what happens.
    Listening(Subscription),
    /// There is one more.
    Last(Bytes),
    /// There are no more.
    Dry,
}

/// One who listens to a record.
struct Subscription {
    receiver: broadcast::Receiver<Message>,
    credential: Credential,
    hold: Hold,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.hold.channel.leave(self.credential);
    }
}

struct Streaming {
    first: First,
    source: Source,
    pulse: Pulse,
    _following: Option<Following>,
    _place: Place,
}

impl Streaming {
    fn events(self) -> impl Stream<Item = Bytes> {
        let events = stream::unfold(self, |mut streaming| async move {
            let event = streaming.next().await?;
            Some((event, streaming))
        });
        stream::StreamExt::chain(stream::iter([Bytes::from_static(sse::RETRY.as_bytes())]), events)
    }

    async fn next(&mut self) -> Option<Bytes> {
        if self.pulse.is_stopping() {
            return self.close(Reason::Stopping);
        }
        if let Some(event) = self.first.next() {
            return Some(event);
        }
        loop {
            let Source::Listening(subscription) = &mut self.source else { break self.last() };
            let message = tokio::select! {
                biased;
                beat = self.pulse.beat() => match beat {
                    Beat::Alive => return Some(Bytes::from_static(sse::HEARTBEAT.as_bytes())),
                    Beat::Stopping => return self.close(Reason::Stopping),
                },
                message = subscription.receiver.recv() => message,
            };
            match message {
                Ok(Message::Event(event)) => return Some(event),
                Ok(Message::End(end)) => self.source = Source::Last(end),
                Ok(Message::Leave(who, reason)) if who == subscription.credential => {
                    return self.close(reason);
                }
                Ok(Message::Leave(..)) => {}
                Err(RecvError::Lagged(_)) => return self.close(Reason::TooSlow),
                Err(RecvError::Closed) => return self.close(Reason::Stopping),
            }
        }
    }

    /// The last event, once.
    fn last(&mut self) -> Option<Bytes> {
        match std::mem::replace(&mut self.source, Source::Dry) {
            Source::Last(end) => Some(end),
            Source::Listening(_) | Source::Dry => None,
        }
    }

    fn close(&mut self, reason: Reason) -> Option<Bytes> {
        self.first = First::Standing(None);
        match std::mem::replace(&mut self.source, Source::Dry) {
            Source::Dry => None,
            Source::Listening(_) | Source::Last(_) => Some(let_go(reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_how_far_the_client_has_come() {
        for (id, known) in [
            ("0", Some(Known::Entries(Seq(0)))),
            ("12", Some(Known::Entries(Seq(12)))),
            ("12-end", Some(Known::End(Seq(12)))),
            ("", None),
            ("-end", None),
            ("+1", None),
            ("1.0", None),
            ("1000000000000000", None),
        ] {
            assert_eq!(Known::parse(id), known, "{id:?}");
        }
    }
}
