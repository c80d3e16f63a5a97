//! Recorded games fold to the traces that are pinned beside them: `engine/src/games/<slug>/recorded/*.json` and
//! `*.trace`. After a change of words, `KIFU_PIN=1` writes the traces anew: read the difference before committing it.
//!
//! It writes no trace of a game that folds otherwise now. A record keeps its meaning for ever, so a changed rule is a
//! new version of the rules, and the games of earlier versions stay as they are: "Change a rule" in `CONTRIBUTING.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_engine::budget::Unlimited;
use kifu_engine::erased::{AnyGame, AnyRecord, GAME_FIELD, Opening, StepView};
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::rules::RulesVersion;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::statistics::{Value as Seen, title};
use kifu_engine::text::{Names, Text};
use rule_ids::{Ids, ids};
use serde::Deserialize;
use serde_json::{Value, json};

#[path = "common/rule_ids.rs"]
mod rule_ids;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    title: String,
    /// The ids of the rules that this game is an example of: by another rule its log or its trace would be another one.
    rules: Vec<String>,
    opening: Opening,
    names: Vec<String>,
    log: Vec<Value>,
}

/// The recorded games of a game, by file name.
fn recorded(game: &dyn AnyGame) -> Vec<PathBuf> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game.meta().slug).join("recorded");
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ext| ext == "json")).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Recorded {
    let text = fs::read_to_string(path).expect("a readable file");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn fold(game: &dyn AnyGame, path: &Path, recorded: &Recorded) -> Box<dyn AnyRecord> {
    let mut record = game.open(&recorded.opening).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
    for entry in &recorded.log {
        let verdict = record.append(entry);
        verdict.unwrap_or_else(|e| panic!("{}: {entry}: {e:?}", path.display()));
    }
    record
}

/// The entries of the viewers whose log differs from the full one, by event.
fn differing_logs(game: &dyn AnyGame, recorded: &Recorded) -> BTreeMap<Seq, Vec<String>> {
    let mut record = game.open(&recorded.opening).expect("it opened before");
    let mut differing = BTreeMap::new();
    for entry in &recorded.log {
        let stored = record.append(entry).expect("it folded before");
        if record.status() == Status::Live {
            let viewers = record.seats().iter().map(Viewer::Seat).chain([Viewer::Public]);
            let lines = viewers.filter_map(|viewer| differing_log(&*record, viewer, &stored.value()));
            differing.insert(record.version(), lines.collect());
        }
    }
    differing
}

fn differing_log(record: &dyn AnyRecord, viewer: Viewer, stored: &Value) -> Option<String> {
    let entries = record.seen_by(viewer).entries(Seq(1));
    let last = entries.into_iter().filter(|entry| entry.origin == record.version());
    let seen: Vec<Value> = last.map(|entry| entry.payload.value()).collect();
    let who = match viewer {
        Viewer::Seat(seat) => format!("seat {seat}"),
        Viewer::Public | Viewer::Scribe => "public".to_owned(),
    };
    (seen != [stored.clone()]).then(|| format!("{who} is told {}", sorted(&Value::from(seen))))
}

fn trace(game: &dyn AnyGame, recorded: &Recorded, record: &dyn AnyRecord) -> String {
    let differing = differing_logs(game, recorded);
    let names: Vec<Option<String>> = recorded.names.iter().cloned().map(Some).collect();
    let mut trace = format!("{}\n", recorded.title);
    for step in record.steps(1, usize::MAX, &Names::new(&names)) {
        trace_step(&mut trace, &step).expect("a string takes everything");
        for line in differing.get(&step.seq).into_iter().flatten() {
            writeln!(trace, "  ? {line}").expect("a string takes everything");
        }
    }
    let irregular = if record.is_irregular() { ", irregular" } else { "" };
    writeln!(trace, "\n{:?}{irregular}", record.status()).expect("a string takes everything");
    writeln!(trace, "outcome {}", sorted(&json!(record.outcome()))).expect("a string takes everything");
    trace
}

/// The value with its names in order: in a build of everything, other crates order them otherwise.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> =
                fields.iter().map(|(name, value)| (name.clone(), sorted(value))).collect();
            fields.into_iter().collect()
        }
        Value::Array(values) => values.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

/// A move or an effect as traces have it: they say their game once.
fn bare(part: &Value) -> Value {
    let mut part = sorted(part);
    part.as_object_mut().and_then(|fields| fields.remove(GAME_FIELD));
    part
}

fn trace_step(trace: &mut String, step: &StepView) -> std::fmt::Result {
    writeln!(trace, "\n{} {}", step.seq.0, bare(&step.mv.value()))?;
    for breach in &step.breaches {
        writeln!(trace, "  ! {} {}", breach.rule, breach.code)?;
    }
    for effect in &step.effects {
        writeln!(trace, "  > {}", bare(&effect.value()))?;
    }
    for text in &step.narration {
        writeln!(trace, "  {}\n  {}", text.ja, text.en)?;
    }
    Ok(())
}

#[test]
fn metrics_of_recorded_games_have_titles() {
    for game in games::ALL {
        let meta = game.meta();
        for path in recorded(*game) {
            let record = fold(*game, &path, &read(&path));
            let ending = record.outcome().map(|outcome| outcome.ending);
            assert!(ending.is_none_or(|ending| title(meta.endings, ending).is_some()), "{ending:?}");
            let slow = record.slow_findings(&Unlimited).map(|findings| findings.observations);
            for seen in record.observe().into_iter().chain(slow.unwrap_or_default()) {
                let metric = meta.metrics.iter().find(|metric| metric.name == seen.metric).expect("a metric");
                let word = if let Seen::Word(word) = &seen.value { Some(word) } else { None };
                assert!(
                    word.is_none_or(|word| has_title(title(metric.words, word).is_some(), word)),
                    "{seen:?}"
                );
                for (name, value) in &seen.dimensions {
                    let dimension = metric.dimensions.iter().find(|dimension| dimension.name == *name);
                    let titled = dimension.expect("a dimension").title_of(value).is_some();
                    assert!(has_title(titled, value), "{seen:?}");
                }
            }
        }
    }
}

/// Numbers need no words.
fn has_title(titled: bool, value: &str) -> bool {
    titled || !value.contains(char::is_alphabetic)
}

#[test]
fn recorded_games_fold_to_their_pinned_traces() {
    let pin = std::env::var_os("KIFU_PIN").is_some();
    let mut changed = Vec::new();
    for game in games::ALL {
        for path in recorded(*game) {
            let recorded = read(&path);
            let now = trace(*game, &recorded, &*fold(*game, &path, &recorded));
            let pinned = path.with_extension("trace");
            let before = fs::read_to_string(&pinned).ok();
            let is_another_game = before.as_ref().is_some_and(|before| folded(before).ne(folded(&now)));
            if is_another_game {
                changed.push(format!("another game: it needs a new version\n{}", difference(&pinned, &now)));
            } else if pin {
                fs::write(&pinned, now).expect("a writable folder");
            } else if before.as_ref() != Some(&now) {
                changed.push(difference(&pinned, &now));
            }
        }
    }
    assert!(
        changed.is_empty(),
        "KIFU_PIN=1 pins other words, and never another game\n{}",
        changed.join("\n")
    );
}

/// The lines of a trace that say how the game went: moves, breaches, effects, the viewers' entries, and the result.
fn folded(trace: &str) -> impl Iterator<Item = &str> {
    let is_words = |line: &str| {
        line.starts_with("  ") && !["  ! ", "  > ", "  ? "].iter().any(|mark| line.starts_with(mark))
    };
    trace.lines().skip(1).filter(move |line| !is_words(line))
}

#[test]
fn recorded_games_have_all_options_and_every_version_has_one_that_is_over() {
    for game in games::ALL {
        let mut versions: BTreeSet<_> = game.meta().rules_versions().collect();
        for path in recorded(*game) {
            let recorded = read(&path);
            let all = game.all_options(&recorded.opening).expect("it opens");
            assert_eq!(recorded.opening.options, all, "{}", path.display());
            if fold(*game, &path, &recorded).status() == Status::Over {
                versions.remove(&recorded.opening.rules_version);
            }
        }
        assert!(versions.is_empty(), "{}: no recorded game of {versions:?} is over", game.meta().slug);
    }
}

/// A record that was stored without all of its options depends on these defaults. So the defaults of a version never
/// change; another default is a new version, or an option with a new name.
#[test]
fn the_defaults_of_every_version_are_as_they_always_were() {
    let pinned: BTreeMap<String, Vec<Value>> =
        serde_json::from_str(include_str!("defaults.json")).expect("options by game and version");
    for game in games::ALL {
        let meta = game.meta();
        let defaults = meta.rules_versions().map(|rules_version| {
            let opening = Opening { seats: meta.seats.0, options: json!({}), rules_version };
            game.all_options(&opening).expect("nothing has to be chosen")
        });
        assert_eq!(defaults.collect::<Vec<_>>(), pinned[meta.slug], "{}", meta.slug);
    }
}

/// The first line that differs.
fn difference(pinned: &Path, now: &str) -> String {
    let Ok(before) = fs::read_to_string(pinned) else { return format!("{} is missing", pinned.display()) };
    let line = before.lines().zip(now.lines()).take_while(|(before, now)| before == now).count();
    let [before, now] = [&*before, now].map(|text| text.lines().nth(line).unwrap_or("(the end)").to_owned());
    format!("{}:{}:\n  pinned: {before}\n  now:    {now}", pinned.display(), line + 1)
}

#[test]
fn every_ending_has_a_recorded_game_and_no_other_is_recorded() {
    for game in games::ALL {
        let paths = recorded(*game);
        let endings = paths.iter().filter_map(|path| Some(fold(*game, path, &read(path)).outcome()?.ending));
        let endings: BTreeSet<&str> = endings.collect();
        let declared: BTreeSet<&str> = game.meta().endings.iter().map(|ending| ending.name).collect();
        assert_eq!(endings, declared, "{}", game.meta().slug);
    }
}

/// The rules that the recorded games of a game name, by the version that they are played by.
fn rules_of_recorded_games(game: &dyn AnyGame) -> BTreeMap<RulesVersion, Ids> {
    let mut ids_by_version: BTreeMap<RulesVersion, Ids> = BTreeMap::new();
    for path in recorded(game) {
        let Recorded { rules, opening, .. } = read(&path);
        ids_by_version.entry(opening.rules_version).or_default().extend(rules);
    }
    ids_by_version
}

/// The rules on a page, without the general ones that it cites.
fn rules_of_page(page: &Text) -> Ids {
    ids(&page.en).into_iter().filter(|id| !id.starts_with("G-")).collect()
}

/// The text about a rule on a page, in both languages: from the rule's id in bold to the next one or the next heading.
fn text_of_rule<'p>(page: &'p Text, id: &str) -> [Option<&'p str>; 2] {
    [&*page.ja, &*page.en].map(|page| {
        let (_, text) = page.split_once(&format!("\n**{id}**"))?;
        let end = ["\n**", "\n#"].iter().filter_map(|mark| text.find(mark)).min();
        Some(text[..end.unwrap_or(text.len())].trim())
    })
}

/// The rules of a version of which another version says something else.
fn rules_that_differ(game: &dyn AnyGame, version: RulesVersion) -> Ids {
    let pages = game.meta().rules;
    let page = game.meta().rules_of(version).expect("a version of the game");
    let differs = |id: &String| pages.iter().any(|other| text_of_rule(other, id) != text_of_rule(page, id));
    rules_of_page(page).into_iter().filter(differs).collect()
}

#[test]
fn recorded_games_name_rules_of_their_version() {
    for game in games::ALL {
        for path in recorded(*game) {
            let Recorded { rules, opening, .. } = read(&path);
            let page = game.meta().rules_of(opening.rules_version).expect("a version of the game");
            let ids_of_game: Ids = rules.iter().cloned().collect();
            assert!(
                !ids_of_game.is_empty() && ids_of_game.len() == rules.len(),
                "{}: {rules:?}",
                path.display()
            );
            let unknown_ids: Vec<_> = ids_of_game.difference(&rules_of_page(page)).cloned().collect();
            assert!(unknown_ids.is_empty(), "{}: its rules page has no {unknown_ids:?}", path.display());
        }
    }
}

#[test]
fn every_rule_has_a_recorded_game() {
    for game in games::ALL {
        let meta = game.meta();
        let ids_by_version = rules_of_recorded_games(*game);
        let newest = meta.rules.last().expect("a rules page");
        let all_ids: Ids = ids_by_version.values().flatten().cloned().collect();
        let missing_ids: Vec<_> = rules_of_page(newest).difference(&all_ids).cloned().collect();
        assert!(missing_ids.is_empty(), "{}: no recorded game names {missing_ids:?}", meta.slug);
        for version in meta.rules_versions() {
            let version_ids = ids_by_version.get(&version).cloned().unwrap_or_default();
            let missing_ids: Vec<_> =
                rules_that_differ(*game, version).difference(&version_ids).cloned().collect();
            assert!(
                missing_ids.is_empty(),
                "{}: no recorded game of version {version} names {missing_ids:?}",
                meta.slug
            );
        }
    }
}

/// A rule whose text was not found would never differ.
#[test]
fn every_rule_has_its_text_on_its_page() {
    for game in games::ALL {
        for page in game.meta().rules {
            for id in rules_of_page(page) {
                let has_text =
                    text_of_rule(page, &id).iter().all(|text| text.is_some_and(|text| !text.is_empty()));
                assert!(has_text, "{}: {id}", game.meta().slug);
            }
        }
    }
    let dancing_villager = games::find("dancing_villager").expect("a game");
    for version in dancing_villager.meta().rules_versions() {
        let ids = rules_that_differ(dancing_villager, version);
        assert_eq!(ids, ["DV-14", "DV-I4"].map(str::to_owned).into(), "version {version}");
    }
}

#[test]
fn no_trace_is_left_without_its_game() {
    for game in games::ALL {
        for path in recorded(*game) {
            let folder = path.parent().expect("it lies in a folder");
            for file in fs::read_dir(folder).expect("a readable folder") {
                let file = file.expect("a readable folder").path();
                assert!(file.with_extension("json").exists(), "{} has no game", file.display());
            }
        }
    }
}
