//! Requests whose head can't be parsed, is too large or does not come in time.
//!
//! actix never hands them to the service: it answers itself with a status and nothing else, and offers no way to say more. So
//! this bare answer is recognised on its way out, and another one takes its place: a problem document like any other, with
//! the id of the request and a line in the access log.

use std::time::SystemTime;

use actix_web::http::header::{
    CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, DATE, HeaderName, HttpDate, X_CONTENT_TYPE_OPTIONS,
};

use crate::http::pipeline::cors;
use crate::http::problem::{Code, PROBLEM, Problem};
use crate::operation::observing::{self, REQUEST_ID, RequestId};

/// The problems of such requests.
const PROBLEMS: [Code; 3] = [Code::MalformedHead, Code::HeadTooLarge, Code::HeadTooSlow];
/// The headers of a bare answer. Every answer of the service itself has others, too: the id of its request at least.
const BARE_HEADERS: [HeaderName; 3] = [CONTENT_LENGTH, CONNECTION, DATE];
/// A bare answer is shorter.
const MAX_BARE_BYTES: usize = 256;
/// How an answer begins.
const BEGINNING: &[u8] = b"HTTP/1.";
/// How its head ends.
const END: &[u8] = b"\r\n\r\n";

/// The start of a bare answer in these bytes, and its code. It is the last on its connection, so it is at the end. No
/// body of ours ends like this: JSON, SVG and HTML have a last bracket, and lines of CSV and events no such headers.
pub fn bare_answer(written: &[u8]) -> Option<(usize, Code)> {
    if !written.ends_with(END) {
        return None;
    }
    let last_bytes = written.len().saturating_sub(MAX_BARE_BYTES);
    let begin =
        last_bytes + written[last_bytes..].windows(BEGINNING.len()).rposition(|bytes| bytes == BEGINNING)?;
    let head = std::str::from_utf8(&written[begin..written.len() - END.len()]).ok()?;
    let (status, headers) = head.split_once("\r\n")?;
    let status = status.split(' ').nth(1)?;
    let problem = PROBLEMS.into_iter().find(|problem| problem.status().as_str() == status)?;
    let is_bare = |header: &str| {
        header.split_once(':').is_some_and(|(name, _)| BARE_HEADERS.iter().any(|bare| bare == name))
    };
    headers.split("\r\n").all(is_bare).then_some((begin, problem))
}

/// The answer in its place.
pub fn answer(code: Code) -> Vec<u8> {
    let id = RequestId::ours();
    let document = Problem::plain(code).document().of_request(id.to_string()).to_json();
    observing::note_unparsed(&id, code, document.len());
    let id = id.to_string();
    let (length, date) = (document.len().to_string(), HttpDate::from(SystemTime::now()).to_string());
    let headers = [
        (CONTENT_LENGTH, length.as_str()),
        (CONTENT_TYPE, PROBLEM),
        (CONNECTION, "close"),
        (DATE, &date),
        (REQUEST_ID, &id),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let headers: Vec<_> = headers
        .into_iter()
        .chain(cors::ALLOWED)
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    let headers = headers.concat();
    format!("HTTP/1.1 {}\r\n{headers}\r\n{document}", code.status()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str =
        "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: Fri, 27 Nov 2026 12:00:00 GMT\r\n\r\n";

    #[test]
    fn only_a_bare_answer_is_one() {
        assert_eq!(bare_answer(BARE.as_bytes()), Some((0, Code::MalformedHead)));
        let before = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-request-id: 1\r\n\r\n{}";
        assert_eq!(
            bare_answer([before, BARE].concat().as_bytes()),
            Some((before.len(), Code::MalformedHead))
        );
        let closed = BARE.replace("date:", "connection: close\r\ndate:");
        let slow = closed.replace("400 Bad Request", "408 Request Timeout");
        assert_eq!(bare_answer(slow.as_bytes()), Some((0, Code::HeadTooSlow)));
        for ours in [
            before,
            &BARE.replace("date:", "x-request-id: 1\r\ndate:"),
            &BARE.replace("400 Bad Request", "304 Not Modified"),
            &[BARE, "{}"].concat(),
            "",
        ] {
            assert_eq!(bare_answer(ours.as_bytes()), None, "{ours}");
        }
    }

    #[test]
    fn the_answer_in_its_place_is_whole() {
        let answer = String::from_utf8(answer(Code::HeadTooLarge)).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"), "{head}");
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{head}");
        let document: serde_json::Value = serde_json::from_str(body).unwrap();
        let id = document["request_id"].as_str().unwrap();
        assert!(head.contains(&format!("x-request-id: {id}\r\n")), "{head}");
        assert_eq!(bare_answer(answer.as_bytes()), None);
    }
}
