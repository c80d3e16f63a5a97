//! The ballots that decided a vote, and the chance each ballot gave up. The latter needs all worlds, which are too many
//! to visit whenever records are counted anew.

use super::super::HalfWerewolf;
use super::super::analysis::{Pivotal, judged_ballots, pivotal_ballots};
use crate::budget::Budget;
use crate::record::Replay;
use crate::statistics::Observation;

/// Every ballot of votes in games without a breach up to then.
pub(super) fn observe(replay: &Replay<HalfWerewolf>) -> Vec<Observation> {
    let mut seen = Vec::new();
    for (index, step) in replay.steps.iter().enumerate() {
        if !step.breaches.is_empty() {
            break;
        }
        let ballots = pivotal_ballots(replay, index).into_iter().flatten();
        seen.extend(ballots.map(|(seat, _, pivotal)| {
            let decides = pivotal.ok().map(|pivotal| pivotal == Pivotal::Yes);
            Observation::share_if_known("vote_decides", seat, decides).at(step.seq)
        }));
    }
    seen
}

/// The losses by every ballot of one vote.
pub(super) fn observe_slowly(replay: &Replay<HalfWerewolf>, budget: &dyn Budget) -> Vec<Observation> {
    let mut seen = Vec::new();
    for (index, step) in replay.steps.iter().enumerate() {
        if !step.breaches.is_empty() {
            break;
        }
        for ballot in judged_ballots(replay, index, budget).into_iter().flatten() {
            let bounds = ballot.given_up.map_or([0.0, 1.0], |given_up| [given_up.clamp(0.0, 1.0); 2]);
            seen.push(Observation::between("vote_gives_up", ballot.seat, bounds).at(step.seq));
        }
    }
    seen
}
