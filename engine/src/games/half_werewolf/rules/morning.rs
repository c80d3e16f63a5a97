//! The morning: cards are dealt and passed, and the abilities used.

use super::super::knowledge::clue::{Clue, Place};
use super::super::moves::{Ability, CardPlace, Effect, SeatSlot};
use super::super::words::Words;
use super::super::{HalfWerewolf, Phase, Played, refusals};
use super::role::{Pair, Role, Voting};
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl HalfWerewolf {
    /// HW-1.
    pub(crate) fn deal(
        &self,
        at: Seq,
        hands: &Fact<BySeat<Fact<Vec<Role>>>>,
        graveyard: &Fact<Vec<Role>>,
        referee: &mut Referee,
    ) -> Played {
        let nobody = BySeat::new(self.seats(), |_| Fact::Unknown);
        let hands = hands.as_ref().value().unwrap_or(&nobody);
        Violation::check_length(Words::HandsGiven, hands.len(), self.seats().len())?;
        let mut stated = Vec::new();
        for (seat, hand) in hands.iter() {
            stated.extend(read_pair(hand)?.map(|pair| Clue::Dealt(seat, pair)));
        }
        stated.extend(self.read_graveyard(graveyard)?);
        self.check_deck(&stated)?;
        let mut next = self.clone();
        next.knowledge.learn(at, &[], &stated, referee)?;
        next.phase = Phase::Pass;
        Ok((next, Vec::new()))
    }

    pub(crate) fn note(
        &self,
        at: Seq,
        seat: Seat,
        (dealt, passed, holds): (&Fact<Vec<Role>>, Fact<Role>, &Fact<Vec<Role>>),
        referee: &mut Referee,
    ) -> Played {
        Violation::check_seat(seat, self.seats())?;
        let exchanged = self.knowledge.table.dig.is_some_and(|(_, target, _)| target == seat);
        let holding = if exchanged { Clue::HoldsNow } else { Clue::Held };
        let mut stated = Vec::new();
        stated.extend(read_pair(dealt)?.map(|pair| Clue::Dealt(seat, pair)));
        stated.extend(passed.value().map(|role| Clue::Passed(seat, role)));
        stated.extend(read_pair(holds)?.map(|pair| holding(seat, pair)));
        self.check_deck(&stated)?;
        // HW-2: before the pass, a seat knows only the cards it was dealt.
        if self.phase == Phase::Pass && (passed.is_known() || holds.is_known()) {
            return Err(refusals::not_passed_yet());
        }
        let mut next = self.clone();
        next.knowledge.learn(at, &[], &stated, referee)?;
        Ok((next, Vec::new()))
    }

    /// HW-2: everybody passes to the right; HW-3: and lays its cards down.
    pub(crate) fn pass_cards(&self, at: Seq, cards: &BySeat<Fact<Role>>, referee: &mut Referee) -> Played {
        Violation::check_length(Words::CardsPassedGiven, cards.len(), self.seats().len())?;
        let passed = cards.iter().filter_map(|(seat, card)| Some(Clue::Passed(seat, card.value()?)));
        let passed: Vec<Clue> = passed.collect();
        self.check_deck(&passed)?;
        let mut next = self.clone();
        next.knowledge.learn(at, &[], &passed, referee)?;
        next.phase = Phase::Seer;
        Ok((next, Vec::new()))
    }

    /// HW-4, HW-5: the holder of the seer looks at one card anywhere.
    pub(crate) fn seer_look(
        &self,
        at: Seq,
        seat: Seat,
        target: CardPlace,
        role: Fact<Role>,
        referee: &mut Referee,
    ) -> Played {
        Violation::check_seat(seat, self.seats())?;
        let place = self.read_place(target)?;
        let seen: Vec<Clue> = role.value().map(|role| Clue::Card(place, role)).into_iter().collect();
        self.check_deck(&seen)?;
        let mut next = self.clone();
        next.knowledge.table.look = Some((seat, place));
        next.obey(at, &[Clue::SeerIs(seat)], &seen, referee)?;
        let effects = next.after_ability(Some(seat));
        Ok((next, effects))
    }

    /// HW-4, HW-6: the holder of the gravedigger sees the graveyard and must exchange one of its
    /// cards (HW-I6: a dig without a target is no move at all).
    pub(crate) fn dig(
        &self,
        at: Seq,
        seat: Seat,
        target: SeatSlot,
        (saw, give, given_card): (&Fact<Vec<Role>>, Fact<i64>, Fact<Role>),
        referee: &mut Referee,
    ) -> Played {
        Violation::check_seat(seat, self.seats())?;
        Violation::check_seat(target.seat, self.seats())?;
        let slot = read_slot(target.slot, 2)?;
        let give = give.value().map(|give| read_slot(give, self.setup.graveyard())).transpose()?;
        let mut stated = self.read_graveyard(saw)?;
        stated.extend(given_card.value().map(Clue::GivenCard));
        self.check_deck(&stated)?;
        if let (Some(saw), Some(give), Fact::Known(given_card)) = (saw.as_ref().value(), give, given_card)
            && let Some(lay) = saw.get(give)
            && *lay != given_card
        {
            return Err(refusals::given_differs(given_card, *lay));
        }
        stated.extend(give.map(Clue::Gave));
        let mut rules = vec![Clue::GravediggerIs(seat), Clue::ExchangedWithAnother(seat)];
        // HW-7
        rules.extend(
            self.knowledge.table.look.filter(|(looker, _)| *looker == seat).map(|_| Clue::UsedBoth(seat)),
        );
        let mut next = self.clone();
        next.knowledge.table.dig = Some((seat, target.seat, slot));
        next.obey(at, &rules, &stated, referee)?;
        let effects = next.after_ability(Some(seat));
        Ok((next, effects))
    }

    /// HW-8, HW-I1: nobody comes forward. As soon as the cards are known, this is checked.
    pub(crate) fn skip_ability(&self, at: Seq, ability: Ability, referee: &mut Referee) -> Played {
        let (due, rule) = match self.phase {
            Phase::Seer => (Ability::Seer, Clue::SeerSkipped),
            _ => (Ability::Gravedigger, Clue::GravediggerSkipped),
        };
        // HW-4: first the seer, then the gravedigger.
        if ability != due {
            return Err(refusals::not_its_turn(ability, due));
        }
        let mut next = self.clone();
        next.obey(at, &[rule], &[], referee)?;
        let effects = next.after_ability(None);
        Ok((next, effects))
    }

    /// Applies a move that must keep these rules, or is recorded as a breach of one.
    fn obey(
        &mut self,
        at: Seq,
        rules: &[Clue],
        stated: &[Clue],
        referee: &mut Referee,
    ) -> Result<(), Violation> {
        let broken = self.knowledge.learn(at, rules, stated, referee)?;
        if broken { Ok(()) } else { self.knowledge.suppose_breach(rules, referee) }
    }

    /// HW-4: the gravedigger follows the seer, if there is one; then the day begins.
    fn after_ability(&mut self, used_by: Option<Seat>) -> Vec<Effect> {
        let digs = self.phase == Phase::Seer && self.setup.has_gravedigger();
        self.phase = if digs { Phase::Gravedigger } else { Phase::Day };
        let turned = used_by.filter(|seat| self.surely_turned(*seat));
        let mut effects: Vec<Effect> = turned.map(|seat| Effect::Turned { seat }).into_iter().collect();
        if self.phase == Phase::Day {
            effects.push(Effect::DayBegan {});
        }
        effects
    }

    /// HW-23: true if by all that is known this seat must have been turned.
    pub(crate) fn surely_turned(&self, seat: Seat) -> bool {
        self.setup.voting() == Voting::NotTheTurned && !self.knowledge.may(&[Clue::Voted(seat)])
    }

    pub(crate) fn read_place(&self, target: CardPlace) -> Result<Place, Violation> {
        match target {
            CardPlace::Seat(card) => {
                Violation::check_seat(card.seat, self.seats())?;
                Ok(Place::Slot(card.seat, read_slot(card.slot, 2)?))
            }
            CardPlace::Graveyard(card) => {
                Ok(Place::Grave(read_slot(card.graveyard, self.setup.graveyard())?))
            }
        }
    }

    pub(crate) fn read_graveyard(&self, cards: &Fact<Vec<Role>>) -> Result<Vec<Clue>, Violation> {
        let Fact::Known(cards) = cards else { return Ok(Vec::new()) };
        Violation::check_length(Words::CardsInGraveyard, cards.len(), self.setup.graveyard())?;
        let lying = cards.iter().enumerate();
        Ok(lying.map(|(slot, role)| Clue::Card(Place::Grave(slot), *role)).collect())
    }

    /// HW-1: checks that the deck has these cards, all different. A note tells of one card more than
    /// once, so for a note only the roles are checked.
    pub(crate) fn check_deck(&self, stated: &[Clue]) -> Result<(), Violation> {
        let roles: Vec<Role> = stated.iter().flat_map(|clue| clue.roles()).collect();
        if let Some(role) = roles.iter().find(|role| self.setup.count(**role) == 0) {
            return Err(refusals::not_in_game(*role, self.setup));
        }
        let once =
            stated.iter().all(|clue| matches!(clue, Clue::Dealt(..) | Clue::Card(..) | Clue::CardNow(..)));
        for role in self.setup.roles().filter(|_| once) {
            let count = roles.iter().filter(|other| **other == role).count();
            if count > self.setup.count(role) {
                return Err(refusals::wrong_deck(role, count, self.setup.count(role)));
            }
        }
        Ok(())
    }
}

/// G-5: checks that the slot exists.
pub(crate) fn read_slot(slot_number: i64, slots: usize) -> Result<usize, Violation> {
    let slot = usize::try_from(slot_number).ok().filter(|slot| *slot < slots);
    slot.ok_or_else(|| refusals::wrong_slot(slot_number, slots))
}

/// G-5: a hand has two cards.
pub(crate) fn read_pair(cards: &Fact<Vec<Role>>) -> Result<Option<Pair>, Violation> {
    let Fact::Known(cards) = cards else { return Ok(None) };
    Violation::check_length(Words::CardsInHand, cards.len(), 2)?;
    Ok(Pair::of(cards))
}
