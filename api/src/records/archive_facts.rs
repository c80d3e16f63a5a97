//! Facts that no record says, as the archive has them: how somebody's villagers land, how often such a position was won.
//!
//! Games that programs played against themselves and those of people are never counted together: a simulated record is
//! held against simulated ones, and any other against the others.

use std::collections::HashMap;
use std::sync::Arc;

use kifu_engine::analysis::{ArchiveFigure, ArchiveFigures};
use kifu_engine::games;
use kifu_statistics::catalogue::find;
use kifu_statistics::columns::games::SIMULATED_TAG;
use kifu_statistics::values::{StatisticalGroup, StatisticalValue};
use kifu_store::Occupant;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::http::cost::Admission;
use crate::http::problem::Problem;
use crate::records::cache::LoadedRecord;
use crate::records::details::Details;
use crate::statistics::answers::query::read;
use crate::statistics::answers::sources::Sources;

/// Adds what nobody gave and the archive knows.
///
/// # Errors
///
/// If the archive cannot be asked.
pub(super) async fn add(
    (app, admission): (&App, &Admission),
    loaded: &LoadedRecord,
    facts: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let Some(game) = games::find(loaded.record.meta().slug) else { return Ok(()) };
    for request in game.archive_figures() {
        if facts.contains_key(request.fact) {
            continue;
        }
        let mut figures = Vec::new();
        if request.by_player {
            for occupant in &loaded.head.seating {
                let of_player = match occupant {
                    Occupant::Player { id, .. } => {
                        ask((app, admission), loaded, request, Some(("player", id.0.to_string()))).await?
                    }
                    _ => Vec::new(),
                };
                let of_all = of_player.is_empty();
                figures.push(if of_all {
                    ask((app, admission), loaded, request, None).await?
                } else {
                    of_player
                });
            }
        } else {
            let seats = loaded.head.seats.to_string();
            figures.push(ask((app, admission), loaded, request, Some(("seats", seats))).await?);
        }
        if let Some(fact) = game.archive_fact(request.fact, &figures) {
            facts.insert(request.fact.to_owned(), json!(fact));
        }
    }
    Ok(())
}

/// The figures of these games, as far as they come from enough of them.
async fn ask(
    (app, admission): (&App, &Admission),
    loaded: &LoadedRecord,
    request: &ArchiveFigures,
    filter: Option<(&str, String)>,
) -> Result<Vec<ArchiveFigure>, Problem> {
    let Some(entry) = find(&format!("{}.{}", loaded.record.meta().slug, request.metric)) else {
        return Ok(Vec::new());
    };
    let details = Details::stored_in(&loaded.head.details);
    let is_simulated = details.tags.iter().any(|tag| tag.key().as_str() == SIMULATED_TAG);
    let params = [
        ("simulated", if is_simulated { "only" } else { "exclude" }.to_owned()),
        ("min_games", request.min_games.to_string()),
        ("group_by", request.group_by.to_owned()),
    ];
    let params: Vec<_> =
        params.into_iter().chain(filter).map(|(name, value)| (name.to_owned(), value)).collect();
    let query = Arc::new(read(entry, &params)?);
    let slot = admission.slot().await?;
    let sources =
        Sources { archive: &app.archive, store: app.store(), slot: &slot, sealer: &app.feed.sealer };
    let (inputs, snapshot) = sources.inputs(entry, &query).await?;
    let answer = app.answers.get((inputs, &slot), entry, &query, &snapshot).await?;
    let answer = answer.named(entry, &query, &HashMap::new(), &snapshot, String::new());
    Ok(answer.groups.into_iter().flatten().filter_map(figure).collect())
}

fn figure(group: StatisticalGroup) -> Option<ArchiveFigure> {
    let StatisticalGroup { mut key, figures } = group;
    let (mean, interval) = (figures.mean?, figures.interval);
    let word = |value: &mut StatisticalValue| match value {
        StatisticalValue::Whole(number) => Some(number.to_string()),
        StatisticalValue::Word(word) => Some(word.clone()),
        _ => None,
    };
    Some(ArchiveFigure {
        key: key.values().map(word).collect::<Option<_>>()?,
        mean,
        low: interval.map_or(mean, |interval| interval.low),
        high: interval.map_or(mean, |interval| interval.high),
    })
}
