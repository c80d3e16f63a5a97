//! `kifu verify`: compares everything stored with its hashes, refolds it, and reports all that was altered or does not
//! fold.

mod description;
mod heads;
mod projections;
mod search_documents;

use chrono::TimeDelta;
use futures_util::{TryStreamExt, pin_mut};

use kifu_engine::erased::Opening;
use kifu_engine::games;
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use serde_json::Value;

use self::heads::{CheckedHeads, TrustedKeys};
use self::projections::ProjectionComparison;
use super::{CommandFailure, bar, output};
use crate::http::cost::{Folds, Permit};
use crate::http::credentials::Access;
use crate::http::problem::Problem;
use crate::operation::config::{Settings, Verify};
use crate::proofs::signing::Signer;
use crate::proofs::signing::elsewhere::Elsewhere;
use crate::proofs::signing::schedule::HeadSchedule;
use crate::records::archive::walk::{Selection, Stored, walk};
use crate::records::cache::{LoadedRecord, ReplayError, Unfoldable, stored_opening};
use kifu_store::{Event, FeedFault, Record, Store, StoredLink, check_chain};

/// How much older than two intervals the last head may be while there are newer events.
const GRACE: TimeDelta = TimeDelta::seconds(30);

/// Compares every record with its hashes, the row of a record with its opening, the feed with its positions, and the tree
/// over it with the heads that were signed; what records say of themselves with its commitments; folds every record again, and compares every stored entry with what the fold
/// makes of it.
///
/// # Errors
///
/// If the database can't be read, was tampered with, or a record does not fold to the stored state.
pub async fn run(store: &Store, verify: &Verify, settings: &Settings) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let progress = bar(store.latest().count_records().await?, "verifying");
    let feed = store.latest().feed_faults().await?;
    let (mut records, mut events, mut undescribed) = (0, 0, 0);
    let mut faults: Vec<_> = feed.iter().map(ToString::to_string).collect();
    faults.extend(description::misplaced(store).await?);
    let pages = walk(super::admission(), store.latest().clone(), Selection::All, None);
    pin_mut!(pages);
    let mut projections = ProjectionComparison::new(store);
    while let Some(page) = pages.try_next().await? {
        let count = page.len();
        let ids: Vec<_> = page.iter().map(|stored| stored.id).collect();
        let links = store.latest().links(&ids).await?;
        let descriptions = store.latest().descriptions(&ids).await?;
        let mut whole = Vec::new();
        for stored in page {
            let id = stored.id;
            let links = links.get(&id).map(Vec::as_slice).unwrap_or_default();
            match (stored.head(), descriptions.get(&id)) {
                (Some(head), Some(description)) => {
                    let fault = description::check(store, head, description).await?;
                    faults.extend(fault.map(|fault| format!("{id}: {fault}")));
                }
                _ => undescribed += 1,
            }
            events += stored.events().len();
            match check_record(stored, links) {
                Ok(()) => whole.push(id),
                Err(fault) => faults.push(format!("{id}: {fault}")),
            }
        }
        faults.extend(projections.check(&whole).await?);
        records += count;
        progress.inc(count as u64);
    }
    faults.extend(projections.invented().await?);
    // A hole in the feed is named already, and no tree can be made of it.
    let has_gaps = feed.iter().any(|fault| matches!(fault, FeedFault::Missing { .. }));
    let heads =
        if has_gaps { CheckedHeads::default() } else { compare_heads(store, verify, settings).await? };
    faults.extend_from_slice(&heads.faults);
    progress.finish_and_clear();
    output::print(format_args!(
        "verified {records} records, {events} events, {} signed heads; faults: {}",
        heads.count(),
        faults.len()
    ))?;
    for fault in &faults {
        output::print(fault)?;
    }
    if has_gaps {
        output::print("not checked: signed heads, because events are missing")?;
    }
    if undescribed > 0 {
        output::print(format_args!(
            "not checked: what {undescribed} records say of themselves, because it has no commitments yet"
        ))?;
    }
    projections.notes().iter().try_for_each(output::print)?;
    heads.to_string().lines().try_for_each(output::print)?;
    if faults.is_empty() { Ok(()) } else { Err("what is stored is not what was recorded".into()) }
}

async fn compare_heads(
    store: &Store,
    verify: &Verify,
    settings: &Settings,
) -> Result<CheckedHeads, CommandFailure> {
    let current = Signer::new(store, settings.signing_key.as_ref()).await?.public_key();
    let keys = TrustedKeys { current, former: &verify.former_key };
    let interval = HeadSchedule::every(settings.head_seconds.get()).interval();
    let elsewhere = match &verify.heads {
        Some(place) => Some(Elsewhere::open(place)?.read().await?),
        None => None,
    };
    heads::check(store, &keys, interval * 2 + GRACE, elsewhere).await
}

fn check_record(stored: Stored, links: &[StoredLink]) -> Result<(), CommandFailure> {
    check_chain(stored.events(), links)?;
    let parts = stored.into_parts();
    let (head, events) = parts.map_err(|damaged| damaged.seen_by(Access::Scribe).message.en.into_owned())?;
    check_opening(&head, &events[0])?;
    #[expect(clippy::disallowed_methods, reason = "this is a command")]
    let permit = Permit::<Folds>::unattended();
    let loaded = LoadedRecord::new(head, &events, &permit)?;
    if let Some(broken) = &loaded.unreplayable {
        return Err(format!("event {} no longer folds: {}", broken.at.0, why(broken, &loaded.names)).into());
    }
    let stored: Vec<_> = events.iter().filter(|event| event.seq.0 > 0).collect();
    let entries = loaded.record.entries(Seq(1));
    if stored.len() != entries.len() {
        return Err(format!("{} events stored, {} loaded", stored.len(), entries.len()).into());
    }
    for (stored, entry) in stored.iter().zip(&entries) {
        let payload: Value = stored.payload.read()?;
        if payload != entry.payload.value() {
            return Err(format!("event {} is stored otherwise than it reads", entry.seq.0).into());
        }
    }
    Ok(())
}

/// Why an event does not fold, in words.
fn why(broken: &ReplayError, names: &Names) -> String {
    match &broken.why {
        Unfoldable::Rejected(rejected) => {
            Problem::rejected((**rejected).clone(), names).message().en.into_owned()
        }
        Unfoldable::Missing => "it is missing".to_owned(),
        Unfoldable::Panicked => "the rules could not judge it".to_owned(),
    }
}

/// Checks that a record's row agrees with its opening.
fn check_opening(head: &Record, opening: &Event) -> Result<(), CommandFailure> {
    let opened: Value = opening.payload.read()?;
    let game = games::find(&head.game).ok_or_else(|| format!("the game {} is unknown", head.game))?;
    let set_up =
        stored_opening(head.seats, &head.options, head.rules_version).map_err(|_| "it has no opening")?;
    // Openings were once stored as they were sent, with some options left out.
    let all =
        |options: &Value| game.all_options(&Opening { options: options.clone(), ..set_up.clone() }).ok();
    let options = all(&set_up.options);
    let same = [
        ("game", opened["game"] == head.game),
        ("seats", opened["seats"] == head.seats),
        ("options", options.is_some() && all(&opened["options"]) == options),
        ("rules_version", opened["rules_version"] == head.rules_version.get()),
        ("opened_at", opening.at == head.opened_at),
    ];
    match same.iter().find(|(_, same)| !same) {
        Some((field, _)) => Err(format!("`{field}` was altered: it is not what the opening says").into()),
        None => Ok(()),
    }
}
