//! Draws a step of a recorded game: `cargo run -p kifu-engine --example board -- FILE [STEP [ja|en [LAYOUT [public|SEAT]]]]`.
//!
//! FILE is one of `src/games/*/recorded/*.json`; without a step the end is drawn, without a viewer what the scribe
//! knows. LAYOUT is `compact`, `landscape` or `portrait`. The SVG goes to standard output.

use std::error::Error;
use std::path::PathBuf;

use kifu_engine::board::Layout;
use kifu_engine::erased::Opening;
use kifu_engine::games;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::text::{Language, Names};
use serde::Deserialize;
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = PathBuf::from(arguments.next().ok_or("which recorded game?")?);
    let step = arguments.next().map(|step| step.parse::<usize>()).transpose()?;
    let language = if arguments.next().as_deref() == Some("ja") { Language::Ja } else { Language::En };
    let layout =
        arguments.next().map_or(Ok(Layout::default()), |name| serde_json::from_value(Value::from(name)))?;
    let viewer = match arguments.next().as_deref() {
        None => Viewer::Scribe,
        Some("public") => Viewer::Public,
        Some(seat) => Viewer::Seat(Seat::new(seat.parse()?)),
    };
    let slug = file.ancestors().nth(2).and_then(|folder| folder.file_name()).and_then(|name| name.to_str());
    let game = slug.and_then(games::find).ok_or("not in the folder of a game")?;
    let recorded: Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
    let opening = Opening::deserialize(&recorded["opening"])?;
    let mut record = game.open(&opening).map_err(|why| format!("{why:?}"))?;
    let log = recorded["log"].as_array().ok_or("no log")?;
    for entry in log.iter().take(step.unwrap_or(log.len())) {
        record.append(entry).map_err(|why| format!("{why:?}"))?;
    }
    let names = recorded["names"].as_array().map_or(&[][..], Vec::as_slice);
    let names: Vec<_> = names.iter().map(|name| name.as_str().map(ToOwned::to_owned)).collect();
    let record = record.seen_by(viewer);
    println!("{}", record.board(record.len(), &Names::new(&names), language, layout).ok_or("no such step")?);
    Ok(())
}
