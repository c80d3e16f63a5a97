//! `PATCH /v1/games/{id}`: the time and the place, the people, and the visibility.

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_names::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::json;

use super::copies;
use super::revise::revise;
use crate::app::App;
use crate::http::authorization;
use crate::http::authorization::read;
use crate::http::extractors::Confidential;
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::records::details::Details;
use crate::records::played_at::PlayedAt;
use crate::records::seat_entry::SeatEntry;
use crate::records::seating::{self, NamedSitter};
use kifu_store::{Occupant, Record, Revision, Sitter, Visibility};

/// The changes, as a JSON Merge Patch (RFC 7396): a field that is left out stays, `null` removes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecordPatch {
    /// Where it was played.
    #[schemars(with = "Option<Name>")]
    place: Member<Name>,
    /// When it was played, best with the offset of the clock at the table.
    #[schemars(with = "Option<PlayedAt>")]
    played_at: Member<PlayedAt>,
    /// Words to find it by, all of them.
    #[schemars(with = "Option<Vec<Name>>", length(max = 20))]
    tags: Member<Vec<Name>>,
    /// The viewers that may find and read the record; it can't be removed.
    #[schemars(with = "Visibility")]
    visibility: Member<Visibility>,
    /// The people by seat, for every seat of the table; `null` takes away all names.
    #[schemars(with = "Option<Vec<Option<SeatEntry>>>", length(min = 1, max = 250))]
    seats: Member<Vec<Option<SeatEntry>>>,
}

/// The patch of one member.
#[derive(Clone, Debug, Default)]
enum Member<T> {
    /// The member stays.
    #[default]
    Stays,
    /// `null`.
    Goes,
    /// The member becomes this.
    Is(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Member<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(reader)?.map_or(Self::Goes, Self::Is))
    }
}

impl<T: Clone> Member<T> {
    /// The member after the patch; the second is what it is when it has gone.
    fn on(&self, before: &mut T, gone: T) {
        match self {
            Self::Stays => {}
            Self::Goes => *before = gone,
            Self::Is(after) => before.clone_from(after),
        }
    }

    /// Applies the patch to a member that may be missing.
    fn on_option(&self, before: &mut Option<T>) {
        match self {
            Self::Stays => {}
            Self::Goes => *before = None,
            Self::Is(after) => *before = Some(after.clone()),
        }
    }
}

/// Changes a record, and shows it.
pub async fn handle(
    app: web::Data<App>,
    request: HttpRequest,
    body: Confidential,
) -> Result<HttpResponse, Problem> {
    let body = body.checked(|json| seating::refuse_secrets(&request, json, "/seats"))?;
    let patch: RecordPatch = body.read()?;
    if matches!(patch.visibility, Member::Goes) {
        let field = "visibility";
        return Err(Problem::field(field, Records::CannotRemove { field: field.into() }));
    }
    let people = match &patch.seats {
        Member::Stays => None,
        Member::Goes => Some(requested_sitters(&app, &request, None).await?),
        Member::Is(seats) => Some(requested_sitters(&app, &request, Some(seats)).await?),
    };
    let ceiling = match &patch.visibility {
        Member::Is(visibility) => Some(ceiling(&app, &request, *visibility).await?),
        Member::Stays | Member::Goes => None,
    };
    revise(&app, &request, |record| patch.on(record, people.as_deref(), ceiling)).await
}

/// How open the record may become; the operator may publish any.
async fn ceiling(app: &App, request: &HttpRequest, requested: Visibility) -> Result<Visibility, Problem> {
    let (guard, access) = read(app, request).await?;
    super::revise::scribe_only(access)?;
    if authorization::is_from_operator(app, request)? {
        return Ok(requested);
    }
    copies::ceiling(app, &guard.loaded().head).await
}

/// The people for the seats. Only the scribe learns which players do not exist.
async fn requested_sitters(
    app: &App,
    request: &HttpRequest,
    seats: Option<&[Option<SeatEntry>]>,
) -> Result<Vec<NamedSitter>, Problem> {
    let (guard, access) = read(app, request).await?;
    super::revise::scribe_only(access)?;
    let table = usize::from(guard.loaded().head.seats);
    drop(guard);
    let Some(seats) = seats else { return Ok(vec![NamedSitter::Allowed(Sitter::unnamed()); table]) };
    if seats.len() != table {
        let message = Records::SeatsOfTable { field: "seats".into(), table, input: seats.len() };
        let values = json!({"field": "seats", "input": seats.len(), "allowed": {"min": table, "max": table}});
        return Err(Problem::new(Code::UnfitSeats, message).with(values));
    }
    seating::look_up(app.store(), authorization::consent(app, request)?, seats).await
}

impl RecordPatch {
    /// The changes of this patch to a record; nothing, if all is so already.
    fn on(
        &self,
        record: &Record,
        people: Option<&[NamedSitter]>,
        ceiling: Option<Visibility>,
    ) -> Result<Option<Revision>, Problem> {
        let before = Details::of(record);
        let mut details = before.clone();
        self.place.on_option(&mut details.place);
        self.played_at.on_option(&mut details.played_at);
        self.tags.on(&mut details.tags, Vec::new());
        details.check()?;
        // A value from before there were bounds stays.
        let other_time = details.played_at.filter(|at| Some(*at) != before.played_at);
        other_time.iter().try_for_each(|at| at.check("played_at"))?;
        let mut visibility = record.visibility;
        self.visibility.on(&mut visibility, record.visibility);
        if visibility.is_more_open_than(record.visibility)
            && ceiling.is_some_and(|ceiling| visibility.is_more_open_than(ceiling))
        {
            return Err(
                Problem::new(Code::Forbidden, Records::CopyEasierToFind).with(json!({"field": "visibility"}))
            );
        }
        let revision = Revision {
            game: record.id,
            expected: record.revision,
            details: if details == before { None } else { Some(details.stored()?) },
            visibility: (visibility != record.visibility).then_some(visibility),
            seats: changes(&record.seating, people.unwrap_or_default())?,
        };
        let changes =
            revision.details.is_some() || revision.visibility.is_some() || !revision.seats.is_empty();
        Ok(changes.then_some(revision))
    }
}

/// The seats on which somebody else is to sit.
fn changes(before: &[Occupant], after: &[NamedSitter]) -> Result<Vec<(u8, Sitter)>, Problem> {
    let seats = (0..).zip(before.iter().zip(after));
    seats
        .filter_map(|(seat, (before, after))| {
            after.in_place_of(before).map(|sitter| Some((seat, sitter?))).transpose()
        })
        .collect()
}
