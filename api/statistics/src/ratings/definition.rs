//! The exact definition of a rating.

use kifu_engine::game::Meta;
use kifu_engine::message::Phrase;
use kifu_engine::statistics::{History, Metric, MetricChange};
use schemars::JsonSchema;
use serde::Serialize;

use crate::definitions::TEXTS;

use super::rate::{NEWCOMER, SkillDistribution};

/// How many deviations below the mean the rating lies that is surely reached.
const CONSERVATIVE_DEVIATIONS: f64 = 3.0;

/// The definition of ratings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatingDefinition {
    /// The title.
    pub title: Phrase,
    /// The precise definition of a rating.
    pub definition: Phrase,
    /// The method, as it was published.
    pub reference: &'static str,
    /// The rating of newcomers.
    pub newcomer: Rating,
    /// Goes up whenever the definition changes.
    pub version: u32,
    /// Every version, the first one first.
    #[schemars(with = "&[MetricChange]")]
    pub changes: History,
    /// Links to the ratings, one for each kind of game.
    pub leaderboards: Vec<LeaderboardLink>,
}

/// A link to the ratings of a kind of game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LeaderboardLink {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// The URL of its leaderboard.
    #[schemars(extend("format" = "uri-reference"))]
    pub url: String,
}

/// An estimate of how good somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Rating {
    /// The mean, μ; of newcomers 25.
    pub mean: f64,
    /// The standard deviation, σ: how unsure it is.
    pub deviation: f64,
    /// μ − 3σ: somebody is almost surely better than that. Leaderboards are in this order.
    pub conservative: f64,
}

impl From<SkillDistribution> for Rating {
    fn from(SkillDistribution { mean, deviation }: SkillDistribution) -> Self {
        Self { mean, deviation, conservative: conservative(mean, deviation) }
    }
}

/// The level that somebody almost surely exceeds.
fn conservative(mean: f64, deviation: f64) -> f64 {
    mean - CONSERVATIVE_DEVIATIONS * deviation
}

impl RatingDefinition {
    /// The definition, with places for these kinds of games.
    pub fn of<'m>(games: impl Iterator<Item = &'m Meta>) -> Self {
        let place =
            |game: &Meta| LeaderboardLink { game: game.slug, url: format!("/v1/leaderboards/{}", game.slug) };
        Self {
            title: RATING.title,
            definition: RATING.definition,
            reference: REFERENCE,
            newcomer: NEWCOMER.into(),
            version: RATING.version,
            changes: RATING.changes,
            leaderboards: games.map(place).collect(),
        }
    }
}

/// The metric of ratings.
pub const RATING: Metric = TEXTS.number("rating").changed(&["2026-11-25"]);

const REFERENCE: &str = "Weng, R. C. & Lin, C.-J. (2011). A Bayesian Approximation Method for Online Ranking. Journal of \
    Machine Learning Research 12, 267–300: Algorithm 4 (Plackett–Luce), β = 25/6, κ = 10⁻⁴. Rating what is \
    played against as an opponent: Klinkenberg, S., Straatemeier, M. & van der Maas, H. L. J. (2011). Computer adaptive \
    practice of Maths ability using a new item response model for on the fly ability and difficulty estimation. Computers \
    & Education 57(2), 1813–1824.";
