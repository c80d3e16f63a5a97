//! What the columns answer is what counting one by one gives.

mod one_by_one;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use uuid::Uuid;

use self::one_by_one::{first_ones, is_in, observations, pair, sums, worth};
use super::domain::Stretch;
use super::order::{Order, SortKey};
use super::question::{By, Filter, Irregular, Part, People, Period};
use super::*;
use crate::statistics::archive::Measured;
use crate::statistics::columns::facets::Facet;
use crate::statistics::columns::games::{Game, STILL};
use crate::statistics::columns::observed::{One, TABLE, Value};
use crate::statistics::columns::{Chunk, Entry};
use crate::statistics::opponents::sitting;

const METRIC: &str = "bids";
const DAY: i64 = 86_400_000;

/// An entry, and whether its row is dead.
type Counted = (Entry, bool);
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

/// The same observations with something else for numbers.
fn in_words(counted: &mut [Counted], word: fn(f64) -> Value) {
    for value in counted.iter_mut().flat_map(|(entry, _)| entry.observations.values_mut().flatten()) {
        value.value = match value.value {
            Value::Number(number) => word(number),
            _ => Value::Between(0.0, 1.0),
        };
    }
}

/// Everybody known with everybody else at the table instead.
fn in_pairs(counted: &mut [Counted]) {
    for (Entry { game, observations }, _) in counted {
        let table = (0..).zip(game.players.iter().map(|id| id.and_then(now)));
        let known: Vec<(u8, Uuid)> = table.filter_map(|(seat, id)| Some((seat, id?))).collect();
        let pairs = known.iter().flat_map(|(seat, _)| {
            let others = known.iter().filter(move |(other, _)| other != seat);
            others.map(|(_, id)| One { seat: *seat, value: Value::Player(*id), dimensions: vec![None] })
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

fn observation() -> impl Strategy<Value = One> {
    let dimension = prop::option::of((0_i32..3).prop_map(|number| number.to_string()));
    (prop_oneof![0_u8..3, Just(TABLE)], value(), dimension).prop_map(|(seat, value, dimension)| One {
        seat,
        value,
        dimensions: vec![dimension],
    })
}

prop_compose! {
    fn counted()(
        id in any::<u128>().no_shrink(),
        from in 0_i64..50,
        lasts in prop_oneof![Just(None), (1_i64..50).prop_map(Some)],
        dead in prop::bool::weighted(0.2),
        at in 0_i64..800 * DAY,
        irregular in prop::bool::weighted(0.2),
        options in prop_oneof![Just("{}"), Just(r#"{"pack":1}"#), Just(r#"{"pack":2}"#)],
        place in prop::option::of("[xyX]"),
        tags in prop::collection::btree_set("[tuT]", 0..3),
        seats in prop::collection::vec((prop::option::of((0_u128..7).prop_map(player)), any::<bool>(), 1_u8..4), 1..6),
        ending in "[de]",
        observations in prop::collection::vec(observation(), 0..8),
    ) -> Counted {
        let game = Game {
            id: Uuid::from_u128(id), from, until: lasts.map_or(STILL, |lasts| from + lasts), at, irregular,
            options: options.into(), place, tags: tags.into_iter().collect(),
            players: seats.iter().map(|(player, ..)| *player).collect(),
            won: seats.iter().map(|(_, won, _)| *won).collect(),
            places: seats.iter().map(|(.., place)| *place).collect(),
            ending,
        };
        let observations = BTreeMap::from([(METRIC.to_owned(), observations)]);
        (Entry { game, observations }, dead)
    }
}

fn by() -> impl Strategy<Value = By> {
    prop::sample::select(vec![
        By::Seat,
        By::Player,
        By::Seats,
        By::Game,
        By::Place,
        By::Tag,
        By::Ending,
        By::Variant,
        By::Option("pack".into()),
        By::Time(Period::Year),
        By::Time(Period::Month),
        By::Time(Period::Week),
        By::Dimension(0),
    ])
}

fn ways() -> impl Strategy<Value = Vec<By>> {
    prop::collection::vec(by(), 0..4).prop_map(|mut ways| {
        let mut kept = Vec::new();
        ways.retain(|by| {
            !kept.contains(by) && {
                kept.push(by.clone());
                true
            }
        });
        ways
    })
}

prop_compose! {
    fn of_games()(
        games in prop::collection::vec(prop::sample::select(vec!["go".to_owned(), "shogi".to_owned()]), 0..2),
        from in prop::option::weighted(0.3, 0_i64..800 * DAY),
        to in prop::option::weighted(0.3, 0_i64..800 * DAY),
        place in prop::option::weighted(0.2, "[xyXY]"),
        tags in prop::collection::vec("[tuTU]", 0..2),
        seats in prop::collection::vec(1_usize..4, 0..3),
        options in prop::option::weighted(0.2, prop::collection::vec((1_i64..3).prop_map(serde_json::Value::from), 1..3)),
        endings in prop::collection::vec("[de]", 0..2),
        irregular in prop_oneof![Just(Irregular::Out), Just(Irregular::In), Just(Irregular::Only)],
    ) -> Filter {
        let options = options.into_iter().map(|values| ("pack".to_owned(), values)).collect();
        Filter { games, from, to, place, tags, seats, options, endings, irregular, ..Filter::default() }
    }
}

prop_compose! {
    fn filter()(
        filter in of_games(),
        players in prop::collection::vec((0_u128..4).prop_map(player), 0..3),
        group in prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec((0_u128..4).prop_map(player), 1..3)],
        of in prop::collection::vec((0_u128..4).prop_map(player), 0..2),
        dimensions in prop::option::weighted(0.3, prop::collection::vec(prop_oneof![
            (0_i64..3).prop_map(Part::Number), Just(Part::Nothing)
        ], 1..3)),
    ) -> Filter {
        let dimensions = dimensions.into_iter().map(|allowed| (0, allowed)).collect();
        Filter { players, group, of, dimensions, ..filter }
    }
}

fn people() -> People {
    People::new([(player(1), Some(player(0))), (player(3), None)])
}

fn now(id: Uuid) -> Option<Uuid> {
    match id.as_u128() {
        1 => Some(player(0)),
        3 => None,
        _ => Some(id),
    }
}

/// Pages that know of games what the question needs, and nothing else.
fn pages(counted: &[Counted], chunks: usize, question: &Question, of_tables: bool) -> Vec<Page> {
    let mut facets = Question::facets(&question.filter, &question.by);
    facets.extend(of_tables.then_some(Facet::Players));
    let measured = Measured::asked(METRIC, &question.filter, &question.by);
    let page = |counted: &[Counted]| {
        let chunk =
            Chunk::of(counted.iter().map(|(entry, _)| entry.clone()).collect(), &[(METRIC.into(), 1)]);
        let rows = 0..u32::try_from(chunk.games.len()).unwrap();
        let is_dead = |row: &u32| {
            let id = chunk.games.ids[*row as usize];
            counted.iter().any(|(entry, dead)| *dead && entry.game.id == id)
        };
        let dead: Vec<u32> = rows.filter(is_dead).collect();
        let mut games = Games::default();
        for facet in &facets {
            games.take(*facet, &chunk.games);
        }
        let mut observed = Observed { dimensions: Vec::new(), ..chunk.observed[METRIC].clone() };
        for place in &measured.dimensions {
            observed.take(*place, chunk.observed[METRIC].dimensions[*place].clone());
        }
        let (observed, tables) = if of_tables {
            let (players, tables) = sitting(&games, &question.people);
            (players, Some(tables))
        } else {
            (observed, None)
        };
        let (game, settled) = ("go".into(), None);
        Page { game, dead: dead.into(), observed: observed.into(), games: games.into(), tables, settled }
    };
    counted.chunks(counted.len().div_ceil(chunks).max(1)).map(page).collect()
}

fn same(group: &Group, domain: &Domain, observed: &[(Uuid, &Value)]) -> Result<(), TestCaseError> {
    prop_assert_eq!(group.outline.sums, sums(observed, worth).0);
    prop_assert_eq!(group.n(), observed.len() as u64);
    let games: BTreeSet<_> = observed.iter().map(|(game, _)| game).collect();
    prop_assert_eq!(group.outline.games, games.len() as u64);
    let unknown: Vec<_> = observed
        .iter()
        .filter_map(|(_, value)| match value {
            Value::Between(low, high) => Some((*low, *high)),
            _ => None,
        })
        .collect();
    prop_assert_eq!(group.outline.unknown, unknown.len() as u64);
    prop_assert_eq!(group.outline.unknown_sums[0], unknown.iter().map(|(low, _)| low).sum::<f64>());
    prop_assert_eq!(group.outline.unknown_sums[1], unknown.iter().map(|(_, high)| high).sum::<f64>());
    let mut numbers: BTreeMap<u64, u64> = BTreeMap::new();
    for (_, value) in observed {
        if let Value::Number(number) = value {
            *numbers.entry(number.to_bits()).or_default() += 1;
        }
    }
    let found = group.numbers(domain).into_iter().map(|(number, times)| (number.to_bits(), times)).collect();
    prop_assert_eq!(numbers, found);
    for (number, bar) in (0..).zip(&domain.bars) {
        let (expected, _) = sums(observed, |value| f64::from(u8::from(is_in(value, bar))));
        prop_assert_eq!(group.share(group.bar(number)), expected);
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
        settled in prop_oneof![
            1 => Just([0; 3]),
            4 => (1_usize..4, 0_usize..3, 1_usize..5).prop_map(|(one, two, more)| [one, one + two, one + two + more]),
        ],
        some_first in any::<bool>(),
        lived in prop::collection::btree_set(0_usize..20, 0..8),
        mut filter in prop_oneof![Just(Filter::default()), filter()],
        mut by in ways(),
        as_of in 0_i64..90,
        bins in 2_usize..8,
        in_two in any::<bool>(),
        at_once in prop::sample::select(vec![0, u64::MAX]),
        order in order(),
        with_all in any::<bool>(),
        shouted in any::<bool>(),
    ) {
        if let Some(words) = words {
            in_words(&mut counted, words);
        }
        if of_tables {
            in_pairs(&mut counted);
            by.retain(|by| !matches!(by, By::Dimension(_)));
            filter.dimensions.clear();
        }
        let mut question = Question { filter, by, compare: None, as_of, people: people(), bins, order: Order::default() };
        let expected = observations(&counted, &question);
        let keys: BTreeSet<&Key> = expected.iter().flat_map(|(_, keys, _)| keys).collect();
        question.compare = match keys.iter().take(2).collect::<Vec<_>>()[..] {
            [one, _] if with_all => Some([(*one).clone(), Key::new()]),
            [one, other] => Some([(*one).clone(), (*other).clone()]),
            _ => None,
        };
        let told = question.compare.clone();
        if shouted {
            question.compare = told.as_ref().map(|keys| keys.each_ref().map(|key| in_capitals(key, &question.by)));
        }
        let mut pages = pages(&counted, chunks, &question, of_tables);
        let [settled_first, settled, asked_first] = settled.map(|number| number.min(pages.len()));
        (0..).zip(&mut pages[..settled]).for_each(|(number, page)| page.settled = Some((0, 0, number)));
        let keeps = if settled > 0 { 0 } else { usize::MAX };
        let limits = Limits { alone: if in_two { 0 } else { usize::MAX }, kept: keeps, at_once };
        // Before, other pages were there, of which fewer were settled, and some rows still lived.
        let mut before = pages[..asked_first].to_vec();
        before.iter_mut().skip(settled_first).for_each(|page| page.settled = None);
        let lives = |row: &&u32| lived.contains(&usize::try_from(**row).unwrap());
        for page in &mut before {
            page.dead = Arc::new(page.dead.iter().filter(|row| !lives(row)).copied().collect());
        }
        let some = Question { order, ..question.clone() };
        let (_, mut kept) = answer_within(&mut before, if some_first { &some } else { &question }, None, &limits);
        prop_assert_eq!(kept.is_some(), settled > 0);
        let mut answer_now = |question: &Question| {
            // They may come in any order.
            let mut pages: Vec<Page> = pages.iter().rev().cloned().collect();
            let (answer, now) = answer_within(&mut pages, question, kept.clone(), &limits);
            kept = now;
            answer
        };
        let answer = answer_now(&question);
        let (some, left_out) = {
            let Answer { groups, left_out, total, compared, .. } = answer_now(&some);
            prop_assert_eq!((&total, &compared), (&answer.total, &answer.compared));
            (groups, left_out)
        };
        let all: Vec<_> = expected.iter().map(|(game, _, value)| (*game, *value)).collect();
        same(&answer.total, &answer.domain, &all)?;
        let of_key = |key: &Key| -> Vec<_> {
            let of_key = expected.iter().filter(|(_, keys, _)| key.is_empty() || keys.contains(key));
            of_key.map(|(game, _, value)| (*game, *value)).collect()
        };
        let keys = if question.by.is_empty() { BTreeSet::new() } else { keys };
        prop_assert_eq!(answer.groups.iter().map(|(key, _)| key).collect::<BTreeSet<_>>(), keys);
        for (key, group) in &answer.groups {
            same(group, &answer.domain, &of_key(key))?;
        }
        if let Some(compared) = &answer.compared {
            let both = told.as_ref().unwrap().each_ref().map(&of_key);
            prop_assert_eq!(Some(&compared.keys), told.as_ref());
            prop_assert_eq!(compared.pair().unwrap(), pair(&both, worth));
            for (number, bar) in (0..).zip(&answer.domain.bars) {
                let found = compared.pair_of_bar(number).unwrap();
                prop_assert_eq!(found, pair(&both, |value| f64::from(u8::from(is_in(value, bar)))));
            }
        }
        let (shown, others) = first_ones(&answer.groups, order, told.as_ref());
        prop_assert_eq!((some, left_out), (shown, others));
        // Whatever was met once, bars are cut as if everything was counted now.
        let bars = |answer: &Answer| -> Vec<Stretch> {
            answer.total.seen().iter().map(|(bar, _)| answer.domain.bars[*bar as usize].clone()).collect()
        };
        prop_assert_eq!(bars(&answer), bars(&super::Counted::of(&pages, &question, &limits).answer(&question)));
        // What is known by now changes nothing about what was there before.
        let [known, anew] = [kept, None].map(|kept| answer_within(&mut before, &question, kept, &limits).0);
        let told = |Answer { domain, total, groups, .. }: &Answer| -> Vec<_> {
            let all = groups.iter().map(|(key, group)| (key.clone(), group)).chain([(Key::new(), total)]);
            all.map(|(key, group)| (key, group.outline, group.seen(), group.numbers(domain))).collect()
        };
        prop_assert_eq!(told(&known), told(&anew));
    }
}

/// A key as somebody else spells it.
fn in_capitals(key: &Key, by: &[By]) -> Key {
    let spell = |(part, by): (&Part, &By)| match part {
        Part::Word(word) if by.is_free_text() => Part::Word(word.to_uppercase()),
        other => other.clone(),
    };
    key.iter().zip(by).map(spell).collect()
}

prop_compose! {
    fn order()(
        by in prop::sample::select(vec![SortKey::Key, SortKey::Mean, SortKey::Size]),
        descending in any::<bool>(),
        least in 0_u64..3,
        limit in 1_usize..4,
    ) -> Order {
        Order { by, descending, least, limit }
    }
}
