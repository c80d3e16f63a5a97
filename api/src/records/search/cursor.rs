//! A place in a list, as clients hand it back: opaque, and good only for the search it came from.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::http::problem::Problem;
use crate::http::words::requests::Requests;
use kifu_store::{GameId, SortPosition};

/// The pattern of a cursor.
pub const CURSOR_PATTERN: &str = "^[A-Za-z0-9_-]{43}$";

const CURSOR_BYTES: usize = 32;

/// The search that a cursor belongs to: a digest of everything that decides the list and its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 8]);

impl Fingerprint {
    /// The fingerprint of the deciding parameters, in any order.
    pub fn of<'q>(parameters: impl Iterator<Item = (&'q str, &'q str)>) -> Self {
        let mut parameters: Vec<_> = parameters.collect();
        parameters.sort_unstable();
        let mut digest = blake3::Hasher::new();
        for part in parameters.iter().flat_map(|(name, value)| [name, value]) {
            digest.update(&(part.len() as u64).to_be_bytes()).update(part.as_bytes());
        }
        let mut bytes = [0; 8];
        digest.finalize_xof().fill(&mut bytes);
        Self(bytes)
    }
}

/// The cursor of a place.
pub fn write(of: Fingerprint, place: SortPosition) -> String {
    let bytes = [&of.0[..], &place.key.to_be_bytes()[..], place.id.0.as_bytes()].concat();
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The place of a cursor, if it belongs to this search.
pub fn read(of: Fingerprint, text: &str) -> Result<SortPosition, Problem> {
    let bytes: [u8; CURSOR_BYTES] = BASE64_URL_SAFE_NO_PAD
        .decode(text)
        .ok()
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or_else(|| Problem::parameter("cursor", Requests::OfAPage { name: "cursor".into() }))?;
    let (fingerprint, place) = bytes.split_at(8);
    let (key, id) = place.split_at(8);
    if fingerprint != of.0 {
        return Err(Problem::parameter("cursor", Requests::OfAnotherSearch { name: "cursor".into() }));
    }
    let key = key.iter().fold(0, |key: i64, byte| key << 8 | i64::from(*byte));
    let id = Uuid::from_slice(id)
        .map_err(|_| Problem::parameter("cursor", Requests::OfAPage { name: "cursor".into() }))?;
    Ok(SortPosition { key, id: GameId(id) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_good_for_its_search_only() {
        let of = |query: &[(&'static str, &'static str)]| Fingerprint::of(query.iter().copied());
        let place = SortPosition { key: -5, id: GameId::generate() };
        let here = of(&[("tag", "a"), ("game", "b")]);
        let cursor = write(here, place);
        assert_eq!(cursor.len(), 43);
        assert_eq!(read(of(&[("game", "b"), ("tag", "a")]), &cursor).unwrap(), place);
        for other in
            [&[("tag", "a")][..], &[("tag", "ab"), ("game", "")], &[("tag", "b"), ("game", "a")], &[]]
        {
            assert!(read(of(other), &cursor).is_err());
        }
        for nonsense in ["", "x", &cursor[1..], &format!("{cursor}A"), &"=".repeat(43), &"é".repeat(43)] {
            assert!(read(here, nonsense).is_err(), "{nonsense}");
        }
    }
}
