//! Requests and their answers, as they happened, held to those in the repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kifu_tests::{Answer, Ask, DECLARED_HEADERS, RawAnswer, Received};
use serde_json::{Map, Value, json};

use super::headers::SentHeaders;
use super::samples::Samples;

/// Headers that an example shows beside those that the contract declares.
const ALSO_SHOWN: [&str; 3] = ["Allow", "Content-Type", "WWW-Authenticate"];
/// A header that every request of these tests has.
const REQUEST_ID: &str = "X-Request-Id";
/// The headers of a notice that an example shows.
const OF_A_NOTICE: [&str; 4] = ["Content-Type", "webhook-id", "webhook-signature", "webhook-timestamp"];

/// The headers of an answer that an example shows.
fn shown_headers() -> impl Iterator<Item = &'static str> {
    DECLARED_HEADERS.into_iter().filter(|name| *name != REQUEST_ID).chain(ALSO_SHOWN)
}

/// Examples of one file, by the names of the operations, problems or notices that they are of.
pub struct Collection {
    file: String,
    samples: Samples,
    examples: BTreeMap<String, Vec<Value>>,
    sent: SentHeaders,
}

impl Collection {
    /// For a file in `openapi/examples/`.
    pub fn of(file: &str, samples: Samples) -> Self {
        let file = format!("{}/../openapi/examples/{file}", env!("CARGO_MANIFEST_DIR"));
        Self { file, samples, examples: BTreeMap::new(), sent: SentHeaders::default() }
    }

    /// Asks, and takes it as an example of this operation.
    pub fn take(&mut self, operation: &str, ask: &Ask) -> Answer {
        self.take_short(operation, ask, |_| ())
    }

    /// Takes a long answer, shortened by this function.
    pub fn take_short(&mut self, operation: &str, ask: &Ask, shorten: impl FnOnce(&mut Value)) -> Answer {
        let answer = ask.clone().send();
        assert!(answer.status < 400, "{operation}: {}", answer.text());
        self.add(operation, ask, &answer, shorten);
        let tag = answer.header("ETag");
        if ask.method == "GET" && !tag.is_empty() {
            self.take_headers(operation, &ask.clone().header("If-None-Match", tag));
        }
        answer
    }

    /// Asks, and takes it as the example of this problem.
    pub fn take_problem(&mut self, code: &str, ask: &Ask) {
        self.take_problem_as(code, ask, |_| ());
    }

    /// Takes a problem, and changes the values that differ from run to run.
    pub fn take_problem_as(&mut self, code: &str, ask: &Ask, change: impl FnOnce(&mut Value)) {
        let mut answer = ask.clone().send();
        let mut body = answer.json();
        change(&mut body);
        answer.body = body.to_string().into();
        self.add_problem(code, ask, &answer);
    }

    /// Takes the answer as the example of this problem.
    pub fn add_problem(&mut self, code: &str, ask: &Ask, answer: &Answer) {
        assert_eq!(answer.json()["code"], code, "{}", answer.text());
        self.add(code, ask, answer, |_| ());
    }

    /// Asks, and takes as the example of this problem what an import says of the first line that it left out.
    pub fn take_rejected_line(&mut self, code: &str, ask: &Ask) {
        let answer = ask.clone().send();
        assert_eq!(answer.json()["rejected_lines"][0]["code"], code, "{}", answer.text());
        self.add(code, ask, &answer, |_| ());
    }

    /// Adds the problem of an answer on the wire.
    pub fn add_raw_problem(&mut self, code: &str, request: &Value, answer: &RawAnswer) {
        assert_eq!(answer.code(), code, "{answer:?}");
        self.sent.add_raw(code, answer);
        let headers = shown_headers().map(|name| (name, answer.header(name).to_owned()));
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        let answer = json!({"status": answer.status, "headers": present(headers), "body": body});
        self.note(code, &json!({"request": request, "answer": answer}));
    }

    /// Asks, and only notes which headers the answer has.
    pub fn take_headers(&mut self, name: &str, ask: &Ask) -> Answer {
        let answer = ask.clone().send();
        self.sent.add(name, &answer);
        answer
    }

    /// The headers of the answers.
    pub fn sent(&self) -> &SentHeaders {
        &self.sent
    }

    /// The names that have examples.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.examples.keys().map(String::as_str)
    }

    /// Takes the lines of an endless answer, up to the first that this accepts.
    pub fn take_up_to(&mut self, operation: &str, ask: &Ask, last: impl Fn(&str) -> bool) {
        let answer = ask.clone().up_to(last);
        self.add(operation, ask, &answer, |_| ());
    }

    /// Takes what a receiver got as the example of this notice.
    pub fn add_notice(&mut self, notice: &Received) {
        let headers = OF_A_NOTICE.into_iter().map(|name| {
            let value = notice.header(&name.to_ascii_lowercase()).to_owned();
            (name, if name == "webhook-timestamp" { "1746250200".to_owned() } else { value })
        });
        let path = notice.line.split(' ').nth(1).unwrap_or_default();
        let request =
            json!({"method": "POST", "path": path, "headers": present(headers), "body": notice.json()});
        let kind = notice.json()["type"].as_str().unwrap_or_default().to_owned();
        self.note(&kind, &json!({"request": request, "answer": {"status": 204, "headers": {}}}));
    }

    fn add(&mut self, name: &str, ask: &Ask, answer: &Answer, shorten: impl FnOnce(&mut Value)) {
        self.sent.add(name, answer);
        let headers = shown_headers().map(|name| (name, answer.header(name).to_owned()));
        let mut shown = json!({"status": answer.status, "headers": present(headers)});
        if let Some(whole) = body_of(answer) {
            let mut body = whole.clone();
            shorten(&mut body);
            if body != whole {
                shown["shortened"] = true.into();
            }
            shown["body"] = body;
        }
        self.note(name, &json!({"request": request(ask), "answer": shown}));
    }

    fn note(&mut self, name: &str, exchange: &Value) {
        // The request's values are known before its answer.
        let request = self.samples.of_json(&exchange["request"]);
        let answer = self.samples.of_json(&exchange["answer"]);
        let examples = self.examples.entry(name.to_owned()).or_default();
        examples.push(json!({"request": request, "answer": answer}));
    }

    /// Holds the examples to those in the file. Set `KIFU_PIN=1` to write them anew; then read the difference.
    /// Returns the samples, for further examples.
    pub fn compare(self) -> Samples {
        if std::env::var_os("KIFU_PIN").is_some() {
            let text = serde_json::to_string_pretty(&self.examples).unwrap();
            fs::write(&self.file, text + "\n").unwrap();
        }
        let read = |text: &str| serde_json::from_str::<BTreeMap<String, Vec<Value>>>(text).unwrap();
        let pinned = read(&fs::read_to_string(&self.file).unwrap());
        // A number that is written and read again may differ in its last bit.
        let answered = read(&serde_json::to_string(&self.examples).unwrap());
        let name = Path::new(&self.file).file_name().unwrap_or_default().display();
        for (operation, real) in &answered {
            let pinned = pinned.get(operation).map(Vec::as_slice).unwrap_or_default();
            for (number, real) in real.iter().enumerate() {
                let pinned = pinned.get(number).unwrap_or(&Value::Null);
                assert!(
                    pinned == real,
                    "{name}: {operation} answers otherwise: KIFU_PIN=1 cargo test -p kifu-tests --test http \
                     examples\n{pinned:#}\n{real:#}"
                );
            }
        }
        assert!(pinned == answered, "{name} has examples that nothing gives");
        self.samples
    }
}

fn request(ask: &Ask) -> Value {
    let Ask { method, path, headers, body, .. } = ask;
    let headers = headers.iter().filter(|(name, _)| name != REQUEST_ID);
    let headers = headers.map(|(name, value)| (name.as_str(), value.clone()));
    let mut request = json!({"method": method, "path": path, "headers": present(headers)});
    if let Some(body) = body {
        let text = String::from_utf8_lossy(body);
        request["body"] = serde_json::from_str(&text).unwrap_or_else(|_| text.into());
    }
    request
}

/// JSON as it is, other text as text, nothing where the body is not text.
fn body_of(answer: &Answer) -> Option<Value> {
    if answer.header("Content-Type").split(';').next().unwrap_or_default().ends_with("json")
        && !answer.header("Content-Type").contains("ndjson")
        && answer.status != 206
    {
        return Some(answer.json());
    }
    let text = String::from_utf8(answer.body.clone()).ok()?;
    (!text.is_empty()).then(|| text.into())
}

fn present<'n>(headers: impl Iterator<Item = (&'n str, String)>) -> Value {
    let present = headers.filter(|(_, value)| !value.is_empty());
    present.map(|(name, value)| (name.to_owned(), value.into())).collect::<Map<_, _>>().into()
}
