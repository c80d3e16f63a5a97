//! Changes to a record beside its events, also while another instance changes it.

use actix_web::{HttpRequest, HttpResponse};

use super::show;
use crate::app::App;
use crate::http::authorization::lock;
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::extractors::IfMatch;
use crate::http::problem::{Code, Problem};
use kifu_engine::seq::Seq;
use kifu_store::{Record, Revision};

/// How often a change is tried again after a conflict.
const MAX_REVISE_RETRIES: usize = 100;

/// Checks for an access that may log everything: only that may change details of a record.
pub fn scribe_only(access: Access) -> Result<(), Problem> {
    match access {
        Access::Scribe => Ok(()),
        Access::Seat(_) => Err(Problem::plain(Code::Forbidden)),
        Access::Reader => Err(Problem::plain(Code::Unauthenticated)),
    }
}

/// Makes a change as the scribe and shows the record after it. `change` is asked again when the
/// record was changed by somebody else before; `None` changes nothing.
pub async fn revise(
    app: &App,
    request: &HttpRequest,
    change: impl Fn(&Record) -> Result<Option<Revision>, Problem>,
) -> Result<HttpResponse, Problem> {
    let if_match = IfMatch::read(request)?;
    let (mut guard, access) = lock(app, request).await?;
    scribe_only(access)?;
    let admission = Admission::of(request)?;
    for _ in 0..MAX_REVISE_RETRIES {
        let head = &guard.loaded().head;
        if !if_match.allows_head(guard.loaded().stamp(Seq::default())) {
            return Err(Problem::stale_revision());
        }
        let Some(revision) = change(head)? else { return Ok(show::revised(guard.loaded(), access)) };
        let done = app.store().revise(&[revision]).await?;
        app.records.catch_up(&admission, &mut guard).await?;
        if done {
            return Ok(show::revised(guard.loaded(), access));
        }
    }
    Err(Problem::plain(Code::Unavailable))
}
