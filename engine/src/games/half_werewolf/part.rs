//! The part of one seat in a joint move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moves::{Move, Target};
use super::rules::role::Role;
use super::{HalfWerewolf, Phase};
use crate::fact::Fact;
use crate::form::Form;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::text::Names;
use crate::violation::{Referee, Violation};

/// One seat's part of a joint move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "HalfWerewolfPart")]
pub enum Part {
    /// Looks at the hand it was dealt.
    Deal {
        /// Its two cards; left out or null if the seat does not tell them.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        cards: Fact<Vec<Role>>,
    },
    /// Passes a card to the right.
    PassCards {
        /// The card; null if the seat does not tell it.
        card: Fact<Role>,
    },
    /// Votes.
    Vote {
        /// The number of a seat, or `graveyard`; null or left out if the seat has no vote.
        #[serde(default)]
        ballot: Option<Target>,
    },
}

impl crate::rules::Part<HalfWerewolf> for Part {
    fn due(at: &HalfWerewolf) -> Option<&'static str> {
        match at.phase {
            Phase::Deal => Some("deal"),
            Phase::Pass => Some("pass_cards"),
            Phase::Vote | Phase::Runoff => Some("vote"),
            _ => None,
        }
    }

    fn check(&self, at: &HalfWerewolf, seat: Seat) -> Result<(), Violation> {
        let referee = &mut Referee::strict();
        match self {
            Self::Deal { cards } => {
                let hands = BySeat::new(at.seats(), |of| cards.clone().seen_if(of == seat));
                at.deal(Seq(0), &Fact::Known(hands), &Fact::Unknown, referee).map(drop)
            }
            Self::PassCards { card } => {
                let cards = BySeat::new(at.seats(), |of| card.seen_if(of == seat));
                at.pass_cards(Seq(0), &cards, referee).map(drop)
            }
            Self::Vote { ballot } => at.check_ballot(seat, *ballot, referee),
        }
    }

    fn form(at: &HalfWerewolf, seat: Seat, names: &Names) -> Option<Form> {
        at.own_part(seat, names)
    }

    fn join(parts: &BySeat<Self>) -> Option<Move> {
        match parts.values().next()? {
            Self::Deal { .. } => {
                let hands = by_seat(parts, |part| match part {
                    Self::Deal { cards } => Some(cards.clone()),
                    _ => None,
                });
                hands.map(|hands| Move::Deal { hands: Fact::Known(hands), graveyard: Fact::Unknown })
            }
            Self::PassCards { .. } => {
                let cards = by_seat(parts, |part| match part {
                    Self::PassCards { card } => Some(*card),
                    _ => None,
                });
                cards.map(|cards| Move::PassCards { cards })
            }
            Self::Vote { .. } => {
                let ballots = by_seat(parts, |part| match part {
                    Self::Vote { ballot } => Some(*ballot),
                    _ => None,
                });
                ballots.map(|ballots| Move::Vote { ballots })
            }
        }
    }

    fn of(mv: &Move, seat: Seat) -> Option<Self> {
        match mv {
            Move::Deal { hands: Fact::Known(hands), graveyard: Fact::Unknown } => {
                hands.get(seat).map(|cards| Self::Deal { cards: cards.clone() })
            }
            Move::PassCards { cards } => cards.get(seat).map(|card| Self::PassCards { card: *card }),
            Move::Vote { ballots } => ballots.get(seat).map(|ballot| Self::Vote { ballot: *ballot }),
            _ => None,
        }
    }
}

/// The value of every part, if all parts are of one kind.
fn by_seat<T>(parts: &BySeat<Part>, read: impl Fn(&Part) -> Option<T>) -> Option<BySeat<T>> {
    parts.values().map(read).collect::<Option<Vec<_>>>().map(BySeat::from)
}
