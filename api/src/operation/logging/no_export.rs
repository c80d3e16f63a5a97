//! Stands in for the export of traces in a build that has none.

use tracing_subscriber::layer::Identity;
use url::Url;

use crate::operation::setting_values::WrongValue;

/// Exists in no such build.
#[derive(Debug)]
pub enum NoExport {}

impl NoExport {
    /// Refuses.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn to(_: &Url) -> Result<Self, WrongValue> {
        Err(WrongValue::lacks_feature("otlp"))
    }

    /// Never called.
    pub fn layer(&self) -> Identity {
        match *self {}
    }
}
