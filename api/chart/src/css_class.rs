//! What things in a chart are, and so how they look: colours for bright and dark rooms.

use std::fmt::Write;

use plotters::style::{Color, RGBAColor, RGBColor, ShapeStyle};

use super::Theme;

/// How many series are told apart by colour, shape and pattern.
pub const SERIES: usize = 6;

/// What something in a chart is. Plotters carries it as a colour; its class in the document decides the look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CssClass(u8);

/// A role as a class, with its colours in bright and in dark rooms.
struct Dye {
    class: &'static str,
    bright: &'static str,
    dark: &'static str,
}

const fn dye(class: &'static str, bright: &'static str, dark: &'static str) -> Dye {
    Dye { class, bright, dark }
}

/// By role; series have a look as a mark, as a band and as a patterned surface.
const DYES: [Dye; 6 + SERIES] = [
    dye("paper", "#ffffff", "#1c1a17"),
    dye("ink", "#231f1a", "#f0e9dc"),
    dye("faint", "#625b51", "#b4ab9b"),
    dye("mesh", "#e4ddd0", "#38332c"),
    dye("bounds", "#8a4b12", "#e8a86a"),
    dye("none", "#8b8376", "#8f877a"),
    dye("s0", "#0b6bb0", "#6db3e8"),
    dye("s1", "#c4500a", "#ff9b5e"),
    dye("s2", "#0a7d5b", "#4fc9a2"),
    dye("s3", "#a8437f", "#e794c5"),
    dye("s4", "#946200", "#e0b252"),
    dye("s5", "#6a4a9c", "#b9a0e6"),
];

impl CssClass {
    /// What everything is drawn on.
    pub const PAPER: Self = Self(0);
    /// Text, axes, the line at zero.
    pub const INK: Self = Self(1);
    /// Text that is read second.
    pub const FAINT: Self = Self(2);
    /// Lines that guide the eye.
    pub const MESH: Self = Self(3);
    /// What was never revealed may lie so far.
    pub const BOUNDS: Self = Self(4);
    /// Where there is nothing to show.
    pub const NOTHING: Self = Self(5);

    /// The marks of a series.
    pub fn series(number: usize) -> Self {
        Self(6 + u8::try_from(number % SERIES).unwrap_or_default())
    }

    /// The band around a series.
    pub fn band(number: usize) -> Self {
        Self(Self::series(number).0 + 64)
    }

    /// A surface of a series, with the pattern that tells it apart without colours.
    pub fn surface(number: usize) -> Self {
        Self(Self::series(number).0 + 128)
    }

    /// Its class in the document.
    pub fn class(self) -> String {
        let class = DYES[usize::from(self.0 % 64)].class;
        match self.0 / 64 {
            0 => class.to_owned(),
            1 => format!("{class} band"),
            _ => format!("{class} surface"),
        }
    }

    /// As plotters carries it.
    pub fn colour(self) -> RGBAColor {
        RGBColor(self.0, 0, 0).to_rgba()
    }

    /// What plotters carried.
    pub fn carried_by((role, _, _): (u8, u8, u8)) -> Self {
        if usize::from(role % 64) < DYES.len() { Self(role) } else { Self::INK }
    }

    /// Surfaces of this role.
    pub fn fill(self) -> ShapeStyle {
        ShapeStyle { color: self.colour(), filled: true, stroke_width: 0 }
    }

    /// Lines of this role, so many tenths of a pixel wide.
    pub fn line(self, width: u32) -> ShapeStyle {
        ShapeStyle { color: self.colour(), filled: false, stroke_width: width }
    }
}

/// The style sheet of a chart, which touches nothing outside charts.
pub fn style_sheet(theme: Theme) -> String {
    let mut css = String::from(
        ".kifu-chart{font-family:system-ui,\"Hiragino Sans\",\"Noto Sans CJK JP\",\"Noto Sans JP\",\"Yu Gothic\",\
         Meiryo,sans-serif;font-variant-numeric:tabular-nums}\
         .kifu-chart .l{fill:none;stroke:currentColor}.kifu-chart .f,.kifu-chart .t{fill:currentColor}\
         .kifu-chart .strong{font-weight:600}.kifu-chart .band{fill-opacity:.28}\
         .kifu-chart .l.bounds{stroke-dasharray:2 2.5}.kifu-chart .l.none{stroke-dasharray:3 2}",
    );
    for number in 0..SERIES {
        let _ = write!(css, ".kifu-chart .f.s{number}.surface{{fill:url(#kifu-chart-{number})}}");
    }
    let (bright, dark) = (|dye: &Dye| dye.bright, |dye: &Dye| dye.dark);
    match theme {
        Theme::Light => css += &colours("", bright),
        Theme::Dark => css += &colours("", dark),
        Theme::Auto => {
            css += &colours("", bright);
            let _ = write!(css, "@media (prefers-color-scheme: dark){{{}}}", colours(".auto", dark));
        }
    }
    css
}

fn colours(scope: &str, of: impl Fn(&Dye) -> &'static str) -> String {
    DYES.iter().fold(String::new(), |mut css, dye| {
        let _ = write!(css, ".kifu-chart{scope} .{}{{color:{}}}", dye.class, of(dye));
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
    fn colours_are_told_from_the_paper_in_bright_and_dark_rooms() {
        for dye in &DYES[1..] {
            let least = match dye.class {
                "ink" | "faint" => 4.5,
                "mesh" => 1.0,
                _ => 3.0,
            };
            for [colour, paper] in [[dye.bright, DYES[0].bright], [dye.dark, DYES[0].dark]] {
                assert!(contrast(colour, paper) >= least, "{} {colour}", dye.class);
            }
        }
    }

    #[test]
    fn a_role_comes_back_from_plotters() {
        for number in 0..SERIES {
            for role in [
                CssClass::series(number),
                CssClass::band(number),
                CssClass::surface(number),
                CssClass::BOUNDS,
            ] {
                let RGBAColor(r, g, b, _) = role.colour();
                assert_eq!(CssClass::carried_by((r, g, b)), role);
            }
        }
    }
}
