//! The parameters of questions, for the contract.

use std::collections::BTreeSet;

use kifu_engine::games::slugs;
use schemars::JsonSchema;
use serde_json::json;

use super::{
    AS_OF_PATTERN, HEIGHT_RANGE, MAX_BINS, MAX_GROUP_BY, MAX_GROUPS, MAX_LEAST_SIZE, MAX_LIST_LENGTH,
    WIDTH_RANGE, formats, inclusions, sorts, themes,
};
use crate::http::contract::{self, Parameter};
use crate::http::query_params::{TIME_PATTERN, TIME_ZONE};
use kifu_engine::vocabulary;
use kifu_statistics::catalogue::{DIMENSION_PREFIX, OPTION_PREFIX, entries, options};

/// The parameters for the contract: those of all metrics together.
#[rustfmt::skip]
pub fn parameters() -> Vec<Parameter> {
    let mut all = vec![
        Parameter::words("game", slugs, "Only records of these games, of those that the metric is about.").repeated(),
        Parameter::id("player", "Only games with this player at the table; repeated, with all of them.").repeated(),
        Parameter::id("of", "Only what was observed of this player's seat; repeated, of any of theirs.").repeated(),
        Parameter::id("group", "Only games with exactly these players at the table and nobody else.").listed(MAX_LIST_LENGTH),
        Parameter::pattern("from", TIME_PATTERN, "Only games played then or later: a day or a time."),
        Parameter::pattern("to", TIME_PATTERN, "Only games played until then: a day, which belongs to it, or a time."),
        TIME_ZONE,
        Parameter::text("place", "Only games played there."),
        Parameter::text("tag", "Only games with this tag; repeated, with all of them.").repeated(),
        Parameter::text("without_tag", "Only games without this tag; repeated, without any of them.").repeated(),
        Parameter::integer("seats", 1, 255, "Only tables of so many; repeated, or so many.").repeated(),
        Parameter::integer("rules_version", 1, u16::MAX.into(), "Only games played by this version of the rules; repeated, or by that.").repeated(),
        Parameter::text("result", "Only games that ended so: the game's word; repeated, or so.").repeated(),
        Parameter::words("irregular", inclusions, "What becomes of games in which a rule was broken: they are left out (`exclude`, if nobody says), counted like others (`include`), or alone (`only`)."),
        Parameter::words("simulated", inclusions, "What becomes of games that a program played against itself, which have the tag `simulated`: they are left out (`exclude`, if nobody says), counted like others (`include`, if `tag` asks for them), or alone (`only`)."),
        Parameter::words("group_by", groupings, "Groups the observations: by up to three of the metric's `group_by`, separated by commas. A game with several tags is in the group of each.").listed(MAX_GROUP_BY),
        Parameter::text("compare", "Compares two of the groups, the one less the other: `4,5`. If there are several ways to group, it is given twice, each time with a value for every way, separated by commas. Nothing before or behind a comma is the group without a value; a comma within a value is written `\\,`. `*` is all observations together. Groups that are compared are in the answer beyond `limit`.").repeated(),
        Parameter::integer("min_n", 0, MAX_LEAST_SIZE, "Holds back the figures of groups with fewer observations."),
        Parameter::integer("min_games", 0, MAX_LEAST_SIZE, "Holds back the figures of groups from fewer games: intervals come from the spread between games."),
        Parameter::of("quantiles".into(), json!({"type": "number", "minimum": 0, "maximum": 1}), "Which quantiles, separated by commas: parts of the observations, 0 to 1.").listed(MAX_LIST_LENGTH),
        Parameter::integer("bins", 2, MAX_BINS, "Where there are more different numbers, they are counted in so many stretches at most; 40 if nobody says."),
        Parameter::pattern("as_of", AS_OF_PATTERN, "Answers as the archive stood then: at a time, at the end of a day (UTC), or at a `cursor` that an answer or the feed gave, or `now`. For a cursor and for `now` the answer waits a moment until everything acknowledged before is counted. A time to come is not waited for. The moves are those of the moment; places, tags, days, players and which records are public are as they are now."),
        Parameter::words("sort", sorts, "The order of the groups: by `key`, `mean` or `n`; `-` puts the greatest first."),
        Parameter::integer("limit", 1, MAX_GROUPS, "How many groups at most, in their order; 100 if nobody says."),
        Parameter::words("format", formats, "What the answer is written in; else as `Accept` wants."),
        Parameter::words("language", contract::languages, "Of the words in a chart; else as `Accept-Language` wants."),
        Parameter::words("theme", themes, "The colours of a chart: `light`, `dark`, or as the reader's device prefers (`auto`, if nobody says)."),
        Parameter::integer("width", WIDTH_RANGE.0, WIDTH_RANGE.1, "The width of a chart in pixels; 640 if nobody says."),
        Parameter::integer("height", HEIGHT_RANGE.0, HEIGHT_RANGE.1, "The height that a chart may fill; groups beyond it are left out."),
    ];
    all.extend(options(&all_games()).map(|name| {
        Parameter::of(format!("{OPTION_PREFIX}{name}"), json!({"type": "string"}), "Only games with this option; repeated, or with that.").repeated()
    }));
    all.extend(dimensions().into_iter().map(|name| {
        Parameter::typed::<DimensionValues>(format!("{DIMENSION_PREFIX}{name}"))
    }));
    all
}

/// Only observations with one of these values of the dimension. Nothing is no value.
#[derive(JsonSchema)]
#[schemars(with = "Vec<String>", extend("items" = {"type": "string", "maxLength": 200}, "maxItems" = 20))]
struct DimensionValues;

fn all_games() -> Vec<&'static str> {
    vocabulary::games().keys().copied().collect()
}

/// The dimensions of all metrics.
fn dimensions() -> BTreeSet<&'static str> {
    entries().iter().flat_map(|entry| entry.metric.dimensions).map(|dimension| dimension.name).collect()
}

/// Everything that some metric can be grouped by.
fn groupings() -> Vec<String> {
    entries().iter().flat_map(|entry| &entry.group_by).cloned().collect::<BTreeSet<_>>().into_iter().collect()
}
