//! The analysis of declarations and audits, if the options have the cards of the deck.

use super::super::NotMyFault;
use super::super::analysis::{Assumed, Audit, Declaration, Ledger};
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, ClaimVerdict, WhyNull};
use crate::budget::Unlimited;
use crate::record::Replay;
use crate::seat::Viewer;
use crate::statistics::Observation;

/// Every declaration and every audit of rounds in which no rule was broken.
pub(super) fn observe(replay: &Replay<NotMyFault>) -> Vec<Observation> {
    if replay.start.pile.is_none() {
        return Vec::new();
    }
    let parts = vec![AnalysisPart::Claims];
    let question = AnalysisQuestion { parts, ..AnalysisQuestion::all(Viewer::Public) };
    let found = NotMyFault::analyse(replay, &question, &Assumed::default(), &Unlimited);
    let mut seen = Vec::new();
    for ((index, step), found) in replay.steps.iter().enumerate().zip(found.iter().skip(1)) {
        let Ledger { claim, call } = &found.ledger;
        let of_claim = claim.iter().filter(|claim| is_regular(&claim.missing)).map(observe_declaration);
        let of_call = call.iter().filter(|call| is_regular(&call.missing)).map(observe_audit);
        let all = of_claim.chain(of_call);
        seen.extend(all.map(|observation| observation.in_round(replay.before(index).round, step.seq)));
    }
    seen
}

fn is_regular(missing: &[WhyNull]) -> bool {
    !missing.contains(&WhyNull::Irregular)
}

fn observe_declaration(declaration: &Declaration) -> Observation {
    let verdict = declaration.verdict.map(ClaimVerdict::word);
    Observation::word_if_known("declaration_certainty", declaration.seat, verdict)
}

fn observe_audit(audit: &Audit) -> Observation {
    let succeeded = audit.sum.map(|sum| sum < audit.claim);
    Observation::beyond_chance("audit_beyond_chance", audit.seat, succeeded, audit.p_success)
}
