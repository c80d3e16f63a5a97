//! The language of a page: the one in its address, else the one that the browser prefers.
//!
//! The user's choice is kept in their browser (`first.js`) and in no cookie: the address says it to the service.

use actix_web::HttpRequest;
use kifu_engine::text::Language;
use serde::Deserialize;

use crate::http::extractors::{accepted_language, query};
use crate::http::problem::Problem;

#[derive(Deserialize)]
struct LanguageQuery {
    language: Option<Language>,
}

/// The language of the answer. Other parameters are the page's own business.
pub fn of(request: &HttpRequest) -> Result<Language, Problem> {
    let params: LanguageQuery = query(request)?;
    Ok(params.language.unwrap_or_else(|| accepted_language(request)))
}

/// The other one.
pub fn other(language: Language) -> Language {
    match language {
        Language::Ja => Language::En,
        Language::En => Language::Ja,
    }
}
