//! The knowledge about the six dice of a seat: those it placed, and notes about the others.
//!
//! A hand is possible if it agrees with everything learned so far.

pub mod hands;

use std::sync::Arc;

use strum::VariantArray;

use super::rules::animal::{Animal, DICE_PER_SEAT, Dice};
use crate::count;
use crate::fact::Fact;
use crate::seq::Seq;
use crate::shared::Shared;
use hands::Hands;

/// One fact that an event recorded about the six dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Learned {
    /// These dice have been placed, this event's included.
    Placed(Dice),
    /// These dice are among the six, by the seat's notes.
    Noted(Dice),
    /// With these dice placed, none of those left could be bet: they show other faces only.
    Passed {
        /// Placed at that time.
        placed: Dice,
        /// Faces that could have been bet.
        playable: [bool; 4],
    },
}

impl Learned {
    /// The hands among these that agree with it.
    fn constrain(&self, hands: Hands) -> Hands {
        match self {
            Self::Placed(dice) | Self::Noted(dice) => hands.containing(*dice),
            Self::Passed { placed, playable } => {
                let could_bet = Animal::VARIANTS.iter().copied().filter(|face| playable[*face as usize]);
                could_bet.fold(hands, |hands, face| hands.without(hands.showing(&[face], placed[face] + 1)))
            }
        }
    }
}

/// A die as the seat's notes name it, and the event of the note.
pub type Note = Fact<(Animal, Seq)>;

/// The six dice of one seat in the present round.
#[derive(Clone, Debug, PartialEq)]
pub struct Cup {
    /// The dice it placed.
    pub placed: Dice,
    /// The notes, die by die; `None` if nothing was ever noted.
    pub noted: Option<Arc<[Note; 6]>>,
    /// The open dice: placed, or seen when the cups were lifted.
    open: Dice,
    /// The possible hands of six dice.
    hands: Hands,
    /// Everything learned, in order.
    learned: Shared<(Seq, Learned)>,
}

impl Default for Cup {
    fn default() -> Self {
        Self {
            placed: Dice::default(),
            noted: None,
            open: Dice::default(),
            hands: Hands::ALL,
            learned: Shared::default(),
        }
    }
}

impl Cup {
    /// How many dice are still under the cup.
    pub fn dice_left(&self) -> i64 {
        DICE_PER_SEAT - self.placed.total()
    }

    /// The possible hands of six dice.
    pub fn hands(&self) -> impl Iterator<Item = Dice> {
        self.hands.iter()
    }

    /// The possible hands, by the facts learned up to an event and the dice open by now.
    fn hands_as_of(&self, last: Seq) -> Hands {
        let known_facts = self.learned.iter().filter(|(seq, _)| *seq <= last);
        known_facts.fold(Hands::ALL.containing(self.open), |hands, (_, learned)| learned.constrain(hands))
    }

    /// The possible dice left under the cup.
    pub fn left(&self) -> impl Iterator<Item = Dice> {
        self.hands().map(|hand| hand.without(self.placed))
    }

    /// The dice that are certainly under the cup.
    pub fn certain(&self) -> Dice {
        let mut certain = Dice::default();
        for face in Animal::VARIANTS.iter().copied() {
            certain[face] = self.range(&[face], None).0;
        }
        certain
    }

    /// The dice under the cup in a fixed order, unknown dice last.
    pub fn shown(&self) -> Vec<Fact<Animal>> {
        let known_facts = self.certain().faces().map(Fact::Known);
        let length = count::from_i64(self.dice_left());
        known_facts.chain(std::iter::repeat(Fact::Unknown)).take(length).collect()
    }

    /// The fewest and most dice under the cup that show one of these faces, by the facts learned up
    /// to an event. Every number between is possible too.
    pub fn range(&self, faces: &[Animal], last: Option<Seq>) -> (i64, i64) {
        let hands = last.map_or(self.hands, |last| self.hands_as_of(last));
        let placed = self.placed.showing(faces);
        hands.range(faces).map(|(least, most)| (least - placed, most - placed)).unwrap_or_default()
    }

    /// The events of notes and passes.
    pub fn events(&self) -> impl Iterator<Item = Seq> {
        let hidden = |learned: &Learned| matches!(learned, Learned::Noted(_) | Learned::Passed { .. });
        self.learned.iter().filter(move |(_, learned)| hidden(learned)).map(|(seq, _)| *seq)
    }

    /// The last event that took a die from the cup.
    pub fn last_placed(&self) -> Option<Seq> {
        let placed = |(_, learned): &&(Seq, Learned)| matches!(learned, Learned::Placed(_));
        self.learned.iter().rev().find(placed).map(|(seq, _)| *seq)
    }

    /// Checks that all these dice can be among the six.
    ///
    /// # Errors
    ///
    /// The earliest event that, with those before it, rules the dice out, and the fact learned by it.
    pub fn allows(&self, dice: Dice) -> Result<(), (Seq, Learned)> {
        if !self.hands.containing(dice).is_empty() {
            return Ok(());
        }
        let mut hands = Hands::ALL.containing(dice);
        for (seq, learned) in self.learned.iter() {
            hands = learned.constrain(hands);
            if hands.is_empty() {
                return Err((*seq, *learned));
            }
        }
        Ok(())
    }

    fn learn(&mut self, at: Seq, learned: Learned) {
        self.hands = learned.constrain(self.hands);
        self.learned.push((at, learned));
    }

    /// Takes a die out of the cup.
    pub fn place(&mut self, at: Seq, die: Animal) {
        self.placed[die] += 1;
        self.open[die] += 1;
        self.learn(at, Learned::Placed(self.placed));
    }

    /// Adds a note: it fills dice that are not noted yet, and never replaces one.
    pub fn note(&mut self, at: Seq, dice: &[Fact<Animal>]) {
        let mut noted = self.noted.as_deref().copied().unwrap_or_default();
        for (note, die) in noted.iter_mut().zip(dice) {
            *note = note.or(die.map(|die| (die, at)));
        }
        self.noted = Some(Arc::new(noted));
        self.learn(at, Learned::Noted(faces_of(&noted)));
    }

    /// Records that none of the dice left could be bet.
    pub fn pass(&mut self, at: Seq, playable: [bool; 4]) {
        self.learn(at, Learned::Passed { placed: self.placed, playable });
    }

    /// Shows dice under the cup as it is lifted.
    pub fn lift(&mut self, dice: Dice) {
        self.open = self.placed.plus(dice);
        self.hands = self.hands.containing(self.open);
    }

    /// By face: true if a die under the cup may show it, by the forced passes (YCW-I3).
    pub fn possible_faces(&self) -> [bool; 4] {
        self.learned.iter().fold([true; 4], |possible, (_, learned)| match learned {
            Learned::Passed { playable, .. } => std::array::from_fn(|face| possible[face] && !playable[face]),
            Learned::Placed(_) | Learned::Noted(_) => possible,
        })
    }

    /// True if a note can still add something new.
    pub fn can_be_noted(&self) -> bool {
        self.noted.as_ref().is_none_or(|noted| noted.iter().any(Fact::is_unknown))
    }
}

fn faces_of(noted: &[Note; 6]) -> Dice {
    Dice::of(noted.iter().filter_map(|note| note.value()).map(|(die, _)| die))
}
