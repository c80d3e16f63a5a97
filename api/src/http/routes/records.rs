//! Opening, finding, playing, seeing again.

use actix_web::http::Method;
use actix_web::web;
use kifu_engine::erased::NewPart;
use kifu_proofs::document::RecordProof;
use serde_json::json;

use super::{READ_PROBLEMS, read};
use crate::http::contract::{self, Answer, CostClass, ETAG, Endpoint, Identity, LINK, LOCATION, Parameter};
use crate::http::extractors::After;
use crate::http::media::{CSV, HTML, NDJSON, SVG};
use crate::http::problem::Code;
use crate::records::opening;
use crate::records::search::query;
use crate::records::seat_entry::SeatEntry;
use crate::records::view::head::RecordHead;
use crate::records::{
    analysis, board, choices, events, forms, joint, list, moves, open, patch, perspective, proof, replay,
    replay_file, seat, show,
};
use crate::streams::live::stream;
use crate::streams::subscriptions::live_events;

const AFTER: Parameter = Parameter::integer("after", 0, After::MAX, "Only what comes after this number.");
const SEAT_PARAMETER: Parameter =
    Parameter::integer("seat", 0, 254, "Whose part it is; a seat's token needs not say.");
const CHANGE_PROBLEMS: &[Code] = &[
    Code::MalformedBody,
    Code::MalformedParameter,
    Code::UnknownPlayer,
    Code::UnfitSeats,
    Code::Forbidden,
    Code::SeatNeedsConsent,
    Code::StaleVersion,
];

const HINDSIGHT: Parameter = Parameter::boolean(
    "hindsight",
    "Whether what became known after this step is shown, too: only of a game that is over.",
);
const PERSPECTIVE: Parameter = Parameter::pattern(
    "perspective",
    perspective::PERSPECTIVE_PATTERN,
    "As this seat, or `public` as everybody, saw it while it was live; everything that the request may see if left out. \
     Who may see less than that seat may not ask.",
);

/// The endpoints.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::folds(Method::POST, "/v1/games", "open_record", "Open a record", || {
            web::post().to(open::handle)
        })
        .only_for(Identity::Opener)
        .takes::<opening::OpenRequest>()
        .keyed()
        .answers(Answer::json::<open::OpenedRecord>(201).with(ETAG).with(LOCATION))
        .problems(&[Code::MalformedBody, Code::MalformedParameter, Code::UnknownGame, Code::Unauthenticated])
        .problems(&[Code::UnknownPlayer, Code::UnfitSeats, Code::SeatNeedsConsent])
        .problems(&[Code::KeyReused, Code::Violation]),
        Endpoint::scans(
            Method::GET,
            "/v1/games",
            "list_records",
            "Find records, newest first: a page of them, or all as lines or rows",
            || read().to(list::handle),
        )
        .queries(query::parameters())
        .answers(
            Answer::json::<list::RecordPage>(200).or_json::<list::ListedRecord>(NDJSON).or(CSV).with(LINK),
        )
        .problems(&[
            Code::MalformedParameter,
            Code::UnknownGame,
            Code::Unauthenticated,
            Code::NotAcceptable,
        ]),
        Endpoint::folds(Method::GET, "/v1/games/{id}", "show_record", "A record at a glance", || {
            read().to(show::handle)
        })
        .conditional()
        .answers(Answer::json::<show::RecordSummary>(200))
        .problems(READ_PROBLEMS),
        Endpoint::folds(
            Method::PATCH,
            "/v1/games/{id}",
            "change_record",
            "Change when, where, by whom it was played and who may read it",
            || web::patch().to(patch::handle),
        )
        .only_for(Identity::Scribe)
        .takes_patch::<patch::RecordPatch>()
        .versioned()
        .answers(Answer::json::<show::RecordSummary>(200).with(ETAG))
        .problems(READ_PROBLEMS)
        .problems(CHANGE_PROBLEMS),
        Endpoint::folds(
            Method::PUT,
            "/v1/games/{id}/seats/{seat}",
            "seat_somebody",
            "Say who sits on a seat",
            || web::put().to(seat::handle),
        )
        .only_for(Identity::Scribe)
        .takes::<Option<SeatEntry>>()
        .versioned()
        .answers(Answer::json::<show::RecordSummary>(200).with(ETAG))
        .problems(READ_PROBLEMS)
        .problems(CHANGE_PROBLEMS),
        Endpoint::folds(Method::POST, "/v1/games/{id}/moves", "add_moves", "Log moves, all or nothing", || {
            web::post().to(moves::handle)
        })
        .only_for(Identity::Writer)
        .takes::<moves::NewEntries>()
        .keyed()
        .versioned()
        .query(Parameter::boolean("dry_run", "Only tell what would happen."))
        .answers(Answer::json::<moves::LogResult>(201).with(ETAG).with(LOCATION))
        .answers(Answer::json::<moves::LogResult>(200))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedBody, Code::MalformedMove, Code::MalformedParameter, Code::Forbidden])
        .problems(&[Code::KeyReused, Code::UnreadableRecord, Code::RecordFull, Code::StaleVersion])
        .problems(&[Code::Violation]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/proof",
            "prove_record",
            "What proves that a record is not changed later, signed",
            || read().to(proof::handle),
        )
        .query(Parameter::integer("event", 0, After::MAX, "The last event to prove, as this viewer counts."))
        .query(Parameter::integer(
            "since",
            0,
            After::MAX,
            "The size of an earlier tree, with which the tree is to be proven consistent.",
        ))
        .answers(Answer::json::<RecordProof>(200))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::UnreadableRecord]),
        Endpoint::folds(Method::GET, "/v1/games/{id}/choices", "list_choices", "What may happen next", || {
            read().to(choices::handle)
        })
        .answers(Answer::json::<choices::Choices>(200).with(ETAG))
        .problems(READ_PROBLEMS),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/forms",
            "list_forms",
            "What may happen next, or might have happened instead of a move, as it is entered by tapping",
            || read().to(forms::handle),
        )
        .query(Parameter::integer(
            "instead_of",
            0,
            After::MAX,
            "The event of a move in force: what could have been logged in its place.",
        ))
        .answers(Answer::json::<forms::Forms>(200).with(ETAG))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/joint",
            "show_joint_move",
            "The move that all make at once, and who has entered a part",
            || read().to(joint::show),
        )
        .answers(Answer::json::<joint::JointMoveProgress>(200).with(ETAG))
        .problems(READ_PROBLEMS),
        Endpoint::folds(
            Method::PUT,
            "/v1/games/{id}/joint",
            "enter_part",
            "Enter a seat's part, in secret; with the last one all become a move",
            || web::put().to(joint::enter),
        )
        .only_for(Identity::Writer)
        .takes::<NewPart>()
        .must_be_versioned()
        .query(SEAT_PARAMETER)
        .answers(Answer::json::<joint::JointMoveProgress>(200).with(ETAG))
        .answers(Answer::json::<moves::LogResult>(201).with(ETAG))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedBody, Code::MalformedMove, Code::MalformedParameter, Code::Forbidden])
        .problems(&[Code::UnreadableRecord, Code::RecordFull, Code::StaleVersion])
        .problems(&[Code::Violation]),
        Endpoint::folds(
            Method::DELETE,
            "/v1/games/{id}/joint",
            "withdraw_part",
            "Withdraw a seat's part",
            || web::delete().to(joint::withdraw),
        )
        .only_for(Identity::Writer)
        .must_be_versioned()
        .query(SEAT_PARAMETER)
        .answers(Answer::json::<joint::JointMoveProgress>(200).with(ETAG))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::Forbidden, Code::StaleVersion, Code::Violation]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/events",
            "list_events",
            "The log as the viewer sees it",
            || read().to(events::handle),
        )
        .query(AFTER)
        .query(Parameter::integer(
            "limit",
            1,
            1000,
            "How many at most; 1000 if left out, or all of them as NDJSON.",
        ))
        .query(PERSPECTIVE)
        .conditional()
        .answers(Answer::json::<events::EventPage>(200).or_ndjson().with(LINK))
        .problems(READ_PROBLEMS)
        .problems(&[Code::Forbidden, Code::MalformedParameter, Code::NotAcceptable]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/replay",
            "replay_record",
            "Every step, with words and positions",
            || read().to(replay::whole),
        )
        .query(PERSPECTIVE)
        .conditional()
        .answers(Answer::json::<replay::Replay>(200).or_ndjson())
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::Forbidden, Code::NotAcceptable]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/replay/{step}",
            "replay_step",
            "One step; 0 is the start",
            || read().to(replay::one),
        )
        .query(HINDSIGHT)
        .query(PERSPECTIVE)
        .conditional()
        .answers(Answer::json::<replay::ReplayPosition>(200))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::Forbidden]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/replay.html",
            "save_replay",
            "The record as the viewer sees it, with all that replays it, in one file that needs no network",
            || read().to(replay_file::handle),
        )
        .answers(Answer::of(200, HTML))
        .problems(READ_PROBLEMS),
        Endpoint::solves(
            Method::GET,
            "/v1/games/{id}/analysis",
            "analyse_record",
            "What could be known at each step of a finished game, and how likely it was",
            || read().to(analysis::handle),
        )
        .queries(analysis_parameters())
        .conditional()
        .answers(Answer::json::<kifu_engine::erased::RecordAnalysis>(200).or_ndjson().or(CSV))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::NotAcceptable, Code::StillLive]),
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/live",
            "follow_record",
            "What the viewer sees, as it happens, until the game is over",
            || read().to(stream::handle),
        )
        .query(Parameter::integer(
            "after",
            0,
            After::MAX,
            "Only what comes after this entry. If left out, the first event says where the record stands.",
        ))
        .query(Parameter::pattern_header(
            "Last-Event-ID",
            live_events::EventId::PATTERN,
            "The id of the last event that the client got; it counts more than `after`. The id of another life of the database, \
             before a backup was restored, is none: the stream begins anew.",
        ))
        .answers(
            Answer::events(200)
                .or_event::<live_events::LivePosition>("position")
                .or_event::<live_events::LiveEntry>("entry")
                .or_event::<RecordHead>("record")
                .or_event::<live_events::LiveEnd>("end")
                .or_event::<live_events::LiveClosed>("closed"),
        )
        .answers(Answer::empty(204))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::TooManyStreams]),
        Endpoint::draws(
            Method::GET,
            "/v1/games/{id}/board.svg",
            "draw_board",
            "The table drawn, for a phone or a wide screen and for dark rooms, with a description in words",
            || read().to(board::handle),
        )
        .query(Parameter::integer(
            "at",
            0,
            After::MAX,
            "After this step; 0 is the start. The last one if left out.",
        ))
        .query(Parameter::words(
            "language",
            contract::languages,
            "Of the words in it; else as `Accept-Language` wants.",
        ))
        .query(Parameter::words(
            "layout",
            contract::layouts,
            "`portrait`, if left out: for a phone; `landscape`, for a wide screen, has the seats around the table; `compact` \
             shows what the next move needs. The size of the picture is the same at every step.",
        ))
        .query(HINDSIGHT)
        .query(Parameter::boolean(
            "chances",
            "Whether chances are drawn where the things lie that they are of, from what that perspective knew then; with \
             `hindsight`, what each tile or card would do, too. Only of a game that is over.",
        ).raising(CostClass::Solves))
        .query(PERSPECTIVE)
        .answers(Answer::of(200, SVG))
        .conditional()
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedParameter, Code::Forbidden, Code::StillLive]),
    ]
}

fn analysis_parameters() -> Vec<Parameter> {
    let mut all = vec![
        Parameter::pattern(
            "viewer",
            perspective::PERSPECTIVE_PATTERN,
            "Whose odds: what this seat knew, or `public`, as if left out, what lay open for all.",
        ),
        Parameter::words("part", analysis::parts, "What is asked; all that the game has if left out.")
            .listed(4),
        Parameter::integer("from", 0, After::MAX, "From this step on; 0 is the start."),
        Parameter::integer("to", 0, After::MAX, "Up to this step."),
        Parameter::words(
            "format",
            analysis::formats,
            "As what; else as `Accept` wants. CSV has the ledgers: claims, calls, votes and solved plays.",
        ),
    ];
    all.extend(analysis::facts().into_iter().map(|fact| {
        let about = "Facts to assume where the record does not say them: values, separated by commas.";
        Parameter::of(fact.to_owned(), json!({"type": "string"}), about)
    }));
    all
}
