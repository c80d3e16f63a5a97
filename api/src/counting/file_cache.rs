//! Files of observations that were written lately: whoever reads one in parts asks for it again and again.

use actix_web::web::Bytes;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::problem::Problem;

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
    /// In this many bytes.
    pub fn new(bytes: u64) -> Self {
        let options = OptionsBuilder::new()
            .shards(1)
            .weight_capacity(bytes)
            // What is new has half of the room, so that the largest fit.
            .hot_allocation(0.5)
            .estimated_items_capacity(usize::try_from(bytes / TYPICAL_FILE_BYTES).unwrap_or(usize::MAX))
            .build()
            .expect("all that has no default is given");
        let hasher = DefaultHashBuilder::default();
        Self(Cache::with_options(options, FileWeight, hasher, DefaultLifecycle::default()))
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
