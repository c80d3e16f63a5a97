//! Answers of two services at different moments, made comparable.

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use kifu_tests::Answer;
use regex::{Captures, Regex};

/// Times as the service writes them.
static TIME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)").unwrap());
/// Times as charts have them in their descriptions, to the minute.
static MINUTE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"As of (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC").unwrap());
/// Cursors, tags, hashes, signatures, keys, and ids.
static OPAQUE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_-]{40,}|[0-9a-f]{16,}",
    )
    .unwrap()
});
/// Behind the clock by so much may be what statistics are counted up to.
const MAX_COUNTING: TimeDelta = TimeDelta::seconds(3);
const LENGTH: &str = "content-length";

/// Everything in which the answers of two services differ by nature, and how it is compared nevertheless.
///
/// - What services name themselves: a player and a webhook, the port in absolute addresses. Each is replaced by what it names.
/// - Times after the test began, for a clock goes on between two services. Each is replaced by when it was: in which public
///   step, just now, or in between, so a time at which something hidden happened is not that of a step. Just now is during
///   the request, or the last whole seconds before it, up to which statistics count.
/// - Opaque words: ids of this time, and what is made with keys, salts and nonces. They are numbered in each series as they
///   come, so it is seen which of them come again.
/// - The length of a body that has one of these times, which is written with as many digits as it needs; `Date`; and
///   `Connection`, which tells how much of a refused body had come in.
#[derive(Default)]
pub struct Series {
    /// The service's own ids, each with the id that both services share.
    pub names: Vec<(String, String)>,
    /// When each public step began and had ended.
    pub steps: Vec<[DateTime<Utc>; 2]>,
    opaque: HashMap<String, HashMap<String, usize>>,
}

impl Series {
    /// The next answer of a series, which was asked for at this time.
    pub fn answer(&mut self, series: &str, sent_at: DateTime<Utc>, answer: &Answer) -> String {
        let text = answer.text();
        let body = self.text(series, sent_at, &text);
        let has_times = self.has_times(&text);
        let headers = answer.headers.iter().map(|(name, value)| (name.as_str(), value));
        let headers = headers
            .filter(|(name, _)| !(["date", "connection"].contains(name) || *name == LENGTH && has_times));
        let mut headers: Vec<_> = headers.map(|(name, value)| format!("{name}: {value:?}")).collect();
        headers.sort();
        let headers = self.text(series, sent_at, &headers.join("\n"));
        format!("{}\n{headers}\n\n{body}", answer.status)
    }

    /// The next text of a series.
    pub fn text(&mut self, series: &str, sent_at: DateTime<Utc>, text: &str) -> String {
        let named = self.names.iter().fold(text.to_owned(), |text, (name, what)| text.replace(name, what));
        let named = MINUTE.replace_all(&named, |found: &Captures<'_>| self.minute(sent_at, found));
        let timed = TIME.replace_all(&named, |found: &Captures<'_>| self.when(sent_at, &found[0]));
        let opaque = self.opaque.entry(series.to_owned()).or_default();
        let numbered = OPAQUE.replace_all(&timed, |found: &Captures<'_>| {
            let next = opaque.len();
            let number = opaque.entry(found[0].to_owned()).or_insert(next);
            format!("({number}: {} letters)", found[0].len())
        });
        numbered.into_owned()
    }

    /// The minute up to which statistics count: now, if it was not over when the last step began. A cursor is fresh since
    /// then.
    fn minute(&self, sent_at: DateTime<Utc>, found: &Captures<'_>) -> String {
        let begun: DateTime<Utc> = format!("{}T{}:00Z", &found[1], &found[2]).parse().unwrap();
        let earliest = self.steps.last().map_or(sent_at, |[begun, _]| *begun) - MAX_COUNTING;
        let is_now = begun <= sent_at && earliest < begun + TimeDelta::minutes(1);
        if is_now { "As of now".to_owned() } else { found[0].to_owned() }
    }

    fn has_times(&self, text: &str) -> bool {
        let begun = self.steps.first().map_or(DateTime::<Utc>::MAX_UTC, |[begun, _]| *begun - MAX_COUNTING);
        TIME.find_iter(text).any(|time| time.as_str().parse().is_ok_and(|time: DateTime<Utc>| time >= begun))
    }

    /// When a time was.
    fn when(&self, sent_at: DateTime<Utc>, text: &str) -> String {
        let Ok(time) = text.parse::<DateTime<Utc>>() else { return text.to_owned() };
        let after = self.steps.iter().take_while(|[begun, _]| *begun <= time).count();
        let is_second = time.timestamp_subsec_nanos() == 0 && sent_at - MAX_COUNTING <= time;
        match after.checked_sub(1).map(|step| (step, self.steps[step][1])) {
            _ if is_second || sent_at <= time && time <= Utc::now() => "(now)".to_owned(),
            None => text.to_owned(),
            Some((step, ended)) if time <= ended => format!("(in step {step})"),
            Some((step, _)) => format!("(after step {step})"),
        }
    }
}
