//! The place that heads of trees are sent to, so that they are not in the database alone.

use std::path::PathBuf;
use std::str::FromStr;

use url::Url;

use crate::operation::object_storage::BucketPlace;
use crate::operation::setting_values::{WrongValue, web_address};

/// A file, a place in a bucket, or an address of the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadsPlace {
    /// A file that lines are added to.
    File(PathBuf),
    /// An object storage.
    Bucket(BucketPlace),
    /// An address that is sent each head.
    Web(Url),
}

impl FromStr for HeadsPlace {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with("https://") || text.starts_with("http://") {
            return web_address(text).map(Self::Web);
        }
        let Some((scheme, place)) = text.split_once("://") else { return Ok(Self::File(text.into())) };
        BucketPlace::read(scheme, place)?.map(Self::Bucket).ok_or_else(|| {
            WrongValue::new(
                "it must be a file, a bucket like s3://archive/heads, or an address like https://heads.example.org/kifu",
                "ファイル、s3://archive/heads のようなバケット、https://heads.example.org/kifu のような URL のいずれかを指定してください",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_file_or_on_the_web() {
        for (text, place) in [
            ("heads.ndjson", HeadsPlace::File("heads.ndjson".into())),
            ("/mnt/witness/heads.ndjson", HeadsPlace::File("/mnt/witness/heads.ndjson".into())),
            ("https://a.example/kifu", HeadsPlace::Web(Url::parse("https://a.example/kifu").unwrap())),
        ] {
            assert_eq!(text.parse(), Ok(place), "{text}");
        }
        for wrong in ["https://", "ftp://a.example/kifu", "s3://"] {
            let why = wrong.parse::<HeadsPlace>().unwrap_err();
            assert!(!why.to_string().is_empty() && !why.ja().is_empty(), "{wrong}");
        }
    }
}
