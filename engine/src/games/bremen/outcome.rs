//! The winners and their result: conditions, score and title.

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::Bremen;
use super::moves::Effect;
use super::rules::table::Table;
use super::rules::tile::{Animal, Tile};
use super::words::texts::TEXTS;
use crate::fact::Fact;
use crate::message::Phrase;
use crate::outcome::Outcome;
use crate::seat::{BySeat, Seats};

/// BR-12: the titles of a band that wins, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "BremenTitle")]
pub enum Title {
    /// とびきり素敵な町一番の音楽隊
    FinestBand,
    /// 強く胸打つ音楽隊
    MovingBand,
    /// シビれる音楽隊
    ThrillingBand,
    /// 勢いのある音楽隊
    SpiritedBand,
    /// 小粋な音楽隊
    StylishBand,
    /// 夢見る音楽隊
    DreamingBand,
}

impl Title {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    /// BR-12: the title of a score. Each row gives the lowest score of a title.
    pub fn of(seats: Seats, score: i64) -> Self {
        let from: [(i64, i64, Self); 5] = [
            (24, 21, Self::FinestBand),
            (20, 17, Self::MovingBand),
            (15, 13, Self::ThrillingBand),
            (10, 9, Self::SpiritedBand),
            (5, 4, Self::StylishBand),
        ];
        let reached =
            |(four, three, _): &&(i64, i64, Self)| score >= if seats.count() == 3 { *three } else { *four };
        from.iter().find(reached).map_or(Self::DreamingBand, |(_, _, title)| *title)
    }

    /// The name for people.
    pub const fn name(self) -> Phrase {
        TEXTS.phrase("title", self.word())
    }
}

/// BR-10: the two conditions of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BremenConditions")]
pub struct Conditions {
    /// True: the seats took 24, 16, 8 and 0 tiles (three seats: 24, 12, 0).
    pub tiles_taken: bool,
    /// True: the tiles left over show four different animals.
    pub animals_left: bool,
}

impl Conditions {
    /// True if both hold.
    pub const fn won(self) -> bool {
        self.tiles_taken && self.animals_left
    }
}

/// BR-10: the rounds the seats must have taken, most first: 24, 16, 8 and 0 tiles (three seats:
/// 24, 12 and 0).
pub fn target_rounds(seats: Seats) -> &'static [usize] {
    if seats.count() == 3 { &[8, 4, 0] } else { &[6, 4, 2, 0] }
}

/// The rounds taken, most first, each with its target.
pub fn beside_target(seats: Seats, rounds_taken: &BySeat<usize>) -> Vec<(usize, usize)> {
    let mut taken: Vec<usize> = rounds_taken.values().copied().collect();
    taken.sort_unstable_by(|a, b| b.cmp(a));
    taken.into_iter().zip(target_rounds(seats).iter().copied()).collect()
}

/// BR-11: the score of a win, from the numbers left to the seats with 24 and with 0 tiles.
pub fn score(with_24: Tile, with_0: Tile) -> i64 {
    i64::from(with_24.number()) - i64::from(with_0.number()) + 12
}

impl Table {
    /// BR-10: both conditions, decided once twelve rounds are played. The tiles never played are
    /// left over, whichever seat holds them.
    pub fn conditions(&self) -> Option<Conditions> {
        self.is_played_out().then_some(())?;
        let left = self.in_game().without(self.played());
        let taken = beside_target(self.seats, &self.rounds_taken());
        Some(Conditions {
            tiles_taken: taken.iter().all(|(taken, target)| taken == target),
            animals_left: Animal::VARIANTS.iter().copied().all(|animal| left.count(animal) == 1),
        })
    }

    /// After round 12 the conditions are decided. If all hands are known, the game is over.
    pub(super) fn end_play(&mut self) -> Vec<Effect> {
        let Some(Conditions { tiles_taken, animals_left }) = self.conditions() else { return Vec::new() };
        let mut effects = vec![Effect::ConditionsDecided { tiles_taken, animals_left }];
        if self.knows_all() {
            effects.extend(self.finish(self.hands.map(|_, hand| hand.left())));
        }
        effects
    }

    /// Ends the game with these tiles left.
    pub(super) fn finish(&mut self, left: BySeat<Fact<Tile>>) -> Option<Effect> {
        self.left = Some(left);
        let Conditions { tiles_taken, animals_left } = self.conditions()?;
        Some(self.result().map_or(Effect::Lost { tiles_taken, animals_left }, |(score, title)| Effect::Won {
            score,
            title,
        }))
    }

    /// Score and title of a game that is won and over.
    pub fn result(&self) -> Option<(i64, Title)> {
        self.conditions().filter(|conditions| conditions.won())?;
        let left = self.left.as_ref()?;
        let taken = self.rounds_taken();
        let left_to = |rounds: usize| {
            let (seat, _) = taken.iter().find(|(_, taken)| **taken == rounds)?;
            left.get(seat)?.value()
        };
        let score = score(left_to(*target_rounds(self.seats).first()?)?, left_to(0)?);
        Some((score, Title::of(self.seats, score)))
    }

    /// BR-10, BR-12: how the game ended, once it has.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.left.as_ref()?;
        let conditions = self.conditions()?;
        let result = self.result();
        let ending = match conditions {
            Conditions { tiles_taken: true, animals_left: true } => "won",
            Conditions { tiles_taken: false, animals_left: true } => "lost_by_tiles_taken",
            Conditions { tiles_taken: true, animals_left: false } => "lost_by_animals_left",
            Conditions { tiles_taken: false, animals_left: false } => "lost_by_both",
        };
        Some(Outcome {
            winners: if conditions.won() { self.seats.iter().collect() } else { Vec::new() },
            places: None,
            points: None,
            score: result.map(|(score, _)| score),
            title: result.map(|(_, title)| title.name().into()),
            ending,
        })
    }
}

impl Bremen {
    /// The result, once there is one.
    pub(super) fn result(&self) -> Option<Outcome> {
        self.table.as_ref().and_then(Table::outcome)
    }
}
