//! The log of a record of any game.

use serde_json::Value;

use super::entries::{write, write_move};
use super::{AnyMove, DisputeView, EntryView, searchable};
use crate::canonical_json::CanonicalJson;
use crate::game::Game;
use crate::record::{Dispute, Record};
use crate::seq::Seq;
use crate::tagged::{self, Marks};

/// The log of a record.
pub trait AnyLog {
    /// The moves in force that do not agree with the statements of others, in order.
    fn disputes(&self) -> Vec<DisputeView>;
    /// The event of the full record that an event of this one comes from.
    fn origin(&self, event: Seq) -> Option<Seq>;
    /// The last event of this one that comes from that event of the full record or an earlier one.
    fn last_from(&self, origin: Seq) -> Seq;
    /// The moves in force as amended, each as the entry that would record it now, with the event that recorded it.
    fn in_force(&self) -> Vec<EntryView>;
    /// The log, from the entry numbered `from`.
    fn entries(&self, from: Seq) -> Vec<EntryView> {
        self.entries_page(from, usize::MAX)
    }
    /// The log, from the entry numbered `from`, so many entries at most.
    fn entries_page(&self, from: Seq, limit: usize) -> Vec<EntryView>;
    /// The events of the first and the last move in force, the same if there is but one.
    fn span(&self) -> Option<[Seq; 2]>;
    /// Every move in force, effect and breach as an object with its `type`; a breach's is [`BREACH_TYPE`].
    fn searchable_items(&self) -> Vec<Value>;
}

impl<G: Game> AnyLog for Record<G> {
    fn disputes(&self) -> Vec<DisputeView> {
        let disputes = self.disputed_moves();
        disputes.map(|(dispute, mv, irregular)| dispute_view::<G>(dispute, mv, irregular)).collect()
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
            payload: CanonicalJson::of_entry(&write_move(
                mv,
                Marks { irregular, statement: self.is_statement(seq) },
            )),
        };
        Record::in_force(self).map(entry).collect()
    }

    fn entries_page(&self, from: Seq, limit: usize) -> Vec<EntryView> {
        let passed = from.index().saturating_sub(1);
        let selected = (1..).map(Seq).zip(self.log()).skip(passed).take(limit);
        selected.map(|(seq, (origin, entry))| EntryView { seq, origin, payload: write(entry) }).collect()
    }

    fn span(&self) -> Option<[Seq; 2]> {
        Record::span(self)
    }

    fn searchable_items(&self) -> Vec<Value> {
        searchable::searchable_items(self)
    }
}

pub(super) fn dispute_view<G: Game>(
    dispute: &Dispute<G::Move>,
    mv: &G::Move,
    irregular: bool,
) -> DisputeView {
    DisputeView {
        event: dispute.event,
        with: dispute.with,
        stated: AnyMove::of(G::META.slug, &write_move(mv, Marks { irregular, statement: false })),
        applied: dispute.applied.iter().map(|mv| AnyMove::of(G::META.slug, &tagged::write(mv))).collect(),
    }
}
