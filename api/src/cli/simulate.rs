//! `kifu simulate`: games between simulated players, through the same fold and the same store as real ones.

use kifu_engine::count;
use kifu_engine::erased::{AnyGame, AnyRecord};
use kifu_engine::game::Chooser;
use kifu_engine::policy::Temper;
use kifu_engine::seat::{BySeat, Seats};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

use super::{CommandFailure, bar, output};
use crate::http::credentials::Access;
use crate::operation::config::{Players, Simulate};
use crate::records::archive::import::{Importer, import_files};
use crate::records::archive::{FORMAT_VERSION, Logged, RecordFile};
use crate::records::details::Details;
use crate::records::opening::find_game;
use kifu_names::Name;
use kifu_statistics::columns::games::SIMULATED_TAG;
use kifu_store::{Consent, Store, Visibility, now};

/// Games stored at the same time, in one transaction.
const GAMES_PER_TRANSACTION: usize = 128;
/// A game that goes on longer than this is abandoned, as real ones are.
const MAX_MOVES: usize = 2000;

/// A die for the engine, which has none.
pub struct Dice(SmallRng);

impl Dice {
    /// A source of random numbers; equal seeds give equal numbers.
    pub fn seeded(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }
}

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count.max(1))
    }
}

/// Plays and records games.
///
/// # Errors
///
/// If the game is not known, or the database can't be written. The games written by then stay.
pub async fn run(store: &Store, simulate: &Simulate) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let game = find_game(&simulate.game)?;
    let progress = bar(simulate.count, "simulating");
    let importer = Importer {
        store: store.clone(),
        access: Access::Scribe,
        consent: Consent::Operator,
        limits: None,
        traceparent: None,
    };
    let numbers: Vec<u64> = (0..simulate.count).collect();
    for numbers in numbers.chunks(GAMES_PER_TRANSACTION) {
        let games = numbers.iter().map(|number| {
            let mut dice = Dice::seeded(simulate.seed.wrapping_mul(1_000_003).wrapping_add(*number));
            play(game, &mut dice, simulate.irregular, simulate.players)
        });
        for done in import_files(&importer, games.collect()).await? {
            done.outcome?;
        }
        progress.inc(numbers.len() as u64);
    }
    progress.finish_and_clear();
    output::print(format_args!("recorded {} games of {}", simulate.count, simulate.game))?;
    Ok(())
}

/// One whole game.
pub fn play(game: &dyn AnyGame, dice: &mut Dice, irregular: f64, players: Players) -> RecordFile {
    let opening = match players {
        Players::Random => game.sample_opening(dice),
        Players::Sensible | Players::Bold | Players::Mixed => game.policy_opening(dice),
    };
    let tempers = tempers(players, opening.seats, dice);
    let opened_at = now();
    let mut log = Vec::new();
    if let Ok(mut record) = game.open(&opening) {
        while log.len() < MAX_MOVES && record.status() == kifu_engine::record::Status::Live {
            let Some(entry) = next(&mut *record, dice, irregular, tempers.as_ref()) else { break };
            log.push(Logged { at: now(), entry });
        }
        if record.status() == kifu_engine::record::Status::Live {
            let abandon = json!({"type": "abandon", "reason": "simulation"});
            log.extend(record.append(&abandon).map(|entry| Logged { at: now(), entry: entry.value() }));
        }
    }
    RecordFile {
        kifu: FORMAT_VERSION,
        id: kifu_store::new_id(),
        game: game.meta().slug.to_owned(),
        seats: opening.seats,
        options: opening.options.as_object().cloned().unwrap_or_default(),
        rules_version: opening.rules_version,
        opened_at,
        visibility: Visibility::Public,
        copy_of: None,
        details: Details {
            names: vec![None; opening.seats.into()],
            tags: [SIMULATED_TAG, players.tag()].map(Name::stored).into(),
            ..Details::default()
        },
        log,
        status: None,
        outcome: None,
    }
}

/// How each seat plays; `None` where nobody reckons.
fn tempers(players: Players, seats: u8, dice: &mut Dice) -> Option<BySeat<Temper>> {
    let all = |temper: Temper| Some(BySeat::new(Seats::new(seats), |_| temper));
    match players {
        Players::Random => None,
        Players::Sensible => all(Temper::Sensible),
        Players::Bold => all(Temper::Bold),
        Players::Mixed => Some(BySeat::new(Seats::new(seats), |_| match dice.below(10) {
            0..5 => Temper::Sensible,
            5..8 => Temper::Bold,
            _ => Temper::Random,
        })),
    }
}

fn next(
    record: &mut dyn AnyRecord,
    dice: &mut Dice,
    irregular: f64,
    tempers: Option<&BySeat<Temper>>,
) -> Option<Value> {
    let by_policy = tempers.and_then(|tempers| record.policy_entry(tempers, dice));
    let sampled = by_policy.or_else(|| record.sample(dice))?;
    if dice.0.random_bool(irregular.clamp(0.0, 1.0)) {
        let mut breach = sampled.clone();
        disturb(&mut breach, dice);
        breach["irregular"] = true.into();
        if let Ok(entry) = record.append(&breach) {
            return Some(entry.value());
        }
    }
    record.append(&sampled).ok().map(|entry| entry.value())
}

/// Changes one number of a move a little: the most common mistake of people.
fn disturb(entry: &mut Value, dice: &mut Dice) {
    let Some(fields) = entry.as_object_mut() else { return };
    let numbers: Vec<String> = numeric_fields(fields);
    if numbers.is_empty() {
        return;
    }
    let name = &numbers[dice.below(numbers.len())];
    let number = fields[name].as_i64().unwrap_or_default();
    fields[name] = (number - 1 - count::to_i64(dice.below(3))).into();
}

fn numeric_fields(fields: &Map<String, Value>) -> Vec<String> {
    fields.iter().filter(|(_, value)| value.is_i64()).map(|(name, _)| name.clone()).collect()
}
