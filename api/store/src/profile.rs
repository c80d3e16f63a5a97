//! A player's profile, drawn from public records.

use chrono::{DateTime, Utc};

use super::{GameId, PlayerId, Reader, Record, StoreError};

queries! {
    const SELECT_PUBLIC_SEATING: () = "
        SELECT FROM seatings s JOIN games g ON g.shard = s.shard AND g.game_id = s.game_id
        WHERE s.player_id = $1 AND g.visibility = 'public'
          AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)
        LIMIT 1";

    /// Only games that are over without a breach say who won; the follower of the feed writes that into their search
    /// documents.
    const COUNT_RECORDS_BY_GAME: PlayerGameCounts = "
        SELECT g.game, count(*) AS records,
               count(*) FILTER (WHERE c.status = 'over' AND NOT c.irregular) AS counted,
               count(*) FILTER (WHERE c.status = 'over' AND NOT c.irregular AND s.seat = ANY (c.winners)) AS won,
               max(c.played_at) AS last_played
        FROM seatings s
        JOIN games g ON g.shard = s.shard AND g.game_id = s.game_id
        JOIN search_documents c ON c.shard = s.shard AND c.game_id = s.game_id
        WHERE s.player_id = $1 AND g.visibility = 'public' AND NOT c.is_copy
        GROUP BY g.game ORDER BY records DESC, g.game";

    const SELECT_RECENT_RECORDS: GameId = "
        SELECT g.game_id FROM seatings s JOIN games g ON g.shard = s.shard AND g.game_id = s.game_id
        WHERE s.player_id = $1 AND g.visibility = 'public'
          AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)
        ORDER BY g.opened_at DESC, g.game_id DESC
        LIMIT $2";
}

/// A player's public records of one kind of game, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGameCounts {
    /// The slug of the game.
    pub game: String,
    /// How many records.
    pub records: i64,
    /// In how many of them it is known who won.
    pub counted: i64,
    /// How many of those the player won.
    pub won: i64,
    /// When the last of them was played.
    pub last_played: DateTime<Utc>,
}

row!(PlayerGameCounts: game, records, counted, won, last_played);

impl Reader {
    /// True if a player sits in a public record.
    pub async fn has_public_record(&self, player: PlayerId) -> Result<bool, StoreError> {
        Ok(self.row(SELECT_PUBLIC_SEATING, &[&player.0]).await?.is_some())
    }

    /// The player's public records by kind of game, the most played first.
    pub async fn game_counts(&self, player: PlayerId) -> Result<Vec<PlayerGameCounts>, StoreError> {
        self.rows(COUNT_RECORDS_BY_GAME, &[&player.0]).await
    }

    /// The player's last public records, newest first; without those that can't be read.
    pub async fn recent_records(&self, player: PlayerId, limit: u32) -> Result<Vec<Record>, StoreError> {
        let ids = self.rows(SELECT_RECENT_RECORDS, &[&player.0, &i64::from(limit)]).await?;
        let records = self.records(&ids).await?.into_iter();
        let mut records: Vec<_> = records.filter_map(|(_, record)| record.ok()).collect();
        records.sort_by_key(|record| std::cmp::Reverse((record.opened_at, record.id)));
        Ok(records)
    }
}
