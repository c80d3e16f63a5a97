//! The odds and the votes as tables for people.

use std::collections::BTreeMap;

use strum::VariantArray;

use super::super::HalfWerewolf;
use super::super::drawing::cards::place_name;
use super::super::moves::{CardPlace, Target};
use super::super::rules::camps::Camp;
use super::super::rules::role::Role;
use super::super::words::{Card, FaceDown, Words};
use super::odds::{Odds, PlaceOdds};
use super::votes::{JudgedBallot, Pivotal, Vote};
use crate::analysis::{Table, TableCell, percent};
use crate::board::{BoardChance, Likelihood};
use crate::message::Term;
use crate::seat::Seat;

/// By seat and for the graveyard, the chance of each role with a single card, and of the werewolf camp.
pub(super) fn roles(position: &HalfWerewolf, odds: &Odds) -> Table {
    let roles: Vec<_> = position.setup.specials().collect();
    let held = |target: Target| {
        let here = odds.holds.iter().filter(move |of| match of.place {
            CardPlace::Seat(card) => target == Target::Seat(card.seat),
            CardPlace::Graveyard(_) => target == Target::Graveyard,
        });
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        for (role, chance) in here.flat_map(|of| &of.roles) {
            *sums.entry(role).or_default() += chance;
        }
        sums
    };
    let camp = |seat: Seat| {
        let of_seat = odds.camps.iter().find(|of| of.seat == seat)?;
        of_seat.camps.get(Camp::Werewolf.word()).copied()
    };
    let row = |target: Target| {
        let sums = held(target);
        // Sums of chances may exceed 1 by a rounding error.
        let mut cells: Vec<TableCell> = roles
            .iter()
            .map(|role| TableCell::chance(sums.get(role.word()).map(|chance| chance.min(1.0))))
            .collect();
        cells.push(match target {
            Target::Seat(seat) => TableCell::chance(camp(seat)),
            Target::Graveyard => TableCell::Empty,
        });
        (target.message(), cells)
    };
    Table {
        caption: Words::RolesTable.into(),
        columns: roles.iter().map(Term::message).chain([Camp::Werewolf.message()]).collect(),
        rows: all_targets(position).map(row).collect(),
    }
}

/// For each face-down card, the chance of each role.
pub(super) fn chances(position: &HalfWerewolf, odds: &Odds) -> Vec<BoardChance> {
    let of_card = |of: &PlaceOdds| {
        let card = FaceDown::at(position.setup, of.place);
        let chance = |role: &Role| {
            let share = of.roles.get(role.word()).copied().filter(|share| *share > 0.0)?;
            let percent = percent(share);
            Some(BoardChance {
                place: place_name(of.place),
                what: role.word().to_owned(),
                picture: Some(role.picture()),
                likelihood: Likelihood::Chance { share, percent },
                sentence: Words::CardChance { place: card, card: Card(*role), percent }.into(),
            })
        };
        BoardChance::likeliest_first(Role::VARIANTS.iter().filter_map(chance).collect())
    };
    odds.holds.iter().flat_map(of_card).collect()
}

/// By target, the chance of each seat to win if it is executed.
pub(super) fn wins(position: &HalfWerewolf, odds: &Odds) -> Table {
    let row = |target: Target| {
        let wins = odds.wins.iter().find(|wins| wins.target == target)?;
        Some((target.message(), wins.seats.iter().copied().map(TableCell::Chance).collect()))
    };
    Table {
        caption: Words::WinsTable.into(),
        columns: position.seats().iter().map(|seat| Words::SeatLine { seat }.into()).collect(),
        rows: all_targets(position).filter_map(row).collect(),
    }
}

fn all_targets(position: &HalfWerewolf) -> impl Iterator<Item = Target> {
    position.seats().iter().map(Target::Seat).chain([Target::Graveyard])
}

/// By ballot, the chance it gave up, and if another one would have changed the winners.
pub(super) fn votes(vote: &Vote) -> Table {
    let row = |ballot: &JudgedBallot| {
        let best = ballot.best.filter(|_| ballot.given_up.is_some_and(|given_up| given_up > 0.0));
        let best = best.map(|best| Words::BestVote { target: best.target, percent: percent(best.p_win) });
        let otherwise = ballot.pivotal.map(|pivotal| match pivotal {
            Pivotal::No => Words::SameWinners,
            Pivotal::Perhaps => Words::AnotherRunoff,
            Pivotal::Yes => Words::OtherWinners,
        });
        let cells = vec![
            TableCell::Words(ballot.target.message()),
            TableCell::chance(ballot.p_win),
            TableCell::words(best),
            TableCell::chance(ballot.given_up.map(|given_up| given_up.clamp(0.0, 1.0))),
            TableCell::words(otherwise),
        ];
        (Words::SeatLine { seat: ballot.seat }.into(), cells)
    };
    let columns = [
        Words::VoteColumn,
        Words::ChanceColumn,
        Words::BestVoteColumn,
        Words::GivenUpColumn,
        Words::OtherwiseColumn,
    ];
    Table {
        caption: Words::VotesTable.into(),
        columns: columns.map(Into::into).into(),
        rows: vote.ballots.iter().map(row).collect(),
    }
}
