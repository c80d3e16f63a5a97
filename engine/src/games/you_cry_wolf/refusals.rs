//! The violations of the rules of this game.

use super::knowledge::Learned;
use super::rules::animal::{Animal, Dice};
use super::words::Words;
use crate::range::Range;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::{Bounds, InputNumber};

pub fn not_six_dice(rule: &'static str, input: usize) -> Violation {
    Violation::new(rule, "not_six_dice", Words::NotSixDice { input: InputNumber::from(input) }).allowed(6)
}

pub fn boxes(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::BoxesQuantity, input, Bounds::Between(1, most))
}

pub fn seats(rule: &'static str, input: i64, most: i64) -> Violation {
    let message = Words::WrongNumberOfSeats { input: InputNumber(input), most };
    Violation::new(rule, "seats", message).allowed(Bounds::Between(2, most))
}

pub fn wolves_of_six_dice(input: i64) -> Violation {
    Violation::new("YCW-1", "wolves_of_six_dice", Words::WolvesOfSixDice { input: InputNumber(input) })
        .allowed(Bounds::Between(0, 6))
}

pub fn not_most_wolves(seat: Seat, wolves: &BySeat<i64>, most: i64) -> Violation {
    let best: Vec<Seat> = wolves.iter().filter(|(_, count)| **count == most).map(|(seat, _)| seat).collect();
    Violation::new("YCW-I1", "not_most_wolves", Words::NotMostWolves { seat, most }).allowed(best)
}

pub fn nothing_new(seat: Seat) -> Violation {
    Violation::new("YCW-2", "nothing_new", Words::NothingNew { seat })
}

pub fn die_noted_otherwise(
    seat: Seat,
    index: usize,
    input: Animal,
    (logged, event): (Animal, Seq),
) -> Violation {
    let message = Words::DieNotedOtherwise { seat, number: index + 1, input, logged };
    Violation::contradiction(message, event).with("index", index).input(input).allowed(logged)
}

fn words_of(dice: Dice) -> Vec<&'static str> {
    dice.faces().map(Animal::word).collect()
}

pub fn impossible_cup(seat: Seat, dice: Dice, (event, learned): (Seq, Learned)) -> Violation {
    if matches!(learned, Learned::Passed { .. }) {
        return pass_not_forced(seat, event);
    }
    Violation::new("YCW-2", "contradiction", Words::ImpossibleCup { seat })
        .input(words_of(dice))
        .contradicting(event)
}

pub fn impossible_bet(seat: Seat, die: Animal, (event, learned): (Seq, Learned)) -> Violation {
    if matches!(learned, Learned::Passed { .. }) {
        return pass_not_forced(seat, event);
    }
    Violation::new("YCW-2", "contradiction", Words::ImpossibleBet { seat, die })
        .input(die)
        .contradicting(event)
}

pub fn pass_not_forced(seat: Seat, event: Seq) -> Violation {
    Violation::new("YCW-I3", "contradiction", Words::PassNotForced { seat }).contradicting(event)
}

pub fn cup_noted_otherwise(seat: Seat, seen: Dice, event: Seq) -> Violation {
    Violation::contradiction(Words::CupNotedOtherwise { seat }, event).input(words_of(seen))
}

pub fn not_the_rest(seat: Seat, input: usize, left: i64, event: Option<Seq>) -> Violation {
    let message = Words::NotTheRest { seat, input: InputNumber::from(input), left };
    Violation::new("YCW-2", "not_six_dice", message).allowed(left).because_of(event)
}

pub fn wrong_row(die: Animal, row: Animal) -> Violation {
    Violation::new("YCW-5", "wrong_row", Words::WrongRow { die, row })
        .with("die", die)
        .input(row)
        .allowed(die.rows())
        .recorded_as(Words::PlacedOnWrongRow { die, row })
}

pub fn claim_too_low(row: Animal, input: i64, least: i64) -> Violation {
    let input = InputNumber(input);
    Violation::new("YCW-6", "claim_too_low", Words::ClaimTooLow { row, least })
        .input(input)
        .allowed(Bounds::AtLeast(least))
        .recorded_as(Words::ClaimedTooLittle { row, input, least })
}

/// A claim below the lowest that outbids the marker.
pub fn not_outbid(row: Animal, input: i64, outbidding: i64) -> Violation {
    let (input, marker) = (InputNumber(input), outbidding.saturating_sub(1));
    Violation::new("YCW-7", "claim_not_higher", Words::NotOutbid { row, marker })
        .input(input)
        .allowed(Bounds::AtLeast(outbidding))
        .recorded_as(Words::DidNotOutbid { row, input, marker })
}

pub fn no_marker(seat: Seat) -> Violation {
    Violation::new("YCW-8", "no_marker", Words::NoMarker { seat }).input(0).allowed(Bounds::AtLeast(1))
}

pub fn empty_cup(seat: Seat) -> Violation {
    Violation::new("YCW-9", "empty_cup", Words::EmptyCup { seat }).input(0).allowed(Bounds::AtLeast(1))
}

pub fn more_than_all_dice(input: i64, most: i64) -> Violation {
    let message = Words::MoreThanAllDice { input: InputNumber(input), most };
    Violation::new("YCW-I2", "claim_too_high", message).allowed(Bounds::AtMost(most))
}

pub fn no_privilege(seat: Seat, first: Option<Seat>) -> Violation {
    Violation::new("YCW-19", "no_privilege", Words::NoPrivilege { seat })
        .allowed(first)
        .recorded_as(Words::UsedPowerAnyway { seat })
}

pub fn nothing_to_roll() -> Violation {
    Violation::new("YCW-I4", "nothing_to_roll", Words::NothingToRoll).input(0).allowed(Bounds::AtLeast(1))
}

pub fn could_act(seat: Seat, allowed: &[String]) -> Violation {
    Violation::new("YCW-I3", "could_act", Words::CouldAct { seat })
        .allowed(allowed)
        .recorded_as(Words::PassedAnyway { seat })
}

pub fn nobody_to_accuse(row: Animal, allowed: &[Animal]) -> Violation {
    Violation::new("YCW-10", "nobody_to_accuse", Words::NobodyToAccuse { row }).input(row).allowed(allowed)
}

pub fn count_out_of_bounds(input: i64, most: i64) -> Violation {
    Violation::out_of_range(Words::CountQuantity, input, Bounds::Between(0, most))
}

pub fn nothing_revealed() -> Violation {
    Violation::new("YCW-11", "nothing_revealed", Words::NothingRevealed).input(()).allowed(["cups", "count"])
}

pub fn count_left_open(range: Range) -> Violation {
    Violation::new("YCW-11", "count_left_open", Words::CountLeftOpen { allowed: bounds(range) })
        .input(())
        .allowed(range)
}

pub fn wrong_count(input: i64, range: Range) -> Violation {
    let message = Words::WrongCount { input: InputNumber(input), allowed: bounds(range) };
    Violation::new("YCW-11", "wrong_count", message).allowed(range)
}

fn bounds(Range { min, max }: Range) -> Bounds {
    if min == max { Bounds::Exactly(min) } else { Bounds::Between(min, max) }
}
