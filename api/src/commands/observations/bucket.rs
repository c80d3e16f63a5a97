//! A place in a bucket of an object storage that speaks S3. Each object carries the digest of what is in it, so that it is
//! written again only when that has changed.

use futures_util::{StreamExt, TryStreamExt, stream};
use kifu_statistics::bulk::ParquetPart;
use object_store::path::Path;
use object_store::{Attribute, Attributes, GetOptions, ObjectStore, PutMultipartOptions, WriteMultipart};

use crate::object_storage::{StorageError, open_bucket};

/// The name of the digest among an object's own data.
const DIGEST: &str = "kifu-digest";

/// How much is sent with one request.
const REQUEST_BYTES: usize = 8 << 20;

/// How many of these requests are on their way at a time.
const REQUESTS_AT_ONCE: usize = 4;

/// Where the files are in the bucket.
pub struct StorageBucket {
    store: Box<dyn ObjectStore>,
    prefix: Path,
}

impl StorageBucket {
    /// A place in a bucket, reached as the usual variables `AWS_…` say. Nothing is asked yet.
    ///
    /// # Errors
    ///
    /// If a name or a variable can't be what it should be.
    pub fn open(name: &str, prefix: &str) -> Result<Self, StorageError> {
        let (store, prefix) = open_bucket(name, prefix)?;
        Ok(Self { store, prefix })
    }

    /// The digest that the object of a part carries, if there is one.
    ///
    /// # Errors
    ///
    /// If the storage can't be asked.
    pub async fn digest(&self, part: &ParquetPart) -> Result<Option<String>, StorageError> {
        let head = GetOptions { head: true, ..GetOptions::default() };
        match self.store.get_opts(&self.path(part), head).await {
            Ok(found) => {
                let digest = found.attributes.get(&Attribute::Metadata(DIGEST.into()));
                Ok(digest.map(|digest| digest.to_string()))
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes the object of a part. Until it is there as a whole, readers find the one before.
    ///
    /// # Errors
    ///
    /// If the storage did not take it.
    pub async fn write(
        &self,
        part: &ParquetPart,
        digest: String,
        bytes: Vec<u8>,
    ) -> Result<(), StorageError> {
        let attributes = Attributes::from_iter([
            (Attribute::ContentType, crate::statistics::bulk::PARQUET.to_owned()),
            (Attribute::Metadata(DIGEST.into()), digest),
        ]);
        if bytes.len() <= REQUEST_BYTES {
            self.store.put_opts(&self.path(part), bytes.into(), attributes.into()).await?;
            return Ok(());
        }
        let options = PutMultipartOptions { attributes, ..PutMultipartOptions::default() };
        let upload = self.store.put_multipart_opts(&self.path(part), options).await?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, REQUEST_BYTES);
        for piece in bytes.chunks(REQUEST_BYTES) {
            upload.wait_for_capacity(REQUESTS_AT_ONCE).await?;
            upload.write(piece);
        }
        upload.finish().await?;
        Ok(())
    }

    /// Removes the objects of a kind of game whose parts are not among these, and says how many there were.
    ///
    /// # Errors
    ///
    /// If the storage can't be asked, or an object can't be removed.
    pub async fn remove_others(
        &self,
        game: &str,
        parts: impl Iterator<Item = &ParquetPart>,
    ) -> Result<usize, StorageError> {
        let current: Vec<_> = parts.map(|part| self.path(part)).collect();
        let below = self.prefix.clone().join(format!("game={game}"));
        let found: Vec<_> =
            self.store.list(Some(&below)).map_ok(|object| object.location).try_collect().await?;
        let ours = |path: &Path| path.filename().is_some_and(ParquetPart::may_have_file);
        let others: Vec<_> = found.into_iter().filter(|path| ours(path) && !current.contains(path)).collect();
        let count = others.len();
        self.store
            .delete_stream(stream::iter(others.into_iter().map(Ok)).boxed())
            .try_collect::<Vec<_>>()
            .await?;
        Ok(count)
    }

    fn path(&self, part: &ParquetPart) -> Path {
        let folder = part.folder().into_iter().fold(self.prefix.clone(), Path::join);
        folder.join(part.file_name())
    }
}

#[cfg(test)]
mod tests {
    use object_store::ObjectStoreExt;
    use object_store::memory::InMemory;

    use super::*;

    fn part(game: &str, month: &str) -> ParquetPart {
        ParquetPart::of_month(game, month)
    }

    #[tokio::test]
    async fn an_object_carries_the_digest_of_what_is_in_it_however_large_it_is() {
        let bucket = StorageBucket { store: Box::new(InMemory::new()), prefix: Path::from("archive") };
        let may = part("bremen", "2026-05");
        assert_eq!(bucket.digest(&may).await.unwrap(), None);
        for (digest, size) in [("small", 10), ("large", 2 * REQUEST_BYTES + 7)] {
            bucket.write(&may, digest.into(), vec![b'p'; size]).await.unwrap();
            assert_eq!(bucket.digest(&may).await.unwrap().as_deref(), Some(digest));
            let path = Path::from("archive/game=bremen/month=2026-05/observations.parquet");
            assert_eq!(bucket.store.get(&path).await.unwrap().bytes().await.unwrap().len(), size);
        }
    }

    #[tokio::test]
    async fn months_that_are_gone_are_removed_and_nothing_else() {
        let bucket = StorageBucket { store: Box::new(InMemory::new()), prefix: Path::default() };
        let day = ParquetPart { time_in_month: Some("07".into()), ..part("bremen", "2026-05") };
        let [may, june, other] = [("bremen", "2026-05"), ("bremen", "2026-06"), ("bremen_2", "2026-05")]
            .map(|(game, month)| part(game, month));
        for part in [&may, &day, &june, &other] {
            bucket.write(part, "digest".into(), vec![1]).await.unwrap();
        }
        let note = Path::from("game=bremen/observations-by-hand.parquet");
        bucket.store.put(&note, "by hand".into()).await.unwrap();
        assert_eq!(bucket.remove_others("bremen", [&june].into_iter()).await.unwrap(), 2);
        for part in [&may, &day] {
            assert_eq!(bucket.digest(part).await.unwrap(), None);
        }
        for part in [&june, &other] {
            assert!(bucket.digest(part).await.unwrap().is_some());
        }
        assert!(bucket.store.head(&note).await.is_ok());
    }
}
