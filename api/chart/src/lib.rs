//! Charts: an answer drawn as SVG, for a phone's width and for dark rooms, and told in words.
//!
//! [`plan`] says which chart an answer calls for. Plotters places and draws axes; what it draws on is [`paper`], which
//! puts classes into the document where others put colours.

mod alt_text;
mod axis;
mod canvas;
mod css_class;
mod histogram;
mod legend;
mod panel;
mod plan;
mod rows;
mod shares;
mod svg_backend;
#[cfg(test)]
mod tests;
mod text_metrics;
mod trend;
mod words;

use kifu_engine::text::Language;
use svg::node::element::{Circle, Definitions, Description, Group, Line, Pattern, Rectangle, Style, Title};

use self::canvas::{Area, Canvas, Done, Failure, LARGE, NORMAL, SMALL, Side};
use self::css_class::{CssClass, SERIES};
use self::panel::Panel;
use self::plan::{Plan, Planner, is_starred};
use self::svg_backend::SvgBackend;
use self::text_metrics::plain;
use self::words::{Words, count};
use kifu_statistics::values::{ExplainedNote, StatisticalNote, Statistics};
use kifu_statistics::words::{StatisticsWords, Written};

/// What is left free at the edges.
const EDGE: f64 = 14.0;
/// The narrowest and the widest picture.
const WIDTHS: (u32, u32) = (280, 2000);
/// The tallest picture that is made taller than it need be.
const TALLEST: u32 = 2000;
/// How much higher than the size of its letters a line is.
const LEADING: f64 = 1.35;
/// The width of a chart where none is asked for.
pub const WIDTH: u32 = 640;

/// Parameters of a question that the chart shows in other ways, or that say nothing about what is counted.
const SHOWN: [&str; 14] = [
    "metric",
    "group_by",
    "compare",
    "as_of",
    "limit",
    "min_n",
    "format",
    "language",
    "theme",
    "width",
    "height",
    "sort",
    "bins",
    "quantiles",
];

/// How a chart is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its words.
    pub language: Language,
    /// Its colours.
    pub theme: Theme,
    /// Its width in pixels; not less than 280, nor more than 2000.
    pub width: u32,
    /// The height to fill. Groups beyond it are left out; without one the chart is as high as it needs to be.
    pub height: Option<u32>,
}

/// Colours for bright or for dark rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the reader's device prefers.
    #[default]
    Auto,
    /// Dark on bright.
    Light,
    /// Bright on dark.
    Dark,
}

/// Draws an answer. Whatever it fails with does not depend on the answer.
///
/// # Errors
///
/// If what the drawing library was given can't be drawn, which does not depend on the answer.
pub fn draw(values: &Statistics, look: &Look) -> Result<String, Failure> {
    let words = Words(look.language);
    let width = look.width.clamp(WIDTHS.0, WIDTHS.1);
    let inside = f64::from(width) - 2.0 * EDGE;
    let asked = look.height.map(|height| f64::from(height.min(TALLEST)));
    let plan = Planner { values, words, width: inside, height: asked }.plan();
    let sheet = Sheet { values, words, plan, width: inside };
    let heights = sheet.heights(asked);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some thousand pixels")]
    let height = (heights.iter().sum::<f64>() + sheet.around() + 2.0 * EDGE).ceil() as u32;
    let mut drawn = Group::new();
    let canvas = Canvas::new(SvgBackend::new(&mut drawn, (width, height)));
    sheet.draw(&canvas, &heights)?;
    drop(canvas);
    Ok(document(&sheet, look, (width, height), drawn))
}

/// What is on a picture, above and below the panels.
struct Sheet<'v> {
    values: &'v Statistics,
    words: Words,
    plan: Plan,
    width: f64,
}

impl Sheet<'_> {
    fn title(&self) -> String {
        let metric = self.values.metric.metric;
        let title = metric.title.of(self.words.0);
        match self.values.metric.games.first().filter(|_| !self.values.metric.is_general()) {
            Some(slug) => format!("{title} – {}", self.words.game(slug)),
            None => title.to_owned(),
        }
    }

    /// By what, and which games.
    fn subtitle(&self) -> String {
        let entry = &self.values.metric;
        let english = self.words.0 == Language::En;
        let ways = self.values.groups.iter().flatten().next().map(|group| {
            let ways = group.key.0.iter().map(|(way, _)| self.words.way(entry, way));
            let ways = ways.map(|way| Written(if english { way.to_lowercase() } else { way })).collect();
            self.words.say(&StatisticsWords::By { ways })
        });
        let asked = self
            .values
            .question
            .iter()
            .filter(|(name, values)| !SHOWN.contains(&&***name) && !is_usual(name, values));
        let filter =
            asked.filter(|(_, values)| values.iter().any(|value| !value.is_empty())).map(|(name, values)| {
                let values = values.iter().map(|value| Written(self.asked(name, value))).collect();
                let way = Written(self.words.way(entry, name));
                self.words.say(&StatisticsWords::FilteredBy { way, values })
            });
        ways.into_iter().chain(filter).collect::<Vec<_>>().join(" · ")
    }

    /// A value of the question; players by their names, where the answer has them.
    fn asked(&self, name: &str, value: &str) -> String {
        match (name, value) {
            ("irregular", "include") => return self.words.say(&StatisticsWords::IrregularIncluded),
            ("irregular", "only") => return self.words.say(&StatisticsWords::IrregularOnly),
            _ => {}
        }
        match value.parse::<uuid::Uuid>() {
            Ok(id) => {
                let unknown = || value.chars().take(8).chain(['…']).collect();
                self.values.people.get(&id).cloned().unwrap_or_else(unknown)
            }
            Err(_) => self.words.asked(&self.values.metric, name, value),
        }
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.plan.left_out > 0 {
            let count = Written(count(self.plan.left_out));
            remarks.push(self.words.say(&StatisticsWords::NotDrawn { count }));
        }
        // Of a comparison, what is beyond the two is not missing.
        if self.values.comparison.is_none() && self.values.left_out > 0 {
            let count = Written(count(self.values.left_out));
            remarks.push(self.words.say(&StatisticsWords::BeyondLimit { count }));
        }
        let said = self.said_of_what_is_drawn();
        for ExplainedNote { note, text } in
            self.values.notes.iter().filter(|known| said.contains(&known.note))
        {
            let star = if self.values.groups.is_some() && is_starred(*note) { "* " } else { "" };
            remarks.push(format!("{star}{}", text.of(self.words.0)));
        }
        remarks.push(alt_text::source(self.values, self.words));
        remarks
    }

    /// The notes of the groups that are compared, of all groups, or of all observations.
    fn said_of_what_is_drawn(&self) -> Vec<StatisticalNote> {
        let Statistics { total, comparison, .. } = self.values;
        let mut notes: Vec<StatisticalNote> =
            self.values.groups_shown().flat_map(|group| &group.figures.notes).copied().collect();
        notes.extend(comparison.iter().flat_map(|comparison| &comparison.notes));
        if notes.is_empty() && comparison.is_none() {
            notes.extend(&total.notes);
        }
        notes
    }

    /// The lines above and below the panels, with their sizes.
    fn above(&self) -> Vec<(f64, String)> {
        let lines = |size, text: &str| {
            text_metrics::lines(text, size, self.width).into_iter().map(move |line| (size, line))
        };
        let subtitle = self.subtitle();
        let below = (!subtitle.is_empty()).then(|| lines(NORMAL, &subtitle));
        lines(LARGE, &self.title()).chain(below.into_iter().flatten()).collect()
    }

    fn below(&self) -> Vec<String> {
        self.remarks().iter().flat_map(|remark| text_metrics::lines(remark, SMALL, self.width)).collect()
    }

    /// The height of everything but the panels.
    fn around(&self) -> f64 {
        let above: f64 = self.above().iter().map(|(size, _)| size * LEADING).sum();
        let below = self.below().len() as f64 * SMALL * LEADING;
        above + 8.0 + legend::height(&self.plan.legend, self.width) + 10.0 + 8.0 + below
    }

    /// The heights of the panels.
    fn heights(&self, asked: Option<f64>) -> Vec<f64> {
        let least: f64 = self.plan.panels.iter().map(|panel| panel.least(self.width)).sum();
        let taller = self.plan.panels.iter().filter(|panel| panel.is_better_taller()).count().max(1);
        let natural = (self.width * 0.42).clamp(200.0, 460.0);
        let wanted = asked.map_or(natural, |asked| asked - self.around() - 2.0 * EDGE);
        let more = ((wanted - least) / taller as f64).max(0.0);
        let height =
            |panel: &dyn Panel| panel.least(self.width) + if panel.is_better_taller() { more } else { 0.0 };
        self.plan.panels.iter().map(|panel| height(&**panel)).collect()
    }

    fn draw(&self, canvas: &Canvas, heights: &[f64]) -> Done {
        let mut y = EDGE;
        for (size, line) in self.above() {
            let at = (EDGE, y + size * LEADING / 2.0);
            if (size - LARGE).abs() < f64::EPSILON {
                canvas.strong(at, Side::Right, size, &line, self.width)?;
            } else {
                canvas.text(at, Side::Right, (size, CssClass::FAINT), &line, self.width)?;
            }
            y += size * LEADING;
        }
        y += 8.0;
        legend::draw(canvas, &self.plan.legend, Area { x: EDGE, y, w: self.width, h: 0.0 })?;
        y += legend::height(&self.plan.legend, self.width) + 10.0;
        for (panel, height) in self.plan.panels.iter().zip(heights) {
            panel.draw(canvas, Area { x: EDGE, y, w: self.width, h: *height })?;
            y += height;
        }
        y += 8.0;
        for line in self.below() {
            let at = (EDGE, y + SMALL * LEADING / 2.0);
            canvas.text(at, Side::Right, (SMALL, CssClass::FAINT), &line, self.width)?;
            y += SMALL * LEADING;
        }
        Ok(())
    }
}

/// Whether nobody had to ask for it.
fn is_usual(name: &str, values: &[String]) -> bool {
    name == "irregular" && values == ["exclude"]
}

fn document(sheet: &Sheet, look: &Look, (width, height): (u32, u32), drawn: Group) -> String {
    let class = if look.theme == Theme::Auto { "kifu-chart auto" } else { "kifu-chart" };
    let subtitle = sheet.subtitle();
    let title = if subtitle.is_empty() { sheet.title() } else { format!("{}, {subtitle}", sheet.title()) };
    let told = format!(
        "{}{}{}",
        alt_text::alt_text(sheet.values, sheet.words),
        sheet.words.between_sentences(),
        alt_text::source(sheet.values, sheet.words)
    );
    let background = Rectangle::new().set("width", width).set("height", height).set("class", "f paper");
    svg::Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("class", class)
        .set("role", "img")
        .set("lang", look.language.code())
        .add(Title::new(plain(&title)))
        .add(Description::new().add(svg::node::Text::new(plain(&told))))
        .add(Style::new(css_class::style_sheet(look.theme)))
        .add((0..SERIES).fold(Definitions::new(), |patterns, series| patterns.add(pattern(series))))
        .add(background)
        .add(drawn)
        .to_string()
}

/// The pattern that tells a surface apart without its colour.
fn pattern(series: usize) -> Pattern {
    let colour = CssClass::series(series).class();
    let ground = Rectangle::new().set("width", 8).set("height", 8).set("class", format!("f {colour}"));
    let pattern = Pattern::new()
        .set("id", format!("kifu-chart-{series}"))
        .set("width", 8)
        .set("height", 8)
        .set("patternUnits", "userSpaceOnUse")
        .add(ground);
    let line = |x1: i32, y1: i32, x2: i32, y2: i32| {
        let line = Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2);
        line.set("stroke-width", 2).set("class", "l paper")
    };
    match series {
        0 => pattern,
        1 => pattern.set("patternTransform", "rotate(45)").add(line(0, 4, 8, 4)),
        2 => pattern.add(Circle::new().set("cx", 4).set("cy", 4).set("r", 2).set("class", "f paper")),
        3 => pattern.set("patternTransform", "rotate(-45)").add(line(0, 2, 8, 2)).add(line(0, 6, 8, 6)),
        4 => pattern.add(line(4, 0, 4, 8)),
        _ => pattern.add(line(0, 4, 8, 4)).add(line(4, 0, 4, 8)),
    }
}
