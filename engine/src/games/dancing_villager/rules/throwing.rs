//! A throw: sticks are taken, and dogs come.

use strum::VariantArray;

use super::super::moves::{Effect, Prize, Stick};
use super::super::opening::starting_villagers;
use super::super::words::Words;
use super::super::{DancingVillager, Phase, Played, SEVENTH_DOG_CALLS_OFF_THE_RACE, refusals};
use super::landing::{Landing, LandingKind};
use crate::seat::BySeat;
use crate::violation::{Referee, Violation};

/// DV-14: this many dogs end the game.
pub const DOGS_TO_END: i64 = 7;

impl DancingVillager {
    pub(crate) fn throw(&self, results: &BySeat<Landing>, stacked: bool, referee: &mut Referee) -> Played {
        self.expect(Phase::Throw, "throw")?;
        self.check_results(results, referee)?;
        let all = results.values().fold(Landing::default(), |all, landing| all.and(landing));
        let mut after = Self { throws: self.throws.saturating_add(1), ..*self };
        let mut effects = Vec::new();
        after.take_sticks(&all, stacked, &mut effects);
        after.reward_standing(results, &mut effects);
        after.add_dog(&all, &mut effects);
        after.go_on(self, &mut effects);
        Ok((after, effects))
    }

    /// DV-2: all villagers of all seats are thrown.
    fn check_results(&self, results: &BySeat<Landing>, referee: &mut Referee) -> Result<(), Violation> {
        Violation::check_length(Words::ResultsGiven, results.len(), self.seats.len())?;
        for (_, landing) in results.iter() {
            LandingKind::VARIANTS.iter().copied().try_for_each(|kind| {
                refusals::check_count(Words::LandedQuantity { kind }, landing.count(kind))
            })?;
        }
        let most = i64::from(starting_villagers(self.seats));
        let recorded = referee.is_lenient();
        for (seat, landing) in results.iter() {
            let (thrown, villagers) = (landing.total(), i64::from(self.player(seat).villagers));
            if thrown > most {
                return Err(refusals::wrong_villagers(seat, thrown, villagers, false));
            }
            // A villager may have fallen off the table, or one was thrown that should have been given up.
            let breach = || refusals::wrong_villagers(seat, thrown, villagers, recorded);
            referee.require(thrown == villagers, breach)?;
        }
        Ok(())
    }

    /// DV-3. DV-4: leaning and standing villagers are not counted. DV-I5: stacked ones are counted as
    /// they lie.
    fn take_sticks(&mut self, all: &Landing, stacked: bool, effects: &mut Vec<Effect>) {
        let (kind, sticks) = if all.up > all.down {
            (Stick::Meat, &mut self.meat)
        } else {
            (Stick::Charcoal, &mut self.charcoal)
        };
        // DV-5: any number of stacks doubles once.
        let due = (all.up - all.down).abs() * if stacked { 2 } else { 1 };
        // DV-8: no more than there are.
        let count = due.min(*sticks);
        *sticks -= count;
        if count > 0 {
            effects.push(Effect::SticksTaken { kind, count, left: *sticks });
        } else if all.up > 0 {
            effects.push(Effect::CancelledOut { each: all.up });
        }
    }

    /// DV-6; DV-I2: one dog for each standing villager.
    fn reward_standing(&mut self, results: &BySeat<Landing>, effects: &mut Vec<Effect>) {
        for ((seat, landing), player) in results.iter().zip(&mut self.players) {
            let count = landing.standing;
            if count > 0 {
                player.dogs = player.dogs.saturating_add(count);
                effects.push(Effect::DogsGained { seat, count, dogs: player.dogs });
            }
        }
    }

    /// DV-7: all villagers are flat, stacked or not (DV-I5).
    fn add_dog(&mut self, all: &Landing, effects: &mut Vec<Effect>) {
        if all.flat > 0 && all.flat == all.total() {
            self.field = self.field.saturating_add(1);
            effects.push(Effect::DogJoined { field: self.field });
        }
    }

    /// DV-9, DV-10. DV-14: a throw that brings the seventh dog sets off no race.
    fn go_on(&mut self, before: &Self, effects: &mut Vec<Effect>) {
        let race = if self.meat == 0 {
            Some((Phase::DogRace, Prize::Dogs))
        } else if self.charcoal == 0 {
            Some((Phase::FireRace, Prize::Fire))
        } else {
            None
        };
        self.count_dogs(before, effects);
        let is_called_off = self.decided && self.version >= SEVENTH_DOG_CALLS_OFF_THE_RACE;
        if let Some((phase, prize)) = race.filter(|_| !is_called_off) {
            self.phase = phase;
            effects.push(Effect::RaceStarted { prize });
        } else if self.decided {
            self.end(effects);
        }
    }

    /// DV-14: the game is decided if a seat has enough dogs now and had not before.
    pub(crate) fn count_dogs(&mut self, before: &Self, effects: &mut Vec<Effect>) {
        for (seat, player) in self.seats.iter().zip(&self.players) {
            if player.dogs >= DOGS_TO_END && before.player(seat).dogs < DOGS_TO_END {
                self.decided = true;
                effects.push(Effect::SevenDogs { seat, dogs: player.dogs });
            }
        }
    }
}
