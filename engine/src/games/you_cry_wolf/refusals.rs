//! Every way to break a rule of this game.

use serde_json::{Value, json};

use super::knowledge::Learned;
use super::rules::animal::{Animal, Dice};
use super::words::Words;
use crate::count;
use crate::range::Range;
use crate::seat::{BySeat, Seat, Seats};
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::{Bounds, InputNumber};

fn broken(rule: &'static str, code: &'static str, message: Words, detail: Value) -> Violation {
    Violation::new(rule, code, message, detail)
}

/// Names the earlier event that cannot stand beside the move.
pub fn contradicting(violation: Violation, event: Seq) -> Violation {
    Violation { code: "contradiction", ..violation.contradicting(event) }
}

/// G-5: a list has another length than the table has seats.
pub fn wrong_length(what: Words, input: usize, seats: Seats) -> Violation {
    out_of_length(what, input, seats.count().into())
}

/// G-5: a die has another number of sides than six.
pub fn wrong_faces(input: usize) -> Violation {
    out_of_length(Words::FacesGiven, input, 6)
}

fn out_of_length(what: Words, input: usize, allowed: i64) -> Violation {
    Violation::out_of_range(what, count::to_i64(input), Bounds::Exactly(allowed))
}

pub fn not_six_dice(rule: &'static str, input: usize) -> Violation {
    broken(rule, "not_six_dice", Words::NotSixDice { input }, json!({"input": input, "allowed": 6}))
}

pub fn boxes(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::BoxesQuantity, input, Bounds::Between(1, most))
}

pub fn seats(rule: &'static str, input: i64, most: i64) -> Violation {
    let detail = json!({"input": input, "allowed": {"min": 2, "max": most}});
    broken(rule, "seats", Words::WrongNumberOfSeats { input, most }, detail)
}

pub fn wolves_of_six_dice(input: i64) -> Violation {
    let detail = json!({"input": input, "allowed": {"min": 0, "max": 6}});
    broken("YCW-1", "wolves_of_six_dice", Words::WolvesOfSixDice { input: InputNumber(input) }, detail)
}

pub fn not_most_wolves(seat: Seat, wolves: &BySeat<i64>, most: i64) -> Violation {
    let best: Vec<Seat> = wolves.iter().filter(|(_, count)| **count == most).map(|(seat, _)| seat).collect();
    let detail = json!({"seat": seat, "allowed": best});
    broken("YCW-I1", "not_most_wolves", Words::NotMostWolves { seat, most }, detail)
}

pub fn nothing_new(seat: Seat) -> Violation {
    broken("YCW-2", "nothing_new", Words::NothingNew { seat }, json!({"seat": seat}))
}

pub fn die_noted_otherwise(
    seat: Seat,
    index: usize,
    input: Animal,
    (logged, event): (Animal, Seq),
) -> Violation {
    let message = Words::DieNotedOtherwise { seat, number: index + 1, input, logged };
    let detail = json!({"seat": seat, "index": index, "input": input, "allowed": logged});
    Violation::contradiction(message, detail, event)
}

fn words_of(dice: Dice) -> Vec<&'static str> {
    dice.faces().map(Animal::word).collect()
}

pub fn impossible_cup(seat: Seat, dice: Dice, (event, learned): (Seq, Learned)) -> Violation {
    if matches!(learned, Learned::Passed { .. }) {
        return pass_not_forced(seat, event);
    }
    let detail = json!({"seat": seat, "input": words_of(dice)});
    contradicting(broken("YCW-2", "contradiction", Words::ImpossibleCup { seat }, detail), event)
}

pub fn impossible_bet(seat: Seat, die: Animal, (event, learned): (Seq, Learned)) -> Violation {
    if matches!(learned, Learned::Passed { .. }) {
        return pass_not_forced(seat, event);
    }
    let detail = json!({"seat": seat, "input": die});
    contradicting(broken("YCW-2", "contradiction", Words::ImpossibleBet { seat, die }, detail), event)
}

pub fn pass_not_forced(seat: Seat, event: Seq) -> Violation {
    let violation = broken("YCW-I3", "contradiction", Words::PassNotForced { seat }, json!({"seat": seat}));
    contradicting(violation, event)
}

pub fn cup_noted_otherwise(seat: Seat, seen: Dice, event: Seq) -> Violation {
    let detail = json!({"seat": seat, "input": words_of(seen)});
    Violation::contradiction(Words::CupNotedOtherwise { seat }, detail, event)
}

pub fn not_the_rest(seat: Seat, input: usize, left: i64, event: Option<Seq>) -> Violation {
    let detail = json!({"seat": seat, "input": input, "allowed": left});
    let violation = broken("YCW-2", "not_six_dice", Words::NotTheRest { seat, input, left }, detail);
    match event {
        Some(event) => contradicting(violation, event),
        None => violation,
    }
}

pub fn wrong_row(die: Animal, row: Animal) -> Violation {
    let detail = json!({"die": die, "input": row, "allowed": die.rows()});
    broken("YCW-5", "wrong_row", Words::WrongRow { die, row }, detail)
        .recorded_as(Words::PlacedOnWrongRow { die, row })
}

pub fn claim_too_low(row: Animal, input: i64, least: i64) -> Violation {
    let detail = json!({"input": input, "allowed": {"min": least}});
    broken("YCW-6", "claim_too_low", Words::ClaimTooLow { row, least }, detail)
        .recorded_as(Words::ClaimedTooLittle { row, input: InputNumber(input), least })
}

/// A claim below the lowest that outbids the marker.
pub fn not_outbid(row: Animal, input: i64, outbidding: i64) -> Violation {
    let marker = outbidding.saturating_sub(1);
    let detail = json!({"input": input, "allowed": {"min": outbidding}});
    broken("YCW-7", "claim_not_higher", Words::NotOutbid { row, marker }, detail)
        .recorded_as(Words::DidNotOutbid { row, input: InputNumber(input), marker })
}

pub fn no_marker(seat: Seat) -> Violation {
    let detail = json!({"seat": seat, "input": 0, "allowed": {"min": 1}});
    broken("YCW-8", "no_marker", Words::NoMarker { seat }, detail)
}

pub fn empty_cup(seat: Seat) -> Violation {
    let detail = json!({"seat": seat, "input": 0, "allowed": {"min": 1}});
    broken("YCW-9", "empty_cup", Words::EmptyCup { seat }, detail)
}

pub fn more_than_all_dice(input: i64, most: i64) -> Violation {
    let message = Words::MoreThanAllDice { input: InputNumber(input), most };
    broken("YCW-I2", "claim_too_high", message, json!({"input": input, "allowed": {"max": most}}))
}

pub fn no_privilege(seat: Seat, first: Option<Seat>) -> Violation {
    let detail = json!({"seat": seat, "allowed": first});
    broken("YCW-19", "no_privilege", Words::NoPrivilege { seat }, detail)
        .recorded_as(Words::UsedPowerAnyway { seat })
}

pub fn nothing_to_roll() -> Violation {
    let detail = json!({"input": 0, "allowed": {"min": 1}});
    broken("YCW-I4", "nothing_to_roll", Words::NothingToRoll, detail)
}

pub fn could_act(seat: Seat, allowed: &[String]) -> Violation {
    let detail = json!({"seat": seat, "allowed": allowed});
    broken("YCW-I3", "could_act", Words::CouldAct { seat }, detail).recorded_as(Words::PassedAnyway { seat })
}

pub fn nobody_to_accuse(row: Animal, allowed: &[Animal]) -> Violation {
    let detail = json!({"input": row, "allowed": allowed});
    broken("YCW-10", "nobody_to_accuse", Words::NobodyToAccuse { row }, detail)
}

pub fn count_out_of_bounds(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::CountQuantity, input, Bounds::Between(0, most))
}

pub fn nothing_revealed() -> Violation {
    let detail = json!({"input": null, "allowed": ["cups", "count"]});
    broken("YCW-11", "nothing_revealed", Words::NothingRevealed, detail)
}

pub fn count_left_open(range: Range) -> Violation {
    let detail = json!({"input": null, "allowed": range});
    broken("YCW-11", "count_left_open", Words::CountLeftOpen { allowed: bounds(range) }, detail)
}

pub fn wrong_count(input: i64, range: Range) -> Violation {
    let message = Words::WrongCount { input: InputNumber(input), allowed: bounds(range) };
    broken("YCW-11", "wrong_count", message, json!({"input": input, "allowed": range}))
}

fn bounds(Range { min, max }: Range) -> Bounds {
    if min == max { Bounds::Exactly(min) } else { Bounds::Between(min, max) }
}
