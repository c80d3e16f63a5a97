//! SVG drawn as PNG.
//!
//! Nothing is bundled: words are drawn with the fonts of the machine. A server often has few of them. So words that no
//! font here can write are left out, where other programs would draw empty boxes, and who composes a picture can ask
//! first ([`Rasterizer::can_write`]).

mod css;
mod letters;

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Options, Tree};

use letters::Letters;

/// The fonts for text that asks only for a sans-serif font; the first that is there is used.
const SANS_SERIF: [&str; 8] = [
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "Noto Sans",
    "DejaVu Sans",
    "Liberation Sans",
    "Arial",
];

/// The reason why a picture was not drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// It is no XML.
    #[error("no XML: {0}")]
    Xml(#[from] resvg::usvg::roxmltree::Error),
    /// It is no SVG that can be drawn.
    #[error("no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// No picture can have this size.
    #[error("no picture is {width} × {height} pixels")]
    Size {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// It could not be written as PNG.
    #[error("no PNG: {0}")]
    Png(String),
}

/// Draws pictures with the fonts that it knows.
pub struct Rasterizer {
    fonts: Arc<Database>,
    letters: Letters,
}

impl Rasterizer {
    /// With the fonts of this machine, which are read now: that takes a while where there are many.
    pub fn with_system_fonts() -> Self {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        Self::new(fonts)
    }

    /// Without any font, as on a machine that has none.
    pub fn without_fonts() -> Self {
        Self::new(Database::new())
    }

    fn new(mut fonts: Database) -> Self {
        let has =
            |family: &str| fonts.faces().any(|face| face.families.iter().any(|(name, _)| name == family));
        let named = SANS_SERIF.into_iter().find(|family| has(family)).map(str::to_owned);
        let any = || fonts.faces().next().and_then(|face| Some(face.families.first()?.0.clone()));
        if let Some(family) = named.or_else(any) {
            fonts.set_sans_serif_family(family.clone());
            fonts.set_serif_family(family);
        }
        let letters = Letters::of(&fonts);
        Self { fonts: Arc::new(fonts), letters }
    }

    /// True if there is a font for every letter of this text.
    pub fn can_write(&self, text: &str) -> bool {
        text.chars().all(|letter| letter.is_whitespace() || shapes(letter) || self.letters.contain(letter))
    }

    /// Draws a picture that is so many pixels large, whatever its own size.
    ///
    /// # Errors
    ///
    /// If the picture is no SVG, or there is no memory for it.
    pub fn png(&self, svg: &str, width: u32, height: u32) -> Result<Vec<u8>, DrawError> {
        let legible = self.without_unwritable_words(&css::resolved(svg))?;
        let options = Options { fontdb: Arc::clone(&self.fonts), ..Options::default() };
        let tree = Tree::from_str(&legible, &options)?;
        let mut pixels = Pixmap::new(width, height).ok_or(DrawError::Size { width, height })?;
        let size = tree.size();
        let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(&tree, scale, &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| DrawError::Png(error.to_string()))
    }

    /// The picture without the words that no font can write.
    fn without_unwritable_words(&self, svg: &str) -> Result<String, DrawError> {
        let document = Document::parse(svg)?;
        let mut legible = String::with_capacity(svg.len());
        let mut from = 0;
        for words in document.descendants().filter(|node| node.has_tag_name("text")) {
            if !self.can_write(&text_of(words)) {
                legible.push_str(&svg[from..words.range().start]);
                from = words.range().end;
            }
        }
        legible.push_str(&svg[from..]);
        Ok(legible)
    }
}

/// True if it only changes how its neighbours are drawn, in names: joiners, isolates, variation selectors.
fn shapes(letter: char) -> bool {
    matches!(
        letter,
        '\u{200C}' | '\u{200D}' | '\u{2068}' | '\u{2069}' | '\u{FE0E}' | '\u{FE0F}' | '\u{E0100}'
            ..='\u{E01EF}'
    )
}

fn text_of(words: Node) -> String {
    words.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
        <style>.a { --back: #fff; } .b { fill: var(--back); }</style>
        <g class="a"><rect class="b" width="40" height="20"/><text x="2" y="14">Ab</text></g></svg>"#;

    fn pixels(png: &[u8]) -> Pixmap {
        Pixmap::decode_png(png).expect("a PNG")
    }

    #[test]
    fn a_picture_has_the_size_that_is_asked_for_and_its_own_colours() {
        let drawn = pixels(&Rasterizer::without_fonts().png(WORDS, 80, 40).expect("drawn"));
        assert_eq!((drawn.width(), drawn.height()), (80, 40));
        assert!(drawn.pixels().iter().all(|pixel| pixel.red() == 255 && pixel.alpha() == 255));
    }

    #[test]
    fn words_without_a_font_are_left_out() {
        let none = Rasterizer::without_fonts();
        assert!(!none.can_write("A") && none.can_write(" \n\u{2068}\u{2069}"));
        let svg = none.without_unwritable_words(WORDS).expect("XML");
        assert!(!svg.contains("<text") && svg.contains("</g></svg>"), "{svg}");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let none = Rasterizer::without_fonts();
        assert!(matches!(none.png("<svg", 8, 8), Err(DrawError::Xml(_))));
        assert!(matches!(none.png("<a/>", 8, 8), Err(DrawError::Svg(_))));
        assert!(matches!(none.png(WORDS, 0, 8), Err(DrawError::Size { width: 0, height: 8 })));
    }
}
