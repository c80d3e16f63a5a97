//! `kifu import`.

use std::io::{BufRead, BufReader, Read};

use super::{Failure, bar};
use crate::archive::{Report, import_line};
use crate::config::{Import, Stream};
use crate::store::Store;

/// Reads records in, one a line; refused lines are named and change nothing.
pub async fn run(store: &Store, import: &Import) -> Result<(), Failure> {
    store.migrate().await?;
    let (input, length): (Box<dyn Read>, u64) = match &import.input {
        Stream::Standard => (Box::new(std::io::stdin().lock()), 0),
        Stream::File(path) => {
            let file = std::fs::File::open(path)?;
            let length = file.metadata()?.len();
            (Box::new(file), length)
        }
    };
    let progress = bar(length, "importing (bytes)");
    let mut report = Report::default();
    for (index, line) in BufReader::new(input).split(b'\n').enumerate() {
        let line = line?;
        progress.inc(line.len() as u64 + 1);
        if !line.trim_ascii().is_empty() {
            report.note(index + 1, import_line(store, &line).await);
        }
    }
    progress.finish_and_clear();
    for rejected in &report.rejected {
        eprintln!("line {}: {} / {}", rejected.line, rejected.message.en, rejected.message.ja);
    }
    eprintln!(
        "imported {}, already here {}, refused {}",
        report.imported,
        report.duplicates,
        report.rejected.len()
    );
    if report.rejected.is_empty() { Ok(()) } else { Err("some lines were refused".into()) }
}
