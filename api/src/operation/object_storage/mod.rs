//! Buckets of an object storage that speaks S3. Only a build with the feature `s3` reaches any.

#[cfg(feature = "s3")]
mod bucket;
#[cfg(not(feature = "s3"))]
mod no_bucket;
#[cfg(feature = "s3")]
mod transport;

use crate::operation::setting_values::WrongValue;

#[cfg(not(feature = "s3"))]
pub use crate::operation::setting_values::WrongValue as StorageError;
#[cfg(feature = "s3")]
pub use bucket::{StorageBucket, StorageError};
#[cfg(not(feature = "s3"))]
pub use no_bucket::NoBucket as StorageBucket;

/// A place in a bucket, written `s3://BUCKET/PREFIX`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketPlace {
    /// The bucket's name.
    pub name: String,
    /// The prefix of the objects' names; empty for the bucket itself.
    pub prefix: String,
}

impl BucketPlace {
    /// Reads the scheme and what follows `://`; `None` if that is no bucket.
    ///
    /// # Errors
    ///
    /// If this build reaches no buckets.
    pub fn read(scheme: &str, place: &str) -> Result<Option<Self>, WrongValue> {
        let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
        if scheme != "s3" || name.is_empty() {
            return Ok(None);
        }
        if !cfg!(feature = "s3") {
            return Err(WrongValue::lacks_feature("s3"));
        }
        Ok(Some(Self { name: name.to_owned(), prefix: prefix.trim_matches('/').to_owned() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_with_the_feature_reads_places_and_one_without_it_names_it() {
        let place =
            |name: &str, prefix: &str| BucketPlace { name: name.to_owned(), prefix: prefix.to_owned() };
        for (text, expected) in [
            ("archive", place("archive", "")),
            ("archive/", place("archive", "")),
            ("archive/games/kifu/", place("archive", "games/kifu")),
        ] {
            match BucketPlace::read("s3", text) {
                Ok(read) => assert_eq!(read, Some(expected)),
                Err(why) => assert!(why.to_string().contains("`s3`") && why.ja().contains("`s3`"), "{why}"),
            }
        }
        assert_eq!(BucketPlace::read("s3", "/kifu"), Ok(None));
        assert_eq!(BucketPlace::read("gs", "archive"), Ok(None));
    }
}
