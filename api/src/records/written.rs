//! Long answers, written piece by piece as fast as the client takes them.

use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::{StreamExt, stream};
use serde::Serialize;

use crate::http::cost::{Admission, Folds, Permit};
use crate::http::problem::Problem;

/// How much is made before the client has to take it, in bytes.
const CHUNK_BYTES: usize = 64 << 10;

/// An answer of these pieces. What fits in one chunk is sent whole, with its length; of a longer one each chunk is made
/// when the client has taken the one before, and should that fail it breaks off. Which of the two it is shows in the
/// headers, so it depends on what is shown and not on the record behind it. Only where the work is done depends on that:
/// for a large one beside the threads that serve.
pub async fn write(
    mut response: HttpResponseBuilder,
    admission: &Admission,
    is_large: bool,
    mut pieces: impl Iterator<Item = String> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let work = move |_: &Permit<Folds>| (fill(&mut pieces), pieces);
    let (first, pieces) = admission.run_if(is_large, work).await?;
    if first.len() < CHUNK_BYTES {
        return Ok(response.body(first));
    }
    let rest = stream::try_unfold((admission.patient(), pieces), move |(admission, mut pieces)| async move {
        let work = move |_: &Permit<Folds>| (fill(&mut pieces), pieces);
        let (chunk, pieces) = admission.run_if(is_large, work).await?;
        Ok::<_, Problem>((!chunk.is_empty()).then_some((Bytes::from(chunk), (admission, pieces))))
    });
    let first = stream::iter([Ok(Bytes::from(first))]);
    Ok(response.streaming(first.chain(rest)))
}

/// The pieces of a document whose list of this name is empty, with these elements in it.
pub fn with_elements<T: Serialize, I: Iterator<Item = String>>(
    document: &T,
    list: &str,
    elements: I,
) -> Result<impl Iterator<Item = String> + use<T, I>, Problem> {
    let text = serde_json::to_string(document).map_err(Problem::internal)?;
    let (before, after) = text.rsplit_once(&format!("\"{list}\":[]")).unwrap_or((&text, ""));
    let (begin, end) = (format!("{before}\"{list}\":["), format!("]{after}"));
    let elements =
        elements.enumerate().map(|(index, element)| if index == 0 { element } else { format!(",{element}") });
    Ok(std::iter::once(begin).chain(elements).chain(std::iter::once(end)))
}

/// The next chunk; empty if there are no more pieces.
fn fill(pieces: &mut impl Iterator<Item = String>) -> String {
    let mut chunk = String::new();
    while chunk.len() < CHUNK_BYTES {
        let Some(piece) = pieces.next() else { break };
        chunk.push_str(&piece);
    }
    chunk
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stand_in_the_list_of_a_document() {
        #[derive(Serialize)]
        struct Whole {
            list: [u8; 0],
            more: &'static str,
        }
        let whole = |elements: &'static [&str]| {
            let elements = elements.iter().map(|element| (*element).to_owned());
            with_elements(&Whole { list: [], more: "b" }, "list", elements).unwrap().collect::<String>()
        };
        assert_eq!(whole(&[]), r#"{"list":[],"more":"b"}"#);
        assert_eq!(whole(&["1", "[2]"]), r#"{"list":[1,[2]],"more":"b"}"#);
    }

    #[test]
    fn a_chunk_ends_with_the_piece_that_fills_it() {
        let piece = "x".repeat(CHUNK_BYTES / 2 + 1);
        let mut pieces = std::iter::repeat_n(piece.clone(), 3);
        assert_eq!(fill(&mut pieces).len(), 2 * piece.len());
        assert_eq!(fill(&mut pieces).len(), piece.len());
        assert!(fill(&mut pieces).is_empty());
    }
}
