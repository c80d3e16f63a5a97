//! The streams of one record. Each event is made once for all subscribers that see the same.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use actix_web::web::Bytes;
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyGame, AnyRecord, AnyViewerLog, EntryView};
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use tokio::sync::{Notify, broadcast};

use super::live_events::{self, CloseReason, EntryEmitter};
use crate::http::credentials::Credential;
use crate::http::problem::Problem;
use crate::records::cache::{CachedRecord, LoadedRecord, Unfoldable};
use crate::records::view::head::RecordHead;
use crate::records::view::log::logged_at;
use kifu_store::GameId;

/// How many events a subscriber may be behind before its stream is closed.
const MAX_PENDING_EVENTS: usize = 256;

/// A message to all subscribers that see the same.
#[derive(Clone)]
pub enum ChannelMessage {
    /// An event.
    Event(Bytes),
    /// The last event: the game is over.
    End(Bytes),
    /// Streams opened with this credential are closed.
    Close(Credential, CloseReason),
}

/// The streams of one record.
pub struct Channel {
    /// The record.
    pub cached: Arc<CachedRecord>,
    /// The newest event that was reported.
    newest: AtomicU64,
    /// True: names, visibility or tokens may have changed.
    dirty: AtomicBool,
    wakeup: Notify,
    state: Mutex<ChannelState>,
}

struct ChannelState {
    closed: bool,
    /// The time of each event that was noticed, the opening first.
    times: Vec<DateTime<Utc>>,
    over: bool,
    revision: i64,
    head: Bytes,
    viewers: HashMap<Viewer, ViewerStream>,
    credentials: HashMap<Credential, CredentialHolders>,
}

/// The streams that were opened with the same credential.
#[derive(Default)]
struct CredentialHolders {
    count: usize,
    /// Why their streams are closed, once they are.
    close_reason: Arc<OnceLock<CloseReason>>,
}

/// The data for a new subscriber.
pub struct Joined<T> {
    /// The events from now on.
    pub receiver: broadcast::Receiver<ChannelMessage>,
    /// Why their streams are closed, once they are: nothing more is sent then, not even the backlog.
    pub close_reason: Arc<OnceLock<CloseReason>>,
    /// The value that `look` returned for the current log.
    pub initial: T,
}

/// The stream of one viewer.
struct ViewerStream {
    watch: Box<dyn AnyViewerLog>,
    emitter: EntryEmitter,
    sender: broadcast::Sender<ChannelMessage>,
}

/// The entries that a stream sends before it sends new ones.
pub struct Backlog {
    emitter: EntryEmitter,
    already_sent: usize,
    entries: std::vec::IntoIter<EntryView>,
    times: Vec<DateTime<Utc>>,
    names: Names,
}

impl Channel {
    /// Nobody listens yet.
    pub fn new(cached: Arc<CachedRecord>, loaded: &LoadedRecord) -> Self {
        let state = ChannelState {
            closed: false,
            times: loaded.times.clone(),
            over: false,
            revision: loaded.head.revision,
            head: live_events::record_event(&RecordHead::of(&loaded.head)),
            viewers: HashMap::new(),
            credentials: HashMap::new(),
        };
        let newest = AtomicU64::new(loaded.last().0);
        Self {
            cached,
            newest,
            dirty: AtomicBool::new(false),
            wakeup: Notify::new(),
            state: Mutex::new(state),
        }
    }

    /// Marks that the record has this event.
    pub fn mark_appended(&self, seq: Seq) {
        if self.newest.fetch_max(seq.0, Ordering::AcqRel) < seq.0 {
            self.wakeup.notify_one();
        }
    }

    /// Marks that the record has this revision.
    pub fn mark_revision(&self, revision: i64) {
        if self.state().revision != revision {
            self.dirty.store(true, Ordering::Release);
            self.wakeup.notify_one();
        }
    }

    /// The revision at which names, visibility and tokens were looked at.
    pub fn revision(&self) -> i64 {
        self.state().revision
    }

    /// Nobody listens any more.
    pub fn close(&self) {
        self.state().closed = true;
        self.wakeup.notify_one();
    }

    /// Waits until there may be something to send; false when there are no subscribers left.
    pub async fn wait(&self) -> bool {
        self.wakeup.notified().await;
        !self.state().closed
    }

    /// Has the record read once more.
    pub fn wake(&self) {
        self.wakeup.notify_one();
    }

    /// The newest event that was reported.
    pub fn newest(&self) -> Seq {
        Seq(self.newest.load(Ordering::Acquire))
    }

    /// True if names, visibility or tokens may have changed since the last call.
    pub fn take_dirty(&self) -> bool {
        self.dirty.swap(false, Ordering::AcqRel)
    }

    /// Sends new entries to all subscribers.
    pub fn emit(&self, loaded: &LoadedRecord) {
        self.state().catch_up(loaded);
    }

    /// Joins: the receiver goes on where the log that this looks at ends. `None` if the game is over for the other
    /// subscribers already.
    pub fn join<T>(
        &self,
        loaded: &LoadedRecord,
        viewer: Viewer,
        credential: Credential,
        look: impl FnOnce(&dyn AnyRecord) -> T,
    ) -> Option<Joined<T>> {
        let mut state = self.state();
        state.catch_up(loaded);
        if state.over {
            return None;
        }
        let viewer_stream = state.viewers.entry(viewer).or_insert_with(|| ViewerStream::new(loaded, viewer));
        let (receiver, initial) = (viewer_stream.sender.subscribe(), look(viewer_stream.watch.seen()));
        let holders = state.credentials.entry(credential).or_default();
        holders.count += 1;
        Some(Joined { receiver, close_reason: Arc::clone(&holders.close_reason), initial })
    }

    /// A stream with this credential has ended.
    pub fn leave(&self, credential: Credential) {
        let mut state = self.state();
        if let Some(holders) = state.credentials.get_mut(&credential) {
            holders.count -= 1;
            if holders.count == 0 {
                state.credentials.remove(&credential);
            }
        }
    }

    /// The credentials of the subscribers.
    pub fn credentials(&self) -> Vec<Credential> {
        self.state().credentials.keys().copied().collect()
    }

    /// Closes all streams with this credential.
    pub fn close_for(&self, credential: Credential, reason: CloseReason) {
        let state = self.state();
        if let Some(holders) = state.credentials.get(&credential) {
            let _ = holders.close_reason.set(reason);
        }
        state.send(&ChannelMessage::Close(credential, reason));
    }

    /// Sends the head of the record if it changed. The caller has checked tokens and visibility.
    pub fn emit_head(&self, loaded: &LoadedRecord) {
        let head = live_events::record_event(&RecordHead::of(&loaded.head));
        let mut state = self.state();
        if state.head != head {
            state.send(&ChannelMessage::Event(head.clone()));
            state.head = head;
        }
        state.revision = loaded.head.revision;
    }

    fn state(&self) -> MutexGuard<'_, ChannelState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChannelState {
    fn catch_up(&mut self, loaded: &LoadedRecord) {
        let Some(times) = loaded.times.get(self.times.len()..) else { return };
        self.times.extend_from_slice(times);
        self.viewers.retain(|_, viewer_stream| viewer_stream.sender.receiver_count() > 0);
        for viewer_stream in self.viewers.values_mut() {
            viewer_stream.catch_up(loaded);
        }
        let over = loaded.record.status() != Status::Live;
        if over && !self.over {
            let url = url(loaded.head.id);
            for viewer_stream in self.viewers.values() {
                viewer_stream.send(ChannelMessage::End(live_events::end_event(
                    &url,
                    viewer_stream.emitter.version(),
                    &*loaded.record,
                    loaded.epoch,
                )));
            }
        }
        self.over = over;
    }

    fn send(&self, message: &ChannelMessage) {
        self.viewers.values().for_each(|viewer_stream| viewer_stream.send(message.clone()));
    }
}

impl ViewerStream {
    fn new(loaded: &LoadedRecord, viewer: Viewer) -> Self {
        let watch = loaded.record.viewer_log(viewer);
        let emitter = EntryEmitter::after(watch.seen().fork(), loaded.epoch);
        Self { watch, emitter, sender: broadcast::Sender::new(MAX_PENDING_EVENTS) }
    }

    fn catch_up(&mut self, loaded: &LoadedRecord) {
        self.watch.catch_up(&*loaded.record);
        for entry in self.watch.seen().entries(Seq(self.emitter.version().0 + 1)) {
            let at = logged_at(&loaded.times, &entry);
            if let Some(event) = self.emitter.emit(&entry, at, &loaded.names) {
                self.send(ChannelMessage::Event(event));
            }
        }
    }

    fn send(&self, message: ChannelMessage) {
        // The last receiver may have left just now.
        let _ = self.sender.send(message);
    }
}

impl Backlog {
    /// The entries of this log after one, for a viewer.
    pub fn new(
        game: &dyn AnyGame,
        loaded: &LoadedRecord,
        seen: &dyn AnyRecord,
        after: Seq,
    ) -> Result<Self, Problem> {
        let empty = game
            .open(&loaded.opening()?)
            .map_err(|why| Problem::internal(Unfoldable::Rejected(why.into())))?;
        Ok(Self {
            emitter: EntryEmitter::after(empty, loaded.epoch),
            already_sent: after.index(),
            entries: seen.entries(Seq(1)).into_iter(),
            times: loaded.times.clone(),
            names: loaded.names.clone(),
        })
    }
}

impl Iterator for Backlog {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        for entry in self.entries.by_ref().take(std::mem::take(&mut self.already_sent)) {
            self.emitter.skip(&entry);
        }
        let entry = self.entries.next()?;
        let at = logged_at(&self.times, &entry);
        self.emitter.emit(&entry, at, &self.names)
    }
}

/// The address of a record.
pub fn url(id: GameId) -> String {
    format!("/v1/games/{id}")
}
