//! Players and who sits where.

use futures_util::future::join_all;
use kifu_names::Name;
use kifu_store::{
    CreatePlayerOutcome, MergeOutcome, NewPlayer, Occupant, Opening, Player, PlayerId, PlayerLookup,
    Revision, now,
};

use crate::fixtures::{Fixture, opening};

async fn player(fixture: &Fixture, name: &str) -> PlayerId {
    let player = Player { id: PlayerId::generate(), name: Name::stored(name), created_at: now() };
    let new = NewPlayer { player, token: [7; 32], key: None };
    assert_eq!(fixture.store.create_player(&new).await.unwrap(), CreatePlayerOutcome::New);
    new.player.id
}

fn seated(id: PlayerId) -> Opening {
    Opening { seating: vec![Occupant::Player { id, name: Name::stored("?") }], ..opening() }
}

async fn first_seat(fixture: &Fixture, opening: &Opening) -> Occupant {
    let record = fixture.store.latest().record(opening.id).await.unwrap().unwrap();
    record.seating[0].clone()
}

#[tokio::test]
async fn whoever_is_seated_while_they_are_merged_or_erased_is_nobody_else() {
    let fixture = Fixture::new().await;
    for _ in 0..5 {
        let (old, new) = (player(&fixture, "old").await, player(&fixture, "new").await);
        let openings: Vec<_> = std::iter::repeat_with(|| seated(old)).take(16).collect();
        let opened = join_all(openings.iter().map(|opening| fixture.store.open_game(opening)));
        let (opened, merged) = tokio::join!(opened, fixture.store.merge_players(old, new));
        assert!(opened.iter().all(Result::is_ok), "{opened:?}");
        assert_eq!(merged.unwrap(), MergeOutcome::Done);
        for opening in &openings {
            assert_eq!(
                first_seat(&fixture, opening).await,
                Occupant::Player { id: new, name: Name::stored("new") }
            );
        }
        let more: Vec<_> = std::iter::repeat_with(|| seated(old)).take(16).collect();
        let opened = join_all(more.iter().map(|opening| fixture.store.open_game(opening)));
        let (opened, erased) = tokio::join!(opened, fixture.store.erase_player(new, now()));
        assert!(opened.iter().all(Result::is_ok), "{opened:?}");
        assert!(erased.unwrap());
        for opening in openings.iter().chain(&more) {
            assert_eq!(first_seat(&fixture, opening).await, Occupant::Erased);
        }
        assert_eq!(fixture.store.latest().player(old).await.unwrap(), Some(PlayerLookup::Erased));
        assert!(!fixture.store.rename_player(new, &Name::stored("back")).await.unwrap());
    }
}

#[tokio::test]
async fn every_change_of_a_person_is_a_revision_of_the_records() {
    let fixture = Fixture::new().await;
    let (one, other) = (player(&fixture, "one").await, player(&fixture, "other").await);
    let opening = seated(one);
    fixture.store.open_game(&opening).await.unwrap();
    let revision =
        async || fixture.store.latest().record_version(opening.id).await.unwrap().unwrap().revision;
    assert_eq!(revision().await, 0);
    assert!(fixture.store.rename_player(one, &Name::stored("1")).await.unwrap());
    assert_eq!(revision().await, 1);
    assert_eq!(fixture.store.merge_players(one, other).await.unwrap(), MergeOutcome::Done);
    assert_eq!(revision().await, 2);
    assert!(fixture.store.erase_player(other, now()).await.unwrap());
    assert_eq!(revision().await, 3);
    let seats = vec![(1, Occupant::Guest(Name::stored("Ann")))];
    let revised = Revision { game: opening.id, expected: 3, details: None, visibility: None, seats };
    assert!(fixture.store.revise(&[revised]).await.unwrap());
    assert_eq!(revision().await, 4);
}

#[tokio::test]
async fn changes_of_the_same_records_at_once_wait_for_each_other() {
    let fixture = Fixture::new().await;
    let players = [player(&fixture, "a").await, player(&fixture, "b").await];
    for turn in 0..30 {
        let [one, other] = if turn % 2 == 0 { [0, 1] } else { [1, 0] };
        let sitter = |n: usize| Occupant::Player { id: players[n], name: Name::stored("?") };
        let both = Opening { seating: vec![sitter(one), sitter(other)], ..opening() };
        fixture.store.open_game(&both).await.unwrap();
    }
    let renamings = (0..40).map(|n| {
        let store = fixture.store.clone();
        async move { store.rename_player(players[n % 2], &Name::stored(&format!("name {n}"))).await }
    });
    for renamed in join_all(renamings).await {
        assert!(renamed.unwrap());
    }
}
