//! The moves that may come next.

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::knowledge::{Cup, Note};
use super::moves::Move;
use super::rules::animal::{Animal, DICE_PER_SEAT};
use super::{Phase, YouCryWolf};
use crate::fact::Fact;
use crate::game::Choices;
use crate::range::Range;
use crate::rules::Rules;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::violation::Referee;

/// Legal moves of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choice {
    /// Any seat may have won the roll; if the move gives `wolves`, one of the seats with most.
    ChooseFirstPlayer {
        /// How many wolves six dice may show.
        wolves: Range,
    },
    /// Dice under a cup may be noted: any that can be there.
    NoteCup {
        /// The cups, with the dice noted so far.
        cups: Vec<OpenNote>,
    },
    /// Six dice are rolled openly.
    OpenDice {
        /// The seat that rolls.
        seat: Seat,
    },
    /// A bet.
    Bet {
        /// The seat to move.
        seat: Seat,
        /// The rows it may bet on, with the dice and claims possible there.
        rows: Vec<BetRow>,
    },
    /// The privilege.
    Privilege {
        /// The seat to move.
        seat: Seat,
        /// Where each face may be placed.
        placements: Vec<Placement>,
    },
    /// A call.
    Call {
        /// The seat to move.
        seat: Seat,
        /// The claims that may be called.
        rows: Vec<CallRow>,
    },
    /// The cups are lifted. The move gives possible dice, the count, or both if they agree.
    Reveal {
        /// The dice under each cup as far as they are known, by seat.
        cups: BySeat<Vec<Fact<Animal>>>,
        /// The range of the possible count.
        count: Range,
    },
    /// A forced pass.
    Pass {
        /// The seat to move.
        seat: Seat,
    },
}

/// A cup that can still be noted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfOpenNote")]
pub struct OpenNote {
    /// The seat of the cup.
    pub seat: Seat,
    /// The dice noted so far; null for a die that is not noted.
    pub dice: Vec<Fact<Animal>>,
}

/// A row the seat may bet on.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfBetRow")]
pub struct BetRow {
    /// The row.
    pub row: Animal,
    /// The faces that may be under the cup and may be placed on the row.
    pub dice: Vec<Animal>,
    /// The numbers the seat may claim.
    pub claim: Range,
}

/// A claim the seat may call.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfCallRow")]
pub struct CallRow {
    /// The row.
    pub row: Animal,
    /// The seat that made the claim.
    pub accused: Seat,
    /// The number claimed.
    pub claim: i64,
}

/// The rows a die may be placed on (YCW-5).
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfPlacement")]
pub struct Placement {
    /// The face of the die.
    pub die: Animal,
    /// The rows where it may be placed.
    pub rows: Vec<Animal>,
}

impl Choices for YouCryWolf {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        let mut choices = match self.phase {
            // The cups are rolled again for the first round, so nothing is noted yet (YCW-1, YCW-2).
            Phase::ChooseFirstPlayer => {
                return vec![Choice::ChooseFirstPlayer { wolves: Range { min: 0, max: DICE_PER_SEAT } }];
            }
            Phase::OpenDice => self.first.map(|seat| Choice::OpenDice { seat }).into_iter().collect(),
            Phase::Turns(seat) => self.turn_choices(seat),
            Phase::Reveal(called) => {
                let cups = self.cups.map(|_, cup| cup.shown());
                return vec![Choice::Reveal { cups, count: self.count_range(called.row, &self.cups, None) }];
            }
            Phase::Over => return Vec::new(),
        };
        choices.extend(self.notes_choice());
        choices
    }

    fn matches(&self, choice: &Choice, mv: &Move) -> bool {
        match (choice, mv) {
            (Choice::ChooseFirstPlayer { wolves: range }, Move::ChooseFirstPlayer { wolves, .. }) => {
                let within = wolves.as_ref().is_none_or(|all| all.values().all(|n| range.contains(*n)));
                within && self.accepts(mv)
            }
            (Choice::NoteCup { cups }, Move::NoteCup { seat, .. }) => {
                cups.iter().any(|cup| cup.seat == *seat) && self.accepts(mv)
            }
            (Choice::OpenDice { .. }, Move::OpenDice { dice }) => dice.len() == 6,
            (Choice::Bet { seat: whose, rows }, Move::Bet { seat, die, row, claim }) => {
                let fits =
                    |bet: &BetRow| bet.row == *row && bet.dice.contains(die) && bet.claim.contains(*claim);
                whose == seat && rows.iter().any(fits)
            }
            (Choice::Privilege { seat: whose, placements }, Move::Privilege { seat, die, row }) => {
                whose == seat && placements.iter().any(|place| place.die == *die && place.rows.contains(row))
            }
            (Choice::Call { seat: whose, rows }, Move::Call { seat, row }) => {
                whose == seat && rows.iter().any(|call| call.row == *row)
            }
            (Choice::Reveal { .. }, Move::Reveal { .. }) => self.accepts(mv),
            (Choice::Pass { seat: whose }, Move::Pass { seat }) => whose == seat,
            _ => false,
        }
    }
}

impl YouCryWolf {
    fn notes_choice(&self) -> Option<Choice> {
        let open = self.cups.iter().filter(|(_, cup)| cup.can_be_noted());
        let cups: Vec<_> = open.map(|(seat, cup)| OpenNote { seat, dice: noted(cup) }).collect();
        (!cups.is_empty()).then_some(Choice::NoteCup { cups })
    }

    fn turn_choices(&self, seat: Seat) -> Vec<Choice> {
        let mut choices = Vec::new();
        let rows = self.bet_rows(seat);
        if !rows.is_empty() {
            choices.push(Choice::Bet { seat, rows });
        }
        let call = |(row, marker): (Animal, super::rules::board::Marker)| CallRow {
            row,
            accused: marker.seat,
            claim: marker.claim,
        };
        let rows: Vec<_> = self.callable(seat).map(call).collect();
        if !rows.is_empty() {
            choices.push(Choice::Call { seat, rows });
        }
        if self.may_use_privilege(seat) {
            let placements = Animal::VARIANTS.iter().copied();
            let placements = placements.map(|die| Placement { die, rows: die.rows().to_vec() }).collect();
            choices.push(Choice::Privilege { seat, placements });
        }
        if self.must_pass(seat).1 {
            choices.push(Choice::Pass { seat });
        }
        choices
    }

    fn bet_rows(&self, seat: Seat) -> Vec<BetRow> {
        let mut under = [false; 4];
        for left in self.cups[seat].left() {
            for face in Animal::VARIANTS.iter().copied() {
                under[face as usize] |= left[face] > 0;
            }
        }
        let rows = Animal::VARIANTS.iter().copied().filter_map(|row| {
            let claim = self.claims(seat, row)?;
            let fits = |face: &Animal| under[*face as usize] && face.rows().contains(&row);
            let dice: Vec<_> = Animal::VARIANTS.iter().copied().filter(fits).collect();
            (!dice.is_empty()).then_some(BetRow { row, dice, claim })
        });
        rows.collect()
    }

    fn accepts(&self, mv: &Move) -> bool {
        self.play(Seq(u64::MAX), mv, &mut Referee::strict()).is_ok()
    }
}

/// A cup's notes, die by die.
fn noted(cup: &Cup) -> Vec<Fact<Animal>> {
    let die = |note: &Note| note.map(|(die, _)| die);
    cup.noted.as_ref().map_or_else(|| vec![Fact::Unknown; 6], |noted| noted.iter().map(die).collect())
}
