//! `kifu export`.

use std::io::{BufWriter, Write};

use super::{Failure, all_records, bar, load};
use crate::archive;
use crate::auth::Access;
use crate::config::{Export, Stream};
use crate::store::Store;

/// Writes every record, hidden facts included, one JSON document a line.
pub async fn run(store: &Store, export: &Export) -> Result<(), Failure> {
    store.migrate().await?;
    let mut output: Box<dyn Write> = match &export.output {
        Stream::Standard => Box::new(std::io::stdout().lock()),
        Stream::File(path) => Box::new(std::fs::File::create(path)?),
    };
    let records = all_records(store).await?;
    let progress = bar(records.len() as u64, "exporting");
    let mut written = 0;
    let mut writer = BufWriter::new(&mut output);
    for id in records {
        let folded = load(store, id).await?;
        progress.inc(1);
        if export.game_kind.as_ref().is_some_and(|kind| *kind != folded.head.game) {
            continue;
        }
        serde_json::to_writer(&mut writer, &archive::file(&folded, Access::Scribe))?;
        writer.write_all(b"\n")?;
        written += 1;
    }
    writer.flush()?;
    progress.finish_and_clear();
    eprintln!("exported {written} records");
    Ok(())
}
