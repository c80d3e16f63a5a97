//! The knowledge of the whole record about the hands of each deal, and the first event at which it is irregular.

use super::super::Bremen;
use super::super::rules::table::{HAND_SIZE, Table};
use super::super::rules::tile::Tiles;
use crate::analysis::WhyNull;
use crate::record::Replay;
use crate::seat::{BySeat, Seat};

/// A deal as the whole record tells it.
struct Deal {
    /// The last position of it.
    last: usize,
    /// By seat, its thirteen tiles.
    hands: BySeat<Option<Tiles>>,
    irregular_from: Option<usize>,
}

/// A record with the knowledge of its end.
pub(super) struct RecordHands<'r> {
    pub(super) replay: &'r Replay<Bremen>,
    deals: Vec<Deal>,
    /// By step, its deal.
    deal_of: Vec<Option<usize>>,
}

impl<'r> RecordHands<'r> {
    pub(super) fn of(replay: &'r Replay<Bremen>) -> Self {
        let mut found = Self { replay, deals: Vec::new(), deal_of: Vec::new() };
        let mut dealt = None;
        for step in 0..=replay.steps.len() {
            let table = replay.before(step).table.as_ref();
            if table.map(|table| table.dealt) != dealt && table.is_some() {
                found.deals.push(Deal { last: step, hands: BySeat::from(Vec::new()), irregular_from: None });
            }
            dealt = table.map(|table| table.dealt);
            found.deal_of.push(table.and(found.deals.len().checked_sub(1)));
            let breaks = step > 0 && !replay.steps[step - 1].breaches.is_empty();
            if let Some(deal) = found.deals.last_mut().filter(|_| table.is_some()) {
                deal.last = step;
                deal.irregular_from = deal.irregular_from.or(breaks.then_some(step));
            }
        }
        for deal in &mut found.deals {
            if let Some(table) = &replay.before(deal.last).table {
                deal.hands = hands(table);
            }
        }
        found
    }

    /// The table at a step, as long as something is hidden.
    ///
    /// # Errors
    ///
    /// The reason why nothing is known of it.
    pub(super) fn hidden_table(&self, step: usize) -> Result<&'r Table, WhyNull> {
        self.table(step)
            .and_then(|table| if table.left.is_some() { Err(WhyNull::NothingToAsk) } else { Ok(table) })
    }

    /// The table at a step.
    ///
    /// # Errors
    ///
    /// The reason why nothing is known of it. A deal that was dealt again is no game.
    pub(super) fn table(&self, step: usize) -> Result<&'r Table, WhyNull> {
        let nothing = WhyNull::NothingToAsk;
        let deal = self.deal_of[step].ok_or(nothing)?;
        let table = self.replay.before(step).table.as_ref().ok_or(nothing)?;
        match self.deals[deal].irregular_from {
            Some(first) if first <= step => Err(WhyNull::Irregular),
            _ if deal + 1 < self.deals.len() || table.redeal_due.is_some() => Err(nothing),
            _ => Ok(table),
        }
    }

    /// The tiles that a seat holds at a step, if the record tells.
    pub(super) fn held(&self, step: usize, seat: Seat) -> Option<Tiles> {
        let dealt = (*self.deals[self.deal_of[step]?].hands.get(seat)?)?;
        let table = self.replay.before(step).table.as_ref()?;
        Some(dealt.without(table.hands[seat].played))
    }
}

/// The hands as they were dealt, as far as the deal, the plays and the last tiles tell.
fn hands(table: &Table) -> BySeat<Option<Tiles>> {
    let mut hands = table.hands.map(|seat, hand| {
        let left = table.left.as_ref().and_then(|left| left.get(seat)?.value());
        let shown = hand.played.with(left.into_iter().collect());
        match hand.held {
            Some(held) => Some(held.with(hand.played)),
            None => (shown.len() == HAND_SIZE).then_some(shown),
        }
    });
    let found = hands.values().flatten().fold(Tiles::default(), |all, hand| all.with(*hand));
    let rest = table.in_game().without(found).without(table.center.into_iter().collect());
    if rest.len() == HAND_SIZE
        && let Some(hand) = hands.values_mut().find(|hand| hand.is_none())
    {
        *hand = Some(rest);
    }
    hands
}
