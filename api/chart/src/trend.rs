//! How numbers changed with time: a line for each series, with intervals.

use chrono::{Datelike, NaiveDate, Weekday};

use super::axis::Axis;
use super::canvas::{Area, Canvas, DrawResult, Plot, Point, SMALL_FONT_SIZE, TextAnchor};
use super::css_class::CssClass;
use super::legend;
use super::panel::Panel;
use super::text_metrics;
use kifu_statistics::estimate::Interval;
use kifu_statistics::period::Period;

/// The heights above and below the axes, in pixels.
const TOP_MARGIN: f64 = 20.0;
const BOTTOM_MARGIN: f64 = 40.0;
/// The smallest distance of tick labels, in pixels.
const TICK_GAP: f64 = 10.0;

/// The numbers of one period.
#[derive(Clone, Debug, PartialEq)]
pub struct TimePoint {
    /// The number of the day, week, month or year since the beginning of the calendar.
    pub index: i32,
    /// The name of the period.
    pub name: String,
    /// The number of observations.
    pub count_label: String,
    /// The number, if there is one.
    pub value: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The interval that holds for all periods at once.
    pub simultaneous: Option<Interval>,
    /// The bounds of the number over all observations, revealed or not.
    pub bounds: Option<Interval>,
}

/// The points of one series, in their order.
pub type Series = Vec<TimePoint>;

/// Lines over time.
pub struct Trend {
    /// Each with its own colour and mark.
    pub series: Vec<Series>,
    /// The axis of the numbers.
    pub axis: Axis,
    /// The caption of the counts.
    pub caption: String,
    /// The reference value.
    pub reference: Option<f64>,
}

/// The number of the day, week, month or year of this name since the beginning of the calendar.
pub fn period_index(period: Period, name: &str) -> Option<i32> {
    match period {
        Period::Day => Some(name.parse::<NaiveDate>().ok()?.num_days_from_ce()),
        Period::Week => {
            let (year, week) = name.split_once("-W")?;
            let date = NaiveDate::from_isoywd_opt(year.parse().ok()?, week.parse().ok()?, Weekday::Mon)?;
            Some(date.num_days_from_ce().div_euclid(7))
        }
        Period::Month => {
            let date: NaiveDate = format!("{name}-01").parse().ok()?;
            Some(date.year() * 12 + date.month0().cast_signed())
        }
        Period::Year => name.parse().ok().filter(|year| (-9999..=9999).contains(year)),
        Period::Weekday | Period::Hour => None,
    }
}

impl Trend {
    fn points(&self) -> Vec<&TimePoint> {
        let mut points: Vec<&TimePoint> = self.series.iter().flatten().collect();
        points.sort_by_key(|point| point.index);
        points.dedup_by_key(|point| point.index);
        points
    }

    /// The axis of time, with as many tick labels as fit.
    fn time_axis(&self, width: f64) -> Axis {
        let points = self.points();
        let first = points.first().map_or(0, |point| point.index);
        let last = points.last().map_or(0, |point| point.index);
        let range = f64::from(first) - 0.5..f64::from(last) + 0.5;
        let step = width / (range.end - range.start);
        let label_width = |point: &&TimePoint| {
            text_metrics::width(&point.name, SMALL_FONT_SIZE)
                .max(text_metrics::width(&point.count_label, SMALL_FONT_SIZE))
                + TICK_GAP
        };
        let widest = points.iter().map(label_width).fold(0.0, f64::max);
        let mut free = f64::MIN;
        let mut ticks = Vec::new();
        for point in &points {
            let x = f64::from(point.index - first) * step;
            if x - widest / 2.0 >= free {
                ticks.push((f64::from(point.index), point.name.clone()));
                free = x + widest / 2.0;
            }
        }
        let places = ticks.iter().map(|(index, _)| *index).collect();
        Axis::with_ticks(range, places, move |index| {
            let named = ticks.iter().find(|(tick, _)| (tick - index).abs() < 0.25);
            named.map(|(_, name)| name.clone()).unwrap_or_default()
        })
    }

    /// Intervals: a band over consecutive points, a line at a single one.
    fn intervals(&self, canvas: &Canvas, plot: &Plot, number: usize, series: &Series) -> DrawResult {
        let position = |point: &TimePoint, value| plot.point(point.index.into(), self.axis.clamp(value));
        for run in consecutive_points(series, |point| point.interval.is_some()) {
            let ends = |of: fn(Interval) -> f64| {
                move |point: &&TimePoint| point.interval.map(|interval| position(point, of(interval)))
            };
            let high = run.iter().filter_map(ends(|interval| interval.high));
            let low = run.iter().rev().filter_map(ends(|interval| interval.low));
            let corners: Vec<_> = high.chain(low).collect();
            if self.has_bands() && run.len() > 1 {
                canvas.fill_polygon(&corners, CssClass::band(number))?;
                continue;
            }
            let side = self.side(number);
            for (high, low) in corners.iter().zip(corners.iter().rev()).take(run.len()) {
                let whisker = [(high.0 + side, high.1), (low.0 + side, low.1)];
                canvas.line(&whisker, 1.4, CssClass::series(number))?;
            }
        }
        Ok(())
    }

    /// Intervals that hold for all periods at once: thin lines around the band, or longer whiskers.
    fn simultaneous(&self, canvas: &Canvas, plot: &Plot, number: usize, series: &Series) -> DrawResult {
        let side = self.side(number);
        for run in consecutive_points(series, |point| point.simultaneous.is_some()) {
            let ends: Vec<[Point; 2]> = run
                .iter()
                .filter_map(|point| {
                    let place = |value| {
                        let (x, y) = plot.point(point.index.into(), self.axis.clamp(value));
                        (x + side, y)
                    };
                    point.simultaneous.map(|interval| [place(interval.low), place(interval.high)])
                })
                .collect();
            if self.has_bands() && ends.len() > 1 {
                for end in [0, 1] {
                    let line: Vec<Point> = ends.iter().map(|ends| ends[end]).collect();
                    canvas.line(&line, legend::SIMULTANEOUS_WIDTH, CssClass::series(number))?;
                }
                continue;
            }
            for whisker in ends {
                canvas.line(&whisker, legend::SIMULTANEOUS_WIDTH, CssClass::series(number))?;
            }
        }
        Ok(())
    }

    /// True if intervals are bands: several of them would hide each other.
    fn has_bands(&self) -> bool {
        self.series.len() == 1
    }

    /// How far the whiskers of a series are beside the middle, so that those of several don't lie on each other.
    fn side(&self, number: usize) -> f64 {
        (number as f64 - (self.series.len() - 1) as f64 / 2.0) * 4.0
    }

    fn line(&self, canvas: &Canvas, plot: &Plot, number: usize, series: &Series) -> DrawResult {
        let position = |point: &&TimePoint| {
            point.value.map(|value| plot.point(point.index.into(), self.axis.clamp(value)))
        };
        let mut previous: Option<(f64, f64)> = None;
        for run in consecutive_points(series, |point| point.value.is_some()) {
            let points: Vec<_> = run.iter().filter_map(position).collect();
            if let (Some(from), Some(to)) = (previous, points.first()) {
                canvas.line(&[from, *to], 1.2, CssClass::NO_VALUE)?;
            }
            canvas.line(&points, 2.2, CssClass::series(number))?;
            previous = points.last().copied();
        }
        for point in series {
            self.draw_point(canvas, plot, number, point)?;
        }
        Ok(())
    }

    fn draw_point(&self, canvas: &Canvas, plot: &Plot, number: usize, point: &TimePoint) -> DrawResult {
        let position = |value| plot.point(point.index.into(), self.axis.clamp(value));
        if let Some(bounds) = point.bounds {
            let ((x, top), (_, foot)) = (position(bounds.high), position(bounds.low));
            let x = x + 7.0;
            canvas.line(&[(x, top), (x, foot)], 1.6, CssClass::BOUNDS)?;
            for y in [top, foot] {
                canvas.line(&[(x - 3.0, y), (x + 3.0, y)], 1.6, CssClass::BOUNDS)?;
            }
        }
        match point.value {
            Some(value) => canvas.mark(position(value), 3.8, number),
            None if point.bounds.is_some() => Ok(()),
            None => {
                let (x, y) = plot.point(point.index.into(), self.axis.limits()[0]);
                canvas.stroke_rect(Area { x: x - 4.5, y: y - 14.0, w: 9.0, h: 11.0 }, CssClass::NO_VALUE)
            }
        }
    }
}

/// Runs of consecutive points for which `is` holds.
fn consecutive_points(series: &Series, is: impl Fn(&TimePoint) -> bool) -> Vec<Vec<&TimePoint>> {
    let mut runs: Vec<Vec<&TimePoint>> = Vec::new();
    for point in series.iter().filter(|point| is(point)) {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| last.index + 1 == point.index) => run.push(point),
            _ => runs.push(vec![point]),
        }
    }
    runs
}

impl Panel for Trend {
    fn min_height(&self, _: f64) -> f64 {
        TOP_MARGIN + 160.0 + BOTTOM_MARGIN
    }

    fn can_grow(&self) -> bool {
        true
    }

    fn draw(&self, canvas: &Canvas, area: Area) -> DrawResult {
        let labels =
            self.axis.labels().map(|label| text_metrics::width(&label, SMALL_FONT_SIZE)).fold(0.0, f64::max);
        let left = labels + 10.0;
        let inside = Area {
            x: area.x + left,
            y: area.y + TOP_MARGIN,
            w: area.w - left - 12.0,
            h: area.h - TOP_MARGIN - BOTTOM_MARGIN,
        };
        let time_axis = self.time_axis(inside.w);
        let plot = canvas.plot(inside, &time_axis, &self.axis)?;
        canvas.text(
            (area.x, area.y + 7.0),
            TextAnchor::Start,
            (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
            &self.caption,
            area.w,
        )?;
        if let Some(reference) = self.reference {
            let y = plot.point(0.0, self.axis.clamp(reference)).1;
            let line = [(inside.x, y), (inside.x + inside.w, y)];
            canvas.line(&line, legend::REFERENCE_WIDTH, CssClass::REFERENCE)?;
        }
        for (number, series) in self.series.iter().enumerate() {
            self.intervals(canvas, &plot, number, series)?;
            self.simultaneous(canvas, &plot, number, series)?;
        }
        for (number, series) in self.series.iter().enumerate().rev() {
            self.line(canvas, &plot, number, series)?;
        }
        if let [series] = &self.series[..] {
            for point in series.iter().filter(|point| !time_axis.label(point.index.into()).is_empty()) {
                let place = (plot.point(point.index.into(), 0.0).0, inside.y + inside.h + 28.0);
                canvas.text(
                    place,
                    TextAnchor::Middle,
                    (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
                    &point.count_label,
                    area.w,
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_periods_have_consecutive_numbers_over_the_end_of_a_year() {
        let next = [
            (Period::Day, "2025-12-31", "2026-01-01"),
            (Period::Week, "2026-W53", "2027-W01"),
            (Period::Month, "2025-12", "2026-01"),
            (Period::Year, "2025", "2026"),
        ];
        for (period, one, other) in next {
            assert_eq!(
                period_index(period, one).unwrap() + 1,
                period_index(period, other).unwrap(),
                "{period:?}"
            );
        }
        assert_eq!(period_index(Period::Hour, "1"), None);
        assert_eq!(period_index(Period::Month, "<x>"), None);
    }
}
