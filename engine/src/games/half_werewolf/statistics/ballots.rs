//! Which ballots decided. What a ballot gave up follows from all ways in which the cards can lie, of which there are too many
//! for statistics, which are counted anew of the whole archive.

use super::super::HalfWerewolf;
use super::super::analysis::{Pivotal, pivotal_ballots};
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
