//! Why a request had no answer.

use std::fmt;

use crate::types::Problem;

/// Why a request had no answer.
#[derive(Debug)]
pub enum Error {
    /// The service refused it and says why, for programs and in English and Japanese.
    Problem(Box<Problem>),
    /// Something between here and the service answered with this status.
    Status(u16),
    /// The service could not be reached.
    Connection(ureq::Error),
    /// The answer is not of the shape that the contract says.
    Shape(serde_json::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(problem) => f.write_str(&problem.detail),
            Self::Status(status) => write!(f, "the answer has the status {status}"),
            Self::Connection(error) => write!(f, "the service cannot be reached: {error}"),
            Self::Shape(error) => write!(f, "the answer has another shape: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<ureq::Error> for Error {
    fn from(error: ureq::Error) -> Self {
        Self::Connection(error)
    }
}
