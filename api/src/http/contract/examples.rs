//! Examples of requests and answers, as a test had them from a service: `openapi/examples/`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::problem_responses::problem_pointer;
use crate::http::media::{EVENT_STREAM, JSON, NDJSON};
use crate::http::problem::PROBLEM;

const OPERATIONS: &str = include_str!("../../../../openapi/examples/operations.json");
const NOTICES: &str = include_str!("../../../../openapi/examples/notices.json");
const PROBLEMS: &str = include_str!("../../../../openapi/examples/problems.json");

/// The name of the example of a long answer.
const SHORTENED: &str = "Shortened";

/// A request and its answer.
#[derive(Debug, Deserialize)]
struct Exchange {
    request: ExampleRequest,
    answer: ExampleAnswer,
}

#[derive(Debug, Deserialize)]
struct ExampleRequest {
    method: String,
    path: String,
    headers: BTreeMap<String, String>,
    body: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct ExampleAnswer {
    status: u16,
    headers: BTreeMap<String, String>,
    /// The body; nothing where there is none, or it is no text.
    body: Option<Value>,
    /// True: the body is only a part.
    #[serde(default)]
    shortened: bool,
}

/// Exchanges by the names of operations, notices or problems.
type Exchanges = BTreeMap<String, Vec<Exchange>>;

/// Puts every example where a reader of the contract looks for it.
pub fn add_examples(document: &mut Value) {
    let (operations, notices, problems) = (read(OPERATIONS), read(NOTICES), read(PROBLEMS));
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, methods) in paths {
            for operation in methods.as_object_mut().into_iter().flat_map(Map::values_mut) {
                let name = operation["operationId"].as_str().unwrap_or_default();
                let exchanges = operations.get(name).map(Vec::as_slice).unwrap_or_default();
                add_to_operation(path, operation, exchanges);
            }
        }
    }
    for (kind, exchanges) in &notices {
        for exchange in exchanges {
            add_request(&mut document["webhooks"][kind]["post"], &exchange.request);
        }
    }
    for (code, exchanges) in &problems {
        for exchange in exchanges {
            let content = document.pointer_mut(&problem_pointer(exchange.answer.status));
            if let (Some(response), Some(body)) = (content, &exchange.answer.body) {
                // One a status shows what a problem says beside its code; the page of each code says what that means.
                let content = &mut response["content"][PROBLEM];
                let says_more = body.get("values").or_else(|| body.get("violation")).is_some();
                if says_more && content.get("examples").is_none() {
                    content["examples"] = json!({code: {"value": body}});
                }
            }
        }
    }
    let all = [&operations, &problems];
    add_to_headers(&mut document["components"]["headers"], || {
        all.into_iter().flat_map(BTreeMap::values).flatten().map(|exchange| &exchange.answer.headers)
    });
}

fn read(text: &str) -> Exchanges {
    serde_json::from_str(text).unwrap_or_default()
}

fn add_to_operation(path: &str, operation: &mut Value, exchanges: &[Exchange]) {
    let Some(first) = exchanges.first() else { return };
    let requests: Vec<_> = exchanges.iter().map(|exchange| exchange.request.text()).collect();
    let about = operation["description"].as_str().unwrap_or_default();
    let about = format!("{about}\n\nFor example:\n\n```http\n{}\n```", requests.join("\n\n"));
    operation["description"] = about.into();
    for (name, value) in parts(path, &first.request.path) {
        let parameters = operation["parameters"].as_array_mut().into_iter().flatten();
        let is_id = |parameter: &Value| parameter["schema"]["format"] == "uuid";
        let own = |parameter: &&mut Value| parameter["in"] == "path" && parameter["name"] == name;
        // An id of an example is nobody else's.
        for parameter in parameters.filter(|parameter| own(parameter) && !is_id(parameter)) {
            let is_number = parameter["schema"]["type"] == "integer";
            let number = value.parse::<u64>().ok().filter(|_| is_number);
            parameter["example"] = number.map_or_else(|| value.into(), Value::from);
        }
    }
    for Exchange { request, answer } in exchanges {
        add_request(operation, request);
        add_answer(&mut operation["responses"][answer.status.to_string()], answer);
    }
    operation.pointer_mut("/requestBody/content").map(omit_repeated);
    let responses = operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut);
    responses.filter_map(|response| response.get_mut("content")).for_each(omit_repeated);
}

/// Omits the example of a line that the example of the same as JSON shows already: alone, or in a list.
fn omit_repeated(content: &mut Value) {
    let whole = content.get(JSON).and_then(|json| json.get("example"));
    let line = content.get(NDJSON).and_then(|lines| lines.get("example"));
    let (Some(whole), Some(line)) = (whole, line) else { return };
    let mut lists = whole.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_array);
    if (whole == line || lists.any(|list| list.contains(line)))
        && let Some(lines) = content[NDJSON].as_object_mut()
    {
        lines.remove("example");
    }
}

fn add_request(operation: &mut Value, request: &ExampleRequest) {
    let Some(body) = &request.body else { return };
    let media = media(&request.headers);
    let Some(content) = operation.pointer_mut("/requestBody/content").and_then(|all| all.get_mut(media))
    else {
        return;
    };
    if content.get("example").is_none() {
        content["example"] = body.clone();
    }
}

fn add_answer(response: &mut Value, answer: &ExampleAnswer) {
    let Some(body) = &answer.body else { return };
    let media = media(&answer.headers);
    let Some(content) = response.pointer_mut("/content").and_then(|all| all.get_mut(media)) else { return };
    if media == NDJSON && content["schema"]["type"] != "string" {
        let first = body.as_str().and_then(|text| serde_json::from_str(text.lines().next()?).ok());
        content["example"] = first.unwrap_or_else(|| body.clone());
    } else if media == EVENT_STREAM {
        content["examples"] = events(body.as_str().unwrap_or_default());
    } else if answer.shortened {
        content["examples"] = json!({"shortened": {"summary": SHORTENED, "value": body}});
    } else {
        content["example"] = body.clone();
    }
}

/// Each event of a stream, by its kind.
fn events(text: &str) -> Value {
    let events = text.split("\n\n").filter_map(|event| {
        let fields = event.lines().filter_map(|line| line.split_once(": "));
        let fields: Map<_, _> = fields.map(|(name, value)| (name.to_owned(), value.into())).collect();
        Some((fields.get("event")?.as_str()?.to_owned(), json!({ "value": fields })))
    });
    events.collect::<Map<_, _>>().into()
}

/// An example of each header: the first there is.
fn add_to_headers<'e, A>(headers: &mut Value, answers: impl Fn() -> A)
where
    A: Iterator<Item = &'e BTreeMap<String, String>>,
{
    for (component, header) in headers.as_object_mut().into_iter().flatten() {
        let is_it = |name: &str| name.replace('-', "") == *component;
        let example = answers().flatten().find(|(name, _)| is_it(name)).map(|(_, value)| value.as_str());
        let is_number = header["schema"]["type"] == "integer";
        if let Some(example) = example {
            let number = example.parse::<u64>().ok().filter(|_| is_number);
            header["example"] = number.map_or_else(|| example.into(), Value::from);
        }
    }
}

fn media(headers: &BTreeMap<String, String>) -> &str {
    let media = headers.get("Content-Type").map_or("", String::as_str);
    media.split(';').next().unwrap_or_default()
}

/// The parts of a path that its template names.
fn parts<'p>(template: &'p str, path: &'p str) -> impl Iterator<Item = (&'p str, &'p str)> {
    let path = path.split('?').next().unwrap_or_default();
    template.split('/').zip(path.split('/')).filter_map(|(template, part)| {
        let (before, rest) = template.split_once('{')?;
        let (name, after) = rest.split_once('}')?;
        Some((name, part.strip_prefix(before)?.strip_suffix(after)?))
    })
}

impl ExampleRequest {
    /// The JSON that is sent; another place describes the body.
    fn text(&self) -> String {
        let headers = self.headers.iter().map(|(name, value)| format!("\n{name}: {value}"));
        format!("{} {}{}", self.method, self.path, headers.collect::<String>())
    }
}
