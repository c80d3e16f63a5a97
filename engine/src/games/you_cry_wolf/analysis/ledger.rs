//! Claims and calls: the true counts, the chances by the knowledge of the seats, and the expected chips.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::YouCryWolf;
use super::super::moves::Move;
use super::super::rules::animal::{Animal, ByAnimal};
use super::odds::Faces;
use super::round::Rounds;
use crate::analysis::{ClaimVerdict, Distribution, Reasons, WhyNull, each_once};
use crate::seat::Seat;

/// The findings of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// The finding of a bet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The finding of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
}

/// A bet, judged just after it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfClaim")]
pub struct Claim {
    /// The seat that claimed.
    pub seat: Seat,
    /// The animal claimed.
    pub row: Animal,
    /// The number claimed: there are that many or more.
    pub claim: i64,
    /// How many there were; null if the record does not tell it.
    pub count: Option<i64>,
    /// The chance that the claim holds, by the dice the claimer saw.
    pub p_claimer: Option<f64>,
    /// The chance that the claim holds, by the dice open to all.
    pub p_table: Option<f64>,
    /// How sure the claimer could be.
    pub verdict: Option<ClaimVerdict>,
    /// Why something is null.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<WhyNull>,
}

/// A call, judged just before it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfCall")]
pub struct Call {
    /// The seat that called.
    pub seat: Seat,
    /// The animal called.
    pub row: Animal,
    /// The number that had been claimed.
    pub claim: i64,
    /// How many there were; null if the record does not tell it.
    pub count: Option<i64>,
    /// The chance that there are fewer than claimed, by the dice the caller saw.
    pub p_success: Option<f64>,
    /// The chips that the call brings on average: received less owed (YCW-21).
    pub expected_chips: Option<f64>,
    /// The call that brings most on average.
    pub best: Option<BestCall>,
    /// The chips that the best call brings beyond this one, on average.
    pub regret: Option<f64>,
    /// Why something is null.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<WhyNull>,
}

/// The call that brings most on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfBestCall")]
pub struct BestCall {
    /// The row.
    pub row: Animal,
    /// The chips that the call brings on average.
    pub expected_chips: f64,
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        let of_claim = self.claim.iter().flat_map(|claim| &claim.missing);
        of_claim.chain(self.call.iter().flat_map(|call| &call.missing)).copied().collect()
    }
}

impl Rounds<'_> {
    /// The findings of the move that led to a step.
    pub(super) fn ledger(&self, step: usize, faces: Result<Faces, WhyNull>) -> Ledger {
        let played = step.checked_sub(1).and_then(|index| self.replay.steps[index].applied_move());
        match played {
            Some(Move::Bet { seat, row, claim, .. }) => {
                Ledger { claim: Some(self.claim(step, (*seat, *row, *claim), faces)), call: None }
            }
            Some(Move::Call { seat, row }) => {
                Ledger { claim: None, call: self.call(step - 1, *seat, *row, faces) }
            }
            _ => Ledger::default(),
        }
    }

    fn claim(
        &self,
        after: usize,
        (seat, row, claim): (Seat, Animal, i64),
        faces: Result<Faces, WhyNull>,
    ) -> Claim {
        let own = self.rows(after, Some(seat), faces).map(|rows| rows[row].clone());
        let table = self.rows(after, None, faces).map(|rows| rows[row].at_least(claim));
        let count = self.count(after, row);
        Claim {
            seat,
            row,
            claim,
            count: count.ok(),
            p_claimer: own.as_ref().ok().map(|number| number.at_least(claim)),
            p_table: table.ok(),
            verdict: own.as_ref().ok().map(|number| ClaimVerdict::of(number, claim)),
            missing: each_once([own.err(), table.err(), count.err()]),
        }
    }

    fn call(&self, before: usize, seat: Seat, row: Animal, faces: Result<Faces, WhyNull>) -> Option<Call> {
        let position = self.replay.before(before);
        let claim = position.board[row].marker?.claim;
        let rows = self.rows(before, Some(seat), faces);
        let count = self.count(before, row);
        let expected_chips = rows.as_ref().ok().map(|rows| chips(&rows[row], claim));
        let best = rows.as_ref().ok().and_then(|rows| position.best_call(seat, rows));
        Some(Call {
            seat,
            row,
            claim,
            count: count.ok(),
            p_success: rows.as_ref().ok().map(|rows| 1.0 - rows[row].at_least(claim)),
            expected_chips,
            best,
            regret: best.zip(expected_chips).map(|(best, chips)| best.expected_chips - chips),
            missing: each_once([rows.err(), count.err()]),
        })
    }

    /// How many of an animal there were at a step.
    fn count(&self, step: usize, animal: Animal) -> Result<i64, WhyNull> {
        let (position, round) = self.at(step)?;
        round.count_at(position, animal).ok_or(WhyNull::TruthNotRecorded)
    }
}

impl YouCryWolf {
    /// The callable row with the most expected chips; of rows that bring the same, the first.
    fn best_call(&self, seat: Seat, rows: &ByAnimal<Distribution>) -> Option<BestCall> {
        let calls = self
            .callable(seat)
            .map(|(row, marker)| BestCall { row, expected_chips: chips(&rows[row], marker.claim) });
        calls.reduce(|best, call| if call.expected_chips > best.expected_chips { call } else { best })
    }
}

/// YCW-21: the chips that a call of this claim brings on average. A shortfall counts as received (YCW-22).
#[expect(clippy::cast_precision_loss, reason = "chips are few")]
pub(in super::super) fn chips(number: &Distribution, claim: i64) -> f64 {
    number.expect(|count| if count < claim { claim - count } else { claim - count - 1 } as f64)
}
