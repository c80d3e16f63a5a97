//! What is known of the six dice of a seat: those it placed, and what was noted of the others.
//!
//! Only 84 different hands of six dice exist, so every question is asked of all of them: a hand
//! is possible if it agrees with everything learned so far.

use super::animal::{Animal, Dice, HAND};
use crate::fact::Fact;
use crate::game::Seq;

/// One thing that an event told about the six dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Learned {
    /// These dice have been placed, this event's included.
    Placed(Dice),
    /// These dice are among the six, by what the seat's notes say.
    Noted(Dice),
    /// With these dice placed, none of those left could be bet: they show other faces only.
    Passed {
        /// Placed at that time.
        placed: Dice,
        /// Faces that could have been bet.
        playable: [bool; 4],
    },
    /// Seen when the cups were opened.
    Revealed(Dice),
}

impl Learned {
    /// Whether six dice agree with it.
    fn fits(&self, hand: Dice) -> bool {
        match self {
            Self::Placed(dice) | Self::Noted(dice) | Self::Revealed(dice) => hand.contains(*dice),
            Self::Passed { placed, playable } => {
                let left = hand.without(*placed);
                Animal::ALL.iter().all(|face| !playable[*face as usize] || left[*face] == 0)
            }
        }
    }
}

/// A die as the seat's notes name it, and the event that did.
pub type Note = Fact<(Animal, Seq)>;

/// The six dice of one seat in the present round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cup {
    /// Those it placed.
    pub placed: Dice,
    /// The notes, die by die; none if nobody ever noted anything.
    pub noted: Option<[Note; 6]>,
    /// Everything learned, in order.
    learned: Vec<(Seq, Learned)>,
}

impl Cup {
    /// How many dice are still under the cup.
    pub fn dice_left(&self) -> i64 {
        HAND - self.placed.total()
    }

    /// The six dice, every way they can be.
    pub fn hands(&self) -> impl Iterator<Item = Dice> {
        self.hands_as_of(None)
    }

    /// The same by what was learned up to an event.
    fn hands_as_of(&self, last: Option<Seq>) -> impl Iterator<Item = Dice> {
        let known = move |seq: &Seq| last.is_none_or(|last| *seq <= last);
        Dice::hands().filter(move |hand| {
            hand.contains(self.placed)
                && self.learned.iter().filter(|(seq, _)| known(seq)).all(|(_, learned)| learned.fits(*hand))
        })
    }

    /// What is left under the cup, every way it can be.
    pub fn left(&self) -> impl Iterator<Item = Dice> {
        self.hands().map(|hand| hand.without(self.placed))
    }

    /// Dice that are under the cup for certain.
    pub fn certain(&self) -> Dice {
        self.left().reduce(|a, b| a.zip(b, i64::min)).unwrap_or_default()
    }

    /// What is under the cup in a fixed order, unknown dice last.
    pub fn shown(&self) -> Vec<Fact<Animal>> {
        let known = self.certain().faces().map(Fact::Known);
        let length = usize::try_from(self.dice_left()).unwrap_or(0);
        known.chain(std::iter::repeat(Fact::Unknown)).take(length).collect()
    }

    /// Fewest and most dice under the cup that show one of these faces, by what was learned up
    /// to an event. Every number between is possible too.
    pub fn range(&self, faces: &[Animal], last: Option<Seq>) -> (i64, i64) {
        let counts = self.hands_as_of(last).map(|hand| hand.without(self.placed).showing(faces));
        counts.map(|count| (count, count)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
    }

    /// The events behind notes and passes: what is known beyond the dice on the board.
    pub fn told(&self) -> impl Iterator<Item = Seq> {
        let hidden = |learned: &Learned| matches!(learned, Learned::Noted(_) | Learned::Passed { .. });
        self.learned.iter().filter(move |(_, learned)| hidden(learned)).map(|(seq, _)| *seq)
    }

    /// The last event that took a die from the cup.
    pub fn last_placed(&self) -> Option<Seq> {
        let placed = |(_, learned): &&(Seq, Learned)| matches!(learned, Learned::Placed(_));
        self.learned.iter().rev().find(placed).map(|(seq, _)| *seq)
    }

    /// Checks that all these dice can be among the six; otherwise the earliest event that, with
    /// those before it, leaves no room for them.
    pub fn allows(&self, dice: Dice) -> Result<(), (Seq, Learned)> {
        let mut hands: Vec<_> = Dice::hands().filter(|hand| hand.contains(dice)).collect();
        for (seq, learned) in &self.learned {
            hands.retain(|hand| learned.fits(*hand));
            if hands.is_empty() {
                return Err((*seq, *learned));
            }
        }
        Ok(())
    }

    /// Takes a die out of the cup.
    pub fn place(&mut self, at: Seq, die: Animal) {
        self.placed[die] += 1;
        self.learned.push((at, Learned::Placed(self.placed)));
    }

    /// Writes down what the notes say, fills only.
    pub fn note(&mut self, at: Seq, dice: &[Fact<Animal>]) {
        let mut noted = self.noted.unwrap_or_default();
        for (note, die) in noted.iter_mut().zip(dice) {
            *note = note.or(die.map(|die| (die, at)));
        }
        self.noted = Some(noted);
        self.learned.push((at, Learned::Noted(faces_of(&noted))));
    }

    /// Writes down that none of the dice left could be bet.
    pub fn pass(&mut self, at: Seq, playable: [bool; 4]) {
        self.learned.push((at, Learned::Passed { placed: self.placed, playable }));
    }

    /// Writes down dice seen under the open cup.
    pub fn open(&mut self, at: Seq, dice: Dice) {
        self.learned.push((at, Learned::Revealed(self.placed.plus(dice))));
    }

    /// The dice that the notes name.
    pub fn noted_dice(&self) -> Dice {
        self.noted.as_ref().map(faces_of).unwrap_or_default()
    }

    /// Whether a note can still say something new.
    pub fn can_be_noted(&self) -> bool {
        self.noted.is_none_or(|noted| noted.iter().any(Fact::is_unknown))
    }
}

fn faces_of(noted: &[Note; 6]) -> Dice {
    Dice::of(noted.iter().filter_map(|note| note.known()).map(|(die, _)| die))
}
