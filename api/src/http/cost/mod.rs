//! The costs of answers, and the permits to work them out.
//!
//! Each endpoint has a class in the table of routes ([`CostClass`]), which a parameter may raise. What takes long needs a
//! [`Permit`] of its class: the functions that solve, fold, draw and scan ask for one. Permits come from the slots of a
//! class, and slots from the [`Admission`] that the pipeline gives each request. So a new endpoint can do none of this
//! without a class that says so.
//!
//! Each class has threads and slots of its own, so that solving never holds what folding needs. Strangers have others than
//! those who show a token or the operator's key: a table's moves wait for no stranger. The threads of strangers, and all
//! that solve and scan, give way to the others.
//!
//! Work ends when nobody waits for it any more, and when it has taken as much processor time as its class may. Small
//! records are shown on the thread that serves, since handing them over would take longer; that takes at most some two
//! milliseconds. A long replay or log is made 64 KiB at a time, each when the client has taken the chunk before.

mod admission;
pub mod drawing;
mod idle;
mod lane;
mod permit;

pub use admission::{Admission, ClientKind};
pub use idle::run_when_idle;
pub use lane::{Lanes, Slot};
pub use permit::Permit;

use crate::http::contract::CostClass;

/// A class whose work needs a permit.
pub trait Costly: Send + Sync + 'static {
    /// The class.
    const CLASS: CostClass;
}

/// Folds logs.
#[derive(Debug)]
pub enum Folds {}
/// Draws.
#[derive(Debug)]
pub enum Draws {}
/// Scans.
#[derive(Debug)]
pub enum Scans {}
/// Solves.
#[derive(Debug)]
pub enum Solves {}

impl Costly for Folds {
    const CLASS: CostClass = CostClass::Folds;
}

impl Costly for Draws {
    const CLASS: CostClass = CostClass::Draws;
}

impl Costly for Scans {
    const CLASS: CostClass = CostClass::Scans;
}

impl Costly for Solves {
    const CLASS: CostClass = CostClass::Solves;
}
