//! Where files of observations go.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

/// A folder, or a place in a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// Of this machine.
    Folder(PathBuf),
    /// An object storage, written `s3://BUCKET/PREFIX`.
    Bucket {
        /// The bucket's name.
        name: String,
        /// What the names of the objects begin with; empty for the bucket itself.
        prefix: String,
    },
}

impl FromStr for Destination {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some(place) = text.strip_prefix("s3://") else { return Ok(Self::Folder(text.into())) };
        let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
        Ok(Self::Bucket { name: name.to_owned(), prefix: prefix.trim_matches('/').to_owned() })
    }
}
