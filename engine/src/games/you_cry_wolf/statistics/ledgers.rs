//! The analysis of bets and calls, if the options have the sides of a die.

use super::super::YouCryWolf;
use super::super::analysis::{Assumed, Call, Claim, Ledger};
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, ClaimVerdict, WhyNull};
use crate::budget::Unlimited;
use crate::record::Replay;
use crate::seat::Viewer;
use crate::statistics::Observation;

/// Every bet and every call of rounds in which no rule was broken.
#[expect(clippy::cast_precision_loss, reason = "dice are few")]
pub(super) fn observe(replay: &Replay<YouCryWolf>) -> Vec<Observation> {
    if replay.start.options.die_faces.is_none() {
        return Vec::new();
    }
    let parts = vec![AnalysisPart::Claims];
    let question = AnalysisQuestion { parts, ..AnalysisQuestion::all(Viewer::Public) };
    let found = YouCryWolf::analyse(replay, &question, &Assumed::default(), &Unlimited);
    let most_chips = 2.0 * replay.start.all_dice() as f64;
    let mut seen = Vec::new();
    for ((index, step), found) in replay.steps.iter().enumerate().zip(found.iter().skip(1)) {
        let Ledger { claim, call } = &found.ledger;
        let of_claim = claim.iter().filter(|claim| is_regular(&claim.missing)).map(observe_claim);
        let of_call = call.iter().filter(|call| is_regular(&call.missing));
        let all = of_claim.chain(of_call.flat_map(|call| observe_call(call, most_chips)));
        seen.extend(all.map(|observation| observation.in_round(replay.before(index).round, step.seq)));
    }
    seen
}

fn is_regular(missing: &[WhyNull]) -> bool {
    !missing.contains(&WhyNull::Irregular)
}

fn observe_claim(claim: &Claim) -> Observation {
    Observation::word_if_known("claim_certainty", claim.seat, claim.verdict.map(ClaimVerdict::word))
        .with("animal", claim.row.word())
}

fn observe_call(call: &Call, most_chips: f64) -> [Observation; 2] {
    let succeeded = call.count.map(|count| count < call.claim);
    let beyond = Observation::beyond_chance("call_beyond_chance", call.seat, succeeded, call.p_success);
    let given_up = call.regret.map_or([0.0, most_chips], |regret| [regret; 2]);
    [beyond, Observation::between("chips_given_up", call.seat, given_up)]
}
