//! Files of observations that were written lately: whoever reads one in parts asks for it again and again.

use actix_web::web::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::problem::Problem;
use crate::weighted_cache::{CacheSize, Eviction, weighted_cache};

/// About how large a file is, in bytes.
const TYPICAL_FILE_BYTES: u64 = 256 << 10;

/// Files by their tags.
pub struct ObservationFileCache(Cache<String, Bytes, FileWeight>);

#[derive(Clone)]
struct FileWeight;

impl Weighter<String, Bytes> for FileWeight {
    fn weight(&self, _: &String, file: &Bytes) -> u64 {
        file.len() as u64
    }
}

impl ObservationFileCache {
    /// Forgets all files.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// In this many bytes.
    pub fn new(bytes: u64) -> Self {
        let size = CacheSize { bytes, typical_value_bytes: TYPICAL_FILE_BYTES, shards: 1 };
        Self(weighted_cache(size, Eviction::LeastUsedWithRoomForNew, FileWeight))
    }

    /// The file with this tag. Whoever asks for one that is just being written waits for it.
    ///
    /// # Errors
    ///
    /// If it has to be written and can't be.
    pub async fn get(
        &self,
        tag: &str,
        write: impl Future<Output = Result<Bytes, Problem>>,
    ) -> Result<Bytes, Problem> {
        self.0.get_or_insert_async(tag, write).await
    }
}
