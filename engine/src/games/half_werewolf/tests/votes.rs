//! The votes, and the seats that have none.

use super::*;

fn evening(seats: u8, variant: &str, entries: &[Value]) -> Box<dyn AnyRecord> {
    record(seats, variant, &[&[deal(), pass(usize::from(seats))], entries].concat())
}

fn five() -> Box<dyn AnyRecord> {
    morning(&quiet())
}

#[test]
fn hw_10_votes_are_for_seats_or_the_graveyard() {
    let table = five();
    let mut voted = table.fork();
    add(&mut *voted, vote(json!([1, "graveyard", 1, 1, "graveyard"])));
    let counts = json!([{"target": 1, "votes": 3}, {"target": "graveyard", "votes": 2}]);
    let counted = json!({"type": "votes_counted", "counts": counts});
    assert_eq!(effects(&*voted), json!([counted, {"type": "executed", "target": 1}]));
    assert_eq!(why(&*table, vote(json!([1, 1, 1, 1]))).0, "G-5");
    assert_eq!(why(&*table, vote(json!([1, 1, 1, 1, 5]))).0, "G-5");
    for wrong in [json!("tree"), json!(1.5), json!({"seat": 1}), json!(true)] {
        let entry = vote(json!([1, 1, 1, 1, wrong]));
        assert!(matches!(table.fork().append(&entry), Err(Rejected::Malformed(_))), "{entry}");
    }
    assert_eq!(why(&*morning(&[]), vote(json!([1, 1, 1, 1, 1]))).0, "G-3");
}

#[test]
fn hw_i2_a_vote_for_oneself_is_allowed() {
    assert!(accepts(&*five(), vote(json!([0, 1, 2, 3, 4]))));
}

#[test]
fn hw_11_the_tied_go_to_a_runoff() {
    let mut table = five();
    add(&mut *table, vote(json!([1, 1, "graveyard", 0, "graveyard"])));
    let runoff = json!({"type": "runoff", "targets": [1, "graveyard"]});
    assert_eq!(effects(&*table)[1], runoff);
    assert_eq!(table.state().value()["targets"], json!([1, "graveyard"]));
    assert_eq!(why(&*table, vote(json!([1, 1, 1, 0, 1]))), ("HW-11", "not_in_runoff", None, true));
    let mut stray = table.fork();
    add(&mut *stray, irregular(vote(json!([0, 0, 0, 0, 1]))));
    assert_eq!(stray.state().value()["executed"], 0, "it counts, if it really happened");
    add(&mut *table, vote(json!([1, 1, "graveyard", 1, 1])));
    assert_eq!(table.state().value()["executed"], 1);
}

#[test]
fn hw_11_a_tie_in_the_runoff_is_panic() {
    let mut table = evening(4, "standard", &[skip(S), end_day()]);
    for _ in 0..2 {
        add(&mut *table, vote(json!([1, 1, 0, 0])));
    }
    assert_eq!(effects(&*table)[1], json!({"type": "panicked"}));
    assert_eq!(
        (&table.state().value()["panic"], &table.state().value()["executed"]),
        (&json!(true), &Value::Null)
    );
    add(&mut *table, reveal(json!([[V, V], [V, V], [M, W], [V, V]]), json!([S])));
    assert_eq!(json!(table.outcome()), json!({"ending": "panic", "winners": [2]}));
}

#[test]
fn hw_14_where_everybody_has_a_vote_null_is_refused_at_once() {
    let null = vote(json!([1, 1, null, 1, 1]));
    assert_eq!(why(&*five(), null.clone()), ("HW-14", "has_a_vote", None, true));
    let mut abstained = five();
    add(&mut *abstained, irregular(null));
    assert!(abstained.is_irregular());
    for variant in ["standard", "dangerous_neighbour", "farewell_to_a_dying_world"] {
        let six = evening(6, variant, &quiet());
        assert_eq!(why(&*six, vote(json!([1, 1, null, 1, 1, 1]))).0, "HW-14", "{variant}");
    }
}

#[test]
fn hw_14_with_four_seats_one_ballot_is_null_at_most() {
    let table = evening(4, "standard", &[look(0, at(1, 0)), end_day()]);
    assert!(accepts(&*table, vote(json!([1, 1, null, 1]))));
    assert!(accepts(&*table, vote(json!([1, 1, 1, 1]))));
    assert_eq!(why(&*table, vote(json!([1, 1, null, null]))), ("HW-14", "has_a_vote", None, true));
}

#[test]
fn hw_12_the_madman_has_no_vote_and_a_mad_wolf_has() {
    let madman = evening(4, "standard", &[look(0, at(1, 0)), note(2, [M, V]), end_day()]);
    assert_eq!(why(&*madman, vote(json!([1, 1, 1, 1]))), ("HW-12", "madman_has_no_vote", None, true));
    assert_eq!(why(&*madman, vote(json!([1, null, 1, 1]))).0, "HW-12");
    assert!(accepts(&*madman, vote(json!([1, 1, null, 1]))));
    let mad_wolf = evening(4, "standard", &[look(0, at(1, 0)), note(2, [M, W]), end_day()]);
    assert_eq!(why(&*mad_wolf, vote(json!([1, 1, null, 1]))), ("HW-14", "has_a_vote", None, true));
    assert!(accepts(&*mad_wolf, vote(json!([1, 1, 1, 1]))));
    // Nor in the runoff.
    let mut runoff = madman.fork();
    add(&mut *runoff, vote(json!([1, 0, null, 3])));
    assert_eq!(why(&*runoff, vote(json!([1, 0, 1, 3]))).0, "HW-12");
    // Five seats: the madman votes like everybody.
    let five = morning(&[&[note(2, [M, V])], &quiet()[..]].concat());
    assert!(accepts(&*five, vote(json!([1, 1, 1, 1, 1]))));
}

#[test]
fn hw_12_the_ballots_are_checked_as_soon_as_the_cards_are_known() {
    let four = |ballots: Value| evening(4, "standard", &[look(0, at(1, 0)), end_day(), vote(ballots)]);
    let voted = four(json!([1, 1, 1, 1]));
    assert_eq!(why(&*voted, note(2, [M, V])), ("HW-12", "madman_has_no_vote", Some(5), false));
    assert!(accepts(&*voted, note(2, [M, W])));
    let null = four(json!([1, 1, null, 1]));
    assert_eq!(why(&*null, note(3, [M, V])), ("HW-12", "madman_has_no_vote", Some(5), false));
    assert_eq!(why(&*null, note(2, [V, V])), ("HW-14", "has_a_vote", Some(5), false));
    let hands = |madman: &str, wolf: &str| json!([[S, V], [V, V], [madman, wolf], [V, V]]);
    assert!(accepts(&*null, reveal(json!([[S, V], [V, V], [M, V], [W, V]]), json!([V]))));
    let refused = why(&*null, reveal(hands(M, W), json!([V])));
    assert_eq!(refused, ("HW-14", "has_a_vote", Some(5), false));
    // The true votes are recorded at the vote.
    let mut record = voted.fork();
    let with = vote(json!([1, 1, 1, 1]));
    add(&mut *record, json!({"type": "amend", "event": 5, "with": with, "irregular": true}));
    assert!(record.is_irregular() && accepts(&*record, note(2, [M, V])));
}

fn night(entries: &[Value]) -> Box<dyn AnyRecord> {
    evening(6, "night_of_the_magician", entries)
}

#[test]
fn hw_13_who_was_turned_has_no_vote() {
    let seer = [note(0, [S, V]), saw(0, at(1, 0), "magician"), skip(G), end_day()];
    let table = night(&seer);
    assert_eq!(why(&*table, vote(json!([1, 1, 1, 1, 1, 1]))), ("HW-13", "turned_has_no_vote", None, true));
    let mut runoff = table.fork();
    add(&mut *runoff, vote(json!([null, 1, 2, 1, 2, 3])));
    assert_eq!(why(&*runoff, vote(json!([1, 1, 2, 1, 2, 2]))).0, "HW-13");
    assert!(accepts(&*runoff, vote(json!([null, 1, 2, 1, 2, 2]))));
    // The madman votes here.
    let with_madman = night(&[&[note(3, [M, V])], &seer[..]].concat());
    assert!(accepts(&*with_madman, vote(json!([null, 1, 2, 1, 2, 3]))));
}

#[test]
fn hw_14_in_the_night_of_the_magician_only_a_seat_that_looked_or_dug_shows_null() {
    let table = night(&[look(0, at(1, 0)), skip(G), end_day()]);
    assert!(accepts(&*table, vote(json!([null, 1, 1, 1, 1, 1]))));
    assert_eq!(why(&*table, vote(json!([1, null, 1, 1, 1, 1]))), ("HW-14", "has_a_vote", None, true));
    let both = |target: Value| night(&[look(0, target), dig(2, at(1, 1)), end_day()]);
    let nulls = vote(json!([null, 1, null, 1, 1, 1]));
    // Both met the magician only if it lay in the graveyard when the seer looked there.
    assert!(accepts(&*both(grave(1)), nulls.clone()));
    assert_eq!(why(&*both(at(1, 0)), nulls).0, "HW-14");
    let nobody = night(&quiet());
    assert_eq!(why(&*nobody, vote(json!([null, 1, 1, 1, 1, 1]))).0, "HW-14");
}

#[test]
fn hw_i4_a_seat_that_held_werewolf_or_madman_is_not_turned_and_votes() {
    for held in [W, M] {
        let table = night(&[note(0, [S, held]), saw(0, at(1, 0), "magician"), skip(G), end_day()]);
        assert_eq!(table.state().value()["turned"], json!([]));
        assert!(accepts(&*table, vote(json!([1, 1, 1, 1, 1, 1]))), "{held}");
        assert_eq!(why(&*table, vote(json!([null, 1, 1, 1, 1, 1]))).0, "HW-14", "{held}");
    }
}

/// The werewolf is taken from a seer who met the magician with it in hand: the seer was not
/// turned then, and belongs to the village now (HW-I7).
#[test]
fn hw_i4_the_hand_at_the_time_of_the_look_counts() {
    let mut table = night(&[
        note(0, [S, W]),
        saw(0, at(1, 0), "magician"),
        json!({"type": "dig", "seat": 2, "target": at(0, 1), "saw": [V, V], "give": 0}),
        end_day(),
        vote(json!([1, 1, 1, 1, 1, 1])),
    ]);
    let hands = json!([[S, V], ["magician", V], [G, V], [M, V], [V, V], [V, V]]);
    add(&mut *table, reveal(hands, json!([W, V])));
    assert_eq!(table.state().value()["camps"][0], "village");
    assert_eq!(table.state().value()["turned"], json!([]));
}

#[test]
fn hw_i5_a_seer_who_looks_at_its_own_magician_is_turned() {
    let table = night(&[note(0, [S, "magician"]), saw(0, at(0, 1), "magician")]);
    assert_eq!(effects(&*table), json!([{"type": "turned", "seat": 0}]));
    assert_eq!(table.state().value()["turned"], json!([0]));
}

#[test]
fn hw_23_a_turned_effect_appears_only_where_it_is_certain() {
    let unsure = night(&[saw(0, at(1, 0), "magician")]);
    assert_eq!(effects(&*unsure), json!([]), "seat 0 may hold the werewolf");
    let harmless = night(&[note(0, [S, V]), saw(0, at(1, 0), V)]);
    assert_eq!(harmless.state().value()["turned"], json!([]));
    let dug = json!({"type": "dig", "seat": 2, "target": at(0, 1), "saw": [V, "magician"]});
    let turned = night(&[look(1, at(0, 0)), note(2, [G, V]), dug]);
    assert_eq!(effects(&*turned)[0], json!({"type": "turned", "seat": 2}));
}
