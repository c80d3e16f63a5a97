//! A viewer's knowledge of the cards at a step, taken from the whole record.

use super::super::knowledge::clue::{Clue, Place};
use super::super::rules::role::{Role, Voting};
use super::super::{HalfWerewolf, Phase};
use super::odds::Odds;
use super::worlds::{Known, OwnCards};
use crate::analysis::WhyNull;
use crate::record::Replay;
use crate::seat::Seat;

/// A record seen by one viewer. The last knowledge is cached, since most steps add none.
pub(super) struct Viewing<'r> {
    replay: &'r Replay<HalfWerewolf>,
    viewer: Option<Seat>,
    irregular_from: Option<usize>,
    last: Option<(Known, Result<Odds, WhyNull>)>,
}

impl<'r> Viewing<'r> {
    pub(super) fn of(replay: &'r Replay<HalfWerewolf>, viewer: Option<Seat>) -> Self {
        let irregular_from =
            replay.steps.iter().position(|step| !step.breaches.is_empty()).map(|index| index + 1);
        Self { replay, viewer, irregular_from, last: None }
    }

    /// The odds at a step.
    ///
    /// # Errors
    ///
    /// The reason why there are none.
    pub(super) fn odds(&mut self, step: usize) -> Result<Odds, WhyNull> {
        let knowledge = self.knowledge(step)?;
        if let Some((before, odds)) = &self.last
            && *before == knowledge
        {
            return odds.clone();
        }
        let odds = Odds::of(&knowledge);
        self.last = Some((knowledge, odds.clone()));
        odds
    }

    /// The viewer's knowledge at a step.
    ///
    /// # Errors
    ///
    /// The reason why the knowledge cannot be told.
    fn knowledge(&self, step: usize) -> Result<Known, WhyNull> {
        let position = self.replay.before(step);
        match position.phase {
            Phase::Deal | Phase::Pass | Phase::Over => return Err(WhyNull::NothingToAsk),
            _ if self.irregular_from.is_some_and(|first| first <= step) => return Err(WhyNull::Irregular),
            _ => {}
        }
        position.seen_cards(self.viewer, self.replay.end())
    }
}

impl HalfWerewolf {
    /// The odds at this position by the knowledge of its seat; `None` if the seat does not know its own cards.
    pub(in super::super) fn odds_known_to(&self, seat: Seat) -> Option<Odds> {
        Odds::of(&self.seen_cards(Some(seat), self).ok()?).ok()
    }

    /// A viewer's knowledge at this position; `end` is the position that tells the cards it saw.
    ///
    /// # Errors
    ///
    /// The reason why a card it saw is not known.
    fn seen_cards(&self, viewer: Option<Seat>, end: &Self) -> Result<Known, WhyNull> {
        let mut clues = self.open_clues();
        let own = viewer.map(|viewer| end.own_cards(viewer)).transpose()?;
        if let Some(viewer) = viewer {
            clues.extend(self.seen_by_ability(end, viewer)?);
        }
        Ok(Known { table: self.knowledge.table, clues, own })
    }

    /// The cards that a seat was dealt, passed on and received, as this position tells.
    fn own_cards(&self, seat: Seat) -> Result<OwnCards, WhyNull> {
        let knowledge = &self.knowledge;
        let passed = knowledge.passed(seat);
        let retained = knowledge.dealt(seat).zip(passed).and_then(|(dealt, passed)| dealt.beside(passed));
        let held = || knowledge.held(seat).zip(retained).and_then(|(held, retained)| held.beside(retained));
        let received = knowledge.passed(knowledge.table.setup.seats.left_of(seat)).or_else(held);
        match (retained, passed, received) {
            (Some(retained), Some(passed), Some(received)) => {
                Ok(OwnCards { seat, retained, passed, received })
            }
            _ => Err(WhyNull::OwnCardNotRecorded),
        }
    }

    /// The cards that a seat saw by its abilities, and by an exchange with it, as `end` tells.
    fn seen_by_ability(&self, end: &Self, seat: Seat) -> Result<Vec<Clue>, WhyNull> {
        let table = &self.knowledge.table;
        let lay = |place: Place| end.card_at_first(place).ok_or(WhyNull::OwnCardNotRecorded);
        let mut clues = Vec::new();
        if let Some((_, place)) = table.look.filter(|(looker, _)| *looker == seat) {
            clues.push(Clue::Card(place, lay(place)?));
        }
        let Some((digger, target, _)) = table.dig else { return Ok(clues) };
        if digger == seat {
            for slot in 0..table.setup.graveyard() {
                clues.push(Clue::Card(Place::Grave(slot), lay(Place::Grave(slot))?));
            }
            clues.push(Clue::Gave(end.gave().ok_or(WhyNull::OwnCardNotRecorded)?));
        }
        if target == seat {
            let given_card = end.knowledge.given_card();
            let given_card = given_card.or_else(|| lay(Place::Grave(end.gave()?)).ok());
            clues.push(Clue::GivenCard(given_card.ok_or(WhyNull::OwnCardNotRecorded)?));
        }
        Ok(clues)
    }

    /// The card that lay here when the abilities began, as this position tells.
    fn card_at_first(&self, place: Place) -> Option<Role> {
        let turned_over = self.end.as_ref().map(|end| end.world.card(place));
        turned_over.or_else(|| self.knowledge.card(place))
    }

    /// The graveyard slot that was given away, as this position tells.
    fn gave(&self) -> Option<usize> {
        self.end.as_ref().and_then(|end| end.world.give()).or_else(|| self.knowledge.gave())
    }

    /// The public knowledge of the cards, from the abilities used and skipped, and from the votes.
    fn open_clues(&self) -> Vec<Clue> {
        let table = &self.knowledge.table;
        let mut clues = Vec::new();
        match table.look {
            Some((seat, _)) => clues.push(Clue::SeerIs(seat)),
            None if self.phase != Phase::Seer => clues.push(Clue::SeerSkipped),
            None => {}
        }
        let gravedigger_was_due =
            self.setup.has_gravedigger() && !matches!(self.phase, Phase::Seer | Phase::Gravedigger);
        match table.dig {
            Some((seat, ..)) => clues.push(Clue::GravediggerIs(seat)),
            None if gravedigger_was_due => clues.push(Clue::GravediggerSkipped),
            None => {}
        }
        if let (Some((looker, _)), Some((digger, ..))) = (table.look, table.dig)
            && looker == digger
        {
            clues.push(Clue::UsedBoth(looker));
        }
        for (seat, ballot) in self.votes.iter().flat_map(crate::seat::BySeat::iter) {
            match ballot {
                None => clues.push(Clue::ShowedNull(seat)),
                Some(_) if self.setup.voting() != Voting::Everybody => clues.push(Clue::Voted(seat)),
                Some(_) => {}
            }
        }
        clues.dedup();
        clues
    }
}
