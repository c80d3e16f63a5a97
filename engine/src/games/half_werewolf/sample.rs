//! Plausible moves, played by a sampled world.

use crate::count;
use strum::VariantArray;

use super::choices::Choice;
use super::knowledge::clue::{Clue, Place};
use super::knowledge::world::World;
use super::moves::{CardPlace, Move, SeatSlot, Target};
use super::opening::Options;
use super::rules::role::{Role, Variant};
use super::{Ballots, HalfWerewolf};
use crate::fact::Fact;
use crate::game::{Chooser, Sampling};
use crate::seat::{BySeat, Seat};

impl Sampling for HalfWerewolf {
    fn sample_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        let seats = *chooser.choose(&[4, 5, 6, 6]);
        let variant = if seats == 6 { *chooser.choose(Variant::VARIANTS) } else { Variant::Standard };
        (seats, Options { variant })
    }

    fn sample(&self, choice: &Choice, chooser: &mut dyn Chooser) -> Move {
        match choice {
            Choice::Deal { .. } => self.sample_deal(chooser),
            Choice::Note { seats, facts } => {
                self.sample_note(*chooser.choose(seats), facts.len() > 1, chooser)
            }
            Choice::PassCards { .. } => self.sample_pass(chooser),
            Choice::SeerLook { seats, looks } => {
                self.sample_look(*chooser.choose(seats), chooser.choose(looks).target, chooser)
            }
            Choice::Dig { seats, targets, .. } => {
                let seat = *chooser.choose(seats);
                let others: Vec<_> = targets.iter().filter(|target| target.seat != seat).collect();
                self.sample_dig(seat, **chooser.choose(&others), chooser)
            }
            Choice::SkipAbility { ability } => Move::SkipAbility { ability: *ability },
            Choice::Statement { seats, roles } => Move::Statement {
                seat: *chooser.choose(seats),
                text: chooser.chance(2).then(|| "…".to_owned()),
                claims_role: chooser.chance(2).then(|| *chooser.choose(roles)),
            },
            Choice::EndDay {} => Move::EndDay {},
            Choice::Vote { .. } => self.sample_vote(chooser),
            Choice::Reveal { give_required, .. } => self.sample_reveal(*give_required, chooser),
        }
    }
}

/// A fact that the scribe learns, or not.
fn perhaps<T>(value: Option<T>, chooser: &mut dyn Chooser) -> Fact<T> {
    Fact::from(value).seen_if(!chooser.chance(2))
}

impl HalfWerewolf {
    /// A deal with all cards known, or some hands, or nothing.
    fn sample_deal(&self, chooser: &mut dyn Chooser) -> Move {
        let mut deck = self.setup.deck();
        chooser.shuffle(&mut deck);
        let graveyard = deck.split_off(2 * self.seats().len());
        let mut dealt = deck.chunks(2).map(<[Role]>::to_vec);
        let knowing = chooser.below(4);
        let hands = BySeat::new(self.seats(), |_| {
            let hand = Fact::from(dealt.next());
            hand.seen_if(knowing >= 2 || (knowing == 1 && chooser.chance(2)))
        });
        Move::Deal {
            hands: Fact::Known(hands).seen_if(knowing > 0),
            graveyard: Fact::Known(graveyard).seen_if(knowing == 3),
        }
    }

    fn sample_note(&self, seat: Seat, passed: bool, chooser: &mut dyn Chooser) -> Move {
        let world = self.knowledge.sample_world(&[], chooser);
        let world = world.as_ref();
        let pair = |pair: super::rules::role::Pair| pair.roles().to_vec();
        let dealt = perhaps(world.map(|world| pair(world.dealt(seat))), chooser);
        let later = world.filter(|_| passed);
        Move::Note {
            seat,
            dealt,
            passed: perhaps(later.map(|world| world.passed(seat)), chooser),
            holds: perhaps(later.map(|world| pair(world.holds(seat))), chooser),
        }
    }

    fn sample_pass(&self, chooser: &mut dyn Chooser) -> Move {
        let world = self.knowledge.sample_world(&[], chooser);
        let knowing = chooser.below(3);
        let cards = BySeat::new(self.seats(), |seat| {
            let passed = Fact::from(world.as_ref().map(|world| world.passed(seat)));
            passed.seen_if(knowing == 2 || (knowing == 1 && chooser.chance(2)))
        });
        Move::PassCards { cards }
    }

    fn sample_look(&self, seat: Seat, target: CardPlace, chooser: &mut dyn Chooser) -> Move {
        let world = self.knowledge.sample_world(&[Clue::SeerIs(seat)], chooser);
        let place = self.read_place(target).ok();
        let role = world.zip(place).map(|(world, place)| world.card(place));
        Move::SeerLook { seat, target, role: perhaps(role, chooser) }
    }

    fn sample_dig(&self, seat: Seat, target: SeatSlot, chooser: &mut dyn Chooser) -> Move {
        let graveyard =
            self.knowledge.sample_world(&self.digging(seat), chooser).map(|world| world.graveyard());
        let slot = chooser.below(self.setup.graveyard());
        let given_card = graveyard.as_ref().and_then(|cards| cards.get(slot).copied());
        Move::Dig {
            seat,
            target,
            saw: perhaps(graveyard, chooser),
            give: perhaps(Some(count::to_i64(slot)), chooser),
            given_card: perhaps(given_card, chooser),
        }
    }

    /// A vote in which targets that have votes are likelier, so that not every vote is tied.
    fn sample_vote(&self, chooser: &mut dyn Chooser) -> Move {
        let targets = self.targets();
        let favourite = *chooser.choose(&targets);
        let world = self.knowledge.sample_world(&[], chooser);
        let voteless = |seat| world.as_ref().is_some_and(|world: &World| world.voteless(seat));
        let ballots: Ballots = BySeat::new(self.seats(), |seat| {
            let target: Target = if chooser.chance(2) { favourite } else { *chooser.choose(&targets) };
            (!voteless(seat)).then_some(target)
        });
        Move::Vote { ballots }
    }

    fn sample_reveal(&self, give_required: bool, chooser: &mut dyn Chooser) -> Move {
        let world = self.knowledge.sample_world(&[], chooser);
        let world = world.as_ref();
        let cards = |seat| [0, 1].map(|slot| world.map(|world| world.card_now(Place::Slot(seat, slot))));
        let table = &self.knowledge.table;
        let looked = table.look.zip(world).map(|((_, place), world)| world.card(place));
        let dug = world.filter(|_| table.dig.is_some());
        let give = Fact::from(dug.and_then(World::give).map(count::to_i64));
        Move::Reveal {
            hands: BySeat::new(self.seats(), |seat| cards(seat).into_iter().flatten().collect()),
            graveyard: world.map(World::graveyard_now).unwrap_or_default(),
            looked: perhaps(looked, chooser),
            saw: perhaps(dug.map(World::graveyard), chooser),
            give: give.seen_if(give_required || chooser.chance(2)),
        }
    }

    /// A deal with all cards known.
    pub(super) fn open_deal(&self, chooser: &mut dyn Chooser) -> Move {
        let mut deck = self.setup.deck();
        chooser.shuffle(&mut deck);
        let graveyard = deck.split_off(2 * self.seats().len());
        let mut dealt = deck.chunks(2).map(<[Role]>::to_vec);
        let hands = BySeat::new(self.seats(), |_| Fact::from(dealt.next()));
        Move::Deal { hands: Fact::Known(hands), graveyard: Fact::Known(graveyard) }
    }

    /// A reveal with all facts known that were seen.
    pub(super) fn open_reveal(&self, chooser: &mut dyn Chooser) -> Option<Move> {
        let world: World = self.knowledge.sample_world(&[], chooser)?;
        let table = &self.knowledge.table;
        let dug = table.dig.map(|_| world.graveyard());
        Some(Move::Reveal {
            hands: BySeat::new(self.seats(), |seat| {
                [0, 1].map(|slot| world.card_now(Place::Slot(seat, slot))).to_vec()
            }),
            graveyard: world.graveyard_now(),
            looked: Fact::from(table.look.map(|(_, place)| world.card(place))),
            saw: Fact::from(dug),
            give: Fact::from(world.give().map(count::to_i64)),
        })
    }
}
