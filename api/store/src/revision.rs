//! Changes the facts of a record that are no events: who sat where, when, and who may read it.

use deadpool_postgres::Transaction;
use uuid::Uuid;

use super::revision_note::CALL_NOTE_REVISION;
use super::{GameId, Json, Shard, Shards, Sitter, Store, StoreError, Visibility, seating};

queries! {
    /// Players are locked before records everywhere, so that two changes cannot deadlock.
    const LOCK_PLAYERS: () = "SELECT lock_player(p.id) FROM unnest($1::uuid[]) AS p (id) ORDER BY p.id";

    /// Locks records of one shard; shards come one after the other, in their order.
    const LOCK_RECORDS: (Uuid, i64) = "
        SELECT g.game_id, g.revision FROM games g WHERE g.shard = $1 AND g.game_id = ANY ($2)
        ORDER BY g.game_id
        FOR NO KEY UPDATE OF g";

    const UPDATE_RECORD: () = "
        UPDATE games g
        SET details = coalesce($3::text::jsonb, g.details), visibility = coalesce($4, g.visibility),
            revision = g.revision + 1
        WHERE g.shard = $1 AND g.game_id = $2";

    const CALL_WRITE_SEATINGS: () = "SELECT write_seatings($1, $2, $3, $4, $5, $6, $7)";
}

/// A change of a record that adds no event.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The record.
    pub game: GameId,
    /// The revision at which the record was read.
    pub expected: i64,
    /// Its new details, if they change.
    pub details: Option<Json>,
    /// The viewers that may find and read it, if that changes.
    pub visibility: Option<Visibility>,
    /// The new sitters of these seats; the other seats stay.
    pub seats: Vec<(u8, Sitter)>,
}

impl Store {
    /// Changes records, all or none, each to its next revision. False, and nothing changed, if one
    /// of them was changed since it was read.
    ///
    /// A player who was merged since then is seated as the successor, one who was erased as
    /// somebody who was erased.
    pub async fn revise(&self, revisions: &[Revision]) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let shards = self.shards()?;
        if !lock(&transaction, shards, revisions).await? {
            return Ok(false);
        }
        // Descriptions of a shard are numbered under a lock, which everybody takes in the order of the shards.
        let mut revisions: Vec<_> = revisions.iter().collect();
        revisions.sort_by_key(|revision| shards.of(revision.game).number());
        for revision in revisions {
            apply(&transaction, shards.of(revision.game), revision).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }
}

/// True if all records are as they were read; if so, they are locked until the transaction ends.
async fn lock(
    transaction: &Transaction<'_>,
    shards: Shards,
    revisions: &[Revision],
) -> Result<bool, StoreError> {
    let seats = revisions.iter().flat_map(|revision| &revision.seats);
    let players: Vec<_> = seats.filter_map(|(_, sitter)| Some(sitter.occupant().player()?.0)).collect();
    LOCK_PLAYERS.all(transaction, &[&players]).await?;
    let games: Vec<_> = revisions.iter().map(|revision| revision.game).collect();
    let mut revisions_by_id = std::collections::HashMap::<Uuid, i64>::new();
    for (shard, ids) in shards.split(&games) {
        revisions_by_id.extend(LOCK_RECORDS.all(transaction, &[&shard.number(), &ids]).await?);
    }
    Ok(revisions.iter().all(|revision| revisions_by_id.get(&revision.game.0) == Some(&revision.expected)))
}

/// Applies one change. Its consequences are written last.
async fn apply(transaction: &Transaction<'_>, shard: Shard, revision: &Revision) -> Result<(), StoreError> {
    let (shard, game) = (shard.number(), revision.game.0);
    let people =
        seating::SeatColumns::of(revision.seats.iter().map(|(seat, sitter)| (i32::from(*seat), sitter)));
    CALL_WRITE_SEATINGS
        .all(
            transaction,
            &[&shard, &game, &people.seat, &people.player, &people.name, &people.key, &people.erased],
        )
        .await?;
    let details = revision.details.as_ref().map(Json::as_str);
    let visibility = revision.visibility.map(Visibility::as_str);
    UPDATE_RECORD.execute(transaction, &[&shard, &game, &details, &visibility]).await?;
    CALL_NOTE_REVISION.all(transaction, &[&shard, &game]).await?;
    Ok(())
}
