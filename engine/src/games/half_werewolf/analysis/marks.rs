//! Votes in sentences, and the chances of the camps.

use super::super::HalfWerewolf;
use super::super::rules::camps::Camp;
use super::super::words::Words;
use super::odds::Odds;
use super::votes::{JudgedBallot, Pivotal, Vote};
use crate::analysis::{Graph, Mark, MarkKind, percent};
use crate::message::Message;
use crate::seat::Seat;

/// A ballot that gives up this much of the chance to win is notable.
const LEAST_GIVEN_UP: f64 = 0.2;

/// The mark of a notable vote: a ballot decided it, or gave up much.
pub(super) fn mark(vote: &Vote) -> Option<Mark> {
    let decisive: Vec<Seat> = vote
        .ballots
        .iter()
        .filter(|ballot| ballot.pivotal == Some(Pivotal::Yes))
        .map(|ballot| ballot.seat)
        .collect();
    let regret = |ballot: &JudgedBallot| ballot.given_up.unwrap_or_default();
    let worst = vote
        .ballots
        .iter()
        .reduce(|worst, ballot| if regret(ballot) > regret(worst) { ballot } else { worst });
    let worst = worst.filter(|ballot| regret(ballot) >= LEAST_GIVEN_UP);
    let gave_up = worst.and_then(|ballot| {
        let [this, other] = [ballot.p_win?, ballot.best?.p_win].map(percent);
        Some(Message::from(Words::BallotGaveUp { seat: ballot.seat, percent: this, best: other }))
    });
    let decided =
        (!decisive.is_empty()).then(|| Message::from(Words::BallotsDecided { seats: decisive.clone() }));
    let weight = if decided.is_some() { 1.0 + worst.map_or(0.0, regret) } else { 0.0 };
    let seat = if let [only] = *decisive { Some(only) } else { None };
    let sentence = match (decided, gave_up) {
        (Some(decided), Some(gave_up)) => decided.followed_by(gave_up),
        (decided, gave_up) => decided.or(gave_up)?,
    };
    Some(Mark { kind: MarkKind::Vote, seat, sentence, chances: None, weight })
}

pub(super) fn graph(start: &HalfWerewolf) -> Graph {
    let series = start.seats().iter().map(|seat| Words::SeatLine { seat }.into()).collect();
    Graph { caption: Words::WerewolfCampGraph.into(), series, most: 1.0, is_chance: true }
}

/// By seat, the chance that it is of the werewolf camp.
pub(super) fn values(odds: &Odds) -> Vec<Option<f64>> {
    odds.camps.iter().map(|of| of.camps.get(Camp::Werewolf.word()).copied()).collect()
}
