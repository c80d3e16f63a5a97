//! One test or more per rule.

use serde_json::json;
use strum::VariantArray;

use super::super::rules::throwing::Throw;
use super::*;

#[test]
fn pk_1_two_seats_with_open_hands_palms_up() {
    let game = crate::games::find("punyon_ken").unwrap();
    for seats in [0, 1, 2, 3, 255] {
        match game.open_new(seats, &json!({})) {
            Ok(record) => assert_eq!((seats, scores(&*record)), (2, [up(0), up(0)])),
            Err(Rejected::Refused(refusal)) => {
                assert_eq!((seats == 2, refusal.violation.rule), (false, "PK-1"));
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}

#[test]
fn pk_2_rock_beats_scissors_beats_paper_beats_rock() {
    let [rock, scissors, paper] = [Throw::Rock, Throw::Scissors, Throw::Paper];
    for (first, second, beats) in [
        (rock, scissors, true),
        (scissors, paper, true),
        (paper, rock, true),
        (scissors, rock, false),
        (paper, scissors, false),
        (rock, paper, false),
        (rock, rock, false),
        (scissors, scissors, false),
        (paper, paper, false),
    ] {
        assert_eq!(first.beats(second), beats, "{first:?} {second:?}");
    }
    assert_eq!(effects(&*record("SP"))[0], json!({"type": "throw_won", "seat": 0, "hand": "scissors"}));
    assert_eq!(effects(&*record("SR"))[0], json!({"type": "throw_won", "seat": 1, "hand": "rock"}));
}

#[test]
fn pk_2_exactly_two_seats_throw() {
    for hands in ["", "R", "RSP"] {
        let violation = refused(&*open(), &throw(hands));
        assert_eq!((violation.rule, violation.can_record_anyway), ("G-5", false), "{hands}");
        assert_eq!(violation.detail, json!({"input": hands.len(), "allowed": 2}));
    }
    let well = json!({"type": "throw", "hands": ["rock", "well"]});
    assert!(matches!(open().append(&well), Err(Rejected::Malformed(_))));
}

#[test]
fn pk_3_a_win_with_rock_bends_one_finger() {
    let record = record("RS");
    assert_eq!(scores(&*record), [up(1), up(0)]);
    assert_eq!(effects(&*record)[1], json!({"type": "fingers_bent", "seat": 0, "count": 1, "bent": 1}));
}

#[test]
fn pk_4_a_win_with_scissors_bends_two() {
    let record = record("RS PS");
    assert_eq!(scores(&*record), [up(1), up(2)]);
    assert_eq!(effects(&*record)[1], json!({"type": "fingers_bent", "seat": 1, "count": 2, "bent": 2}));
}

#[test]
fn pk_5_five_bent_fingers_win() {
    let record = record("RS RS RS RS RS");
    assert_eq!((won(&*record), scores(&*record)), (Some((0, "fingers")), [up(5), up(0)]));
    assert_eq!(effects(&*record)[2], json!({"type": "game_won", "seat": 0, "by": "fingers"}));
    assert_eq!(won(&*super::record("RS RS RS RS")), None);
}

#[test]
fn pk_i1_five_bent_fingers_win_after_any_throws() {
    assert_eq!(won(&*record("SP SP RS")), Some((0, "fingers")), "2 + 2 + 1");
    assert_eq!(won(&*record("RS SP SP")), Some((0, "fingers")), "1 + 2 + 2");
    let record = record("SP SP SP");
    assert_eq!((won(&*record), scores(&*record)), (Some((0, "fingers")), [up(5), up(0)]), "2 + 2 + 2");
    assert_eq!(effects(&*record)[1], json!({"type": "fingers_bent", "seat": 0, "count": 1, "bent": 5}));
}

#[test]
fn pk_i2_equal_throws_change_nothing() {
    for draw in ["RR", "SS", "PP"] {
        let before = record("RS PR");
        let mut after = before.fork();
        after.append(&throw(draw)).unwrap();
        assert_eq!((after.state(), effects(&*after)), (before.state(), json!([{"type": "drawn"}])));
        assert_eq!(won(&*record(&format!("PR {draw} PR"))), Some((0, "palm")), "paper, draw, paper wins");
    }
}

#[test]
fn pk_6_a_win_with_paper_turns_the_palm_down() {
    let record = record("PR");
    assert_eq!((won(&*record), scores(&*record)), (None, [down(0), up(0)]));
    assert_eq!(effects(&*record)[1], json!({"type": "palm_turned_down", "seat": 0}));
}

#[test]
fn pk_7_a_win_with_paper_palm_down_wins() {
    let record = record("PR PR");
    assert_eq!((won(&*record), scores(&*record)), (Some((0, "palm")), [down(0), up(0)]));
    assert_eq!(won(&*super::record("PR RS PR")), Some((0, "palm")), "the palm stays down while winning");
    assert_eq!(won(&*super::record("RP RS RP")), None, "scissors lost to rock in between");
    assert_eq!(won(&*super::record("RP PS RP")), Some((1, "palm")));
}

#[test]
fn pk_8_a_loss_turns_the_palm_up_and_leaves_the_fingers() {
    let lost = record("RS PR RP");
    // The other seat wins with paper, so its palm goes down and this one goes up.
    assert_eq!(scores(&*lost), [up(1), down(0)]);
    assert_eq!(
        effects(&*lost),
        json!([
            {"type": "throw_won", "seat": 1, "hand": "paper"},
            {"type": "palm_turned_down", "seat": 1},
            {"type": "palm_turned_up", "seat": 0},
        ])
    );
    let again = record("PR SR PR");
    assert_eq!((won(&*again), scores(&*again)), (None, [down(0), up(1)]), "paper, loss, paper");
}

/// PK-8 holds for the throw that loses the game, too.
#[test]
fn pk_8_a_palm_is_lost_with_the_game() {
    let record = record("PS PS PR PS");
    assert_eq!((won(&*record), scores(&*record)), (Some((1, "fingers")), [up(0), up(5)]));
}

/// How many positions there are, by hand:
///
/// - Live: each seat has 0 to 4 bent fingers, 5 × 5 = 25 pairs. Both palms are up, or one of the
///   two is down; both can't be, for a palm goes down by a win, which turns the other up (PK-8).
///   Every pair is reached by wins with rock, and one win with paper turns a palm: 25 × 3 = 75.
/// - Won by fingers: 2 winners with 5 fingers, palm up or down (it may be down when rock or
///   scissors win), 2 × 2; the loser has 0 to 4 and its palm up (PK-8): 4 × 5 = 20.
/// - Won by the palm: 2 winners with 0 to 4 fingers, palm down; the loser has 0 to 4, palm up:
///   2 × 5 × 5 = 50.
///
/// 75 + 20 + 50 = 145.
#[test]
fn pk_5_pk_7_exactly_145_positions_can_be_reached() {
    use super::super::PunyonKen;
    let mut reached = std::collections::HashSet::from([PunyonKen::START]);
    let mut waiting = vec![PunyonKen::START];
    while let Some(position) = waiting.pop() {
        if position.won.is_some() {
            continue;
        }
        for first in Throw::VARIANTS.iter().copied() {
            for second in Throw::VARIANTS.iter().copied() {
                let (after, _) = position.throw([first, second]);
                if reached.insert(after) {
                    waiting.push(after);
                }
            }
        }
    }
    let count = |ending: fn(&PunyonKen) -> bool| reached.iter().filter(|position| ending(position)).count();
    assert_eq!(count(|position| position.won.is_none()), 75);
    assert_eq!(count(|position| matches!(position.won, Some((_, super::super::WinPath::Fingers)))), 20);
    assert_eq!(count(|position| matches!(position.won, Some((_, super::super::WinPath::Palm)))), 50);
    assert_eq!(reached.len(), 145);
}

#[test]
fn pk_2_a_throw_is_hidden_from_the_other_seat() {
    let table = record("RS");
    let parts = ["paper", "rock"].map(|hand| json!({"type": "throw", "hand": hand}));
    for (part, seat) in parts.iter().zip(0..) {
        assert_eq!(table.check_part(crate::seat::Seat::new(seat), part).as_ref(), Ok(part));
    }
    assert_eq!(table.join(&parts), Some(throw("PR")));
    assert_eq!(table.joint().map(|joint| joint.kind), Some("throw"));
    assert_eq!(record("PS PS PS").joint(), None, "somebody has won");
}
