//! The admission of a request to costly work.

use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest};

use super::{Costly, Lanes, Permit, Slot};
use crate::http::boundary::client::Address;
use crate::http::contract::CostClass;
use crate::http::problem::Problem;

/// The kind of client that work is done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientKind {
    /// A client without a valid token: at an address, or on this machine.
    Stranger(Option<Address>),
    /// A client with a valid token or the operator's key, and the service itself.
    Known,
}

/// The permission of the pipeline for a request to have costly work done.
#[derive(Clone)]
pub struct Admission {
    lanes: Arc<Lanes>,
    class: CostClass,
    client: ClientKind,
    is_patient: bool,
}

impl Admission {
    /// Admits a client to work of these classes. Only the pipeline does.
    pub fn new(lanes: &Arc<Lanes>, class: CostClass, client: ClientKind) -> Self {
        Self { lanes: Arc::clone(lanes), class, client, is_patient: false }
    }

    /// The admission of the service's own work: no request has it.
    pub fn of_service(lanes: &Arc<Lanes>) -> Self {
        Self {
            lanes: Arc::clone(lanes),
            class: CostClass::Scans,
            client: ClientKind::Known,
            is_patient: true,
        }
    }

    /// The admission of this request.
    ///
    /// # Errors
    ///
    /// If it did not come by the pipeline.
    pub fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let admission = request.extensions().get::<Self>().cloned();
        admission.ok_or_else(|| Problem::internal("a request came around the pipeline"))
    }

    /// An admission for the rest of an answer that has begun: it waits for slots as long as it takes.
    #[must_use]
    pub fn patient(&self) -> Self {
        Self { is_patient: true, ..self.clone() }
    }

    /// True if it is for a stranger.
    pub fn is_of_stranger(&self) -> bool {
        self.client != ClientKind::Known
    }

    /// Waits for a slot.
    ///
    /// # Errors
    ///
    /// If that takes a stranger too long, and if the endpoint has a class that does no such work.
    pub async fn slot<C: Costly>(&self) -> Result<Slot<C>, Problem> {
        self.check::<C>()?;
        self.lanes.enter(self.client, self.is_patient).await
    }

    /// Runs long work in a slot, and short work here at once.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub async fn run_if<C: Costly, T: Send + 'static>(
        &self,
        is_long: bool,
        work: impl FnOnce(&Permit<C>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        if is_long {
            return self.run(work).await;
        }
        self.check::<C>()?;
        Ok(work(&Permit::short()))
    }

    /// Has this worked out as soon as there is a slot.
    ///
    /// # Errors
    ///
    /// As [`slot`](Self::slot) and [`Slot::run`].
    pub async fn run<C: Costly, T: Send + 'static>(
        &self,
        work: impl FnOnce(&Permit<C>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.slot().await?.run(work).await
    }

    /// Fails if the endpoint has a class that does no such work.
    fn check<C: Costly>(&self) -> Result<(), Problem> {
        if self.class >= C::CLASS {
            return Ok(());
        }
        let (class, needed) = (self.class.word(), C::CLASS.word());
        Err(Problem::internal(format!("an endpoint of the class {class} does what {needed}")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Draws, Folds, Solves};
    use super::*;

    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "a test")]
    async fn an_endpoint_does_nothing_above_its_class() {
        let draws = Admission::new(&Arc::default(), CostClass::Draws, ClientKind::Stranger(None));
        assert!(draws.slot::<Folds>().await.is_ok() && draws.slot::<Draws>().await.is_ok());
        assert!(draws.slot::<Solves>().await.is_err());
        let cheap = Admission::new(&Arc::default(), CostClass::Cheap, ClientKind::Known);
        assert!(cheap.run_if(false, |_: &Permit<Folds>| ()).await.is_err(), "be it little");
    }
}
