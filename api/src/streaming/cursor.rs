//! The position of a reader of the feed, sealed so that it discloses nothing: neither how much happened between two
//! cursors nor whether anything did.
//!
//! Positions count hidden events too, so not even the equality of two cursors may show. They are sealed with
//! XChaCha20-Poly1305 under a key that the migration made, with a new nonce each time. A page is filled over whatever
//! is hidden, up to 20,000 positions.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use rand::Rng;

use crate::streaming::feed_poller::FeedPositions;
use kifu_store::{Epoch, Position, Shard};

const NONCE_BYTES: usize = 24;
const SHARD_COUNT: usize = Shard::COUNT as usize;
const POSITION_BYTES: usize = 12;

/// A place in the feed of one shard: everything up to a position was sent, and some items of the event after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShardPosition {
    /// Everything up to here was sent.
    pub position: Position,
    /// How many items of the next event were sent, if it has several.
    pub items_sent: u32,
}

/// A position in the feed of every shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor(pub [ShardPosition; SHARD_COUNT]);

impl Cursor {
    /// After everything up to these places.
    pub fn after(positions: FeedPositions) -> Self {
        Self(positions.0.map(|position| ShardPosition { position, items_sent: 0 }))
    }

    /// The later of both, shard by shard.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        let mut later = self;
        later.0.iter_mut().zip(other.0).for_each(|(place, other)| *place = (*place).max(other));
        later
    }
}

/// Seals cursors and opens them again. All instances on one database have the same key.
pub struct Sealer {
    cipher: XChaCha20Poly1305,
    epoch: Box<dyn Fn() -> Epoch + Send + Sync>,
}

/// Why a cursor leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorError {
    /// It was not sealed with this key.
    Unreadable,
    /// Its place was one of another life of the database.
    OtherEpoch,
}

impl Sealer {
    /// With this key; `epoch` says which life of the database it is.
    pub fn new(key: [u8; 32], epoch: impl Fn() -> Epoch + Send + Sync + 'static) -> Self {
        Self { cipher: XChaCha20Poly1305::new(&key.into()), epoch: Box::new(epoch) }
    }

    /// The cursor as readers get it; the same place looks different each time.
    pub fn seal(&self, cursor: &Cursor) -> String {
        let mut nonce = [0_u8; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let positions = cursor.0.iter().flat_map(|ShardPosition { position, items_sent }| {
            position.0.to_le_bytes().into_iter().chain(items_sent.to_le_bytes())
        });
        let positions: Vec<u8> = (self.epoch)().0.to_le_bytes().into_iter().chain(positions).collect();
        // A few bytes are never too many for the cipher, which is its only failure.
        let hidden = self.cipher.encrypt(&XNonce::from(nonce), positions.as_slice()).unwrap_or_default();
        BASE64_URL_SAFE_NO_PAD.encode([nonce.as_slice(), &hidden].concat())
    }

    /// The cursor that was sealed.
    ///
    /// # Errors
    ///
    /// If it was not sealed with this key, or in another life of the database.
    pub fn open(&self, text: &str) -> Result<Cursor, CursorError> {
        let (epoch, cursor) = self.unseal(text).ok_or(CursorError::Unreadable)?;
        if epoch == (self.epoch)() { Ok(cursor) } else { Err(CursorError::OtherEpoch) }
    }

    fn unseal(&self, text: &str) -> Option<(Epoch, Cursor)> {
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, hidden) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let positions = self.cipher.decrypt(&XNonce::from(*nonce), hidden).ok()?;
        let (epoch, positions) = positions.split_first_chunk()?;
        let mut cursor = Cursor::default();
        if positions.len() != SHARD_COUNT * POSITION_BYTES {
            return None;
        }
        for (place, bytes) in cursor.0.iter_mut().zip(positions.chunks_exact(POSITION_BYTES)) {
            let (position, items_sent) = bytes.split_at(8);
            place.position = Position(i64::from_le_bytes(position.try_into().ok()?));
            place.items_sent = u32::from_le_bytes(items_sent.try_into().ok()?);
        }
        Some((Epoch(u64::from_le_bytes(*epoch)), cursor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(position: i64, items_sent: u32) -> Cursor {
        Cursor([ShardPosition { position: Position(position), items_sent }])
    }

    #[test]
    fn only_the_same_key_opens_a_cursor() {
        let (ours, theirs) = (Sealer::new([1; 32], || Epoch(7)), Sealer::new([2; 32], || Epoch(7)));
        let sealed = ours.seal(&at(17, 2));
        assert_eq!(ours.open(&sealed), Ok(at(17, 2)));
        assert_eq!(theirs.open(&sealed), Err(CursorError::Unreadable));
        let restored = Sealer::new([1; 32], || Epoch(8));
        assert_eq!(restored.open(&sealed), Err(CursorError::OtherEpoch));
        for wrong in ["", "now", "AAAA", &sealed[1..], &format!("{sealed}AAAA")] {
            assert_eq!(ours.open(wrong), Err(CursorError::Unreadable), "{wrong}");
        }
    }

    #[test]
    fn a_cursor_discloses_nothing_of_its_position() {
        let sealer = Sealer::new([1; 32], Epoch::default);
        let cursors = [0, 0, 1, i64::MAX].map(|position| sealer.seal(&at(position, 0)));
        assert!(cursors.iter().all(|cursor| cursor.len() == cursors[0].len()));
        assert_ne!(cursors[0], cursors[1], "not even whether it is the same place");
    }
}
