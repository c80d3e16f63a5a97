//! Migrations and privileges.

use futures_util::future::join_all;
use kifu_engine::seq::Seq;
use kifu_store::{Store, StoreConfig, StoreError};
use tokio_postgres::error::SqlState;

use crate::fixtures::{Fixture, append};
use crate::postgres::Database;

#[tokio::test]
async fn processes_starting_at_once_migrate_once() {
    let databases = [Database::create(), Database::create()];
    let stores = databases.iter().flat_map(|database| {
        (0..4)
            .map(|_| Store::connect(StoreConfig::new(database.url.parse().unwrap())).unwrap())
            .collect::<Vec<_>>()
    });
    let stores: Vec<_> = stores.collect();
    assert!(stores[0].ready().await.is_err(), "not migrated yet");
    for migrated in join_all(stores.iter().map(Store::migrate)).await {
        migrated.unwrap();
    }
    for ready in join_all(stores.iter().map(Store::ready)).await {
        ready.unwrap();
    }
}

#[tokio::test]
async fn an_owner_who_is_no_superuser_can_migrate_and_serve() {
    let database = Database::create();
    let role = format!("owner_{}", uuid::Uuid::now_v7().simple());
    let name = database.url.rsplit_once("dbname=").unwrap().1.to_owned();
    database.psql(&format!("CREATE ROLE {role} LOGIN CREATEROLE"));
    database.psql(&format!("ALTER DATABASE {name} OWNER TO {role}"));
    let url = database.url.replace("user=postgres", &format!("user={role}"));
    let store = Store::connect(StoreConfig::new(url.parse().unwrap())).unwrap();
    store.migrate().await.unwrap();
    store.ready().await.unwrap();
}

#[tokio::test]
async fn nobody_changes_an_event() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    fixture.store.append(append(game, 2)).await.unwrap();
    let before = fixture.store.latest().events(game, Seq(0)).await.unwrap();
    let client = fixture.owner().await;
    for role in ["RESET ROLE", "SET ROLE kifu_service"] {
        client.batch_execute(role).await.unwrap();
        for change in [
            "UPDATE events SET payload = '{}'",
            "UPDATE events SET position = position + 1 WHERE false",
            "DELETE FROM events",
            "TRUNCATE events",
        ] {
            let refusal = client.batch_execute(change).await.unwrap_err();
            assert_eq!(refusal.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE), "{role}; {change}");
        }
    }
    assert_eq!(fixture.store.latest().events(game, Seq(0)).await.unwrap(), before);
}

#[tokio::test]
async fn the_service_changes_only_what_may_change() {
    let fixture = Fixture::new().await;
    fixture.open().await;
    let client = fixture.owner().await;
    client.batch_execute("SET ROLE kifu_service").await.unwrap();
    for change in [
        "UPDATE games SET rules_version = 2",
        "DELETE FROM games",
        "DELETE FROM tokens",
        "UPDATE tokens SET expires_at = NULL",
        "UPDATE tokens SET role = 'scribe'",
        "DELETE FROM shard_heads",
        "DELETE FROM players",
        "UPDATE statistic_columns SET bytes = bytes",
        "UPDATE statistic_chunks SET rows = 0",
        "UPDATE statistic_clock SET at = now()",
        "UPDATE idempotency SET body_hash = body_hash",
        "UPDATE issuances SET sealed_answer = sealed_answer",
        "DELETE FROM seatings",
        "UPDATE openings SET game_id = game_id",
        "DROP TABLE events",
        "ALTER TABLE events DISABLE TRIGGER ALL",
        "CREATE TABLE more ()",
    ] {
        let refusal = client.batch_execute(change).await.unwrap_err();
        assert_eq!(refusal.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE), "{change}");
    }
}

/// A reader of a migration finds above each table what it is for and what bounds its growth.
#[test]
fn every_table_says_what_it_is_for_and_what_bounds_its_growth() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let mut tables = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let Some(table) = line.strip_prefix("CREATE TABLE ") else { continue };
            let comment = lines[..number].iter().rev().take_while(|line| line.starts_with("--"));
            let comment: String =
                comment.collect::<Vec<_>>().into_iter().rev().map(|line| &line[2..]).collect();
            let (purpose, growth) =
                comment.split_once("Growth:").unwrap_or_else(|| panic!("{table}: {comment}"));
            assert!(purpose.trim().len() > 10 && growth.trim().len() > 5, "{table}: {comment}");
            tables += 1;
        }
    }
    assert!(tables > 15, "{tables}");
}

/// Its connections take the role on: what the role may not do any more, the store cannot do.
#[tokio::test]
async fn the_store_works_in_the_role_of_the_service() {
    let fixture = Fixture::new().await;
    let game = fixture.open().await;
    fixture.store.append(append(game, 1)).await.unwrap();
    let owner = fixture.owner().await;
    let [revoke, grant] = ["REVOKE INSERT ON events FROM", "GRANT INSERT ON events TO"];
    owner.batch_execute(&format!("{revoke} kifu_service")).await.unwrap();
    fixture.store.append(append(game, 2)).await.unwrap_err();
    owner.batch_execute(&format!("{grant} kifu_service")).await.unwrap();
    fixture.store.append(append(game, 2)).await.unwrap();
}

#[tokio::test]
async fn a_database_that_is_not_there_is_unavailable() {
    let store =
        Store::connect(StoreConfig::new("host=/tmp/kifu-no-such-folder user=postgres".parse().unwrap()))
            .unwrap();
    assert!(matches!(store.ready().await, Err(StoreError::Unavailable(_))));
    let request = append(kifu_store::GameId::generate(), 1);
    assert!(matches!(store.append(request).await, Err(StoreError::Unavailable(_))));
}
