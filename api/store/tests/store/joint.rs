//! Parts of joint moves: changed until all are in, then sealed.

use futures_util::future::join_all;
use kifu_engine::seq::Seq;
use kifu_store::{Append, Authority, JointMove, Json, StoredPart};
use serde_json::json;

use crate::fixtures::{Fixture, append};

fn part(hand: &str) -> Json {
    json!({ "hand": hand }).into()
}

async fn two_seats(fixture: &Fixture) -> JointMove {
    JointMove { game: fixture.open().await, since: Seq(3), seats: 2 }
}

impl Fixture {
    async fn enter(&self, joint: JointMove, seat: u8, hand: &str) -> bool {
        self.store.enter_part(joint, seat, Some(&part(hand)), Authority::Service).await.unwrap()
    }

    /// By seat, what it entered.
    async fn entered(&self, joint: JointMove) -> Vec<(u8, String)> {
        let parts = self.store.latest().parts(joint).await.unwrap();
        let read = |StoredPart { seat, part }| {
            (seat, part.read::<serde_json::Value>().unwrap()["hand"].as_str().unwrap().to_owned())
        };
        parts.into_iter().map(read).collect()
    }
}

#[tokio::test]
async fn a_part_is_replaced_and_withdrawn_until_all_are_in() {
    let fixture = Fixture::new().await;
    let joint = two_seats(&fixture).await;
    assert!(fixture.enter(joint, 1, "rock").await && fixture.enter(joint, 1, "paper").await);
    assert_eq!(fixture.entered(joint).await, [(1, "paper".into())]);
    assert!(fixture.store.enter_part(joint, 1, None, Authority::Service).await.unwrap());
    assert!(
        fixture.store.enter_part(joint, 1, None, Authority::Service).await.unwrap(),
        "nothing is left to withdraw"
    );
    assert!(fixture.enter(joint, 0, "rock").await && fixture.enter(joint, 1, "paper").await);
    assert!(!fixture.enter(joint, 1, "scissors").await);
    assert!(!fixture.store.enter_part(joint, 0, None, Authority::Service).await.unwrap());
    let sealed = [(0, "rock".into()), (1, "paper".into())];
    assert_eq!(fixture.entered(joint).await, sealed);
    assert_eq!(fixture.store.latest().records_with_parts().await.unwrap(), [joint.game]);
}

#[tokio::test]
async fn parts_of_an_earlier_move_go_when_later_ones_come() {
    let fixture = Fixture::new().await;
    let joint = two_seats(&fixture).await;
    let later = JointMove { since: Seq(4), ..joint };
    fixture.enter(joint, 0, "rock").await;
    fixture.enter(joint, 1, "rock").await;
    assert!(fixture.enter(later, 0, "paper").await);
    assert_eq!(fixture.entered(joint).await, []);
    fixture.store.delete_parts_before(joint.game, Seq(4)).await.unwrap();
    assert_eq!(fixture.entered(later).await, [(0, "paper".into())]);
    fixture.store.delete_parts_before(joint.game, Seq(5)).await.unwrap();
    assert!(fixture.store.latest().records_with_parts().await.unwrap().is_empty());
}

#[tokio::test]
async fn of_seats_that_enter_and_change_at_once_the_last_seals() {
    let fixture = Fixture::new().await;
    for _ in 0..20 {
        let joint = two_seats(&fixture).await;
        let other = Append { expected: Some(Seq(0)), ..append(joint.game, 1) };
        let entering =
            join_all([(0, "rock"), (0, "paper"), (1, "rock"), (1, "paper")].map(|(seat, hand)| {
                let fixture = &fixture;
                async move { (seat, hand, fixture.enter(joint, seat, hand).await) }
            }));
        let (entering, appended) = tokio::join!(entering, fixture.store.append(other));
        appended.expect("a row of the record is locked, not the shard");
        let entered = fixture.entered(joint).await;
        let counts: Vec<_> = entering.iter().filter(|(_, _, taken)| *taken).collect();
        assert!((2..=3).contains(&counts.len()), "{entering:?}");
        for (seat, hand) in entered {
            assert!(counts.iter().any(|(of, said, _)| (*of, *said) == (seat, hand.as_str())), "{entering:?}");
        }
    }
}
