//! How likely each count of each animal is, if a call came now.

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::super::YouCryWolf;
use super::super::rules::animal::{Animal, ByAnimal, DICE_PER_SEAT, Dice};
use super::round::{Round, Rounds};
use crate::analysis::{Distribution, WhyNull};
use crate::count;
use crate::seat::Seat;

/// The odds of each row's count if it were called now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfOdds")]
pub struct Odds {
    /// Row by row: cows, sheep, sheepdogs, wolves.
    pub rows: Vec<RowOdds>,
}

/// The odds of the count if one animal were called now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfRowOdds")]
pub struct RowOdds {
    /// The animal.
    pub row: Animal,
    /// The least number that is possible.
    pub least: i64,
    /// The chance of each number, from the least one on; they sum to 1.
    pub chances: Vec<f64>,
    /// The number claimed; null if the row has no marker.
    pub claim: Option<i64>,
    /// The chance that there are as many as claimed, or more.
    pub holds: Option<f64>,
}

impl Odds {
    /// The odds from these distributions and the claims of the position.
    pub(super) fn of(rows: &ByAnimal<Distribution>, position: &YouCryWolf) -> Self {
        let row = |animal: &Animal| {
            let (number, claim) = (&rows[*animal], position.board[*animal].marker.map(|marker| marker.claim));
            RowOdds {
                row: *animal,
                least: number.least(),
                chances: number.chances().to_vec(),
                claim,
                holds: claim.map(|claim| number.at_least(claim)),
            }
        };
        Self { rows: Animal::VARIANTS.iter().map(row).collect() }
    }
}

/// How often a die shows each face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Faces(Dice);

impl Faces {
    /// A die with these sides.
    pub(super) fn of(sides: &[Animal]) -> Self {
        Self(Dice::of(sides.iter().copied()))
    }

    /// True if a die can show each of these.
    fn can_show(self, dice: Dice) -> bool {
        Animal::VARIANTS.iter().all(|face| dice[*face] == 0 || self.0[*face] > 0)
    }

    /// The die without the faces that are not possible.
    fn only(self, possible: [bool; 4]) -> Self {
        Self(ByAnimal(std::array::from_fn(|face| if possible[face] { self.0.0[face] } else { 0 })))
    }

    /// How many of these unseen dice show one of these faces; `None` if no side is possible.
    #[expect(clippy::cast_precision_loss, reason = "a die has six sides")]
    fn thrown(self, dice: i64, shown: &[Animal]) -> Option<Distribution> {
        let dice = count::from_i64(dice);
        match self.0.total() {
            _ if dice == 0 => Some(Distribution::certain(0)),
            0 => None,
            sides => Some(Distribution::binomial(dice, self.0.showing(shown) as f64 / sides as f64)),
        }
    }
}

impl Rounds<'_> {
    /// The odds of a call's count for each animal at a step, as a seat or the public could know.
    ///
    /// # Errors
    ///
    /// The reason why that is not known.
    pub(super) fn rows(
        &self,
        step: usize,
        viewer: Option<Seat>,
        faces: Result<Faces, WhyNull>,
    ) -> Result<ByAnimal<Distribution>, WhyNull> {
        let (position, round) = self.at(step)?;
        position.rows_seen(round, viewer, faces?)
    }
}

impl YouCryWolf {
    fn rows_seen(
        &self,
        round: &Round,
        viewer: Option<Seat>,
        faces: Faces,
    ) -> Result<ByAnimal<Distribution>, WhyNull> {
        let own = match viewer {
            Some(seat) => Some((seat, round.hand(seat).ok_or(WhyNull::OwnDiceNotRecorded)?)),
            None => None,
        };
        if !self.seen_dice(own).all(|dice| faces.can_show(dice)) {
            return Err(WhyNull::NoWorldFits);
        }
        let mut rows = ByAnimal(std::array::from_fn(|_| Distribution::certain(0)));
        for animal in Animal::VARIANTS.iter().copied() {
            rows[animal] = self.row_seen(animal, own, faces).ok_or(WhyNull::NoWorldFits)?;
        }
        Ok(rows)
    }

    /// The odds of a call's count for each animal, by the knowledge of the seat whose position this is; `None` if its
    /// dice or the sides of a die are not known.
    pub(in super::super) fn rows_known_to(&self, seat: Seat) -> Option<ByAnimal<Distribution>> {
        let faces = Faces::of(self.options.die_faces.as_deref()?);
        let mut hands = self.cups[seat].hands();
        let hand = hands.next().filter(|_| hands.next().is_none())?;
        let mut rows = ByAnimal(std::array::from_fn(|_| Distribution::certain(0)));
        for animal in Animal::VARIANTS.iter().copied() {
            rows[animal] = self.row_seen(animal, Some((seat, hand)), faces)?;
        }
        Some(rows)
    }

    /// All dice that a viewer with this hand has seen this round.
    fn seen_dice(&self, own: Option<(Seat, Dice)>) -> impl Iterator<Item = Dice> {
        let rows = self.board.0.iter().map(|row| Dice::of(row.dice.iter().map(|placed| placed.die)));
        rows.chain(self.open).chain(own.map(|(_, hand)| hand))
    }

    /// The odds of a call's count for one animal, with one seat's dice known and the others freshly thrown.
    fn row_seen(&self, animal: Animal, own: Option<(Seat, Dice)>, faces: Faces) -> Option<Distribution> {
        let shown = animal.counted();
        let mut seen = self.board.counted(animal, self.options.edition);
        // YCW-24: open dice that are still to be rolled are unseen.
        let mut fresh = if self.options.open_dice && self.open.is_none() { DICE_PER_SEAT } else { 0 };
        seen += self.open.map_or(0, |dice| dice.showing(shown));
        let mut restricted = Distribution::certain(0);
        for (seat, cup) in self.cups.iter() {
            match (own, cup.possible_faces()) {
                (Some((viewer, hand)), _) if viewer == seat => {
                    seen += hand.without(cup.placed).showing(shown);
                }
                (_, possible) if possible == [true; 4] => fresh += cup.dice_left(),
                (_, possible) => {
                    restricted = restricted.plus(&faces.only(possible).thrown(cup.dice_left(), shown)?);
                }
            }
        }
        Some(faces.thrown(fresh, shown)?.plus(&restricted).shifted(seen))
    }
}
