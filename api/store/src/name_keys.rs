//! The keys of names that are stored, made anew where this version makes them otherwise than the one that stored them.

use std::pin::pin;

use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use serde_json::json;
use tokio_postgres::{Client, Transaction};
use uuid::Uuid;

use super::StoreError;
use kifu_names::{Name, NameKey};

queries! {
    const SELECT_VERSION: i32 = "SELECT version FROM name_key_version";

    const UPDATE_VERSION: () = "UPDATE name_key_version SET version = $1";

    const SELECT_SHARDS: i32 = "SELECT shard FROM shard_heads ORDER BY shard";

    const SELECT_PLAYERS: (Uuid, String, String) =
        "SELECT player_id, name, name_key FROM players WHERE name IS NOT NULL";

    const UPDATE_PLAYERS: () = "
        UPDATE players p SET name_key = n.key FROM unnest($1::uuid[], $2::text[]) AS n (id, key) WHERE p.player_id = n.id";

    const SELECT_GUESTS: (String, String) = "
        SELECT DISTINCT guest_name, guest_key FROM seatings WHERE shard = $1 AND guest_name IS NOT NULL";

    const UPDATE_GUESTS: () = "
        UPDATE seatings s SET guest_key = n.key FROM unnest($2::text[], $3::text[]) AS n (name, key)
        WHERE s.shard = $1 AND s.guest_name = n.name";

    const SELECT_DETAILS: (String, String) = "
        SELECT DISTINCT coalesce(details ->> 'place', '') AS place, coalesce(details -> 'tags', '[]')::text AS tags
        FROM games
        WHERE shard = $1 AND (details ? 'place' OR details -> 'tags' <> '[]')";

    const UPDATE_DETAILS: () = "
        UPDATE games g SET details = g.details || n.keys::jsonb
        FROM unnest($2::text[], $3::text[], $4::text[]) AS n (place, tags, keys)
        WHERE g.shard = $1 AND coalesce(g.details ->> 'place', '') = n.place
          AND coalesce(g.details -> 'tags', '[]')::text = n.tags";

    const SELECT_DOCUMENTS: (Uuid, Vec<String>, Option<String>, Vec<String>) = "
        SELECT game_id, names, place, tags FROM search_documents WHERE shard = $1 AND words <> ''";

    const WRITE_DOCUMENT: () = "SELECT write_search_document($1, $2)";
}

/// Search documents that are written before the database answers for the first of them.
const DOCUMENTS_AHEAD: usize = 500;

/// Makes the keys anew, all or none, if this version makes others. Only under the lock of migrations.
pub(crate) async fn renew(client: &mut Client) -> Result<(), StoreError> {
    let version = SELECT_VERSION.one(&*client, &[]).await?;
    if version == NameKey::VERSION {
        return Ok(());
    }
    let transaction = client.transaction().await?;
    renew_players(&transaction).await?;
    for shard in SELECT_SHARDS.all(&transaction, &[]).await? {
        renew_guests(&transaction, shard).await?;
        renew_details(&transaction, shard).await?;
        renew_documents(&transaction, shard).await?;
    }
    UPDATE_VERSION.execute(&transaction, &[&NameKey::VERSION]).await?;
    transaction.commit().await?;
    tracing::info!(version = NameKey::VERSION, "names are compared by new keys");
    Ok(())
}

fn key(name: &str) -> String {
    Name::stored(name).key().into()
}

async fn renew_players(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let (mut ids, mut keys) = (Vec::<Uuid>::new(), Vec::new());
    for (id, name, stored) in SELECT_PLAYERS.all(transaction, &[]).await? {
        let key = key(&name);
        if key != stored {
            ids.push(id);
            keys.push(key);
        }
    }
    UPDATE_PLAYERS.execute(transaction, &[&ids, &keys]).await?;
    Ok(())
}

async fn renew_guests(transaction: &Transaction<'_>, shard: i32) -> Result<(), StoreError> {
    let (mut names, mut keys) = (Vec::<String>::new(), Vec::new());
    for (name, stored) in SELECT_GUESTS.all(transaction, &[&shard]).await? {
        let key = key(&name);
        if key != stored {
            names.push(name);
            keys.push(key);
        }
    }
    UPDATE_GUESTS.execute(transaction, &[&shard, &names, &keys]).await?;
    Ok(())
}

async fn renew_details(transaction: &Transaction<'_>, shard: i32) -> Result<(), StoreError> {
    let (mut places, mut tags, mut keys) = (Vec::<String>::new(), Vec::<String>::new(), Vec::new());
    for (place, written) in SELECT_DETAILS.all(transaction, &[&shard]).await? {
        let names: Vec<String> = serde_json::from_str(&written).unwrap_or_default();
        let mut of_row = json!({"tag_keys": names.iter().map(|tag| key(tag)).collect::<Vec<_>>()});
        if !place.is_empty() {
            of_row["place_key"] = key(&place).into();
        }
        places.push(place);
        tags.push(written);
        keys.push(of_row.to_string());
    }
    UPDATE_DETAILS.execute(transaction, &[&shard, &places, &tags, &keys]).await?;
    Ok(())
}

/// Writes the search documents in which something stands that is no key.
async fn renew_documents(transaction: &Transaction<'_>, shard: i32) -> Result<(), StoreError> {
    let mut records: Vec<Uuid> = Vec::new();
    let rows = transaction.query_raw(SELECT_DOCUMENTS.sql, [shard]).await?;
    let mut rows = pin!(rows);
    while let Some(row) = rows.try_next().await? {
        let (record, mut texts, place, tags) = SELECT_DOCUMENTS.read(&row)?;
        texts.extend(tags);
        texts.extend(place);
        if texts.iter().any(|text| !text.is_empty() && key(text) != *text) {
            records.push(record);
        }
    }
    let write = transaction.prepare(WRITE_DOCUMENT.sql).await?;
    for some in records.chunks(DOCUMENTS_AHEAD) {
        let parameters: Vec<[&(dyn tokio_postgres::types::ToSql + Sync); 2]> =
            some.iter().map(|record| [&shard as _, record as _]).collect();
        try_join_all(parameters.iter().map(|parameters| transaction.execute(&write, parameters))).await?;
    }
    Ok(())
}
