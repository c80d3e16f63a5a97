mod invariants;
mod samples;

use kifu_engine::statistics::MetricKind;
use kifu_engine::text::Language;
use roxmltree::Document;
use uuid::Uuid;

use self::samples::{DEFAULT_OPTIONS, HOSTILE_TEXT, answer, figures, group, player, samples, words};
use super::{ChartOptions, draw};
use kifu_statistics::catalogue::find;
use kifu_statistics::estimate::Interval;
use kifu_statistics::values::{
    GroupComparison, GroupKey, Observations, StatisticalNote, StatisticalValue, Statistics,
};

/// All written text, in order.
fn written(document: &Document) -> Vec<String> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn charts_say_their_numbers() {
    let expected: [(&str, &[&str]); 10] = [
        ("histogram", &["Points", "Mean 5.2", "19.1 %", "points"]),
        ("share", &["Wins", "47.0 %", "n 923", "100 %"]),
        ("words", &["donkey", "47.8 %", "n 120"]),
        ("groups", &["Aki", "52.3 %", "n 120 (?30)", "held back: too few", "no observations", "(unknown)"]),
        ("numbers", &["3 seats", "11", "n 120"]),
        ("trend", &["2025-01", "n 30", "points"]),
        ("lines", &["Aki", "ボブ", "Chloé", "2020"]),
        ("shares", &["Seat 1", "donkey", "Others", "40.5 %", "held back: too few"]),
        ("comparison", &["Aki", "41.0 %", "+11.3", "percentage points", "0"]),
        ("words_compared", &["Seat 4", "donkey", "+10.1", "−10.0", "±0.0"]),
    ];
    for ((name, values), (of, labels)) in samples().into_iter().zip(expected) {
        assert_eq!(name, of);
        let drawn = draw(&values, &DEFAULT_OPTIONS).unwrap();
        let written = written(&Document::parse(&drawn).unwrap());
        for label in labels {
            assert!(written.iter().any(|text| text == label), "{name}: no {label} in {written:?}");
        }
    }
}

#[test]
fn values_are_shown_by_their_titles() {
    let of = |metric: &str, total: Observations, groups| {
        let metric = find(metric).unwrap_or_else(|| panic!("{metric}")).clone();
        Statistics { metric, ..answer(MetricKind::Category, total, groups) }
    };
    let titles = of("bremen.title", words(&[("spirited_band", 7), ("finest_band", 1)]), None);
    let pair = group("held", StatisticalValue::Word("seer+villager".into()), words(&[("seer", 3)]));
    let claims = of("half_werewolf.claimed_role", words(&[("seer", 3)]), Some(vec![pair]));
    let by_option = group("option.extreme", StatisticalValue::Word("true".into()), figures(9, 0.4, 0.1));
    let by_seat = group("option.first_player", StatisticalValue::Whole(0), figures(9, 0.4, 0.1));
    let extreme = of("not_my_fault.win", figures(18, 0.4, 0.1), Some(vec![by_option, by_seat]));
    let ended = group("result", StatisticalValue::Word("thirty".into()), figures(9, 0.4, 0.1));
    let ended = of("common.won", figures(9, 0.4, 0.1), Some(vec![ended]));
    for (mut values, ja, en) in [
        (titles, vec!["勢いのある音楽隊"], vec!["a spirited band"]),
        (claims, vec!["占い師・村人", "占い師"], vec!["seer + villager", "seer"]),
        (extreme, vec!["はい", "席1"], vec!["yes", "Seat 1"]),
        (ended, vec!["30を達成"], vec!["30 was made"]),
    ] {
        values.question.insert("option.edition".into(), vec!["ja".into()]);
        for (language, labels) in [(Language::Ja, ja), (Language::En, en)] {
            let drawn = draw(&values, &ChartOptions { language, ..DEFAULT_OPTIONS }).unwrap();
            let document = Document::parse(&drawn).unwrap();
            let texts = written(&document);
            let description =
                document.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap();
            for label in labels {
                assert!(texts.iter().any(|text| text == label), "no {label} in {texts:?}");
                assert!(description.contains(label), "no {label} in {description}");
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
    values.omitted = 45;
    let says = |values: &Statistics| {
        let drawn = draw(values, &DEFAULT_OPTIONS).unwrap();
        drawn.contains("Groups beyond the limit: 45") || drawn.contains("There are 45 more groups")
    };
    assert!(!says(&values), "two groups are compared, and both are there");
    values.comparison = None;
    assert!(says(&values));
}

#[test]
fn the_text_alternative_has_the_numbers_in_both_languages() {
    let expected = [
        (Language::En, "Aki: 52.3 %, 95 % interval 47.5 % to 57.1 %, n 412."),
        (Language::Ja, "Aki：52.3%、95%区間 47.5%〜57.1%、観測412。"),
        (Language::En, "less ブレーメンの音楽隊の長い名前: +11.3, 95 % interval +4.4 to +18.2."),
        (
            Language::Ja,
            "差（パーセントポイント）、Aki − ブレーメンの音楽隊の長い名前：+11.3、95%区間 +4.4〜+18.2。",
        ),
    ];
    let values = samples().into_iter().find(|(name, _)| *name == "comparison").unwrap().1;
    for (language, sentence) in expected {
        let drawn = draw(&values, &ChartOptions { language, ..DEFAULT_OPTIONS }).unwrap();
        let document = Document::parse(&drawn).unwrap();
        let description = document.descendants().find(|node| node.has_tag_name("desc")).unwrap();
        assert!(description.text().unwrap().contains(sentence), "{:?}", description.text());
    }
}

#[test]
fn a_group_with_a_footnote_has_a_star() {
    let mut values = samples().into_iter().find(|(name, _)| *name == "comparison").unwrap().1;
    let groups = values.groups.as_mut().unwrap();
    groups[1].figures.notes = vec![StatisticalNote::FewGames];
    let drawn = draw(&values, &ChartOptions { width: 1200, ..DEFAULT_OPTIONS }).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    assert!(
        texts.iter().any(|text| text == "n 388*") && texts.iter().any(|text| text == "n 412"),
        "{texts:?}"
    );
    assert!(texts.iter().any(|text| text.starts_with("* The known values are worth fewer")), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains("Every game has the same value")), "{texts:?}");
}

#[test]
fn intervals_for_all_groups_at_once_and_means_that_sort_are_drawn_with_a_legend() {
    let [plain, mut values] = [(); 2].map(|()| {
        let found = samples().into_iter().find(|(name, _)| *name == "numbers");
        found.unwrap().1
    });
    for group in values.groups.as_mut().unwrap() {
        let interval = group.figures.interval.unwrap();
        let wide = Interval { low: interval.low - 0.4, high: interval.high + 0.4 };
        (group.figures.simultaneous_interval, group.figures.shrunk_mean) = (Some(wide), Some(9.5));
    }
    let [before, after] = [plain, values].map(|values| draw(&values, &DEFAULT_OPTIONS).unwrap());
    let count = |drawn: &str, tag: &str| {
        Document::parse(drawn).unwrap().descendants().filter(|node| node.has_tag_name(tag)).count()
    };
    // A line and two ends for each of five groups and the legend; a triangle for each.
    assert_eq!(count(&after, "polyline") - count(&before, "polyline"), 3 * 6);
    assert_eq!(count(&after, "polygon") - count(&before, "polygon"), 6);
    let texts = written(&Document::parse(&after).unwrap());
    for label in ["95 % interval for all groups at once", "Mean by which they are sorted"] {
        assert!(texts.iter().any(|text| text == label) && !before.contains(label), "{label}: {texts:?}");
    }
    assert!(after.contains("for all groups at once 9.7 to 12.3"), "{after}");
}

#[test]
fn a_chart_without_observations_says_so() {
    let compared = |mut values: Statistics| {
        let (one, other) = (GroupKey::default(), GroupKey::default());
        let (difference, interval, shares, notes) = (None, None, Vec::new(), Vec::new());
        values.comparison = Some(GroupComparison {
            one,
            other,
            difference,
            interval,
            simultaneous_interval: None,
            bounds: None,
            shares,
            notes,
        });
        values
    };
    for kind in [MetricKind::Number, MetricKind::Share, MetricKind::Category] {
        let none = |groups| answer(kind, Observations::default(), groups);
        for (values, expected) in [
            (none(None), "no observations"),
            (none(Some(Vec::new())), "no observations"),
            (compared(none(Some(Vec::new()))), "nothing to compare"),
        ] {
            let drawn = draw(&values, &DEFAULT_OPTIONS).unwrap();
            let texts = written(&Document::parse(&drawn).unwrap());
            assert!(texts.iter().any(|text| text == expected), "{texts:?}");
            assert!(
                texts.iter().all(|text| !text.contains('±') && text != "Mean" && text != "Share"),
                "{texts:?}"
            );
        }
    }
}

#[test]
fn a_group_can_be_compared_with_all_observations_and_players_in_filters_have_names() {
    let mut values = samples().into_iter().find(|(name, _)| *name == "comparison").unwrap().1;
    values.comparison.as_mut().unwrap().other = GroupKey::default();
    values.question.insert("player".into(), vec![Uuid::nil().to_string()]);
    let drawn = draw(&values, &DEFAULT_OPTIONS).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    for expected in ["Aki", "All together", "n 800", "Difference: Aki − All together"] {
        assert!(texts.iter().any(|text| text.contains(expected)), "{expected}: {texts:?}");
    }
    assert!(texts.iter().any(|text| text.contains("player: Aki")), "{texts:?}");
    values.player_names.clear();
    assert!(draw(&values, &DEFAULT_OPTIONS).unwrap().contains("player: 00000000…"));
}

#[test]
fn a_name_cannot_break_out_of_the_chart() {
    let groups = vec![group("player", player(HOSTILE_TEXT), figures(9, 0.5, 0.1))];
    let mut values = answer(MetricKind::Share, figures(9, 0.5, 0.1), Some(groups));
    values.question.insert(HOSTILE_TEXT.into(), vec![HOSTILE_TEXT.into()]);
    let drawn = draw(&values, &DEFAULT_OPTIONS).unwrap();
    assert!(!drawn.contains("<script") && !drawn.contains(['\u{0}', '\u{8}', '\u{202e}']), "{drawn}");
    assert!(Document::parse(&drawn).is_ok());
}

#[test]
fn the_largest_groups_are_drawn_and_the_others_counted() {
    let groups = (0..60).map(|n| {
        let name = format!("p{n}");
        group("player", player(&name), figures(n, 0.5, 0.1))
    });
    let mut values = answer(MetricKind::Share, figures(9, 0.5, 0.1), Some(groups.collect()));
    values.omitted = 7;
    let drawn = draw(&values, &DEFAULT_OPTIONS).unwrap();
    let written = written(&Document::parse(&drawn).unwrap());
    let has = |expected: &str| written.iter().any(|text| text == expected);
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
fn the_axis_of_a_share_has_both_ends_and_bars_begin_at_zero() {
    let drawn = draw(&answer(MetricKind::Share, figures(9, 0.02, 0.01), None), &DEFAULT_OPTIONS).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    assert!(texts.contains(&"0 %".to_owned()) && texts.contains(&"100 %".to_owned()), "{texts:?}");
    let drawn =
        draw(&answer(MetricKind::Category, words(&[("a", 50), ("b", 49)]), None), &DEFAULT_OPTIONS).unwrap();
    let texts = written(&Document::parse(&drawn).unwrap());
    assert!(texts.contains(&"0 %".to_owned()), "{texts:?}");
}
