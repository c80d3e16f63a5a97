//! Bodies with one mistake.

use kifu_tests::Answer;
use serde_json::{Value, json};

use super::mutations::{self, Mutation};
use super::{World, fault_of_refusal, fault_of_words};
use crate::examples::schemas::{contract, objects};

const EXAMPLES: &str = include_str!("../../../openapi/examples/operations.json");

/// An operation that takes a body, and how the contract describes that.
struct Operation {
    name: String,
    method: String,
    path: String,
    example: Value,
    schema: jsonschema::Validator,
}

impl Operation {
    fn send(&self, world: &World, body: &str) -> Answer {
        world.ask(&self.method, &self.path, "").body("application/json", body).send()
    }

    /// True if the body is a file whose lines are taken or refused one by one.
    fn is_import(&self) -> bool {
        self.name == "import_records"
    }

    /// True if the service reads this place. The outcome of a record in a file is for people.
    fn reads(&self, place: &str) -> bool {
        !(self.is_import() && place.starts_with("outcome"))
    }

    /// The problem that a body has; an error if the answer is not as a refusal has to be.
    fn refusal(&self, answer: &Answer) -> Result<Value, String> {
        let (problem, fault) = if self.is_import() && answer.status == 200 {
            let refused = answer.json()["rejected_lines"][0].clone();
            let fault = fault_of_words(&refused);
            (refused, fault)
        } else {
            match fault_of_refusal(answer) {
                None => (answer.json(), None),
                fault => (Value::Null, fault),
            }
        };
        fault.map_or(Ok(problem), Err)
    }
}

fn operations() -> Vec<Operation> {
    let contract = contract();
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap();
    let paths = objects(&contract["paths"]);
    let operations =
        paths.flat_map(|(path, methods)| objects(methods).map(move |(method, one)| (path, method, one)));
    let taking = operations.filter_map(|(path, method, operation)| {
        let mut schema = operation.pointer("/requestBody/content/application~1json/schema")?.clone();
        schema["components"] = contract["components"].clone();
        let name = operation["operationId"].as_str().unwrap().to_owned();
        let requests = examples[&name].as_array().unwrap().iter();
        let example = requests.map(|example| &example["request"]["body"]).find(|body| !body.is_null());
        let schema = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
        Some(Operation {
            method: method.to_uppercase(),
            path: path.clone(),
            example: example.unwrap_or_else(|| panic!("{name} has no example")).clone(),
            schema,
            name,
        })
    });
    taking.collect()
}

/// The faults in the refusals of bodies that the contract does not allow.
pub fn refused(world: &World) -> Vec<String> {
    let mut faults = Vec::new();
    for operation in operations() {
        let whole = operation.example.to_string();
        let half: String = whole.chars().take(whole.chars().count() / 2).collect();
        for (what, body) in [("nothing", ""), ("half", &half)] {
            let answer = operation.send(world, body);
            // A file of no records is a file.
            if !(body.is_empty() && operation.is_import()) {
                let fault =
                    operation.refusal(&answer).and_then(|problem| expect_code(&problem, "malformed_body"));
                faults.extend(fault.err().map(|fault| describe(&operation, what, &fault, &answer)));
            }
        }
        for mutation in mutations::of(&operation.example) {
            if operation.reads(&mutation.place) && !operation.schema.is_valid(&mutation.document) {
                let answer = operation.send(world, &mutation.document.to_string());
                let fault = operation.refusal(&answer).and_then(|problem| expect_place(&problem, &mutation));
                let what = format!("{} at {:?}", mutation.what, mutation.place);
                faults.extend(fault.err().map(|fault| describe(&operation, &what, &fault, &answer)));
            }
        }
    }
    faults
}

/// The faults in the answers to bodies that the contract allows but that are not the example: they may be taken.
pub fn unusual(world: &World) -> Vec<String> {
    let mut faults = Vec::new();
    for operation in operations() {
        for mutation in mutations::of(&operation.example) {
            if operation.schema.is_valid(&mutation.document) {
                let answer = operation.send(world, &mutation.document.to_string());
                let fault = if answer.status < 300 { None } else { fault_of_refusal(&answer) };
                let what = format!("{} at {:?}", mutation.what, mutation.place);
                faults.extend(fault.map(|fault| describe(&operation, &what, &fault, &answer)));
            }
        }
    }
    faults
}

fn expect_code(problem: &Value, code: &str) -> Result<(), String> {
    if problem["code"] == code { Ok(()) } else { Err(format!("not {code}")) }
}

/// The refusal has to name the place of the mistake: there, or within the value there. A missing field may be reported
/// at the object that needs it. An unknown game, an unknown claim and a token of nobody are reported by the code.
fn expect_place(problem: &Value, mutation: &Mutation) -> Result<(), String> {
    let named = place_named(&problem["values"]);
    let place = mutation.place.as_str();
    // The options of a game are read as a document of their own.
    let place = place.strip_prefix("options.").unwrap_or(place);
    let parent = place.rfind('.').map_or("", |end| &place[..end]);
    let is_named = named.starts_with(place) || (mutation.what == "removed" && named == parent);
    let is_said_by_code = ["unknown_game", "not_found", "misplaced_secret"]
        .contains(&problem["code"].as_str().unwrap_or_default());
    if is_named || is_said_by_code { Ok(()) } else { Err(format!("names {named:?}")) }
}

/// The place that a problem names, as `seats[1].player`: a field, within an entry of the list that was sent or not, or
/// the JSON pointer of moves.
fn place_named(values: &Value) -> String {
    if let Some(pointer) = values["path"].as_str() {
        let steps = pointer.split('/').chain(values["field"].as_str());
        return steps.filter(|step| !step.is_empty()).collect::<Vec<_>>().join(".");
    }
    let field = values["field"].as_str().unwrap_or_default();
    match values["index"].as_u64() {
        Some(index) if field.is_empty() => format!("[{index}]"),
        Some(index) => format!("[{index}].{field}"),
        None => field.to_owned(),
    }
}

fn describe(operation: &Operation, what: &str, fault: &str, answer: &Answer) -> String {
    let text: String = answer.text().chars().take(600).collect();
    let said = serde_json::from_str::<Value>(&text).map_or(json!(text), |problem| {
        json!({"code": problem["code"], "values": problem["values"], "en": problem["message"]["en"]})
    });
    format!("{}, {what}: {fault}: {said}", operation.name)
}
