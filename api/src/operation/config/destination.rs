//! The destination of files of observations.

use std::path::PathBuf;
use std::str::FromStr;

use crate::operation::object_storage::BucketPlace;
use crate::operation::setting_values::WrongValue;

/// A folder, or a place in a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A folder of this machine.
    Folder(PathBuf),
    /// An object storage.
    Bucket(BucketPlace),
}

impl FromStr for Destination {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((scheme, place)) = text.split_once("://") else { return Ok(Self::Folder(text.into())) };
        BucketPlace::read(scheme, place)?.map(Self::Bucket).ok_or_else(|| {
            WrongValue::new(
                "it must be a folder, or a bucket like s3://archive/kifu",
                "フォルダーか、s3://archive/kifu のようなバケットを指定してください",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_without_a_scheme_is_a_folder() {
        for (text, destination) in [
            ("numbers", Destination::Folder("numbers".into())),
            ("/srv/s3/numbers", Destination::Folder("/srv/s3/numbers".into())),
        ] {
            assert_eq!(text.parse(), Ok(destination), "{text}");
        }
        for wrong in ["s3://", "s3:///kifu", "gs://archive/kifu", "https://archive.example/kifu"] {
            let why = wrong.parse::<Destination>().unwrap_err();
            assert!(why.to_string().contains("s3://") && why.ja().contains("s3://"), "{wrong}: {why}");
        }
    }
}
