//! Files of our own server that were put back while nothing ran, as a backup of the file system does it.
//!
//! The lost events were acknowledged, and clients hold tags, cursors and ids of them, so another epoch has to begin. A
//! note in the data folder, beside the server's own, says how far the log had come. If the log is shorter at the next
//! start, it is an older log. The note is behind by a second at most, and never ahead. If the whole data folder is put
//! back, the note is put back too, and nothing shows it; `kifu epoch --new` tells the service.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use kifu_store::{LogPosition, Store, StoreError};

/// The file name of the note.
const FILE: &str = "log-position";
/// How often it is written.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// The note of a data folder.
#[derive(Clone, Debug)]
pub struct LogNote(PathBuf);

impl LogNote {
    /// The note of this data folder.
    pub fn of(data_dir: &Path) -> Self {
        Self(data_dir.join(FILE))
    }

    /// Begins another epoch if the server's files are of before the note. To be called before anything is served.
    pub async fn compare(&self, store: &Store) -> Result<(), StoreError> {
        let now = store.log_position().await?;
        match self.read() {
            Ok(Some(noted)) if now.is_before(&noted) => {
                let epoch = store.begin_epoch().await?;
                tracing::warn!(%epoch, "files of the database were put back; nothing that clients hold of before is honoured");
            }
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, file = %self.0.display(), "the position of the log was not noted");
            }
        }
        self.note(&now);
        Ok(())
    }

    /// Writes it once, as the server is now.
    pub async fn write(&self, store: &Store) {
        match store.log_position().await {
            Ok(now) => self.note(&now),
            Err(error) => tracing::debug!(%error, "the position of the log could not be read"),
        }
    }

    fn read(&self) -> io::Result<Option<LogPosition>> {
        match fs::read_to_string(&self.0) {
            Ok(text) => parse(&text).map(Some).ok_or_else(|| ErrorKind::InvalidData.into()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A note that can't be written is one that is behind.
    fn note(&self, position: &LogPosition) {
        let new = self.0.with_extension("new");
        let text = format!("{} {}\n", position.server, position.bytes);
        if let Err(error) = fs::write(&new, text).and_then(|()| fs::rename(&new, &self.0)) {
            tracing::warn!(%error, file = %self.0.display(), "the position of the log could not be noted");
        }
    }
}

/// Writes the note again and again; nothing where the database is of others.
pub async fn follow(note: Option<LogNote>, store: Store) {
    let Some(note) = note else { return std::future::pending().await };
    loop {
        tokio::time::sleep(WRITE_INTERVAL).await;
        note.write(&store).await;
    }
}

fn parse(text: &str) -> Option<LogPosition> {
    let (server, bytes) = text.trim().split_once(' ')?;
    Some(LogPosition { server: server.to_owned(), bytes: bytes.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_written_and_counts_for_its_server_alone() {
        let noted = parse("7411 500\n").expect("a position");
        let at = |server: &str, bytes| LogPosition { server: server.into(), bytes };
        assert_eq!(noted, at("7411", 500));
        assert!(at("7411", 499).is_before(&noted));
        assert!(!at("7411", 500).is_before(&noted) && !at("7412", 499).is_before(&noted));
        assert!(["", "7411", "7411 x"].iter().all(|text| parse(text).is_none()));
    }
}
