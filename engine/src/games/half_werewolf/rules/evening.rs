//! The day and the evening: the statements, the votes, and the cards turned over.

use std::sync::Arc;

use super::super::knowledge::clue::{Clue, Place};
use super::super::moves::{Ability, Count, Effect, Target};
use super::super::outcome::{End, Verdict};
use super::super::refusals::BreachTense;
use super::super::words::Words;
use super::super::{Ballots, HalfWerewolf, Phase, Played, Statement, refusals};
use super::camps::Hands;
use super::morning::{read_pair, read_slot};
use super::role::{Role, Voting};
use crate::count;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::text::is_blank;
use crate::violation::{Referee, Violation};

/// The longest statement, in characters.
const MAX_STATEMENT_CHARS: usize = 2000;

/// The facts of the reveal that were not logged before: the look, the cards the gravedigger saw, and the slot given.
type LateFacts<'a> = (Fact<Role>, &'a Fact<Vec<Role>>, Fact<i64>);

impl HalfWerewolf {
    /// HW-9: a statement is recorded and has no effect.
    pub(crate) fn statement(&self, seat: Seat, text: Option<&str>, claims_role: Option<Role>) -> Played {
        Violation::check_seat(seat, self.seats())?;
        let length = text.map_or(0, |text| text.chars().count());
        if text.is_some_and(is_blank) {
            return Err(refusals::blank_statement(seat));
        }
        if length > MAX_STATEMENT_CHARS {
            return Err(refusals::too_long(length, MAX_STATEMENT_CHARS));
        }
        let mut next = self.clone();
        next.statements[seat] = Some(Arc::new(Statement { text: text.map(str::to_owned), claims_role }));
        Ok((next, Vec::new()))
    }

    /// HW-10: every seat, the voter's own too (HW-I2), and the graveyard; HW-11: in the runoff the tied targets.
    pub(crate) fn targets(&self) -> Vec<Target> {
        let all: Vec<Target> = self.seats().iter().map(Target::Seat).chain([Target::Graveyard]).collect();
        match (self.phase, self.votes.first()) {
            (Phase::Runoff, Some(first)) => most_voted(&all, first),
            _ => all,
        }
    }

    pub(crate) fn vote(&self, at: Seq, ballots: &Ballots, referee: &mut Referee) -> Played {
        Violation::check_length(Words::BallotsGiven, ballots.len(), self.seats().len())?;
        for ballot in ballots.values() {
            if let Some(Target::Seat(seat)) = ballot {
                Violation::check_seat(*seat, self.seats())?;
            }
        }
        // HW-11
        let targets = self.targets();
        let stray = ballots.values().flatten().find(|target| !targets.contains(target));
        if let Some(stray) = stray {
            let tense = BreachTense::by(referee);
            referee.require(false, || refusals::not_in_runoff(*stray, &targets, tense))?;
        }
        let mut next = self.clone();
        let rules = self.vote_rules(ballots);
        let broken = next.knowledge.learn(at, &rules, &[], referee)?;
        if !broken && stray.is_none() {
            next.knowledge.suppose_breach(&rules, referee)?;
        }
        next.votes.push(ballots.clone());
        let effects = next.count(&targets, ballots);
        Ok((next, effects))
    }

    /// Checks one ballot on its own.
    pub(crate) fn check_ballot(
        &self,
        seat: Seat,
        ballot: Option<Target>,
        referee: &mut Referee,
    ) -> Result<(), Violation> {
        if let Some(Target::Seat(voted)) = ballot {
            Violation::check_seat(voted, self.seats())?;
        }
        // HW-11
        let targets = self.targets();
        if let Some(stray) = ballot.filter(|target| !targets.contains(target)) {
            let tense = BreachTense::by(referee);
            referee.require(false, || refusals::not_in_runoff(stray, &targets, tense))?;
        }
        let rules: Vec<Clue> = self.vote_rule(seat, ballot).into_iter().collect();
        self.knowledge.clone().learn(Seq(0), &rules, &[], referee).map(drop)
    }

    /// HW-12 to HW-14: the clue in a ballot that the seat has a vote or has none.
    fn vote_rule(&self, seat: Seat, ballot: Option<Target>) -> Option<Clue> {
        match ballot {
            None => Some(Clue::ShowedNull(seat)),
            Some(_) => (self.setup.voting() != Voting::Everybody).then_some(Clue::Voted(seat)),
        }
    }

    /// HW-12 to HW-14: the clues in the ballots; first of the seats that have a vote.
    fn vote_rules(&self, ballots: &Ballots) -> Vec<Clue> {
        let (null, voted): (Vec<_>, Vec<_>) = ballots.iter().partition(|(_, ballot)| ballot.is_none());
        voted.into_iter().chain(null).filter_map(|(seat, ballot)| self.vote_rule(seat, *ballot)).collect()
    }

    /// HW-11: most votes, runoff or panic. An irregular ballot for a target outside the runoff counts
    /// too.
    fn count(&mut self, targets: &[Target], ballots: &Ballots) -> Vec<Effect> {
        let mut voted: Vec<Target> = targets.to_vec();
        voted.extend(ballots.values().flatten());
        voted.sort_unstable();
        voted.dedup();
        let mut counts: Vec<Count> = voted
            .iter()
            .map(|target| Count { target: *target, votes: votes_for(*target, ballots) })
            .collect();
        counts.retain(|count| count.votes > 0);
        counts.sort_by_key(|count| (-count.votes, count.target));
        let most = most_voted(&voted, ballots);
        let result = match (&*most, self.phase) {
            ([target], _) => self.decide(Verdict::Executed(*target), Effect::Executed { target: *target }),
            (_, Phase::Vote) => {
                self.phase = Phase::Runoff;
                Effect::Runoff { targets: most }
            }
            _ => self.decide(Verdict::Panic, Effect::Panicked {}),
        };
        vec![Effect::VotesCounted { counts }, result]
    }

    fn decide(&mut self, verdict: Verdict, effect: Effect) -> Effect {
        self.phase = Phase::Reveal;
        self.verdict = Some(verdict);
        effect
    }

    /// Turns over all cards, and checks everything that was not known.
    pub(crate) fn reveal(
        &self,
        at: Seq,
        (hands, graveyard): (&BySeat<Vec<Role>>, &Vec<Role>),
        late_facts: LateFacts,
        referee: &mut Referee,
    ) -> Played {
        let mut stated = self.read_cards(hands, graveyard)?;
        let (looked, saw, give) = late_facts;
        let give = give.value().map(|give| read_slot(give, self.setup.graveyard())).transpose()?;
        let saw_cards = self.read_graveyard(saw)?;
        self.check_deck(&stated)?;
        self.check_used(late_facts)?;
        let Some(give) = self.knowledge.table.dig.map_or(Some(0), |_| give.or(self.knowledge.gave())) else {
            return Err(refusals::give_needed(self.setup.graveyard()));
        };
        self.check_seen(&stated, give, looked, saw)?;
        let look = self.knowledge.table.look.zip(looked.value());
        stated.extend(look.map(|((_, place), role)| Clue::Card(place, role)));
        stated.extend(saw_cards);
        stated.extend(self.knowledge.table.dig.map(|_| Clue::Gave(give)));
        let mut next = self.clone();
        next.knowledge.learn(at, &[], &stated, referee)?;
        let effects = next.finish();
        Ok((next, effects))
    }

    fn read_cards(&self, hands: &BySeat<Vec<Role>>, graveyard: &[Role]) -> Result<Vec<Clue>, Violation> {
        Violation::check_length(Words::HandsGiven, hands.len(), self.seats().len())?;
        let mut stated = Vec::new();
        for (seat, hand) in hands.iter() {
            read_pair(&Fact::Known(hand.clone()))?;
            let cards = hand.iter().enumerate();
            stated.extend(cards.map(|(slot, role)| Clue::CardNow(Place::Slot(seat, slot), *role)));
        }
        self.read_graveyard(&Fact::Known(graveyard.to_vec()))?;
        let cards = graveyard.iter().enumerate();
        stated.extend(cards.map(|(slot, role)| Clue::CardNow(Place::Grave(slot), *role)));
        Ok(stated)
    }

    /// HW-5, HW-6: refuses the facts of an ability that was not used.
    fn check_used(&self, (looked, saw, give): LateFacts) -> Result<(), Violation> {
        let table = &self.knowledge.table;
        let unused = match () {
            () if table.look.is_none() && looked.is_known() => (Ability::Seer, "looked"),
            () if table.dig.is_none() && saw.is_known() => (Ability::Gravedigger, "saw"),
            () if table.dig.is_none() && give.is_known() => (Ability::Gravedigger, "give"),
            () => return Ok(()),
        };
        Err(refusals::ability_unused(unused.0, unused.1))
    }

    /// HW-5, HW-6: checks the facts that were seen against the cards turned over.
    fn check_seen(
        &self,
        cards: &[Clue],
        give: usize,
        looked: Fact<Role>,
        saw: &Fact<Vec<Role>>,
    ) -> Result<(), Violation> {
        let lay = |place: Place| {
            let moved = match (self.knowledge.table.dig, place) {
                (Some((_, seat, slot)), _) if place == Place::Slot(seat, slot) => Place::Grave(give),
                (Some((_, seat, slot)), Place::Grave(grave)) if grave == give => Place::Slot(seat, slot),
                _ => place,
            };
            cards.iter().find_map(|card| match card {
                Clue::CardNow(at, role) if *at == moved => Some(*role),
                _ => None,
            })
        };
        let was = self.knowledge.table.look.and_then(|(_, place)| lay(place));
        if looked.is_known() && looked.value() != was {
            let logged = self.knowledge.table.look.and_then(|(_, place)| self.knowledge.logged_card(place));
            let event = logged.map(|(event, _)| event);
            return Err(refusals::saw_otherwise(Ability::Seer, looked, was, event));
        }
        let was: Option<Vec<Role>> =
            (0..self.setup.graveyard()).map(|slot| lay(Place::Grave(slot))).collect();
        if saw.is_known() && saw.as_ref().value() != was.as_ref() {
            let event = self.conflicting_event(saw, was.as_deref().unwrap_or_default());
            return Err(refusals::saw_otherwise(Ability::Gravedigger, saw, was, event));
        }
        Ok(())
    }

    /// The event whose clue about the graveyard conflicts with the cards seen there, or with the cards that were there.
    fn conflicting_event(&self, saw: &Fact<Vec<Role>>, was: &[Role]) -> Option<Seq> {
        let saw = saw.as_ref().value().map(Vec::as_slice).unwrap_or_default();
        saw.iter().zip(was).enumerate().find_map(|(slot, (saw, was))| {
            let (event, logged) = self.knowledge.logged_card(Place::Grave(slot))?;
            (logged != *saw || logged != *was).then_some(event)
        })
    }

    fn finish(&mut self) -> Vec<Effect> {
        let (Some(world), Some(verdict)) = (self.knowledge.any_world(), self.verdict) else {
            return Vec::new();
        };
        let hands = Hands::at_the_end(self.seats(), &world);
        let (ending, winners) = hands.result(verdict);
        let camps = Effect::CampsRevealed {
            camps: BySeat::new(self.seats(), |seat| hands.camp(seat)),
            mad_wolf: hands.mad_wolf(),
            turned: hands.turned().to_vec(),
        };
        let over = Effect::GameOver { ending, winners: winners.clone() };
        self.phase = Phase::Over;
        self.end = Some(Arc::new(End { world, hands, ending, winners }));
        vec![camps, over]
    }
}

/// The number of ballots for a target.
pub(crate) fn votes_for(target: Target, ballots: &Ballots) -> i64 {
    count::to_i64(ballots.values().filter(|ballot| **ballot == Some(target)).count())
}

/// The targets that got most votes.
pub(crate) fn most_voted(targets: &[Target], ballots: &Ballots) -> Vec<Target> {
    let votes = |target: &Target| votes_for(*target, ballots);
    let most = targets.iter().map(votes).max();
    targets.iter().copied().filter(|target| Some(votes(target)) == most).collect()
}
