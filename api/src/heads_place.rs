//! Where heads of trees are sent, so that they are not in the database alone.

use std::path::PathBuf;
use std::str::FromStr;

use url::Url;

use crate::setting_values::{WrongValue, web_address};

/// A file, a place in a bucket, or an address of the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadsPlace {
    /// A file that lines are added to.
    File(PathBuf),
    /// An object storage, written `s3://BUCKET/PREFIX`.
    Bucket {
        /// The bucket's name.
        name: String,
        /// What the names of the objects begin with; empty for the bucket itself.
        prefix: String,
    },
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
        let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
        if scheme != "s3" || name.is_empty() {
            return Err(WrongValue::new(
                "it must be a file, a bucket like s3://archive/heads, or an address like https://heads.example.org/kifu",
                "ファイル、s3://archive/heads のようなバケット、https://heads.example.org/kifu のような URL のいずれかを指定してください",
            ));
        }
        Ok(Self::Bucket { name: name.to_owned(), prefix: prefix.trim_matches('/').to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_file_or_in_a_bucket_or_on_the_web() {
        let bucket = HeadsPlace::Bucket { name: "archive".into(), prefix: "heads".into() };
        for (text, place) in [
            ("heads.ndjson", HeadsPlace::File("heads.ndjson".into())),
            ("/mnt/witness/heads.ndjson", HeadsPlace::File("/mnt/witness/heads.ndjson".into())),
            ("s3://archive/heads", bucket),
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
