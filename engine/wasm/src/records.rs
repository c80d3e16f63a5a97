//! The records that a page holds.

use serde_json::value::RawValue;

use crate::problem::Problem;
use crate::question::Request;
use crate::record::OpenRecord;
use crate::reply::{Reply, written};

/// The records that a page holds, by number.
#[derive(Default)]
pub struct Records(Vec<Option<OpenRecord>>);

impl Records {
    /// Answers a request.
    pub fn answer(&mut self, request: &str) -> String {
        let reply = match self.reply(request) {
            Ok(answer) => Reply::Answer(answer),
            Err(problem) => Reply::Problem(Box::new(problem)),
        };
        serde_json::to_string(&reply).unwrap_or_default()
    }

    fn reply(&mut self, request: &str) -> Result<Box<RawValue>, Problem> {
        let request = serde_json::from_str(request).map_err(|error| Problem::no_question(&error))?;
        match request {
            Request::Open(head) => self.hold(OpenRecord::open(&head)?),
            Request::Fork(record) => {
                let copy = self.find(record)?.fork();
                self.hold(copy)
            }
            Request::Close(record) => {
                self.find(record)?;
                self.0[record] = None;
                written(&())
            }
            Request::Ask { record, question } => self.find(record)?.answer(question),
        }
    }

    fn hold(&mut self, record: OpenRecord) -> Result<Box<RawValue>, Problem> {
        let free = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        if free == self.0.len() {
            self.0.push(None);
        }
        self.0[free] = Some(record);
        written(&free)
    }

    fn find(&mut self, record: usize) -> Result<&mut OpenRecord, Problem> {
        self.0.get_mut(record).and_then(Option::as_mut).ok_or_else(Problem::not_found)
    }
}
