//! The answer to a question: the JSON, from which CSV and charts are made as well.

use kifu_engine::text::{Names, Text};

use crate::words::StatisticsWords;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, SecondsFormat, Utc};
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::catalogue::CatalogueEntry;
use super::estimate::Interval;

/// The values of a metric.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Statistics {
    /// The metric, with its definition and the version of it.
    pub metric: CatalogueEntry,
    /// The question: each parameter that decided the answer with its values, those nobody gave included.
    pub question: BTreeMap<String, Vec<String>>,
    /// Everything acknowledged before this time is counted, and nothing that came later.
    #[serde(serialize_with = "to_the_microsecond")]
    pub as_of: DateTime<Utc>,
    /// The place in the feed that belongs to `as_of`. The parameter `as_of` takes it, and so does the `after` of
    /// `/v1/feed`.
    pub cursor: String,
    /// All observations together.
    pub total: Observations,
    /// Each group, where `group_by` was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<StatisticalGroup>>,
    /// How many more groups there are than `limit` let in.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: u64,
    /// The comparison, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<GroupComparison>,
    /// The explanations of the words in `notes` of figures and comparison: each word that occurs, once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<ExplainedNote>,
    /// The names of players in the question, as far as everybody may know them: for charts.
    #[serde(skip)]
    pub player_names: HashMap<Uuid, String>,
}

/// The observations that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StatisticalGroup {
    /// The key: each way of `group_by` with a value, `null` where there is none.
    pub key: GroupKey,
    /// Their figures.
    #[serde(flatten)]
    pub figures: Observations,
}

/// The key of a group: ways of grouping with values, in the order asked for; empty for all observations together. An
/// object in JSON.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
#[schemars(description = "", with = "BTreeMap<String, StatisticalValue>")]
pub struct GroupKey(pub Vec<(String, StatisticalValue)>);

/// A number, a word, a player or nothing.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum StatisticalValue {
    /// A whole number.
    Whole(i64),
    /// Another number.
    Number(f64),
    /// A word.
    Word(String),
    /// A player.
    Player(StatisticalPlayer),
    /// No value: no seat's, nobody known, nothing said.
    Missing(()),
}

/// A player in an answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StatisticalPlayer {
    /// The player's id.
    pub id: Uuid,
    /// The player's name by now.
    pub name: String,
}

/// A set of observations, summed up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Observations {
    /// How many observations, those whose value was never revealed included.
    pub n: u64,
    /// How many games they are of.
    pub games: u64,
    /// How many observations have a value that was never revealed. They count in `n`, `games` and `bounds` only.
    pub unknown: u64,
    /// The mean of the known values; of a share, the share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The 95 % interval of the mean or share. Games, not observations, are taken as independent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Of a group: the interval, widened for the number of groups. So the intervals of all groups hold their means in
    /// 95 of 100 studies (Bonferroni).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simultaneous_interval: Option<Interval>,
    /// Of a group, where groups are sorted by their means: the mean drawn towards that of all groups, the more the fewer
    /// games it comes from (empirical Bayes). The groups are in its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shrunk_mean: Option<f64>,
    /// The bounds of the mean of all observations, whatever the unrevealed values are; only where a value was not
    /// revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Interval>,
    /// The standard deviation of the known values (n − 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<f64>,
    /// The smallest known value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<f64>,
    /// The largest known value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<f64>,
    /// Values at or below which a part of the known values lies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quantiles: Vec<Quantile>,
    /// How often each value or stretch of values was seen, in their order; words: the most frequent first,
    /// 100 of all observations and 20 of a group at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distribution: Vec<ValueCount>,
    /// How many further words there are, beyond those that `distribution` shows.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted_values: u64,
    /// True: the figures are held back because there are fewer observations than `min_n` or fewer games than
    /// `min_games`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suppressed: bool,
    /// Notes for a reader of these figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<StatisticalNote>,
}

/// A value with the part of the observations at or below it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Quantile {
    /// The part, 0 to 1.
    pub part: f64,
    /// The smallest value with at least that part at or below it.
    pub value: f64,
}

/// How often a value was seen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ValueCount {
    /// The value, the word, the player, or the lower end of a stretch.
    pub value: StatisticalValue,
    /// The upper end of the stretch, which is not part of it; of the last one, it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
    /// How often.
    pub n: u64,
    /// Its share of the known observations.
    pub share: f64,
    /// The 95 % interval of the share; games are taken as independent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Of a word: the bounds of its share of all observations, whatever the unrevealed values are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Interval>,
}

/// One group against another.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GroupComparison {
    /// The one group; with nothing in it, all observations together.
    pub one: GroupKey,
    /// The other.
    pub other: GroupKey,
    /// The mean or share of the one less that of the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// Its 95 % interval. Games that both groups share are compared with themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The interval widened for how many pairs of groups could have been compared, so that it holds also where the two
    /// were chosen for how far they are apart (Bonferroni).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simultaneous_interval: Option<Interval>,
    /// The bounds of the difference of the means of all observations, whatever the unrevealed values are; only where a
    /// value was not revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Interval>,
    /// Of a category: the difference in the share of each word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<ShareDifference>,
    /// Notes for a reader of the comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<StatisticalNote>,
}

/// How much more often one group had a word than another.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ShareDifference {
    /// The word or player.
    pub value: StatisticalValue,
    /// Its share in the one group less that in the other.
    pub difference: f64,
    /// Its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The interval widened for how many words, and pairs of groups, could have been compared (Bonferroni).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simultaneous_interval: Option<Interval>,
    /// The bounds of the difference of the shares of all observations, whatever the unrevealed values are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Interval>,
}

/// A note for a reader of figures.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StatisticalNote {
    /// No observation fits the question.
    NoObservations,
    /// Fewer observations or games than asked for.
    Suppressed,
    /// All known values are of one game.
    OneGame,
    /// Fewer than 50 games by Kish's effective number, which counts a game the less the more others outweigh it.
    FewGames,
    /// Every game has the same value, so the variance is zero.
    ZeroVariance,
    /// Some values were never revealed.
    NeverRevealed,
    /// A group that was to be compared has no observation.
    MissingGroup,
    /// A player who was asked for is at no counted table.
    UnknownPlayer,
    /// Only simulated games fit, which are left out unless somebody asks for them.
    OnlySimulated,
    /// Over whole sets of observations a mean says nothing: `means_by` of the metric tells those of a set apart.
    WholeSets,
    /// Details beside the moves (place, tags, day, players, who may see it) are as they are now, not as of the moment.
    DetailsAsNow,
    /// Groups are in the order of means that are drawn towards the mean of all groups.
    ShrunkOrder,
    /// Groups are sorted by their means or compared: the largest of many is larger than it would be again.
    ManyGroups,
}

/// A note in words.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplainedNote {
    /// The note.
    pub note: StatisticalNote,
    /// The meaning of the note.
    pub text: Text,
}

impl Statistics {
    /// The groups; of a comparison, those that are compared.
    pub fn groups_shown(&self) -> impl Iterator<Item = &StatisticalGroup> {
        let pair = self.comparison.as_ref();
        self.groups
            .iter()
            .flatten()
            .filter(move |group| pair.is_none_or(|pair| [&pair.one, &pair.other].contains(&&group.key)))
    }
}

impl GroupKey {
    /// The values of the key.
    pub fn values(&mut self) -> impl Iterator<Item = &mut StatisticalValue> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

impl StatisticalGroup {
    /// The values of its key, and those whose times are given.
    pub fn values(&mut self) -> impl Iterator<Item = &mut StatisticalValue> {
        self.key.values().chain(self.figures.values())
    }
}

impl Observations {
    /// The values whose times are given.
    pub fn values(&mut self) -> impl Iterator<Item = &mut StatisticalValue> {
        self.distribution.iter_mut().map(|bar| &mut bar.value)
    }
}

impl GroupComparison {
    /// The values of its keys, and those whose shares are compared.
    pub fn values(&mut self) -> impl Iterator<Item = &mut StatisticalValue> {
        let shares = self.shares.iter_mut().map(|share| &mut share.value);
        self.one.values().chain(self.other.values()).chain(shares)
    }
}

impl StatisticalValue {
    /// A player who was not named yet.
    pub fn nameless(id: Uuid) -> Self {
        Self::Player(StatisticalPlayer { id, name: String::new() })
    }

    /// The id of the player, if it is a player.
    pub fn player(&self) -> Option<Uuid> {
        if let Self::Player(somebody) = self { Some(somebody.id) } else { None }
    }

    /// Calls a player by name; who has none by now, erased just before, is nobody.
    pub fn name(&mut self, names: &HashMap<Uuid, String>) {
        if let Self::Player(somebody) = self {
            match names.get(&somebody.id) {
                Some(name) => somebody.name.clone_from(name),
                None => *self = Self::Missing(()),
            }
        }
    }

    /// A number, whole if it is.
    pub fn number(number: f64) -> Self {
        if number.fract() == 0.0 && number.abs() < 1e15 {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            return Self::Whole(number as i64);
        }
        Self::Number(number)
    }

    /// The value as people read it; empty if there is none.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Whole(number) => number.to_string().into(),
            Self::Number(number) => number.to_string().into(),
            Self::Word(word) => word.into(),
            Self::Player(player) => (&player.name).into(),
            Self::Missing(()) => "".into(),
        }
    }
}

impl StatisticalNote {
    /// Its name in JSON.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The note with its explanation.
    pub fn explained(self) -> ExplainedNote {
        let text = match self {
            Self::NoObservations => StatisticsWords::NoObservationFits,
            Self::Suppressed => StatisticsWords::TooFewObservations,
            Self::OneGame => StatisticsWords::OneGame,
            Self::FewGames => StatisticsWords::FewGames,
            Self::ZeroVariance => StatisticsWords::ZeroVariance,
            Self::NeverRevealed => StatisticsWords::SomeNeverRevealed,
            Self::MissingGroup => StatisticsWords::GroupWithoutValue,
            Self::UnknownPlayer => StatisticsWords::PlayerAtNoTable,
            Self::OnlySimulated => StatisticsWords::OnlySimulatedGames,
            Self::WholeSets => StatisticsWords::WholeSets,
            Self::DetailsAsNow => StatisticsWords::DetailsAsNow,
            Self::ShrunkOrder => StatisticsWords::ShrunkOrder,
            Self::ManyGroups => StatisticsWords::ManyGroups,
        }
        .text(&Names::none(0));
        ExplainedNote { note: self, text }
    }
}

impl Serialize for GroupKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (by, value) in &self.0 {
            map.serialize_entry(by, value)?;
        }
        map.end()
    }
}

/// Writes a time with six digits after the second, so that all have the same length.
///
/// # Errors
///
/// If the serializer fails.
pub fn to_the_microsecond<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, true))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
