//! The engine in pages answers as the service does, byte for byte: every kind of game, every viewer, random logs with all
//! kinds of entries.

mod page;
mod story;

use std::collections::BTreeMap;

use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use kifu_tests::{Answer, Service};
use page::{Fields, Page, fields, list, text};
use serde_json::{Value, json};
use story::{Eyes, Story};

/// The parts of an answer that are the engine's position.
const POSITION: [&str; 7] = ["version", "status", "moves", "irregular", "state", "outcome", "disputes"];
const FORMS: [&str; 4] = ["version", "forms", "joint", "part"];
const REPLAY: [&str; 4] = ["game", "status", "start", "outcome"];
const ANALYSIS: [&str; 8] = ["game", "model", "viewer", "assumed", "missing", "graph", "awards", "steps"];
/// The parts of a problem that the engine decides. Of a broken rule the service tells more values: the last move.
const PROBLEM: [&str; 5] = ["code", "message", "violation", "breaks", "values"];

/// A longer record is not solved here.
const MAX_SOLVED_EVENTS: usize = 45;

#[test]
fn a_game_that_breaks_off_is_answered_alike() {
    for game in games::ALL {
        compare_game(*game, (0, 0), &[12, 40]);
    }
}

#[test]
fn a_whole_game_with_an_erased_player_is_answered_alike() {
    for game in games::ALL {
        compare_game(*game, (4, 1), &[3, 31, 80]);
    }
}

#[test]
fn a_short_game_is_answered_alike_after_each_event() {
    for game in games::ALL {
        compare_game(*game, (2, 2), &[0, 1, 2, 3, 4]);
    }
}

/// Compares a random game after so many events each and after the first dispute, at its end, and when it goes on
/// nevertheless.
fn compare_game(game: &dyn AnyGame, (seed, erased): (u64, usize), stops: &[usize]) {
    let service = Service::shared();
    let mut story = Story::begin(&service, game, (seed, erased));
    let mut disputes = 0;
    while story.is_live() && stops.last().is_some_and(|last| story.events() <= *last) {
        let is_stop = stops.contains(&story.events()) || (disputes == 0 && story.disputes() > 0);
        disputes = story.disputes();
        if is_stop {
            compare(&story, stops.len() < 4);
        }
        story.advance(is_stop);
    }
    if story.is_live() {
        story.log(&json!({"type": "abandon", "reason": "late"}));
    }
    compare(&story, true);
    story.log(&json!({"type": "take_back"}));
    compare(&story, false);
}

/// Compares all that the page of each viewer may ask.
fn compare(story: &Story, boards: bool) {
    for (index, eyes) in Eyes::all(&story.table).iter().enumerate() {
        let mut page = Page::open(&story.table, eyes);
        let expected = Expectations { story, eyes };
        expected.position(&mut page);
        let mut perspectives = story.perspectives();
        if !eyes.is_scribe() {
            perspectives.rotate_left(index);
            perspectives.truncate(usize::from(!story.is_live()));
        }
        let perspectives = [None].into_iter().chain(perspectives.into_iter().map(Some));
        for (number, perspective) in perspectives.enumerate() {
            expected.history(&mut page, perspective.as_ref());
            expected.analysis(&mut page, perspective.as_ref());
            if boards {
                expected.board(&mut page, perspective.as_ref(), index + number + story.events());
            }
        }
        expected.judgements(&mut page);
    }
}

/// The answers of the service to a viewer.
struct Expectations<'a> {
    story: &'a Story,
    eyes: &'a Eyes,
}

impl Expectations<'_> {
    fn get(&self, rest: &str) -> Answer {
        self.story.table.get_as(self.eyes.token.as_deref(), rest).send()
    }

    fn what(&self, rest: &str) -> String {
        format!("{}, {}: {rest}", self.story.what(), self.eyes.viewer)
    }

    fn position(&self, page: &mut Page) {
        let event = self.story.events() / 2 + 1;
        let viewer = &self.eyes.viewer;
        let questions = [
            (String::new(), json!({"position": {}}), POSITION.as_slice()),
            ("/forms".to_owned(), json!({"forms": {"viewer": viewer}}), &FORMS),
            (
                format!("/forms?instead_of={event}"),
                json!({"forms": {"viewer": viewer, "instead_of": event}}),
                &FORMS,
            ),
        ];
        for (rest, question, parts) in questions {
            let expected = self.get(&rest);
            let (answer, parts) = if expected.status == 200 {
                (page.ask(&question), parts)
            } else {
                (page.refusal(&question), &["code"][..])
            };
            assert_alike(&fields(&expected.text()), &fields(&answer), parts, &self.what(&rest));
        }
        let choices = page.ask(&json!({"choices": {}}));
        assert_eq!(fields(&self.get("/choices").text())["choices"], choices, "{}", self.what("/choices"));
    }

    fn history(&self, page: &mut Page, perspective: Option<&Value>) {
        let question = |name: &str| json!({name: {"perspective": perspective}});
        let rest = format!("/replay{}", query(perspective));
        let (expected, answer) = (fields(&self.get(&rest).text()), fields(&page.ask(&question("replay"))));
        assert_alike(&expected, &answer, &REPLAY, &self.what(&rest));
        let mut steps = list(&expected["steps"]);
        for step in &mut steps {
            step.retain(|name, _| name != "previous" && name != "next");
        }
        assert_eq!(steps, list(&answer["steps"]), "{}", self.what(&rest));
        let rest = format!("/events{}", query(perspective));
        let expected = page::events(&self.story.table, self.eyes, &rest);
        let answer = list(&page.ask(&question("entries")));
        assert_eq!(expected.len(), answer.len(), "{}", self.what(&rest));
        for (expected, answer) in expected.iter().zip(&answer) {
            assert_alike(&fields(expected), answer, &["seq", "entry"], &self.what(&rest));
        }
    }

    /// True if a debug build would take minutes to solve the record.
    fn is_solved_slowly(&self) -> bool {
        self.story.is_solved() && self.story.events() > MAX_SOLVED_EVENTS
    }

    /// The analysis, which assumes what the archive of the service knows.
    fn analysis(&self, page: &mut Page, perspective: Option<&Value>) {
        if self.is_solved_slowly() {
            return;
        }
        let rest = format!("/analysis{}", query(perspective).replace("perspective", "viewer"));
        let expected = fields(&self.get(&rest).text());
        let question = |assumed: Value| json!({"analysis": {"perspective": perspective, "assumed": assumed}});
        let (answer, parts) = if self.story.is_live() {
            (page.refusal(&question(json!({}))), &["code"][..])
        } else {
            (page.ask(&question(serde_json::from_str(&expected["assumed"]).unwrap())), &ANALYSIS[..])
        };
        assert_alike(&expected, &fields(&answer), parts, &self.what(&rest));
    }

    /// The picture of a step, in a language and a layout; the number says which.
    fn board(&self, page: &mut Page, perspective: Option<&Value>, number: usize) {
        let language = ["ja", "en"][number % 2];
        let layout = ["compact", "landscape", "portrait"][number % 3];
        let step = self.story.events() / [1, 2, 3, 4, 999][number % 5];
        let chances: &[bool] =
            if self.story.is_live() || self.is_solved_slowly() { &[false] } else { &[false, true] };
        for (hindsight, chances) in
            [false, true].into_iter().flat_map(|one| chances.iter().map(move |two| (one, *two)))
        {
            let rest = format!(
                "/board.svg{}&at={step}&language={language}&layout={layout}&hindsight={hindsight}&chances={chances}",
                query(perspective)
            );
            let expected = self.get(&rest);
            let question = json!({"board": {
                "step": step, "language": language, "layout": layout, "perspective": perspective,
                "hindsight": hindsight, "chances": chances,
            }});
            match expected.status {
                200 => assert_eq!(expected.text(), text(&page.ask(&question)), "{}", self.what(&rest)),
                403 => assert!(hindsight && self.story.is_live(), "{}", self.what(&rest)),
                _ => assert_alike(
                    &fields(&expected.text()),
                    &fields(&page.refusal(&question)),
                    &["code"],
                    &self.what(&rest),
                ),
            }
        }
    }

    /// Tries moves, most of them wrong.
    fn judgements(&self, page: &mut Page) {
        if self.eyes.token.is_none() {
            return;
        }
        for entry in self.story.tries(&self.eyes.viewer) {
            let ask = self.story.table.post("/moves?dry_run=true", &entry);
            let expected = ask.token_if(self.eyes.token.as_deref()).send();
            assert_judged_alike(&expected, page, self.eyes, &entry, &self.what("a dry run"));
        }
    }
}

/// Compares the judgement of an entry, and where it leads.
pub fn assert_judged_alike(expected: &Answer, page: &Page, eyes: &Eyes, entry: &Value, what: &str) {
    let what = format!("{what}: {entry}: {}", expected.text());
    let api_fields = fields(&expected.text());
    let mut page = page.fork();
    let question = json!({"enter": {"viewer": eyes.viewer, "entry": entry, "at": "2026-01-02T03:04:05Z"}});
    if expected.status < 300 {
        let stored = page.ask(&question);
        assert_eq!(api_fields["entries"], format!("[{stored}]"), "{what}");
        assert_alike(&api_fields, &fields(&page.ask(&json!({"position": {}}))), &POSITION, &what);
        return;
    }
    let parts: &[&str] = match api_fields["code"].as_str() {
        r#""violation""# => &PROBLEM[..4],
        r#""malformed_move""# => &PROBLEM,
        _ => &PROBLEM[..1],
    };
    assert_alike(&api_fields, &fields(&page.refusal(&question)), parts, &what);
}

fn assert_alike(expected: &Fields, answer: &Fields, parts: &[&str], what: &str) {
    let some = |all: &Fields| {
        parts.iter().map(|part| ((*part).to_owned(), all.get(*part).cloned())).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(some(expected), some(answer), "{what}");
}

fn query(perspective: Option<&Value>) -> String {
    let eyes = perspective.map(|eyes| format!("perspective={eyes}").replace('"', ""));
    format!("?{}", eyes.unwrap_or_default())
}
