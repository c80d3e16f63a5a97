//! `kifu export`.

use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use futures_util::{StreamExt, pin_mut};
use serde::Deserialize;
use uuid::Uuid;

use super::proof_writer::ProofWriter;
use super::{CommandFailure, bar, output, passed_over};
use crate::http::credentials::Access;
use crate::http::query_params::{self, QueryParams};
use crate::http::secrets::Secret;
use crate::operation::config::{Export, Stream};
use crate::records::archive::export::{ArchiveFormat, Style, many};
use crate::records::archive::walk::Selection;
use crate::records::search::{self, looked_up};
use crate::statistics::projection::{self, rebuild};
use kifu_store::{GameId, Store, Visibility, WalkCursor};

/// Writes every record, hidden facts and copies included, one JSON document a line; plays are of
/// games that were played.
///
/// # Errors
///
/// If the filters do not read as a search, the database can't be read, the file can't be written, or the export can't
/// go on where the file ends. Also if a record could not be read to its end and was passed over, once all the others
/// are written.
pub async fn run(store: &Store, export: &Export, signing_key: Option<&Secret>) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let mut proofs = match &export.proofs {
        Some(path) if export.format == ArchiveFormat::Record => {
            Some(ProofWriter::begin(store, path, signing_key).await?)
        }
        Some(_) => return Err("only an export of whole records has proofs".into()),
        None => None,
    };
    let selection = selection(store, export).await?;
    let (output, after) = open(store, export).await?;
    let style = Style {
        format: export.format,
        access: Access::Scribe,
        zone: query_params::time_zone(Some(&export.tz))?,
        language: export.language,
        bgg_id: None,
    };
    let progress = bar(store.latest().count_records().await?, "exporting");
    let mut writer = BufWriter::new(output);
    let (mut written, mut passed_over) = (0, 0);
    let pieces = many(super::admission(), store.latest().clone(), (selection, after), style);
    pin_mut!(pieces);
    while let Some(piece) = pieces.next().await {
        let piece = piece?;
        writer.write_all(piece.text.as_bytes())?;
        progress.inc(piece.records);
        written += piece.written;
        passed_over += piece.passed_over.len() as u64;
        piece.passed_over.iter().for_each(|record| passed_over::name(record, &progress));
        if let Some(proofs) = &mut proofs {
            proofs.add(store, &piece.logs).await?;
        }
    }
    writer.flush()?;
    let proven = proofs.map_or(Ok(()), ProofWriter::finish);
    progress.finish_and_clear();
    output::note(format_args!("exported {written} records"));
    passed_over::end(passed_over).and(proven)
}

/// The selected records: all of them; for plays, all that were played; or those that a search finds.
async fn selection(store: &Store, export: &Export) -> Result<Selection, CommandFailure> {
    if export.filters.is_empty() && export.format == ArchiveFormat::Record {
        return Ok(Selection::All);
    }
    let mut params = export.filters.clone();
    if !params.iter().any(|(name, _)| name == "tz") {
        params.push(("tz".to_owned(), export.tz.clone()));
    }
    let reader = QueryParams(&params);
    reader.check(&search::query::filters())?;
    let conditions = search::query::conditions(reader)?;
    // Without a service nobody has noted what became of the records.
    rebuild::make_live(store).await?;
    projection::catch_up(store).await?;
    let all = [Visibility::Public, Visibility::Unlisted, Visibility::Private];
    Ok(Selection::Found(looked_up::filters(store.latest(), conditions, &all).await?))
}

/// Opens the output, and finds the record to go on behind.
async fn open(
    store: &Store,
    export: &Export,
) -> Result<(Box<dyn Write>, Option<WalkCursor>), CommandFailure> {
    match &export.output {
        Stream::File(path) if export.resume && export.format == ArchiveFormat::Record => {
            let (file, last) = reopen(path)?;
            let after = match last {
                Some(id) => {
                    store.latest().record(id).await?.ok_or("the file ends with a record that is not here")?
                }
                None => return Ok((Box::new(file), None)),
            };
            Ok((Box::new(file), Some(after.cursor())))
        }
        _ if export.resume => Err("only an export of records to a file can go on".into()),
        Stream::Standard => Ok((Box::new(std::io::stdout().lock()), None)),
        Stream::File(path) => Ok((Box::new(fs::File::create(path)?), None)),
    }
}

/// Opens a file behind its last whole line, and says which record that is.
fn reopen(path: &Path) -> Result<(fs::File, Option<GameId>), CommandFailure> {
    #[derive(Deserialize)]
    struct Named {
        id: Uuid,
    }
    let mut file = fs::File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    let (mut end, mut last, mut line) = (0, Vec::new(), Vec::new());
    let mut reader = BufReader::new(&file);
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        end += line.len() as u64;
        std::mem::swap(&mut last, &mut line);
        line.clear();
    }
    file.set_len(end)?;
    file.seek(std::io::SeekFrom::Start(end))?;
    if last.is_empty() {
        return Ok((file, None));
    }
    let Named { id } = serde_json::from_slice(&last).map_err(|_| "the file is no export of records")?;
    Ok((file, Some(GameId(id))))
}
