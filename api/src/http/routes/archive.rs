//! Records on the move, and copies.

use actix_web::http::Method;
use actix_web::web;

use super::{READ_PROBLEMS, file_schema, read};
use crate::http::contract::{ACCEPT_RANGES, Answer, ETAG, Endpoint, Identity, LOCATION};
use crate::http::media::NDJSON;
use crate::http::problem::Code;
use crate::http::query_params::TIME_ZONE;
use crate::records::archive;
use crate::records::plays::{bgg, bgstats};
use crate::records::{copies, open};

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::folds(
            Method::POST,
            "/v1/games/{id}/copies",
            "copy_record",
            "Continue from a step in a record of its own, outside statistics",
            || web::post().to(copies::handle),
        )
        .only_for(Identity::OpeningReader)
        .takes::<copies::CopyRequest>()
        .keyed()
        .answers(Answer::json::<open::OpenedRecord>(201).with(ETAG).with(LOCATION))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::Forbidden, Code::KeyReused]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/record",
            "export_record",
            "The record as one portable file",
            || read().to(archive::endpoints::one),
        )
        .queries(archive::endpoints::style_parameters().into())
        .query(TIME_ZONE)
        .answers(
            Answer::json::<archive::RecordFile>(200)
                .or_ndjson()
                .or_json::<bgstats::BgStatsFile>(bgstats::BGSPLAY)
                .or_json::<bgg::BggPlay>(bgg::BGGPLAY),
        )
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::NotAcceptable, Code::NotFinished]),
        Endpoint::scans(
            Method::GET,
            "/v1/archive",
            "export_records",
            "Every record that a search finds and the asker may see: one file a line, oldest first; a last line names damaged ones",
            || read().to(archive::endpoints::export),
        )
        .queries(archive::endpoints::archive_parameters())
        .answers(
            Answer::of(200, NDJSON).or_json::<bgstats::BgStatsFile>(bgstats::BGSPLAY).with(ACCEPT_RANGES),
        )
        .in_parts(&[NDJSON, bgstats::BGSPLAY])
        .problems(&[Code::MalformedParameter, Code::UnknownGame, Code::NotFound])
        .problems(&[Code::Unauthenticated, Code::NotAcceptable]),
        Endpoint::scans(
            Method::POST,
            "/v1/archive",
            "import_records",
            "Bring records in, one file a line; told as it goes on when asked for NDJSON",
            || web::post().to(archive::endpoints::import),
        )
        .only_for(Identity::Opener)
        .takes_lines::<archive::RecordFile>()
        .answers(Answer::json::<archive::report::ImportReport>(200).or_ndjson())
        .problems(&[Code::Unauthenticated, Code::MalformedBody, Code::NotAcceptable]),
        Endpoint::cheap(
            Method::GET,
            file_schema::PATH,
            "record_schema",
            "The JSON Schema of the portable record file",
            || read().to(file_schema::handle),
        )
        .conditional()
        .answers(Answer::any(200, file_schema::MEDIA)),
    ]
}
