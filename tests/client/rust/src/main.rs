//! Opens, logs, replays and queries a recorded game of every kind with the client for Rust. Usage: FOLDER_OF_GAMES

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use kifu_client::types::{
    BremenDealMove, BremenLeadMove, BremenMove, BremenPlayMove, BremenTile, CommonEntry, CommonTakeBackEntry,
    Entry, Game, Move, OpenRequest, ProblemCode, RecordStatus, ReplayPosition, ReplayStep, State,
};
use kifu_client::{Error, Kifu};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let kifu = Kifu::new(env::var("KIFU_URL")?);
    let folder = PathBuf::from(env::args().nth(1).ok_or("say where the games are")?);
    let kinds: Vec<Game> = kifu.list_games()?.games;
    for kind in &kinds {
        let slug = json!(kind.slug);
        let slug = slug.as_str().ok_or("a slug")?;
        println!("{slug}: {} moves", play(&kifu, &folder, slug)?);
    }
    by_hand(&kifu)?;
    let begun = Instant::now();
    while kifu.show_metric("common.won", &[])?.total.games < kinds.len() as i64 {
        assert!(begun.elapsed() < Duration::from_secs(30), "the games are not counted");
        thread::sleep(Duration::from_millis(50));
    }
    let grouped = kifu.show_metric("common.won", &[("group_by", "game")])?;
    assert_eq!(grouped.groups.ok_or("groups")?.len(), kinds.len());
    Ok(())
}

/// The longest recorded game in which nothing is corrected and no rule is broken.
fn finished(folder: &Path, slug: &str) -> Result<Value, Failure> {
    let mut games = Vec::new();
    for file in fs::read_dir(folder.join(slug).join("recorded"))? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            games.push(serde_json::from_str::<Value>(&fs::read_to_string(path)?)?);
        }
    }
    let common = ["take_back", "amend", "annotate", "abandon"].map(Value::from);
    let plain = |entry: &Value| !common.contains(&entry["type"]) && entry["irregular"] != true;
    let log = |game: &Value| game["log"].as_array().cloned().unwrap_or_default();
    games.retain(|game| log(game).iter().all(plain));
    games.into_iter().max_by_key(|game| log(game).len()).ok_or_else(|| "no game is recorded".into())
}

fn play(kifu: &Kifu, folder: &Path, slug: &str) -> Result<usize, Failure> {
    let game = finished(folder, slug)?;
    let seats = game["opening"]["seats"].as_u64().ok_or("seats")?;
    let seats = vec![Value::Null; usize::try_from(seats)?];
    let request = json!({"game": slug, "seats": seats, "options": game["opening"]["options"]});
    let request: OpenRequest = serde_json::from_value(request)?;
    let opened = kifu.open_record(&request)?;
    let scribe = kifu.with_token(&opened.scribe_token);

    let moves = game["log"].as_array().ok_or("a log")?;
    let of_game = |entry: &Value| {
        let mut entry = entry.clone();
        entry["game"] = slug.into();
        serde_json::from_value::<Entry>(entry)
    };
    let entries: Vec<Entry> = moves.iter().map(of_game).collect::<Result<_, _>>()?;
    for chunk in entries.chunks(100) {
        let logged = scribe.add_moves(&opened.id, chunk, &[])?;
        assert!(logged.recorded);
        assert_eq!(logged.entries, chunk, "what is answered reads as what was sent");
        assert_eq!(json!(logged.state)["game"], slug);
    }

    let replay = scribe.replay_record(&opened.id, &[])?;
    assert_eq!(replay.steps.len(), entries.len());
    for (step, entry) in replay.steps.iter().zip(&entries) {
        assert_eq!(json!(step)["game"], slug);
        assert_eq!(json!(step)["move"]["type"], json!(entry)["type"]);
    }
    let record = scribe.show_record(&opened.id)?;
    assert_eq!(record.status, RecordStatus::Over);
    assert!(record.outcome.is_some());
    Ok(entries.len())
}

/// A game whose moves are written as values of types.
fn by_hand(kifu: &Kifu) -> Result<(), Failure> {
    let opened = kifu.open_record(&serde_json::from_value(json!({
        "game": "bremen", "seats": ["Aki", null, {"name": "Chika"}, null],
    }))?)?;
    let scribe = kifu.with_token(&opened.scribe_token);
    let play = |seat, tile: &str| {
        BremenMove::from(BremenPlayMove {
            seat,
            tile: BremenTile::from(tile),
            irregular: None,
            statement: None,
        })
    };
    let lead = BremenLeadMove { seat: 0, irregular: None, statement: None };
    let entries: Vec<Entry> = [
        BremenDealMove::default().into(),
        lead.into(),
        play(0, "donkey-7"),
        play(1, "donkey-4"),
        play(2, "dog-10"),
    ]
    .map(Entry::from)
    .into();
    let logged = scribe.add_moves(&opened.id, &entries, &[])?;
    let State::Bremen(state) = &logged.state else { return Err("a position of Bremen".into()) };
    assert_eq!(state.on_table.len(), 3);
    let ReplayPosition::ReplayStep(step) = scribe.replay_step(&opened.id, "5", &[])? else {
        return Err("a step".into());
    };
    let ReplayStep::Bremen(step) = *step else { return Err("a step of Bremen".into()) };
    let BremenMove::Play(played) = &step.r#move else { return Err("a tile".into()) };
    assert_eq!((played.seat, played.tile.as_str(), step.step), (2, "dog-10", 5));
    assert!(matches!(scribe.replay_step(&opened.id, "0", &[])?, ReplayPosition::ReplayStart(_)));

    let again = Entry::Move(Move::from(play(2, "donkey-7")));
    match scribe.add_moves(&opened.id, &[again], &[("dry_run", "true")]) {
        Err(Error::Problem(problem)) => assert_eq!(problem.code, ProblemCode::Violation),
        other => return Err(format!("{other:?}").into()),
    }
    let back = CommonEntry::from(CommonTakeBackEntry { count: Some(1), game: None });
    let logged = scribe.add_moves(&opened.id, &[Entry::Common(back)], &[])?;
    assert_eq!((logged.moves, logged.version), (4, 6));
    at_its_version(&scribe, &opened.id, &opened.etag, &logged.etag)
}

/// A move meant for an old version is refused, and the stream sends the new entries.
fn at_its_version(scribe: &Kifu, id: &str, old: &str, newest: &str) -> Result<(), Failure> {
    let mut events = scribe.follow(&format!("/v1/games/{id}/live"), None)?;
    let first = events.next().ok_or("a first event")??;
    assert_eq!((first.kind.as_str(), &first.data["version"]), ("position", &json!(6)));
    let back = || [Entry::Common(CommonEntry::from(CommonTakeBackEntry { count: Some(1), game: None }))];
    match scribe.with_header("If-Match", old).add_moves(id, &back(), &[]) {
        Err(Error::Problem(problem)) => assert_eq!(problem.code, ProblemCode::StaleVersion),
        other => return Err(format!("{other:?}").into()),
    }
    assert_eq!(scribe.with_header("If-Match", newest).add_moves(id, &back(), &[])?.version, 7);
    let next = events.next().ok_or("a further event")??;
    assert!(next.id.is_some());
    let again = scribe
        .follow(&format!("/v1/games/{id}/live"), first.id.as_deref())?
        .next()
        .ok_or("the same event")??;
    assert_eq!((again.kind, again.id), (next.kind, next.id));
    Ok(())
}
