//! The streams of one record: each viewer's events are made once, for everybody who sees with the same eyes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use actix_web::web::Bytes;
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyGame, AnyRecord, AnyWatch, EntryView, Opening};
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use tokio::sync::{Notify, broadcast};

use super::telling::{self, Reason, Teller};
use crate::access::Credential;
use crate::problem::Problem;
use crate::record_cache::{CachedRecord, LoadedRecord};
use crate::record_view::head::RecordHead;
use kifu_store::GameId;

/// How many events a reader may be behind before it is let go.
const MAX_PENDING_EVENTS: usize = 256;

/// What goes to everybody who sees with the same eyes.
#[derive(Clone)]
pub enum Message {
    /// An event.
    Event(Bytes),
    /// The last event: the game is over.
    End(Bytes),
    /// Who came with this is let go.
    Leave(Credential, Reason),
}

/// The streams of one record.
pub struct Channel {
    /// The record.
    pub cached: Arc<CachedRecord>,
    /// The newest event that anybody told of.
    newest: AtomicI64,
    /// Whether names, visibility or tokens may have changed.
    doubted: AtomicBool,
    woken: Notify,
    state: Mutex<ChannelState>,
}

struct ChannelState {
    closed: bool,
    /// When each event was logged that was noticed, the opening first.
    times: Vec<DateTime<Utc>>,
    over: bool,
    revision: i64,
    head: Bytes,
    viewers: HashMap<Viewer, Watched>,
    credentials: HashMap<Credential, Guests>,
}

/// Those who came with the same credential.
#[derive(Default)]
struct Guests {
    count: usize,
    /// Why they are let go, once they are.
    dismissed: Arc<OnceLock<Reason>>,
}

/// What somebody gets who joins.
pub struct Joined<T> {
    /// What happens from now on.
    pub receiver: broadcast::Receiver<Message>,
    /// Why they are let go, once they are: nothing more is told then, not even what they have missed.
    pub dismissed: Arc<OnceLock<Reason>>,
    /// What they have seen at the log as it stands.
    pub looked: T,
}

/// What one viewer has been told.
struct Watched {
    watch: Box<dyn AnyWatch>,
    teller: Teller,
    sender: broadcast::Sender<Message>,
}

/// What a stream has to tell before it tells what happens.
pub struct Backlog {
    teller: Teller,
    known: usize,
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
            head: telling::about(&RecordHead::of(&loaded.head)),
            viewers: HashMap::new(),
            credentials: HashMap::new(),
        };
        let newest = AtomicI64::new(loaded.last());
        Self {
            cached,
            newest,
            doubted: AtomicBool::new(false),
            woken: Notify::new(),
            state: Mutex::new(state),
        }
    }

    /// The record has grown up to this event.
    pub fn grew(&self, seq: kifu_store::Seq) {
        if self.newest.fetch_max(seq.0, Ordering::AcqRel) < seq.0 {
            self.woken.notify_one();
        }
    }

    /// The record stands at this revision.
    pub fn stands_at(&self, revision: i64) {
        if self.state().revision != revision {
            self.doubted.store(true, Ordering::Release);
            self.woken.notify_one();
        }
    }

    /// The revision at which names, visibility and tokens were looked at.
    pub fn revision(&self) -> i64 {
        self.state().revision
    }

    /// Nobody listens any more.
    pub fn close(&self) {
        self.state().closed = true;
        self.woken.notify_one();
    }

    /// Waits until there may be something to tell; false when nobody listens any more.
    pub async fn wait(&self) -> bool {
        self.woken.notified().await;
        !self.state().closed
    }

    /// Has the record looked at once more.
    pub fn again(&self) {
        self.woken.notify_one();
    }

    /// The event up to which the record is known to have grown.
    pub fn newest(&self) -> kifu_store::Seq {
        kifu_store::Seq(self.newest.load(Ordering::Acquire))
    }

    /// Whether names, visibility or tokens may have changed since this was asked last.
    pub fn take_doubt(&self) -> bool {
        self.doubted.swap(false, Ordering::AcqRel)
    }

    /// Tells everybody what is new.
    pub fn tell(&self, loaded: &LoadedRecord) {
        self.state().catch_up(loaded);
    }

    /// Joins: what follows on the receiver is what follows on the log that this looks at. `None` if the game is over
    /// by what others were told already.
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
        let watched = state.viewers.entry(viewer).or_insert_with(|| Watched::new(loaded, viewer));
        let (receiver, looked) = (watched.sender.subscribe(), look(watched.watch.seen()));
        let guests = state.credentials.entry(credential).or_default();
        guests.count += 1;
        Some(Joined { receiver, dismissed: Arc::clone(&guests.dismissed), looked })
    }

    /// Somebody who came with this has left.
    pub fn leave(&self, credential: Credential) {
        let mut state = self.state();
        if let Some(guests) = state.credentials.get_mut(&credential) {
            guests.count -= 1;
            if guests.count == 0 {
                state.credentials.remove(&credential);
            }
        }
    }

    /// What those who listen came with.
    pub fn credentials(&self) -> Vec<Credential> {
        self.state().credentials.keys().copied().collect()
    }

    /// Lets go of everybody who came with this.
    pub fn dismiss(&self, credential: Credential, reason: Reason) {
        let state = self.state();
        if let Some(guests) = state.credentials.get(&credential) {
            let _ = guests.dismissed.set(reason);
        }
        state.send(&Message::Leave(credential, reason));
    }

    /// Tells what the record is about, if that changed; its tokens and visibility were looked at.
    pub fn settle(&self, loaded: &LoadedRecord) {
        let head = telling::about(&RecordHead::of(&loaded.head));
        let mut state = self.state();
        if state.head != head {
            state.send(&Message::Event(head.clone()));
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
        self.viewers.retain(|_, watched| watched.sender.receiver_count() > 0);
        for watched in self.viewers.values_mut() {
            watched.catch_up(loaded);
        }
        let over = loaded.record.status() != Status::Live;
        if over && !self.over {
            let url = url(loaded.head.id);
            for watched in self.viewers.values() {
                watched.send(Message::End(telling::end(&url, watched.teller.version(), &*loaded.record)));
            }
        }
        self.over = over;
    }

    fn send(&self, message: &Message) {
        self.viewers.values().for_each(|watched| watched.send(message.clone()));
    }
}

impl Watched {
    fn new(loaded: &LoadedRecord, viewer: Viewer) -> Self {
        let watch = loaded.record.watch(viewer);
        let teller = Teller::after(watch.seen().fork());
        Self { watch, teller, sender: broadcast::Sender::new(MAX_PENDING_EVENTS) }
    }

    fn catch_up(&mut self, loaded: &LoadedRecord) {
        self.watch.catch_up(&*loaded.record);
        for entry in self.watch.seen().entries(Seq(self.teller.version().0 + 1)) {
            let at = logged_at(&loaded.times, &entry);
            if let Some(event) = self.teller.tell(entry, at, &loaded.names) {
                self.send(Message::Event(event));
            }
        }
    }

    fn send(&self, message: Message) {
        // Whoever listened may have left just now.
        let _ = self.sender.send(message);
    }
}

impl Backlog {
    /// What a viewer who kept this log is told after an entry.
    pub fn new(
        game: &dyn AnyGame,
        loaded: &LoadedRecord,
        seen: &dyn AnyRecord,
        after: Seq,
    ) -> Result<Self, Problem> {
        let options = loaded.head.options.read().map_err(Problem::internal)?;
        let opening = Opening { seats: loaded.head.seats, options };
        let empty = game.open(&opening).map_err(|why| Problem::internal(format!("{why:?}")))?;
        Ok(Self {
            teller: Teller::after(empty),
            known: usize::try_from(after.0).unwrap_or(usize::MAX),
            entries: seen.entries(Seq(1)).into_iter(),
            times: loaded.times.clone(),
            names: loaded.names.clone(),
        })
    }
}

impl Iterator for Backlog {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        for known in self.entries.by_ref().take(std::mem::take(&mut self.known)) {
            self.teller.skip(&known);
        }
        let entry = self.entries.next()?;
        let at = logged_at(&self.times, &entry);
        self.teller.tell(entry, at, &self.names)
    }
}

fn logged_at(times: &[DateTime<Utc>], entry: &EntryView) -> DateTime<Utc> {
    let index = usize::try_from(entry.origin.0).unwrap_or_default();
    times.get(index).copied().unwrap_or_default()
}

/// Where a record is.
pub fn url(id: GameId) -> String {
    format!("/v1/games/{id}")
}
