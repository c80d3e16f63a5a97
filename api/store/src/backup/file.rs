//! The file of a backup.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, BufWriter, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::digest::RowDigest;
use super::error::{BackupError, Damage};

/// How the file is written; a reader refuses any other number.
const FORMAT: u32 = 1;

/// The last entry.
const MANIFEST: &str = "manifest.json";

/// Rows are gathered up to this length before they are compressed; a single row may be longer.
const PART: usize = 4 << 20;

/// zstd's default.
const LEVEL: i32 = 3;

/// The manifest of a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BackupManifest {
    /// How the file is written.
    format: u32,
    /// The version of Kifu that wrote it.
    pub kifu: String,
    /// The moment of the backup.
    pub taken_at: DateTime<Utc>,
    /// The version of the PostgreSQL that it came from.
    pub postgresql: String,
    /// The version of the schema.
    pub schema: i32,
    /// The tables, in the order in which they are written back.
    pub tables: Vec<TableContent>,
}

/// The content of one table in a backup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableContent {
    /// Its name.
    pub name: String,
    /// Its columns, as they follow each other in a row.
    pub columns: Vec<String>,
    /// How many rows there are.
    pub rows: u64,
    /// The sum of the BLAKE3 digests of all rows, as 64 hexadecimal digits.
    pub digest: String,
    /// The BLAKE3 digest of each part as it is stored.
    pub parts: Vec<String>,
}

impl BackupManifest {
    pub(super) fn new(postgresql: String, schema: i32, taken_at: DateTime<Utc>) -> Self {
        let kifu = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, kifu, taken_at, postgresql, schema, tables: Vec::new() }
    }

    /// How many rows it has of a table.
    pub fn rows(&self, table: &str) -> u64 {
        self.tables.iter().find(|content| content.name == table).map_or(0, |content| content.rows)
    }
}

/// Writes a backup beside its final name, which it gets when everything is there and on disk.
pub(super) struct Writer {
    path: PathBuf,
    partial: PathBuf,
    archive: tar::Builder<BufWriter<File>>,
    manifest: BackupManifest,
    at: Option<Writing>,
}

/// The table that is being written.
struct Writing {
    content: TableContent,
    digest: RowDigest,
    rows: Vec<u8>,
}

impl Writer {
    /// Only its user can read it: it holds everything that is hidden.
    pub(super) fn create(path: &Path, manifest: BackupManifest) -> Result<Self, BackupError> {
        if path.exists() {
            return Err(BackupError::Exists { path: path.to_owned() });
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let partial = path.with_file_name(name);
        let file = OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(&partial);
        let file = file.map_err(BackupError::io(path))?;
        let archive = tar::Builder::new(BufWriter::new(file));
        Ok(Self { path: path.to_owned(), partial, archive, manifest, at: None })
    }

    pub(super) fn begin(&mut self, name: &str, columns: &[String]) {
        let content = TableContent {
            name: name.to_owned(),
            columns: columns.to_vec(),
            rows: 0,
            digest: String::new(),
            parts: Vec::new(),
        };
        self.at = Some(Writing { content, digest: RowDigest::default(), rows: Vec::new() });
    }

    /// Whole rows of the table that was begun.
    pub(super) fn rows(&mut self, rows: &[u8]) -> Result<(), BackupError> {
        let Some(at) = &mut self.at else { return Ok(()) };
        at.rows.extend_from_slice(rows);
        if at.rows.len() >= PART { self.part() } else { Ok(()) }
    }

    fn part(&mut self) -> Result<(), BackupError> {
        let Some(at) = self.at.as_mut().filter(|at| !at.rows.is_empty()) else { return Ok(()) };
        at.digest.add(&at.rows);
        let packed = zstd::bulk::compress(&at.rows, LEVEL).map_err(BackupError::io(&self.partial))?;
        at.rows.clear();
        at.content.parts.push(blake3::hash(&packed).to_hex().to_string());
        let name = part_name(&at.content.name, at.content.parts.len());
        append(&mut self.archive, &name, &packed, self.manifest.taken_at)
            .map_err(BackupError::io(&self.partial))
    }

    pub(super) fn end(&mut self) -> Result<(), BackupError> {
        self.part()?;
        if let Some(Writing { mut content, digest, .. }) = self.at.take() {
            content.rows = digest.rows;
            content.digest = digest.to_string();
            self.manifest.tables.push(content);
        }
        Ok(())
    }

    /// Reads the file again, and gives it its name when it is as it should be.
    pub(super) fn finish(self) -> Result<BackupManifest, BackupError> {
        let partial = self.partial.clone();
        self.name().inspect_err(|_| {
            let _ = fs::remove_file(&partial);
        })
    }

    fn name(mut self) -> Result<BackupManifest, BackupError> {
        let io = || BackupError::io(&self.partial);
        let text = serde_json::to_vec_pretty(&self.manifest).map_err(|error| io()(error.into()))?;
        append(&mut self.archive, MANIFEST, &text, self.manifest.taken_at).map_err(io())?;
        let file = self.archive.into_inner().map_err(io())?;
        let file = file.into_inner().map_err(|error| io()(error.into_error()))?;
        file.sync_all().map_err(io())?;
        drop(file);
        let read = verify(&self.partial)?;
        if read.tables != self.manifest.tables {
            return Err(BackupError::damaged(&self.partial, Damage::Reread));
        }
        // Fails if somebody else made a file of this name meanwhile.
        fs::hard_link(&self.partial, &self.path)
            .and_then(|()| fs::remove_file(&self.partial))
            .or_else(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => Err(error),
                // Not every file system has links.
                _ => fs::rename(&self.partial, &self.path),
            })
            .map_err(BackupError::io(&self.path))?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(BackupError::io(folder))?;
        Ok(read)
    }

    /// Removes the part of the file that was written so far.
    pub(super) fn give_up(self) {
        let _ = fs::remove_file(&self.partial);
    }
}

fn part_name(table: &str, number: usize) -> String {
    format!("{table}/{number:06}.copy.zst")
}

fn append(
    archive: &mut tar::Builder<BufWriter<File>>,
    name: &str,
    bytes: &[u8],
    at: DateTime<Utc>,
) -> std::io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    header.set_mtime(at.timestamp().max(0).cast_unsigned());
    header.set_cksum();
    archive.append_data(&mut header, name, bytes)
}

/// Reads a whole backup and compares every part, every row and every count with its manifest.
///
/// # Errors
///
/// If it can't be read, is no backup, was cut off or was changed.
pub fn verify(path: &Path) -> Result<BackupManifest, BackupError> {
    let mut found: BTreeMap<String, (RowDigest, Vec<String>)> = BTreeMap::new();
    let mut manifest = None;
    for entry in BackupReader::open(path)?.entries()? {
        match entry? {
            _ if manifest.is_some() => {
                return Err(BackupError::damaged(path, Damage::Behind));
            }
            Entry::Manifest(read) => manifest = Some(read),
            Entry::Part { table, packed, rows } => {
                let (digest, parts) = found.entry(table).or_default();
                digest.add(&rows);
                parts.push(blake3::hash(&packed).to_hex().to_string());
            }
        }
    }
    let manifest = manifest.ok_or_else(|| BackupError::damaged(path, Damage::Foreign))?;
    if manifest.format != FORMAT {
        return Err(BackupError::damaged(path, Damage::Format));
    }
    for content in &manifest.tables {
        let (digest, parts) = found.remove(&content.name).unwrap_or_default();
        if parts != content.parts || digest.rows != content.rows || digest.to_string() != content.digest {
            return Err(BackupError::damaged(path, Damage::Table(content.name.clone())));
        }
    }
    match found.keys().next() {
        Some(table) => Err(BackupError::damaged(path, Damage::UnknownTable(table.clone()))),
        None => Ok(manifest),
    }
}

/// An entry of the file.
pub(super) enum Entry {
    /// Rows of a table.
    Part {
        /// The table.
        table: String,
        /// The rows as they are stored.
        packed: Vec<u8>,
        /// The rows as `COPY` takes them.
        rows: Vec<u8>,
    },
    /// The last one.
    Manifest(BackupManifest),
}

/// The entries of a file, in its order.
pub(super) struct BackupReader {
    path: PathBuf,
    archive: tar::Archive<BufReader<File>>,
}

impl BackupReader {
    pub(super) fn open(path: &Path) -> Result<Self, BackupError> {
        let file = File::open(path).map_err(BackupError::io(path))?;
        Ok(Self { path: path.to_owned(), archive: tar::Archive::new(BufReader::new(file)) })
    }

    pub(super) fn entries(
        &mut self,
    ) -> Result<impl Iterator<Item = Result<Entry, BackupError>>, BackupError> {
        let Self { path, archive } = self;
        let entries = archive.entries().map_err(BackupError::io(path))?;
        Ok(entries.map(|entry| {
            entry
                .map_err(|_| BackupError::damaged(path, Damage::Foreign))
                .and_then(|entry| content(path, entry))
        }))
    }
}

fn content(path: &Path, mut entry: tar::Entry<'_, BufReader<File>>) -> Result<Entry, BackupError> {
    let damaged = |why| BackupError::damaged(path, why);
    let name = entry.path().ok().and_then(|name| name.to_str().map(str::to_owned)).unwrap_or_default();
    let mut packed = Vec::new();
    entry.read_to_end(&mut packed).map_err(|_| damaged(Damage::CutOff))?;
    if name == MANIFEST {
        let manifest = serde_json::from_slice(&packed).map_err(|_| damaged(Damage::Manifest))?;
        return Ok(Entry::Manifest(manifest));
    }
    let Some((table, _)) = name.split_once('/').filter(|(_, part)| part.ends_with(".copy.zst")) else {
        return Err(damaged(Damage::Foreign));
    };
    let rows = zstd::stream::decode_all(&packed[..]).map_err(|_| damaged(Damage::Part))?;
    Ok(Entry::Part { table: table.to_owned(), packed, rows })
}
