use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Duration, NaiveDate};
use kifu_engine::statistics::{Kind, Metric};
use kifu_engine::text::{Language, Text};
use proptest::prelude::*;
use roxmltree::Document;
use uuid::Uuid;

use super::{Look, Theme, draw};
use crate::statistics::catalogue::{Entry, find};
use crate::statistics::estimate::Interval;
use crate::statistics::values::{
    Bar, Comparison, Figures, Group, GroupKey, Note, Quantile, Seen, ShareDifference, Somebody, Values,
};

static POINTS: Metric = Metric::number(
    "points",
    Text::fixed("点", "points"),
    Text::fixed("得点", "Points"),
    Text::fixed("席ごとの得点。", "The points of each seat."),
);
static WINS: Metric =
    Metric::share("won", Text::fixed("勝率", "Wins"), Text::fixed("勝ったか。", "Whether it won."));
static ANIMAL: Metric = Metric::category(
    "animal",
    Text::fixed("宣言", "claims"),
    Text::fixed("宣言された動物", "Animals claimed"),
    Text::fixed("どの動物か。", "Which animal."),
);

const EVIL: &str = "<script>alert(1)</script>&\"'\u{0}\u{8}\u{202e}]]>";

fn of(kind: Kind) -> &'static Metric {
    match kind {
        Kind::Number => &POINTS,
        Kind::Share => &WINS,
        Kind::Category => &ANIMAL,
    }
}

fn answer(kind: Kind, total: Figures, groups: Option<Vec<Group>>) -> Values {
    let metric = of(kind);
    Values {
        metric: Entry {
            id: format!("general.{}", metric.name),
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
        left_out: 0,
        comparison: None,
        notes: Vec::new(),
        people: HashMap::from([(Uuid::nil(), "Aki".to_owned())]),
    }
}

fn figures(n: u64, mean: f64, reach: f64) -> Figures {
    Figures {
        n,
        games: n,
        mean: Some(mean),
        interval: Some(Interval { low: mean - reach, high: mean + reach }),
        ..Figures::default()
    }
}

fn group(way: &str, value: Seen, figures: Figures) -> Group {
    Group { key: GroupKey(vec![(way.to_owned(), value)]), figures }
}

fn player(name: &str) -> Seen {
    Seen::Player(Somebody { id: Uuid::nil(), name: name.to_owned() })
}

fn bar(value: Seen, n: u64, of: u64) -> Bar {
    let share = n as f64 / of as f64;
    Bar {
        value,
        to: None,
        n,
        share,
        interval: Some(Interval { low: (share - 0.03).max(0.0), high: (share + 0.03).min(1.0) }),
        bounds: None,
    }
}

fn words(counts: &[(&str, u64)]) -> Figures {
    let n = counts.iter().map(|(_, n)| n).sum();
    let distribution =
        counts.iter().map(|(word, times)| bar(Seen::Word((*word).into()), *times, n)).collect();
    Figures { n, games: n, distribution, ..Figures::default() }
}

/// One answer of every sort, by name.
fn samples() -> Vec<(&'static str, Values)> {
    let bell = [3, 9, 22, 41, 60, 71, 66, 48, 30, 14, 6, 2];
    let all = bell.iter().sum();
    let points = Figures {
        distribution: (0..).zip(bell).map(|(value, n)| bar(Seen::Whole(value), n, all)).collect(),
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
            Figures {
                unknown: 30,
                bounds: Some(Interval { low: 0.3, high: 0.62 }),
                ..figures(120, 0.45, 0.09)
            },
        ),
        group("player", player(EVIL), Figures { n: 3, games: 3, suppressed: true, ..Figures::default() }),
        group("player", Seen::Nothing(()), Figures::default()),
    ];
    let by_player = answer(Kind::Share, figures(923, 0.47, 0.03), Some(wins.clone()));
    let compared = Comparison {
        one: wins[0].key.clone(),
        other: wins[1].key.clone(),
        difference: Some(0.113),
        interval: Some(Interval { low: 0.044, high: 0.182 }),
        shares: Vec::new(),
        notes: Vec::new(),
    };
    let comparison = Values {
        comparison: Some(compared),
        notes: vec![Note::FewGames.explained(), Note::NoSpread.explained()],
        ..answer(Kind::Share, figures(800, 0.47, 0.03), Some(wins.drain(..2).collect()))
    };
    vec![
        ("histogram", answer(Kind::Number, points, None)),
        ("share", answer(Kind::Share, figures(923, 0.47, 0.03), None)),
        (
            "words",
            answer(Kind::Category, words(&[("donkey", 120), ("dog", 80), ("cat", 44), ("rooster", 7)]), None),
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

fn numbers() -> Values {
    let seats = (3..8).map(|seats| {
        group(
            "seats",
            Seen::Whole(seats),
            figures(40 * seats.unsigned_abs(), 14.0 - seats as f64, 0.3 * seats as f64),
        )
    });
    answer(Kind::Number, figures(1000, 9.1, 0.2), Some(seats.collect()))
}

fn trend() -> Values {
    let month = |month: i32| {
        let name = format!("{}-{:02}", 2025 + month / 12, month % 12 + 1);
        let figures = match month {
            9 => Figures { n: 2, games: 2, suppressed: true, ..Figures::default() },
            month => Figures {
                bounds: (month > 15).then_some(Interval { low: 7.0, high: 11.0 }),
                ..figures(30 + u64::from(month.unsigned_abs()), 8.0 + f64::from(month % 5) * 0.4, 0.8)
            },
        };
        group("month", Seen::Word(name), figures)
    };
    let months = (0..20).filter(|month| ![4, 5, 12].contains(month)).map(month);
    answer(Kind::Number, figures(700, 8.7, 0.2), Some(months.collect()))
}

fn lines() -> Values {
    let mut groups = Vec::new();
    for (number, name) in ["Aki", "ボブ", "Chloé"].into_iter().enumerate() {
        for year in 2020..2027 {
            let share = 0.3 + 0.1 * number as f64 + 0.02 * f64::from((year * 7 + 3) % 5);
            let mut group = group("player", player(name), figures(80, share, 0.08));
            group.key.0.push(("year".into(), Seen::Word(year.to_string())));
            groups.push(group);
        }
    }
    answer(Kind::Share, figures(1680, 0.4, 0.03), Some(groups))
}

fn shares() -> Values {
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
        group("seat", Seen::Whole(seat), words(&seen))
    });
    let held = Figures { n: 2, games: 2, suppressed: true, ..Figures::default() };
    let groups = seats.chain([group("seat", Seen::Whole(4), held)]).collect();
    answer(Kind::Category, words(&[("donkey", 400), ("dog", 320)]), Some(groups))
}

fn words_compared() -> Values {
    let mut values = shares();
    let groups = values.groups.as_deref().unwrap_or_default();
    let share = |value: &str, difference: f64| ShareDifference {
        value: Seen::Word(value.into()),
        difference,
        interval: Some(Interval { low: difference - 0.05, high: difference + 0.05 }),
    };
    values.comparison = Some(Comparison {
        one: groups[0].key.clone(),
        other: groups[3].key.clone(),
        difference: None,
        interval: None,
        shares: vec![share("donkey", 0.101), share("cat", -0.1), share("dog", 0.0)],
        notes: Vec::new(),
    });
    values
}

fn looks() -> impl Iterator<Item = Look> {
    let sizes = [(320, None), (640, None), (1200, Some(500))];
    Language::ALL.into_iter().flat_map(move |language| {
        sizes.into_iter().flat_map(move |(width, height)| {
            [Theme::Auto, Theme::Light, Theme::Dark].map(|theme| Look { language, theme, width, height })
        })
    })
}

const PLAIN: Look = Look { language: Language::En, theme: Theme::Auto, width: 640, height: None };

/// Everything that is written, in order.
fn written(document: &Document) -> Vec<String> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

/// Laws that every chart keeps, whatever is in it.
fn keeps_the_laws(values: &Values, look: &Look) -> Result<(), TestCaseError> {
    let drawn = draw(values, look).unwrap();
    prop_assert_eq!(&drawn, &draw(values, look).unwrap());
    let document =
        Document::parse(&drawn).map_err(|error| TestCaseError::fail(format!("{error}: {drawn}")))?;
    let root = document.root_element();
    prop_assert_eq!(root.attribute("role"), Some("img"));
    let said = |tag: &str| root.children().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
    prop_assert!(said("title").is_some_and(|title| !title.is_empty()));
    prop_assert!(said("desc").is_some_and(|told| told.contains(" 2026-") || told.contains("2026-")));
    let size: Vec<f64> =
        root.attribute("viewBox").unwrap().split(' ').map(|part| part.parse().unwrap()).collect();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        prop_assert!(!["script", "image", "foreignObject", "a"].contains(&node.tag_name().name()));
        for (names, end) in [(["x", "x1", "x2", "cx"], size[2]), (["y", "y1", "y2", "cy"], size[3])] {
            for number in names.into_iter().filter_map(|name| node.attribute(name)) {
                let number: f64 = number.parse().unwrap();
                prop_assert!((-1.0..=end + 1.0).contains(&number), "{:?} beyond {}", node, end);
            }
        }
        for point in node.attribute("points").into_iter().flat_map(|points| points.split([' ', ','])) {
            prop_assert!(point.parse::<f64>().is_ok_and(f64::is_finite), "{}", point);
        }
        for name in ["width", "height", "r"] {
            let number = node.attribute(name).map(|number| number.parse::<f64>().unwrap());
            prop_assert!(number.is_none_or(|number| number.is_finite() && number >= 0.0), "{:?}", node);
        }
    }
    Ok(())
}

#[test]
fn every_sort_of_chart_keeps_the_laws_in_every_look() {
    for (name, values) in samples() {
        for look in looks() {
            keeps_the_laws(&values, &look).unwrap_or_else(|error| panic!("{name} {look:?}: {error}"));
        }
    }
}

#[test]
fn charts_say_their_numbers() {
    let wanted: [(&str, &[&str]); 10] = [
        ("histogram", &["Points", "Mean 5.2", "19.1 %", "points"]),
        ("share", &["Wins", "47.0 %", "n 923", "100 %"]),
        ("words", &["donkey", "47.8 %", "n 120"]),
        ("groups", &["Aki", "52.3 %", "n 120 (?30)", "held back: too few", "no observations", "(unknown)"]),
        ("numbers", &["3 seats", "11", "n 120"]),
        ("trend", &["2025-01", "n 30", "points"]),
        ("lines", &["Aki", "ボブ", "Chloé", "2020"]),
        ("shares", &["Seat 0", "donkey", "Others", "40.5 %", "held back: too few"]),
        ("comparison", &["Aki", "41.0 %", "+11.3", "percentage points", "0"]),
        ("words_compared", &["Seat 3", "donkey", "+10.1", "−10.0", "±0.0"]),
    ];
    for ((name, values), (of, labels)) in samples().into_iter().zip(wanted) {
        assert_eq!(name, of);
        let drawn = draw(&values, &PLAIN).unwrap();
        let written = written(&Document::parse(&drawn).unwrap());
        for label in labels {
            assert!(written.iter().any(|text| text == label), "{name}: no {label} in {written:?}");
        }
    }
}

#[test]
fn words_are_those_of_people() {
    let of = |metric: &str, total: Figures, groups| {
        let metric = find(metric).unwrap_or_else(|_| panic!("{metric}")).clone();
        Values { metric, ..answer(Kind::Category, total, groups) }
    };
    let titles = of("bremen.title", words(&[("spirited_band", 7), ("finest_band", 1)]), None);
    let pair = group("held", Seen::Word("seer+villager".into()), words(&[("seer", 3)]));
    let claims = of("half_werewolf.claimed_role", words(&[("seer", 3)]), Some(vec![pair]));
    let by_option = group("option.extreme", Seen::Word("true".into()), figures(9, 0.4, 0.1));
    let by_seat = group("option.first_player", Seen::Whole(0), figures(9, 0.4, 0.1));
    let extreme = of("not_my_fault.win", figures(18, 0.4, 0.1), Some(vec![by_option, by_seat]));
    let ended = group("result", Seen::Word("thirty".into()), figures(9, 0.4, 0.1));
    let ended = of("general.won", figures(9, 0.4, 0.1), Some(vec![ended]));
    for (mut values, ja, en) in [
        (titles, vec!["勢いのある音楽隊"], vec!["a spirited band"]),
        (claims, vec!["占い師・村人", "占い師"], vec!["seer + villager", "seer"]),
        (extreme, vec!["はい", "席0"], vec!["yes", "Seat 0"]),
        (ended, vec!["30を達成"], vec!["30 was made"]),
    ] {
        values.question.insert("option.edition".into(), vec!["ja".into()]);
        for (language, labels) in [(Language::Ja, ja), (Language::En, en)] {
            let drawn = draw(&values, &Look { language, ..PLAIN }).unwrap();
            let document = Document::parse(&drawn).unwrap();
            let texts = written(&document);
            let told = document.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap();
            for label in labels {
                assert!(texts.iter().any(|text| text == label), "no {label} in {texts:?}");
                assert!(told.contains(label), "no {label} in {told}");
            }
            assert!(
                texts.iter().all(|text| !text.contains("_band") && !text.contains("option.extreme")),
                "{texts:?}"
            );
        }
    }
}

#[test]
fn groups_beyond_the_limit_are_missing_only_where_all_are_drawn() {
    let mut values = samples().into_iter().find(|(name, _)| *name == "comparison").unwrap().1;
    values.left_out = 45;
    let says = |values: &Values| {
        let drawn = draw(values, &PLAIN).unwrap();
        drawn.contains("Groups beyond the limit: 45") || drawn.contains("And 45 more groups")
    };
    assert!(!says(&values), "two groups are compared, and both are there");
    values.comparison = None;
    assert!(says(&values));
}

#[test]
fn whoever_cannot_see_it_hears_the_numbers_in_both_languages() {
    let wanted = [
        (Language::En, "Aki: 52.3 %, 95 % interval 47.5 % to 57.1 %, n 412."),
        (Language::Ja, "Aki: 52.3%、95%区間 47.5%〜57.1%、n 412。"),
        (Language::En, "less ブレーメンの音楽隊の長い名前: +11.3, 95 % interval +4.4 to +18.2."),
        (
            Language::Ja,
            "差(パーセントポイント)、Aki − ブレーメンの音楽隊の長い名前: +11.3、95%区間 +4.4〜+18.2。",
        ),
    ];
    let values = samples().into_iter().find(|(name, _)| *name == "comparison").unwrap().1;
    for (language, sentence) in wanted {
        let drawn = draw(&values, &Look { language, ..PLAIN }).unwrap();
        let document = Document::parse(&drawn).unwrap();
        let told = document.descendants().find(|node| node.has_tag_name("desc")).unwrap();
        assert!(told.text().unwrap().contains(sentence), "{:?}", told.text());
    }
}

#[test]
fn a_star_leads_from_a_group_to_what_is_said_of_it() {
    let mut values = samples().into_iter().find(|(name, _)| *name == "comparison").unwrap().1;
    let groups = values.groups.as_mut().unwrap();
    groups[1].figures.notes = vec![Note::FewGames];
    let drawn = draw(&values, &Look { width: 1200, ..PLAIN }).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    assert!(
        texts.iter().any(|text| text == "n 388*") && texts.iter().any(|text| text == "n 412"),
        "{texts:?}"
    );
    assert!(texts.iter().any(|text| text.starts_with("* They are of fewer")), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains("Every game says the same")), "{texts:?}");
}

#[test]
fn where_nothing_fits_the_chart_says_so() {
    let compared = |mut values: Values| {
        let (one, other) = (GroupKey::default(), GroupKey::default());
        let (difference, interval, shares, notes) = (None, None, Vec::new(), Vec::new());
        values.comparison = Some(Comparison { one, other, difference, interval, shares, notes });
        values
    };
    for kind in [Kind::Number, Kind::Share, Kind::Category] {
        let none = |groups| answer(kind, Figures::default(), groups);
        for (values, wanted) in [
            (none(None), "no observations"),
            (none(Some(Vec::new())), "no observations"),
            (compared(none(Some(Vec::new()))), "nothing to compare"),
        ] {
            let drawn = draw(&values, &PLAIN).unwrap();
            let texts = written(&Document::parse(&drawn).unwrap());
            assert!(texts.iter().any(|text| text == wanted), "{texts:?}");
            assert!(
                texts.iter().all(|text| !text.contains('±') && text != "Mean" && text != "Share"),
                "{texts:?}"
            );
        }
    }
}

#[test]
fn one_group_is_drawn_against_all_observations_and_players_asked_for_by_name() {
    let mut values = samples().into_iter().find(|(name, _)| *name == "comparison").unwrap().1;
    values.comparison.as_mut().unwrap().other = GroupKey::default();
    values.question.insert("player".into(), vec![Uuid::nil().to_string()]);
    let drawn = draw(&values, &PLAIN).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    for wanted in ["Aki", "All together", "n 800", "Difference: Aki − All together"] {
        assert!(texts.iter().any(|text| text.contains(wanted)), "{wanted}: {texts:?}");
    }
    assert!(texts.iter().any(|text| text.contains("player: Aki")), "{texts:?}");
    values.people.clear();
    assert!(draw(&values, &PLAIN).unwrap().contains("player: 00000000…"));
}

#[test]
fn a_name_cannot_break_out_of_the_chart() {
    let groups = vec![group("player", player(EVIL), figures(9, 0.5, 0.1))];
    let mut values = answer(Kind::Share, figures(9, 0.5, 0.1), Some(groups));
    values.question.insert(EVIL.into(), vec![EVIL.into()]);
    let drawn = draw(&values, &PLAIN).unwrap();
    assert!(!drawn.contains("<script") && !drawn.contains(['\u{0}', '\u{8}', '\u{202e}']), "{drawn}");
    assert!(Document::parse(&drawn).is_ok());
}

#[test]
fn the_largest_of_many_groups_are_drawn_and_the_others_counted() {
    let groups = (0..60).map(|n| {
        let name = format!("p{n}");
        group("player", player(&name), figures(n, 0.5, 0.1))
    });
    let mut values = answer(Kind::Share, figures(9, 0.5, 0.1), Some(groups.collect()));
    values.left_out = 7;
    let drawn = draw(&values, &PLAIN).unwrap();
    let written = written(&Document::parse(&drawn).unwrap());
    let has = |wanted: &str| written.iter().any(|text| text == wanted);
    assert!(
        has("p59")
            && has("p40")
            && !has("p39")
            && has("Not drawn, with the fewest observations: 40")
            && has("Groups beyond the limit: 7"),
        "{written:?}"
    );
}

#[test]
fn a_share_goes_from_nothing_to_all_and_bars_begin_at_nothing() {
    let drawn = draw(&answer(Kind::Share, figures(9, 0.02, 0.01), None), &PLAIN).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    assert!(texts.contains(&"0 %".to_owned()) && texts.contains(&"100 %".to_owned()), "{texts:?}");
    let drawn = draw(&answer(Kind::Category, words(&[("a", 50), ("b", 49)]), None), &PLAIN).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    assert!(texts.contains(&"0 %".to_owned()), "{texts:?}");
}

#[test]
fn nothing_one_value_and_the_most_extreme_keep_the_laws() {
    let extreme = [0.0, -0.0, -5.0, 1e-300, 1e16, f64::MAX, f64::MIN];
    for value in extreme {
        let seen =
            Figures { distribution: vec![bar(Seen::number(value), 1, 1)], ..figures(1, value, value.abs()) };
        let groups = vec![group("seat", Seen::Whole(0), figures(1, value, 0.0))];
        for groups in [None, Some(groups), Some(Vec::new())] {
            keeps_the_laws(&answer(Kind::Number, seen.clone(), groups), &PLAIN).unwrap();
        }
    }
    for kind in [Kind::Number, Kind::Share, Kind::Category] {
        for groups in [None, Some(Vec::new())] {
            keeps_the_laws(&answer(kind, Figures::default(), groups), &PLAIN).unwrap();
        }
    }
}

#[test]
fn days_of_many_years_keep_the_laws() {
    let first = NaiveDate::from_ymd_opt(2020, 1, 1).unwrap();
    let day = |n: i64| {
        let name = (first + Duration::days(n)).to_string();
        group("day", Seen::Word(name), figures(3, (n % 17) as f64, 1.0))
    };
    let values = answer(Kind::Number, figures(6000, 8.0, 0.1), Some((0..2000).map(day).collect()));
    keeps_the_laws(&values, &Look { width: 320, ..PLAIN }).unwrap();
}

fn some_figures() -> impl Strategy<Value = Figures> {
    let number = prop_oneof![-50.0..50.0_f64, Just(0.0), -1e300..1e300_f64];
    (0..5000_u64, number, 0.0..20.0_f64, 0..4_u8, prop::collection::vec((".{0,20}", 1..99_u64), 0..9))
        .prop_map(|(n, mean, reach, missing, counts)| {
            let counts: Vec<(&str, u64)> = counts.iter().map(|(word, n)| (word.as_str(), *n)).collect();
            let words = words(&counts);
            match missing {
                0 => Figures { n, suppressed: true, ..Figures::default() },
                1 => {
                    Figures { n, unknown: n, bounds: figures(n, mean, reach).interval, ..Figures::default() }
                }
                _ => Figures { distribution: words.distribution, ..figures(n, mean, reach) },
            }
        })
}

fn some_seen() -> impl Strategy<Value = Seen> {
    prop_oneof![
        any::<i64>().prop_map(Seen::Whole),
        ".{0,40}".prop_map(Seen::Word),
        ".{0,40}".prop_map(|name| player(&name)),
        "20[0-9]{2}-[01][0-9]".prop_map(Seen::Word),
        Just(Seen::Nothing(())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_answer_keeps_the_laws(
        kind in prop_oneof![Just(Kind::Number), Just(Kind::Share), Just(Kind::Category)],
        total in some_figures(),
        way in prop_oneof![Just("player"), Just("month"), Just("day"), Just("option.<x>")],
        groups in prop::option::of(prop::collection::vec((some_seen(), some_figures()), 0..30)),
        width in 0..1500_u32,
        height in prop::option::of(0..1500_u32),
        language in prop_oneof![Just(Language::Ja), Just(Language::En)],
    ) {
        let groups: Option<Vec<Group>> = groups
            .map(|groups| groups.into_iter().map(|(seen, figures)| group(way, seen, figures)).collect());
        let mut values = answer(kind, total, groups);
        if let Some([one, other, ..]) = values.groups.as_deref().filter(|groups| groups.len() % 3 == 2) {
            let (one, other) = (one.clone(), other.clone());
            values.comparison = Some(Comparison {
                difference: one.figures.mean.zip(other.figures.mean).map(|(one, other)| one - other),
                interval: one.figures.interval,
                one: one.key,
                other: other.key,
                shares: Vec::new(),
                notes: Vec::new(),
            });
        }
        keeps_the_laws(&values, &Look { language, theme: Theme::Auto, width, height })?;
    }
}
