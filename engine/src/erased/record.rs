//! A record of any game behind the object-safe trait.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::Value;

use super::entries::{check_unmarked, read_entry, read_stored, write};
use super::{
    AcceptedEntry, AnyRecord, AnyReplayCursor, AnyViewerLog, DisputeView, EntryView, Findings, LogChange,
    NotAnalysed, RecordAnalysis, Rejected, StepView, analysis, encode, forms, joint, searchable,
};
use crate::analysis::AnalysisQuestion;
use crate::board::{Board, BoardChance, Layout};
use crate::budget::Budget;
use crate::form::Form;
use crate::game::{Chooser, Game, LastMove, Meta};
use crate::joint::Joint;
use crate::malformed::Malformed;
use crate::message::{Message, RuleId};
use crate::outcome::Outcome;
use crate::policy::{Players, Temper};
use crate::record::{Dispute, Entry, Record, RefoldCounts, Replay, ReplayCursor, Status, Step, ViewerLog};
use crate::rules::{Part, RulesVersion};
use crate::seat::{BySeat, Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::statistics::Observation;
use crate::tagged;
use crate::text::{Language, Names};
use crate::words::Common;

impl<G: Game> AnyRecord for Record<G> {
    fn meta(&self) -> &'static Meta {
        const { &G::META }
    }

    fn version(&self) -> Seq {
        Record::version(self)
    }

    fn seats(&self) -> Seats {
        Record::seats(self)
    }

    fn rules_version(&self) -> RulesVersion {
        Record::rules_version(self)
    }

    fn status(&self) -> Status {
        Record::status(self)
    }

    fn is_irregular(&self) -> bool {
        Record::is_irregular(self)
    }

    fn len(&self) -> usize {
        Record::len(self)
    }

    fn append(&mut self, entry: &Value) -> Result<Value, Rejected> {
        let entry = read_entry::<G>(entry)?;
        let stored = write(&entry);
        Record::append(self, entry)?;
        Ok(stored)
    }

    fn add(&mut self, entry: &Value, names: &Names) -> Result<AcceptedEntry, Rejected> {
        let entry = read_entry::<G>(entry)?;
        let stored = write(&entry);
        let corrects = matches!(entry, Entry::TakeBack { .. } | Entry::Amend { .. });
        let accepted = self.check(entry)?;
        let change = match accepted.step() {
            _ if corrects => LogChange::Corrected,
            Some(step) => LogChange::Played(Box::new(step_view(self.now(), &step, names))),
            None => LogChange::Nothing,
        };
        self.apply(accepted);
        Ok(AcceptedEntry { entry: stored, change })
    }

    fn add_statement(&mut self, entry: &Value, names: &Names) -> Result<AcceptedEntry, Rejected> {
        check_unmarked(entry)?;
        let Entry::Play { mv, irregular } = read_entry::<G>(entry)? else {
            return Err(Malformed::no_type().into());
        };
        self.add(&write(&Entry::Statement { mv, irregular }), names)
    }

    fn append_stored(&mut self, entry: &str) -> Result<Option<Seat>, Rejected> {
        let entry = read_stored(entry)?;
        let stated_by = match &entry {
            Entry::Statement { mv, .. } => G::actor(mv),
            _ => None,
        };
        Record::append(self, entry)?;
        Ok(stated_by)
    }

    fn actor(&self, entry: &Value) -> Result<Option<Seat>, Rejected> {
        match read_entry::<G>(entry)? {
            Entry::Play { mv, .. } | Entry::Statement { mv, .. } => Ok(G::actor(&mv)),
            _ => Ok(None),
        }
    }

    fn fork(&self) -> Box<dyn AnyRecord> {
        Box::new(Record::fork(self))
    }

    fn seen_by(&self, viewer: Viewer) -> Box<dyn AnyRecord> {
        Box::new(Record::seen_by(self, viewer))
    }

    fn viewer_log(&self, viewer: Viewer) -> Box<dyn AnyViewerLog> {
        let mut watch = ViewerLog::new(self, viewer);
        watch.catch_up(self);
        Box::new(watch)
    }

    fn replay_cursor(&self) -> Box<dyn AnyReplayCursor> {
        Box::new(ReplayCursor::new(self))
    }

    fn refold_counts(&self) -> RefoldCounts {
        Record::refold_counts(self)
    }

    fn memory(&self) -> usize {
        Record::memory(self)
    }

    fn state(&self) -> Value {
        encode(&self.now().view())
    }

    fn choices(&self) -> Vec<Value> {
        legal_choices(self).iter().map(encode).collect()
    }

    fn forms(&self, viewer: Viewer, instead_of: Option<Seq>, names: &Names) -> Option<Vec<Form>> {
        forms::list(self, viewer, instead_of, names)
    }

    fn part_form(&self, seat: Seat, names: &Names) -> Option<Form> {
        joint::due(self).and_then(|_| G::Part::form(self.now(), seat, names))
    }

    fn time_limit(&self) -> Option<(Duration, Seq)> {
        let limit = self.now().time_limit()?;
        let mut walk = ReplayCursor::new(self);
        let steps = std::iter::from_fn(|| walk.step(self));
        let first = steps.filter(|(before, _)| before.time_limit().is_none()).last()?;
        Some((limit, first.1.seq))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now().outcome()
    }

    fn start(&self) -> Value {
        encode(&Record::start(self).view())
    }

    fn steps(&self, from: usize, to: usize, names: &Names) -> Vec<StepView> {
        let mut walk = ReplayCursor::new(self);
        let walked = (1..=to).map_while(|number| walk.step(self).map(|step| (number, step)));
        let selected = walked.filter(|(number, _)| *number >= from);
        selected.map(|(_, (before, step))| step_view(&before, &step, names)).collect()
    }

    fn steps_since(&self, event: Seq, names: &Names) -> Vec<StepView> {
        let numbered = (1..).map(Seq).zip(self.log());
        let touched: HashSet<Seq> = numbered
            .skip_while(|(seq, _)| *seq <= event)
            .filter_map(|(seq, (_, entry))| match entry {
                Entry::Play { .. } | Entry::Statement { .. } => Some(seq),
                Entry::Amend { event, .. } => Some(*event),
                _ => None,
            })
            .collect();
        let mut walk = ReplayCursor::new(self);
        let walked = std::iter::from_fn(|| walk.step(self));
        let selected = walked.filter(|(_, step)| touched.contains(&step.seq));
        selected.map(|(before, step)| step_view(&before, &step, names)).collect()
    }

    fn disputes(&self) -> Vec<DisputeView> {
        let disputes = self.disputed_moves();
        disputes.map(|(dispute, mv, irregular)| dispute_view(dispute, mv, irregular)).collect()
    }

    fn origin(&self, event: Seq) -> Option<Seq> {
        Record::origin(self, event)
    }

    fn last_from(&self, origin: Seq) -> Seq {
        Record::last_from(self, origin)
    }

    fn in_force(&self) -> Vec<EntryView> {
        let entry = |(seq, mv, irregular): (Seq, &G::Move, bool)| EntryView {
            seq,
            origin: Record::origin(self, seq).unwrap_or(seq),
            payload: write(&if self.is_statement(seq) {
                Entry::Statement { mv: mv.clone(), irregular }
            } else {
                Entry::Play { mv: mv.clone(), irregular }
            }),
        };
        Record::in_force(self).map(entry).collect()
    }

    fn entries_page(&self, from: Seq, limit: usize) -> Vec<EntryView> {
        let passed = usize::try_from(from.0.saturating_sub(1)).unwrap_or(usize::MAX);
        let selected = (1..).map(Seq).zip(self.log()).skip(passed).take(limit);
        selected.map(|(seq, (origin, entry))| EntryView { seq, origin, payload: write(entry) }).collect()
    }

    fn board(&self, step: usize, names: &Names, language: Language, layout: Layout) -> Option<String> {
        let view = self.position_at(step)?.view();
        Some(drawn(self, step, &view, Board::new(names, language, layout)))
    }

    fn board_with_hindsight(
        &self,
        step: usize,
        names: &Names,
        language: Language,
        layout: Layout,
    ) -> Option<String> {
        let view = view_with_hindsight(self, step)?;
        Some(drawn(self, step, &view, Board::new(names, language, layout)))
    }

    fn board_chances(
        &self,
        step: usize,
        viewer: Viewer,
        with_solver: bool,
        budget: &dyn Budget,
    ) -> Vec<BoardChance> {
        analysis::board_chances(self, step, (viewer, with_solver), budget)
    }

    fn board_with_chances(
        &self,
        step: usize,
        (names, language, layout): (&Names, Language, Layout),
        hindsight: bool,
        chances: Vec<BoardChance>,
    ) -> Option<String> {
        let view = if hindsight { view_with_hindsight(self, step)? } else { self.position_at(step)?.view() };
        Some(drawn(self, step, &view, Board::new(names, language, layout).with_chances(chances)))
    }

    fn state_with_hindsight(&self, step: usize) -> Option<Value> {
        view_with_hindsight(self, step).map(|view| encode(&view))
    }

    fn searchable_items(&self) -> Vec<Value> {
        searchable::searchable_items(self)
    }

    fn first_player(&self) -> Option<Seat> {
        (Record::status(self) == Status::Over).then(|| G::first_player(&self.replay().as_applied()))?
    }

    fn observe(&self) -> Vec<Observation> {
        self.findings().map(|findings| findings.observations).unwrap_or_default()
    }

    fn findings(&self) -> Option<Findings> {
        findings(self, G::observe)
    }

    fn slow_findings(&self, budget: &dyn Budget) -> Option<Findings> {
        findings(self, |replay| G::observe_slowly(replay, budget))
    }

    fn analyse(
        &self,
        question: &AnalysisQuestion,
        assumed: &Value,
        names: &Names,
        budget: &dyn Budget,
    ) -> Result<RecordAnalysis, NotAnalysed> {
        analysis::analyse(self, question, (assumed, names), budget)
    }

    fn span(&self) -> Option<[Seq; 2]> {
        Record::span(self)
    }

    fn sample(&self, chooser: &mut dyn Chooser) -> Option<Value> {
        let choices = legal_choices(self);
        (!choices.is_empty()).then(|| tagged::write(&self.now().sample(chooser.choose(&choices), chooser)))
    }

    fn policy_entry(&self, tempers: &BySeat<Temper>, chooser: &mut dyn Chooser) -> Option<Value> {
        let seen = |seat: Seat| Record::seen_by(self, Viewer::Seat(seat)).now().clone();
        let is_live = Record::status(self) == Status::Live;
        let mv = is_live.then(|| self.now().policy_move(&Players::new(tempers, &seen), chooser))?;
        mv.map(|mv| tagged::write(&mv))
    }

    fn is_choice(&self, entry: &Value) -> bool {
        let Ok(Entry::Play { mv, .. }) = read_entry::<G>(entry) else { return false };
        legal_choices(self).iter().any(|choice| self.now().matches(choice, &mv))
    }

    fn joint(&self) -> Option<Joint> {
        joint::due(self)
    }

    fn check_part(&self, seat: Seat, part: &Value) -> Result<Value, Rejected> {
        joint::check(self, seat, part)
    }

    fn join(&self, parts: &[Value]) -> Option<Value> {
        joint::join::<G>(parts)
    }

    fn part(&self, entry: &Value, seat: Seat) -> Option<Value> {
        joint::part_of::<G>(entry, seat)
    }
}

/// What a record that is over says, observed in this way.
fn findings<G: Game>(
    record: &Record<G>,
    observe: impl FnOnce(&Replay<G>) -> Vec<Observation>,
) -> Option<Findings> {
    (record.status() == Status::Over).then(|| {
        let replay = record.replay();
        let moves = replay.steps.iter().map(|step| step.seq).collect();
        let replay = replay.as_applied();
        Findings { observations: observe(&replay), first_player: G::first_player(&replay), moves }
    })
}

/// The position after this step with what became known later; `None` as long as there is a later to come.
fn view_with_hindsight<G: Game>(record: &Record<G>, step: usize) -> Option<G::View> {
    let position = record.position_at(step).filter(|_| record.status() != Status::Live)?;
    let later = record.replay().steps.split_off(step);
    Some(position.view_with_hindsight(&later))
}

/// What stands on the table after this step, with what its move did.
fn drawn<G: Game>(record: &Record<G>, step: usize, view: &G::View, mut board: Board) -> String {
    let last = record.step_at(step).and_then(|(before, step)| {
        let mv = step.applied_move()?.clone();
        Some(LastMove { before: before.view(), mv, effects: step.effects })
    });
    G::draw(view, last.as_ref(), &mut board);
    board.into_svg(&G::META.name)
}

fn legal_choices<G: Game>(record: &Record<G>) -> Vec<G::Choice> {
    match record.status() {
        Status::Live => record.now().choices(),
        Status::Over | Status::Abandoned => Vec::new(),
    }
}

fn dispute_view<M: serde::Serialize + Clone>(dispute: &Dispute<M>, mv: &M, irregular: bool) -> DisputeView {
    DisputeView {
        event: dispute.event,
        with: dispute.with,
        stated: write(&Entry::Play { mv: mv.clone(), irregular }),
        applied: dispute.applied.iter().map(tagged::write).collect(),
    }
}

pub(super) fn step_view<G: Game>(before: &G, step: &Step<G>, names: &Names) -> StepView {
    let breaches = step
        .breaches
        .iter()
        .map(|breach| Common::Breach { rule: RuleId(breach.rule), breach: breach.message.clone() }.into());
    let said = step
        .dispute
        .iter()
        .map(|dispute| Common::Disputed { said: before.describe_move(&step.mv), with: dispute.with }.into());
    let applied = step.applied_move().unwrap_or(&step.mv);
    let (mv, message) = (tagged::write(applied), before.describe_move(applied));
    message.assert_describes(&mv);
    let effects: Vec<Value> = step.effects.iter().map(encode).collect();
    let effect_messages: Vec<Message> = step.effects.iter().map(G::describe_effect).collect();
    effect_messages.iter().zip(&effects).for_each(|(message, effect)| message.assert_describes(effect));
    let messages = std::iter::once(message).chain(breaches).chain(effect_messages).chain(said);
    StepView {
        seq: step.seq,
        mv,
        irregular: step.irregular,
        dispute: step.dispute.as_ref().map(|dispute| dispute_view(dispute, &step.mv, step.irregular)),
        breaches: step.breaches.iter().map(|breach| breach.view(names)).collect(),
        effects,
        narration: messages.map(|message| message.text(names)).collect(),
        state: encode(&step.after.view()),
    }
}
