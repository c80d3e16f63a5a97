//! Answers of two tables side by side.

/// Fields whose values differ between any two tables: times, and hashes of receipts, which are of a seat's own log, its
/// record and its times.
const FIELDS: [&str; 3] = ["at\":\"", "\"since\":\"", "\"hash\":\""];

/// A text of JSON without what differs between any two tables, whatever happened there; their ids are still in it.
pub fn timeless(text: &str) -> String {
    FIELDS.into_iter().fold(text.to_owned(), |text, field| {
        let mut parts = text.split(field);
        let mut rest = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            rest.push_str(field);
            rest.push_str(part.split_once('"').map_or(part, |(_, rest)| rest));
        }
        rest
    })
}
