//! Players and who sits where.

use futures_util::future::join_all;
use kifu_names::Name;
use kifu_store::{
    Consent, CreatePlayerOutcome, KeyedOutcome, MergeOutcome, NewPlayer, Occupant, Opening, Player,
    PlayerChange, PlayerId, PlayerLookup, Revision, SeatedBy, Sitter, SitterLookup, now,
};

use crate::fixtures::{Fixture, opening};

async fn player(fixture: &Fixture, name: &str) -> PlayerId {
    let player = Player {
        id: PlayerId::generate(),
        name: Name::stored(name),
        created_at: now(),
        seated_by: SeatedBy::default(),
    };
    let new = NewPlayer { player, token: [7; 32], key: None };
    assert_eq!(fixture.store.create_player(&new).await.unwrap(), CreatePlayerOutcome::New);
    new.player.id
}

async fn sitter(fixture: &Fixture, id: PlayerId) -> Sitter {
    match fixture.store.latest().sitters(&[(id, Consent::Operator)]).await.unwrap().pop() {
        Some(SitterLookup::Allowed(sitter)) => sitter,
        other => panic!("{other:?}"),
    }
}

async fn seated(fixture: &Fixture, id: PlayerId) -> Opening {
    Opening { seating: vec![sitter(fixture, id).await], ..opening() }
}

async fn renamed(fixture: &Fixture, id: PlayerId, name: &str) -> bool {
    let change = PlayerChange { name: Some(Name::stored(name)), seated_by: None };
    fixture.store.change_player(id, &change).await.unwrap()
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
        let openings = join_all((0..16).map(|_| seated(&fixture, old))).await;
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
        let more = join_all((0..16).map(|_| seated(&fixture, old))).await;
        let opened = join_all(more.iter().map(|opening| fixture.store.open_game(opening)));
        let (opened, erased) = tokio::join!(opened, fixture.store.erase_player(new, now()));
        assert!(opened.iter().all(Result::is_ok), "{opened:?}");
        assert!(erased.unwrap());
        for opening in openings.iter().chain(&more) {
            assert_eq!(first_seat(&fixture, opening).await, Occupant::Erased);
        }
        assert_eq!(fixture.store.latest().player(old).await.unwrap(), Some(PlayerLookup::Erased));
        assert!(!renamed(&fixture, new, "back").await);
    }
}

#[tokio::test]
async fn every_change_of_a_person_is_a_revision_of_the_records() {
    let fixture = Fixture::new().await;
    let (one, other) = (player(&fixture, "one").await, player(&fixture, "other").await);
    let opening = seated(&fixture, one).await;
    fixture.store.open_game(&opening).await.unwrap();
    let revision =
        async || fixture.store.latest().record_version(opening.id).await.unwrap().unwrap().revision;
    assert_eq!(revision().await, 0);
    assert!(renamed(&fixture, one, "1").await);
    assert_eq!(revision().await, 1);
    assert_eq!(fixture.store.merge_players(one, other).await.unwrap(), MergeOutcome::Done);
    assert_eq!(revision().await, 2);
    assert!(fixture.store.erase_player(other, now()).await.unwrap());
    assert_eq!(revision().await, 3);
    let seats = vec![(1, Sitter::guest(Name::stored("Ann")))];
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
        let seating = vec![sitter(&fixture, players[one]).await, sitter(&fixture, players[other]).await];
        let both = Opening { seating, ..opening() };
        fixture.store.open_game(&both).await.unwrap();
    }
    let fixture = &fixture;
    let renamings =
        (0..12).map(|n| async move { renamed(fixture, players[n % 2], &format!("name {n}")).await });
    assert!(join_all(renamings).await.into_iter().all(|renamed| renamed));
}

#[tokio::test]
async fn a_player_is_seated_by_whoever_shows_consent() {
    let fixture = Fixture::new().await;
    let (one, other) = (player(&fixture, "one").await, player(&fixture, "other").await);
    let lookup =
        async |id, consent| fixture.store.latest().sitters(&[(id, consent)]).await.unwrap().pop().unwrap();
    let allowed = async |id, consent| matches!(lookup(id, consent).await, SitterLookup::Allowed(_));
    let outcome = fixture.store.replace_player_token(other, &[8; 32], None).await.unwrap();
    assert_eq!(outcome, KeyedOutcome::Done);
    assert!(allowed(one, Consent::Operator).await && allowed(one, Consent::Token([7; 32])).await);
    assert_eq!(lookup(one, Consent::Nothing).await, SitterLookup::NoConsent(one));
    assert_eq!(
        lookup(one, Consent::Token([8; 32])).await,
        SitterLookup::NoConsent(one),
        "somebody else's token"
    );
    assert_eq!(lookup(PlayerId::generate(), Consent::Operator).await, SitterLookup::Unknown);
    // A merged profile is its successor's; both tokens are that person's.
    assert_eq!(fixture.store.merge_players(one, other).await.unwrap(), MergeOutcome::Done);
    assert!(allowed(one, Consent::Token([7; 32])).await && allowed(other, Consent::Token([7; 32])).await);
    assert_eq!(lookup(one, Consent::Nothing).await, SitterLookup::NoConsent(other));
    let anybody = PlayerChange { name: None, seated_by: Some(SeatedBy::Anybody) };
    assert!(fixture.store.change_player(other, &anybody).await.unwrap());
    assert!(allowed(one, Consent::Nothing).await);
    assert!(fixture.store.erase_player(other, now()).await.unwrap());
    assert_eq!(lookup(one, Consent::Operator).await, SitterLookup::Erased);
}
