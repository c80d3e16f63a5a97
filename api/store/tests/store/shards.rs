//! Several shards in one database, and who follows which.

use std::collections::BTreeSet;
use std::time::Duration;

use kifu_store::{
    FeedPositions, OpenOutcome, Opening, RetryKey, Search, Shards, Sort, SortKey, Store, StoreConfig,
};

use crate::fixtures::{Fixture, Scanner, append, opening};
use crate::postgres::Database;

#[tokio::test]
async fn a_database_keeps_the_number_of_shards_it_was_made_with() {
    let fixture = Fixture::with_shards(5).await;
    for count in [None, Shards::new(2)] {
        let config = StoreConfig { shards: count, ..StoreConfig::new(fixture.database.url.parse().unwrap()) };
        let store = Store::connect(config).unwrap();
        assert!(store.shards().is_err(), "nobody has looked yet");
        store.migrate().await.unwrap();
        assert_eq!(store.shards().unwrap().count(), 5);
        store.ready().await.unwrap();
    }
    assert_eq!(fixture.beside().await.shards().unwrap().count(), 5);
    let database = tokio::task::spawn_blocking(Database::create).await.unwrap();
    let store = Store::connect(StoreConfig::new(database.url.parse().unwrap())).unwrap();
    store.migrate().await.unwrap();
    assert_eq!(store.shards().unwrap(), Shards::SINGLE, "one, if nobody says anything else");
}

/// Records lie in all shards, and whoever asks for all finds all.
#[tokio::test]
async fn what_crosses_shards_finds_every_record() {
    let fixture = Fixture::with_shards(4).await;
    let store = &fixture.store;
    let shards = store.shards().unwrap();
    let mut opened = BTreeSet::new();
    for shard in (0..6).flat_map(|_| shards.all()) {
        let game = fixture.open_in(shard).await;
        store.append(append(game, 1)).await.unwrap();
        opened.insert(game);
    }
    let ends = store.latest().heads().await.unwrap();
    assert_eq!(ends.numbers().iter().sum::<i64>(), 48);
    assert!(ends.includes(&FeedPositions::start(shards)));
    let walked: Vec<_> = store.latest().walk(None, 100).await.unwrap();
    assert_eq!(walked.iter().map(|record| record.id).collect::<BTreeSet<_>>(), opened);
    assert!(walked.is_sorted_by_key(|record| (record.opened_at, record.id)));
    let mut after = None;
    let mut found = Vec::new();
    loop {
        let sort = Sort { key: SortKey::Opened, descending: true };
        let search = Search { filters: Vec::new(), sort, after, limit: 7 };
        let page = store.latest().search(&search, &Scanner).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.position);
        found.extend(page.iter().map(|hit| hit.found.as_ref().unwrap().record.id));
    }
    let newest_first: Vec<_> = walked.iter().rev().map(|record| record.id).collect();
    assert_eq!(found, newest_first, "pages go on where the one before ended, over all shards");
    let all: Vec<_> = opened.iter().copied().collect();
    assert_eq!(store.latest().logs(&all).await.unwrap().len(), 24);
    assert_eq!(store.latest().revisions(&all).await.unwrap().len(), 24);
    assert_eq!(store.latest().count_records().await.unwrap(), 24);
}

/// The key of an opening and its record may lie in different shards.
#[tokio::test]
async fn an_opening_is_retried_whatever_the_shards() {
    let fixture = Fixture::with_shards(4).await;
    for number in 0..16 {
        let key = RetryKey { key: [number; 32], body: [1; 32], sealed_answer: vec![number] };
        let first = Opening { key: Some(key.clone()), ..opening() };
        assert!(matches!(fixture.store.open_game(&first).await.unwrap(), OpenOutcome::New { .. }));
        let again = Opening { key: Some(key), ..opening() };
        let outcome = fixture.store.open_game(&again).await.unwrap();
        assert_eq!(outcome, OpenOutcome::Duplicate { game: first.id, sealed_answer: vec![number] });
    }
    assert_eq!(fixture.store.latest().count_records().await.unwrap(), 16);
}

#[tokio::test]
async fn instances_divide_the_shards_and_follow_those_of_one_that_is_gone() {
    let fixture = Fixture::with_shards(4).await;
    let stores = [fixture.store.clone(), fixture.beside().await, fixture.beside().await];
    let mut tasks: Vec<_> = stores.iter().map(|store| tokio::spawn(store.clone().hold_shards())).collect();
    let followed = |stores: &[Store]| {
        let of =
            |store: &Store| store.shards().unwrap().all().filter(|shard| store.follows(*shard)).collect();
        stores.iter().map(of).collect::<Vec<Vec<_>>>()
    };
    // Two, two and none, or two, one and one.
    until(|| {
        let held = followed(&stores);
        held.iter().all(|held| held.len() <= 2) && held.concat().iter().collect::<BTreeSet<_>>().len() == 4
    })
    .await;
    assert_eq!(followed(&stores).concat().len(), 4, "no two follow the same");
    let gone = followed(&stores).iter().position(|held| held.len() == 2).unwrap();
    tasks.remove(gone).abort();
    let left: Vec<_> = stores
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != gone)
        .map(|(_, store)| store.clone())
        .collect();
    until(|| followed(&left).iter().all(|held| held.len() == 2)).await;
    tasks.remove(0).abort();
    let last = left[1].clone();
    until(|| followed(std::slice::from_ref(&last))[0].len() == 4).await;
}

async fn until(holds: impl Fn() -> bool) {
    for _ in 0..200 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("that took too long");
}
