//! Searches with all that the store has to look up for them.

use std::collections::BTreeMap;

use super::query::RecordConditions;
use super::term::{TermCondition, id_of_any};
use crate::http::problem::Problem;
use kifu_store::{Filter, Reader, TermFilter, Visibility};

/// The filters of a search, among records that these may find where it does not say which.
pub async fn filters(
    reader: &Reader,
    conditions: RecordConditions,
    otherwise: &[Visibility],
) -> Result<Vec<Filter>, Problem> {
    let RecordConditions { mut filters, terms, visibilities } = conditions;
    let visibilities = if visibilities.is_empty() { otherwise.to_vec() } else { visibilities };
    filters.push(Filter::Visibilities(visibilities));
    for term in &terms {
        filters.push(Filter::Games(term.games.iter().map(|of| of.slug.to_owned()).collect()));
        filters.push(Filter::Terms(look_up(reader, term).await?));
    }
    Ok(filters)
}

/// The ids of all that is asked for.
async fn look_up(reader: &Reader, term: &TermCondition) -> Result<TermFilter, Problem> {
    let (mut any, mut each, mut together) = (Vec::new(), BTreeMap::<_, Vec<_>>::new(), None);
    for of in &term.games {
        let lookup = async |field: Option<&str>, path: &str| {
            reader.search_terms(of.slug, &term.kind, field, path).await
        };
        any.push(id_of_any(of.slug, &term.kind));
        for (field, path) in &of.each {
            each.entry(field).or_default().extend(lookup(Some(field), path).await?);
        }
        if let Some(path) = &of.together {
            together.get_or_insert_with(Vec::new).extend(lookup(None, path).await?);
        }
    }
    Ok(TermFilter {
        per_condition: std::iter::once(any).chain(each.into_values()).collect(),
        all_conditions: together,
    })
}
