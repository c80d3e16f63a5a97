//! `Policy`: makes claims that probably hold, and calls claims that probably do not.

use strum::VariantArray;

use super::analysis::chips;
use super::moves::Move;
use super::opening::{Edition, Options};
use super::rules::animal::{Animal, DICE_PER_SEAT};
use super::sample::{first_player, roll};
use super::{Phase, YouCryWolf};
use crate::fact::Fact;
use crate::game::{Chooser, Policy};
use crate::policy::{Players, Temper, best_of};
use crate::range::Range;
use crate::rules::Rules;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Referee;

/// The sides of a die that simulated games assume.
const SAMPLE_FACES: [Animal; 6] =
    [Animal::Cow, Animal::Cow, Animal::Sheep, Animal::Sheep, Animal::Sheepdog, Animal::Wolf];
/// The assumed chance of a call of the claim that goes furthest beyond the board, and of another claim.
const CALL_SHARES: [f64; 2] = [0.5, 0.1];
/// The number of claims from the least one on that are considered.
const CLAIM_CHOICES: i64 = 12;
/// The least chance of a bold claim, unless it is a plain lie.
const LEAST_LIKELY: f64 = 0.35;

/// A bet, the chance that it holds, and the expected chips of the claimer when others call it.
#[derive(Clone, Copy)]
struct BetOption {
    die: Animal,
    row: Animal,
    claim: i64,
    holds: f64,
    chips: f64,
}

impl Policy for YouCryWolf {
    fn policy_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        let seats = *chooser.choose(&[2, 3, 3, 4, 4, 5]);
        let edition = if chooser.chance(2) { Edition::En } else { Edition::Ja };
        let open_dice = seats < 5 && chooser.chance(4);
        (seats, Options { edition, open_dice, die_faces: Some(SAMPLE_FACES.to_vec()), ..Options::default() })
    }

    fn policy_move(&self, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        let rolled = |chooser: &mut dyn Chooser| (0..DICE_PER_SEAT).map(|_| roll(self, chooser)).collect();
        match self.phase {
            Phase::ChooseFirstPlayer => Some(first_player(self, chooser)),
            Phase::OpenDice | Phase::Turns(_)
                if let Some((seat, _)) = self.cups.iter().find(|(_, cup)| cup.can_be_noted()) =>
            {
                let dice: Vec<Animal> = rolled(chooser);
                Some(Move::NoteCup { seat, dice: dice.into_iter().map(Fact::Known).collect() })
            }
            Phase::OpenDice => Some(Move::OpenDice { dice: rolled(chooser) }),
            Phase::Turns(seat) => {
                let own = players.seen_by(seat);
                let die = roll(self, chooser);
                match players.temper(seat) {
                    Temper::Random => Some(own.turn_at_random(seat, die, chooser)),
                    temper => own.turn_by_policy(seat, (die, temper), chooser),
                }
            }
            Phase::Reveal(_) => {
                let cups = self.cups.map(|_, cup| Fact::Known(cup.shown()));
                Some(Move::Reveal { cups: Some(cups), count: None })
            }
            Phase::Over => None,
        }
    }
}

impl YouCryWolf {
    /// Calls if that brings chips, bets if the claim probably holds, and uses the privilege if neither is good.
    fn turn_by_policy(
        &self,
        seat: Seat,
        (die, temper): (Animal, Temper),
        chooser: &mut dyn Chooser,
    ) -> Option<Move> {
        let rows = self.rows_known_to(seat)?;
        let call = best_of(self.callable(seat), |(row, marker)| chips(&rows[*row], marker.claim));
        let call = call.map(|(row, marker)| (row, chips(&rows[row], marker.claim)));
        let bet = self.bet_by_policy(seat, temper, chooser);
        let of_bet = bet.map_or(f64::NEG_INFINITY, |bet| bet.chips);
        let power = self.may_use_privilege(seat);
        match (call, bet) {
            (Some((row, chips)), _) if chips > of_bet.max(if power { 0.0 } else { f64::NEG_INFINITY }) => {
                Some(Move::Call { seat, row })
            }
            _ if power && of_bet < 0.0 => {
                Some(Move::Privilege { seat, die, row: *chooser.choose(die.rows()) })
            }
            (_, Some(BetOption { die, row, claim, .. })) => Some(Move::Bet { seat, die, row, claim }),
            _ => Some(Move::Pass { seat }),
        }
    }

    /// The bet that brings most. A bold player claims more than is likely, and lies now and then.
    fn bet_by_policy(&self, seat: Seat, temper: Temper, chooser: &mut dyn Chooser) -> Option<BetOption> {
        let bets = self.bets_by_policy(seat);
        let lies: Vec<BetOption> = bets.iter().copied().filter(|bet| bet.holds < LEAST_LIKELY).collect();
        let daring: Vec<BetOption> = bets.iter().copied().filter(|bet| bet.holds >= LEAST_LIKELY).collect();
        match temper {
            Temper::Bold if chooser.chance(4) && !lies.is_empty() => Some(*chooser.choose(&lies)),
            Temper::Bold if !daring.is_empty() => Some(*chooser.choose(&daring)),
            _ => best_of(bets, |bet| bet.chips),
        }
    }

    fn bets_by_policy(&self, seat: Seat) -> Vec<BetOption> {
        let mut bets = Vec::new();
        let Some(hand) = self.cups[seat].left().next() else { return bets };
        for row in Animal::VARIANTS.iter().copied() {
            let Some(Range { min, max }) = self.claims(seat, row) else { continue };
            let others = Animal::VARIANTS.iter().copied().filter(|other| *other != row);
            let furthest = others.filter_map(|other| self.daring(other)).max().unwrap_or(i64::MIN);
            let faces = Animal::VARIANTS.iter().copied().filter(|face| hand[*face] > 0);
            for die in faces.filter(|die| die.rows().contains(&row)) {
                let mv = Move::Bet { seat, die, row, claim: min };
                let Ok((after, _)) = self.play(Seq(u64::MAX), &mv, &mut Referee::strict()) else { continue };
                let Some(number) = after.rows_known_to(seat).map(|rows| rows[row].clone()) else { continue };
                bets.extend((min..=max.min(min + CLAIM_CHOICES)).map(|claim| {
                    let is_furthest = claim - after.board[row].count() > furthest;
                    let share = CALL_SHARES[usize::from(!is_furthest)];
                    BetOption {
                        die,
                        row,
                        claim,
                        holds: number.at_least(claim),
                        chips: -chips(&number, claim) * share,
                    }
                }));
            }
        }
        bets
    }

    /// The excess of the claim on a row over the dice of the row.
    fn daring(&self, row: Animal) -> Option<i64> {
        self.board[row].marker.map(|marker| marker.claim - self.board[row].count())
    }
}
