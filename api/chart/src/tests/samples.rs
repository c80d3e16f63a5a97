//! Answers to be drawn: one of every sort, and their parts.

use std::collections::{BTreeMap, HashMap};

use chrono::DateTime;
use kifu_engine::message::Phrases;
use kifu_engine::phrases;
use kifu_engine::statistics::{Metric, MetricKind};
use kifu_engine::text::Language;
use uuid::Uuid;

use super::super::{ChartOptions, Theme};
use kifu_statistics::catalogue::{COUNTED_GAMES, CatalogueEntry};
use kifu_statistics::estimate::Interval;
use kifu_statistics::values::{
    GroupComparison, GroupKey, Observations, Quantile, ShareDifference, StatisticalGroup, StatisticalNote,
    StatisticalPlayer, StatisticalValue, Statistics, ValueCount,
};

const EN: &str = "
metric-points = Points
    .definition = The points of each seat.
    .unit = points
metric-won = Wins
    .definition = Whether it won.
metric-animal = Animals claimed
    .definition = Which animal.
    .unit = claims
";
const JA: &str = "
metric-points = 得点
    .definition = 席ごとの得点。
    .unit = 点
metric-won = 勝率
    .definition = 勝ったか。
metric-animal = 宣言された動物
    .definition = どの動物か。
    .unit = 宣言
";
const TEXTS: Phrases = phrases!("samples", EN, JA);

pub static POINTS: Metric = TEXTS.number("points");
pub static WINS: Metric = TEXTS.share("won");
pub static ANIMAL: Metric = TEXTS.category("animal");

pub const HOSTILE_TEXT: &str = "<script>alert(1)</script>&\"'\u{0}\u{8}\u{202e}]]>";

pub fn metric_of(kind: MetricKind) -> &'static Metric {
    match kind {
        MetricKind::Number => &POINTS,
        MetricKind::Share => &WINS,
        MetricKind::Category => &ANIMAL,
    }
}

pub fn answer(kind: MetricKind, total: Observations, groups: Option<Vec<StatisticalGroup>>) -> Statistics {
    let metric = metric_of(kind);
    Statistics {
        metric: CatalogueEntry {
            counted_games: &COUNTED_GAMES,
            id: format!("common.{}", metric.name),
            games: Vec::new(),
            metric,
            group_by: Vec::new(),
            examples: Vec::new(),
            url: String::new(),
        },
        question: BTreeMap::from([("seats", "5"), ("irregular", "exclude")])
            .into_iter()
            .map(|(name, value)| (name.to_owned(), vec![value.to_owned()]))
            .collect(),
        as_of: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
        cursor: String::new(),
        total,
        groups,
        omitted: 0,
        comparison: None,
        notes: Vec::new(),
        player_names: HashMap::from([(Uuid::nil(), "Aki".to_owned())]),
    }
}

pub fn figures(n: u64, mean: f64, reach: f64) -> Observations {
    Observations {
        n,
        games: n,
        mean: Some(mean),
        interval: Some(Interval { low: mean - reach, high: mean + reach }),
        ..Observations::default()
    }
}

pub fn group(parameter: &str, value: StatisticalValue, figures: Observations) -> StatisticalGroup {
    StatisticalGroup { key: GroupKey(vec![(parameter.to_owned(), value)]), figures }
}

pub fn player(name: &str) -> StatisticalValue {
    StatisticalValue::Player(StatisticalPlayer { id: Uuid::nil(), name: name.to_owned() })
}

pub fn bar(value: StatisticalValue, n: u64, of: u64) -> ValueCount {
    let share = n as f64 / of as f64;
    ValueCount {
        value,
        to: None,
        n,
        share,
        interval: Some(Interval { low: (share - 0.03).max(0.0), high: (share + 0.03).min(1.0) }),
        bounds: None,
    }
}

pub fn words(counts: &[(&str, u64)]) -> Observations {
    let n = counts.iter().map(|(_, n)| n).sum();
    let distribution =
        counts.iter().map(|(word, times)| bar(StatisticalValue::Word((*word).into()), *times, n)).collect();
    Observations { n, games: n, distribution, ..Observations::default() }
}

/// One answer of every sort, by name.
pub fn samples() -> Vec<(&'static str, Statistics)> {
    let bell = [3, 9, 22, 41, 60, 71, 66, 48, 30, 14, 6, 2];
    let all = bell.iter().sum();
    let points = Observations {
        distribution: (0..).zip(bell).map(|(value, n)| bar(StatisticalValue::Whole(value), n, all)).collect(),
        quantiles: [(0.25, 4.0), (0.5, 5.0), (0.75, 7.0)]
            .map(|(part, value)| Quantile { part, value })
            .into(),
        minimum: Some(0.0),
        maximum: Some(11.0),
        unknown: 20,
        bounds: Some(Interval { low: 4.6, high: 6.1 }),
        ..figures(all + 20, 5.2, 0.2)
    };
    let mut wins = vec![
        group("player", player("Aki"), figures(412, 0.523, 0.048)),
        group("player", player("ブレーメンの音楽隊の長い名前"), figures(388, 0.41, 0.05)),
        group(
            "player",
            player("Bartholomew Featherstonehaugh"),
            Observations {
                unknown: 30,
                bounds: Some(Interval { low: 0.3, high: 0.62 }),
                ..figures(120, 0.45, 0.09)
            },
        ),
        group(
            "player",
            player(HOSTILE_TEXT),
            Observations { n: 3, games: 3, suppressed: true, ..Observations::default() },
        ),
        group("player", StatisticalValue::Missing(()), Observations::default()),
    ];
    let by_player = answer(MetricKind::Share, figures(923, 0.47, 0.03), Some(wins.clone()));
    let compared = GroupComparison {
        simultaneous_interval: None,
        bounds: None,
        one: wins[0].key.clone(),
        other: wins[1].key.clone(),
        difference: Some(0.113),
        interval: Some(Interval { low: 0.044, high: 0.182 }),
        shares: Vec::new(),
        notes: Vec::new(),
    };
    let comparison = Statistics {
        comparison: Some(compared),
        notes: vec![StatisticalNote::FewGames.explained(), StatisticalNote::ZeroVariance.explained()],
        ..answer(MetricKind::Share, figures(800, 0.47, 0.03), Some(wins.drain(..2).collect()))
    };
    vec![
        ("histogram", answer(MetricKind::Number, points, None)),
        ("share", answer(MetricKind::Share, figures(923, 0.47, 0.03), None)),
        (
            "words",
            answer(
                MetricKind::Category,
                words(&[("donkey", 120), ("dog", 80), ("cat", 44), ("rooster", 7)]),
                None,
            ),
        ),
        ("groups", by_player),
        ("numbers", numbers()),
        ("trend", trend()),
        ("lines", lines()),
        ("shares", shares()),
        ("comparison", comparison),
        ("words_compared", words_compared()),
    ]
}

pub fn numbers() -> Statistics {
    let seats = (3..8).map(|seats| {
        group(
            "seats",
            StatisticalValue::Whole(seats),
            figures(40 * seats.unsigned_abs(), 14.0 - seats as f64, 0.3 * seats as f64),
        )
    });
    answer(MetricKind::Number, figures(1000, 9.1, 0.2), Some(seats.collect()))
}

pub fn trend() -> Statistics {
    let month = |month: i32| {
        let name = format!("{}-{:02}", 2025 + month / 12, month % 12 + 1);
        let figures = match month {
            9 => Observations { n: 2, games: 2, suppressed: true, ..Observations::default() },
            month => Observations {
                bounds: (month > 15).then_some(Interval { low: 7.0, high: 11.0 }),
                ..figures(30 + u64::from(month.unsigned_abs()), 8.0 + f64::from(month % 5) * 0.4, 0.8)
            },
        };
        group("month", StatisticalValue::Word(name), figures)
    };
    let months = (0..20).filter(|month| ![4, 5, 12].contains(month)).map(month);
    answer(MetricKind::Number, figures(700, 8.7, 0.2), Some(months.collect()))
}

pub fn lines() -> Statistics {
    let mut groups = Vec::new();
    for (number, name) in ["Aki", "ボブ", "Chloé"].into_iter().enumerate() {
        for year in 2020..2027 {
            let share = 0.3 + 0.1 * number as f64 + 0.02 * f64::from((year * 7 + 3) % 5);
            let mut group = group("player", player(name), figures(80, share, 0.08));
            group.key.0.push(("year".into(), StatisticalValue::Word(year.to_string())));
            groups.push(group);
        }
    }
    answer(MetricKind::Share, figures(1680, 0.4, 0.03), Some(groups))
}

pub fn shares() -> Statistics {
    let seats = (0..4_i64).map(|seat| {
        let extra = 10 * seat.unsigned_abs();
        let seen = [
            ("donkey", 120 - extra),
            ("dog", 80),
            ("cat", 44 + extra),
            ("rooster", 27),
            ("mouse", 12),
            ("cow", 9),
            ("goose", 4),
        ];
        group("seat", StatisticalValue::Whole(seat), words(&seen))
    });
    let held = Observations { n: 2, games: 2, suppressed: true, ..Observations::default() };
    let groups = seats.chain([group("seat", StatisticalValue::Whole(4), held)]).collect();
    answer(MetricKind::Category, words(&[("donkey", 400), ("dog", 320)]), Some(groups))
}

pub fn words_compared() -> Statistics {
    let mut values = shares();
    let groups = values.groups.as_deref().unwrap_or_default();
    let share = |value: &str, difference: f64| ShareDifference {
        value: StatisticalValue::Word(value.into()),
        difference,
        interval: Some(Interval { low: difference - 0.05, high: difference + 0.05 }),
        simultaneous_interval: None,
        bounds: None,
    };
    values.comparison = Some(GroupComparison {
        simultaneous_interval: None,
        bounds: None,
        one: groups[0].key.clone(),
        other: groups[3].key.clone(),
        difference: None,
        interval: None,
        shares: vec![share("donkey", 0.101), share("cat", -0.1), share("dog", 0.0)],
        notes: Vec::new(),
    });
    values
}

pub fn all_options() -> impl Iterator<Item = ChartOptions> {
    let sizes = [(320, None), (640, None), (1200, Some(500))];
    Language::ALL.into_iter().flat_map(move |language| {
        sizes.into_iter().flat_map(move |(width, height)| {
            [Theme::Auto, Theme::Light, Theme::Dark].map(|theme| ChartOptions {
                language,
                theme,
                width,
                height,
            })
        })
    })
}

pub const DEFAULT_OPTIONS: ChartOptions =
    ChartOptions { language: Language::En, theme: Theme::Auto, width: 640, height: None };
