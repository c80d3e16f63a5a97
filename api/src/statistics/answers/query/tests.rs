//! Every parameter, read.

use actix_web::test::TestRequest;

use super::compare::split;
use super::*;
use crate::http::extractors;
use kifu_statistics::catalogue::{OPTION_PREFIX, entries, find};
use kifu_statistics::period::Period;
use kifu_statistics::question::{KeyPart, KeySource, LeastSize};
use kifu_statistics::time_zone::TimeZone;

fn read_as(metric: &str, query: &str) -> Result<StatisticsQuery, Problem> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let params: Vec<(String, String)> = pairs
        .map(|pair| pair.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    read(find(metric).unwrap(), &params)
}

fn ask(query: &str) -> StatisticsQuery {
    read_as("common.won", query).unwrap()
}

#[test]
fn the_empty_query_omits_irregular_and_simulated_games() {
    let query = ask("");
    let Question { filter, by, compare, order, .. } = query.question;
    assert_eq!(filter, Filter::default());
    assert_eq!((by.len(), compare, order.least, order.limit), (0, None, LeastSize::default(), 100));
    assert_eq!(query.echo["irregular"], ["exclude"]);
    assert_eq!(query.echo["simulated"], ["exclude"]);
}

#[test]
fn asking_for_the_tag_of_simulated_games_includes_them() {
    assert_eq!(ask("tag=Simulated").question.filter.simulated, Inclusion::In);
    assert_eq!(ask("tag=Simulated").echo["simulated"], ["include"]);
    assert_eq!(ask("tag=simulated&simulated=exclude").question.filter.simulated, Inclusion::Out);
    assert_eq!(ask("simulated=only").question.filter.simulated, Inclusion::Only);
    assert_eq!(ask("without_tag=Club").question.filter.without_tags, ["Club"]);
}

#[test]
fn days_are_from_midnight_to_midnight_inclusive() {
    let Filter { from, to, .. } = ask("from=2026-01-31&to=2026-01-31").question.filter;
    assert_eq!(to.unwrap() - from.unwrap(), 86_400_000);
    let Filter { from, to, .. } =
        ask("from=2026-01-31T18:00:00+09:00&to=2026-01-31T09:00:00Z").question.filter;
    assert_eq!(from, to);
}

#[test]
fn ways_to_group_are_read_in_their_order() {
    let by = |query: &str| ask(query).question.by.into_iter().map(|by| by.source).collect::<Vec<_>>();
    let [turn, boxes, week] = &by("group_by=turn,option.boxes,week")[..] else { panic!("three ways") };
    assert!(matches!(turn, KeySource::Dimension(0)), "{turn:?}");
    assert!(matches!(boxes, KeySource::Option(name) if name == "boxes"), "{boxes:?}");
    assert!(matches!(week, KeySource::Time(Period::Week, TimeZone::UTC)), "{week:?}");
    assert!(matches!(by("group_by=seat&group_by=player")[..], [KeySource::Seat, KeySource::Player]));
}

#[test]
fn every_grouping_of_the_catalogue_is_read_and_compared() {
    for entry in entries() {
        for name in &entry.group_by {
            let query = read_as(&entry.id, &format!("group_by={name}&compare=,*")).unwrap();
            let [by] = &query.question.by[..] else { panic!("one way") };
            assert_eq!((&by.name, query.question.compare.is_some()), (name, true));
            let is_option = matches!(by.source, KeySource::Option(_));
            assert_eq!(is_option, name.starts_with(OPTION_PREFIX), "{name}");
        }
    }
}

#[test]
fn groups_to_be_compared_are_read_as_their_way_has_them() {
    let compare = |query: &str| ask(query).question.compare.unwrap();
    let number = |number| vec![KeyPart::Number(number)];
    let word = |word: &str| vec![KeyPart::Word(word.into())];
    assert_eq!(compare("group_by=seats&compare=4,5"), [number(4), number(5)]);
    assert_eq!(
        compare("group_by=place&compare=Cafe\\, Kyoto,"),
        [word("Cafe, Kyoto"), vec![KeyPart::Missing]]
    );
    assert_eq!(compare("group_by=option.boxes&compare=1&compare=2"), [number(1), number(2)]);
    assert_eq!(
        compare("group_by=game,seat&compare=bremen,0&compare=bremen,1"),
        [0, 1].map(|seat| vec![KeyPart::Word("bremen".into()), KeyPart::Number(seat)])
    );
    assert_eq!(compare("group_by=seats&compare=4,*"), [number(4), Vec::new()]);
    assert_eq!(compare("group_by=seats,seat&compare=*&compare=4,0")[0], Vec::new());
    assert_eq!(split("a\\b,c\\,d"), ["a\\b", "c,d"]);
}

#[test]
fn options_are_typed_by_the_selected_games() {
    let options = |query: &str| ask(query).question.filter.options;
    assert_eq!(options("option.boxes=2&option.boxes=3"), [("boxes".to_owned(), vec![2.into(), 3.into()])]);
    for wrong in ["option.boxes=x", "option.none=1", "game=bremen&option.boxes=1"] {
        assert!(read_as("common.won", wrong).is_err(), "{wrong}");
    }
}

#[test]
fn dimensions_with_words_take_these_only() {
    let metric = "you_cry_wolf.bid_escalation";
    let dimensions =
        read_as(metric, "dimension.animal=wolf&dimension.position=2&dimension.position=").unwrap();
    let dimensions = dimensions.question.filter.dimensions;
    assert_eq!(dimensions.len(), 2);
    assert!(
        dimensions.iter().any(|(_, parts)| *parts == [KeyPart::Number(2), KeyPart::Missing]),
        "{dimensions:?}"
    );
    assert!(read_as(metric, "dimension.animal=moon").is_err());
}

#[test]
fn the_query_echo_omits_presentation_parameters() {
    let query =
        ask("tag=a&tag=b&format=csv&language=ja&theme=dark&width=300&as_of=2026-01-01&min_n=5&quantiles=0.5");
    let names: Vec<_> = query.echo.keys().map(String::as_str).collect();
    assert_eq!(names, ["irregular", "min_games", "min_n", "quantiles", "simulated", "tag"]);
    assert_eq!((query.format, query.language, query.width), (Some(Format::Csv), Some(Language::Ja), 300));
}

#[test]
fn no_dimension_has_the_name_of_a_way_that_all_have() {
    for entry in entries() {
        let distinct: BTreeSet<_> = entry.group_by.iter().collect();
        assert_eq!(distinct.len(), entry.group_by.len(), "{}", entry.id);
    }
}

#[test]
fn every_example_of_the_catalogue_is_a_valid_query() {
    for entry in entries() {
        for example in &entry.examples {
            let request = TestRequest::with_uri(&example.url).to_http_request();
            let query = extractors::parameters(&request).and_then(|params| read(entry, &params));
            assert!(query.is_ok(), "{}: {:?}", example.url, query.err());
        }
    }
}
