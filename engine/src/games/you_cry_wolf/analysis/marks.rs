//! Lies and calls in sentences, and each claim beside the truth.

use super::super::YouCryWolf;
use super::super::words::{Counted, Words};
use super::ledger::Ledger;
use super::odds::{Odds, RowOdds};
use crate::analysis::{Chances, Graph, Mark, Table, TableCell, percent};
use crate::board::{BoardChance, Likelihood};
use crate::message::Term;

/// The mark of a notable claim or call.
pub(super) fn mark(ledger: &Ledger) -> Option<Mark> {
    if let Some(claim) = &ledger.claim {
        let (seat, claimed) = (claim.seat, Counted { animal: claim.row, count: claim.claim });
        let truth = claim.count.map(|count| count >= claim.claim);
        let chances = Chances { maker: claim.p_claimer, table: claim.p_table, truth };
        let sentence = match percent(claim.p_claimer?) {
            0 => Words::ClaimedInVain { seat, claimed },
            percent => Words::ClaimedAgainstOdds { seat, claimed, percent },
        };
        return Mark::of_claim(seat, (claim.verdict, chances), sentence);
    }
    let call = ledger.call.as_ref()?;
    let (seat, percent) = (call.seat, percent(call.p_success?));
    let [claimed, found] = [call.claim, call.count?].map(|count| Counted { animal: call.row, count });
    let was_right = found.count < claimed.count;
    let sentence = if was_right {
        Words::CalledRightly { seat, claimed, percent, found }
    } else {
        Words::CalledWrongly { seat, claimed, percent, found }
    };
    let chances = Chances { maker: call.p_success, table: None, truth: Some(was_right) };
    Some(Mark::of_call(seat, chances, sentence))
}

/// By animal, the claim, the chance that it holds, and the likeliest number.
pub(super) fn table(odds: &Odds) -> Table {
    let row = |of: &RowOdds| {
        let chances = (of.least..).zip(&of.chances);
        let likeliest = chances.reduce(|best, other| if other.1 > best.1 { other } else { best });
        let likeliest =
            likeliest.map(|(count, chance)| Words::LikeliestCount { count, percent: percent(*chance) });
        let claim = of.claim.map_or(TableCell::Empty, TableCell::number);
        (of.row.message(), vec![claim, TableCell::chance(of.holds), TableCell::words(likeliest)])
    };
    Table {
        caption: Words::CountsTable.into(),
        columns: [Words::ClaimColumn, Words::HoldsColumn, Words::LikeliestColumn].map(Into::into).into(),
        rows: odds.rows.iter().map(row).collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "dice are few")]
pub(super) fn graph(start: &YouCryWolf) -> Graph {
    let series = vec![Words::ClaimedLine.into(), Words::CountedLine.into()];
    Graph { caption: Words::ClaimsGraph.into(), series, most: start.all_dice() as f64, is_chance: false }
}

/// The claimed number and the true count; `None` if nobody claimed.
#[expect(clippy::cast_precision_loss, reason = "dice are few")]
pub(super) fn values(ledger: &Ledger) -> Vec<Option<f64>> {
    let claim = ledger.claim.as_ref();
    let numbers = [claim.map(|claim| claim.claim), claim.and_then(|claim| claim.count)];
    numbers.map(|number| number.map(|number| number as f64)).to_vec()
}

/// By row with a claim, the chance that the claim holds.
pub(super) fn chances(odds: &Odds) -> Vec<BoardChance> {
    let chance = |of: &RowOdds| {
        let (claim, share) = (of.claim?, of.holds?);
        let percent = percent(share);
        let claimed = Counted { animal: of.row, count: claim };
        Some(BoardChance {
            place: format!("row-{}", of.row.word()),
            what: claim.to_string(),
            picture: None,
            likelihood: Likelihood::Chance { share, percent },
            sentence: Words::ClaimChance { claimed, percent }.into(),
        })
    };
    odds.rows.iter().filter_map(chance).collect()
}
