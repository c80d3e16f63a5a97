//! Opening, finding and entering records.

use futures_util::future::join_all;
use kifu_engine::seq::Seq;
use kifu_names::{Name, NameKey};
use kifu_store::{
    Filter, Occupant, OpenOutcome, RetryKey, Revision, Search, SearchHit, Sitter, Sort, SortKey, Visibility,
};
use serde_json::json;

use crate::fixtures::{Fixture, Scanner, opening};

fn key(key: u8, body: u8) -> RetryKey {
    RetryKey { key: [key; 32], body: [body; 32], sealed_answer: vec![key, body] }
}

#[tokio::test]
async fn a_record_is_read_as_it_was_opened() {
    let fixture = Fixture::new().await;
    let sent = opening();
    fixture.store.open_game(&sent).await.unwrap();
    let record = fixture.store.latest().record(sent.id).await.unwrap().unwrap();
    assert_eq!((record.game.as_str(), record.seats, record.version), ("go", 2, Seq(0)));
    assert_eq!(record.options.read::<serde_json::Value>().unwrap(), json!({"size": 9}));

    let seated: Vec<_> = sent.seating.iter().map(|sitter| sitter.occupant().clone()).collect();
    assert_eq!(record.seating, seated);

    let revision = Revision {
        game: sent.id,
        expected: 0,
        details: Some(json!({"tags": []}).into()),
        visibility: None,
        seats: vec![(1, Sitter::unnamed())],
    };
    assert!(fixture.store.revise(std::slice::from_ref(&revision)).await.unwrap());
    let record = fixture.store.latest().record(sent.id).await.unwrap().unwrap();
    assert_eq!(record.details.read::<serde_json::Value>().unwrap(), json!({"tags": []}));
    assert_eq!(record.seating, [Occupant::Guest(Name::stored("Ann")), Occupant::Unnamed]);
    assert_eq!(record.revision, 1);
    assert!(!fixture.store.revise(std::slice::from_ref(&revision)).await.unwrap(), "it was read before that");

    let unknown = kifu_store::GameId::generate();
    assert_eq!(fixture.store.latest().record(unknown).await.unwrap(), None);
    assert!(!fixture.store.revise(&[Revision { game: unknown, ..revision }]).await.unwrap());
}

#[tokio::test]
async fn retries_of_an_opening_at_once_open_one_record() {
    let fixture = Fixture::new().await;
    let openings: Vec<_> =
        std::iter::repeat_with(|| kifu_store::Opening { key: Some(key(1, 1)), ..opening() })
            .take(8)
            .collect();
    let answers = join_all(openings.iter().map(|o| fixture.store.open_game(o))).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    let [first] = fixture.feed().await[..] else { panic!("one opening") };
    assert_eq!(answers.iter().filter(|a| matches!(a, OpenOutcome::New { .. })).count(), 1);
    let again = OpenOutcome::Duplicate { game: first.1, sealed_answer: vec![1, 1] };
    assert_eq!(answers.iter().filter(|a| **a == again).count(), 7);

    let other = kifu_store::Opening { key: Some(key(1, 2)), ..opening() };
    assert_eq!(fixture.store.open_game(&other).await.unwrap(), OpenOutcome::KeyReused);
    let found = fixture.store.latest().opening_by_key(&[1; 32]).await.unwrap().unwrap();
    assert_eq!((found.game, found.body), (first.1, vec![1; 32]));
    assert_eq!(fixture.store.latest().opening_by_key(&[2; 32]).await.unwrap(), None);
}

#[tokio::test]
async fn pages_of_the_list_meet_without_overlap() {
    let fixture = Fixture::new().await;
    let mut public = Vec::new();
    let at = chrono::Utc::now();
    for n in 0..7 {
        let mut record = kifu_store::Opening { opened_at: at, ..opening() };
        record.visibility = [Visibility::Public, Visibility::Unlisted][usize::from(n == 3)];
        fixture.store.open_game(&record).await.unwrap();
        if n != 3 {
            public.insert(0, record.id);
        }
    }
    let mut search = search(Vec::new(), 4);
    let mut listed = found(&fixture, &search).await;
    search.after = listed.last().map(|found| found.position);
    listed.extend(found(&fixture, &search).await);
    assert_eq!(listed.iter().map(|found| found.position.id).collect::<Vec<_>>(), public);

    let count = async |filter| found(&fixture, &self::search(vec![filter], 100)).await.len();
    assert_eq!(count(Filter::Games(vec!["go".into()])).await, 6);
    assert_eq!(count(Filter::Games(vec!["chess".into()])).await, 0);
    assert_eq!(count(Filter::Tag(NameKey::of("club"))).await, 6);
    assert_eq!(count(Filter::Tag(NameKey::of("final"))).await, 0);
}

fn search(mut filters: Vec<Filter>, limit: usize) -> Search {
    filters.push(Filter::Visibilities(vec![Visibility::Public]));
    Search { filters, sort: Sort { key: SortKey::Opened, descending: true }, after: None, limit }
}

async fn found(fixture: &Fixture, search: &Search) -> Vec<SearchHit> {
    fixture.store.latest().search(search, &Scanner).await.unwrap()
}
