//! Plausible moves, picked by somebody outside.

use strum::VariantArray;

use super::choices::{BetRow, CallRow, Choice, OpenNote, Placement};
use super::moves::Move;
use super::opening::{Edition, Options};
use super::rules::animal::{Animal, Dice};
use super::{Phase, YouCryWolf};
use crate::fact::Fact;
use crate::game::{RandomSource, Sampling};
use crate::seat::{BySeat, Seat};

impl Sampling for YouCryWolf {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        let boxes = if pick.chance(8) { 2 + pick.below(3) } else { 1 };
        let open_dice = pick.chance(3);
        let most = boxes * if open_dice { 4 } else { 5 };
        let edition = if pick.chance(2) { Edition::En } else { Edition::Ja };
        let die_faces = pick.chance(6).then(|| {
            use Animal::{Cow, Sheep, Sheepdog, Wolf};
            vec![Cow, Sheep, Sheep, Sheep, Sheepdog, Wolf]
        });
        let boxes = i64::try_from(boxes).unwrap_or(1);
        let seats = u8::try_from(2 + pick.below(most - 1)).unwrap_or(2);
        (seats, Options { boxes, edition, open_dice, die_faces })
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        match choice {
            Choice::ChooseFirstPlayer { .. } => first_player(self, pick),
            Choice::NoteCup { cups } => note(self, pick.one(cups), pick),
            Choice::OpenDice { .. } => Move::OpenDice { dice: (0..6).map(|_| roll(self, pick)).collect() },
            Choice::Bet { seat, rows } => bet(*seat, pick.one(rows), pick),
            Choice::Privilege { seat, placements } => {
                let die = roll(self, pick);
                let place = placements.iter().find(|place| place.die == die);
                let row = place.map_or(die, |place: &Placement| *pick.one(&place.rows));
                Move::Privilege { seat: *seat, die, row }
            }
            Choice::Call { seat, rows } => {
                // People doubt the claim that goes furthest beyond the board.
                let daring = |call: &&CallRow| call.claim - self.board[call.row].count();
                let boldest = rows.iter().max_by_key(daring).map_or(Animal::Cow, |call| call.row);
                let row = if pick.chance(4) { pick.one(rows).row } else { boldest };
                Move::Call { seat: *seat, row }
            }
            Choice::Reveal { .. } => reveal(self, pick),
            Choice::Pass { seat } => Move::Pass { seat: *seat },
        }
    }
}

fn roll(game: &YouCryWolf, pick: &mut dyn RandomSource) -> Animal {
    match &game.options.die_faces {
        Some(faces) if !faces.is_empty() => *pick.one(faces),
        _ => *pick.one(Animal::VARIANTS),
    }
}

fn any_seat(game: &YouCryWolf, pick: &mut dyn RandomSource) -> Seat {
    let seat = pick.below(game.seats.len());
    Seat::new(u8::try_from(seat).unwrap_or(0))
}

fn first_player(game: &YouCryWolf, pick: &mut dyn RandomSource) -> Move {
    if pick.chance(2) {
        return Move::ChooseFirstPlayer { seat: any_seat(game, pick), wolves: None };
    }
    let wolves = BySeat::new(game.seats, |_| i64::try_from(pick.below(5)).unwrap_or(0));
    let most = wolves.values().max().copied().unwrap_or_default();
    let best: Vec<Seat> = wolves.iter().filter(|(_, n)| **n == most).map(|(seat, _)| seat).collect();
    Move::ChooseFirstPlayer { seat: *pick.one(&best), wolves: Some(wolves) }
}

/// Six dice that this seat may have.
fn hand(game: &YouCryWolf, seat: Seat, pick: &mut dyn RandomSource) -> Dice {
    let hands: Vec<Dice> = game.cups[seat].hands().collect();
    if hands.is_empty() { Dice::default() } else { *pick.one(&hands) }
}

fn shuffled(dice: Dice, pick: &mut dyn RandomSource) -> Vec<Animal> {
    let mut faces: Vec<Animal> = dice.faces().collect();
    pick.shuffle(&mut faces);
    faces
}

fn note(game: &YouCryWolf, open: &OpenNote, pick: &mut dyn RandomSource) -> Move {
    let seat = open.seat;
    let noted = Dice::of(open.dice.iter().filter_map(|die| die.known()));
    let mut rest = shuffled(hand(game, seat, pick).without(noted), pick).into_iter();
    let partly = pick.chance(3);
    let mut dice = open.dice.clone();
    let mut filled = false;
    for die in dice.iter_mut().filter(|die| die.is_unknown()) {
        let keep = !filled || !partly || pick.chance(2);
        *die = Fact::from(rest.next()).seen_if(keep);
        filled |= die.is_known();
    }
    Move::NoteCup { seat, dice }
}

/// Mostly cautious, sometimes bold.
fn bet(seat: Seat, row: &BetRow, pick: &mut dyn RandomSource) -> Move {
    let bold = if pick.chance(5) { 8 } else { 2 };
    let more = i64::try_from(pick.below(bold)).unwrap_or(0);
    let claim = (row.claim.min + more).min(row.claim.max);
    Move::Bet { seat, die: *pick.one(&row.dice), row: row.row, claim }
}

/// All dice, some of them, or just the count.
fn reveal(game: &YouCryWolf, pick: &mut dyn RandomSource) -> Move {
    let hands = BySeat::new(game.seats, |seat| hand(game, seat, pick).without(game.cups[seat].placed));
    let whole = pick.chance(2);
    let only_count = !whole && pick.chance(3);
    let cups = hands.map(|_, left| {
        let faces = shuffled(*left, pick).into_iter();
        let seen: Vec<_> = faces.map(|die| Fact::Known(die).seen_if(whole || !pick.chance(3))).collect();
        Fact::Known(seen).seen_if(whole || !pick.chance(4))
    });
    let Phase::Reveal(called) = game.phase else { return Move::Reveal { cups: Some(cups), count: None } };
    let under: i64 = hands.values().map(|left| left.showing(called.row.counted())).sum();
    let open = game.open.map_or(0, |dice| dice.showing(called.row.counted()));
    let count = game.board.counted(called.row, game.options.edition) + open + under;
    let count = (!whole || pick.chance(2)).then_some(count);
    Move::Reveal { cups: (!only_count).then_some(cups), count }
}
