//! The options before the first move, and the first position.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::knowledge::Cup;
use super::rules::animal::Animal;
use super::rules::board::Board;
use super::words::Words;
use super::{Phase, YouCryWolf, refusals};
use crate::seat::{BySeat, SeatSet, Seats};
use crate::violation::Violation;

/// The chips of its own colour that each seat starts with.
const STARTING_CHIPS: i64 = 5;
/// The most boxes: a table has no seats for more.
const MAX_BOXES: i64 = 50;

/// How the table is set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// How many boxes lie on the table: 30 dice and five players' sets each (YCW-I6).
    #[schemars(range(min = 1, max = 50))]
    pub boxes: i64,
    /// The edition played.
    pub edition: Edition,
    /// True: six further dice are rolled openly each round, with at most four seats per box (YCW-24).
    pub open_dice: bool,
    /// The six sides of a die, needed only for probabilities. No rule depends on them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 6, max = 6))]
    pub die_faces: Option<Vec<Animal>>,
}

/// The edition whose text decides how placed dice count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "YouCryWolfEdition")]
pub enum Edition {
    /// The Japanese one: placed dice count for their own row only (YCW-17).
    #[default]
    Ja,
    /// The English one: a die placed on the row of its own animal counts like a die under a cup (YCW-18).
    En,
}

impl Default for Options {
    fn default() -> Self {
        Self { boxes: 1, edition: Edition::Ja, open_dice: false, die_faces: None }
    }
}

impl YouCryWolf {
    /// The first position.
    pub(super) fn open(seats: u8, options: &Options) -> Result<Self, Violation> {
        check_set_up(i64::from(seats), options)?;
        let seats = Seats::new(seats);
        let mut game = Self {
            seats,
            options: Arc::new(options.clone()),
            phase: Phase::ChooseFirstPlayer,
            round: 0,
            turns: 0,
            first: None,
            had_turn: SeatSet::default(),
            board: Board::default(),
            open: None,
            lifted: None,
            spare: 0,
            cups: BySeat::new(seats, |_| Cup::default()),
            own: BySeat::new(seats, |_| STARTING_CHIPS),
            points: BySeat::new(seats, |_| 0),
        };
        game.spare = game.all_spare_dice();
        Ok(game)
    }
}

/// Checks that the seats and options go together.
fn check_set_up(seats: i64, options: &Options) -> Result<(), Violation> {
    if !(1..=MAX_BOXES).contains(&options.boxes) {
        return Err(refusals::boxes(options.boxes, MAX_BOXES));
    }
    if seats < 2 {
        return Err(refusals::seats("G-5", seats, 5 * options.boxes));
    }
    if let Some(faces) = &options.die_faces {
        Violation::check_length(Words::FacesGiven, faces.len(), 6)?;
    }
    // YCW-I6: a box holds the sets of five players.
    if seats > 5 * options.boxes {
        return Err(refusals::seats("YCW-I6", seats, 5 * options.boxes));
    }
    // YCW-24: the open dice are those of a fifth player.
    if options.open_dice && seats > 4 * options.boxes {
        return Err(refusals::seats("YCW-24", seats, 4 * options.boxes));
    }
    Ok(())
}
