//! The words of statistics in charts, in their text alternative, and in notes.

use kifu_engine::message::{Arg, Argument, lists_or_none};
use kifu_engine::seat::Seat;
use kifu_engine::text::{Language, Text};

kifu_engine::messages! {
    /// The words of statistics.
    pub enum StatisticsWords in "statistics" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        AllTogether,
        Everything,
        NobodyKnown,
        NoValue,
        SeatNumber { seat: Seat },
        SeatCount { count: i64 },
        Share { number: Written },
        Range { low: Written, high: Written },
        Labelled { label: Written, what: Written },
        Listed { parts: Vec<Written> = lists() },

        Mean,
        MeanIs { mean: Written },
        MeanWithUnit { mean: Written, unit: Written },
        ShareLabel,
        ShareUnit,
        ShareOfKnown,
        ShareOfObservations,
        Others,
        NoFigure,
        Suppressed,
        NoObservations,
        NeverRevealed,
        Interval,
        IntervalIs { ends: Written },
        SimultaneousInterval,
        SimultaneousIntervalIs { ends: Written },
        ShrunkMean,
        BoundsWithUnknown,
        BoundsAre { ends: Written },
        Difference,
        DifferenceWithInterval,
        DifferenceOf { one: Written, other: Written },
        NotComparable,
        PercentagePoints,

        By { parameters: Vec<Written> = lists() },
        FilteredBy { parameter: Written, values: Vec<Written> = lists() },
        GamesIncluded,
        GamesOnly,
        NotDrawn { count: Written },
        BeyondLimit { count: Written },

        Observations { n: Written },
        FiguresOf { label: Written, parts: Vec<Written> = lists() },
        Quartiles { low: Written, median: Written, high: Written, minimum: Written, maximum: Written },
        MoreGroups { count: u64 },
        Source { at: Written, games: Written, n: Written, metric: Written, version: u64 },
        DifferencePart { label: Option<Written>, difference: Written, ends: Option<Written> },
        DifferenceIs { one: Written, other: Written, parts: Written, points: bool },

        NoObservationFits,
        TooFewObservations,
        OneGame,
        FewGames,
        ZeroVariance,
        SomeNeverRevealed,
        GroupWithoutValue,
        PlayerAtNoTable,
        OnlySimulatedGames,
        WholeSets,
        DetailsAsNow,
        ShrunkOrder,
        ManyGroups,
    }
}

/// A number, a name or a label, as it is written in the language of the sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Written(pub String);

/// Samples of lists, the empty one among them.
fn lists() -> Vec<Vec<Written>> {
    lists_or_none()
}

impl Written {
    /// A text in one language.
    pub fn of(text: &Text, language: Language) -> Self {
        Self(text.of(language).to_owned())
    }
}

impl Argument for Written {
    fn into_arg(self) -> Arg {
        Arg::Verbatim(self.0)
    }

    fn samples() -> Vec<Self> {
        ["12.3", "4.5", "6"].map(|number| Self(number.to_owned())).into()
    }
}
