//! The place of a reader of the feed, a position for each shard, sealed so that it discloses nothing: neither how much happened between two
//! cursors nor whether anything did.
//!
//! Positions count hidden events too, so not even the equality of two cursors may show. They are sealed with
//! XChaCha20-Poly1305 under a key that the migration made, with a new nonce each time. A page is filled over whatever
//! is hidden, up to 20,000 positions.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use chrono::{DateTime, Utc};
use rand::Rng;

use kifu_store::{Epoch, FeedPositions, Position, Shard, Shards};

const NONCE_BYTES: usize = 24;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(Vec<ShardPosition>);

impl Cursor {
    /// Before everything.
    pub fn start(shards: Shards) -> Self {
        Self(vec![ShardPosition::default(); shards.count().into()])
    }

    /// After everything up to these places.
    pub fn after(positions: &FeedPositions) -> Self {
        Self(positions.iter().map(|position| ShardPosition { position, items_sent: 0 }).collect())
    }

    /// The place in a shard.
    pub fn of(&self, shard: Shard) -> ShardPosition {
        self.0.get(shard.index()).copied().unwrap_or_default()
    }

    /// Goes on to a place in a shard.
    pub fn set(&mut self, shard: Shard, place: ShardPosition) {
        if let Some(of_shard) = self.0.get_mut(shard.index()) {
            *of_shard = place;
        }
    }

    /// Goes on to the later of both, shard by shard.
    pub fn advance(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(place, other)| *place = (*place).max(*other));
    }

    /// True if everything up to another place was sent, too.
    pub fn includes(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(here, there)| here >= there)
    }

    /// The positions up to which everything was sent.
    pub fn positions(&self) -> FeedPositions {
        self.0.iter().map(|place| place.position).collect()
    }
}

/// Seals cursors and opens them again. All instances on one database have the same key.
pub struct Sealer {
    cipher: XChaCha20Poly1305,
    shards: Shards,
    epoch: Box<dyn Fn() -> Epoch + Send + Sync>,
}

/// Why a cursor leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorError {
    /// It was not sealed with this key.
    Unreadable,
    /// Its place was one of another epoch of the database.
    OtherEpoch,
}

impl Sealer {
    /// Makes a sealer with this key, for a database of so many shards; `epoch` gives its epoch.
    pub fn new(key: [u8; 32], shards: Shards, epoch: impl Fn() -> Epoch + Send + Sync + 'static) -> Self {
        Self { cipher: XChaCha20Poly1305::new(&key.into()), shards, epoch: Box::new(epoch) }
    }

    /// The cursor as readers get it, with the time at which it was told; the same place looks different each time.
    pub fn seal(&self, cursor: &Cursor) -> String {
        let mut nonce = [0_u8; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let positions = cursor.0.iter().flat_map(|ShardPosition { position, items_sent }| {
            position.0.to_le_bytes().into_iter().chain(items_sent.to_le_bytes())
        });
        let (epoch, issued_at) =
            ((self.epoch)().0.to_le_bytes(), Utc::now().timestamp_micros().to_le_bytes());
        let positions: Vec<u8> = epoch.into_iter().chain(issued_at).chain(positions).collect();
        // A few bytes are never too many for the cipher, which is its only failure.
        let hidden = self.cipher.encrypt(&XNonce::from(nonce), positions.as_slice()).unwrap_or_default();
        BASE64_URL_SAFE_NO_PAD.encode([nonce.as_slice(), &hidden].concat())
    }

    /// The cursor that was sealed.
    ///
    /// # Errors
    ///
    /// If it was not sealed with this key, or in another epoch of the database.
    pub fn open(&self, text: &str) -> Result<Cursor, CursorError> {
        self.open_with_time(text).map(|(cursor, _)| cursor)
    }

    /// Opens the cursor, and the time when it was issued.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_with_time(&self, text: &str) -> Result<(Cursor, DateTime<Utc>), CursorError> {
        let (epoch, issued_at, cursor) = self.unseal(text).ok_or(CursorError::Unreadable)?;
        // Another epoch of the database may have had another number of shards.
        if epoch != (self.epoch)() {
            return Err(CursorError::OtherEpoch);
        }
        if cursor.0.len() == usize::from(self.shards.count()) {
            Ok((cursor, issued_at))
        } else {
            Err(CursorError::Unreadable)
        }
    }

    fn unseal(&self, text: &str) -> Option<(Epoch, DateTime<Utc>, Cursor)> {
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, hidden) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let positions = self.cipher.decrypt(&XNonce::from(*nonce), hidden).ok()?;
        let (epoch, positions) = positions.split_first_chunk()?;
        let (issued_at, positions) = positions.split_first_chunk()?;
        let places = positions.chunks(POSITION_BYTES).map(|bytes| {
            let (position, items_sent) = bytes.split_first_chunk()?;
            Some(ShardPosition {
                position: Position(i64::from_le_bytes(*position)),
                items_sent: u32::from_le_bytes(items_sent.try_into().ok()?),
            })
        });
        let issued_at = DateTime::from_timestamp_micros(i64::from_le_bytes(*issued_at))?;
        Some((Epoch(u64::from_le_bytes(*epoch)), issued_at, Cursor(places.collect::<Option<_>>()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(position: i64, items_sent: u32) -> Cursor {
        Cursor(vec![ShardPosition { position: Position(position), items_sent }])
    }

    fn sealer(key: u8, epoch: u64) -> Sealer {
        Sealer::new([key; 32], Shards::SINGLE, move || Epoch(epoch))
    }

    #[test]
    fn only_the_same_key_opens_a_cursor() {
        let (ours, theirs) = (sealer(1, 7), sealer(2, 7));
        let sealed = ours.seal(&at(17, 2));
        assert_eq!(ours.open(&sealed), Ok(at(17, 2)));
        assert_eq!(theirs.open(&sealed), Err(CursorError::Unreadable));
        let restored = sealer(1, 8);
        assert_eq!(restored.open(&sealed), Err(CursorError::OtherEpoch));
        for wrong in ["", "now", "AAAA", &sealed[1..], &format!("{sealed}AAAA")] {
            assert_eq!(ours.open(wrong), Err(CursorError::Unreadable), "{wrong}");
        }
    }

    #[test]
    fn a_cursor_discloses_nothing_of_its_position() {
        let sealer = sealer(1, 7);
        let cursors = [0, 0, 1, i64::MAX].map(|position| sealer.seal(&at(position, 0)));
        assert!(cursors.iter().all(|cursor| cursor.len() == cursors[0].len()));
        assert_ne!(cursors[0], cursors[1], "not even whether it is the same place");
    }

    #[test]
    fn a_cursor_has_a_place_for_each_shard() {
        let Some(shards) = Shards::new(3) else { panic!("no shards") };
        let sealer = Sealer::new([1; 32], shards, || Epoch(7));
        let mut cursor = Cursor::start(shards);
        for (shard, number) in shards.all().zip(5..) {
            cursor.set(shard, ShardPosition { position: Position(number), items_sent: 0 });
        }
        assert_eq!(sealer.open(&sealer.seal(&cursor)), Ok(cursor.clone()));
        assert_eq!(sealer.seal(&cursor).len(), sealer.seal(&Cursor::start(shards)).len());
        assert_eq!(sealer.open(&sealer.seal(&at(5, 0))), Err(CursorError::Unreadable), "of one shard");
        let mut other = Cursor::start(shards);
        assert!(cursor.includes(&other) && !other.includes(&cursor));
        for (shard, position) in shards.all().zip([9, 0, 7]) {
            other.set(shard, ShardPosition { position: Position(position), items_sent: 1 });
        }
        assert!(!cursor.includes(&other) && !other.includes(&cursor));
        cursor.advance(&other);
        assert_eq!(cursor.positions().numbers(), [9, 6, 7]);
    }
}
