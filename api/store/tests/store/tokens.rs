//! Tokens: who may do what in a record.

use chrono::{TimeDelta, Utc};
use futures_util::future::join_all;
use kifu_names::Name;
use kifu_store::{Authority, GameId, Hash, Issue, IssueOutcome, NewToken, RetryKey, RevokeOutcome, Role};
use uuid::Uuid;

use crate::fixtures::{Fixture, opening};

const SCRIBE: Hash = [1; 32];

fn issue(game: GameId, hash: u8, role: Role) -> Issue {
    Issue {
        game,
        id: Uuid::now_v7(),
        token: NewToken { hash: [hash; 32], role },
        label: None,
        created_at: kifu_store::now(),
        expires_at: None,
        replaces: None,
        authority: Authority::Service,
        key: None,
    }
}

async fn open(fixture: &Fixture) -> GameId {
    let scribe = NewToken { hash: SCRIBE, role: Role::Scribe };
    let record = kifu_store::Opening { tokens: vec![scribe], ..opening() };
    fixture.store.open_game(&record).await.unwrap();
    record.id
}

async fn role(fixture: &Fixture, game: GameId, hash: u8) -> Option<Role> {
    fixture.store.latest().role(game, &[hash; 32]).await.unwrap()
}

async fn revision(fixture: &Fixture, game: GameId) -> i64 {
    fixture.store.latest().record_version(game).await.unwrap().unwrap().revision
}

#[tokio::test]
async fn a_token_is_good_for_its_record_until_revoked() {
    let fixture = Fixture::new().await;
    let (game, other) = (open(&fixture).await, fixture.open().await);
    let seat = Issue { label: Some(Name::stored("Ann's phone")), ..issue(game, 2, Role::Seat(1)) };
    assert_eq!(fixture.store.issue_token(&seat).await.unwrap(), IssueOutcome::New);
    let spectator = issue(game, 3, Role::Spectator);
    assert_eq!(fixture.store.issue_token(&spectator).await.unwrap(), IssueOutcome::New);
    assert_eq!(role(&fixture, game, 2).await, Some(Role::Seat(1)));
    assert_eq!(role(&fixture, game, 3).await, Some(Role::Spectator));
    assert_eq!(role(&fixture, other, 2).await, None);
    assert_eq!(revision(&fixture, game).await, 2, "each token given out is noticed");

    for _ in 0..2 {
        assert_eq!(fixture.store.revoke_token(game, seat.id, false).await.unwrap(), RevokeOutcome::Done);
    }
    assert_eq!(role(&fixture, game, 2).await, None);
    assert_eq!(revision(&fixture, game).await, 3, "and each one revoked, once");
    assert_eq!(fixture.store.revoke_token(other, seat.id, true).await.unwrap(), RevokeOutcome::Unknown);
    let unknown = issue(GameId::generate(), 4, Role::Scribe);
    assert_eq!(fixture.store.issue_token(&unknown).await.unwrap(), IssueOutcome::UnknownGame);

    let listed = fixture.store.latest().tokens(game).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|token| (token.role, token.revoked_at.is_some())).collect();
    assert_eq!(listed, [(Role::Spectator, false), (Role::Scribe, false), (Role::Seat(1), true)]);
    let token = fixture.store.latest().token(game, seat.id).await.unwrap().unwrap();
    assert_eq!(token.label.as_ref().map(Name::as_str), Some("Ann's phone"));
    assert!(token.is(&[2; 32]) && !token.is(&[3; 32]));
}

#[tokio::test]
async fn a_token_expires() {
    let fixture = Fixture::new().await;
    let game = open(&fixture).await;
    for (hash, minutes, expected) in [(2, 1, Some(Role::Seat(0))), (3, -1, None)] {
        let expires_at = Some(Utc::now() + TimeDelta::minutes(minutes));
        let token = Issue { expires_at, ..issue(game, hash, Role::Seat(0)) };
        fixture.store.issue_token(&token).await.unwrap();
        assert_eq!(role(&fixture, game, hash).await, expected);
        let again = Issue { replaces: Some(token.id), ..issue(game, hash + 10, Role::Seat(0)) };
        let issued = fixture.store.issue_token(&again).await.unwrap();
        assert_eq!(issued == IssueOutcome::New, expected.is_some(), "{issued:?}");
    }
}

#[tokio::test]
async fn of_those_who_replace_a_token_at_once_one_succeeds() {
    let fixture = Fixture::new().await;
    let game = open(&fixture).await;
    let old = issue(game, 2, Role::Seat(1));
    fixture.store.issue_token(&old).await.unwrap();
    let new: Vec<_> =
        (10..18).map(|hash| Issue { replaces: Some(old.id), ..issue(game, hash, Role::Seat(1)) }).collect();
    let issued = join_all(new.iter().map(|new| fixture.store.issue_token(new))).await;
    let issued: Vec<_> = issued.into_iter().map(Result::unwrap).collect();
    assert_eq!(issued.iter().filter(|issued| **issued == IssueOutcome::New).count(), 1);
    assert_eq!(issued.iter().filter(|issued| **issued == IssueOutcome::Ended).count(), 7);
    assert_eq!(role(&fixture, game, 2).await, None);
    let valid = join_all((10..18).map(|hash| role(&fixture, game, hash))).await;
    assert_eq!(valid.iter().flatten().count(), 1);
}

#[tokio::test]
async fn retries_at_once_give_out_one_token() {
    let fixture = Fixture::new().await;
    let game = open(&fixture).await;
    let keyed = |hash: u8, body: u8| {
        let key = RetryKey { key: [9; 32], body: [body; 32], sealed_answer: vec![hash] };
        Issue { key: Some(key), ..issue(game, hash, Role::Spectator) }
    };
    let requests: Vec<_> = (10..18).map(|hash| keyed(hash, 1)).collect();
    let issued = join_all(requests.iter().map(|issue| fixture.store.issue_token(issue))).await;
    let issued: Vec<_> = issued.into_iter().map(Result::unwrap).collect();
    let first = issued.iter().position(|issued| *issued == IssueOutcome::New).unwrap();
    let answer = requests[first].key.as_ref().unwrap().sealed_answer.clone();
    assert_eq!(issued.iter().filter(|issued| **issued == IssueOutcome::Duplicate(answer.clone())).count(), 7);
    assert_eq!(fixture.store.latest().tokens(game).await.unwrap().len(), 2);
    assert_eq!(fixture.store.issue_token(&keyed(20, 2)).await.unwrap(), IssueOutcome::KeyReused);
    let earlier = fixture.store.latest().issuance_by_key(game, &[9; 32]).await.unwrap();
    assert_eq!(earlier, Some((vec![1; 32], answer)));
    assert_eq!(fixture.store.latest().issuance_by_key(game, &[8; 32]).await.unwrap(), None);
}

#[tokio::test]
async fn two_scribes_who_revoke_each_other_leave_one() {
    let fixture = Fixture::new().await;
    let game = open(&fixture).await;
    let expires_at = Some(Utc::now() + TimeDelta::hours(1));
    fixture.store.issue_token(&Issue { expires_at, ..issue(game, 5, Role::Scribe) }).await.unwrap();
    let [first] = &fixture.store.latest().tokens(game).await.unwrap()[1..] else { panic!("two tokens") };
    let last = fixture.store.revoke_token(game, first.id, false).await.unwrap();
    assert_eq!(last, RevokeOutcome::LastScribe, "one that expires does not last");

    let second = issue(game, 6, Role::Scribe);
    fixture.store.issue_token(&second).await.unwrap();
    let both = [first.id, second.id].map(|id| fixture.store.revoke_token(game, id, false));
    let mut both: Vec<_> = join_all(both).await.into_iter().map(Result::unwrap).collect();
    both.sort_by_key(|revoked| *revoked == RevokeOutcome::LastScribe);
    assert_eq!(both, [RevokeOutcome::Done, RevokeOutcome::LastScribe]);
    for id in [first.id, second.id] {
        assert_eq!(fixture.store.revoke_token(game, id, true).await.unwrap(), RevokeOutcome::Done);
    }
}

#[tokio::test]
async fn a_record_has_a_limited_number_of_tokens() {
    let fixture = Fixture::new().await;
    let game = open(&fixture).await;
    let owner = fixture.owner().await;
    let fill = "INSERT INTO tokens (shard, game_id, token_hash, role)
        SELECT shard, $1, sha256(n::text::bytea), 'spectator' FROM games, generate_series(1, 999) n WHERE game_id = $1";
    owner.execute(fill, &[&game.0]).await.unwrap();
    let more = issue(game, 7, Role::Spectator);
    assert_eq!(fixture.store.issue_token(&more).await.unwrap(), IssueOutcome::TooMany);
    let some = fixture.store.latest().tokens(game).await.unwrap().pop().unwrap();
    fixture.store.revoke_token(game, some.id, true).await.unwrap();
    assert_eq!(fixture.store.issue_token(&more).await.unwrap(), IssueOutcome::New);
}
