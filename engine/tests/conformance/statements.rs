//! A seat's statement is judged by what that seat knows. That seat and the public see a change that does not depend on
//! other recorded facts. Statements that do not agree are disputed, and nothing is lost.

use std::collections::BTreeSet;

use kifu_engine::erased::AnyRecord;
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use serde_json::{Value, json};

use crate::entering::{every_filling, fill};
use crate::mangling::another;
use crate::table::{Table, all_games, answers, for_each_game, log, mangle};

/// Statements tried at one position.
const STATEMENTS_PER_POSITION: usize = 12;

/// The moves that this seat could say now: those that its own log allows, and others that it might try.
fn statements(own: &dyn AnyRecord, seat: Seat, table: &mut Table) -> Vec<Value> {
    let names = Names::none(own.seats().len());
    let forms = own.forms(Viewer::Seat(seat), None, &names).unwrap_or_default();
    let forms: Vec<Value> = forms.iter().map(|form| json!(form)).collect();
    let mut statements = Vec::new();
    for _ in 0..STATEMENTS_PER_POSITION {
        let filled = (!forms.is_empty()).then(|| {
            let form = table.dice.choose(&forms).clone();
            fill(&form, &mut |count| table.dice.below_len(count))
        });
        statements.extend(filled);
        statements.extend(own.sample(&mut table.dice));
    }
    let mangled: Vec<Value> = statements.iter().map(|mv| mangle(mv, &mut table.dice)).collect();
    statements.extend(mangled);
    statements.retain(|mv| own.actor(mv) == Ok(Some(seat)));
    statements
}

/// The parts that this seat could enter in the joint move that is due.
fn parts(own: &dyn AnyRecord, seat: Seat, table: &mut Table) -> Vec<Value> {
    let names = Names::none(own.seats().len());
    let Some(form) = own.part_form(seat, &names) else { return Vec::new() };
    let form = json!(form);
    let filled: Vec<Value> =
        (0..STATEMENTS_PER_POSITION).map(|_| fill(&form, &mut |count| table.dice.below_len(count))).collect();
    let mangled: Vec<Value> = filled.iter().map(|part| mangle(part, &mut table.dice)).collect();
    filled.into_iter().chain(mangled).collect()
}

/// Adds a seat's statement if its own log allows it, as the service does. Returns if so, and the answer to the seat.
fn say(record: &mut dyn AnyRecord, seat: Seat, mv: &Value) -> (bool, String) {
    let names = Names::none(record.seats().len());
    let verdict = record.seen_by(Viewer::Seat(seat)).add(mv, &names);
    if verdict.is_ok() {
        record.append_statement(mv).expect("a seat's own log allows it");
    }
    (verdict.is_ok(), format!("{verdict:?}"))
}

/// The answers that a seat and the public see.
fn seen(record: &dyn AnyRecord, seat: Seat) -> [Value; 2] {
    [Viewer::Seat(seat), Viewer::Public].map(|viewer| {
        let seen = record.seen_by(viewer);
        json!([answers(&*seen), seen.disputes()])
    })
}

/// Two records that a seat can't tell apart.
struct Pair([Box<dyn AnyRecord>; 2]);

impl Pair {
    fn open(table: &Table) -> Self {
        Self([table.reopen(), table.reopen()])
    }

    /// A move of the scribe on both, with other secrets where there are any. False if there is none to be had.
    fn step(&mut self, seat: Seat, table: &mut Table) -> bool {
        let [this, other] = &mut self.0;
        let Some(mv) = this.sample(&mut table.dice) else { return false };
        let viewer = Viewer::Seat(seat);
        let mut next = this.fork();
        if next.append(&mv).is_err() || next.status() != Status::Live {
            return false;
        }
        let secret = another(&**other, &mv, viewer, &*next, &mut table.dice);
        let mut same = other.fork();
        if same.append(secret.as_ref().unwrap_or(&mv)).is_err()
            || same.status() != Status::Live
            || log(&*same.seen_by(viewer)) != log(&*next.seen_by(viewer))
        {
            return false;
        }
        (*this, *other) = (next, same);
        true
    }

    fn assert_same(&self, seat: Seat, after: &Value) {
        let [this, other] = self.0.each_ref().map(|record| seen(&**record, seat));
        assert_eq!(this, other, "seat {seat} learns something from {after}");
    }

    fn fork(&self) -> Self {
        Self(self.0.each_ref().map(|record| record.fork()))
    }

    /// Says it in both, and checks that the seat learns nothing. A refused statement changes nothing, so only the
    /// refusal could tell something.
    fn say(&mut self, seat: Seat, mv: &Value) {
        let [this, other] = self.0.each_mut().map(|record| say(&mut **record, seat, mv));
        assert_eq!(this, other, "seat {seat} says {mv}");
        if this.0 {
            self.assert_same(seat, mv);
        }
    }
}

#[test]
fn a_statement_reveals_nothing_hidden_to_its_seat() {
    for_each_game(|table| {
        let seats: Vec<Seat> = table.record.seats().iter().take(3).collect();
        let seat = *table.dice.choose(&seats);
        let mut pair = Pair::open(table);
        for _ in 0..table.dice.below_len(40) {
            if !pair.step(seat, table) {
                break;
            }
            pair.assert_same(seat, &json!("a move of the scribe"));
            let own = pair.0[0].seen_by(Viewer::Seat(seat));
            let tried = statements(&*own, seat, table);
            for mv in &tried {
                pair.fork().say(seat, mv);
            }
            for part in parts(&*own, seat, table) {
                let [this, other] = pair.0.each_ref().map(|record| {
                    format!("{:?}", record.seen_by(Viewer::Seat(seat)).check_part(seat, &part))
                });
                assert_eq!(this, other, "{part}");
            }
            // The game goes on with what was said.
            if table.dice.chance(3) && !tried.is_empty() {
                let mv = table.dice.choose(&tried).clone();
                pair.say(seat, &mv);
                if pair.0.iter().any(|record| record.status() != Status::Live) {
                    break;
                }
            }
        }
    });
}

/// The games with secrets that are checked at every position, and the moves of each.
const GAMES_WITH_SECRETS: u64 = 3;
const MOVES_PER_GAME: usize = 16;
/// Ways to fill in a form that are looked at.
const MAX_FILLINGS: usize = 2000;

/// Everything that this seat's keys can say now.
fn every_statement(own: &dyn AnyRecord, seat: Seat) -> BTreeSet<String> {
    let names = Names::none(own.seats().len());
    let forms = own.forms(Viewer::Seat(seat), None, &names).unwrap_or_default();
    let filled = forms.iter().flat_map(|form| every_filling(json!(form)).take(MAX_FILLINGS));
    filled.filter(|mv| own.actor(mv) == Ok(Some(seat))).map(|mv| mv.to_string()).collect()
}

/// The logs that a seat and the public get of a record, as while it is live.
fn visible(record: &dyn AnyRecord, seat: Seat) -> [Vec<Value>; 2] {
    [Viewer::Seat(seat), Viewer::Public].map(|viewer| log(record.viewer_log(viewer).seen()))
}

/// Says all that a seat could say at each position of a game, and returns how much that was.
fn say_everything(table: &mut Table, seat: Seat) -> usize {
    let names = Names::none(table.record.seats().len());
    let (mut pair, mut said) = (Pair::open(table), 0);
    for _ in 0..MOVES_PER_GAME {
        if !pair.step(seat, table) {
            break;
        }
        // Both are one log to the seat, so they give equal answers. It remains to compare what the seat sees then.
        let own = pair.0[0].seen_by(Viewer::Seat(seat));
        for mv in every_statement(&*own, seat) {
            let mv: Value = serde_json::from_str(&mv).expect("it was JSON");
            if own.fork().add(&mv, &names).is_err() {
                continue;
            }
            said += 1;
            let after = pair.0.each_ref().map(|record| {
                let mut record = record.fork();
                record.append_statement(&mv).expect("a seat's own log allows it");
                (record.status(), visible(&*record, seat))
            });
            // The end of a game shows, and everything is open then.
            if after.iter().all(|(status, _)| *status == Status::Live) {
                assert_eq!(after[0], after[1], "seat {seat} learns something from {mv}");
            }
        }
    }
    said
}

#[test]
fn no_statement_at_any_position_reveals_hidden_facts_to_its_seat() {
    let with_secrets = all_games().into_iter().filter(|game| game.meta().has_secrets);
    std::thread::scope(|scope| {
        for game in with_secrets {
            scope.spawn(move || {
                let said: usize = (0..GAMES_WITH_SECRETS)
                    .map(|seed| {
                        let mut table = Table::open(game, seed);
                        let seats: Vec<Seat> = table.record.seats().iter().collect();
                        let seat = *table.dice.choose(&seats);
                        say_everything(&mut table, seat)
                    })
                    .sum();
                println!("{}: {said} statements", game.meta().slug);
                assert!(said > 20, "{}: {said} statements", game.meta().slug);
            });
        }
    });
}

/// Games in which every seat says whatever its own log allows.
fn for_each_table_talk(invariant: impl Fn(&mut Table)) {
    for_each_game(|table| {
        for _ in 0..table.dice.below_len(40) {
            if table.play().is_none() || table.record.status() != Status::Live {
                break;
            }
            let seats: Vec<Seat> = table.record.seats().iter().collect();
            let seat = *table.dice.choose(&seats);
            let own = table.record.seen_by(Viewer::Seat(seat));
            let tried = statements(&*own, seat, table);
            if !tried.is_empty() {
                let mv = table.dice.choose(&tried).clone();
                say(&mut *table.record, seat, &mv);
            }
            invariant(table);
        }
    });
}

#[test]
fn a_record_with_disputes_folds_again_to_the_same_answers() {
    for_each_table_talk(|table| {
        let mut again = table.reopen();
        for entry in table.log() {
            again.append_stored(&entry.to_string()).expect("it was accepted before");
        }
        assert_eq!(answers(&*again), answers(&*table.record));
        assert_eq!(again.disputes(), table.record.disputes());
    });
}

#[test]
fn every_viewers_log_of_a_record_with_disputes_folds() {
    for_each_table_talk(|table| {
        for viewer in table.viewers() {
            let seen = table.record.seen_by(viewer);
            let mut again = table.reopen();
            for entry in log(&*seen) {
                again.append_stored(&entry.to_string()).expect("it was told");
            }
            assert_eq!(answers(&*again), answers(&*seen), "{viewer:?}");
        }
    });
}

#[test]
fn a_statement_taken_back_was_never_disputed() {
    for_each_table_talk(|table| {
        let before = (answers(&*table.record)["position"].clone(), table.record.disputes());
        for seat in table.record.seats().iter().take(4) {
            let own = table.record.seen_by(Viewer::Seat(seat));
            for mv in statements(&*own, seat, table).iter().take(4) {
                let mut record = table.record.fork();
                let version = record.version();
                say(&mut *record, seat, mv);
                if record.version() == version || record.status() != Status::Live {
                    continue;
                }
                record.append(&json!({"type": "take_back"})).expect("it was just said");
                assert_eq!((answers(&*record)["position"].clone(), record.disputes()), before, "{mv}");
            }
        }
    });
}

/// Without disagreements the tests above would check nothing.
#[test]
fn games_with_secrets_have_disputes() {
    for game in all_games().into_iter().filter(|game| ["half_werewolf", "bremen"].contains(&game.meta().slug))
    {
        let disputed = |seed| {
            let mut table = Table::open(game, seed);
            let seat = Seat::new(0);
            for _ in 0..30 {
                if table.play().is_none() || table.record.status() != Status::Live {
                    return false;
                }
                let own = table.record.seen_by(Viewer::Seat(seat));
                for mv in statements(&*own, seat, &mut table) {
                    let mut record = table.record.fork();
                    say(&mut *record, seat, &mv);
                    if !record.disputes().is_empty() {
                        let stated = record.entries(Seq(1)).pop().expect("it was said").payload;
                        assert_eq!(stated.value()["statement"], true);
                        return true;
                    }
                }
            }
            false
        };
        assert!((0..200).any(disputed), "{}", game.meta().slug);
    }
}
