//! The names of players.

use std::collections::{BTreeSet, HashMap};

use uuid::Uuid;

use crate::http::problem::Problem;
use kifu_store::{PlayerId, PlayerLookup, Store};

/// The names of these players; those erased meanwhile are left out.
pub async fn names(store: &Store, players: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, String>, Problem> {
    if players.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<_> = players.iter().copied().map(PlayerId).collect();
    let found = store.latest().players(&ids).await?;
    Ok(found
        .into_iter()
        .filter_map(|(id, player)| match player {
            PlayerLookup::Player(player) => Some((id.0, player.name.into())),
            PlayerLookup::Erased => None,
        })
        .collect())
}
