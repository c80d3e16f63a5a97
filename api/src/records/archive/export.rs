//! Writing records out, in each of the formats they can be had in.

use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use kifu_engine::text::Language;
use kifu_statistics::time_zone::TimeZone;
use serde::{Deserialize, Serialize};

use super::RecordFile;
use super::walk::{Selection, Stored, WholeRecord, walk};
use crate::http::cost::{Admission, Folds, Permit};
use crate::http::credentials::Access;
use crate::http::media::{JSON, NDJSON};
use crate::http::problem::{Code, Problem};
use crate::records::cache::LoadedRecord;
use crate::records::damage::PassedOver;
use crate::records::plays::FinishedGame;
use crate::records::plays::bgg::{self, BGGPLAY};
use crate::records::plays::bgstats::{BGSPLAY, BgStatsFile, Tables};
use kifu_store::{GameId, Json, Reader, WalkCursor};

/// The formats of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveFormat {
    /// The portable record file.
    #[default]
    Record,
    /// A play for the app BG Stats; of finished games only.
    Bgstats,
    /// A play for `BoardGameGeek`; of finished games only.
    Bgg,
}

impl ArchiveFormat {
    /// Their names.
    pub fn words() -> Vec<String> {
        ["record", "bgstats", "bgg"].map(str::to_owned).to_vec()
    }

    /// The format of this name.
    pub fn named(word: &str) -> Self {
        match word {
            "bgstats" => Self::Bgstats,
            "bgg" => Self::Bgg,
            _ => Self::Record,
        }
    }

    /// The format that is written in this media type.
    pub fn of(media: &str) -> Self {
        match media {
            BGSPLAY => Self::Bgstats,
            BGGPLAY => Self::Bgg,
            _ => Self::Record,
        }
    }

    /// The media type of one record in it.
    pub fn of_one(self) -> &'static str {
        match self {
            Self::Record => JSON,
            Self::Bgstats => BGSPLAY,
            Self::Bgg => BGGPLAY,
        }
    }

    /// The media type of many.
    pub fn of_many(self) -> &'static str {
        match self {
            Self::Record | Self::Bgg => NDJSON,
            Self::Bgstats => BGSPLAY,
        }
    }
}

/// How records are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The format.
    pub format: ArchiveFormat,
    /// The access of the reader.
    pub access: Access,
    /// The time zone of the table's days, unless the record says it.
    pub zone: TimeZone,
    /// The language of the games' names.
    pub language: Language,
    /// `BoardGameGeek`'s number of the game, if it is known.
    pub bgg_id: Option<u32>,
}

impl Style {
    /// One record.
    pub fn one(&self, loaded: &LoadedRecord) -> Result<String, Problem> {
        match self.format {
            ArchiveFormat::Record => write(&RecordFile::of(loaded, self.access)),
            ArchiveFormat::Bgg => {
                write(&bgg::BggPlay::of(&FinishedGame::of(loaded, self.language, self.zone)?, self.bgg_id))
            }
            ArchiveFormat::Bgstats => {
                let mut tables = Tables::new(self.bgg_id);
                let play = tables.play(&FinishedGame::of(loaded, self.language, self.zone)?);
                write::<BgStatsFile>(&tables.file(vec![play]))
            }
        }
    }
}

fn write<T: Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(Problem::internal)
}

/// A part of the output, with the number of its records.
pub struct Piece {
    /// The text.
    pub text: String,
    /// How many records were read for it.
    pub records: u64,
    /// How many of them are in it: games without a result are no plays.
    pub written: u64,
    /// Their logs.
    pub logs: Vec<ExportedLog>,
    /// The records that can't be read to their end.
    pub passed_over: Vec<PassedOver>,
}

impl Piece {
    /// A piece of no record.
    fn around(text: String) -> Self {
        Self { text, records: 0, written: 0, logs: Vec::new(), passed_over: Vec::new() }
    }
}

/// A log that was written out.
pub struct ExportedLog {
    /// The record.
    pub id: GameId,
    /// How many events, the opening included.
    pub events: usize,
    /// The opening's payload.
    pub opening: Json,
}

/// Writes the records of a selection after a place, piece by piece.
pub fn many(
    admission: Admission,
    reader: Reader,
    (selection, after): (Selection, Option<WalkCursor>),
    style: Style,
) -> impl Stream<Item = Result<Piece, Problem>> {
    let pages = walk(admission.clone(), reader, selection, after).map_ok(Some);
    let end = stream::once(async { Ok(None) });
    let writing = Writing::new(style);
    let begin = Piece::around(writing.begin());
    let pieces = stream::try_unfold(
        (admission, Box::pin(pages.chain(end)), Some(writing)),
        |(admission, mut pages, writing)| async {
            let (Some(mut writing), Some(page)) = (writing, pages.try_next().await?) else { return Ok(None) };
            let Some(page) = page else {
                return Ok(Some((Piece::around(writing.end()?), (admission, pages, None))));
            };
            let work = move |permit: &Permit<Folds>| (writing.page(page, permit), writing);
            let (piece, writing) = admission.run(work).await?;
            Ok(Some((piece?, (admission, pages, Some(writing)))))
        },
    );
    stream::once(async { Ok(begin) }).chain(pieces)
}

/// The state from one piece to the next.
struct Writing {
    style: Style,
    tables: Tables,
    written: u64,
}

impl Writing {
    fn new(style: Style) -> Self {
        Self { style, tables: Tables::new(style.bgg_id), written: 0 }
    }

    fn begin(&self) -> String {
        match self.style.format {
            ArchiveFormat::Bgstats => Tables::begin(),
            ArchiveFormat::Record | ArchiveFormat::Bgg => String::new(),
        }
    }

    fn page(&mut self, page: Vec<Stored>, permit: &Permit<Folds>) -> Result<Piece, Problem> {
        let mut piece = Piece::around(String::new());
        for stored in page {
            piece.records += 1;
            let WholeRecord { loaded, events } = match stored.fold(permit) {
                Ok(folded) => folded,
                Err(damaged) => {
                    piece.passed_over.push(damaged.seen_by(self.style.access));
                    continue;
                }
            };
            if let Some(record) = self.record(&loaded)? {
                piece.text.push_str(&record);
                piece.written += 1;
                self.written += 1;
            }
            let opening = events.first().map(|event| event.payload.clone());
            let log = |opening| ExportedLog { id: loaded.head.id, events: events.len(), opening };
            piece.logs.extend(opening.map(log));
        }
        Ok(piece)
    }

    /// One record among many; nothing where it has none in this format.
    fn record(&mut self, loaded: &LoadedRecord) -> Result<Option<String>, Problem> {
        let style = self.style;
        let written = match style.format {
            ArchiveFormat::Record | ArchiveFormat::Bgg => style.one(loaded).map(|line| line + "\n"),
            ArchiveFormat::Bgstats => {
                FinishedGame::of(loaded, style.language, style.zone).and_then(|played| {
                    let comma = if self.written == 0 { "" } else { "," };
                    Ok(format!("{comma}{}", write(&self.tables.play(&played))?))
                })
            }
        };
        match written {
            Err(problem) if problem.code() == Code::NotFinished => Ok(None),
            written => written.map(Some),
        }
    }

    fn end(self) -> Result<String, Problem> {
        match self.style.format {
            ArchiveFormat::Bgstats => self.tables.end().map_err(Problem::internal),
            ArchiveFormat::Record | ArchiveFormat::Bgg => Ok(String::new()),
        }
    }
}
