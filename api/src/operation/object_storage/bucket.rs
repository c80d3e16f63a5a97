//! A place in a bucket, through `object_store`.

use std::fmt;

use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::aws::AmazonS3Builder;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, GetOptions, ObjectStore, ObjectStoreExt, PutMode, PutMultipartOptions, PutOptions,
    WriteMultipart,
};

use super::BucketPlace;
use super::transport::Transport;

/// The name of the digest among an object's own data.
const DIGEST: &str = "kifu-digest";
/// How much is sent with one request.
const REQUEST_BYTES: usize = 8 << 20;
/// How many of these requests are on their way at a time.
const REQUESTS_AT_ONCE: usize = 4;

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

impl From<object_store::path::Error> for StorageError {
    fn from(error: object_store::path::Error) -> Self {
        Self(error.into())
    }
}

/// Objects in a bucket, each by its name below a prefix.
pub struct StorageBucket {
    store: Box<dyn ObjectStore>,
    prefix: Path,
}

impl StorageBucket {
    /// Opens a place, reached as the usual variables `AWS_…` say. Nothing is asked yet.
    ///
    /// # Errors
    ///
    /// If a name or a variable can't be what it should be.
    pub fn open(place: &BucketPlace) -> Result<Self, StorageError> {
        // The address says whether it is encrypted.
        let builder = AmazonS3Builder::from_env().with_allow_http(true).with_http_connector(Transport);
        let store = Box::new(builder.with_bucket_name(&place.name).build()?);
        Ok(Self { store, prefix: Path::parse(&place.prefix)? })
    }

    /// The content of an object.
    ///
    /// # Errors
    ///
    /// If the storage does not give it; so do the others.
    pub async fn get(&self, name: &str) -> Result<Vec<u8>, StorageError> {
        Ok(self.store.get(&self.path(name)?).await?.bytes().await?.into())
    }

    /// The names of all objects below a folder; of all there are if it has no name.
    ///
    /// # Errors
    ///
    /// See [`Self::get`].
    pub async fn list(&self, folder: &str) -> Result<Vec<String>, StorageError> {
        let below = self.path(folder)?;
        let prefix = self.prefix.as_ref();
        let name = |path: Path| path.as_ref()[prefix.len()..].trim_start_matches('/').to_owned();
        Ok(self.store.list(Some(&below)).map_ok(|object| name(object.location)).try_collect().await?)
    }

    /// Writes an object unless there is one of this name, and says whether it did.
    ///
    /// # Errors
    ///
    /// See [`Self::get`].
    pub async fn put_new(&self, name: &str, content: String) -> Result<bool, StorageError> {
        let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        match self.store.put_opts(&self.path(name)?, content.into(), options).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::AlreadyExists { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The digest that an object carries, if there is one.
    ///
    /// # Errors
    ///
    /// See [`Self::get`].
    pub async fn digest(&self, name: &str) -> Result<Option<String>, StorageError> {
        let head = GetOptions { head: true, ..GetOptions::default() };
        match self.store.get_opts(&self.path(name)?, head).await {
            Ok(found) => {
                let digest = found.attributes.get(&Attribute::Metadata(DIGEST.into()));
                Ok(digest.map(|digest| digest.to_string()))
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes an object that carries a digest. Until it is there as a whole, readers find the one before.
    ///
    /// # Errors
    ///
    /// See [`Self::get`].
    pub async fn put(
        &self,
        name: &str,
        content_type: &'static str,
        digest: String,
        content: Vec<u8>,
    ) -> Result<(), StorageError> {
        let path = self.path(name)?;
        let attributes = Attributes::from_iter([
            (Attribute::ContentType, content_type.to_owned()),
            (Attribute::Metadata(DIGEST.into()), digest),
        ]);
        if content.len() <= REQUEST_BYTES {
            self.store.put_opts(&path, content.into(), attributes.into()).await?;
            return Ok(());
        }
        let options = PutMultipartOptions { attributes, ..PutMultipartOptions::default() };
        let upload = self.store.put_multipart_opts(&path, options).await?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, REQUEST_BYTES);
        for piece in content.chunks(REQUEST_BYTES) {
            upload.wait_for_capacity(REQUESTS_AT_ONCE).await?;
            upload.write(piece);
        }
        upload.finish().await?;
        Ok(())
    }

    /// Removes objects.
    ///
    /// # Errors
    ///
    /// See [`Self::get`].
    pub async fn remove(&self, names: &[String]) -> Result<(), StorageError> {
        let paths = names.iter().map(|name| self.path(name)).collect::<Result<Vec<_>, _>>()?;
        let removed = self.store.delete_stream(stream::iter(paths.into_iter().map(Ok)).boxed());
        removed.try_collect::<Vec<_>>().await?;
        Ok(())
    }

    fn path(&self, name: &str) -> Result<Path, StorageError> {
        Ok(Path::parse(format!("{}/{name}", self.prefix))?)
    }

    /// An empty one in memory.
    #[cfg(test)]
    pub fn in_memory(prefix: &str) -> Self {
        Self { store: Box::new(object_store::memory::InMemory::new()), prefix: Path::from(prefix) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_object_carries_the_digest_of_what_is_in_it_however_large_it_is() {
        let bucket = StorageBucket::in_memory("archive");
        assert_eq!(bucket.digest("may").await.unwrap(), None);
        for (digest, size) in [("small", 10), ("large", 2 * REQUEST_BYTES + 7)] {
            bucket.put("may", "text/plain", digest.into(), vec![b'p'; size]).await.unwrap();
            assert_eq!(bucket.digest("may").await.unwrap().as_deref(), Some(digest));
            assert_eq!(bucket.get("may").await.unwrap().len(), size);
        }
    }

    #[tokio::test]
    async fn a_new_object_replaces_none() {
        let bucket = StorageBucket::in_memory("");
        assert!(bucket.put_new("a/1.json", "one".into()).await.unwrap());
        assert!(!bucket.put_new("a/1.json", "two".into()).await.unwrap());
        assert_eq!(bucket.get("a/1.json").await.unwrap(), b"one");
        assert_eq!(bucket.list("").await.unwrap(), ["a/1.json"]);
    }
}
