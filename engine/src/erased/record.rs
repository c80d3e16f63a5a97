//! A record of any game behind the object-safe trait.

use serde_json::Value;

use super::entries::{check_unmarked, read_entry, read_stored, write};
use super::of_game::without_game;
use super::replay::step_view;
use super::{AcceptedEntry, AnyRecord, AnyViewerLog, LogChange, Rejected};
use crate::canonical_json::CanonicalJson;
use crate::game::{Game, Meta};
use crate::malformed::Malformed;
use crate::outcome::Outcome;
use crate::record::{Entry, Record, RefoldCounts, Status, ViewerLog};
use crate::rules::RulesVersion;
use crate::seat::{Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::text::Names;
use crate::words::json::Subject;

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

    fn append(&mut self, entry: &Value) -> Result<CanonicalJson, Rejected> {
        let entry = read_entry::<G>(entry)?;
        let stored = write(&entry);
        Record::append(self, entry)?;
        Ok(stored)
    }

    fn add(&mut self, entry: &Value, names: &Names) -> Result<AcceptedEntry, Rejected> {
        let entry = read_entry::<G>(entry)?;
        let stored = write(&entry);
        Ok(AcceptedEntry { entry: stored, change: change(self, entry, names)? })
    }

    fn add_stored(&mut self, entry: &CanonicalJson, names: &Names) -> Result<LogChange, Rejected> {
        change(self, read_stored(entry.as_str())?, names)
    }

    fn append_statement(&mut self, entry: &Value) -> Result<CanonicalJson, Rejected> {
        check_unmarked(entry)?;
        let Entry::Play { mv, irregular } = read_entry::<G>(entry)? else {
            return Err(Malformed::no_type().into());
        };
        let entry = Entry::Statement { mv, irregular };
        let stored = write(&entry);
        Record::append(self, entry)?;
        Ok(stored)
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

    fn append_answered(&mut self, entry: &Value) -> Result<(), Rejected> {
        let stored = without_game(G::META.slug, Subject::Move, entry)?;
        AnyRecord::append_stored(self, &stored.to_string()).map(|_| ())
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

    fn refold_counts(&self) -> RefoldCounts {
        Record::refold_counts(self)
    }

    fn memory(&self) -> usize {
        Record::memory(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now().outcome()
    }
}

/// Adds an entry and returns the change that it made.
fn change<G: Game>(
    record: &mut Record<G>,
    entry: Entry<G::Move>,
    names: &Names,
) -> Result<LogChange, Rejected> {
    let corrected = match entry {
        Entry::TakeBack { .. } => Some(None),
        Entry::Amend { event, .. } => Some(Some(event)),
        _ => None,
    };
    let accepted = record.check(entry)?;
    let change = match (corrected, accepted.step()) {
        (Some(amended), _) => LogChange::Corrected { amended },
        (None, Some(step)) => LogChange::Played(Box::new(step_view(record.now(), &step, names))),
        (None, None) => LogChange::Nothing,
    };
    record.apply(accepted);
    Ok(change)
}
