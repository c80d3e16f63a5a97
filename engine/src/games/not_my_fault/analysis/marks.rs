//! Declarations and audits in sentences, and each declaration beside the sum of the cards.

use super::super::rules::track::LAST_SQUARE;
use super::super::words::Words;
use super::super::{NotMyFault, PlacedCard};
use super::ledger::Ledger;
use super::odds::Odds;
use crate::analysis::{Chances, Graph, Mark, Table, TableCell, percent};
use crate::board::{BoardChance, Likelihood};
use crate::message::Message;
use crate::text::Text;

/// The mark of a notable declaration or audit.
pub(super) fn mark(ledger: &Ledger) -> Option<Mark> {
    if let Some(claim) = &ledger.claim {
        let (seat, number) = (claim.seat, claim.claim);
        let truth = claim.sum.map(|sum| sum >= number);
        let chances = Chances { maker: claim.p_claimer, table: claim.p_table, truth };
        let sentence = match percent(claim.p_claimer?) {
            0 => Words::DeclaredInVain { seat, number },
            percent => Words::DeclaredAgainstOdds { seat, number, percent },
        };
        return Mark::of_claim(seat, (claim.verdict, chances), sentence);
    }
    let audit = ledger.call.as_ref()?;
    let (seat, number, sum, percent) = (audit.seat, audit.claim, audit.sum?, percent(audit.p_success?));
    let was_right = sum < number;
    let sentence = if was_right {
        Words::AuditedRightly { seat, number, percent, sum }
    } else {
        Words::AuditedWrongly { seat, number, percent, sum }
    };
    let chances = Chances { maker: audit.p_success, table: None, truth: Some(was_right) };
    Some(Mark::of_call(seat, chances, sentence))
}

/// By card on the table, the chance of each number; `None` while there is no card.
pub(super) fn table(position: &NotMyFault, odds: &Odds) -> Option<Table> {
    let row = |(place, (placed, chances)): (usize, (&PlacedCard, &[f64; 7]))| {
        let name = Words::CardLine { place, seat: placed.seat }.into();
        (name, chances.iter().copied().map(TableCell::Chance).collect())
    };
    let number = odds.arrow;
    let caption = match number {
        0 => Words::CardsTable.into(),
        _ => Words::CardsOfSumTable { number, percent: percent(odds.holds) }.into(),
    };
    let rows: Vec<(Message, _)> = (1..).zip(position.placed.iter().zip(&odds.cards)).map(row).collect();
    let columns =
        (0..=6).map(|number: u8| Message::of_name(Text::new(number.to_string(), number.to_string())));
    (!rows.is_empty()).then(|| Table { caption, columns: columns.collect(), rows })
}

#[expect(clippy::cast_precision_loss, reason = "it is 30")]
pub(super) fn graph() -> Graph {
    let series = vec![Words::DeclaredLine.into(), Words::SumLine.into()];
    Graph { caption: Words::SumsGraph.into(), series, most: LAST_SQUARE as f64, is_chance: false }
}

/// The declared number and the sum of the cards; `None` if nobody declared.
#[expect(clippy::cast_precision_loss, reason = "cards are few")]
pub(super) fn values(ledger: &Ledger) -> Vec<Option<f64>> {
    let claim = ledger.claim.as_ref();
    let numbers = [claim.map(|claim| claim.claim), claim.and_then(|claim| claim.sum)];
    numbers.map(|number| number.map(|number| number as f64)).to_vec()
}

/// By card on the table, the chance of each number.
pub(super) fn chances(position: &NotMyFault, odds: &Odds) -> Vec<BoardChance> {
    let of_card = |(place, (placed, chances)): (usize, (&PlacedCard, &[f64; 7]))| {
        let chance = |(number, share): (i64, &f64)| {
            let (share, percent) = (*share, percent(*share));
            BoardChance {
                place: format!("card-{}", place - 1),
                what: number.to_string(),
                picture: None,
                likelihood: Likelihood::Chance { share, percent },
                sentence: Words::CardChance { place, seat: placed.seat, number, percent }.into(),
            }
        };
        BoardChance::likeliest_first((0..).zip(chances).map(chance).collect())
    };
    (1..).zip(position.placed.iter().zip(&odds.cards)).flat_map(of_card).collect()
}
