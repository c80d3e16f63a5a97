//! The positions of a record of any game, and the steps that led to them.

use std::collections::HashSet;
use std::time::Duration;

use super::log::dispute_view;
use super::{AnyEffect, AnyMove, AnyReplayCursor, AnyView, StepView};
use crate::game::Game;
use crate::message::{Message, RuleId};
use crate::record::{Entry, Record, ReplayCursor, Status, Step};
use crate::seq::Seq;
use crate::tagged;
use crate::text::Names;
use crate::words::Common;

/// The positions of a record, and the steps that led to them.
pub trait AnyReplay {
    /// The moves in force one after the other, from the first on.
    fn replay_cursor(&self) -> Box<dyn AnyReplayCursor>;
    /// The position now.
    fn state(&self) -> AnyView;
    /// The position before the first move.
    fn start(&self) -> AnyView;
    /// The moves in force from step `from` (1-based) to step `to`, both included.
    fn steps(&self, from: usize, to: usize, names: &Names) -> Vec<StepView>;
    /// The steps that the entries after an event played or amended.
    fn steps_since(&self, event: Seq, names: &Names) -> Vec<StepView>;
    /// The position after a step with hindsight; `None` if there is no such step, or while the game is live.
    fn state_with_hindsight(&self, step: usize) -> Option<AnyView>;
    /// The time that people have for the present step, and the event that began it.
    fn time_limit(&self) -> Option<(Duration, Seq)>;
}

impl<G: Game> AnyReplay for Record<G> {
    fn replay_cursor(&self) -> Box<dyn AnyReplayCursor> {
        Box::new(ReplayCursor::new(self))
    }

    fn state(&self) -> AnyView {
        answered::<G>(&self.now().view())
    }

    fn start(&self) -> AnyView {
        answered::<G>(&Record::start(self).view())
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

    fn state_with_hindsight(&self, step: usize) -> Option<AnyView> {
        view_with_hindsight(self, step).map(|view| answered::<G>(&view))
    }

    fn time_limit(&self) -> Option<(Duration, Seq)> {
        let limit = self.now().time_limit()?;
        let mut walk = ReplayCursor::new(self);
        let steps = std::iter::from_fn(|| walk.step(self));
        let first = steps.filter(|(before, _)| before.time_limit().is_none()).last()?;
        Some((limit, first.1.seq))
    }
}

/// The position after this step with hindsight; `None` while the game is live.
pub(super) fn view_with_hindsight<G: Game>(record: &Record<G>, step: usize) -> Option<G::View> {
    let position = record.position_at(step).filter(|_| record.status() != Status::Live)?;
    let later = record.replay().steps.split_off(step);
    Some(position.view_with_hindsight(&later))
}

fn answered<G: Game>(view: &G::View) -> AnyView {
    AnyView::of(G::META.slug, view)
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
    let (mv, message) = (AnyMove::of(G::META.slug, &tagged::write(applied)), before.describe_move(applied));
    message.assert_describes(&mv);
    let effects: Vec<_> = step.effects.iter().map(|effect| AnyEffect::of(G::META.slug, effect)).collect();
    let effect_messages: Vec<Message> = step.effects.iter().map(G::describe_effect).collect();
    effect_messages.iter().zip(&effects).for_each(|(message, effect)| message.assert_describes(effect));
    let messages = std::iter::once(message).chain(breaches).chain(effect_messages).chain(said);
    StepView {
        game: G::META.slug,
        seq: step.seq,
        mv,
        irregular: step.irregular,
        dispute: step.dispute.as_ref().map(|dispute| dispute_view::<G>(dispute, &step.mv, step.irregular)),
        breaches: step.breaches.iter().map(|breach| breach.view(names)).collect(),
        effects,
        narration: messages.map(|message| message.text(names)).collect(),
        state: answered::<G>(&step.after.view()),
    }
}
