//! After any change of a log, its entries must agree at every position with those of the log up to there.

use chrono::TimeDelta;
use kifu_engine::game::Chooser;
use kifu_engine::games;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};

use super::*;

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count.max(1))
    }
}

/// An entry as it is stored: its position, its time, itself.
type Stored = (i64, DateTime<Utc>, String, String);

fn head(game: &'static dyn AnyGame, opening: &Opening) -> RecordDetails {
    RecordDetails {
        id: Uuid::from_u128(1),
        game,
        opening: opening.clone(),
        played_at: DateTime::UNIX_EPOCH,
        place: None,
        tags: Vec::new(),
        players: vec![None; opening.seats.into()],
        slow: None,
    }
}

/// A random action of people on a record.
fn next(record: &dyn AnyRecord, dice: &mut Dice) -> Option<Json> {
    let in_force = record.in_force();
    match dice.below(60) {
        _ if record.status() == Status::Live && dice.below(30) > 0 => record.sample(dice),
        0..20 => Some(json!({"type": "take_back", "count": 1 + dice.below(3)})),
        20..40 if !in_force.is_empty() => {
            let amended = &in_force[dice.below(in_force.len())];
            let with = in_force[dice.below(in_force.len())].payload.value();
            Some(
                json!({"type": "amend", "event": amended.seq, "with": with, "irregular": dice.below(2) == 0}),
            )
        }
        40..55 => Some(json!({"type": "annotate", "text": "nice"})),
        _ => Some(json!({"type": "abandon"})),
    }
}

fn log(record: &mut dyn AnyRecord, dice: &mut Dice) -> Vec<Stored> {
    let (mut log, mut position, mut at) = (Vec::new(), 10, DateTime::UNIX_EPOCH);
    for _ in 0..200 {
        let Some(entry) = next(record, dice) else { continue };
        let Ok(stored) = record.append(&entry) else { continue };
        position += 1 + i64::try_from(dice.below(3)).unwrap();
        at += TimeDelta::seconds(i64::try_from(dice.below(60)).unwrap());
        log.push((position, at, stored.kind(), stored.to_string()));
    }
    log
}

fn read(head: &RecordDetails, log: &[Stored]) -> Vec<GameEntry> {
    let logged = log.iter().map(|(position, at, kind, payload)| LogEvent {
        position: *position,
        at: *at,
        kind,
        payload,
    });
    walk(head, logged).unwrap().entries(head)
}

/// The entry of a log's beginning, with its position left out.
fn said(entry: &GameEntry) -> GameEntry {
    GameEntry { game: Game { from: 0, until: 0, ..entry.game.clone() }, ..entry.clone() }
}

#[test]
fn at_every_position_a_log_says_what_its_beginning_says() {
    let mut most = 0;
    for (number, game) in games::ALL.iter().enumerate() {
        for seed in 0..2 {
            let mut dice = Dice(SmallRng::seed_from_u64(seed * 100 + number as u64));
            let opening = game.sample_opening(&mut dice);
            let head = head(*game, &opening);
            let log = log(&mut *game.open(&opening).unwrap(), &mut dice);
            let whole = read(&head, &log);
            most = most.max(whole.len());
            for _ in 0..10 {
                let index = dice.below(log.len());
                let position = &log[index].0;
                let now: Vec<_> = whole
                    .iter()
                    .filter(|entry| entry.game.from <= *position && *position < entry.game.until)
                    .map(said)
                    .collect();
                let beginning = read(&head, &log[..=index]);
                let still = beginning.iter().filter(|entry| entry.game.until == OPEN_ENDED).map(said);
                assert_eq!(
                    now,
                    still.collect::<Vec<_>>(),
                    "{}, seed {seed}, at {position}",
                    game.meta().slug
                );
            }
        }
    }
    assert!(most > 1, "no game was ever over twice");
}

#[test]
fn neighbours_differ_and_touch_only_where_something_changed() {
    for game in games::ALL {
        let mut dice = Dice(SmallRng::seed_from_u64(5));
        let opening = game.sample_opening(&mut dice);
        let head = head(*game, &opening);
        let log = log(&mut *game.open(&opening).unwrap(), &mut dice);
        for pair in read(&head, &log).windows(2) {
            assert!(pair[0].game.until <= pair[1].game.from);
            assert!(pair[0].game.until < pair[1].game.from || said(&pair[0]) != said(&pair[1]));
        }
    }
}

#[test]
fn from_an_event_on_that_no_longer_folds_a_record_says_nothing() {
    let game = games::ALL[0];
    let mut dice = Dice(SmallRng::seed_from_u64(1));
    let opening = game.sample_opening(&mut dice);
    let mut record = game.open(&opening).unwrap();
    let mut log = Vec::new();
    while let Some(entry) = record.sample(&mut dice) {
        let stored = record.append(&entry).unwrap();
        log.push((
            10 + i64::try_from(log.len()).unwrap(),
            DateTime::UNIX_EPOCH,
            "move".to_owned(),
            stored.value().to_string(),
        ));
    }
    let head = head(game, &opening);
    assert_eq!(read(&head, &log).len(), 1);
    let over = log.last().unwrap().0;
    for what in ["{}", r#"{"type": "unheard_of"}"#] {
        let broken = (over + 5, DateTime::UNIX_EPOCH, "move".to_owned(), what.to_owned());
        let read = read(&head, &[&log[..], &[broken]].concat());
        assert_eq!((read.len(), read[0].game.from, read[0].game.until), (1, over, over + 5));
    }
}
