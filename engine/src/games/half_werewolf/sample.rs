//! Plausible moves: somebody imagines how the cards may lie, and plays by it.

use strum::VariantArray;

use super::choices::Choice;
use super::knowledge::clue::{Clue, Place};
use super::knowledge::world::World;
use super::moves::{CardPlace, Move, SeatSlot, Target, number};
use super::opening::Options;
use super::rules::role::{Role, Variant};
use super::{Ballots, HalfWerewolf};
use crate::fact::Fact;
use crate::game::{RandomSource, Sampling};
use crate::seat::{BySeat, Seat};

impl Sampling for HalfWerewolf {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        let seats = *pick.one(&[4, 5, 6, 6]);
        let variant = if seats == 6 { *pick.one(Variant::VARIANTS) } else { Variant::Standard };
        (seats, Options { variant })
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        match choice {
            Choice::Deal { .. } => self.sample_deal(pick),
            Choice::Note { seats, facts } => self.sample_note(*pick.one(seats), facts.len() > 1, pick),
            Choice::PassCards { .. } => self.sample_pass(pick),
            Choice::SeerLook { seats, looks } => {
                self.sample_look(*pick.one(seats), pick.one(looks).target, pick)
            }
            Choice::Dig { seats, targets, .. } => {
                let seat = *pick.one(seats);
                let others: Vec<_> = targets.iter().filter(|target| target.seat != seat).collect();
                self.sample_dig(seat, **pick.one(&others), pick)
            }
            Choice::SkipAbility { ability } => Move::SkipAbility { ability: *ability },
            Choice::Statement { seats, roles } => Move::Statement {
                seat: *pick.one(seats),
                text: pick.chance(2).then(|| "…".to_owned()),
                claims_role: pick.chance(2).then(|| *pick.one(roles)),
            },
            Choice::EndDay {} => Move::EndDay {},
            Choice::Vote { .. } => self.sample_vote(pick),
            Choice::Reveal { give_required, .. } => self.sample_reveal(*give_required, pick),
        }
    }
}

/// A fact that the scribe learns, or not.
fn perhaps<T>(value: Option<T>, pick: &mut dyn RandomSource) -> Fact<T> {
    Fact::from(value).seen_if(!pick.chance(2))
}

impl HalfWerewolf {
    /// All cards known, or some hands, or nothing.
    fn sample_deal(&self, pick: &mut dyn RandomSource) -> Move {
        let mut deck = self.setup.deck();
        pick.shuffle(&mut deck);
        let graveyard = deck.split_off(2 * self.seats().len());
        let mut dealt = deck.chunks(2).map(<[Role]>::to_vec);
        let knowing = pick.below(4);
        let hands = BySeat::new(self.seats(), |_| {
            let hand = Fact::from(dealt.next());
            hand.seen_if(knowing >= 2 || (knowing == 1 && pick.chance(2)))
        });
        Move::Deal {
            hands: Fact::Known(hands).seen_if(knowing > 0),
            graveyard: Fact::Known(graveyard).seen_if(knowing == 3),
        }
    }

    fn sample_note(&self, seat: Seat, passed: bool, pick: &mut dyn RandomSource) -> Move {
        let world = self.known.imagine(&[], pick);
        let world = world.as_ref();
        let pair = |pair: super::rules::role::Pair| pair.roles().to_vec();
        let dealt = perhaps(world.map(|world| pair(world.dealt(seat))), pick);
        let later = world.filter(|_| passed);
        Move::Note {
            seat,
            dealt,
            passed: perhaps(later.map(|world| world.passed(seat)), pick),
            holds: perhaps(later.map(|world| pair(world.holds(seat))), pick),
        }
    }

    fn sample_pass(&self, pick: &mut dyn RandomSource) -> Move {
        let world = self.known.imagine(&[], pick);
        let knowing = pick.below(3);
        let cards = BySeat::new(self.seats(), |seat| {
            let passed = Fact::from(world.as_ref().map(|world| world.passed(seat)));
            passed.seen_if(knowing == 2 || (knowing == 1 && pick.chance(2)))
        });
        Move::PassCards { cards }
    }

    fn sample_look(&self, seat: Seat, target: CardPlace, pick: &mut dyn RandomSource) -> Move {
        let world = self.known.imagine(&[Clue::SeerIs(seat)], pick);
        let place = self.read_place(target).ok();
        let role = world.zip(place).map(|(world, place)| world.card(place));
        Move::SeerLook { seat, target, role: perhaps(role, pick) }
    }

    fn sample_dig(&self, seat: Seat, target: SeatSlot, pick: &mut dyn RandomSource) -> Move {
        let graveyard = self.known.imagine(&self.digging(seat), pick).map(|world| world.graveyard());
        let slot = pick.below(self.setup.graveyard());
        let given = graveyard.as_ref().and_then(|cards| cards.get(slot).copied());
        Move::Dig {
            seat,
            target,
            saw: perhaps(graveyard, pick),
            give: perhaps(Some(number(slot)), pick),
            given: perhaps(given, pick),
        }
    }

    /// Rather for those who have votes already, so that not every vote is tied.
    fn sample_vote(&self, pick: &mut dyn RandomSource) -> Move {
        let targets = self.targets();
        let favourite = *pick.one(&targets);
        let world = self.known.imagine(&[], pick);
        let voteless = |seat| world.as_ref().is_some_and(|world: &World| world.voteless(seat));
        let ballots: Ballots = BySeat::new(self.seats(), |seat| {
            let target: Target = if pick.chance(2) { favourite } else { *pick.one(&targets) };
            (!voteless(seat)).then_some(target)
        });
        Move::Vote { ballots }
    }

    fn sample_reveal(&self, give_required: bool, pick: &mut dyn RandomSource) -> Move {
        let world = self.known.imagine(&[], pick);
        let world = world.as_ref();
        let cards = |seat| [0, 1].map(|slot| world.map(|world| world.card_now(Place::Slot(seat, slot))));
        let table = &self.known.table;
        let looked = table.look.zip(world).map(|((_, place), world)| world.card(place));
        let dug = world.filter(|_| table.dig.is_some());
        let give = Fact::from(dug.and_then(World::give).map(number));
        Move::Reveal {
            hands: BySeat::new(self.seats(), |seat| cards(seat).into_iter().flatten().collect()),
            graveyard: world.map(World::graveyard_now).unwrap_or_default(),
            looked: perhaps(looked, pick),
            saw: perhaps(dug.map(World::graveyard), pick),
            give: give.seen_if(give_required || pick.chance(2)),
        }
    }
}
