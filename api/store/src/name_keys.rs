//! The keys of names that are stored, made anew where this version makes them otherwise than the one that stored them.

use std::pin::pin;

use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use serde_json::json;
use tokio_postgres::{Client, Transaction};
use uuid::Uuid;

use super::StoreError;
use kifu_names::{Name, NameKey};

const SELECT_VERSION: &str = "SELECT version FROM name_key_version";

const UPDATE_VERSION: &str = "UPDATE name_key_version SET version = $1";

const SELECT_SHARDS: &str = "SELECT shard FROM shard_heads ORDER BY shard";

const SELECT_PLAYERS: &str = "SELECT player_id, name, name_key FROM players WHERE name IS NOT NULL";

const UPDATE_PLAYERS: &str = "
    UPDATE players p SET name_key = n.key FROM unnest($1::uuid[], $2::text[]) AS n (id, key) WHERE p.player_id = n.id";

const SELECT_GUESTS: &str = "
    SELECT DISTINCT guest_name, guest_key FROM seatings WHERE shard = $1 AND guest_name IS NOT NULL";

const UPDATE_GUESTS: &str = "
    UPDATE seatings s SET guest_key = n.key FROM unnest($2::text[], $3::text[]) AS n (name, key)
    WHERE s.shard = $1 AND s.guest_name = n.name";

const SELECT_DETAILS: &str = "
    SELECT DISTINCT coalesce(details ->> 'place', '') AS place, coalesce(details -> 'tags', '[]')::text AS tags
    FROM games
    WHERE shard = $1 AND (details ? 'place' OR details -> 'tags' <> '[]')";

const UPDATE_DETAILS: &str = "
    UPDATE games g SET details = g.details || n.keys::jsonb
    FROM unnest($2::text[], $3::text[], $4::text[]) AS n (place, tags, keys)
    WHERE g.shard = $1 AND coalesce(g.details ->> 'place', '') = n.place
      AND coalesce(g.details -> 'tags', '[]')::text = n.tags";

const SELECT_DOCUMENTS: &str = "
    SELECT game_id, names, place, tags FROM search_documents WHERE shard = $1 AND words <> ''";

const WRITE_DOCUMENT: &str = "SELECT write_search_document($1, $2)";

/// Search documents that are written before the database answers for the first of them.
const DOCUMENTS_AHEAD: usize = 500;

/// Makes the keys anew, all or none, if this version makes others. Only under the lock of migrations.
pub(crate) async fn renew(client: &mut Client) -> Result<(), StoreError> {
    let version: i32 = client.query_one(SELECT_VERSION, &[]).await?.try_get(0)?;
    if version == NameKey::VERSION {
        return Ok(());
    }
    let transaction = client.transaction().await?;
    renew_players(&transaction).await?;
    for row in transaction.query(SELECT_SHARDS, &[]).await? {
        let shard = row.try_get(0)?;
        renew_guests(&transaction, shard).await?;
        renew_details(&transaction, shard).await?;
        renew_documents(&transaction, shard).await?;
    }
    transaction.execute(UPDATE_VERSION, &[&NameKey::VERSION]).await?;
    transaction.commit().await?;
    tracing::info!(version = NameKey::VERSION, "names are compared by new keys");
    Ok(())
}

fn key(name: &str) -> String {
    Name::stored(name).key().into()
}

async fn renew_players(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let (mut ids, mut keys) = (Vec::<Uuid>::new(), Vec::new());
    for row in transaction.query(SELECT_PLAYERS, &[]).await? {
        let (key, stored) = (key(row.try_get("name")?), row.try_get::<_, &str>("name_key")?);
        if key != stored {
            ids.push(row.try_get("player_id")?);
            keys.push(key);
        }
    }
    transaction.execute(UPDATE_PLAYERS, &[&ids, &keys]).await?;
    Ok(())
}

async fn renew_guests(transaction: &Transaction<'_>, shard: i32) -> Result<(), StoreError> {
    let (mut names, mut keys) = (Vec::<String>::new(), Vec::new());
    for row in transaction.query(SELECT_GUESTS, &[&shard]).await? {
        let (name, stored) = (row.try_get("guest_name")?, row.try_get::<_, &str>("guest_key")?);
        let key = key(name);
        if key != stored {
            names.push(name.to_owned());
            keys.push(key);
        }
    }
    transaction.execute(UPDATE_GUESTS, &[&shard, &names, &keys]).await?;
    Ok(())
}

async fn renew_details(transaction: &Transaction<'_>, shard: i32) -> Result<(), StoreError> {
    let (mut places, mut tags, mut keys) = (Vec::<String>::new(), Vec::<String>::new(), Vec::new());
    for row in transaction.query(SELECT_DETAILS, &[&shard]).await? {
        let (place, written): (String, String) = (row.try_get("place")?, row.try_get("tags")?);
        let names: Vec<String> = serde_json::from_str(&written).unwrap_or_default();
        let mut of_row = json!({"tag_keys": names.iter().map(|tag| key(tag)).collect::<Vec<_>>()});
        if !place.is_empty() {
            of_row["place_key"] = key(&place).into();
        }
        places.push(place);
        tags.push(written);
        keys.push(of_row.to_string());
    }
    transaction.execute(UPDATE_DETAILS, &[&shard, &places, &tags, &keys]).await?;
    Ok(())
}

/// Writes the search documents in which something stands that is no key.
async fn renew_documents(transaction: &Transaction<'_>, shard: i32) -> Result<(), StoreError> {
    let mut records: Vec<Uuid> = Vec::new();
    let rows = transaction.query_raw(SELECT_DOCUMENTS, [shard]).await?;
    let mut rows = pin!(rows);
    while let Some(row) = rows.try_next().await? {
        let (mut texts, tags): (Vec<String>, Vec<String>) = (row.try_get("names")?, row.try_get("tags")?);
        texts.extend(tags);
        texts.extend(row.try_get::<_, Option<String>>("place")?);
        if texts.iter().any(|text| !text.is_empty() && key(text) != *text) {
            records.push(row.try_get("game_id")?);
        }
    }
    let write = transaction.prepare(WRITE_DOCUMENT).await?;
    for some in records.chunks(DOCUMENTS_AHEAD) {
        let parameters: Vec<[&(dyn tokio_postgres::types::ToSql + Sync); 2]> =
            some.iter().map(|record| [&shard as _, record as _]).collect();
        try_join_all(parameters.iter().map(|parameters| transaction.execute(&write, parameters))).await?;
    }
    Ok(())
}
