//! Routes for access to a record.

use actix_web::http::Method;
use actix_web::web;

use super::{READ_PROBLEMS, read};
use crate::http::contract::Identity;
use crate::http::contract::{Answer, Endpoint};
use crate::http::media::SVG;
use crate::http::problem::Code;
use crate::records::{share, tokens};

const ISSUE_PROBLEMS: &[Code] = &[Code::Forbidden, Code::MalformedParameter, Code::KeyReused];

/// The endpoints.
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::folds(
            Method::GET,
            "/v1/games/{id}/tokens",
            "list_tokens",
            "Who may do what; for the scribe",
            || read().to(tokens::list),
        )
        .only_for(Identity::Scribe)
        .answers(Answer::json::<tokens::Tokens>(200))
        .problems(READ_PROBLEMS)
        .problems(&[Code::Forbidden]),
        Endpoint::folds(
            Method::POST,
            "/v1/games/{id}/tokens",
            "issue_token",
            "A new token, with its link and QR code",
            || web::post().to(tokens::issue),
        )
        .only_for(Identity::Scribe)
        .takes::<tokens::TokenRequest>()
        .keyed()
        .answers(Answer::json::<tokens::IssuedToken>(201))
        .problems(READ_PROBLEMS)
        .problems(ISSUE_PROBLEMS)
        .problems(&[Code::MalformedBody, Code::TooManyTokens, Code::TokenEnded]),
        Endpoint::folds(
            Method::POST,
            "/v1/games/{id}/tokens/{token_id}/reissue",
            "reissue_token",
            "A new token for the old one, which ends",
            || web::post().to(tokens::reissue),
        )
        .only_for(Identity::Bearer)
        .keyed()
        .answers(Answer::json::<tokens::IssuedToken>(201))
        .problems(READ_PROBLEMS)
        .problems(ISSUE_PROBLEMS)
        .problems(&[Code::TokenEnded]),
        Endpoint::folds(
            Method::DELETE,
            "/v1/games/{id}/tokens/{token_id}",
            "revoke_token",
            "Ends a token, at once",
            || web::delete().to(tokens::revoke),
        )
        .only_for(Identity::Scribe)
        .answers(Answer::empty(204))
        .problems(READ_PROBLEMS)
        .problems(&[Code::Forbidden, Code::LastScribeToken]),
        Endpoint::folds(
            Method::POST,
            "/v1/games/{id}/share",
            "share_record",
            "The link of a token, and its QR code",
            || web::post().to(share::handle),
        )
        .only_for(Identity::InBody)
        .takes::<share::ShareRequest>()
        .answers(Answer::json::<share::Share>(200).or(SVG))
        .problems(READ_PROBLEMS)
        .problems(&[Code::MalformedBody, Code::NotAcceptable]),
    ]
}
