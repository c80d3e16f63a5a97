//! New leaders and unlikely throws in sentences, the chances as tables, and the dogs of each seat.

use super::super::DancingVillager;
use super::super::rules::throwing::DOGS_TO_END;
use super::super::words::Words;
use super::archive::WinShare;
use super::{Ledger, Odds};
use crate::analysis::{Graph, Mark, MarkKind, Table, TableCell, percent};
use crate::message::Message;

/// A throw that ended the round with no more chance than this is notable.
const MAX_SURPRISING_CHANCE: f64 = 0.1;

/// The mark of a seat that went ahead, or of a throw that was unlikely to end the round and did.
pub(super) fn mark(ledger: &Ledger) -> Option<Mark> {
    let kind = MarkKind::TurningPoint;
    if let Some(seat) = ledger.lead {
        let sentence = Words::TookLead { seat }.into();
        return Some(Mark { kind, seat: Some(seat), sentence, chances: None, weight: 1.0 });
    }
    let p_ended = ledger.p_ended.filter(|p_ended| *p_ended <= MAX_SURPRISING_CHANCE)?;
    let sentence = Words::EndedAgainstOdds { percent: percent(p_ended) }.into();
    Some(Mark { kind, seat: None, sentence, chances: None, weight: 1.0 - p_ended })
}

/// The effect of the next throw on the round, and the share of games that seats won from such a position.
pub(super) fn tables(odds: &Odds) -> Vec<Table> {
    let row = |name: Words, chance: f64| (name.into(), vec![TableCell::Chance(chance)]);
    let rows = vec![
        row(Words::RoundEndsRow, odds.p_ends),
        row(Words::MeatGoneRow, odds.p_meat),
        row(Words::CharcoalGoneRow, odds.p_charcoal),
    ];
    let columns = vec![Words::ThrowChanceColumn.into()];
    let next = Table { caption: Words::NextThrowTable.into(), columns, rows };
    let share = |of: &WinShare| {
        let [low, high] = [of.low, of.high].map(percent);
        let interval: Message = Words::ShareInterval { low, high }.into();
        (Words::SeatLine { seat: of.seat }.into(), vec![TableCell::Chance(of.p), TableCell::Words(interval)])
    };
    let columns = [Words::WonColumn, Words::IntervalColumn].map(Into::into).into();
    let rows: Vec<_> = odds.wins.iter().map(share).collect();
    let wins = (!rows.is_empty()).then(|| Table { caption: Words::WinsTable.into(), columns, rows });
    [next].into_iter().chain(wins).collect()
}

pub(super) fn graph(start: &DancingVillager) -> Graph {
    let series = start.seats.iter().map(|seat| Words::SeatLine { seat }.into()).collect();
    Graph { caption: Words::DogsGraph.into(), series, most: DOGS_TO_END as f64, is_chance: false }
}
