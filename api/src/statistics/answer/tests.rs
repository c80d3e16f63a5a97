//! What the columns answer is what counting one by one gives.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use uuid::Uuid;

use super::question::{By, Filter, Irregular, Part, People, Period};
use super::*;
use crate::statistics::columns::games::{Game, STILL};
use crate::statistics::columns::observed::{One, Value};
use crate::statistics::columns::{Chunk, Entry};
use crate::statistics::estimate::{Share, Sums};

const METRIC: &str = "bids";
const DAY: i64 = 86_400_000;

/// An entry, and whether its row is dead.
type Counted = (Entry, bool);

fn player(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => (0_i32..5).prop_map(|number| Value::Number(number.into())),
        1 => "[ab]".prop_map(Value::Word),
        1 => (0_i32..2, 2_i32..5).prop_map(|(low, high)| Value::Between(low.into(), high.into())),
    ]
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
        id in any::<u128>(),
        from in 0_i64..50,
        lasts in prop_oneof![Just(None), (1_i64..50).prop_map(Some)],
        dead in prop::bool::weighted(0.1),
        day in 0_i64..800,
        irregular in prop::bool::weighted(0.2),
        options in prop_oneof![Just("{}"), Just(r#"{"pack":1}"#), Just(r#"{"pack":2}"#)],
        place in prop::option::of("[xy]"),
        tags in prop::collection::btree_set("[tu]", 0..3),
        players in prop::collection::vec(prop::option::of((0_u128..4).prop_map(player)), 3),
        won in prop::collection::vec(any::<bool>(), 3),
        places in prop::collection::vec(1_u8..4, 3),
        observations in prop::collection::vec(observation(), 0..8),
    ) -> Counted {
        let game = Game {
            id: Uuid::from_u128(id), from, until: lasts.map_or(STILL, |lasts| from + lasts), at: day * DAY, irregular,
            options: options.into(), place, tags: tags.into_iter().collect(), players, won, places,
            ending: "done".into(),
        };
        let observations = BTreeMap::from([(METRIC.to_owned(), observations)]);
        (Entry { game, observations }, dead)
    }
}

fn by() -> impl Strategy<Value = By> {
    prop_oneof![
        Just(By::Seat),
        Just(By::Player),
        Just(By::Seats),
        Just(By::Game),
        Just(By::Place),
        Just(By::Option("pack".into())),
        Just(By::Time(Period::Year)),
        Just(By::Time(Period::Month)),
        Just(By::Dimension(0)),
    ]
}

prop_compose! {
    fn filter()(
        from in prop::option::of((0_i64..800).prop_map(|day| day * DAY)),
        place in prop::option::weighted(0.2, "[xy]"),
        tags in prop::collection::vec("[tu]", 0..2),
        options in prop::option::weighted(0.2, (1_i64..3).prop_map(serde_json::Value::from)),
        players in prop::collection::vec((0_u128..4).prop_map(player), 0..2),
        of in prop::collection::vec((0_u128..4).prop_map(player), 0..2),
        irregular in prop_oneof![Just(Irregular::Out), Just(Irregular::In), Just(Irregular::Only)],
    ) -> Filter {
        let options = options.into_iter().map(|value| ("pack".to_owned(), value)).collect();
        Filter { from, place, tags, options, players, of, irregular, ..Filter::default() }
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

fn pages(counted: &[Counted], chunks: usize) -> Vec<Page> {
    let page = |counted: &[Counted]| {
        let chunk =
            Chunk::of(counted.iter().map(|(entry, _)| entry.clone()).collect(), &[(METRIC.into(), 1)]);
        let rows = 0..u32::try_from(chunk.games.len()).unwrap();
        let is_dead = |row: &u32| {
            let id = chunk.games.ids[*row as usize];
            counted.iter().any(|(entry, dead)| *dead && entry.game.id == id)
        };
        let dead = rows.filter(is_dead).collect();
        Page {
            game: "go".into(),
            dead: Arc::new(dead),
            observed: Arc::new(chunk.observed[METRIC].clone()),
            games: Arc::new(chunk.games),
        }
    };
    counted.chunks(counted.len().div_ceil(chunks).max(1)).map(page).collect()
}

/// One by one: each observation that counts, with its key.
fn observations<'c>(counted: &'c [Counted], question: &Question) -> Vec<(Uuid, Key, &'c Value)> {
    let mut found = Vec::new();
    for (Entry { game, observations }, dead) in counted {
        if *dead || !counts(game, question) {
            continue;
        }
        for one in &observations[METRIC] {
            let sitting = game.players.get(usize::from(one.seat)).copied().flatten().and_then(now);
            let of = &question.filter.of;
            if of.is_empty() || sitting.is_some_and(|id| of.contains(&id)) {
                let key = question.by.iter().map(|by| part(by, game, one, sitting)).collect();
                found.push((game.id, key, &one.value));
            }
        }
    }
    found
}

fn counts(game: &Game, question: &Question) -> bool {
    let Filter { from, place, tags, options, players, irregular, .. } = &question.filter;
    let at_the_table: Vec<Uuid> = game.players.iter().flatten().copied().filter_map(now).collect();
    let pack = serde_json::from_str::<serde_json::Value>(&game.options).unwrap()["pack"].clone();
    (game.from..game.until).contains(&question.as_of)
        && from.is_none_or(|from| game.at >= from)
        && place.is_none_or_same(game.place.as_ref())
        && tags.iter().all(|tag| game.tags.contains(tag))
        && options.iter().all(|(_, value)| *value == pack)
        && players.iter().all(|player| at_the_table.contains(player))
        && match irregular {
            Irregular::Out => !game.irregular,
            Irregular::In => true,
            Irregular::Only => game.irregular,
        }
}

trait Wanted {
    fn is_none_or_same(&self, other: Option<&String>) -> bool;
}

impl Wanted for Option<String> {
    fn is_none_or_same(&self, other: Option<&String>) -> bool {
        self.is_none() || self.as_ref() == other
    }
}

fn part(by: &By, game: &Game, one: &One, sitting: Option<Uuid>) -> Part {
    let word = |word: Option<String>| word.map_or(Part::Nothing, Part::Word);
    match by {
        By::Seat if one.seat == TABLE => Part::Nothing,
        By::Seat => Part::Number(one.seat.into()),
        By::Player => sitting.map_or(Part::Nothing, Part::Player),
        By::Seats => Part::Number(3),
        By::Game => Part::Word("go".into()),
        By::Place => word(game.place.clone()),
        By::Option(_) if game.options == "{}" => Part::Nothing,
        By::Option(_) => Part::Number(if game.options.contains('1') { 1 } else { 2 }),
        By::Time(period) => word(period.of(game.at)),
        By::Ending => Part::Word(game.ending.clone()),
        By::Dimension(_) => one.dimensions[0].as_deref().map_or(Part::Nothing, Part::read),
    }
}

/// A group counted one by one.
fn group<'o>(observations: impl Iterator<Item = (Uuid, &'o Value)>) -> (Sums, u64, Vec<f64>) {
    let mut shares: BTreeMap<Uuid, Share> = BTreeMap::new();
    let (mut unknown, mut numbers) = (0, Vec::new());
    for (game, value) in observations {
        match value {
            Value::Number(number) => {
                shares.entry(game).or_default().add(*number);
                numbers.push(*number);
            }
            Value::Between(..) => unknown += 1,
            Value::Word(_) => {}
        }
    }
    let mut sums = Sums::default();
    for share in shares.into_values() {
        sums.add(share);
    }
    numbers.sort_by(f64::total_cmp);
    (sums, unknown, numbers)
}

fn same(group_: &Group, expected: &(Sums, u64, Vec<f64>)) -> Result<(), TestCaseError> {
    let (sums, unknown, numbers) = expected;
    prop_assert_eq!(group_.sums, *sums);
    prop_assert_eq!(group_.unknown, *unknown);
    let found: Vec<f64> = group_
        .numbers
        .iter()
        .flat_map(|(number, times)| std::iter::repeat_n(number.0, usize::try_from(*times).unwrap()))
        .collect();
    prop_assert_eq!(&found, numbers);
    for (part, at) in [(0.0, 0), (0.5, numbers.len().div_ceil(2).saturating_sub(1))] {
        prop_assert_eq!(group_.quantile(part), numbers.get(at).copied());
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_columns_answer_what_counting_gives(
        counted in prop::collection::vec(counted(), 0..40),
        chunks in 1_usize..5,
        filter in filter(),
        by in prop::collection::vec(by(), 0..3),
        as_of in 0_i64..90,
    ) {
        let mut question =
            Question { metric: METRIC.into(), filter, by, compare: None, as_of, people: people() };
        let expected = observations(&counted, &question);
        let keys: BTreeSet<&Key> = expected.iter().map(|(_, key, _)| key).collect();
        question.compare = match keys.iter().take(2).collect::<Vec<_>>()[..] {
            [one, other] => Some([(*one).clone(), (*other).clone()]),
            _ => None,
        };
        let answer = answer(&pages(&counted, chunks), &question);
        same(&answer.total, &group(expected.iter().map(|(game, _, value)| (*game, *value))))?;
        prop_assert_eq!(answer.total.n(), expected.len() as u64);
        let keys = if question.by.is_empty() { BTreeSet::new() } else { keys };
        prop_assert_eq!(answer.groups.keys().collect::<BTreeSet<_>>(), keys.clone());
        for key in keys {
            let of_key = expected.iter().filter(|(_, other, _)| other == key);
            same(&answer.groups[key], &group(of_key.map(|(game, _, value)| (*game, *value))))?;
        }
        if let Some([one, other]) = &question.compare {
            prop_assert_eq!(answer.pair.one, answer.groups[one].sums);
            prop_assert_eq!(answer.pair.other, answer.groups[other].sums);
        }
    }
}
