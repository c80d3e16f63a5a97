//! The state that handlers share: the services below them.

use std::sync::Arc;

use actix_web::web::Bytes;

use crate::http::boundary::Boundary;
use crate::http::cost::Lanes;
use crate::http::links::Links;
use crate::http::secrets::Secrets;
use crate::operation::leaving::Leaving;
use crate::operation::monitoring::Monitoring;
use crate::operation::put_back::LogNote;
use crate::operation::supervisor::Supervisor;
use crate::operation::weighted_cache::LateAnswers;
use crate::pages::previews::Previews;
use crate::proofs::signing::Signer;
use crate::proofs::signing::elsewhere::Elsewhere;
use crate::proofs::signing::schedule::HeadSchedule;
use crate::records::analysis_cache::AnalysisCache;
use crate::records::cache::RecordCache;
use crate::records::cache::limits::CurrentLimits;
use crate::statistics::answers::answer_cache::AnswerCache;
use crate::statistics::answers::archive::Archive;
use crate::statistics::answers::ratings::Ratings;
use crate::streams::delivery::WebhookDelivery;
use crate::streams::subscriptions::Live;
use crate::streams::subscriptions::feed::Feed;
use kifu_store::{FeedPositions, Store};

/// The state that every request can use.
pub struct App {
    /// The records in use.
    pub records: RecordCache,
    /// How long a record may become.
    pub record_limits: CurrentLimits,
    /// Knows the operator's key, if there is one.
    pub secrets: Secrets,
    /// Signs the public content of records.
    pub signer: Signer,
    /// The schedule of signing heads of the trees.
    pub heads: HeadSchedule,
    /// The place that heads are sent to, if any.
    pub heads_elsewhere: Option<Elsewhere>,
    /// True once the service was asked to end.
    pub leaving: Leaving,
    /// True: anybody who can reach the service may open records, because only this machine can reach it.
    pub open_to_all: bool,
    /// The lanes for long work.
    pub lanes: Arc<Lanes>,
    /// The checks that every request has to pass.
    pub boundary: Boundary,
    /// The base of links to records.
    pub links: Links,
    /// The webhooks to notify.
    pub webhooks: WebhookDelivery,
    /// The archive that answers statistics.
    pub archive: Archive,
    /// The recent answers to statistics.
    pub answers: AnswerCache,
    /// The recent analyses of finished records.
    pub analyses: AnalysisCache,
    /// Files of observations that were written lately.
    pub observation_files: LateAnswers<String, Bytes>,
    /// The ratings of all players.
    pub ratings: Arc<Ratings>,
    /// Boards of finished records that were drawn lately, by their records and tags.
    pub boards: LateAnswers<String, Bytes>,
    /// Pictures for previews of links.
    pub previews: Previews,
    /// The streams that are open.
    pub live: Live,
    /// The state that readers of the feed need.
    pub feed: Feed,
    /// Tells if our own PostgreSQL takes new connections, if there is one.
    pub server_health: Option<kifu_embedded::Health>,
    /// How far the log of our own PostgreSQL had come, if there is one.
    pub log_note: Option<LogNote>,
    /// The tasks that run beside requests.
    pub supervisor: Supervisor,
    /// The metrics that `/metrics` shows.
    pub monitoring: Monitoring,
}

impl App {
    /// Forgets the data of a database that was replaced, and ends its streams. Records are read anew at the next
    /// request (`record_cache`).
    pub fn forget(&self, end: FeedPositions) {
        self.archive.clear();
        self.answers.clear();
        self.analyses.clear();
        self.boards.clear();
        self.observation_files.clear();
        self.ratings.clear();
        self.live.streams.replace();
        self.live.subscribers.clear();
        self.live.poller.begin_at(end.clone());
        self.feed.poller.begin_at(end);
    }

    /// The store behind it all.
    pub fn store(&self) -> &Store {
        self.records.store()
    }
}
