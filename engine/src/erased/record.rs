//! A record of any game behind the one face.

use serde_json::Value;

use super::entries::{lenient_numbers, read_stored, read_value, write};
use super::{
    AnyRecord, AnyWatch, Did, EntryView, Findings, Logged, Rejected, StepView, encode, forms, happened, joint,
};
use crate::board::Board;
use crate::form::Form;
use crate::game::{Game, Meta, Outcome, Pick, Seq};
use crate::joint::{Joint, Part};
use crate::record::{Entry, Record, Status, Step, Watch};
use crate::seat::{Seat, Seats, Viewer};
use crate::statistics::Observation;
use crate::tagged;
use crate::text::{Language, Names, Text};
use crate::violation::Violation;

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
        let entry: Entry<G::Move> = lenient_numbers(entry, read_value)?;
        let stored = write(&entry);
        Record::append(self, entry)?;
        Ok(stored)
    }

    fn add(&mut self, entry: &Value, names: &Names) -> Result<Logged, Rejected> {
        let entry: Entry<G::Move> = lenient_numbers(entry, read_value)?;
        let stored = write(&entry);
        let corrects = matches!(entry, Entry::TakeBack { .. } | Entry::Amend { .. });
        let judged = self.judge(entry).map_err(|refusal| refusal.told(names))?;
        let did = match judged.step() {
            _ if corrects => Did::Corrected,
            Some(step) => Did::Played(Box::new(step_view(self.now(), &step, names))),
            None => Did::Nothing,
        };
        self.accept(judged);
        Ok(Logged { entry: stored, did })
    }

    fn append_stored(&mut self, entry: &str) -> Result<(), Rejected> {
        Ok(Record::append(self, read_stored(entry)?)?)
    }

    fn actor(&self, entry: &Value) -> Result<Option<Seat>, Rejected> {
        match lenient_numbers(entry, read_value::<G::Move>)? {
            Entry::Play { mv, .. } => Ok(G::actor(&mv)),
            _ => Ok(None),
        }
    }

    fn fork(&self) -> Box<dyn AnyRecord> {
        Box::new(self.clone())
    }

    fn seen_by(&self, viewer: Viewer) -> Box<dyn AnyRecord> {
        Box::new(Record::seen_by(self, viewer))
    }

    fn watch(&self, viewer: Viewer) -> Box<dyn AnyWatch> {
        let mut watch = Watch::new(self, viewer);
        watch.catch_up(self);
        Box::new(watch)
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

    fn outcome(&self) -> Option<Outcome> {
        self.now().outcome()
    }

    fn start(&self) -> Value {
        encode(&self.replay().start.view())
    }

    fn steps(&self, from: usize, to: usize, names: &Names) -> Vec<StepView> {
        let replay = self.replay();
        let shown = replay.steps.iter().enumerate().take(to).skip(from.saturating_sub(1));
        shown.map(|(i, step)| step_view(replay.before(i), step, names)).collect()
    }

    fn steps_since(&self, event: Seq, names: &Names) -> Vec<StepView> {
        let numbered = (1..).map(Seq).zip(self.log());
        let touched: Vec<Seq> = numbered
            .skip_while(|(_, (origin, _))| *origin <= event)
            .filter_map(|(seq, (_, entry))| match entry {
                Entry::Play { .. } => Some(seq),
                Entry::Amend { event, .. } => Some(*event),
                _ => None,
            })
            .collect();
        let replay = self.replay();
        let steps = replay.steps.iter().enumerate().filter(|(_, step)| touched.contains(&step.seq));
        steps.map(|(index, step)| step_view(replay.before(index), step, names)).collect()
    }

    fn origin(&self, event: Seq) -> Option<Seq> {
        Record::origin(self, event)
    }

    fn in_force(&self) -> Vec<EntryView> {
        let entry = |(seq, mv, irregular): (Seq, &G::Move, bool)| EntryView {
            seq,
            origin: Record::origin(self, seq).unwrap_or(seq),
            payload: write(&Entry::Play { mv: mv.clone(), irregular }),
        };
        Record::in_force(self).map(entry).collect()
    }

    fn entries(&self, from: Seq) -> Vec<EntryView> {
        let numbered = (1..).map(Seq).zip(self.log());
        let wanted = numbered.skip_while(|(seq, _)| *seq < from);
        wanted.map(|(seq, (origin, entry))| EntryView { seq, origin, payload: write(entry) }).collect()
    }

    fn board(&self, step: usize, names: &Names, language: Language) -> Option<String> {
        let view = self.position_at(step)?.view();
        let mut board = Board::new(names, language);
        G::draw(&view, &mut board);
        Some(board.into_svg(&G::META.name))
    }

    fn happened(&self) -> Vec<Value> {
        happened::happened(self)
    }

    fn first_player(&self) -> Option<Seat> {
        (Record::status(self) == Status::Over).then(|| G::first_player(&self.replay()))?
    }

    fn observe(&self) -> Vec<Observation> {
        match Record::status(self) {
            Status::Over => G::observe(&self.replay()),
            Status::Live | Status::Abandoned => Vec::new(),
        }
    }

    fn findings(&self) -> Option<Findings> {
        (Record::status(self) == Status::Over).then(|| {
            let replay = self.replay();
            Findings { observations: G::observe(&replay), first_player: G::first_player(&replay) }
        })
    }

    fn span(&self) -> Option<[Seq; 2]> {
        Record::span(self)
    }

    fn sample(&self, pick: &mut dyn Pick) -> Option<Value> {
        let choices = legal_choices(self);
        (!choices.is_empty()).then(|| tagged::write(&self.now().sample(pick.one(&choices), pick)))
    }

    fn offers(&self, entry: &Value) -> bool {
        let Ok(Entry::Play { mv, .. }) = lenient_numbers(entry, read_value::<G::Move>) else { return false };
        legal_choices(self).iter().any(|choice| self.now().covers(choice, &mv))
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

fn legal_choices<G: Game>(record: &Record<G>) -> Vec<G::Choice> {
    match record.status() {
        Status::Live => record.now().choices(),
        Status::Over | Status::Abandoned => Vec::new(),
    }
}

fn step_view<G: Game>(before: &G, step: &Step<G>, names: &Names) -> StepView {
    let mut narration = vec![before.tell_move(&step.mv, names)];
    let breaches: Vec<_> = step.breaches.iter().map(|breach| breach.clone().told(names)).collect();
    narration.extend(breaches.iter().map(tell_breach));
    narration.extend(step.effects.iter().map(|effect| G::tell_effect(effect, names)));
    StepView {
        seq: step.seq,
        mv: tagged::write(&step.mv),
        irregular: step.irregular,
        breaches,
        effects: step.effects.iter().map(encode).collect(),
        narration,
        state: encode(&step.after.view()),
    }
}

fn tell_breach(breach: &Violation) -> Text {
    Text::new(
        format!("反則({}): {}", breach.rule, breach.message.ja),
        format!("Against the rules ({}): {}", breach.rule, breach.message.en),
    )
}
