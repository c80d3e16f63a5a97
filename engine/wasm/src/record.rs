//! One record that a page holds.

use std::collections::BTreeMap;

use kifu_engine::analysis::{AnalysisPart, AnalysisQuestion};
use kifu_engine::budget::Unlimited;
use kifu_engine::erased::{
    AnyEntry, AnyGame, AnyRecord, AnyReplayCursor, AnyView, AnyViewerLog, OfferedForms, Opening,
    PositionView, StepView, check_unmarked,
};
use kifu_engine::games;
use kifu_engine::outcome::Outcome;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::sitter::Sitter;
use kifu_engine::text::{Names, Text};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::problem::Problem;
use crate::question::{Head, LoggedEntry, Question, Seated};
use crate::reply::written;

/// A record that a page holds: the log of one viewer, folded.
pub struct OpenRecord {
    record: Box<dyn AnyRecord>,
    names: Names,
    /// The time of each event.
    times: Vec<String>,
    /// The logs of viewers who see less, as far as somebody took their perspective.
    perspectives: BTreeMap<Perspective, Box<dyn AnyViewerLog>>,
}

/// A viewer as a key: a seat, or `None` for the public.
type Perspective = Option<u8>;

/// A game, as far as a record's page needs it.
#[derive(Serialize)]
struct GameSummary {
    slug: &'static str,
    name: &'static Text,
    has_secrets: bool,
    /// True: the archive has facts that an analysis of the game assumes.
    assumes_archive: bool,
}

/// An entry of the log.
#[derive(Serialize)]
struct SeenEntry {
    seq: Seq,
    entry: AnyEntry,
}

/// A whole replay.
#[derive(Serialize)]
struct Replay {
    game: &'static str,
    status: Status,
    start: AnyView,
    steps: Vec<ReplayStep>,
    outcome: Option<Outcome>,
}

/// One step of a replay.
#[derive(Serialize)]
struct ReplayStep {
    step: usize,
    steps: usize,
    at: String,
    #[serde(flatten)]
    played: StepView,
}

/// The forms of a version of the record.
#[derive(Serialize)]
struct Forms {
    version: Seq,
    #[serde(flatten)]
    offered: OfferedForms,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_limit: Option<TimeLimit>,
}

/// A time that the rules give.
#[derive(Serialize)]
struct TimeLimit {
    since: String,
    seconds: u64,
}

impl OpenRecord {
    /// An empty record with this head.
    pub fn open(head: &Head) -> Result<Self, Problem> {
        let game = games::find(&head.game).ok_or_else(Problem::not_found)?;
        let names = names(&head.seating);
        let rules_version = head.rules_version.unwrap_or_else(|| game.meta().rules_version());
        let opened = game.open(&Opening { seats: head.seats, options: head.options.clone(), rules_version });
        let record = opened.map_err(|rejected| Problem::rejected(rejected, &names))?;
        Ok(Self { record, names, times: Vec::new(), perspectives: BTreeMap::new() })
    }

    /// An independent copy.
    pub fn fork(&self) -> Self {
        let (record, names, times) = (self.record.fork(), self.names.clone(), self.times.clone());
        Self { record, names, times, perspectives: BTreeMap::new() }
    }

    /// Answers a question.
    pub fn answer(&mut self, question: Question) -> Result<Box<RawValue>, Problem> {
        match question {
            Question::Add(entries) => self.add(entries),
            Question::Enter { viewer, entry, at } => self.enter(viewer, &entry, at),
            Question::Game {} => written(&self.game()),
            Question::Entries { perspective } => self.entries(perspective),
            Question::Position {} => written(&PositionView::of(&*self.record)),
            Question::Choices {} => written(&self.record.choices()),
            Question::Forms { viewer, instead_of } => self.forms(viewer, instead_of),
            Question::Replay { perspective } => self.replay(perspective),
            Question::Board { step, language, layout, perspective, hindsight, chances } => {
                let names = self.names.clone();
                let viewer = perspective.unwrap_or(Viewer::Public);
                let of_whole =
                    chances.then(|| self.record.board_chances(step, viewer, hindsight, &Unlimited));
                let picture = (&names, language, layout);
                let seen = self.seen_from(perspective)?;
                let board = seen.board_with_chances(step, picture, hindsight, of_whole.unwrap_or_default());
                written(&board.ok_or_else(Problem::not_found)?)
            }
            Question::Analysis { perspective, step, assumed } => self.analysis(perspective, step, &assumed),
        }
    }

    fn game(&self) -> GameSummary {
        let meta = self.record.meta();
        let figures = games::find(meta.slug).map(AnyGame::archive_figures).unwrap_or_default();
        let assumes_archive = !figures.is_empty();
        GameSummary { slug: meta.slug, name: &meta.name, has_secrets: meta.has_secrets, assumes_archive }
    }

    fn entries(&mut self, perspective: Option<Viewer>) -> Result<Box<RawValue>, Problem> {
        let game = self.record.meta().slug;
        let entries = self.seen_from(perspective)?.entries(Seq(1)).into_iter();
        let seen =
            entries.map(|entry| SeenEntry { seq: entry.seq, entry: AnyEntry::of(game, &entry.payload) });
        written(&seen.collect::<Vec<_>>())
    }

    fn add(&mut self, entries: Vec<LoggedEntry>) -> Result<Box<RawValue>, Problem> {
        self.perspectives.clear();
        for LoggedEntry { at, entry } in entries {
            self.record
                .append_answered(&entry)
                .map_err(|rejected| Problem::rejected(rejected, &self.names))?;
            self.times.push(at);
        }
        written(&PositionView::of(&*self.record))
    }

    /// A seat is judged on what it knows, so its record afterwards is again only what it sees.
    fn enter(&mut self, viewer: Viewer, entry: &Value, at: String) -> Result<Box<RawValue>, Problem> {
        let rejected = |rejected| Problem::rejected(rejected, &self.names);
        check_unmarked(entry).map_err(|malformed| rejected(malformed.into()))?;
        if let Viewer::Seat(seat) = viewer
            && self.record.actor(entry).map_err(rejected)? != Some(seat)
        {
            return Err(Problem::forbidden());
        }
        let mut next = self.record.fork();
        let stored = next.append(entry).map_err(rejected)?;
        if let Viewer::Seat(_) = viewer {
            next = self.record.fork();
            next.append_statement(entry).map_err(rejected)?;
            next = next.seen_by(viewer);
        }
        self.record = next;
        self.times.push(at);
        self.perspectives.clear();
        written(&AnyEntry::of(self.record.meta().slug, &stored))
    }

    fn forms(&self, viewer: Viewer, instead_of: Option<Seq>) -> Result<Box<RawValue>, Problem> {
        let offered = OfferedForms::of(&*self.record, viewer, instead_of, &self.names);
        let offered = offered.ok_or_else(Problem::not_found)?;
        let time_limit = if instead_of.is_none() { self.time_limit() } else { None };
        written(&Forms { version: self.record.version(), offered, time_limit })
    }

    fn time_limit(&self) -> Option<TimeLimit> {
        let (limit, first) = self.record.time_limit()?;
        let since = self.times.get(first.index().checked_sub(1)?)?;
        Some(TimeLimit { since: since.clone(), seconds: limit.as_secs() })
    }

    fn replay(&mut self, perspective: Option<Viewer>) -> Result<Box<RawValue>, Problem> {
        let (names, times) = (self.names.clone(), self.times.clone());
        let seen = self.seen_from(perspective)?;
        let mut cursor: Box<dyn AnyReplayCursor> = seen.replay_cursor();
        let played = std::iter::from_fn(|| cursor.step(seen, &names));
        let at = |played: &StepView| times.get(seen.origin(played.seq)?.index().checked_sub(1)?).cloned();
        let steps = played.zip(1..).map(|(played, step)| ReplayStep {
            step,
            steps: seen.len(),
            at: at(&played).unwrap_or_default(),
            played,
        });
        written(&Replay {
            game: seen.meta().slug,
            status: seen.status(),
            start: seen.start(),
            steps: steps.collect(),
            outcome: seen.outcome(),
        })
    }

    fn analysis(
        &self,
        perspective: Option<Viewer>,
        step: Option<usize>,
        assumed: &Value,
    ) -> Result<Box<RawValue>, Problem> {
        let viewer = perspective.unwrap_or(Viewer::Public);
        let question = match step {
            Some(step) => {
                AnalysisQuestion { viewer, parts: vec![AnalysisPart::Solver], from: step, to: step }
            }
            None => AnalysisQuestion::all(viewer),
        };
        let analysis = self.record.analyse(&question, assumed, &self.names, &Unlimited);
        written(&analysis.map_err(|why| Problem::not_analysed(why, &self.names))?)
    }

    /// The record from a perspective, as it was seen while the game was live; all of it if there is none.
    fn seen_from(&mut self, perspective: Option<Viewer>) -> Result<&dyn AnyRecord, Problem> {
        let Some(viewer) = perspective else { return Ok(&*self.record) };
        let key = match viewer {
            Viewer::Seat(seat) if !self.record.seats().contains(seat) => return Err(Problem::not_found()),
            Viewer::Seat(seat) => seat.as_u8(),
            Viewer::Public | Viewer::Scribe => None,
        };
        let record = &self.record;
        let log = self.perspectives.entry(key).or_insert_with(|| record.viewer_log(viewer));
        Ok(log.seen())
    }
}

fn names(seating: &[Seated]) -> Names {
    let sitters = seating.iter().map(|seated| match &seated.name {
        _ if seated.erased => Sitter::Erased,
        Some(name) => Sitter::Named(name),
        None => Sitter::Nameless,
    });
    Sitter::names(&sitters.collect::<Vec<_>>())
}
