//! Two services in motion. Both are told the same in public; one of them is also told what is hidden, at random moments.
//! After each of these moments everything that strangers, a spectator and a seat can ask is asked at both, and the two
//! series of answers must be equal. So must streams, what a webhook delivers, and what is answered for cursors that were
//! told before.

mod hidden;
mod series;
mod twin;

use std::collections::BTreeMap;

use kifu_engine::game::Chooser;
use kifu_tests::Chance;
use serde_json::json;
use uuid::Uuid;

use self::hidden::{HIDDEN_EVENTS, HiddenEvent};
use self::twin::{COUNTED_GAME, CURSOR, FRESH_CURSOR, PLAYER, Scene, Twin, WEBHOOK};
use super::contract::{Route, routes};
use super::{EVENT_STREAM, KEY};

/// Of the order in which things happen and are asked.
const SEEDS: [u64; 1] = [1];
/// The addresses of a path that are asked after every event.
const MAX_PATHS: usize = 3;
/// By which the end of a stream is known.
const LAST_COMMENT: &str = "the last comment";

/// The asker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asker {
    /// Without a token.
    Stranger,
    /// With a spectator's token of the watched record.
    Spectator,
    /// With a token of its seat 0.
    Seat,
}

/// A request, with placeholders for each service's own names.
#[derive(Clone, Debug)]
struct Question {
    asker: Asker,
    address: String,
    media: String,
}

struct Motion {
    twins: [Twin; 2],
    scene: Scene,
    dice: Chance,
    /// The requests after every event: about records, and elsewhere.
    questions: [Vec<Question>; 2],
    /// Where two series of answers began to differ, by the question.
    leaks: BTreeMap<String, String>,
}

#[test]
fn no_answer_moves_when_something_hidden_happens() {
    for seed in SEEDS {
        let mut motion = Motion::start(seed);
        for event in motion.events() {
            match event {
                Some(hidden_event) => motion.secretly(hidden_event),
                None => motion.comment("a comment"),
            }
        }
        motion.end();
        motion = motion.prove();
        let leaks: Vec<_> =
            motion.leaks.iter().map(|(question, leak)| format!("{question}\n{leak}")).collect();
        assert!(leaks.is_empty(), "seed {seed}: {} questions:\n\n{}", leaks.len(), leaks.join("\n\n"));
    }
}

impl Motion {
    /// Both services with the same public records, and streams of them.
    fn start(seed: u64) -> Self {
        let scene = Scene::new();
        let mut twins = [Twin::start(), Twin::start()];
        for twin in &mut twins {
            twin.set_the(&scene);
        }
        let (of_records, elsewhere): (Vec<_>, Vec<_>) = questions(&scene, false)
            .into_iter()
            .partition(|question| question.address.starts_with("/v1/games/"));
        let (dice, questions) = (Chance::seeded(seed), [of_records, elsewhere]);
        let mut motion = Self { twins, scene, dice, questions, leaks: BTreeMap::new() };
        motion.compare("nothing", false);
        motion
    }

    /// Every hidden event in any order, with public ones between them, which are `None`.
    fn events(&mut self) -> Vec<Option<HiddenEvent>> {
        let mut events: Vec<_> = HIDDEN_EVENTS.map(Some).into();
        events.extend(std::iter::repeat_n(None, HIDDEN_EVENTS.len() / 3));
        shuffle(&mut events, &mut self.dice);
        events
    }

    /// Everybody may see this.
    fn comment(&mut self, text: &str) {
        let watched = self.scene.watched.0;
        self.publicly(text, |twin| twin.log(watched, &json!({"type": "annotate", "text": text})));
    }

    /// Something happens at both.
    fn publicly(&mut self, what: &str, act: impl Fn(&Twin)) {
        self.twins.iter_mut().for_each(|twin| twin.step(&act));
        self.catch_up();
        self.compare(what, false);
    }

    /// Something happens at the second alone.
    fn secretly(&mut self, (name, act): HiddenEvent) {
        self.twins.iter_mut().for_each(Twin::take_cursor);
        act(&self.twins[1], &self.scene, &mut self.dice);
        self.compare(name, true);
        self.catch_up();
        self.compare(name, false);
    }

    /// Followers have seen everything.
    fn catch_up(&self) {
        self.twins.iter().for_each(|twin| twin.service.wait_for_followers());
    }

    /// Asks both. Right after an event only addresses without a record are asked: followers catch up in milliseconds.
    fn compare(&mut self, after: &str, at_once: bool) {
        let [of_records, elsewhere] = &self.questions;
        let mut questions = elsewhere.clone();
        if !at_once {
            questions.extend_from_slice(of_records);
        }
        shuffle(&mut questions, &mut self.dice);
        for question in &questions {
            self.ask(question, after);
        }
    }

    fn ask(&mut self, question: &Question, after: &str) {
        let Question { asker, address, media } = question;
        let series = format!("{asker:?}: {address} as {media}");
        // The one where something may have happened is asked first.
        let other = self.twins[1].ask(&series, question);
        let one = self.twins[0].ask(&series, question);
        self.note(series, after, &one, &other);
    }

    /// Of each series only where it began to differ.
    fn note(&mut self, series: String, after: &str, one: &str, other: &str) {
        if one == other || self.leaks.contains_key(&series) {
            return;
        }
        let (one, other) =
            one.lines().zip(other.lines()).find(|(one, other)| one != other).unwrap_or((one, other));
        self.leaks.insert(series, format!("  after {after}:\n  - {one}\n  + {other}"));
    }

    /// Asks everything with all queries, and compares the data that came without a request.
    fn end(&mut self) {
        self.comment(LAST_COMMENT);
        let abandoned = self.scene.joint.0;
        self.publicly("an abandoned record", |twin| twin.log(abandoned, &json!({"type": "abandon"})));
        for question in questions(&self.scene, true) {
            self.ask(&question, "everything");
        }
        let [one, other] = self.twins.each_mut().map(Twin::notices);
        self.note("notices".to_owned(), "everything", &one, &other);
        let heard = self.twins.each_mut().map(|twin| twin.heard(LAST_COMMENT));
        let [one, other] = &heard;
        for ((series, (one, beats)), (_, (other, other_beats))) in one.iter().zip(other) {
            self.note(series.clone(), "everything", one, other);
            // A beat more or less now and then, as the machine is busy.
            let alike = beats.abs_diff(*other_beats) <= 1 + beats / 100;
            assert!(*beats > 2 && alike, "{series}: {beats} and {other_beats} heartbeats");
        }
    }

    /// Asks for proofs once more when both trees have a head over everything.
    fn prove(mut self) -> Self {
        self.twins = self.twins.map(Twin::restarted);
        let public = self.scene.finished[0].0;
        self.twins.iter().for_each(|twin| twin.wait_for_tree(public));
        let proofs =
            questions(&self.scene, true).into_iter().filter(|question| question.address.contains("/proof"));
        for question in proofs {
            self.ask(&question, "everything, in the tree");
        }
        self
    }
}

/// The possible requests, with all values of queries or with none but cursors.
fn questions(scene: &Scene, with_queries: bool) -> Vec<Question> {
    let addresses = |route: &Route| {
        let ids = match route.path.split_once("/{id}").map(|(resource, _)| resource) {
            Some("/v1/games" | "/games") => scene.records().to_vec(),
            Some("/v1/players" | "/players") => vec![PLAYER],
            _ => vec![WEBHOOK],
        };
        let of_id = |id: Uuid| {
            if with_queries {
                return route.addresses(id, COUNTED_GAME);
            }
            let plain =
                route.addresses(id, COUNTED_GAME).into_iter().filter(|address| !address.contains('?'));
            let cursors = route.addresses_with_cursors(id, COUNTED_GAME, &[CURSOR, FRESH_CURSOR, "now"]);
            plain.take(MAX_PATHS).chain(cursors.into_iter().take(MAX_PATHS)).collect()
        };
        let mut addresses: Vec<_> = ids.into_iter().flat_map(of_id).collect();
        addresses.sort();
        addresses.dedup();
        addresses
    };
    let mut questions = Vec::new();
    for route in &routes() {
        for address in addresses(route) {
            let askers: &[Asker] = if address.contains(&scene.watched.0.to_string()) {
                &[Asker::Stranger, Asker::Spectator, Asker::Seat]
            } else {
                &[Asker::Stranger]
            };
            for media in route.media.iter().filter(|media| *media != EVENT_STREAM) {
                let ask = |asker: &Asker| Question {
                    asker: *asker,
                    address: address.clone(),
                    media: media.clone(),
                };
                questions.extend(askers.iter().map(ask));
            }
        }
    }
    questions
}

/// In any order.
fn shuffle<T>(values: &mut [T], dice: &mut Chance) {
    for last in (1..values.len()).rev() {
        values.swap(last, dice.below(last + 1));
    }
}
