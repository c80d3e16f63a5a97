//! Where files of observations go.

use std::path::PathBuf;
use std::str::FromStr;

use crate::setting_values::WrongValue;

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
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((scheme, place)) = text.split_once("://") else { return Ok(Self::Folder(text.into())) };
        let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
        if scheme != "s3" || name.is_empty() {
            return Err(WrongValue::new(
                "it must be a folder, or a bucket like s3://archive/kifu",
                "フォルダーか、s3://archive/kifu のようなバケットを指定してください",
            ));
        }
        Ok(Self::Bucket { name: name.to_owned(), prefix: prefix.trim_matches('/').to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_folder_or_in_a_bucket() {
        let bucket =
            |name: &str, prefix: &str| Destination::Bucket { name: name.into(), prefix: prefix.into() };
        for (text, destination) in [
            ("numbers", Destination::Folder("numbers".into())),
            ("/srv/s3/numbers", Destination::Folder("/srv/s3/numbers".into())),
            ("s3://archive", bucket("archive", "")),
            ("s3://archive/", bucket("archive", "")),
            ("s3://archive/games/kifu/", bucket("archive", "games/kifu")),
        ] {
            assert_eq!(text.parse(), Ok(destination), "{text}");
        }
        for wrong in ["s3://", "s3:///kifu", "gs://archive/kifu", "https://archive.example/kifu"] {
            let why = wrong.parse::<Destination>().unwrap_err();
            assert!(why.to_string().contains("s3://") && why.ja().contains("s3://"), "{wrong}: {why}");
        }
    }
}
