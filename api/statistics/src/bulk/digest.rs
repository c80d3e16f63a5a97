//! The digest of a part's content. A client that wrote the part's file knows by it that nothing has changed.

use parquet::errors::ParquetError;

use super::{ParquetPart, Rows, SCHEMA};
use crate::chunk::ChunkSet;
use crate::columns::games::Game;
use crate::question::PlayerRedirects;
use crate::shapes::fingerprint;

/// A digest of the games of a part as they stand: the same as long as its file would say the same, whichever chunks they
/// are in. It needs everything known of the games, and none of the observations, which follow from the events before
/// `from` and from the definitions.
///
/// # Errors
///
/// If a game can't be encoded, which does not depend on the games.
pub fn digest(set: &ChunkSet, part: &ParquetPart, rows: &Rows) -> Result<String, ParquetError> {
    let mut games = Vec::with_capacity(rows.values().map(Vec::len).sum());
    for (chunk, rows) in rows {
        let chunk = &set.chunks[*chunk];
        for row in rows {
            games.push(of_game(chunk.id.1, &chunk.games.get(*row as usize), &set.snapshot.redirects)?);
        }
    }
    games.sort_unstable();
    let mut whole = blake3::Hasher::new();
    for text in [SCHEMA, env!("CARGO_PKG_VERSION"), &fingerprint(), &part.game, &part.month] {
        whole.update(text.as_bytes()).update(&[0]);
    }
    if let Some(time) = &part.time_in_month {
        whole.update(time.as_bytes()).update(&[0]);
    }
    for game in &games {
        whole.update(game);
    }
    Ok(whole.finalize().to_hex().to_string())
}

/// The digest of a game as a file has it, and of the position in its shard from which it counts so.
fn of_game(shard: i32, game: &Game, redirects: &PlayerRedirects) -> Result<[u8; 32], ParquetError> {
    let Game { id, from, until: _, played_at, irregular, options, rules_version, .. } = game;
    let Game { place, tags, players, won, places, ending, .. } = game;
    let players: Vec<_> = players.iter().map(|player| player.and_then(|id| redirects.now(id))).collect();
    let set_up = (options, rules_version);
    let said = (id, shard, from, played_at, irregular, set_up, place, tags, players, won, places, ending);
    let bytes = postcard::to_allocvec(&said).map_err(|error| ParquetError::External(Box::new(error)))?;
    Ok(*blake3::hash(&bytes).as_bytes())
}
