//! Bets, calls and cups, entered by tapping.

use strum::VariantArray;

use super::YouCryWolf;
use super::choices::{BetRow, CallRow, Choice, OpenNote, Placement};
use super::rules::animal::{Animal, DICE_PER_SEAT};
use super::words::{Counted, Words};
use crate::fact::Fact;
use crate::form::{ChooseOne, ChooseSeveral, Form, Group, Key, Number};
use crate::game::{Choices, Forms};
use crate::message::Term;
use crate::range::Range;
use crate::seat::{BySeat, Seat, Seats};
use crate::text::{Names, Text};

const CUP_DICE: usize = 6;

impl Forms for YouCryWolf {
    fn forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().flat_map(|choice| forms(self.seats, choice, names)).collect()
    }
}

fn forms(at: Seats, choice: &Choice, names: &Names) -> Vec<Form> {
    match choice {
        Choice::ChooseFirstPlayer { wolves } => first_player(at, *wolves, names).into(),
        Choice::NoteCup { cups } => vec![note(cups, names)],
        Choice::OpenDice { .. } => {
            let label = Words::RollOpenDiceLabel.text(names);
            vec![Form::new(label, "open_dice").with(six_dice(faces(names), names))]
        }
        Choice::Bet { seat, rows } => vec![bet(*seat, rows, names)],
        Choice::Privilege { seat, placements } => vec![privilege(*seat, placements, names)],
        Choice::Call { seat, rows } => vec![call(*seat, rows, names)],
        Choice::Reveal { cups, count } => vec![by_count(*count, names), by_cups(cups, *count, names)],
        Choice::Pass { seat } => {
            vec![Form::new(Words::PassLabel.text(names), "pass").by(*seat)]
        }
    }
}

fn first_player(at: Seats, wolves: Range, names: &Names) -> [Form; 2] {
    let seats: Vec<Seat> = at.iter().collect();
    let winner = ChooseOne::seat(Words::WhoLabel.text(names), "/seat", &seats, names);
    let rolled = seats.iter().map(|seat| {
        let label = Words::WolvesLabel { seat: *seat }.text(names);
        Number::between(label, format!("/wolves/{seat}"), wolves.min, wolves.max)
    });
    let form = |label: Words| Form::new(label.text(names), "choose_first_player");
    let counted = form(Words::WithWolvesLabel).preset("wolves", BySeat::new(at, |_| ())).aside();
    [form(Words::FirstPlayerLabel).with(winner.clone()), counted.with_all(rolled).with(winner)]
}

/// The form of a note under a cup; a die that nobody saw stays unknown.
fn note(cups: &[OpenNote], names: &Names) -> Form {
    let seats: Vec<Seat> = cups.iter().map(|cup| cup.seat).collect();
    let dice = six_dice(faces(names).chain([unseen(names)]), names);
    let form = Form::new(Words::NoteLabel.text(names), "note_cup").aside();
    form.with(ChooseOne::actor(&seats, names)).with(dice)
}

fn six_dice(keys: impl Iterator<Item = Key>, names: &Names) -> ChooseSeveral {
    ChooseSeveral::of(Words::SixDiceLabel.text(names), "/dice", CUP_DICE, keys)
}

fn bet(seat: Seat, rows: &[BetRow], names: &Names) -> Form {
    let groups = rows.iter().map(|bet| {
        let claim = || Number::between(Words::ClaimLabel.text(names), "/claim", bet.claim.min, bet.claim.max);
        Group::plain(bet.dice.iter().map(|die| placed(*die, bet.row, names).then(claim())))
    });
    let form = Form::new(Words::BetLabel.text(names), "bet").by(seat);
    form.with(ChooseOne::grouped(Words::DieLabel.text(names), ["/die", "/row"], groups))
}

fn privilege(seat: Seat, placements: &[Placement], names: &Names) -> Form {
    let groups = placements
        .iter()
        .map(|place| Group::plain(place.rows.iter().map(|row| placed(place.die, *row, names))));
    let form = Form::new(Words::PrivilegeLabel.text(names), "privilege").by(seat);
    form.with(ChooseOne::grouped(Words::DieLabel.text(names), ["/die", "/row"], groups))
}

fn call(seat: Seat, rows: &[CallRow], names: &Names) -> Form {
    let keys = rows.iter().map(|call| {
        let claimed = Counted { animal: call.row, count: call.claim };
        let label = Words::CallKey { accused: call.accused, claimed };
        Key::new(label.text(names), call.row).pictured(call.row.picture())
    });
    let form = Form::new(Words::CallLabel.text(names), "call").by(seat);
    form.with(ChooseOne::of(Words::WhichClaimLabel.text(names), "/row", keys))
}

fn by_count(count: Range, names: &Names) -> Form {
    Form::new(Words::ByCountLabel.text(names), "reveal").with(counted(count, names))
}

fn counted(count: Range, names: &Names) -> Number {
    Number::between(Words::CountLabel.text(names), "/count", count.min, count.max)
}

fn by_cups(cups: &BySeat<Vec<Fact<Animal>>>, count: Range, names: &Names) -> Form {
    let lifted = cups.iter().filter(|(_, dice)| !dice.is_empty()).map(|(seat, dice)| {
        let label = Text::new(names.ja(seat), names.en(seat));
        left(label, format!("/cups/{seat}"), dice, names)
    });
    let if_known = |dice| Some(dice).filter(|dice: &&Vec<_>| dice.iter().all(Fact::is_known));
    let all_known: Vec<_> = cups.values().map(if_known).collect();
    let form = Form::new(Words::ByCupsLabel.text(names), "reveal").preset("cups", all_known);
    form.with(counted(count, names).optional()).with_all(lifted)
}

/// The dice left under one's own cup.
pub(super) fn own_cup(seat: Seat, dice: &[Fact<Animal>], names: &Names) -> Form {
    let all_known = dice.iter().all(Fact::is_known);
    let cup = if all_known { dice } else { &[] };
    let form = Form::new(Words::OwnCupLabel.text(names), "reveal").preset("cup", cup).of(seat);
    let label = Words::DiceLeftLabel.text(names);
    form.with_all((!dice.is_empty()).then(|| left(label, "/cup".into(), dice, names)))
}

fn left(label: Text, at: String, dice: &[Fact<Animal>], names: &Names) -> ChooseSeveral {
    let keys = faces(names).chain([unseen(names)]);
    ChooseSeveral {
        required: dice.iter().any(Fact::is_unknown),
        ..ChooseSeveral::of(label, at, dice.len(), keys)
    }
}

fn faces(names: &Names) -> impl Iterator<Item = Key> {
    let key = |animal: Animal| Key::new(animal.message().text(names), animal).pictured(animal.picture());
    Animal::VARIANTS.iter().copied().map(key)
}

fn unseen(names: &Names) -> Key {
    Key::unknown(Words::UnknownLabel.text(names))
}

/// A die on a row: "cow", "wolf → sheep".
fn placed(die: Animal, row: Animal, names: &Names) -> Key {
    let label = if die == row { die.message() } else { Words::PlacedKey { die, row }.into() };
    Key::new(label.text(names), [die, row]).pictured(die.picture())
}

const _: () = assert!(CUP_DICE == 6 && DICE_PER_SEAT == 6);
