//! Everything logged about the hidden cards. At least one world always agrees with all of it: a
//! move that leaves none is refused.

pub mod clue;
pub mod search;
pub mod world;

use super::refusals::{self, BreachTense, Opposed};
use super::rules::role::{Pair, Role};
use crate::game::Chooser;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::shared::Shared;
use crate::violation::{Referee, Violation};
use clue::{Clue, Place};
use search::{solve, solve_broken};
use world::{Table, World};

/// A clue, and the move that gave it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Logged {
    at: Seq,
    clue: Clue,
}

impl Logged {
    /// This clue with a new one that contradicts it.
    fn opposing(self, input: Clue) -> Opposed {
        Opposed { logged: self.clue, input, at: self.at }
    }
}

/// The knowledge about the cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// The facts that everybody saw.
    pub table: Table,
    /// The clues, oldest first.
    clues: Shared<Logged>,
    /// A world found by the last search.
    witness: Option<World>,
}

/// Always takes the first choice; used to test if anything is possible.
struct FirstChoice;

impl Chooser for FirstChoice {
    fn below(&mut self, _: usize) -> usize {
        0
    }
}

impl Knowledge {
    /// Nothing is known yet.
    pub fn new(table: Table) -> Self {
        Self { table, clues: Shared::default(), witness: None }
    }

    /// The knowledge with further clues, which agree with it.
    #[must_use]
    pub fn with(&self, more: Vec<Clue>) -> Self {
        let new = more.into_iter().filter(|clue| self.clues.iter().all(|logged| logged.clue != *clue));
        let new = new.map(|clue| Logged { at: Seq(0), clue });
        Self { clues: self.clues.iter().copied().chain(new).collect(), witness: None, ..self.clone() }
    }

    /// True if all of these may be true together with the first `clues` clues.
    fn possible(&self, clues: usize, more: &[Clue]) -> bool {
        let known_clues = self.clues.iter().take(clues).map(|logged| logged.clue);
        solve(&self.table, known_clues.chain(more.iter().copied()), &mut FirstChoice).is_some()
    }

    /// True if all of these agree with the knowledge.
    pub fn may(&self, more: &[Clue]) -> bool {
        let agrees = |world: World| more.iter().all(|clue| world.agrees(*clue));
        self.current_witness().is_some_and(agrees) || self.possible(self.clues.len(), more)
    }

    /// The witness, if there is one.
    fn current_witness(&self) -> Option<World> {
        self.witness.map(|witness| World { table: self.table, ..witness })
    }

    /// A world in which these clues are true too.
    pub fn sample_world(&self, more: &[Clue], chooser: &mut dyn Chooser) -> Option<World> {
        let known_clues = self.clues.iter().map(|logged| logged.clue);
        solve(&self.table, known_clues.chain(more.iter().copied()), chooser)
    }

    /// Any possible world.
    pub fn any_world(&self) -> Option<World> {
        self.current_witness().or_else(|| self.sample_world(&[], &mut FirstChoice))
    }

    /// Adds the clues of a move. `rules` hold if the move keeps the rules: a breach goes to the
    /// referee, and nothing is inferred from a move that may be irregular. `stated` always holds,
    /// and must agree with the knowledge. Returns true if a breach shows.
    pub fn learn(
        &mut self,
        at: Seq,
        rules: &[Clue],
        stated: &[Clue],
        referee: &mut Referee,
    ) -> Result<bool, Violation> {
        let is_known = |clue: &Clue| self.clues.iter().any(|logged| logged.clue == *clue);
        if rules.iter().chain(stated).all(is_known) {
            return Ok(false);
        }
        let mut broken = false;
        if referee.is_lenient() || !self.find_witness(rules, stated) {
            let compatible = self.compatible_rules(rules, &[], referee)?;
            if !self.may(stated) {
                return Err(self.contradiction(stated));
            }
            broken = self.compatible_rules(&compatible, stated, referee)?.len() < rules.len();
            self.find_witness(&[], stated);
        }
        let inferred: &[Clue] = if referee.is_lenient() { &[] } else { rules };
        let mut clues = Vec::with_capacity(self.clues.len() + stated.len() + inferred.len());
        clues.extend_from_slice(&self.clues);
        for clue in stated.iter().chain(inferred) {
            if clues.iter().all(|logged| logged.clue != *clue) {
                clues.push(Logged { at, clue: *clue });
            }
        }
        self.clues = clues.into_iter().collect();
        Ok(broken)
    }

    /// Finds a witness that agrees with the knowledge and these clues; false if there is none.
    fn find_witness(&mut self, rules: &[Clue], stated: &[Clue]) -> bool {
        let more = rules.iter().chain(stated);
        self.witness = self.current_witness().filter(|world| more.clone().all(|clue| world.agrees(*clue)));
        if self.witness.is_none() {
            let known_clues = self.clues.iter().map(|logged| logged.clue);
            self.witness = solve(&self.table, known_clues.chain(more.copied()), &mut FirstChoice);
        }
        self.witness.is_some()
    }

    /// A move recorded as irregular states a breach, even if no breach shows: notes the first of
    /// these rules that it may have broken.
    pub fn suppose_breach(&self, rules: &[Clue], referee: &mut Referee) -> Result<(), Violation> {
        if !referee.is_lenient() {
            return Ok(());
        }
        let known_clues = self.clues.iter().map(|logged| logged.clue);
        let breakable =
            |rule: &&Clue| solve_broken(&self.table, known_clues.clone(), **rule, &mut FirstChoice).is_some();
        match rules.iter().find(breakable) {
            Some(rule) => referee.require(false, || refusals::supposed(*rule, &self.table)),
            None => Ok(()),
        }
    }

    /// The rules that may be kept, one after the other, given the stated clues.
    fn compatible_rules(
        &self,
        rules: &[Clue],
        stated: &[Clue],
        referee: &mut Referee,
    ) -> Result<Vec<Clue>, Violation> {
        let mut compatible = stated.to_vec();
        for rule in rules {
            compatible.push(*rule);
            if !self.may(&compatible) {
                compatible.pop();
                let tense = BreachTense::by(referee);
                referee.require(false, || refusals::broken(*rule, &self.table, tense))?;
            }
        }
        Ok(compatible.split_off(stated.len()))
    }

    /// Names the earliest event that, with all before it, contradicts the new facts.
    fn contradiction(&self, stated: &[Clue]) -> Violation {
        let opposed = |a: Clue, b: Clue| solve(&self.table, [a, b].into_iter(), &mut FirstChoice).is_none();
        let same_hand = self.clues.iter().find_map(|logged| {
            let clue =
                stated.iter().find(|clue| clue.is_same_hand(logged.clue) && opposed(**clue, logged.clue));
            clue.map(|clue| (*clue, logged))
        });
        match same_hand {
            _ if solve(&self.table, stated.iter().copied(), &mut FirstChoice).is_none() => {
                self.impossible(stated)
            }
            Some((clue, logged)) if clue.is_about_the_same(logged.clue) => {
                logged.opposing(clue).disagrees(self.table.setup)
            }
            Some((clue, logged)) => logged.opposing(clue).not_passed_on(self.table.setup),
            None => self.earliest_culprit(stated),
        }
    }

    fn earliest_culprit(&self, stated: &[Clue]) -> Violation {
        let last = (0..=self.clues.len()).find(|clues| !self.possible(*clues, stated));
        let Some(culprit) = last.and_then(|last| self.clues.get(last.checked_sub(1)?)) else {
            return self.impossible(stated);
        };
        if !culprit.clue.is_stated() {
            return refusals::broken(culprit.clue, &self.table, BreachTense::Refused)
                .contradicting(culprit.at);
        }
        let logged = culprit.clue;
        let opposed =
            |clue: &&Clue| solve(&self.table, [logged, **clue].into_iter(), &mut FirstChoice).is_none();
        match stated.iter().find(opposed) {
            Some(clue) if self.is_one_too_many(*clue, logged) => {
                culprit.opposing(*clue).one_too_many(self.table.setup)
            }
            Some(clue) if clue.is_about_passing() && logged.is_about_passing() => {
                culprit.opposing(*clue).not_passed_on(self.table.setup)
            }
            Some(clue) => culprit.opposing(*clue).disagrees(self.table.setup),
            None => refusals::does_not_add_up(stated, culprit.at),
        }
    }

    /// The refusal of statements that are impossible regardless of the log.
    fn impossible(&self, stated: &[Clue]) -> Violation {
        let wrong = |clue: &&Clue| solve(&self.table, [**clue].into_iter(), &mut FirstChoice).is_none();
        match stated.iter().find(wrong) {
            None if stated.iter().all(|clue| clue.is_about_passing()) => refusals::impossible_passing(stated),
            _ => refusals::impossible_cards(stated),
        }
    }

    /// HW-1: true if both name a card that exists only once.
    fn is_one_too_many(&self, clue: Clue, other: Clue) -> bool {
        let named = clue.roles();
        let both = other.roles().into_iter().filter(|role| named.contains(role));
        both.into_iter().any(|role| self.table.setup.count(role) == 1)
    }

    fn stated<T>(&self, read: impl Fn(Clue) -> Option<T>) -> Option<T> {
        self.clues.iter().find_map(|logged| read(logged.clue))
    }

    /// The event that recorded the card that lay here when the abilities began, and the card.
    pub fn logged_card(&self, place: Place) -> Option<(Seq, Role)> {
        self.clues.iter().find_map(|logged| match logged.clue {
            Clue::Card(at, role) if at == place => Some((logged.at, role)),
            _ => None,
        })
    }

    /// The two cards dealt to a seat, if stated.
    pub fn dealt(&self, seat: Seat) -> Option<Pair> {
        self.stated(|clue| match clue {
            Clue::Dealt(of, pair) if of == seat => Some(pair),
            _ => None,
        })
    }

    /// The card a seat passed on, if stated or implied by the cards it was dealt; only once cards are passed.
    pub fn passed(&self, seat: Seat) -> Option<Role> {
        let stated = self.stated(|clue| match clue {
            Clue::Passed(of, role) if of == seat => Some(role),
            _ => None,
        });
        stated.or_else(|| self.dealt(seat)?.same_role())
    }

    /// The cards that a seat held when the abilities began, if stated or implied by passed cards.
    pub fn held(&self, seat: Seat) -> Option<Pair> {
        let stated = self.stated(|clue| match clue {
            Clue::Held(of, pair) if of == seat => Some(pair),
            _ => None,
        });
        stated.or_else(|| {
            let compatible = self.dealt(seat)?.beside(self.passed(seat)?)?;
            Some(Pair::new([compatible, self.passed(self.table.setup.seats.left_of(seat))?]))
        })
    }

    /// The cards that a seat holds after the exchange, if stated or implied.
    pub fn holds(&self, seat: Seat) -> Option<Pair> {
        if self.table.dig.is_none_or(|(_, target, _)| target != seat) {
            return self.held(seat);
        }
        let stated = self.stated(|clue| match clue {
            Clue::HoldsNow(of, pair) if of == seat => Some(pair),
            _ => None,
        });
        let [first, second] = [0, 1].map(|slot| self.card_now(Place::Slot(seat, slot)));
        stated.or_else(|| Some(Pair::new([first?, second?])))
    }

    /// The card that lay here when the abilities began, if stated or implied.
    pub fn card(&self, place: Place) -> Option<Role> {
        self.stated_card(place).or_else(|| {
            let Place::Slot(seat, slot) = place else { return None };
            let held = self.held(seat)?;
            let other = || self.stated_card(Place::Slot(seat, 1 - slot.min(1)));
            held.same_role().or_else(|| held.beside(other()?))
        })
    }

    fn stated_card(&self, place: Place) -> Option<Role> {
        self.stated(|clue| match clue {
            Clue::Card(at, role) if at == place => Some(role),
            _ => None,
        })
    }

    /// The graveyard slot that was given away, if stated.
    pub fn gave(&self) -> Option<usize> {
        self.stated(|clue| match clue {
            Clue::Gave(slot) => Some(slot),
            _ => None,
        })
    }

    /// The card that was given away, if stated or implied.
    pub fn given_card(&self) -> Option<Role> {
        let stated = self.stated(|clue| match clue {
            Clue::GivenCard(role) => Some(role),
            _ => None,
        });
        stated.or_else(|| {
            let graveyard: Vec<_> =
                (0..self.table.setup.graveyard()).map(|slot| self.card(Place::Grave(slot))).collect();
            match self.gave() {
                Some(slot) => graveyard.get(slot).copied().flatten(),
                None => graveyard
                    .first()
                    .copied()
                    .flatten()
                    .filter(|role| graveyard.iter().all(|other| *other == Some(*role))),
            }
        })
    }

    /// The card that lies here after the exchange, if stated or implied.
    pub fn card_now(&self, place: Place) -> Option<Role> {
        let Some((_, seat, slot)) = self.table.dig else { return self.card(place) };
        match place {
            _ if place == Place::Slot(seat, slot) => self.given_card(),
            Place::Grave(grave) if Some(grave) == self.gave() => self.card(Place::Slot(seat, slot)),
            Place::Grave(_) => self.gave().and_then(|_| self.card(place)),
            Place::Slot(..) => self.card(place),
        }
    }
}
