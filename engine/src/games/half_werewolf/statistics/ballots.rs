//! What the analysis says of ballots.

use super::super::HalfWerewolf;
use super::super::analysis::{JudgedBallot, Pivotal};
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, NoFacts, WhyNull};
use crate::record::Replay;
use crate::seat::Viewer;
use crate::statistics::Observation;

/// Every ballot of votes before which no rule was broken.
pub(super) fn observe(replay: &Replay<HalfWerewolf>) -> Vec<Observation> {
    let parts = vec![AnalysisPart::Votes];
    let question = AnalysisQuestion { parts, ..AnalysisQuestion::all(Viewer::Public) };
    let found = HalfWerewolf::analyse(replay, &question, &NoFacts {});
    let mut seen = Vec::new();
    for (step, found) in replay.steps.iter().zip(found.iter().skip(1)) {
        let ballots = found.ledger.vote.iter().flat_map(|vote| &vote.ballots);
        let regular = ballots.filter(|ballot| !ballot.missing.contains(&WhyNull::Irregular));
        seen.extend(regular.flat_map(observe_ballot).map(|observation| observation.at(step.seq)));
    }
    seen
}

fn observe_ballot(ballot: &JudgedBallot) -> [Observation; 2] {
    let decides = ballot.pivotal.map(|pivotal| pivotal == Pivotal::Yes);
    let given_up = ballot.given_up.map_or([0.0, 1.0], |given_up| [given_up.clamp(0.0, 1.0); 2]);
    [
        Observation::share_if_known("vote_decides", ballot.seat, decides),
        Observation::between("vote_gives_up", ballot.seat, given_up),
    ]
}
