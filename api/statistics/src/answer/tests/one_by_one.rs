//! Answers to questions where every observation is looked at by itself.

use std::cmp::Ordering;

use chrono::{DateTime, Timelike, Utc};

use super::*;
use crate::estimate::shrinkage::Shrinkage;
use crate::estimate::{ClusterSums, Sums};
use kifu_names::NameKey;

/// Each observation that counts.
pub fn observations<'c>(counted: &'c [Counted], as_of: i64, question: &Question) -> Vec<Seen<'c>> {
    let counting: Vec<&GameEntry> = counted
        .iter()
        .filter(|(entry, dead)| !dead && counts(&entry.game, as_of, question))
        .map(|(entry, _)| entry)
        .collect();
    let spelling = |word: &String| {
        let words = counting.iter().flat_map(|entry| entry.game.place.iter().chain(&entry.game.tags));
        words.filter(|other| NameKey::of(other) == NameKey::of(word)).min().unwrap().clone()
    };
    let mut found = Vec::new();
    for GameEntry { game, observations } in &counting {
        for one in &observations[METRIC] {
            let sitting = game.players.get(usize::from(one.seat)).copied().flatten().and_then(now);
            let Filter { of, dimensions, .. } = &question.filter;
            let of_them = of.is_empty() || sitting.is_some_and(|id| of.iter().any(|of| now(*of) == Some(id)));
            let dimension = one.dimensions[0].as_deref().map_or(KeyPart::Missing, KeyPart::read);
            if of_them && dimensions.iter().all(|(_, allowed)| allowed.contains(&dimension)) {
                let keys = keys((counted, as_of), question, game, one, sitting, &spelling);
                found.push((game.id, keys, &one.value));
            }
        }
    }
    found
}

/// Every group that an observation belongs to.
fn keys(
    (counted, as_of): (&[Counted], i64),
    question: &Question,
    game: &Game,
    one: &StoredObservation,
    sitting: Option<Uuid>,
    spelling: &impl Fn(&String) -> String,
) -> Vec<Key> {
    let mut keys: Vec<Key> = vec![Vec::new()];
    for by in &question.by {
        let parts = match &by.source {
            KeySource::NthGame => vec![nth_game((counted, as_of), question, game, sitting)],
            source => parts((source, &by.name), game, one, sitting, spelling),
        };
        let longer = |key: Key| {
            parts
                .iter()
                .map(move |part| key.iter().cloned().chain([part.clone()]).collect::<Key>())
                .collect::<Vec<_>>()
        };
        keys = keys.into_iter().flat_map(longer).collect();
    }
    keys
}

/// The number of this game among all of its kind that whoever sits there has played.
fn nth_game(
    (counted, as_of): (&[Counted], i64),
    question: &Question,
    game: &Game,
    sitting: Option<Uuid>,
) -> KeyPart {
    let Some(player) = sitting else { return KeyPart::Missing };
    let is_earlier = |(entry, dead): &&Counted| {
        let other = &entry.game;
        let sat = other.players.iter().any(|id| id.and_then(now) == Some(player));
        let is_simulated = other.tags.iter().any(|tag| NameKey::of(tag).as_str() == "simulated");
        let stands = (other.from..other.until).contains(&as_of) && !dead;
        let counts = stands && is_included(question.filter.simulated, is_simulated);
        sat && counts && (other.played_at, other.id) <= (game.played_at, game.id)
    };
    KeyPart::Number(counted.iter().filter(is_earlier).count().try_into().unwrap())
}

fn parts(
    (source, name): (&KeySource, &str),
    game: &Game,
    one: &StoredObservation,
    sitting: Option<Uuid>,
    spelling: &impl Fn(&String) -> String,
) -> Vec<KeyPart> {
    let word = |word: Option<String>| word.map_or(KeyPart::Missing, KeyPart::Word);
    vec![match source {
        KeySource::Tag if !game.tags.is_empty() => {
            let tags: BTreeSet<_> = game.tags.iter().map(|tag| KeyPart::Word(spelling(tag))).collect();
            return tags.into_iter().collect();
        }
        KeySource::Tag => KeyPart::Missing,
        KeySource::Seat if one.seat == WHOLE_TABLE => KeyPart::Missing,
        KeySource::Seat => KeyPart::Number(one.seat.into()),
        KeySource::Player => sitting.map_or(KeyPart::Missing, KeyPart::Player),
        KeySource::OtherPlayer(_) => {
            let seat = one.dimensions[0].as_deref().map(|seat| seat.parse::<usize>().unwrap());
            let other = seat.and_then(|seat| *game.players.get(seat)?).and_then(now);
            other.map_or(KeyPart::Missing, KeyPart::Player)
        }
        KeySource::NthGame => panic!("counted over all games"),
        KeySource::Game(..) => of_game(name, game),
        KeySource::Place => word(game.place.as_ref().map(spelling)),
        KeySource::Option(_) if game.options == "{}" => KeyPart::Missing,
        KeySource::Option(_) => KeyPart::Number(if game.options.contains('1') { 1 } else { 2 }),
        KeySource::Time(Period::Hour, zone) => KeyPart::Number(zone.at(time(game.played_at)).hour().into()),
        KeySource::Time(Period::Weekday, zone) => {
            KeyPart::Word(zone.at(time(game.played_at)).format("%A").to_string().to_lowercase())
        }
        KeySource::Time(period, zone) => {
            let format = match period {
                Period::Day => "%Y-%m-%d",
                Period::Week => "%G-W%V",
                Period::Month => "%Y-%m",
                _ => "%Y",
            };
            KeyPart::Word(zone.at(time(game.played_at)).format(format).to_string())
        }
        KeySource::Dimension(_) => one.dimensions[0].as_deref().map_or(KeyPart::Missing, KeyPart::read),
    }]
}

fn of_game(name: &str, game: &Game) -> KeyPart {
    match name {
        "seats" => KeyPart::Number(game.players.len().try_into().unwrap()),
        "game" => KeyPart::Word("go".into()),
        "variant" if game.options == "{}" => KeyPart::Missing,
        "variant" => KeyPart::Word(if game.options.contains('1') { "pack=1" } else { "pack=2" }.into()),
        "rules_version" => KeyPart::Number(game.rules_version.into()),
        "result" => KeyPart::Word(game.ending.clone()),
        other => panic!("{other}"),
    }
}

fn time(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).unwrap()
}

fn counts(game: &Game, as_of: i64, question: &Question) -> bool {
    let filter = &question.filter;
    let sitting: Vec<Option<Uuid>> = game.players.iter().map(|id| id.and_then(now)).collect();
    let are = |ids: &[Uuid]| ids.iter().all(|id| now(*id).is_some() && sitting.contains(&now(*id)));
    let pack = serde_json::from_str::<serde_json::Value>(&game.options).unwrap()["pack"].clone();
    let same = |one: &String, other: &String| NameKey::of(one) == NameKey::of(other);
    let group: BTreeSet<_> = filter.group.iter().map(|id| now(*id)).collect();
    (filter.games.is_empty() || filter.games.iter().any(|game| game == "go"))
        && (game.from..game.until).contains(&as_of)
        && filter.from.is_none_or(|from| game.played_at >= from)
        && filter.to.is_none_or(|to| game.played_at < to)
        && filter.place.iter().all(|place| game.place.iter().any(|other| same(place, other)))
        && filter.tags.iter().all(|tag| game.tags.iter().any(|other| same(tag, other)))
        && !filter.without_tags.iter().any(|tag| game.tags.iter().any(|other| same(tag, other)))
        && is_included(filter.simulated, game.tags.iter().any(|tag| NameKey::of(tag).as_str() == "simulated"))
        && (filter.seats.is_empty() || filter.seats.contains(&game.players.len()))
        && filter.options.iter().all(|(_, values)| values.contains(&pack))
        && (filter.rules_versions.is_empty() || filter.rules_versions.contains(&game.rules_version))
        && (filter.endings.is_empty() || filter.endings.contains(&game.ending))
        && are(&filter.players)
        && (filter.of.is_empty() || filter.of.iter().any(|id| are(&[*id])))
        && (group.is_empty() || (are(&filter.group) && group.len() == sitting.len()))
        && is_included(filter.irregular, game.irregular)
}

fn is_included(inclusion: Inclusion, is_special: bool) -> bool {
    match inclusion {
        Inclusion::Out => !is_special,
        Inclusion::In => true,
        Inclusion::Only => is_special,
    }
}

/// The number that a value adds to a sum, if it is known.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Word(_) | Value::Player(_) => Some(0.0),
        Value::Between(..) => None,
    }
}

/// True if a bin counts a value.
pub fn is_in(value: &Value, bin: &Bin) -> bool {
    match (value, bin) {
        (Value::Number(number), Bin::Number(only)) => number == only,
        (Value::Number(number), Bin::Between(from, to)) => (*from..*to).contains(number),
        (Value::Word(word), Bin::Word(only)) => word == only,
        (Value::Player(id), Bin::Word(only)) => id.to_string() == *only,
        _ => false,
    }
}

/// The sums over games of the worth of these observations; unknown ones add nothing.
pub fn sums(
    observations: &[(Uuid, &Value)],
    worth: impl Fn(&Value) -> f64,
) -> (Sums, BTreeMap<Uuid, ClusterSums>) {
    let mut shares: BTreeMap<Uuid, ClusterSums> = BTreeMap::new();
    for (game, value) in observations.iter().filter(|(_, value)| number(value).is_some()) {
        shares.entry(*game).or_default().add(worth(value));
    }
    let mut sums = Sums::default();
    for share in shares.values() {
        sums.add(*share);
    }
    (sums, shares)
}

/// The number that a value adds to a sum; 0 if it is unknown.
pub fn worth(value: &Value) -> f64 {
    number(value).unwrap_or_default()
}

/// The groups that are shown in this order, and how many are not.
pub fn first_ones(
    groups: &[(Key, AggregateState)],
    order: Order,
    compare: Option<&[Key; 2]>,
) -> (Vec<(Key, AggregateState)>, usize) {
    let is_large = |group: &AggregateState| {
        group.n() >= order.least.observations && group.moments.games >= order.least.games
    };
    let mut sorted: Vec<_> = groups.to_vec();
    sorted.sort_by(|(key, _), (other, _)| key.cmp(other));
    let large: Vec<_> = sorted.iter().filter(|(_, group)| is_large(group)).cloned().collect();
    let shrinkage = Shrinkage::of(large.iter().map(|(_, group)| &group.moments.sums));
    let mean = |group: &AggregateState| shrinkage.order(&group.moments.sums).filter(|_| is_large(group));
    sorted.sort_by(|(key, one), (other_key, other)| {
        let by_size = match order.by {
            SortKey::Key => key.cmp(other_key),
            SortKey::Size => one.n().cmp(&other.n()),
            SortKey::Mean => match (mean(one), mean(other)) {
                (Some(one), Some(other)) => one.total_cmp(&other),
                (None, None) => Ordering::Equal,
                (one, _) => return if one.is_none() { Ordering::Greater } else { Ordering::Less },
            },
        };
        let by_size = if order.descending { by_size.reverse() } else { by_size };
        by_size.then_with(|| key.cmp(other_key))
    });
    let is_shown =
        |place: usize, key: &Key| place < order.limit || compare.is_some_and(|keys| keys.contains(key));
    let shown: Vec<_> =
        (0..).zip(sorted).filter(|(place, (key, _))| is_shown(*place, key)).map(|(_, group)| group).collect();
    let omitted = groups.len() - shown.len();
    (shown, omitted)
}

/// Two groups and what they have in common, game by game.
pub fn pair(both: &[Vec<(Uuid, &Value)>; 2], worth: impl Fn(&Value) -> f64) -> PairedSums {
    let [(one, of_one), (other, of_other)] = both.each_ref().map(|observations| sums(observations, &worth));
    let mut pair = PairedSums { one, other, ..PairedSums::default() };
    for (game, share) in of_one {
        pair.common.add(share, of_other.get(&game).copied().unwrap_or_default());
    }
    pair
}
