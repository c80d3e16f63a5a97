//! The race for the dogs or the fire, fouls, and the round that follows.

use super::super::moves::Effect;
use super::super::opening::starting_villagers;
use super::super::words::Words;
use super::super::{CHARCOAL_PER_ROUND, DancingVillager, MEAT_PER_ROUND, NewDog, Phase, Played, refusals};
use crate::seat::{BySeat, Seat};
use crate::violation::{Referee, Violation};

impl DancingVillager {
    /// DV-9: each seat keeps the dogs it takes.
    pub(crate) fn take_dogs(&self, taken: &BySeat<i64>, referee: &mut Referee) -> Played {
        self.expect(Phase::DogRace, "take_dogs")?;
        let total = self.check_taken(taken, referee)?;
        let mut after = Self { field: self.field.saturating_sub(total), ..*self };
        let mut effects = Vec::new();
        for ((seat, count), player) in taken.iter().zip(&mut after.players) {
            if *count > 0 {
                player.dogs = player.dogs.saturating_add(*count);
                effects.push(Effect::DogsTaken { seat, count: *count, dogs: player.dogs });
            }
        }
        after.count_dogs(self, &mut effects);
        after.end_round(total > 0, &mut effects);
        Ok((after, effects))
    }

    /// DV-I3: all dogs of the field are taken, and no more than there are.
    fn check_taken(&self, taken: &BySeat<i64>, referee: &mut Referee) -> Result<i64, Violation> {
        Violation::check_length(Words::TakenGiven, taken.len(), self.seats.len())?;
        taken.values().try_for_each(|count| refusals::check_count(Words::TakenQuantity, *count))?;
        let total = taken.values().fold(0_i64, |total, count| total.saturating_add(*count));
        if total > self.field {
            return Err(refusals::too_many_dogs(total, self.field));
        }
        let recorded = referee.is_lenient();
        referee.require(total == self.field, || refusals::dogs_left(total, self.field, recorded))?;
        Ok(total)
    }

    /// DV-10: one seat takes the fire, and each other seat loses a villager.
    pub(crate) fn take_fire(&self, seat: Seat) -> Played {
        self.expect(Phase::FireRace, "take_fire")?;
        Violation::check_seat(seat, self.seats)?;
        let mut after = *self;
        let mut effects = Vec::new();
        for other in self.seats.iter().filter(|other| *other != seat) {
            after.lose_villager(other, &mut effects);
        }
        after.end_round(false, &mut effects);
        Ok((after, effects))
    }

    /// DV-11: a foul can happen at any time.
    pub(crate) fn foul(&self, seat: Seat) -> Played {
        Violation::check_seat(seat, self.seats)?;
        let mut after = *self;
        let mut effects = Vec::new();
        after.lose_villager(seat, &mut effects);
        Ok((after, effects))
    }

    fn lose_villager(&mut self, seat: Seat, effects: &mut Vec<Effect>) {
        let all = starting_villagers(self.seats);
        let player = &mut self.players[seat.index()];
        player.villagers = player.villagers.saturating_sub(1);
        effects.push(Effect::VillagerLost { seat, villagers: player.villagers.into() });
        // DV-12
        if player.villagers == 0 {
            let dogs = std::mem::take(&mut player.dogs);
            player.villagers = all;
            effects.push(Effect::DogsEscaped { seat, dogs, villagers: all.into() });
        }
    }

    /// DV-13: a race ends the round; DV-14: it may end the game.
    fn end_round(&mut self, dogs_taken: bool, effects: &mut Vec<Effect>) {
        if self.decided {
            return self.end(effects);
        }
        self.phase = Phase::Throw;
        self.round = self.round.saturating_add(1);
        self.throws = 0;
        self.meat = MEAT_PER_ROUND;
        self.charcoal = CHARCOAL_PER_ROUND;
        self.new_dog = NewDog::Stayed;
        if dogs_taken {
            self.field = self.field.saturating_add(1);
            self.new_dog = NewDog::Came;
            self.dog_before = None;
        }
        effects.push(Effect::RoundBegan { round: self.round.into(), field: self.field });
    }
}
