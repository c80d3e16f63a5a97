//! The engine as a page holds it, and JSON as it was written.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kifu_tests::Table;
use kifu_wasm::Records;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::story::Eyes;

/// The fields of an object, each as it was written.
pub type Fields = BTreeMap<String, String>;

/// A record on the page of a viewer.
pub struct Page {
    records: Rc<RefCell<Records>>,
    record: usize,
}

impl Page {
    /// The record as the service tells it to a viewer.
    pub fn open(table: &Table, eyes: &Eyes) -> Self {
        let records = Rc::new(RefCell::new(Records::default()));
        let head = table.get_as(eyes.token.as_deref(), "").send().text();
        let opened = answer(&records, &format!(r#"{{"open":{head}}}"#)).unwrap();
        let page = Self { records, record: opened.parse().unwrap() };
        let events = events(table, eyes, "/events").join(",");
        page.request(&format!(r#"{{"add":[{events}]}}"#)).unwrap();
        page
    }

    /// An independent copy.
    pub fn fork(&self) -> Self {
        let copy = answer(&self.records, &json!({"fork": self.record}).to_string()).unwrap();
        Self { records: Rc::clone(&self.records), record: copy.parse().unwrap() }
    }

    /// The answer to a question.
    pub fn ask(&mut self, question: &Value) -> String {
        self.request(&question.to_string()).unwrap_or_else(|problem| panic!("{question}: {problem}"))
    }

    /// The problem with a question.
    pub fn refusal(&mut self, question: &Value) -> String {
        let answer = self.request(&question.to_string());
        answer.expect_err(&question.to_string())
    }

    fn request(&self, question: &str) -> Result<String, String> {
        answer(&self.records, &format!(r#"{{"ask":{{"record":{},"question":{question}}}}}"#, self.record))
    }
}

fn answer(records: &RefCell<Records>, request: &str) -> Result<String, String> {
    let mut reply = fields(&records.borrow_mut().answer(request));
    reply.remove("answer").ok_or_else(|| reply.remove("problem").unwrap())
}

/// The events of a record as the service tells them to a viewer.
pub fn events(table: &Table, eyes: &Eyes, rest: &str) -> Vec<String> {
    let ask = table.get_as(eyes.token.as_deref(), rest).header("Accept", "application/x-ndjson");
    ask.send().text().lines().map(str::to_owned).collect()
}

/// The fields of an object.
pub fn fields(object: &str) -> Fields {
    let read = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(object);
    let fields = read.unwrap_or_else(|error| panic!("{error}: {object}")).into_iter();
    fields.map(|(name, value)| (name, value.get().to_owned())).collect()
}

/// The objects of a list.
pub fn list(objects: &str) -> Vec<Fields> {
    let objects: Vec<Box<RawValue>> = serde_json::from_str(objects).unwrap();
    objects.iter().map(|object| fields(object.get())).collect()
}

/// A text.
pub fn text(value: &str) -> String {
    serde_json::from_str(value).unwrap()
}
