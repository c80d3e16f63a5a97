//! Every GET of the contract, with each value of its parameters that may cost much: the ends of whole ranges, words, and
//! text that nothing matches.
//!
//! A new endpoint is among them by itself. A part of a path that nobody has thought of makes [`reads`] fail.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::client::{Ask, Client};
use crate::contract::{contract, in_place};
use crate::subject::Subject;

/// The field in the contract for the cost of an operation or a parameter.
const CLASS: &str = "x-cost-class";
/// The classes, the dearest last. The first has no slots.
const CLASSES: [&str; 5] = ["cheap", "folds", "draws", "scans", "solves"];
/// Values of text that has a form. The first that is allowed is tried, and matches nothing.
const TEXTS: [&str; 6] = ["nobody at all", "1900-01-01", "now", "public", "Asia/Tokyo", "2020-01"];
/// An id that matches nothing.
const NOTHING: Uuid = Uuid::nil();
/// Where pages keep their files, by a name that changes with them.
const FILES: &str = "/pages/";

/// A GET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The path in the contract.
    pub path: &'static str,
    /// The parameter that differs from the plain request; empty for that one.
    pub varied: String,
    /// Its path and query.
    pub address: String,
    /// As what it is asked for.
    pub media: String,
    /// The cost in the contract.
    pub class: &'static str,
    /// The token, if there is one.
    token: Option<String>,
}

impl Read {
    /// True if strangers share slots for it.
    pub fn has_slots(&self) -> bool {
        self.class != CLASSES[0]
    }

    /// True if it needs no token.
    pub fn is_for_strangers(&self) -> bool {
        self.token.is_none()
    }

    /// True if its answer does not end.
    pub fn is_stream(&self) -> bool {
        self.media == "text/event-stream"
    }

    /// The request.
    pub fn ask(&self, client: &Client) -> Ask {
        client.get(&self.address).header("Accept", &self.media).token_if(self.token.as_deref())
    }
}

/// All reads of this subject; reads without a record or a game are shared by all.
pub fn reads(client: &Client, subject: &Subject) -> Vec<Read> {
    let gets = contract()["paths"].as_object().unwrap().iter();
    let gets = gets.filter_map(|(path, methods)| Some((path.as_str(), methods.get("get")?)));
    gets.flat_map(|(path, get)| reads_of(client, subject, path, get)).collect()
}

fn is_of_a_record(path: &str) -> bool {
    path.starts_with("/v1/games/{id}") || path.starts_with("/games/{id}")
}

fn reads_of(client: &Client, subject: &Subject, path: &'static str, get: &'static Value) -> Vec<Read> {
    let parameters: Vec<&Value> = get["parameters"].as_array().unwrap().iter().collect();
    let media: Vec<&String> =
        get["responses"]["200"]["content"].as_object().into_iter().flat_map(Map::keys).collect();
    let read = |path_and_varied: (&String, &str), query: &[(String, String)], media: &str| Read {
        path,
        varied: path_and_varied.1.to_owned(),
        address: address(path_and_varied.0, query),
        media: media.to_owned(),
        class: class(get, query),
        token: token(subject, path, get),
    };
    let single: Vec<(String, String)> =
        of(&parameters, "query").flat_map(|parameter| singles(parameter, subject)).collect();
    let heavy: Vec<(String, String)> = of(&parameters, "query").filter_map(heaviest).collect();
    let mut all = Vec::new();
    for plain in filled(client, subject, path, &parameters) {
        for media in &media {
            all.push(read((&plain, ""), &[], media));
            if !heavy.is_empty() {
                all.push(read((&plain, "all"), &heavy, media));
            }
        }
        for pair in &single {
            // With what costs most beside it, as far as that is another parameter.
            let beside = heavy.iter().filter(|(name, _)| *name != pair.0).cloned();
            let query: Vec<_> = beside.chain([pair.clone()]).collect();
            let media = media.first().map_or("*/*", |media| media.as_str());
            let alone = read((&plain, &pair.0), std::slice::from_ref(pair), media);
            let with_all = read((&plain, &pair.0), &query, media);
            if alone.class != with_all.class {
                all.push(alone);
            }
            all.push(with_all);
        }
    }
    all
}

/// Parameters of a query or of a path.
fn of<'p>(parameters: &'p [&'static Value], place: &str) -> impl Iterator<Item = &'static Value> + use<'p> {
    let place = place.to_owned();
    parameters.iter().copied().filter(move |parameter| parameter["in"] == *place)
}

/// The cost in the contract: that of the endpoint, or that of its dearest parameter in the query.
fn class(get: &'static Value, query: &[(String, String)]) -> &'static str {
    let raises = |parameter: &&Value| {
        query.iter().any(|(name, value)| parameter["name"] == **name && value != "false")
    };
    let parameters = get["parameters"].as_array().unwrap().iter().filter(raises);
    let named = [get].into_iter().chain(parameters).filter_map(|part| part[CLASS].as_str());
    let rank = |class: &str| {
        let rank = CLASSES.iter().position(|other| *other == class);
        rank.unwrap_or_else(|| panic!("{class}: say in this test how dear this class is"))
    };
    CLASSES[named.map(rank).max().unwrap_or_default()]
}

fn token(subject: &Subject, path: &str, get: &Value) -> Option<String> {
    let security = get["security"].as_array()?;
    if security.iter().any(|one| one == &Value::Object(Map::new())) {
        return None;
    }
    Some(if is_of_a_record(path) { subject.table.scribe.clone() } else { subject.operator.to_owned() })
}

fn address(path: &str, query: &[(String, String)]) -> String {
    if query.is_empty() {
        return path.to_owned();
    }
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
    format!("{path}?{query}")
}

/// The paths that this one stands for.
fn filled(client: &Client, subject: &Subject, path: &str, parameters: &[&'static Value]) -> Vec<String> {
    let mut paths = vec![path.to_owned()];
    for parameter in of(parameters, "path") {
        let name = parameter["name"].as_str().unwrap();
        let values = path_values(client, subject, path, parameter);
        let put = |path: &String| {
            let fill = |value: &String| path.replace(&format!("{{{name}}}"), value);
            values.iter().map(fill).collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(put).collect();
    }
    paths
}

fn path_values(client: &Client, subject: &Subject, path: &str, parameter: &'static Value) -> Vec<String> {
    let words = || words(&parameter["schema"]);
    match parameter["name"].as_str().unwrap() {
        "id" if is_of_a_record(path) => vec![subject.table.id.clone()],
        "id" if path.contains("/players/") => vec![subject.players[0].to_string()],
        "id" if path.contains("/webhooks/") => vec![subject.webhook.clone()],
        "other" => vec![subject.players[1].to_string()],
        "game" => vec![subject.game.to_owned()],
        "step" => vec![subject.moves.to_string()],
        "month" => vec!["2020-01".to_owned()],
        "metric" => words().into_iter().filter(|metric| metric.starts_with(subject.game)).take(1).collect(),
        "version" => vec![version(client)],
        "code" | "file" | "lib_file" => words().into_iter().take(1).collect(),
        name => panic!("{path}: say in this test which values of {{{name}}} cost most"),
    }
}

/// The name under which pages keep their files now.
fn version(client: &Client) -> String {
    let page = client.get("/").header("Accept", "text/html").send().text();
    let named = page.split(FILES).nth(1).and_then(|rest| rest.split('/').next());
    named.expect("a page with files").to_owned()
}

/// The first and the last.
fn ends(mut values: Vec<String>) -> Vec<String> {
    if values.len() > 2 {
        values.drain(1..values.len() - 1);
    }
    values
}

fn words(schema: &'static Value) -> Vec<String> {
    let words = in_place(schema)["enum"].as_array().into_iter().flatten();
    words.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Values of one parameter that may cost much: words, numbers from end to end, text that nothing matches.
fn singles(parameter: &'static Value, subject: &Subject) -> Vec<(String, String)> {
    let name = parameter["name"].as_str().unwrap();
    let schema = in_place(&parameter["schema"]);
    let schema = in_place(schema.get("items").unwrap_or(schema));
    let values = match (&schema["enum"], schema["type"].as_str()) {
        (Value::Array(_), _) => ends(words(schema)),
        (_, Some("boolean")) => vec!["true".to_owned()],
        (_, Some("integer" | "number")) => {
            let bounds = [&schema["minimum"], &schema["maximum"]];
            let numbers = bounds.into_iter().filter(|bound| bound.is_number()).map(Value::to_string);
            let middle = json!(subject.moves / 2);
            numbers.chain(allows(schema, &middle).then(|| middle.to_string())).collect()
        }
        _ if schema["format"] == "uuid" => vec![NOTHING.to_string()],
        _ => TEXTS
            .iter()
            .filter(|text| allows(schema, &json!(text)))
            .take(1)
            .map(|text| (*text).to_owned())
            .collect(),
    };
    values.into_iter().map(|value| (name.to_owned(), value)).collect()
}

fn allows(schema: &Value, value: &Value) -> bool {
    jsonschema::validator_for(schema).unwrap().is_valid(value)
}

/// The dearest value of a parameter, where that does not depend on the subject.
fn heaviest(parameter: &'static Value) -> Option<(String, String)> {
    let name = parameter["name"].as_str().unwrap();
    let schema = in_place(&parameter["schema"]);
    let value = match (name, schema["type"].as_str()) {
        (_, Some("boolean")) => "true".to_owned(),
        ("limit" | "form" | "meetings" | "width" | "height" | "bins", Some("integer")) => {
            schema["maximum"].to_string()
        }
        _ => return None,
    };
    Some((name.to_owned(), value))
}
