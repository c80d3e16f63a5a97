//! The marks of notable steps of a finished record, each with a sentence; and the graph over all steps.

use schemars::JsonSchema;
use serde::Serialize;

use super::{ClaimVerdict, SampledChance};
use crate::message::Message;
use crate::seat::Seat;
use crate::text::{Names, Text};

/// Why a step is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// A claim that was unlikely for its maker, or that the maker knew to be false.
    Lie,
    /// A claim that somebody did not believe.
    Call,
    /// A vote in which the ballot of one seat decided.
    Vote,
    /// The result that could be reached changed here.
    TurningPoint,
}

/// The chances that a statement was true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "MarkChances")]
pub struct Chances {
    /// By the facts that the speaker saw.
    pub maker: Option<f64>,
    /// By the facts that lay open for all.
    pub table: Option<f64>,
    /// True if the statement was true.
    pub truth: Option<bool>,
}

/// A step that is worth a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Why.
    pub kind: MarkKind,
    /// The seat that made the move.
    pub seat: Option<Seat>,
    /// The sentence that explains it.
    pub sentence: Message,
    /// The chances that the statement was true.
    pub chances: Option<Chances>,
    /// The end of the game names the mark with the most weight of each kind. Marks without weight are not named.
    pub weight: f64,
}

impl Mark {
    /// The mark of a claim, if its maker thought it false or unlikely.
    pub fn of_claim(
        seat: Seat,
        (verdict, chances): (Option<ClaimVerdict>, Chances),
        sentence: impl Into<Message>,
    ) -> Option<Self> {
        let is_lie = matches!(verdict?, ClaimVerdict::Unlikely | ClaimVerdict::Impossible);
        let weight = 1.0 - chances.maker?;
        is_lie.then(|| Self {
            kind: MarkKind::Lie,
            seat: Some(seat),
            sentence: sentence.into(),
            chances: Some(chances),
            weight,
        })
    }

    /// The mark of a call. A correct call weighs more if it was less likely.
    pub fn of_call(seat: Seat, chances: Chances, sentence: impl Into<Message>) -> Self {
        let weight = chances.maker.filter(|_| chances.truth == Some(true)).map_or(0.0, |chance| 1.0 - chance);
        Self {
            kind: MarkKind::Call,
            seat: Some(seat),
            sentence: sentence.into(),
            chances: Some(chances),
            weight,
        }
    }
}

/// A mark as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AnalysisMark")]
pub struct MarkView {
    /// Why the step is worth a look.
    pub kind: MarkKind,
    /// The seat that made the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The explanation, in a sentence or two.
    pub sentence: Text,
    /// The chances that the statement was true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<Chances>,
}

impl MarkView {
    /// This mark, with the people at the table called by these names.
    pub fn of(mark: &Mark, names: &Names) -> Self {
        let Mark { kind, seat, chances, .. } = *mark;
        Self { kind, seat, sentence: mark.sentence.text(names), chances }
    }
}

/// The mark of its kind that stands out most among the steps that were asked about.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AnalysisAward")]
pub struct Award {
    /// The step.
    pub step: usize,
    /// Its mark.
    #[serde(flatten)]
    pub mark: MarkView,
}

impl Award {
    /// The first mark with the most weight, for each kind.
    pub fn among(marks: &[(usize, Mark)], names: &Names) -> Vec<Self> {
        let mut best: Vec<&(usize, Mark)> = Vec::new();
        for mark in marks.iter().filter(|(_, mark)| mark.weight > 0.0) {
            match best.iter_mut().find(|(_, other)| other.kind == mark.1.kind) {
                Some(other) if mark.1.weight > other.1.weight => *other = mark,
                Some(_) => {}
                None => best.push(mark),
            }
        }
        best.sort_by_key(|(_, mark)| mark.kind);
        best.into_iter().map(|(step, mark)| Self { step: *step, mark: MarkView::of(mark, names) }).collect()
    }
}

/// The result that can still be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Prospect {
    /// The win.
    Won,
    /// No win.
    Lost,
    /// It was not found out within the budget.
    Open,
}

/// One possible play of the next seat, and the result that could be reached after it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AnalysisAlternative")]
pub struct Alternative {
    /// The play, in words.
    pub name: Text,
    /// The result that could be reached after it with nothing hidden.
    pub prospect: Prospect,
    /// The chance that the win could be reached after it, by what the next seat knew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_known: Option<SampledChance>,
}

/// A graph over the steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The caption of the graph.
    pub caption: Message,
    /// The name of each line.
    pub series: Vec<Message>,
    /// The highest value that is drawn; the lowest is 0.
    pub most: f64,
    /// True: the values are chances.
    pub is_chance: bool,
}

/// A graph as it is sent; the values stand beside each step.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AnalysisGraph")]
pub struct GraphView {
    /// The caption of the graph.
    pub caption: Text,
    /// The name of each line.
    pub series: Vec<Text>,
    /// The highest value that is drawn; the lowest is 0.
    pub most: f64,
    /// True: the values are chances.
    pub is_chance: bool,
}

impl GraphView {
    /// This graph, with the people at the table called by these names.
    pub fn of(graph: &Graph, names: &Names) -> Self {
        Self {
            caption: graph.caption.text(names),
            series: graph.series.iter().map(|name| name.text(names)).collect(),
            most: graph.most,
            is_chance: graph.is_chance,
        }
    }
}

/// A chance in percent. 0 and 100 are certain: an almost certain chance is 1 or 99.
#[expect(clippy::cast_possible_truncation, reason = "it is a number from 0 to 100")]
pub fn percent(chance: f64) -> i64 {
    match (chance * 100.0).round() as i64 {
        0 if chance > 0.0 => 1,
        100 if chance < 1.0 => 99,
        rounded => rounded,
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn only_what_is_certain_is_0_or_100_percent() {
        let chances = [0.0, 0.001, 0.044, 0.5, 0.996, 1.0];
        assert_eq!(chances.map(percent), [0, 1, 4, 50, 99, 100]);
    }
}
