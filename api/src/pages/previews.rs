//! Pictures for previews of links, as PNG: programs that show previews take no SVG.
//!
//! Drawing one takes some tens of milliseconds of a core. Recent pictures are kept under their tags, and a request for
//! one that is being drawn waits for it. The fonts of the machine are read with the first picture.

use std::sync::{Arc, OnceLock};

use actix_web::web::Bytes;
use kifu_raster::Rasterizer;

use crate::http::cost::{Admission, Draws, Permit};
use crate::http::problem::{Code, Problem};
use crate::operation::weighted_cache::LateAnswers;

/// The width and the height of a picture, as programs that show previews expect them.
pub const PREVIEW_SIZE: (u32, u32) = (1200, 630);

/// How much memory the pictures that were drawn lately may take, in bytes.
const CACHE_BYTES: u64 = 16 << 20;
/// About how large one is.
const TYPICAL_PICTURE_BYTES: u64 = 64 << 10;

/// Draws pictures for previews, and keeps them for a while.
pub struct Previews {
    rasterizer: Arc<OnceLock<Rasterizer>>,
    drawn: LateAnswers<String, Bytes>,
}

impl Default for Previews {
    fn default() -> Self {
        Self { rasterizer: Arc::default(), drawn: LateAnswers::new(CACHE_BYTES, TYPICAL_PICTURE_BYTES) }
    }
}

impl Previews {
    /// The picture with this tag. If it has to be drawn, `compose` makes it as SVG; it is told which letters the fonts
    /// have.
    ///
    /// # Errors
    ///
    /// If there is nothing to be drawn, or it can't be.
    pub async fn png(
        &self,
        admission: &Admission,
        tag: &String,
        compose: impl FnOnce(&Rasterizer, &Permit<Draws>) -> Option<String> + Send + 'static,
    ) -> Result<Bytes, Problem> {
        let rasterizer = Arc::clone(&self.rasterizer);
        let draw = move |permit: &Permit<Draws>| {
            let rasterizer = rasterizer.get_or_init(Rasterizer::with_system_fonts);
            let svg = compose(rasterizer, permit).ok_or_else(|| Problem::plain(Code::NotFound))?;
            let (width, height) = PREVIEW_SIZE;
            rasterizer.png(&svg, width, height).map(Bytes::from).map_err(Problem::internal)
        };
        self.drawn.get(tag, async { admission.run(draw).await? }).await
    }
}
