//! The channels of the records that have subscribers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use super::channel::Channel;
use crate::records::cache::{CachedRecord, LoadedRecord};
use kifu_engine::seq::Seq;
use kifu_store::GameId;

/// The channels of this instance, one for each record with subscribers.
#[derive(Default)]
pub struct SubscriberRegistry {
    channels: RwLock<HashMap<GameId, ChannelEntry>>,
}

struct ChannelEntry {
    channel: Arc<Channel>,
    subscribers: usize,
}

/// A subscription to the channel of a record. The channel is removed when its last subscription is dropped.
pub struct Subscription {
    registry: Arc<SubscriberRegistry>,
    /// The channel.
    pub channel: Arc<Channel>,
}

impl SubscriberRegistry {
    /// Subscribes to the channel of a record. `start` gets a new channel, and runs the task that emits its events.
    pub fn subscribe(
        self: &Arc<Self>,
        cached: &Arc<CachedRecord>,
        loaded: &LoadedRecord,
        start: impl FnOnce(Arc<Channel>),
    ) -> Subscription {
        let mut channels = self.channels.write().unwrap_or_else(PoisonError::into_inner);
        let entry = match channels.entry(cached.id) {
            Entry::Occupied(occupied) => occupied.into_mut(),
            Entry::Vacant(vacant) => {
                let channel = Arc::new(Channel::new(Arc::clone(cached), loaded));
                start(Arc::clone(&channel));
                vacant.insert(ChannelEntry { channel, subscribers: 0 })
            }
        };
        entry.subscribers += 1;
        Subscription { registry: Arc::clone(self), channel: Arc::clone(&entry.channel) }
    }

    /// Marks that a record has this event; wakes its channel.
    pub fn mark_appended(&self, id: GameId, seq: Seq) {
        if let Some(entry) = self.channels().get(&id) {
            entry.channel.mark_appended(seq);
        }
    }

    /// Marks that a record has this revision; wakes its channel if that is new.
    pub fn mark_revision(&self, id: GameId, revision: i64) {
        if let Some(entry) = self.channels().get(&id) {
            entry.channel.mark_revision(revision);
        }
    }

    /// The channel of a record, if it checked names, visibility and tokens at an earlier revision than this.
    pub fn outdated_channel(&self, id: GameId, revision: i64) -> Option<Arc<Channel>> {
        let channels = self.channels();
        let entry = channels.get(&id).filter(|entry| entry.channel.revision() < revision);
        entry.map(|entry| Arc::clone(&entry.channel))
    }

    /// Closes all channels: their events are of another log.
    pub fn clear(&self) {
        let mut channels = self.channels.write().unwrap_or_else(PoisonError::into_inner);
        channels.drain().for_each(|(_, entry)| entry.channel.close());
    }

    /// The records with subscribers.
    pub fn records(&self) -> Vec<GameId> {
        self.channels().keys().copied().collect()
    }

    fn channels(&self) -> RwLockReadGuard<'_, HashMap<GameId, ChannelEntry>> {
        self.channels.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut channels = self.registry.channels.write().unwrap_or_else(PoisonError::into_inner);
        let id = self.channel.cached.id;
        let of_ours = |entry: &&mut ChannelEntry| Arc::ptr_eq(&entry.channel, &self.channel);
        let Some(entry) = channels.get_mut(&id).filter(of_ours) else { return };
        entry.subscribers -= 1;
        if entry.subscribers == 0 {
            channels.remove(&id);
            self.channel.close();
        }
    }
}
