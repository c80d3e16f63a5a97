//! `kifu import`.

use std::io::{self, Read};
use std::thread;

use futures_util::{StreamExt, pin_mut, stream};
use indicatif::ProgressBar;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::{CommandFailure, bar, output};
use crate::http::credentials::Access;
use crate::http::problem::Problem;
use crate::operation::config::{Import, Stream};
use crate::records::archive::import::{ImportedChunk, Importer, run as import_chunks};
use crate::records::archive::lines::{Chunk, Lines};
use crate::records::archive::report::{Counts, ReportLine};
use kifu_store::{Consent, Store};

/// Bytes read at once.
const READ_BYTES: usize = 256 << 10;
/// Chunks read ahead of those being folded.
const CHUNKS_AHEAD: usize = 4;

/// Reads records in, one a line; rejected lines are named and change nothing.
///
/// # Errors
///
/// If the file can't be read or the database can't be written; what was imported by then stays. Also if a line was
/// rejected, once all the others are imported.
pub async fn run(store: &Store, import: &Import) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let (input, length): (Box<dyn Read + Send>, u64) = match &import.input {
        Stream::Standard => (Box::new(io::stdin()), 0),
        Stream::File(path) => {
            let file = std::fs::File::open(path)?;
            let length = file.metadata()?.len();
            (Box::new(file), length)
        }
    };
    let progress = bar(length, "importing (bytes)");
    let chunks = read_aside(progress.wrap_read(input));
    let chunks = stream::unfold(chunks, |mut chunks| async { Some((chunks.recv().await?, chunks)) });
    let chunks = chunks.map(|chunk| chunk.map_err(Problem::internal));
    let chunks = import_chunks(
        Importer {
            store: store.clone(),
            access: Access::Scribe,
            consent: Consent::Operator,
            limits: None,
            traceparent: None,
        },
        chunks,
    );
    pin_mut!(chunks);
    let mut counts = Counts::default();
    while let Some(chunk) = chunks.next().await {
        match chunk {
            Ok(chunk) => note(&mut counts, chunk, &progress),
            Err(problem) => {
                print_line(&progress, &summary(counts));
                let message = problem.message();
                return Err(format!("{}\n{}", message.en, message.ja).into());
            }
        }
    }
    progress.finish_and_clear();
    output::note(format_args!("{}", summary(counts)));
    if counts.rejected == 0 { Ok(()) } else { Err("some lines were rejected".into()) }
}

fn summary(counts: Counts) -> String {
    let Counts { imported, duplicates, rejected, .. } = counts;
    format!("imported {imported}, already here {duplicates}, rejected {rejected}")
}

/// Says a line above the bar, or where there is none.
fn print_line(progress: &ProgressBar, line: &str) {
    progress.suspend(|| output::note(line));
}

fn note(counts: &mut Counts, chunk: ImportedChunk, progress: &ProgressBar) {
    counts.lines = chunk.read;
    chunk.done.iter().for_each(|done| counts.count(done));
    for news in chunk.done.into_iter().flat_map(ReportLine::of) {
        match news {
            ReportLine::Rejected(rejected) => {
                let message = &rejected.message;
                print_line(progress, &format!("line {}: {} / {}", rejected.line, message.en, message.ja));
            }
            ReportLine::SameContent(twin) => print_line(
                progress,
                &format!("line {}: {} is here already as {}", twin.line, twin.id, twin.same_as),
            ),
            ReportLine::Guest(guest) => print_line(
                progress,
                &format!(
                    "line {}: seat {} of {}: player {} is a guest here",
                    guest.line, guest.seat, guest.id, guest.player
                ),
            ),
            _ => {}
        }
    }
}

/// Reads on a thread of its own: input may keep us waiting, the archive must not.
fn read_aside(input: impl Read + Send + 'static) -> Receiver<io::Result<Chunk>> {
    let (sender, receiver) = channel(CHUNKS_AHEAD);
    thread::spawn(move || {
        if let Err(error) = read(input, &sender) {
            // The receiver may have gone; then the error concerns nobody.
            let _ = sender.blocking_send(Err(error));
        }
    });
    receiver
}

fn read(mut input: impl Read, chunks: &Sender<io::Result<Chunk>>) -> io::Result<()> {
    let mut lines = Lines::many().of_operator();
    let mut piece = vec![0; READ_BYTES];
    loop {
        let count = input.read(&mut piece)?;
        let complete = if count == 0 { vec![lines.finish()] } else { lines.push(&piece[..count]) };
        for chunk in complete {
            if chunks.blocking_send(Ok(chunk)).is_err() {
                return Ok(());
            }
        }
        if count == 0 {
            return Ok(());
        }
    }
}
