//! Histogram: the share of each number, or of each bin of numbers.

use super::axis::Axis;
use super::canvas::{Area, Canvas, DrawResult, Plot, SMALL_FONT_SIZE, TextAnchor};
use super::css_class::CssClass;
use super::legend;
use super::panel::Panel;
use super::text_metrics;
use super::words::Words;
use kifu_statistics::estimate::Interval;
use kifu_statistics::values::{StatisticalValue, ValueCount};

/// The heights of the mean above the bars and of the axis below, in pixels.
const MEAN_HEIGHT: f64 = 30.0;
const AXIS_HEIGHT: f64 = 40.0;

/// A bar over the numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Its left end.
    pub low: f64,
    /// Its right end.
    pub high: f64,
    /// The share of the observations that are there.
    pub share: f64,
    /// The interval of the share.
    pub interval: Option<Interval>,
}

/// Bars over an axis, and the mean.
pub struct Histogram {
    /// From left to right.
    pub bars: Vec<Bar>,
    /// The mean of all observations.
    pub mean: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The bounds of the mean over all values, revealed or not.
    pub bounds: Option<Interval>,
    /// The reference value.
    pub reference: Option<f64>,
    /// The caption of the counts.
    pub caption: String,
    /// The language.
    pub words: Words,
}

impl Histogram {
    fn axes(&self, width: f64) -> (Axis, Axis) {
        let ends = [self.interval, self.bounds].into_iter().flatten().flat_map(|ends| [ends.low, ends.high]);
        let numbers = self
            .bars
            .iter()
            .flat_map(|bar| [bar.low, bar.high])
            .chain(ends)
            .chain(self.mean)
            .chain(self.reference);
        let max_ticks = if width < 420.0 { 6 } else { 10 };
        let shares =
            self.bars.iter().map(|bar| bar.interval.map_or(bar.share, |ends| ends.high.max(bar.share)));
        (Axis::for_numbers(numbers, max_ticks), Axis::for_bars(self.words, shares, 5))
    }

    fn bar(&self, canvas: &Canvas, plot: &Plot, bar: &Bar, (x, y): (&Axis, &Axis)) -> DrawResult {
        let at = |value: f64, share: f64| plot.point(x.clamp(value), y.clamp(share));
        let ((left, foot), (right, top)) = (at(bar.low, 0.0), at(bar.high, bar.share));
        let wide = (right - left - 1.0).max(1.5);
        canvas.fill_rect(Area { x: left, y: top, w: wide, h: foot - top }, CssClass::band(0))?;
        canvas.line(&[(left, top), (left + wide, top)], 2.0, CssClass::series(0))?;
        let middle = left + wide / 2.0;
        let mut above = top;
        if let Some(ends) = bar.interval.filter(|_| wide >= 7.0) {
            let (low, high) = (at(bar.low, ends.low).1, at(bar.low, ends.high).1);
            canvas.line(&[(middle, low), (middle, high)], 1.4, CssClass::series(0))?;
            above = above.min(high);
        }
        let share = self.words.share(bar.share);
        if bar.share > 0.0 && text_metrics::width(&share, SMALL_FONT_SIZE) < wide {
            let place = (middle, above - 8.0);
            canvas.text(place, TextAnchor::Middle, (SMALL_FONT_SIZE, CssClass::TEXT), &share, wide)?;
        }
        Ok(())
    }

    fn draw_mean(&self, canvas: &Canvas, plot: &Plot, x: &Axis, y: f64) -> DrawResult {
        let at = |value: f64| plot.point(x.clamp(value), 0.0).0;
        if let Some(ends) = self.interval {
            legend::interval(canvas, (at(ends.low), at(ends.high)), y, 3)?;
        }
        if let Some(ends) = self.bounds {
            legend::bounds(canvas, (at(ends.low), at(ends.high)), y + 11.0)?;
        }
        self.mean.map_or(Ok(()), |mean| canvas.mark((at(mean), y), 5.0, 3))
    }
}

impl Panel for Histogram {
    fn min_height(&self, _: f64) -> f64 {
        MEAN_HEIGHT + 140.0 + AXIS_HEIGHT
    }

    fn can_grow(&self) -> bool {
        true
    }

    fn draw(&self, canvas: &Canvas, area: Area) -> DrawResult {
        let (x, y) = self.axes(area.w);
        let labels = y.labels().map(|label| text_metrics::width(&label, SMALL_FONT_SIZE)).fold(0.0, f64::max);
        let left = labels + 10.0;
        let inside = Area {
            x: area.x + left,
            y: area.y + MEAN_HEIGHT,
            w: area.w - left - 12.0,
            h: area.h - MEAN_HEIGHT - AXIS_HEIGHT,
        };
        let plot = canvas.plot(inside, &x, &y)?;
        for bar in &self.bars {
            self.bar(canvas, &plot, bar, (&x, &y))?;
        }
        if let Some(reference) = self.reference {
            let at = plot.point(x.clamp(reference), 0.0).0;
            let line = [(at, inside.y), (at, inside.y + inside.h)];
            canvas.line(&line, legend::REFERENCE_WIDTH, CssClass::REFERENCE)?;
        }
        self.draw_mean(canvas, &plot, &x, area.y + 8.0)?;
        let caption = (inside.x + inside.w / 2.0, inside.y + inside.h + 28.0);
        canvas.text(
            caption,
            TextAnchor::Middle,
            (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
            &self.caption,
            area.w,
        )
    }
}

/// Bars as wide as their bins; bars of single values as wide as the smallest gap.
pub fn bars(distribution: &[ValueCount]) -> Vec<Bar> {
    let number = |seen: &StatisticalValue| match seen {
        #[expect(clippy::cast_precision_loss, reason = "numbers were made of f64")]
        StatisticalValue::Whole(number) => Some(*number as f64),
        StatisticalValue::Number(number) => Some(*number),
        _ => None,
    };
    let numbers: Vec<f64> = distribution.iter().filter_map(|bar| number(&bar.value)).collect();
    let gaps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
    let smallest_gap = gaps.fold(f64::INFINITY, f64::min);
    let half = if smallest_gap.is_finite() && smallest_gap > 0.0 { smallest_gap * 0.45 } else { 0.5 };
    let bar = |bar: &ValueCount| {
        let value = number(&bar.value)?;
        let (low, high) = bar.to.map_or((value - half, value + half), |to| (value, to));
        Some(Bar { low, high, share: bar.share, interval: bar.interval })
    };
    distribution.iter().filter_map(bar).collect()
}
