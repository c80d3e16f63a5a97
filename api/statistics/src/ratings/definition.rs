//! What a rating is, exactly.

use kifu_engine::game::Meta;
use kifu_engine::statistics::{FIRST_VERSION, MetricChange, change};
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;

use super::rate::{NEWCOMER, SkillDistribution};

/// How many deviations below the mean the rating lies that is surely reached.
const CONSERVATIVE_DEVIATIONS: f64 = 3.0;

/// The definition of ratings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatingDefinition {
    /// What people call it.
    pub title: Text,
    /// What a rating is, precisely.
    pub definition: Text,
    /// The method, as it was published.
    pub reference: &'static str,
    /// What is believed of newcomers.
    pub newcomer: Rating,
    /// Goes up whenever the definition changes.
    pub version: u32,
    /// Every version, the first one first.
    pub changes: &'static [MetricChange],
    /// Where the ratings are, kind of game by kind of game.
    pub leaderboards: Vec<LeaderboardLink>,
}

/// Where the ratings of a kind of game are.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LeaderboardLink {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// Where its leaderboard is.
    #[schemars(extend("format" = "uri-reference"))]
    pub url: String,
}

/// What is believed of how good somebody is.
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

/// What somebody is almost surely better than.
fn conservative(mean: f64, deviation: f64) -> f64 {
    mean - CONSERVATIVE_DEVIATIONS * deviation
}

impl RatingDefinition {
    /// The definition, with places for these kinds of games.
    pub fn of<'m>(games: impl Iterator<Item = &'m Meta>) -> Self {
        let place =
            |game: &Meta| LeaderboardLink { game: game.slug, url: format!("/v1/leaderboards/{}", game.slug) };
        Self {
            title: TITLE,
            definition: DEFINITION,
            reference: REFERENCE,
            newcomer: NEWCOMER.into(),
            version: 2,
            changes: &CHANGES,
            leaderboards: games.map(place).collect(),
        }
    }
}

/// What people call it.
pub const TITLE: Text = Text::fixed("レーティング", "Rating");

/// Its versions.
const CHANGES: [MetricChange; 2] = [
    FIRST_VERSION,
    change(
        2,
        "2026-11-25",
        "席の順位を、対戦の組ごとではなく、全体として見ます（Plackett–Luce）。大人数の卓で偏差が小さくなりすぎません。",
        "The order of the seats is taken as a whole (Plackett–Luce), not pair by pair, so that large tables no longer make \
         ratings look surer than they are.",
    ),
];

const REFERENCE: &str = "Weng, R. C. & Lin, C.-J. (2011). A Bayesian Approximation Method for Online Ranking. Journal of \
    Machine Learning Research 12, 267–300: Algorithm 4 (Plackett–Luce), β = 25/6, κ = 10⁻⁴. Rating what is \
    played against as an opponent: Klinkenberg, S., Straatemeier, M. & van der Maas, H. L. J. (2011). Computer adaptive \
    practice of Maths ability using a new item response model for on the fly ability and difficulty estimation. Computers \
    & Education 57(2), 1813–1824.";

/// What it is, precisely.
pub const DEFINITION: Text = Text::fixed(
    "ゲームの種類ごとに、その人の強さについて分かることを正規分布（平均μ、標準偏差σ）で表したものです。はじめはμ = 25、\
     σ = 25/3です。数えるゲーム（公開され、写しでなく、終わり、反則のないもの）を遊んだ時刻の順に（同じ時刻なら記録のIDの順に）\
     1つずつ取り上げ、WengとLinの方法（Plackett–Luce）で、席の順位から卓の全員の値を更新します。\
     順位のないゲームでは、勝った席が1位、ほかの席が2位です。同じ順位は引き分けとします。得点差は関係しません。\
     協力ゲームでは卓の全員が1つのチームとなり、そのオプションと席数のゲームそのものを相手とします。\
     相手もレーティングを持ち、はじめは席数と同じ数の初心者のチームとみなします（μ = 25n、σ = 25/3·√n）。\
     勝てばチームが、負ければゲームが1位です。名前のない席、プロフィールのないゲスト、消された人は、\
     いつも初心者とみなし、更新しません。そのような席しかない卓は何も変えません。1人で遊ぶ競争ゲームも何も変えません。\
     時間がたっただけでは変わりません。訂正、再開、公開範囲の変更、統合、消去のあとは、\
     はじめからそうだったものとして計算し直します。",
    "For each kind of game, what is known of how good somebody is, as a normal distribution with mean μ and standard \
     deviation σ, at first 25 and 25/3. The games that count (public, no copies, finished, without a breach of the rules) \
     are taken one by one in the order they were played (of the same time: by the ids of the records), and the places of \
     the seats update everybody at the table by the method of Weng and Lin (Plackett–Luce). In games without \
     places those who won are first and all others second; equal places are draws. By how much somebody won makes no \
     difference. In cooperative games everybody at the table is one team, and its opponent is the game itself with these \
     options and so many seats, which has a rating of its own: at first that of a team of as many newcomers (μ = 25n, \
     σ = 25/3·√n). The team is first if it wins, the game if it does not. Seats without a name, guests without a profile \
     and people who were erased are newcomers every time and never updated; a table at which nobody else sits changes \
     nothing, nor does a competitive game of one. Time alone changes nothing either. After amendments, reopenings, changes \
     of who may see a record, mergers and erasures everything is as if it had been so from the start.",
);
