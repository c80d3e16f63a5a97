//! Plausible moves, drawn with a chooser from outside.

use strum::VariantArray;

use super::choices::{BetRow, CallRow, Choice, OpenNote, Placement};
use super::moves::Move;
use super::opening::{Edition, Options};
use super::rules::animal::{Animal, Dice};
use super::{Phase, YouCryWolf};
use crate::count;
use crate::fact::Fact;
use crate::game::{Choices, Chooser, Sampling};
use crate::seat::{BySeat, Seat};

impl Sampling for YouCryWolf {
    fn sample_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        let boxes = if chooser.chance(8) { *chooser.choose(&[2, 3, 4]) } else { 1 };
        let open_dice = chooser.chance(3);
        let most = boxes * if open_dice { 4 } else { 5 };
        let edition = if chooser.chance(2) { Edition::En } else { Edition::Ja };
        let die_faces = chooser.chance(6).then(|| {
            use Animal::{Cow, Sheep, Sheepdog, Wolf};
            vec![Cow, Sheep, Sheep, Sheep, Sheepdog, Wolf]
        });
        let seats: Vec<u8> = (2..=most).collect();
        (*chooser.choose(&seats), Options { boxes: boxes.into(), edition, open_dice, die_faces })
    }

    fn sample(&self, choice: &Choice, chooser: &mut dyn Chooser) -> Move {
        match choice {
            Choice::ChooseFirstPlayer { .. } => first_player(self, chooser),
            Choice::NoteCup { cups } => note(self, chooser.choose(cups), chooser),
            Choice::OpenDice { .. } => Move::OpenDice { dice: (0..6).map(|_| roll(self, chooser)).collect() },
            Choice::Bet { seat, rows } => bet(*seat, chooser.choose(rows), chooser),
            Choice::Privilege { seat, placements } => {
                let die = roll(self, chooser);
                let place = placements.iter().find(|place| place.die == die);
                let row = place.map_or(die, |place: &Placement| *chooser.choose(&place.rows));
                Move::Privilege { seat: *seat, die, row }
            }
            Choice::Call { seat, rows } => {
                // Players doubt the claim that goes furthest beyond the board.
                let daring = |call: &&CallRow| call.claim - self.board[call.row].count();
                let boldest = rows.iter().max_by_key(daring).map_or(Animal::Cow, |call| call.row);
                let row = if chooser.chance(4) { chooser.choose(rows).row } else { boldest };
                Move::Call { seat: *seat, row }
            }
            Choice::Reveal { .. } => reveal(self, chooser),
            Choice::Pass { seat } => Move::Pass { seat: *seat },
        }
    }
}

pub(super) fn roll(game: &YouCryWolf, chooser: &mut dyn Chooser) -> Animal {
    match &game.options.die_faces {
        Some(faces) if !faces.is_empty() => *chooser.choose(faces),
        _ => *chooser.choose(Animal::VARIANTS),
    }
}

fn any_seat(game: &YouCryWolf, chooser: &mut dyn Chooser) -> Seat {
    *chooser.choose(&game.seats.iter().collect::<Vec<_>>())
}

pub(super) fn first_player(game: &YouCryWolf, chooser: &mut dyn Chooser) -> Move {
    if chooser.chance(2) {
        return Move::ChooseFirstPlayer { seat: any_seat(game, chooser), wolves: None };
    }
    let wolves = BySeat::new(game.seats, |_| count::to_i64(chooser.below(5)));
    let most = wolves.values().max().copied().unwrap_or_default();
    let best: Vec<Seat> = wolves.iter().filter(|(_, n)| **n == most).map(|(seat, _)| seat).collect();
    Move::ChooseFirstPlayer { seat: *chooser.choose(&best), wolves: Some(wolves) }
}

/// Six dice that this seat may have.
fn hand(game: &YouCryWolf, seat: Seat, chooser: &mut dyn Chooser) -> Dice {
    let hands: Vec<Dice> = game.cups[seat].hands().collect();
    if hands.is_empty() { Dice::default() } else { *chooser.choose(&hands) }
}

fn shuffled(dice: Dice, chooser: &mut dyn Chooser) -> Vec<Animal> {
    let mut faces: Vec<Animal> = dice.faces().collect();
    chooser.shuffle(&mut faces);
    faces
}

fn note(game: &YouCryWolf, open: &OpenNote, chooser: &mut dyn Chooser) -> Move {
    let seat = open.seat;
    let noted = Dice::of(open.dice.iter().filter_map(|die| die.value()));
    let mut rest = shuffled(hand(game, seat, chooser).without(noted), chooser).into_iter();
    let partly = chooser.chance(3);
    let mut dice = open.dice.clone();
    let mut filled = false;
    for die in dice.iter_mut().filter(|die| die.is_unknown()) {
        let is_noted = !filled || !partly || chooser.chance(2);
        *die = Fact::from(rest.next()).seen_if(is_noted);
        filled |= die.is_known();
    }
    Move::NoteCup { seat, dice }
}

/// A bet, mostly cautious and sometimes bold.
fn bet(seat: Seat, row: &BetRow, chooser: &mut dyn Chooser) -> Move {
    let bold = if chooser.chance(5) { 8 } else { 2 };
    let more = count::to_i64(chooser.below(bold));
    let claim = (row.claim.min + more).min(row.claim.max);
    Move::Bet { seat, die: *chooser.choose(&row.dice), row: row.row, claim }
}

/// A reveal of all dice, some of them, or the count only.
fn reveal(game: &YouCryWolf, chooser: &mut dyn Chooser) -> Move {
    let hands = BySeat::new(game.seats, |seat| hand(game, seat, chooser).without(game.cups[seat].placed));
    let whole = chooser.chance(2);
    let only_count = !whole && chooser.chance(3);
    let cups = hands.map(|_, left| {
        let faces = shuffled(*left, chooser).into_iter();
        let seen: Vec<_> = faces.map(|die| Fact::Known(die).seen_if(whole || !chooser.chance(3))).collect();
        Fact::Known(seen).seen_if(whole || !chooser.chance(4))
    });
    let Phase::Reveal(called) = game.phase else { return Move::Reveal { cups: Some(cups), count: None } };
    let under: i64 = hands.values().map(|left| left.showing(called.row.counted())).sum();
    let open = game.open.map_or(0, |dice| dice.showing(called.row.counted()));
    let count = game.board.counted(called.row, game.options.edition) + open + under;
    let count = (!whole || chooser.chance(2)).then_some(count);
    Move::Reveal { cups: (!only_count).then_some(cups), count }
}

impl YouCryWolf {
    /// A random turn of this seat, whose position this is; `die` is the face that the privilege would roll.
    pub(super) fn turn_at_random(&self, seat: Seat, die: Animal, chooser: &mut dyn Chooser) -> Move {
        let mut choices = self.choices();
        choices.retain(|choice| !matches!(choice, Choice::NoteCup { .. }));
        match chooser.choose(&choices) {
            Choice::Privilege { .. } => Move::Privilege { seat, die, row: *chooser.choose(die.rows()) },
            choice => self.sample(choice, chooser),
        }
    }
}
