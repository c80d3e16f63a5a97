//! Who listens to which record, and what wakes them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use super::channel::Channel;
use crate::record_cache::{CachedRecord, LoadedRecord};
use kifu_store::{GameId, Seq};

/// The records of this instance that somebody listens to.
#[derive(Default)]
pub struct Hub {
    channels: RwLock<HashMap<GameId, Held>>,
}

struct Held {
    channel: Arc<Channel>,
    by: usize,
}

/// The channel of a record, kept for as long as this is held.
pub struct Hold {
    hub: Arc<Hub>,
    /// The channel.
    pub channel: Arc<Channel>,
}

impl Hub {
    /// The channel of a record. A new one is handed to whoever tells.
    pub fn hold(
        self: &Arc<Self>,
        cached: &Arc<CachedRecord>,
        loaded: &LoadedRecord,
        start: impl FnOnce(Arc<Channel>),
    ) -> Hold {
        let mut channels = self.channels.write().unwrap_or_else(PoisonError::into_inner);
        let held = match channels.entry(cached.id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let channel = Arc::new(Channel::new(Arc::clone(cached), loaded));
                start(Arc::clone(&channel));
                unknown.insert(Held { channel, by: 0 })
            }
        };
        held.by += 1;
        Hold { hub: Arc::clone(self), channel: Arc::clone(&held.channel) }
    }

    /// A record has grown up to this event.
    pub fn grew(&self, id: GameId, seq: Seq) {
        if let Some(held) = self.channels().get(&id) {
            held.channel.grew(seq);
        }
    }

    /// A record stands at this revision.
    pub fn stands_at(&self, id: GameId, revision: i64) {
        if let Some(held) = self.channels().get(&id) {
            held.channel.stands_at(revision);
        }
    }

    /// The channel of a record, if its names, visibility and tokens were looked at before this revision.
    pub fn behind(&self, id: GameId, revision: i64) -> Option<Arc<Channel>> {
        let channels = self.channels();
        let held = channels.get(&id).filter(|held| held.channel.revision() < revision);
        held.map(|held| Arc::clone(&held.channel))
    }

    /// The records that somebody listens to.
    pub fn records(&self) -> Vec<GameId> {
        self.channels().keys().copied().collect()
    }

    fn channels(&self) -> RwLockReadGuard<'_, HashMap<GameId, Held>> {
        self.channels.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut channels = self.hub.channels.write().unwrap_or_else(PoisonError::into_inner);
        let id = self.channel.cached.id;
        let Some(held) = channels.get_mut(&id) else { return };
        held.by -= 1;
        if held.by == 0 {
            channels.remove(&id);
            self.channel.close();
        }
    }
}
