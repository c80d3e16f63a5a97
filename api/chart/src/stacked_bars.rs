//! Stacked bars: the share of each value in each group.

use super::axis::Axis;
use super::canvas::{Area, Canvas, DrawResult, FONT_SIZE, Plot, SMALL_FONT_SIZE, TextAnchor};
use super::css_class::CssClass;
use super::panel::Panel;
use super::rows::HEADING_HEIGHT;
use super::text_metrics;
use super::words::Words;

/// The height of a group in pixels: its labels, and its bar below.
pub const GROUP_HEIGHT: f64 = 50.0;
/// The heights of a bar and of the axis, in pixels.
const BAR_HEIGHT: f64 = 22.0;
const AXIS_HEIGHT: f64 = 26.0;

/// A group with its shares.
#[derive(Clone, Debug, PartialEq)]
pub struct StackedBar {
    /// Its group.
    pub label: String,
    /// The number of observations.
    pub count_label: String,
    /// The share of each series, in their order.
    pub shares: Vec<f64>,
    /// The reason why there are none.
    pub missing: Option<String>,
}

/// Bars of shares over one axis.
pub struct StackedBars {
    /// A heading, if they need one.
    pub heading: Option<String>,
    /// From the top down.
    pub stacks: Vec<StackedBar>,
    /// The language.
    pub words: Words,
}

impl StackedBars {
    fn heading_height(&self) -> f64 {
        self.heading.as_ref().map_or(0.0, |_| HEADING_HEIGHT)
    }

    fn stack(&self, canvas: &Canvas, plot: &Plot, stack: &StackedBar, y: f64) -> DrawResult {
        let ((left, _), (right, _)) = (plot.point(0.0, 0.0), plot.point(1.0, 0.0));
        if let Some(missing) = &stack.missing {
            canvas.stroke_rect(Area { x: left, y, w: right - left, h: BAR_HEIGHT }, CssClass::NO_VALUE)?;
            let middle = (f64::midpoint(left, right), y + BAR_HEIGHT / 2.0);
            return canvas.text(
                middle,
                TextAnchor::Middle,
                (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
                missing,
                right - left - 8.0,
            );
        }
        let mut sum = 0.0_f64;
        for (series, share) in stack.shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let from = plot.point(sum.min(1.0), 0.0).0;
            sum += share;
            let to = plot.point(sum.min(1.0), 0.0).0;
            let area = Area { x: from, y, w: (to - from - 1.0).max(0.5), h: BAR_HEIGHT };
            canvas.fill_rect(area, CssClass::surface(series))?;
            canvas.stroke_rect(area, CssClass::series(series))?;
            self.value_label(canvas, area, *share)?;
        }
        Ok(())
    }

    /// The share as a number, if it fits.
    fn value_label(&self, canvas: &Canvas, area: Area, share: f64) -> DrawResult {
        let value_label = self.words.share(share);
        let wide = text_metrics::width(&value_label, SMALL_FONT_SIZE) + 4.0;
        if wide + 4.0 > area.w {
            return Ok(());
        }
        let (x, y) = (area.x + area.w / 2.0, area.y + area.h / 2.0);
        canvas.fill_rect(Area { x: x - wide / 2.0, y: y - 8.0, w: wide, h: 16.0 }, CssClass::BACKGROUND)?;
        canvas.text((x, y), TextAnchor::Middle, (SMALL_FONT_SIZE, CssClass::TEXT), &value_label, wide)
    }
}

impl Panel for StackedBars {
    fn min_height(&self, _: f64) -> f64 {
        self.heading_height() + GROUP_HEIGHT * self.stacks.len() as f64 + AXIS_HEIGHT
    }

    fn draw(&self, canvas: &Canvas, area: Area) -> DrawResult {
        let heading_height = self.heading_height();
        if let Some(heading) = &self.heading {
            canvas.bold_text((area.x, area.y + 9.0), TextAnchor::Start, FONT_SIZE, heading, area.w)?;
        }
        let inside = Area {
            x: area.x + 2.0,
            y: area.y + heading_height,
            w: area.w - 22.0,
            h: area.h - AXIS_HEIGHT - heading_height,
        };
        let axis = Axis::for_shares(self.words, 4);
        let nothing = Axis::with_ticks(0.0..1.0, Vec::new(), |_| String::new());
        let plot = canvas.plot(inside, &axis, &nothing)?;
        for (number, stack) in self.stacks.iter().enumerate() {
            let y = inside.y + GROUP_HEIGHT * number as f64;
            let count_label = text_metrics::width(&stack.count_label, SMALL_FONT_SIZE);
            let max_width = inside.w - count_label - 12.0;
            let label_width =
                text_metrics::width(&text_metrics::truncate(&stack.label, FONT_SIZE, max_width), FONT_SIZE)
                    + 4.0;
            canvas.fill_rect(
                Area { x: area.x + 3.0, y: y + 3.0, w: label_width, h: 16.0 },
                CssClass::BACKGROUND,
            )?;
            let end = inside.x + inside.w;
            canvas.fill_rect(
                Area { x: end - count_label - 4.0, y: y + 3.0, w: count_label + 3.0, h: 16.0 },
                CssClass::BACKGROUND,
            )?;
            canvas.text(
                (area.x + 2.0, y + 11.0),
                TextAnchor::Start,
                (FONT_SIZE, CssClass::TEXT),
                &stack.label,
                max_width,
            )?;
            canvas.text(
                (end, y + 11.0),
                TextAnchor::End,
                (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
                &stack.count_label,
                count_label + 4.0,
            )?;
            self.stack(canvas, &plot, stack, y + 22.0)?;
        }
        Ok(())
    }
}
