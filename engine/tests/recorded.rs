//! Recorded games fold to what is pinned beside them: `engine/src/games/<slug>/recorded/*.json`
//! and `*.trace`. After a change of words, `KIFU_PIN=1` writes the traces anew: read the difference before committing it.
//!
//! It writes no trace whose game has changed. A record keeps its meaning for ever, so a changed rule is a new version of the
//! rules, and the games of the versions before stay as they are: "Change a rule" in `docs/adding-a-game.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_engine::budget::Unlimited;
use kifu_engine::erased::{AnyGame, AnyRecord, Opening, StepView};
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::statistics::{Value as Seen, title};
use kifu_engine::text::Names;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    title: String,
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

/// By event, the entries of those viewers whose log differs from the full one.
fn differing_logs(game: &dyn AnyGame, recorded: &Recorded) -> BTreeMap<Seq, Vec<String>> {
    let mut record = game.open(&recorded.opening).expect("it opened before");
    let mut differing = BTreeMap::new();
    for entry in &recorded.log {
        let stored = record.append(entry).expect("it folded before");
        if record.status() == Status::Live {
            let viewers = record.seats().iter().map(Viewer::Seat).chain([Viewer::Public]);
            let lines = viewers.filter_map(|viewer| differing_log(&*record, viewer, &stored));
            differing.insert(record.version(), lines.collect());
        }
    }
    differing
}

fn differing_log(record: &dyn AnyRecord, viewer: Viewer, stored: &Value) -> Option<String> {
    let entries = record.seen_by(viewer).entries(Seq(1));
    let last = entries.into_iter().filter(|entry| entry.origin == record.version());
    let seen: Vec<Value> = last.map(|entry| entry.payload).collect();
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

/// The same with every name in its order: in a build of everything, other crates have it otherwise.
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

fn trace_step(trace: &mut String, step: &StepView) -> std::fmt::Result {
    writeln!(trace, "\n{} {}", step.seq.0, sorted(&step.mv))?;
    for breach in &step.breaches {
        writeln!(trace, "  ! {} {}", breach.rule, breach.code)?;
    }
    for effect in &step.effects {
        writeln!(trace, "  > {}", sorted(effect))?;
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

/// The lines of a trace that say what the game was: moves, breaches, effects, what viewers are told, and the result.
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

/// A record that was stored without all of its options is the game that these defaults made it. So those of a version never
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
