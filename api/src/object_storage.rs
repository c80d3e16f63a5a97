//! Buckets of an object storage that speaks S3.

use std::fmt;

use object_store::ObjectStore;
use object_store::aws::AmazonS3Builder;
use object_store::path::Path;

/// The object storage did not do what it was asked to.
#[derive(Debug)]
pub struct StorageError(object_store::Error);

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "the object storage refused, or could not be reached: {}", self.0)?;
        write!(
            f,
            "オブジェクトストレージに接続できないか、要求が拒否されました。AWS_ で始まる環境変数とバケットを確認してください。"
        )
    }
}

impl std::error::Error for StorageError {}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        Self(error)
    }
}

/// A place in a bucket, reached as the usual variables `AWS_…` say. Nothing is asked yet.
///
/// # Errors
///
/// If a name or a variable can't be what it should be.
pub fn open_bucket(name: &str, prefix: &str) -> Result<(Box<dyn ObjectStore>, Path), StorageError> {
    // It fails where one is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // Whether it is encrypted, the address says.
    let builder = AmazonS3Builder::from_env().with_allow_http(true).with_bucket_name(name);
    let prefix = Path::parse(prefix).map_err(object_store::Error::from)?;
    Ok((Box::new(builder.build()?), prefix))
}
