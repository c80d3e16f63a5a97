//! The requests about a record that the contract lets anybody send.

use kifu_engine::games;
use kifu_tests::contract;
use serde_json::Value;
use uuid::Uuid;

/// Answers that are about the service and not about records.
const NOT_ABOUT_RECORDS: [&str; 4] =
    ["/metrics", "/openapi.json", "/pages/{version}/{file}", "/pages/{version}/lib/{lib_file}"];
/// The addresses of a path that are asked with every query.
const MAX_PATHS_WITH_QUERIES: usize = 4;
/// Parameters that take a place of the feed.
const CURSOR_PARAMETERS: [&str; 2] = ["after", "as_of"];
/// Where the endpoints of a record begin.
const RECORD_PATH: &str = "/v1/games/{id}";

/// A GET of the contract.
pub struct Route {
    pub path: String,
    pub media: Vec<String>,
    parameters: Vec<Value>,
}

/// Every GET that is about records.
pub fn routes() -> Vec<Route> {
    let paths = contract()["paths"].as_object().unwrap().iter();
    let gets = paths.filter_map(|(path, methods)| Some((path, methods.get("get")?)));
    let read = |(path, get): (&String, &Value)| Route {
        path: path.clone(),
        media: media(&get["responses"]["200"]),
        parameters: get["parameters"].as_array().cloned().unwrap_or_default(),
    };
    gets.map(read).filter(|route| !NOT_ABOUT_RECORDS.contains(&route.path.as_str())).collect()
}

fn media(answer: &Value) -> Vec<String> {
    answer["content"].as_object().unwrap().keys().cloned().collect()
}

impl Route {
    /// True if it is about one record.
    pub fn is_of_a_record(&self) -> bool {
        self.path.starts_with(RECORD_PATH)
    }

    /// Every address of it that is worth asking, the record named `{id}` being this one.
    pub fn addresses(&self, id: Uuid, game: &str) -> Vec<String> {
        let plain = self.path.split('{').skip(1).filter_map(|part| part.split_once('}')).fold(
            vec![self.path.clone()],
            |addresses, (name, _)| {
                let values = self.values(name, id, game);
                let fill = |address: &String| {
                    let put = |value: &String| address.replace(&format!("{{{name}}}"), value);
                    values.iter().map(put).collect::<Vec<_>>()
                };
                addresses.iter().flat_map(fill).collect()
            },
        );
        let queries = self.parameters.iter().filter(|parameter| parameter["in"] == "query");
        let queries: Vec<_> = queries.flat_map(|parameter| queries_of(parameter, game)).collect();
        let with_queries = plain
            .iter()
            .take(MAX_PATHS_WITH_QUERIES)
            .flat_map(|path| queries.iter().map(move |query| format!("{path}?{query}")));
        plain.iter().cloned().chain(with_queries).collect()
    }

    /// Its plain addresses with each of these as what a parameter says that takes places of the feed.
    pub fn addresses_with_cursors(&self, id: Uuid, game: &str, cursors: &[&str]) -> Vec<String> {
        let plain = self.addresses(id, game).into_iter().filter(|address| !address.contains('?'));
        let names = self.parameters.iter().filter(|parameter| parameter["in"] == "query");
        let names = names.filter_map(|parameter| parameter["name"].as_str());
        let names: Vec<_> = names.filter(|name| CURSOR_PARAMETERS.contains(name)).collect();
        let with = |path: String| {
            let of_name = |name: &&str| {
                cursors.iter().map(|cursor| format!("{path}?{name}={cursor}")).collect::<Vec<_>>()
            };
            names.iter().flat_map(of_name).collect::<Vec<_>>()
        };
        plain.flat_map(with).collect()
    }

    fn values(&self, name: &str, id: Uuid, game: &str) -> Vec<String> {
        match name {
            "id" => vec![id.to_string()],
            "step" => [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89].map(|step| step.to_string()).into(),
            "game" => vec![game.to_owned()],
            "code" => vec!["stale_version".to_owned()],
            // Nothing was played then. What the files hold is what statistics tell, with the times of two services in it.
            "month" => vec!["2020-01".to_owned()],
            "token_id" | "delivery" | "other" => vec![Uuid::nil().to_string()],
            "metric" => {
                let metrics = games::find(game).unwrap().meta().metrics.iter();
                let own = metrics.map(|metric| format!("{game}.{}", metric.name));
                ["common.won", "common.opponents"].map(str::to_owned).into_iter().chain(own).collect()
            }
            _ => panic!("{}: say in this test which values of {{{name}}} are worth asking", self.path),
        }
    }
}

/// The values of a parameter of a query: each word, some numbers; nothing where any text may be.
fn queries_of(parameter: &Value, game: &str) -> Vec<String> {
    let name = parameter["name"].as_str().unwrap();
    let schema = parameter["schema"].get("items").unwrap_or(&parameter["schema"]);
    let values: Vec<String> = match (&schema["enum"], schema["type"].as_str()) {
        (Value::Array(_), _) if name == "game" => vec![game.to_owned()],
        _ if name == "perspective" => ["public", "0", "1", "2"].map(str::to_owned).into(),
        (Value::Array(words), _) => words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        (_, Some("integer")) => ["0", "1", "2", "7", "30"].map(str::to_owned).into(),
        (_, Some("boolean")) => ["false", "true"].map(str::to_owned).into(),
        _ => Vec::new(),
    };
    values.iter().map(|value| format!("{name}={value}")).collect()
}

/// An endpoint that changes something of a record: method, path, name.
pub type Write = (String, String, String);

/// Every endpoint that changes something of a record, except those that log moves and enter parts.
pub fn writes() -> Vec<Write> {
    let paths = contract()["paths"].as_object().unwrap().iter();
    let of_a_record = paths.filter(|(path, _)| path.starts_with(RECORD_PATH));
    let methods = of_a_record.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (method.to_uppercase(), path.clone(), operation))
    });
    methods
        .filter(|(method, ..)| method != "GET")
        .map(|(method, path, operation)| {
            (method, path, operation["operationId"].as_str().unwrap().to_owned())
        })
        .filter(|(.., name)| !["add_moves", "enter_part"].contains(&name.as_str()))
        .collect()
}
