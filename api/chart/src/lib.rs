//! Charts: an answer drawn as SVG, in light and dark colours, with a text alternative.
//!
//! [`spec`] selects the chart for an answer. Plotters draws it on [`svg_backend`], which writes CSS classes in place of
//! colours.

mod alt_text;
mod axis;
mod canvas;
mod css_class;
mod histogram;
mod legend;
mod panel;
mod rows;
mod spec;
mod stacked_bars;
mod svg_backend;
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests draw without a request")]
mod tests;
mod text_metrics;
mod trend;
mod words;

use kifu_engine::text::Language;
use svg::node::element::{Circle, Definitions, Description, Group, Line, Pattern, Rectangle, Style, Title};

use self::canvas::{
    Area, Canvas, DrawError, DrawResult, FONT_SIZE, SMALL_FONT_SIZE, TITLE_FONT_SIZE, TextAnchor,
};
use self::css_class::{CssClass, SERIES_COUNT};
use self::panel::Panel;
use self::spec::{ChartSpec, SpecBuilder, is_starred};
use self::svg_backend::SvgBackend;
use self::text_metrics::without_control_characters;
use self::words::{Words, count};
use kifu_statistics::values::{ExplainedNote, StatisticalNote, Statistics};
use kifu_statistics::words::{StatisticsWords, Written};

/// The margin at the edges, in pixels.
const MARGIN: f64 = 14.0;
/// The smallest and the largest width, in pixels.
const WIDTH_RANGE: (u32, u32) = (280, 2000);
/// The largest height that is filled, in pixels.
const MAX_HEIGHT: u32 = 2000;
/// The height of a line of text, in font sizes.
const LINE_HEIGHT_EM: f64 = 1.35;
/// The width of a chart if none is requested, in pixels.
pub const DEFAULT_WIDTH: u32 = 640;

/// Parameters of a query that the subtitle does not list: the chart shows them otherwise, or they filter nothing.
const UNLISTED_PARAMETERS: [&str; 15] = [
    "metric",
    "group_by",
    "compare",
    "as_of",
    "limit",
    "min_n",
    "min_games",
    "format",
    "language",
    "theme",
    "width",
    "height",
    "sort",
    "bins",
    "quantiles",
];

/// The options of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChartOptions {
    /// Its words.
    pub language: Language,
    /// Its colours.
    pub theme: Theme,
    /// Its width in pixels; not less than 280, nor more than 2000.
    pub width: u32,
    /// The height to fill. Groups that do not fit are left out. Without one the chart is as high as its groups need.
    pub height: Option<u32>,
}

/// Light or dark colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Follow the preference of the reader's device.
    #[default]
    Auto,
    /// Dark on bright.
    Light,
    /// Bright on dark.
    Dark,
}

/// Draws an answer.
///
/// # Errors
///
/// If what the drawing library was given can't be drawn, which does not depend on the answer.
pub fn draw(values: &Statistics, options: &ChartOptions) -> Result<String, DrawError> {
    let words = Words(options.language);
    let width = options.width.clamp(WIDTH_RANGE.0, WIDTH_RANGE.1);
    let inside = f64::from(width) - 2.0 * MARGIN;
    let requested_height = options.height.map(|height| f64::from(height.min(MAX_HEIGHT)));
    let spec = SpecBuilder { values, words, width: inside, height: requested_height }.build();
    let figure = Figure { values, words, spec, width: inside };
    let panel_heights = figure.panel_heights(requested_height);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some thousand pixels")]
    let height =
        (panel_heights.iter().sum::<f64>() + figure.height_without_panels() + 2.0 * MARGIN).ceil() as u32;
    let mut drawn = Group::new();
    let canvas = Canvas::new(SvgBackend::new(&mut drawn, (width, height)));
    figure.draw(&canvas, &panel_heights)?;
    drop(canvas);
    Ok(document(&figure, options, (width, height), drawn))
}

/// A picture: its title and footnotes around the panels.
struct Figure<'v> {
    values: &'v Statistics,
    words: Words,
    spec: ChartSpec,
    width: f64,
}

impl Figure<'_> {
    fn title(&self) -> String {
        let metric = self.values.metric.metric;
        let title = metric.title.of(self.words.0);
        match self.values.metric.games.first().filter(|_| !self.values.metric.is_common()) {
            Some(slug) => format!("{title} – {}", self.words.game(slug)),
            None => title.to_owned(),
        }
    }

    /// The ways of grouping of the answer, and its filters.
    fn subtitle(&self) -> String {
        let entry = &self.values.metric;
        let english = self.words.0 == Language::En;
        let parameters = self.values.groups.iter().flatten().next().map(|group| {
            let parameters =
                group.key.0.iter().map(|(parameter, _)| self.words.parameter_title(entry, parameter));
            let parameters = parameters
                .map(|parameter| Written(if english { parameter.to_lowercase() } else { parameter }))
                .collect();
            self.words.say(&StatisticsWords::By { parameters })
        });
        let listed =
            self.values.question.iter().filter(|(name, values)| {
                !UNLISTED_PARAMETERS.contains(&&***name) && !is_default(name, values)
            });
        let filters = listed.filter(|(_, values)| values.iter().any(|value| !value.is_empty())).map(
            |(name, values)| {
                let values = values.iter().map(|value| Written(self.parameter_value(name, value))).collect();
                let parameter = Written(self.words.parameter_title(entry, name));
                self.words.say(&StatisticsWords::FilteredBy { parameter, values })
            },
        );
        parameters.into_iter().chain(filters).collect::<Vec<_>>().join(" · ")
    }

    /// A value of the query; players by their names, if the answer has them.
    fn parameter_value(&self, name: &str, value: &str) -> String {
        match (name, value) {
            ("irregular" | "simulated", "include") => return self.words.say(&StatisticsWords::GamesIncluded),
            ("irregular" | "simulated", "only") => return self.words.say(&StatisticsWords::GamesOnly),
            _ => {}
        }
        match value.parse::<uuid::Uuid>() {
            Ok(id) => {
                let unknown = || value.chars().take(8).chain(['…']).collect();
                self.values.player_names.get(&id).cloned().unwrap_or_else(unknown)
            }
            Err(_) => self.words.parameter_value(&self.values.metric, name, value),
        }
    }

    fn footnotes(&self) -> Vec<String> {
        let mut footnotes = Vec::new();
        if self.spec.omitted > 0 {
            let count = Written(count(self.spec.omitted));
            footnotes.push(self.words.say(&StatisticsWords::NotDrawn { count }));
        }
        // In a comparison, groups beyond the two are not missing.
        if self.values.comparison.is_none() && self.values.omitted > 0 {
            let count = Written(count(self.values.omitted));
            footnotes.push(self.words.say(&StatisticsWords::BeyondLimit { count }));
        }
        let notes = self.drawn_notes();
        for ExplainedNote { note, text } in
            self.values.notes.iter().filter(|explained| notes.contains(&explained.note))
        {
            let star = if self.values.groups.is_some() && is_starred(*note) { "* " } else { "" };
            footnotes.push(format!("{star}{}", text.of(self.words.0)));
        }
        footnotes.push(alt_text::source(self.values, self.words));
        footnotes
    }

    /// The notes of the groups that are compared, of all groups, or of all observations.
    fn drawn_notes(&self) -> Vec<StatisticalNote> {
        let Statistics { total, comparison, .. } = self.values;
        let mut notes: Vec<StatisticalNote> =
            self.values.groups_shown().flat_map(|group| &group.figures.notes).copied().collect();
        notes.extend(comparison.iter().flat_map(|comparison| &comparison.notes));
        if notes.is_empty() && comparison.is_none() {
            notes.extend(&total.notes);
        }
        // Details that an earlier moment does not freeze are of the whole answer.
        notes.push(StatisticalNote::DetailsAsNow);
        notes
    }

    /// The lines above and below the panels, with their sizes.
    fn header_lines(&self) -> Vec<(f64, String)> {
        let lines = |size, text: &str| {
            text_metrics::lines(text, size, self.width).into_iter().map(move |line| (size, line))
        };
        let subtitle = self.subtitle();
        let subtitle_lines = (!subtitle.is_empty()).then(|| lines(FONT_SIZE, &subtitle));
        lines(TITLE_FONT_SIZE, &self.title()).chain(subtitle_lines.into_iter().flatten()).collect()
    }

    fn footer_lines(&self) -> Vec<String> {
        self.footnotes()
            .iter()
            .flat_map(|footnote| text_metrics::lines(footnote, SMALL_FONT_SIZE, self.width))
            .collect()
    }

    /// The height of everything but the panels.
    fn height_without_panels(&self) -> f64 {
        let header: f64 = self.header_lines().iter().map(|(size, _)| size * LINE_HEIGHT_EM).sum();
        let footer = self.footer_lines().len() as f64 * SMALL_FONT_SIZE * LINE_HEIGHT_EM;
        header + 8.0 + legend::height(&self.spec.legend, self.width) + 10.0 + 8.0 + footer
    }

    /// The heights of the panels.
    fn panel_heights(&self, requested_height: Option<f64>) -> Vec<f64> {
        let min_height: f64 = self.spec.panels.iter().map(|panel| panel.min_height(self.width)).sum();
        let growing = self.spec.panels.iter().filter(|panel| panel.can_grow()).count().max(1);
        let natural = (self.width * 0.42).clamp(200.0, 460.0);
        let panels_height = requested_height.map_or(natural, |requested_height| {
            requested_height - self.height_without_panels() - 2.0 * MARGIN
        });
        let extra_height = ((panels_height - min_height) / growing as f64).max(0.0);
        let height = |panel: &dyn Panel| {
            panel.min_height(self.width) + if panel.can_grow() { extra_height } else { 0.0 }
        };
        self.spec.panels.iter().map(|panel| height(&**panel)).collect()
    }

    fn draw(&self, canvas: &Canvas, panel_heights: &[f64]) -> DrawResult {
        let mut y = MARGIN;
        for (size, line) in self.header_lines() {
            let at = (MARGIN, y + size * LINE_HEIGHT_EM / 2.0);
            if (size - TITLE_FONT_SIZE).abs() < f64::EPSILON {
                canvas.bold_text(at, TextAnchor::Start, size, &line, self.width)?;
            } else {
                canvas.text(at, TextAnchor::Start, (size, CssClass::SECONDARY_TEXT), &line, self.width)?;
            }
            y += size * LINE_HEIGHT_EM;
        }
        y += 8.0;
        legend::draw(canvas, &self.spec.legend, Area { x: MARGIN, y, w: self.width, h: 0.0 })?;
        y += legend::height(&self.spec.legend, self.width) + 10.0;
        for (panel, height) in self.spec.panels.iter().zip(panel_heights) {
            panel.draw(canvas, Area { x: MARGIN, y, w: self.width, h: *height })?;
            y += height;
        }
        y += 8.0;
        for line in self.footer_lines() {
            let at = (MARGIN, y + SMALL_FONT_SIZE * LINE_HEIGHT_EM / 2.0);
            canvas.text(
                at,
                TextAnchor::Start,
                (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
                &line,
                self.width,
            )?;
            y += SMALL_FONT_SIZE * LINE_HEIGHT_EM;
        }
        Ok(())
    }
}

/// True if a parameter has its default.
fn is_default(name: &str, values: &[String]) -> bool {
    ["irregular", "simulated"].contains(&name) && values == ["exclude"]
}

fn document(figure: &Figure, options: &ChartOptions, (width, height): (u32, u32), drawn: Group) -> String {
    let class = if options.theme == Theme::Auto { "kifu-chart auto" } else { "kifu-chart" };
    let subtitle = figure.subtitle();
    let title = if subtitle.is_empty() { figure.title() } else { format!("{}, {subtitle}", figure.title()) };
    let description = format!(
        "{}{}{}",
        alt_text::alt_text(figure.values, figure.words),
        figure.words.between_sentences(),
        alt_text::source(figure.values, figure.words)
    );
    let background = Rectangle::new().set("width", width).set("height", height).set("class", "f background");
    svg::Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("class", class)
        .set("role", "img")
        .set("lang", options.language.code())
        .add(Title::new(without_control_characters(&title)))
        .add(Description::new().add(svg::node::Text::new(without_control_characters(&description))))
        .add(Style::new(css_class::style_sheet(options.theme)))
        .add((0..SERIES_COUNT).fold(Definitions::new(), |patterns, series| patterns.add(pattern(series))))
        .add(background)
        .add(drawn)
        .to_string()
}

/// The pattern that distinguishes a surface without its colour.
fn pattern(series: usize) -> Pattern {
    let colour = CssClass::series(series).name();
    let background = Rectangle::new().set("width", 8).set("height", 8).set("class", format!("f {colour}"));
    let pattern = Pattern::new()
        .set("id", format!("kifu-chart-{series}"))
        .set("width", 8)
        .set("height", 8)
        .set("patternUnits", "userSpaceOnUse")
        .add(background);
    let line = |x1: i32, y1: i32, x2: i32, y2: i32| {
        let line = Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2);
        line.set("stroke-width", 2).set("class", "l background")
    };
    match series {
        0 => pattern,
        1 => pattern.set("patternTransform", "rotate(45)").add(line(0, 4, 8, 4)),
        2 => pattern.add(Circle::new().set("cx", 4).set("cy", 4).set("r", 2).set("class", "f background")),
        3 => pattern.set("patternTransform", "rotate(-45)").add(line(0, 2, 8, 2)).add(line(0, 6, 8, 6)),
        4 => pattern.add(line(4, 0, 4, 8)),
        _ => pattern.add(line(0, 4, 8, 4)).add(line(4, 0, 4, 8)),
    }
}
