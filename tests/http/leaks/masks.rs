//! The parts of an answer that may differ between two services.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use kifu_tests::Answer;

/// Cursors of the feed, hashes and signatures are at least so long, and nothing else is.
const MIN_CURSOR_LENGTH: usize = 40;
/// The digits of a salt.
const SALT_LENGTH: usize = 32;

/// A cursor is sealed anew whenever it is told, and salts are drawn; only their lengths are compared.
pub fn without_cursors(text: &str) -> String {
    let in_cursor = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let mut masked = String::new();
    for part in text.split_inclusive(|letter| !in_cursor(letter)) {
        let word = part.trim_end_matches(|letter| !in_cursor(letter));
        let is_salt = word.len() == SALT_LENGTH && word.chars().all(|letter| letter.is_ascii_hexdigit());
        if is_salt || word.len() >= MIN_CURSOR_LENGTH {
            masked.extend(std::iter::repeat_n('*', word.len()));
            masked.push_str(&part[word.len()..]);
        } else {
            masked.push_str(part);
        }
    }
    masked
}

/// When the first answer was compared: a test may run over midnight.
static BEGUN: LazyLock<DateTime<Utc>> = LazyLock::new(Utc::now);

/// Up to when statistics count is the hour too, which every answer writes in as many letters.
pub fn without_hours(text: &str) -> String {
    let mut days = [*BEGUN, Utc::now()].map(|time| time.format("%Y-%m-%d").to_string()).to_vec();
    days.dedup();
    days.iter().fold(text.to_owned(), |text, day| without_hours_of(day, &text))
}

fn without_hours_of(day: &str, text: &str) -> String {
    let is_of_hour = |letter: char| letter.is_ascii_digit() || "-:. TZ".contains(letter);
    let mut parts = text.split(day);
    let before = parts.next().unwrap_or_default().to_owned();
    let hours = parts.map(|part| {
        let rest = part.trim_start_matches(is_of_hour);
        format!("an hour of {} letters{rest}", part.len() - rest.len())
    });
    [before].into_iter().chain(hours).collect()
}

/// Absolute addresses name the service that answers.
fn without_ports(text: &str) -> String {
    let mut parts = text.split("http://127.0.0.1:");
    let before = parts.next().unwrap_or_default().to_owned();
    let after = parts.map(|part| part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    [before].into_iter().chain(after.map(|part| format!("http://service{part}"))).collect()
}

/// All of an answer but the hour, and whether the connection stays open: that depends on how much of a refused body had
/// come in.
pub fn normalized(answer: &Answer) -> String {
    // The tag of a page is made of its bytes, which name the port.
    let content_type = answer.headers.get("content-type").and_then(|value| value.to_str().ok());
    let is_page = content_type.is_some_and(|kind| kind.starts_with("text/html"));
    let is_compared = |name: &str| name != "date" && name != "connection" && !(is_page && name == "etag");
    let headers = answer.headers.iter().filter(|(name, _)| is_compared(name.as_ref()));
    let mut headers: Vec<_> = headers.map(|(name, value)| format!("{name}: {value:?}")).collect();
    headers.sort();
    let body = without_ports(&without_hours(&answer.text()));
    without_cursors(&format!("{}\n{}\n\n{body}", answer.status, headers.join("\n")))
}

/// Normalizes an answer that tells when an entry was logged just now. Its number of digits varies, and so does its
/// length.
pub fn normalized_now(answer: &Answer) -> String {
    let normalized = without_lengths(&normalized(answer));
    let lines = normalized.lines().filter(|line| !line.starts_with("content-length: "));
    lines.collect::<Vec<_>>().join("\n")
}

/// Hours that [`without_hours`] has masked, whatever their length.
pub fn without_lengths(text: &str) -> String {
    let mut parts = text.split("an hour of ");
    let before = parts.next().unwrap_or_default().to_owned();
    let hours = parts.map(|part| part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    [before].into_iter().chain(hours.map(|part| format!("an hour of{part}"))).collect()
}
