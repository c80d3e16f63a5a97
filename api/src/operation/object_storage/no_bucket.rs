//! Stands in for buckets in a build that reaches none.

use super::BucketPlace;
use crate::operation::setting_values::WrongValue;

/// Exists in no such build.
pub enum NoBucket {}

impl NoBucket {
    /// Refuses.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn open(_: &BucketPlace) -> Result<Self, WrongValue> {
        Err(WrongValue::lacks_feature("s3"))
    }
}

/// Functions that no bucket can be asked for.
macro_rules! functions {
    ($($name:ident($($argument:ty),*) -> $returned:ty;)*) => {
        impl NoBucket {$(
            /// Never called.
            ///
            /// # Errors
            ///
            /// Never.
            pub async fn $name(&self, $(_: $argument),*) -> Result<$returned, WrongValue> {
                match *self {}
            }
        )*}
    };
}

functions! {
    get(&str) -> Vec<u8>;
    list(&str) -> Vec<String>;
    put_new(&str, String) -> bool;
    digest(&str) -> Option<String>;
    put(&str, &'static str, String, Vec<u8>) -> ();
    remove(&[String]) -> ();
}
