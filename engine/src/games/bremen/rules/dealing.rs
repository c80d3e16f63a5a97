//! Deal, deal again, and find the first leader.

use super::super::knowledge::{CHICKENS_FOR_REDEAL, Hand};
use super::super::moves::Effect;
use super::super::words::Words;
use super::super::{Bremen, Phase, Played, refusals};
use super::table::{HAND_SIZE, Table, first_donkey, tiles_for};
use super::tile::{Animal, Tile, Tiles};
use super::trick::Trick;
use crate::count;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::shared::Shared;
use crate::violation::{Referee, Violation};

impl Bremen {
    pub(crate) fn deal(
        &self,
        at: Seq,
        hands: &Fact<BySeat<Fact<Vec<Tile>>>>,
        center: Option<Tile>,
        referee: &mut Referee,
    ) -> Played {
        self.expect(Phase::Deal, "deal")?;
        let hands = self.read_deal(hands, center)?;
        let crowded = hands.iter().find(|(_, hand)| chickens(hand.as_ref()) >= CHICKENS_FOR_REDEAL);
        let crowded = crowded.map(|(seat, _)| seat);
        // BR-2: if the deal is recorded as irregular, it was played although a seat held (or may have
        // held) eight chickens. Otherwise a redeal is due, which is no breach.
        let breakable = crowded.is_some() || hands.values().any(Option::is_none);
        let chickens_unchecked =
            breakable && referee.note_unseen_breach(|| refusals::not_dealt_again(crowded));
        let donkey = first_donkey(self.seats, center);
        let first = hands.iter().find(|(_, hand)| hand.is_some_and(|hand| hand.contains(donkey)));
        let first = first.map(|(seat, _)| seat);
        let redeal_due = crowded.filter(|_| !chickens_unchecked);
        let mut effects = Vec::new();
        effects.extend(first.map(|seat| Effect::FirstLeader { seat, tile: donkey }));
        effects.extend(
            redeal_due.map(|seat| Effect::RedealDue {
                seat,
                chickens: count::to_i64(chickens(hands[seat].as_ref())),
            }),
        );
        let table = Table {
            seats: self.seats,
            dealt: at,
            center,
            chickens_unchecked,
            redeal_due,
            hands: hands.map(|_, held| Hand::dealt(*held)),
            trick: Trick::default(),
            rounds: Shared::default(),
            first,
            left: None,
        };
        Ok((self.with(table), effects))
    }

    /// BR-1: 13 tiles each, every tile once, and the one left over in the centre. If only one hand
    /// is not told, it gets the remaining tiles.
    fn read_deal(
        &self,
        hands: &Fact<BySeat<Fact<Vec<Tile>>>>,
        center: Option<Tile>,
    ) -> Result<BySeat<Option<Tiles>>, Violation> {
        let nobody = BySeat::new(self.seats, |_| Fact::Unknown);
        let hands = hands.as_ref().value().unwrap_or(&nobody);
        Violation::check_length(Words::HandsGiven, hands.len(), self.seats.len())?;
        if center.is_some() != (self.seats.count() == 3) {
            return Err(refusals::wrong_center(center, self.seats));
        }
        let mut seen = Tiles::default();
        self.note_all(&mut seen, center.as_slice())?;
        for (seat, hand) in hands.iter() {
            if let Fact::Known(hand) = hand {
                check_size(seat, hand)?;
                self.note_all(&mut seen, hand)?;
            }
        }
        let rest = tiles_for(self.seats).without(seen);
        let one_missing = hands.values().filter(|hand| hand.is_unknown()).count() == 1;
        Ok(hands.map(|_, hand| match hand {
            Fact::Known(hand) => Some(hand.iter().copied().collect()),
            Fact::Unknown => one_missing.then_some(rest),
        }))
    }

    /// BR-1: these are tiles of this game, and none was seen before.
    fn note_all(&self, seen: &mut Tiles, tiles: &[Tile]) -> Result<(), Violation> {
        for tile in tiles {
            if !tiles_for(self.seats).contains(*tile) {
                return Err(refusals::not_in_game(*tile, self.seats));
            }
            if !seen.insert(*tile) {
                return Err(refusals::tile_twice(*tile));
            }
        }
        Ok(())
    }

    /// BR-2: a seat holds eight chickens; the position is as before the deal.
    pub(crate) fn redeal(&self, seat: Seat, hand: &Fact<Vec<Tile>>, referee: &mut Referee) -> Played {
        let table = self.table.as_ref().filter(|table| table.is_fresh());
        let table = table.ok_or_else(|| self.wrong_phase("redeal"))?;
        Violation::check_seat(seat, self.seats)?;
        let hand = hand.as_ref().value();
        if let Some(hand) = hand {
            check_size(seat, hand)?;
            self.note_all(&mut Tiles::default(), hand)?;
        }
        let shown: Option<Tiles> = hand.map(|hand| hand.iter().copied().collect());
        let chickens = shown.map_or_else(|| table.possible_chickens(seat), |hand| chickens(Some(&hand)));
        referee.require(chickens >= CHICKENS_FOR_REDEAL, || refusals::too_few_chickens(seat, chickens))?;
        if let Some(shown) = shown {
            check_shown(table, seat, shown)?;
        }
        Ok((Self { redeals: self.redeals + 1, table: None, ..self.clone() }, Vec::new()))
    }

    /// BR-4: names the holder of the donkey if the known hands do not tell it.
    pub(crate) fn lead(&self, at: Seq, seat: Seat, referee: &mut Referee) -> Played {
        let table = self.expect(Phase::Lead, "lead")?.ok_or_else(|| self.wrong_phase("lead"))?;
        Violation::check_seat(seat, self.seats)?;
        let donkey = first_donkey(self.seats, table.center);
        let hand = &table.hands[seat];
        referee.require(hand.held.is_none(), || refusals::wrong_leader(seat, donkey, table.dealt))?;
        // An irregular lead says that the wrong seat led, so nothing follows from it. For a viewer of an
        // irregular deal the lead is irregular too, and proves nothing.
        let proves = hand.held.is_none() && !table.chickens_unchecked;
        let declared = proves && referee.note_unseen_breach(|| refusals::said_wrong_leader(seat, donkey));
        let mut table = table.clone();
        table.first = Some(seat);
        if proves && !declared {
            table.hands[seat].donkey = Some((donkey, at));
        }
        Ok((self.with(table), Vec::new()))
    }
}

fn chickens(hand: Option<&Tiles>) -> usize {
    hand.map_or(0, |hand| hand.count(Animal::Chicken))
}

/// BR-1: a hand has 13 tiles.
fn check_size(seat: Seat, hand: &[Tile]) -> Result<(), Violation> {
    if hand.len() == HAND_SIZE { Ok(()) } else { Err(refusals::wrong_size(seat, hand.len())) }
}

/// G-4: a hand shown must agree with the hand that was dealt, as far as that is known.
fn check_shown(table: &Table, seat: Seat, shown: Tiles) -> Result<(), Violation> {
    let others = table.hands.iter().filter(|(other, _)| *other != seat);
    let elsewhere = others.fold(table.open(), |all, (_, hand)| all.with(hand.held.unwrap_or_default()));
    let differs = table.hands[seat].held.is_some_and(|held| held != shown);
    if differs || shown.without(elsewhere) != shown {
        return Err(refusals::other_hand(seat, table.dealt));
    }
    shown.iter().try_for_each(|tile| table.check_inferences(seat, tile))?;
    let donkey = table.hands[seat].donkey.filter(|(donkey, _)| !shown.contains(*donkey));
    donkey.map_or(Ok(()), |(donkey, event)| Err(refusals::donkey_not_shown(seat, donkey, event)))
}
