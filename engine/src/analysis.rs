//! Analyses of a finished record: the possible knowledge at every step, and how likely it was.
//!
//! Everything follows from the rules and the record alone. A *world* is a complete hidden history; all worlds in
//! which every logged move was legal, and which agree with what the viewer knew, weigh the same. Nothing is assumed
//! of how people play. Cards that a seat saw are taken from the whole record, also from what was revealed later;
//! cards that it could not see are never used.

#[cfg(test)]
pub(crate) mod calibration;
mod distribution;
mod mark;
mod sampling;
mod table;

use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

pub use distribution::Distribution;
pub use mark::{Alternative, Award, Chances, Graph, GraphView, Mark, MarkKind, MarkView, Prospect, percent};
pub use sampling::{SampledChance, SplitMix};
pub use table::{Table, TableCell, TableView};

use crate::board::BoardChance;
use crate::budget::Budget;
use crate::message::Message;
use crate::record::Replay;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer};
use crate::statistics::{LabelledWord, TEXTS};

/// The name of the model; its number goes up whenever an answer may change.
pub const MODEL: &str = "counting-1";

/// One kind of question about a record.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema, strum::VariantNames, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AnalysisPart {
    /// How likely each hidden thing is, at every step.
    Odds,
    /// Each claim and each call, as its maker and the table could judge it.
    Claims,
    /// Each vote, and the chances that it gave up.
    Votes,
    /// The outcomes that were still possible with all cards open, and the play that lost the game.
    Solver,
}

impl AnalysisPart {
    /// All of them.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;
    /// Their names in JSON.
    pub const WORDS: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// The part of this name.
    pub fn named(word: &str) -> Option<Self> {
        let index = Self::WORDS.iter().position(|name| *name == word)?;
        Self::ALL.get(index).copied()
    }
}

/// Why something has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhyNull {
    /// The options do not say what the sides of a die show.
    DieFacesNotGiven,
    /// The options do not say which cards are in the deck.
    DeckNotGiven,
    /// Nobody said how villagers land.
    LandingsNotGiven,
    /// The record does not say which card the seat itself saw.
    OwnCardNotRecorded,
    /// The record does not say which dice the seat itself saw.
    OwnDiceNotRecorded,
    /// The record does not say which cards were turned up earlier.
    EarlierCardsNotRecorded,
    /// The record does not say which things lay hidden when they were counted.
    TruthNotRecorded,
    /// A move broke a rule, so counting legal games gives no answer.
    Irregular,
    /// Nothing is hidden or undecided at this step.
    NothingToAsk,
    /// With these dice or cards the record is not possible.
    NoWorldFits,
}

/// A question about a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnalysisQuestion {
    /// The viewer whose odds are asked for; the scribe gets the odds of the public.
    pub viewer: Viewer,
    /// The parts that are asked for.
    pub parts: Vec<AnalysisPart>,
    /// The first step that is asked about: the moves in force before it.
    pub from: usize,
    /// The last one.
    pub to: usize,
}

impl AnalysisQuestion {
    /// Everything, as this viewer could know it.
    pub fn all(viewer: Viewer) -> Self {
        let parts = AnalysisPart::ALL.to_vec();
        Self { viewer, parts, from: 0, to: usize::MAX }
    }

    /// True if the question includes this part.
    pub fn asks(&self, part: AnalysisPart) -> bool {
        self.parts.contains(&part)
    }

    /// The steps that are asked about, of a record with so many moves in force.
    pub fn steps(&self, moves: usize) -> std::ops::RangeInclusive<usize> {
        self.from..=self.to.min(moves)
    }

    /// The seat that asks; `None` for the public.
    pub fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Scribe | Viewer::Public => None,
        }
    }
}

/// The findings of one step: of the position after so many moves, and of the move that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct StepFindings<O, L> {
    /// The odds, or why there are none; `None` where they are not asked.
    pub odds: Option<Result<O, WhyNull>>,
    /// The findings of the move.
    pub ledger: L,
}

/// The analysis of a finished record.
pub trait Analysis: Rules {
    /// The parts that the game answers; empty if there is nothing to ask.
    const PARTS: &'static [AnalysisPart];
    /// The names of the facts that may be assumed.
    const FACTS: &'static [&'static str] = &[];
    /// The figures of the archive that stand in for some of them, where nobody gives them.
    const ARCHIVE: &'static [ArchiveFigures] = &[];
    /// Facts that may stand in for missing facts of a record, such as the faces of a die. Every field may be left out.
    type Assumed: Serialize + DeserializeOwned + JsonSchema + Default;
    /// The odds at a step.
    type Odds: Serialize + JsonSchema;
    /// The findings of a move, an object with a field for each kind.
    type Ledger: Serialize + JsonSchema + Reasons;

    /// These facts without those that the record itself gives.
    fn assumed_of(start: &Self, input: Self::Assumed) -> Self::Assumed;

    /// A fact by the figures of the archive, of each seat or of all tables; `None` if they do not suffice.
    fn archive_fact(_fact: &str, _figures: &[Vec<ArchiveFigure>]) -> Option<Vec<u32>> {
        None
    }

    /// The steps that are asked about, in order: from the one numbered `from`, the start being step 0. A record that
    /// somebody abandoned is analysed as far as it goes. The steps end where the budget does.
    fn analyse(
        replay: &Replay<Self>,
        question: &AnalysisQuestion,
        assumed: &Self::Assumed,
        budget: &dyn Budget,
    ) -> Vec<StepFindings<Self::Odds, Self::Ledger>>;

    /// The mark of a notable move from this position, by its ledger.
    fn mark(_before: &Self, _mv: &Self::Move, _ledger: &Self::Ledger) -> Option<Mark> {
        None
    }

    /// The possible plays of the next seat, and the prospect after each.
    fn alternatives(_ledger: &Self::Ledger) -> Vec<(Message, Prospect, Option<SampledChance>)> {
        Vec::new()
    }

    /// The findings of a step as tables.
    fn tables(_position: &Self, _findings: &StepFindings<Self::Odds, Self::Ledger>) -> Vec<Table> {
        Vec::new()
    }

    /// The chances that the board draws, the likeliest of each place first.
    fn chances(_position: &Self, _findings: &StepFindings<Self::Odds, Self::Ledger>) -> Vec<BoardChance> {
        Vec::new()
    }

    /// The graph over all steps; `None` if there is nothing to draw.
    fn graph(_start: &Self) -> Option<Graph> {
        None
    }

    /// The values of the graph at a position, one a line; null where there is none.
    fn graph_values(
        _position: &Self,
        _findings: &StepFindings<Self::Odds, Self::Ledger>,
    ) -> Vec<Option<f64>> {
        Vec::new()
    }
}

/// Figures of the archive that stand in for a fact which no record says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArchiveFigures {
    /// The fact.
    pub fact: &'static str,
    /// The metric of the game.
    pub metric: &'static str,
    /// The groupings of its observations, with commas between.
    pub group_by: &'static str,
    /// True if the facts are those of each seat's player, or of everybody where too few are known; else they are of
    /// all tables with as many seats.
    pub by_player: bool,
    /// Figures from fewer games are left out.
    pub min_games: u32,
}

/// A figure of the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveFigure {
    /// The group, in words.
    pub key: Vec<String>,
    /// The mean.
    pub mean: f64,
    /// The lower end of its interval of 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Findings that know the reasons for their gaps.
pub trait Reasons {
    /// Why something is null, in any order.
    fn reasons(&self) -> Vec<WhyNull>;
}

/// Each of these reasons once.
pub fn each_once(reasons: impl IntoIterator<Item = Option<WhyNull>>) -> Vec<WhyNull> {
    let reasons: BTreeSet<WhyNull> = reasons.into_iter().flatten().collect();
    reasons.into_iter().collect()
}

/// The facts to assume for a game whose records lack none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct NoAssumptions {}

/// Odds or a ledger where a game has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Nothing {}

impl Reasons for Nothing {
    fn reasons(&self) -> Vec<WhyNull> {
        Vec::new()
    }
}

/// A viewer in JSON: `"public"`, or the number of a seat.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema)]
#[schemars(inline, schema_with = "public_or_seat")]
pub struct ViewerName(pub Viewer);

fn public_or_seat(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({"anyOf": [{"const": "public", "type": "string"}, generator.subschema_for::<Seat>()]})
}

impl Serialize for ViewerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Viewer::Seat(seat) => seat.serialize(serializer),
            Viewer::Public | Viewer::Scribe => serializer.serialize_str("public"),
        }
    }
}

/// The words of statistics for how sure claims were.
pub const VERDICTS: &[LabelledWord] = &[
    TEXTS.word("verdict", "certain"),
    TEXTS.word("verdict", "likely"),
    TEXTS.word("verdict", "unlikely"),
    TEXTS.word("verdict", "impossible"),
];

/// How sure a claim was for its maker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ClaimVerdict")]
pub enum ClaimVerdict {
    /// Its maker knew that it is true.
    Certain,
    /// At least one half.
    Likely,
    /// Less than one half.
    Unlikely,
    /// Its maker knew that it is false.
    Impossible,
}

impl ClaimVerdict {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        VERDICTS[self as usize].name
    }

    /// The verdict on the claim that a number is at least `claim`.
    pub fn of(number: &Distribution, claim: i64) -> Self {
        if claim <= number.least() {
            Self::Certain
        } else if claim > number.most() {
            Self::Impossible
        } else if number.at_least(claim) >= 0.5 {
            Self::Likely
        } else {
            Self::Unlikely
        }
    }
}
