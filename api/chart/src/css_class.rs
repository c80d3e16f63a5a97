//! CSS classes of the parts of a chart, with their colours in the light and the dark theme.

use std::fmt::Write;

use plotters::style::{Color, RGBAColor, RGBColor, ShapeStyle};

use super::Theme;

/// How many series have a colour, a mark and a pattern of their own.
pub const SERIES_COUNT: usize = 6;

/// The class of the first series.
const FIRST_SERIES: u8 = 7;

/// The class of a part of a chart. It passes through plotters as a colour, and the document has it as a CSS class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CssClass(u8);

/// The name of a class, with its colours in the light and the dark theme.
struct ClassColours {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn class_colours(name: &'static str, light: &'static str, dark: &'static str) -> ClassColours {
    ClassColours { name, light, dark }
}

/// By number of the class. The first series has the vermilion of the pages, and their green is among the others. A series has three variants: marks, bands and patterned surfaces.
const CLASS_COLOURS: [ClassColours; FIRST_SERIES as usize + SERIES_COUNT] = [
    class_colours("background", "#ffffff", "#1c1a17"),
    class_colours("text", "#231f1a", "#f0e9dc"),
    class_colours("secondary", "#625b51", "#b4ab9b"),
    class_colours("grid", "#e4ddd0", "#38332c"),
    class_colours("bounds", "#8a4b12", "#e8a86a"),
    class_colours("no-value", "#8b8376", "#8f877a"),
    class_colours("reference", "#231f1a", "#f0e9dc"),
    class_colours("s0", "#a8321f", "#ff8f78"),
    class_colours("s1", "#2b5c8a", "#8dbbe6"),
    class_colours("s2", "#1d6b4f", "#7fd0ae"),
    class_colours("s3", "#7d3f78", "#dfa3d9"),
    class_colours("s4", "#8a6100", "#e0b252"),
    class_colours("s5", "#1f6a74", "#76c7cf"),
];

impl CssClass {
    /// The background.
    pub const BACKGROUND: Self = Self(0);
    /// Text, axes, the line at zero.
    pub const TEXT: Self = Self(1);
    /// Secondary text.
    pub const SECONDARY_TEXT: Self = Self(2);
    /// Grid lines.
    pub const GRID: Self = Self(3);
    /// Bounds of values that were never revealed.
    pub const BOUNDS: Self = Self(4);
    /// A missing value.
    pub const NO_VALUE: Self = Self(5);

    /// The mark of the reference value.
    pub const REFERENCE: Self = Self(6);

    /// The marks of a series.
    pub fn series(number: usize) -> Self {
        let [place, ..] = (number % SERIES_COUNT).to_le_bytes();
        Self(FIRST_SERIES + place)
    }

    /// The band around a series.
    pub fn band(number: usize) -> Self {
        Self(Self::series(number).0 + 64)
    }

    /// A surface of a series, with its pattern.
    pub fn surface(number: usize) -> Self {
        Self(Self::series(number).0 + 128)
    }

    /// Its class in the document.
    pub fn name(self) -> String {
        let name = CLASS_COLOURS[usize::from(self.0 % 64)].name;
        match self.0 / 64 {
            0 => name.to_owned(),
            1 => format!("{name} band"),
            _ => format!("{name} surface"),
        }
    }

    /// The colour by which it passes through plotters.
    pub fn colour(self) -> RGBAColor {
        RGBColor(self.0, 0, 0).to_rgba()
    }

    /// The class of such a colour.
    pub fn from_colour((class, _, _): (u8, u8, u8)) -> Self {
        if usize::from(class % 64) < CLASS_COLOURS.len() { Self(class) } else { Self::TEXT }
    }

    /// The style of surfaces of this class.
    pub fn fill(self) -> ShapeStyle {
        ShapeStyle { color: self.colour(), filled: true, stroke_width: 0 }
    }

    /// The style of lines of this class; the width is in tenths of a pixel.
    pub fn line(self, width: u32) -> ShapeStyle {
        ShapeStyle { color: self.colour(), filled: false, stroke_width: width }
    }
}

/// The style sheet of a chart; its rules apply to charts only.
pub fn style_sheet(theme: Theme) -> String {
    let mut css = String::from(
        ".kifu-chart{font-family:system-ui,\"Hiragino Sans\",\"Noto Sans CJK JP\",\"Noto Sans JP\",\"Yu Gothic\",\
         Meiryo,sans-serif;font-variant-numeric:tabular-nums}\
         .kifu-chart .l{fill:none;stroke:currentColor}.kifu-chart .f,.kifu-chart .t{fill:currentColor}\
         .kifu-chart .strong{font-weight:600}.kifu-chart .band{fill-opacity:.28}\
         .kifu-chart .l.bounds{stroke-dasharray:2 2.5}.kifu-chart .l.no-value{stroke-dasharray:3 2}\
         .kifu-chart .l.reference{stroke-dasharray:7 4}",
    );
    for number in 0..SERIES_COUNT {
        let _ = write!(css, ".kifu-chart .f.s{number}.surface{{fill:url(#kifu-chart-{number})}}");
    }
    let (light, dark) = (|colours: &ClassColours| colours.light, |colours: &ClassColours| colours.dark);
    match theme {
        Theme::Light => css += &colours("", light),
        Theme::Dark => css += &colours("", dark),
        Theme::Auto => {
            css += &colours("", light);
            let _ = write!(css, "@media (prefers-color-scheme: dark){{{}}}", colours(".auto", dark));
        }
    }
    css
}

fn colours(scope: &str, of: impl Fn(&ClassColours) -> &'static str) -> String {
    CLASS_COLOURS.iter().fold(String::new(), |mut css, colours| {
        let _ = write!(css, ".kifu-chart{scope} .{}{{color:{}}}", colours.name, of(colours));
        css
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(hex: &str) -> f64 {
        let part = |at| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        let linear = |part: f64| {
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(part(1)) + 0.7152 * linear(part(3)) + 0.0722 * linear(part(5))
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// WCAG 2.2, 1.4.3 and 1.4.11: 4.5 for text, 3 for what is needed to understand a graphic.
    #[test]
    fn colours_contrast_with_the_background_in_both_themes() {
        for colours in &CLASS_COLOURS[1..] {
            let min_contrast = match colours.name {
                "text" | "secondary" => 4.5,
                "grid" => 1.0,
                _ => 3.0,
            };
            for [colour, background] in
                [[colours.light, CLASS_COLOURS[0].light], [colours.dark, CLASS_COLOURS[0].dark]]
            {
                assert!(contrast(colour, background) >= min_contrast, "{} {colour}", colours.name);
            }
        }
    }

    #[test]
    fn a_class_survives_the_way_through_plotters() {
        for number in 0..SERIES_COUNT {
            for class in [
                CssClass::series(number),
                CssClass::band(number),
                CssClass::surface(number),
                CssClass::BOUNDS,
            ] {
                let RGBAColor(r, g, b, _) = class.colour();
                assert_eq!(CssClass::from_colour((r, g, b)), class);
            }
        }
    }
}
