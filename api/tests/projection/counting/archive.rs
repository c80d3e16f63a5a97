//! A random archive that grows: games of every kind, with all that people do to records.

use chrono::{DateTime, TimeDelta, Utc};
use kifu::cli::simulate::Dice;
use kifu_engine::erased::AnyRecord;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_names::Name;
use kifu_store::{
    Append, AppendOutcome, Consent, GameId, Json, NewEvent, NewPlayer, OpenOutcome, Opening, Player,
    PlayerId, Revision, SeatedBy, Sitter, SitterLookup, Store, Visibility, now,
};
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

use crate::fixtures::opening;

/// The records, and who plays.
pub struct Played {
    tables: Vec<Table>,
    people: Vec<PlayerId>,
    clock: DateTime<Utc>,
}

struct Table {
    id: GameId,
    record: Box<dyn AnyRecord>,
}

impl Played {
    /// Some people, and no games yet.
    pub async fn new(store: &Store, random: &mut SmallRng) -> Self {
        let mut people = Vec::new();
        for name in ["Ann", "Ben", "Cleo", "Dan", "Eve"] {
            let player = Player {
                id: PlayerId::generate(),
                name: Name::stored(name),
                created_at: now(),
                seated_by: SeatedBy::default(),
            };
            people.push(player.id);
            store.create_player(&NewPlayer { player, token: random.random(), key: None }).await.unwrap();
        }
        Self { tables: Vec::new(), people, clock: now() }
    }

    /// One thing happens.
    pub async fn go_on(&mut self, store: &Store, random: &mut SmallRng) {
        if self.tables.is_empty() {
            return self.open(store, random).await;
        }
        let table = random.random_range(0..self.tables.len());
        match random.random_range(0..100) {
            0..15 => self.open(store, random).await,
            15..45 => self.play(store, random, table, usize::MAX).await,
            45..55 => {
                let some = random.random_range(1..30);
                self.play(store, random, table, some).await;
            }
            55..63 => {
                let count = random.random_range(1..4);
                self.say(store, table, &[json!({"type": "take_back", "count": count})]).await;
            }
            63..75 => self.amend(store, random, table).await,
            75..80 => self.say(store, table, &[json!({"type": "annotate", "text": "nice"})]).await,
            80..83 => self.say(store, table, &[json!({"type": "abandon"})]).await,
            83..90 => self.revise(store, random, table, true).await,
            90..96 => self.revise(store, random, table, false).await,
            96..98 => self.merge(store, random).await,
            _ => self.erase(store, random).await,
        }
    }

    async fn open(&mut self, store: &Store, random: &mut SmallRng) {
        let game = games::ALL[random.random_range(0..games::ALL.len())];
        let set_up = game.sample_opening(&mut Dice::seeded(random.random()));
        let opening = Opening {
            id: GameId::generate(),
            game: game.meta().slug.to_owned(),
            seats: set_up.seats,
            options: set_up.options.clone().into(),
            details: details(random),
            seating: self.seating(store, random, set_up.seats).await,
            visibility: visibility(random),
            ..opening()
        };
        assert!(matches!(store.open_game(&opening).await.unwrap(), OpenOutcome::New { .. }));
        self.tables.push(Table { id: opening.id, record: game.open(&set_up).unwrap() });
    }

    /// Some who sit in a row, and others without a name.
    async fn seating(&self, store: &Store, random: &mut SmallRng, seats: u8) -> Vec<Sitter> {
        let first = random.random_range(0..self.people.len() + 2);
        let people = self.people.iter().skip(first).take(seats.into());
        let players: Vec<_> = people.map(|id| (*id, Consent::Operator)).collect();
        let sitter = |found| match found {
            SitterLookup::Allowed(sitter) => sitter,
            other => panic!("{other:?}"),
        };
        let mut seating: Vec<_> =
            store.latest().sitters(&players).await.unwrap().into_iter().map(sitter).collect();
        seating.resize_with(seats.into(), Sitter::unnamed);
        seating
    }

    async fn play(&mut self, store: &Store, random: &mut SmallRng, table: usize, most: usize) {
        let mut dice = Dice::seeded(random.random());
        let mut fork = self.tables[table].record.fork();
        let mut entries = Vec::new();
        while fork.status() == Status::Live && entries.len() < most.min(300) {
            let Some(entry) = fork.sample(&mut dice) else { break };
            let mut breach = disturbed(&entry, random);
            breach["irregular"] = true.into();
            if random.random_bool(0.01) && fork.append(&breach).is_ok() {
                entries.push(breach);
            } else {
                fork.append(&entry).unwrap();
                entries.push(entry);
            }
        }
        self.say(store, table, &entries).await;
    }

    /// A number in an earlier move was another one, if the rules allow that; where they don't, nothing happens.
    async fn amend(&mut self, store: &Store, random: &mut SmallRng, table: usize) {
        let in_force = self.tables[table].record.in_force();
        if in_force.is_empty() {
            return;
        }
        let entry = &in_force[random.random_range(0..in_force.len())];
        let mut with = disturbed(&entry.payload.value(), random);
        with.as_object_mut().unwrap().remove("irregular");
        let irregular = random.random_bool(0.5);
        let amend = json!({"type": "amend", "event": entry.seq, "with": with, "irregular": irregular});
        self.say(store, table, &[amend]).await;
    }

    /// Appends the entries that the rules allow, in one request.
    async fn say(&mut self, store: &Store, table: usize, entries: &[Value]) {
        let Table { id, record } = &mut self.tables[table];
        let mut events = Vec::new();
        for entry in entries {
            let Ok(stored) = record.append(entry) else { continue };
            self.clock += TimeDelta::milliseconds(i64::try_from(events.len() % 3).unwrap() * 700);
            let (at, actor) = (self.clock, "scribe".to_owned());
            events.push(NewEvent { kind: stored.kind(), schema_version: 1, at, actor, payload: stored });
        }
        if !events.is_empty() {
            let append = Append {
                game: *id,
                expected: None,
                epoch_count: None,
                idempotency: None,
                events,
                traceparent: None,
            };
            assert!(matches!(store.append(append).await.unwrap(), AppendOutcome::Accepted { .. }));
        }
    }

    async fn revise(&mut self, store: &Store, random: &mut SmallRng, table: usize, visible: bool) {
        let id = self.tables[table].id;
        let of = store.latest().record_version(id).await.unwrap().unwrap().revision;
        let visibility = visible.then(|| visibility(random));
        let details = (!visible).then(|| details(random));
        let revision = Revision { game: id, expected: of, details, visibility, seats: Vec::new() };
        assert!(store.revise(&[revision]).await.unwrap());
    }

    async fn merge(&mut self, store: &Store, random: &mut SmallRng) {
        let mut one = || self.people[random.random_range(0..self.people.len())];
        let (one, other) = (one(), one());
        if one != other {
            store.merge_players(one, other).await.unwrap();
        }
    }

    async fn erase(&mut self, store: &Store, random: &mut SmallRng) {
        let somebody = random.random_range(0..self.people.len());
        store.erase_player(self.people[somebody], now()).await.unwrap();
        let player = Player {
            id: PlayerId::generate(),
            name: Name::stored("new"),
            created_at: now(),
            seated_by: SeatedBy::default(),
        };
        self.people[somebody] = player.id;
        store.create_player(&NewPlayer { player, token: random.random(), key: None }).await.unwrap();
    }
}

fn visibility(random: &mut SmallRng) -> Visibility {
    match random.random_range(0..5) {
        0 => Visibility::Private,
        1 => Visibility::Unlisted,
        _ => Visibility::Public,
    }
}

fn details(random: &mut SmallRng) -> Json {
    let place = ["home", "club"][random.random_range(0..2)];
    match random.random_range(0..3) {
        0 => json!({"tags": ["club", "cup"], "place": place}),
        1 => json!({"tags": [], "played_at": "2025-03-04T05:06:07Z"}),
        _ => json!({"tags": ["club"]}),
    }
    .into()
}

/// Returns the entry with one number a little different, if it has a number.
fn disturbed(entry: &Value, random: &mut SmallRng) -> Value {
    let mut entry = entry.clone();
    let numbers = entry.as_object_mut().unwrap().values_mut().filter(|value| value.is_i64());
    let mut numbers: Vec<&mut Value> = numbers.collect();
    if !numbers.is_empty() {
        let number = random.random_range(0..numbers.len());
        let value = numbers[number].as_i64().unwrap();
        *numbers[number] = (value + random.random_range(-2..3)).into();
    }
    entry
}
