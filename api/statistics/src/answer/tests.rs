//! Tests that the columns answer as counting one by one does.

mod one_by_one;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use uuid::Uuid;

use self::one_by_one::{first_ones, is_in, observations, pair, sums, worth};
use super::dictionary::Bin;
use super::*;
use crate::chunk::ColumnRequest;
use crate::columns::column_groups::ColumnGroup;
use crate::columns::games::{Game, OPEN_ENDED};
use crate::columns::observations::{StoredObservation, Value, WHOLE_TABLE};
use crate::columns::{Chunk, GameEntry};
use crate::groupings;
use crate::opponents::sitting;
use crate::period::Period;
use crate::question::{Filter, GroupByExpr, Inclusion, KeyPart, KeySource, PlayerRedirects};
use crate::question::{LeastSize, Order, SortKey};
use crate::time_zone::TimeZone;

const METRIC: &str = "bids";
const MILLIS_PER_DAY: i64 = 86_400_000;

/// An entry, and whether its row is dead.
type Counted = (GameEntry, bool);
/// An observation that counts: the game, the keys of its groups, the value.
type Seen<'c> = (Uuid, Vec<Key>, &'c Value);

fn player(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => (0_i32..5).prop_map(|number| Value::Number(number.into())),
        1 => (0_i32..40).prop_map(|number| Value::Number(number.into())),
        1 => (0_i32..2, 2_i32..5).prop_map(|(low, high)| Value::Between(low.into(), high.into())),
    ]
}

/// Replaces the numbers of observations with something else.
fn in_words(counted: &mut [Counted], word: fn(f64) -> Value) {
    for value in counted.iter_mut().flat_map(|(entry, _)| entry.observations.values_mut().flatten()) {
        value.value = match value.value {
            Value::Number(number) => word(number),
            _ => Value::Between(0.0, 1.0),
        };
    }
}

/// Replaces the observations by the pairs of known players at each table.
fn in_pairs(counted: &mut [Counted]) {
    for (GameEntry { game, observations }, _) in counted {
        let table = (0..).zip(game.players.iter().map(|id| id.and_then(now)));
        let people: Vec<(u8, Uuid)> = table.filter_map(|(seat, id)| Some((seat, id?))).collect();
        let pairs = people.iter().flat_map(|(seat, _)| {
            let others = people.iter().filter(move |(other, _)| other != seat);
            others.map(|(_, id)| StoredObservation {
                seat: *seat,
                value: Value::Player(*id),
                dimensions: vec![None],
            })
        });
        observations.insert(METRIC.to_owned(), pairs.collect());
    }
}

fn word(number: f64) -> Value {
    Value::Word(format!("word {number}"))
}

fn known_player(number: f64) -> Value {
    Value::Player(Uuid::from_u128(number.to_bits().into()))
}

fn observation() -> impl Strategy<Value = StoredObservation> {
    let dimension = prop::option::of((0_i32..3).prop_map(|number| number.to_string()));
    (prop_oneof![0_u8..3, Just(WHOLE_TABLE)], value(), dimension)
        .prop_map(|(seat, value, dimension)| StoredObservation { seat, value, dimensions: vec![dimension] })
}

prop_compose! {
    fn counted()(
        id in any::<u128>().no_shrink(),
        from in 0_i64..50,
        lasts in prop_oneof![Just(None), (1_i64..50).prop_map(Some)],
        dead in prop::bool::weighted(0.2),
        at in 0_i64..800 * MILLIS_PER_DAY,
        irregular in prop::bool::weighted(0.2),
        rules_version in 1_u16..3,
        options in prop_oneof![Just("{}"), Just(r#"{"pack":1}"#), Just(r#"{"pack":2}"#)],
        place in prop::option::of("[xyX]"),
        tags in prop::collection::btree_set("[tuT]|Simulated", 0..3),
        seats in prop::collection::vec((prop::option::of((0_u128..7).prop_map(player)), any::<bool>(), 1_u8..4), 1..6),
        ending in "[de]",
        observations in prop::collection::vec(observation(), 0..8),
    ) -> Counted {
        let game = Game {
            id: Uuid::from_u128(id), from, until: lasts.map_or(OPEN_ENDED, |lasts| from + lasts), played_at: at, irregular,
            options: options.into(), rules_version, place, tags: tags.into_iter().collect(),
            players: seats.iter().map(|(player, ..)| *player).collect(),
            won: seats.iter().map(|(_, won, _)| *won).collect(),
            places: seats.iter().map(|(.., place)| *place).collect(),
            ending,
        };
        let observations = BTreeMap::from([(METRIC.to_owned(), observations)]);
        (GameEntry { game, observations }, dead)
    }
}

fn by() -> impl Strategy<Value = GroupByExpr> {
    let utc =
        ["seat", "player", "other_player", "nth_game", "seats", "game", "place", "tag", "result", "variant"];
    let utc = utc.iter().chain(&["rules_version", "option.pack", "year", "month", "bid"]);
    let zones = [("weekday", "Asia/Tokyo"), ("hour", "+05:30"), ("week", "America/Los_Angeles")];
    let all: Vec<_> = utc.map(|name| (*name, "UTC")).chain(zones).collect();
    prop::sample::select(all).prop_map(|(name, zone)| {
        let source = match (name, groupings::find(name)) {
            (_, Some(grouping)) => (grouping.source)(TimeZone::read(zone).unwrap(), 0),
            ("bid", None) => KeySource::Dimension(0),
            _ => KeySource::Option("pack".to_owned()),
        };
        GroupByExpr { name: name.to_owned(), source, words: &[] }
    })
}

fn groupings() -> impl Strategy<Value = Vec<GroupByExpr>> {
    prop::collection::vec(by(), 0..4).prop_map(|mut groupings| {
        let mut distinct = BTreeSet::new();
        groupings.retain(|by| distinct.insert(by.name.clone()));
        groupings
    })
}

prop_compose! {
    fn of_games()(
        games in prop::collection::vec(prop::sample::select(vec!["go".to_owned(), "shogi".to_owned()]), 0..2),
        from in prop::option::weighted(0.3, 0_i64..800 * MILLIS_PER_DAY),
        to in prop::option::weighted(0.3, 0_i64..800 * MILLIS_PER_DAY),
        place in prop::option::weighted(0.2, "[xyXY]"),
        tags in prop::collection::vec("[tuTU]", 0..2),
        without_tags in prop::collection::vec("[tuTU]", 0..2),
        seats in prop::collection::vec(1_usize..4, 0..3),
        options in prop::option::weighted(0.2, prop::collection::vec((1_i64..3).prop_map(serde_json::Value::from), 1..3)),
        rules_versions in prop::collection::vec(1_u16..3, 0..2),
        endings in prop::collection::vec("[de]", 0..2),
        [irregular, simulated] in prop::array::uniform2(prop::sample::select(vec![Inclusion::Out, Inclusion::In, Inclusion::Only])),
    ) -> Filter {
        let options = options.into_iter().map(|values| ("pack".to_owned(), values)).collect();
        Filter {
            games, from, to, place, tags, without_tags, seats, options, rules_versions, endings, irregular, simulated,
            ..Filter::default()
        }
    }
}

prop_compose! {
    fn filter()(
        filter in of_games(),
        players in prop::collection::vec((0_u128..4).prop_map(player), 0..3),
        group in prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec((0_u128..4).prop_map(player), 1..3)],
        of in prop::collection::vec((0_u128..4).prop_map(player), 0..2),
        dimensions in prop::option::weighted(0.3, prop::collection::vec(prop_oneof![
            (0_i64..3).prop_map(KeyPart::Number), Just(KeyPart::Missing)
        ], 1..3)),
    ) -> Filter {
        let dimensions = dimensions.into_iter().map(|allowed| (0, allowed)).collect();
        Filter { players, group, of, dimensions, ..filter }
    }
}

fn redirects() -> PlayerRedirects {
    PlayerRedirects::new([(player(1), Some(player(0))), (player(3), None)])
}

fn now(id: Uuid) -> Option<Uuid> {
    match id.as_u128() {
        1 => Some(player(0)),
        3 => None,
        _ => Some(id),
    }
}

/// Chunks with only the columns that the question needs.
fn inputs(
    (counted, as_of): (&[Counted], i64),
    chunks: usize,
    question: &Question,
    of_tables: bool,
) -> Vec<ScanInput> {
    let mut column_groups = question.column_groups();
    column_groups.extend(of_tables.then_some(ColumnGroup::Players));
    let measured = ColumnRequest::of_question(METRIC, question);
    let input = |counted: &[Counted]| {
        let chunk =
            Chunk::of(counted.iter().map(|(entry, _)| entry.clone()).collect(), &[(METRIC.into(), 1)]);
        let rows = 0..u32::try_from(chunk.games.len()).unwrap();
        let is_dead = |row: &u32| {
            let id = chunk.games.ids[*row as usize];
            counted.iter().any(|(entry, dead)| *dead && entry.game.id == id)
        };
        let tombstones: Vec<u32> = rows.filter(is_dead).collect();
        let mut games = Games::default();
        for column_group in &column_groups {
            games.take(*column_group, &chunk.games);
        }
        let mut observations =
            ObservationColumns { dimensions: Vec::new(), ..chunk.observations[METRIC].clone() };
        for place in &measured.dimensions {
            observations.take(*place, chunk.observations[METRIC].dimensions[*place].clone());
        }
        let (observations, opponents) = if of_tables {
            let (players, opponents) = sitting(&games, &question.redirects);
            (players, Some(opponents))
        } else {
            (observations, None)
        };
        let game = "go".into();
        ScanInput {
            position: as_of,
            game,
            tombstones: tombstones.into(),
            observations: observations.into(),
            games: games.into(),
            opponents,
        }
    };
    counted.chunks(counted.len().div_ceil(chunks).max(1)).map(input).collect()
}

fn same(
    group: &AggregateState,
    dictionary: &ValueDictionary,
    observations: &[(Uuid, &Value)],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(group.moments.sums, sums(observations, worth).0);
    prop_assert_eq!(group.n(), observations.len() as u64);
    let games: BTreeSet<_> = observations.iter().map(|(game, _)| game).collect();
    prop_assert_eq!(group.moments.games, games.len() as u64);
    let unknown: Vec<_> = observations
        .iter()
        .filter_map(|(_, value)| match value {
            Value::Between(low, high) => Some((*low, *high)),
            _ => None,
        })
        .collect();
    prop_assert_eq!(group.moments.unknown, unknown.len() as u64);
    prop_assert_eq!(group.moments.unknown_sums[0], unknown.iter().map(|(low, _)| low).sum::<f64>());
    prop_assert_eq!(group.moments.unknown_sums[1], unknown.iter().map(|(_, high)| high).sum::<f64>());
    let mut numbers: BTreeMap<u64, u64> = BTreeMap::new();
    for (_, value) in observations {
        if let Value::Number(number) = value {
            *numbers.entry(number.to_bits()).or_default() += 1;
        }
    }
    let found =
        group.numbers(dictionary).into_iter().map(|(number, times)| (number.to_bits(), times)).collect();
    prop_assert_eq!(numbers, found);
    for (number, bin) in (0..).zip(&dictionary.bins) {
        let (expected, _) = sums(observations, |value| f64::from(u8::from(is_in(value, bin))));
        prop_assert_eq!(group.share(group.bin(number)), expected);
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_columns_answer_what_counting_gives(
        mut counted in prop::collection::vec(counted(), 0..40),
        words in prop::sample::select(vec![None, Some(word as fn(f64) -> Value), Some(known_player)]),
        of_tables in any::<bool>(),
        chunks in 1_usize..7,
        mut filter in prop_oneof![Just(Filter::default()), filter()],
        mut by in groupings(),
        as_of in 0_i64..90,
        bins in 2_usize..8,
        in_parallel in any::<bool>(),
        max_cells in prop::sample::select(vec![0, u64::MAX]),
        order in order(),
        with_all in any::<bool>(),
        in_other_letters in any::<bool>(),
    ) {
        if let Some(words) = words {
            in_words(&mut counted, words);
        }
        if of_tables {
            in_pairs(&mut counted);
            by.retain(|by| by.dimension().is_none());
            filter.dimensions.clear();
        }
        let mut question = Question { filter, by, compare: None, redirects: redirects(), bins, ..Question::default() };
        let expected = observations(&counted, as_of, &question);
        let keys: BTreeSet<&Key> = expected.iter().flat_map(|(_, keys, _)| keys).collect();
        question.compare = match keys.iter().take(2).collect::<Vec<_>>()[..] {
            [one, _] if with_all => Some([(*one).clone(), Key::new()]),
            [one, other] => Some([(*one).clone(), (*other).clone()]),
            _ => None,
        };
        let spelled = question.compare.clone();
        if in_other_letters {
            question.compare = spelled.as_ref().map(|keys| keys.each_ref().map(|key| in_capitals(key, &question.by)));
        }
        let mut inputs = inputs((&counted, as_of), chunks, &question, of_tables);
        let limits = Limits { min_parallel_work: if in_parallel { 0 } else { usize::MAX }, max_cells };
        let answer = answer_within(&inputs, &question, &limits);
        // They may come in any order.
        inputs.reverse();
        let in_order = Question { order, ..question.clone() };
        let Answer { groups: shown, omitted, total, compared, .. } = answer_within(&inputs, &in_order, &limits);
        prop_assert_eq!((&total, &compared), (&answer.total, &answer.compared));
        let all: Vec<_> = expected.iter().map(|(game, _, value)| (*game, *value)).collect();
        same(&answer.total, &answer.dictionary, &all)?;
        let of_key = |key: &Key| -> Vec<_> {
            let of_key = expected.iter().filter(|(_, keys, _)| key.is_empty() || keys.contains(key));
            of_key.map(|(game, _, value)| (*game, *value)).collect()
        };
        let keys = if question.by.is_empty() { BTreeSet::new() } else { keys };
        prop_assert_eq!(answer.groups.iter().map(|(key, _)| key).collect::<BTreeSet<_>>(), keys);
        for (key, group) in &answer.groups {
            same(group, &answer.dictionary, &of_key(key))?;
        }
        if let Some(compared) = &answer.compared {
            let both = spelled.as_ref().unwrap().each_ref().map(&of_key);
            prop_assert_eq!(Some(&compared.keys), spelled.as_ref());
            prop_assert_eq!(compared.pair().unwrap(), pair(&both, worth));
            for (number, bin) in (0..).zip(&answer.dictionary.bins) {
                let found = compared.pair_of_bin(number).unwrap();
                prop_assert_eq!(found, pair(&both, |value| f64::from(u8::from(is_in(value, bin)))));
            }
        }
        let expected = first_ones(&answer.groups, order, spelled.as_ref());
        prop_assert_eq!((shown, omitted), expected);
    }
}

/// A key as somebody else spells it.
fn in_capitals(key: &Key, by: &[GroupByExpr]) -> Key {
    let spell = |(part, by): (&KeyPart, &GroupByExpr)| match part {
        KeyPart::Word(word) if by.is_free_text() => KeyPart::Word(word.to_uppercase()),
        other => other.clone(),
    };
    key.iter().zip(by).map(spell).collect()
}

prop_compose! {
    fn order()(
        by in prop::sample::select(vec![SortKey::Key, SortKey::Mean, SortKey::Size]),
        descending in any::<bool>(),
        observations in 0_u64..3,
        games in 0_u64..3,
        limit in 1_usize..4,
    ) -> Order {
        Order { by, descending, least: LeastSize { observations, games }, limit }
    }
}
