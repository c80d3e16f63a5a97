//! The moves that may come next.

use schemars::JsonSchema;
use serde::Serialize;

use super::moves::Move;
use super::outcome::Conditions;
use super::rules::table::{HAND_SIZE, Table, lowest_number};
use super::rules::tile::Tile;
use super::{Bremen, Phase};
use crate::count;
use crate::game::{Choices, Chooser};
use crate::rules::Rules;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::violation::Referee;

/// Always takes the first choice; used to test if anything is possible.
struct FirstChoice;

/// Legal moves of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "BremenChoice")]
pub enum Choice {
    /// Deal, with any part of the hands known.
    Deal {
        /// How many tiles each seat gets.
        tiles_each: i64,
        /// True: a tile is left over for the centre.
        center: bool,
        /// The lowest number in the game: 1, or 4 with three seats.
        lowest: i64,
    },
    /// Deal again, because a seat holds eight or more chickens.
    Redeal {
        /// The seats that may hold that many, as far as is known.
        seats: Vec<Seat>,
    },
    /// Name the first leader.
    Lead {
        /// The seats that may hold the donkey, as far as is known.
        seats: Vec<Seat>,
    },
    /// Play one of these tiles.
    Play {
        /// The seat to move.
        seat: Seat,
        /// The tiles it may play, as far as is known.
        tiles: Vec<Tile>,
    },
    /// Turn over the last tiles, all different.
    Reveal {
        /// By seat, the tiles that may be left.
        left: BySeat<Leftover>,
    },
}

/// The tiles a seat may turn over at the end.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BremenLeftover")]
pub struct Leftover {
    /// The tiles it may have left, as far as is known.
    pub tiles: Vec<Tile>,
    /// True: the tile may be given as null.
    pub may_stay_unknown: bool,
}

impl Choices for Bremen {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        let Some(table) = &self.table else { return vec![self.deal_choice()] };
        let choice = match self.phase() {
            Phase::Lead => Some(Choice::Lead { seats: table.possible_leaders() }),
            Phase::Play => table.play_choice(),
            Phase::Reveal => table.reveal_choice(),
            Phase::Deal | Phase::Over => None,
        };
        choice.into_iter().chain(table.redeal_choice()).collect()
    }

    fn matches(&self, choice: &Choice, mv: &Move) -> bool {
        let kind = match (choice, mv) {
            (Choice::Deal { .. }, Move::Deal { .. }) | (Choice::Reveal { .. }, Move::Reveal { .. }) => true,
            (Choice::Redeal { seats }, Move::Redeal { seat, .. })
            | (Choice::Lead { seats }, Move::Lead { seat }) => seats.contains(seat),
            (Choice::Play { seat, tiles }, Move::Play { seat: by, tile }) => {
                seat == by && tiles.contains(tile)
            }
            _ => false,
        };
        kind && self.play(Seq(0), mv, &mut Referee::strict()).is_ok()
    }
}

impl Chooser for FirstChoice {
    fn below(&mut self, _: usize) -> usize {
        0
    }
}

impl Bremen {
    fn deal_choice(&self) -> Choice {
        Choice::Deal {
            tiles_each: count::to_i64(HAND_SIZE),
            center: self.seats.count() == 3,
            lowest: i64::from(lowest_number(self.seats)),
        }
    }
}

impl Table {
    fn redeal_choice(&self) -> Option<Choice> {
        let seats = self.possibly_crowded();
        (self.is_fresh() && !seats.is_empty()).then_some(Choice::Redeal { seats })
    }

    fn possible_leaders(&self) -> Vec<Seat> {
        self.hands.iter().filter(|(_, hand)| hand.held.is_none()).map(|(seat, _)| seat).collect()
    }

    fn play_choice(&self) -> Option<Choice> {
        let seat = self.turn().filter(|_| self.redeal_due.is_none())?;
        let may = |tile: &Tile| self.check_play(seat, *tile, &mut Referee::strict()).is_ok();
        let tiles: Vec<Tile> = self.candidates(seat).filter(may).collect();
        (!tiles.is_empty()).then_some(Choice::Play { seat, tiles })
    }

    /// The tiles that this seat may hold, before any inference.
    fn candidates(&self, seat: Seat) -> impl Iterator<Item = Tile> + use<> {
        let hand = &self.hands[seat];
        hand.held.unwrap_or_else(|| hand.known_tiles().with(self.unseen())).iter()
    }

    /// `None` if the game is won but no hands fit the record, because an earlier move is wrong.
    fn reveal_choice(&self) -> Option<Choice> {
        let may_stay_unknown = !self.conditions().is_some_and(Conditions::won);
        (may_stay_unknown || self.sample_world(&mut FirstChoice).is_some()).then_some(())?;
        let left = self.hands.map(|seat, hand| {
            let may = |tile: &Tile| {
                self.check_inferences(seat, *tile).is_ok() && self.check_leader_left(seat, *tile).is_ok()
            };
            Leftover {
                tiles: self.candidates(seat).filter(may).collect(),
                may_stay_unknown: may_stay_unknown || hand.left().is_known(),
            }
        });
        Some(Choice::Reveal { left })
    }
}
