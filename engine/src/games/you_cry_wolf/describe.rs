//! Moves and effects in sentences for people.

use super::moves::{Cups, Effect, Move};
use super::rules::animal::Animal;
use super::words::{Counted, CupShown, PlacedDie, Words, shown};
use super::{Phase, YouCryWolf};
use crate::fact::Fact;
use crate::game::Wording;
use crate::message::{Catalogue, Message};
use crate::seat::{BySeat, Seat};

impl Wording for YouCryWolf {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe_kind(kind).map(Message::from)
    }

    fn describe_effect(effect: &Effect) -> Message {
        describe_effect(effect).into()
    }
}

/// A kind of move in words.
pub fn describe_kind(kind: &str) -> Option<Words> {
    Some(match kind {
        "choose_first_player" => Words::ChooseFirstPlayerKind,
        "note_cup" => Words::NoteCupKind,
        "open_dice" => Words::OpenDiceKind,
        "bet" => Words::BetKind,
        "privilege" => Words::PrivilegeKind,
        "call" => Words::CallKind,
        "reveal" => Words::RevealKind,
        "pass" => Words::PassKind,
        _ => return None,
    })
}

pub fn describe_move(game: &YouCryWolf, mv: &Move) -> Message {
    match mv {
        Move::ChooseFirstPlayer { seat, wolves } => describe_first_player(*seat, wolves.as_ref()),
        Move::NoteCup { seat, dice } => Words::LooksUnderCup { seat: *seat, dice: shown(dice) },
        Move::OpenDice { dice } => {
            let dice = shown(&dice.iter().copied().map(Fact::Known).collect::<Vec<_>>());
            match game.first {
                Some(seat) => Words::RollsOpenDice { seat, dice },
                None => Words::RollsDiceOpenly { dice },
            }
        }
        Move::Bet { seat, die, row, claim } => Words::Claims {
            seat: *seat,
            placed: PlacedDie { die: *die, row: *row },
            claimed: Counted { animal: *row, count: *claim },
        },
        Move::Privilege { seat, die, row } => {
            Words::UsesPower { seat: *seat, placed: PlacedDie { die: *die, row: *row } }
        }
        Move::Call { seat, row } => describe_call(game, *seat, *row),
        Move::Reveal { cups, count } => return describe_reveal(game, cups.as_ref(), *count),
        Move::Pass { seat } => Words::Passes { seat: *seat },
    }
    .into()
}

/// YCW-I1: the first player rolled the most wolves, or was chosen although others had more.
fn describe_first_player(seat: Seat, rolled: Option<&BySeat<i64>>) -> Words {
    let Some(count) = rolled.and_then(|wolves| wolves.get(seat)) else { return Words::Chosen { seat } };
    let wolves = Counted { animal: Animal::Wolf, count: *count };
    if rolled.into_iter().flat_map(BySeat::values).all(|other| other <= count) {
        Words::ChosenWith { seat, wolves }
    } else {
        Words::ChosenAnyway { seat, wolves }
    }
}

fn describe_call(game: &YouCryWolf, seat: Seat, row: Animal) -> Words {
    match game.board[row].marker {
        Some(marker) => {
            let claimed = Counted { animal: row, count: marker.claim };
            Words::Calls { seat, accused: marker.seat, claimed }
        }
        None => Words::CallsRow { seat, row },
    }
}

fn describe_reveal(game: &YouCryWolf, cups: Option<&Cups>, count: Option<i64>) -> Message {
    let seen = cups.into_iter().flat_map(Cups::iter);
    let seen = seen.filter_map(|(seat, cup)| Some((seat, cup.as_ref().value()?)));
    let cups: Vec<CupShown> = seen
        .filter(|(_, dice)| !dice.is_empty())
        .map(|(seat, dice)| CupShown { seat, dice: shown(dice) })
        .collect();
    let lifted = if cups.is_empty() { Words::Lifts } else { Words::LiftsAndShows { cups } };
    let counted = match (count, game.phase) {
        (Some(count), Phase::Reveal(called)) => Some(Counted { animal: called.row, count }),
        _ => None,
    };
    Message::from(lifted).followed_by_all(counted.map(|counted| Words::Counts { counted }))
}

pub fn describe_effect(effect: &Effect) -> Words {
    match effect {
        Effect::RoundBegan { round, first_player } => {
            Words::RoundBegan { round: *round, first_player: *first_player }
        }
        Effect::MarkerReturned { seat, row, claim } => {
            Words::MarkerReturned { seat: *seat, claimed: Counted { animal: *row, count: *claim } }
        }
        Effect::SheepTaken { die } => Words::SheepTaken { die: *die },
        Effect::FirstPlayerMoved { seat } => Words::FirstPlayerMoved { seat: *seat },
        Effect::Accused { accused, row, claim, .. } => {
            Words::Accused { accused: *accused, claimed: Counted { animal: *row, count: *claim } }
        }
        Effect::Counted { row, claim, count } => {
            let claimed = Counted { animal: *row, count: *claim };
            let found = Counted { animal: *row, count: *count };
            if count < claim {
                Words::WasALie { claimed, found }
            } else {
                Words::WasTheTruth { claimed, found }
            }
        }
        Effect::Paid { payer, receiver, owed, paid } => {
            let (payer, receiver, paid) = (*payer, *receiver, *paid);
            match owed - paid {
                short @ 1.. => Words::PaysShort { payer, receiver, paid, short },
                _ => Words::Pays { payer, receiver, paid },
            }
        }
        Effect::GameOver { winners, points } => describe_end(winners, points),
    }
}

fn describe_end(winners: &[Seat], points: &BySeat<i64>) -> Words {
    let points = winners.first().and_then(|seat| points.get(*seat)).copied().unwrap_or_default();
    Words::GameOver { winners: winners.to_vec(), points }
}
