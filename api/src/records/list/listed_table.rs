//! Lists of records as lines of JSON, and as rows for spreadsheets.

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::{Stream, StreamExt, TryStreamExt, future, stream};
use serde_json::Value;

use super::{ListedRecord, RecordEnd, split};
use crate::app::App;
use crate::http::cost::Admission;
use crate::http::media::NDJSON;
use crate::http::problem::Problem;
use crate::records::damage::Trailer;
use crate::records::search::query::ListFormat;
use kifu_statistics::csv::CsvWriter;
use kifu_store::{Reader, Search, SearchHit};

/// Records read at once.
const RECORDS_PER_READ: usize = 200;

/// The columns of a row.
const COLUMNS: [&str; 19] = [
    "id",
    "game",
    "status",
    "played_at",
    "opened_at",
    "ended_at",
    "place",
    "tags",
    "seats",
    "names",
    "winners",
    "winner_names",
    "points",
    "score",
    "ending",
    "moves",
    "irregular",
    "visibility",
    "url",
];

/// Writes records for this client.
pub struct ListedTable {
    /// The service.
    pub app: web::Data<App>,
    /// The request.
    pub request: HttpRequest,
}

impl ListedTable {
    /// These records.
    pub fn page(
        &self,
        mut response: HttpResponseBuilder,
        format: ListFormat,
        hits: Vec<SearchHit>,
    ) -> HttpResponse {
        begin(&mut response, format);
        let mut trailer = Trailer::default();
        let written = self.write(format, hits, &mut trailer);
        response.body(head(format) + &written + &end(format, &trailer))
    }

    /// All that the search finds, in bounded memory. An answer that can't be ended well breaks off.
    pub fn stream(
        self,
        mut response: HttpResponseBuilder,
        format: ListFormat,
        search: Search,
        admission: Admission,
    ) -> HttpResponse {
        begin(&mut response, format);
        let search = Search { limit: RECORDS_PER_READ, ..search };
        let pages = pages(admission, self.app.store().latest().clone(), search);
        let pages = pages.map_ok(Some).chain(stream::once(future::ok(None)));
        let written = pages.scan(Trailer::default(), move |trailer, page| {
            let written = page.map(|page| match page {
                Some(hits) => self.write(format, hits, trailer),
                None => end(format, trailer),
            });
            future::ready(Some(written.map(Bytes::from)))
        });
        response.streaming(stream::once(future::ok(Bytes::from(head(format)))).chain(written))
    }

    fn write(&self, format: ListFormat, hits: Vec<SearchHit>, trailer: &mut Trailer) -> String {
        let (found, passed_over) = split(hits);
        for record in passed_over {
            trailer.add(record);
        }
        let listed = found.iter().map(|found| (found, ListedRecord::from(found)));
        if format != ListFormat::Csv {
            return listed
                .map(|(_, listed)| serde_json::to_string(&listed).unwrap_or_default() + "\n")
                .collect();
        }
        let mut sheet = CsvWriter::default();
        for (found, listed) in listed {
            let page = self.app.links.to_record(&self.app.boundary, &self.request, found.record.id, None);
            sheet.line(row(&listed, page).into_iter());
        }
        sheet.rows()
    }
}

fn begin(response: &mut HttpResponseBuilder, format: ListFormat) {
    if format == ListFormat::Csv {
        response.content_type("text/csv; charset=utf-8; header=present");
        response.insert_header((CONTENT_DISPOSITION, "inline; filename=\"records.csv\""));
    } else {
        response.content_type(NDJSON);
    }
}

/// The text before all records.
fn head(format: ListFormat) -> String {
    if format != ListFormat::Csv {
        return String::new();
    }
    let mut sheet = CsvWriter::default();
    sheet.line(COLUMNS.into_iter().map(str::to_owned));
    sheet.text()
}

/// The text behind all records: those that were passed over, for which a table has no place.
fn end(format: ListFormat, trailer: &Trailer) -> String {
    if format == ListFormat::Csv { String::new() } else { trailer.line() }
}

/// The fields of a row, in the order of the columns. Where a field holds several values, `; ` stands between them; of
/// seats every one has its place.
fn row(listed: &ListedRecord, page: String) -> [String; COLUMNS.len()] {
    let ListedRecord { head, status, ended } = listed;
    let outcome = ended.as_ref().and_then(|ended| ended.outcome.as_ref());
    let list =
        |name: &str| outcome.and_then(|outcome| outcome[name].as_array()).map_or(&[][..], Vec::as_slice);
    let winners = list("winners");
    let name = |seat: &Value| {
        let seat = usize::try_from(seat.as_u64()?).ok()?;
        head.names.get(seat)?.as_deref()
    };
    let one = |name: &str| outcome.map(|outcome| plain(&outcome[name])).unwrap_or_default();
    let of_end = |field: fn(&RecordEnd) -> String| ended.as_ref().map(field).unwrap_or_default();
    [
        head.id.to_string(),
        head.game.clone(),
        word(status),
        head.played_at.map(|time| time.to_string()).unwrap_or_default(),
        time(head.opened_at),
        of_end(|ended| time(ended.at)),
        head.place.clone().unwrap_or_default(),
        head.tags.join("; "),
        head.seats.to_string(),
        joined(head.names.iter().map(|name| name.clone().unwrap_or_default())),
        joined(winners.iter().map(plain)),
        joined(winners.iter().map(|seat| name(seat).unwrap_or_default().to_owned())),
        joined(list("points").iter().map(plain)),
        one("score"),
        one("ending"),
        of_end(|ended| ended.moves.to_string()),
        of_end(|ended| ended.irregular.to_string()),
        word(&head.visibility),
        page,
    ]
}

fn joined(values: impl Iterator<Item = String>) -> String {
    values.collect::<Vec<_>>().join("; ")
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// The word of a value that is one in JSON.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).map(|value| plain(&value)).unwrap_or_default()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// All records that a search finds, page by page.
fn pages(
    admission: Admission,
    reader: Reader,
    search: Search,
) -> impl Stream<Item = Result<Vec<SearchHit>, Problem>> {
    stream::try_unfold((admission, reader, Some(search)), |(admission, reader, search)| async move {
        let Some(search) = search else { return Ok(None) };
        let found = reader.search(&search, &admission.slot().await?).await?;
        let full = found.len() == search.limit;
        let after = found.last().map(|found| found.position).filter(|_| full);
        let rest = after.map(|after| Search { after: Some(after), ..search });
        Ok(Some((found, (admission, reader, rest))))
    })
}
