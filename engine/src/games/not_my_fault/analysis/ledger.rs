//! Declarations and audits: the true sums, and the chances by the knowledge of the seats.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::Phase;
use super::super::moves::Move;
use super::table::Tables;
use crate::analysis::{ClaimVerdict, Reasons, WhyNull, each_once};
use crate::seat::Seat;

/// The findings of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// The finding of a declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Declaration>,
    /// The finding of an audit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Audit>,
}

/// A declaration, judged just after it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultDeclaration")]
pub struct Declaration {
    /// The seat that declared.
    pub seat: Seat,
    /// The number declared: the cards make that much or more.
    pub claim: i64,
    /// The sum of the cards; null if the record does not tell it.
    pub sum: Option<i64>,
    /// The chance that the declaration holds, by the cards the declarer saw.
    pub p_claimer: Option<f64>,
    /// The chance that the declaration holds, by the cards open to all.
    pub p_table: Option<f64>,
    /// The seat that may audit next; null after 30, because the cards are turned up at once.
    pub next: Option<Seat>,
    /// The chance that the declaration holds, by the cards that seat saw.
    pub p_next: Option<f64>,
    /// How sure the declarer could be.
    pub verdict: Option<ClaimVerdict>,
    /// Why something is null.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<WhyNull>,
}

/// An audit, judged just before it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultAudit")]
pub struct Audit {
    /// The seat that audits.
    pub seat: Seat,
    /// The number that had been declared.
    pub claim: i64,
    /// The sum of the cards; null if the record does not tell it.
    pub sum: Option<i64>,
    /// The chance that they make less, by the cards the auditor saw.
    pub p_success: Option<f64>,
    /// Why something is null.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<WhyNull>,
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        let of_claim = self.claim.iter().flat_map(|claim| &claim.missing);
        of_claim.chain(self.call.iter().flat_map(|call| &call.missing)).copied().collect()
    }
}

impl Tables<'_> {
    /// The findings of the move that led to a step.
    pub(super) fn ledger(&self, step: usize) -> Ledger {
        let played = step.checked_sub(1).and_then(|index| self.replay.steps[index].applied_move());
        match played {
            Some(Move::Declare { seat, number, .. }) => {
                Ledger { claim: Some(self.declaration(step, *seat, *number)), call: None }
            }
            Some(Move::Audit { seat }) => Ledger { claim: None, call: Some(self.audit(step - 1, *seat)) },
            _ => Ledger::default(),
        }
    }

    fn declaration(&self, after: usize, seat: Seat, claim: i64) -> Declaration {
        let next = match self.replay.before(after).phase {
            Phase::Turn(next) => Some(next),
            Phase::Reveal(_) | Phase::Over(..) => None,
        };
        let holds = |viewer| self.sum_seen(after, viewer).map(|sum| sum.at_least(claim));
        let own = self.sum_seen(after, Some(seat));
        let (of_next, table) = (next.map(|next| holds(Some(next))), holds(None));
        let sum = self.sum(after);
        let reasons = [own.as_ref().err().copied(), table.err(), of_next.and_then(Result::err), sum.err()];
        Declaration {
            seat,
            claim,
            sum: sum.ok(),
            p_claimer: own.as_ref().ok().map(|sum| sum.at_least(claim)),
            p_table: table.ok(),
            next,
            p_next: of_next.and_then(Result::ok),
            verdict: own.as_ref().ok().map(|sum| ClaimVerdict::of(sum, claim)),
            missing: each_once(reasons),
        }
    }

    fn audit(&self, before: usize, seat: Seat) -> Audit {
        let claim = self.replay.before(before).arrow();
        let p_success = self.sum_seen(before, Some(seat)).map(|sum| 1.0 - sum.at_least(claim));
        let sum = self.sum(before);
        let missing = each_once([p_success.err(), sum.err()]);
        Audit { seat, claim, sum: sum.ok(), p_success: p_success.ok(), missing }
    }
}
