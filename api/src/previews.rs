//! Pictures for previews of links, as PNG: programs that show previews take no SVG.
//!
//! Drawing one takes some tens of milliseconds of a core. Pictures that were drawn lately are kept under their tags, and
//! whoever asks for one that is being drawn waits for it. The fonts of the machine are read with the first picture.

use std::sync::{Arc, OnceLock};

use actix_web::web::Bytes;
use kifu_raster::Rasterizer;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::compute::Compute;
use crate::problem::{Code, Problem};
use crate::weighted_cache::{CacheSize, Eviction, weighted_cache};

/// The width and the height of a picture: what programs that show previews ask for.
pub const PREVIEW_SIZE: (u32, u32) = (1200, 630);

const CACHE: CacheSize = CacheSize { bytes: 16 << 20, typical_value_bytes: 64 << 10, shards: 1 };

/// Draws pictures for previews, and keeps them for a while.
pub struct Previews {
    rasterizer: Arc<OnceLock<Rasterizer>>,
    drawn: Cache<String, Bytes, ByLength>,
    compute: Compute,
}

#[derive(Clone)]
struct ByLength;

impl Weighter<String, Bytes> for ByLength {
    fn weight(&self, _: &String, png: &Bytes) -> u64 {
        png.len() as u64
    }
}

impl Default for Previews {
    fn default() -> Self {
        let drawn = weighted_cache(CACHE, Eviction::LeastUsedWithRoomForNew, ByLength);
        Self { rasterizer: Arc::default(), drawn, compute: Compute::default() }
    }
}

impl Previews {
    /// The picture with this tag. If it has to be drawn, `compose` makes it as SVG; it is told what can be written.
    ///
    /// # Errors
    ///
    /// If there is nothing to be drawn, or it can't be.
    pub async fn png(
        &self,
        tag: &str,
        compose: impl FnOnce(&Rasterizer) -> Option<String> + Send + 'static,
    ) -> Result<Bytes, Problem> {
        let rasterizer = Arc::clone(&self.rasterizer);
        let draw = move || {
            let rasterizer = rasterizer.get_or_init(Rasterizer::with_system_fonts);
            let svg = compose(rasterizer).ok_or_else(|| Problem::plain(Code::NotFound))?;
            let (width, height) = PREVIEW_SIZE;
            rasterizer.png(&svg, width, height).map(Bytes::from).map_err(Problem::internal)
        };
        self.drawn.get_or_insert_async(tag, async { self.compute.run(draw).await? }).await
    }
}
