//! How numbers changed with time: a line for each series, with intervals.

use chrono::{Datelike, NaiveDate, Weekday};

use super::axis::Axis;
use super::canvas::{Area, Canvas, Done, Plot, SMALL, Side};
use super::css_class::CssClass;
use super::panel::Panel;
use super::text_metrics;
use kifu_statistics::estimate::Interval;

/// The room above the axes, and below them.
const ABOVE: f64 = 20.0;
const BELOW: f64 = 40.0;
/// Ticks are so far apart.
const APART: f64 = 10.0;

/// The numbers of one stretch of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Which day, week, month or year, counted from the beginning of the calendar.
    pub at: i32,
    /// What it is called.
    pub name: String,
    /// Of how many observations.
    pub size: String,
    /// The number, if there is one.
    pub value: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// Between what it lies, whatever was never revealed.
    pub bounds: Option<Interval>,
}

/// Moments of one series, in their order.
pub type Series = Vec<Moment>;

/// Lines over time.
pub struct Trend {
    /// Each with its own colour and mark.
    pub series: Vec<Series>,
    /// From where to where the numbers go.
    pub axis: Axis,
    /// What they count.
    pub caption: String,
}

/// Which day, week, month or year a name stands for, counted from the beginning of the calendar.
pub fn moment(way: &str, name: &str) -> Option<i32> {
    match way {
        "day" => Some(name.parse::<NaiveDate>().ok()?.num_days_from_ce()),
        "week" => {
            let (year, week) = name.split_once("-W")?;
            let date = NaiveDate::from_isoywd_opt(year.parse().ok()?, week.parse().ok()?, Weekday::Mon)?;
            Some(date.num_days_from_ce().div_euclid(7))
        }
        "month" => {
            let date: NaiveDate = format!("{name}-01").parse().ok()?;
            Some(date.year() * 12 + date.month0().cast_signed())
        }
        "year" => name.parse().ok().filter(|year| (-9999..=9999).contains(year)),
        _ => None,
    }
}

impl Trend {
    fn moments(&self) -> Vec<&Moment> {
        let mut moments: Vec<&Moment> = self.series.iter().flatten().collect();
        moments.sort_by_key(|moment| moment.at);
        moments.dedup_by_key(|moment| moment.at);
        moments
    }

    /// The axis of time, with names at as many moments as there is room for.
    fn time(&self, width: f64) -> Axis {
        let moments = self.moments();
        let first = moments.first().map_or(0, |moment| moment.at);
        let last = moments.last().map_or(0, |moment| moment.at);
        let range = f64::from(first) - 0.5..f64::from(last) + 0.5;
        let step = width / (range.end - range.start);
        let size = |moment: &&Moment| {
            text_metrics::width(&moment.name, SMALL).max(text_metrics::width(&moment.size, SMALL)) + APART
        };
        let widest = moments.iter().map(size).fold(0.0, f64::max);
        let mut free = f64::MIN;
        let mut ticks = Vec::new();
        for moment in &moments {
            let x = f64::from(moment.at - first) * step;
            if x - widest / 2.0 >= free {
                ticks.push((f64::from(moment.at), moment.name.clone()));
                free = x + widest / 2.0;
            }
        }
        let places = ticks.iter().map(|(at, _)| *at).collect();
        Axis::of_places(range, places, move |at| {
            let named = ticks.iter().find(|(tick, _)| (tick - at).abs() < 0.25);
            named.map(|(_, name)| name.clone()).unwrap_or_default()
        })
    }

    /// The band of intervals where moments follow each other, a line where one stands alone.
    fn intervals(&self, canvas: &Canvas, plot: &Plot, number: usize, series: &Series) -> Done {
        let at = |moment: &Moment, value| plot.at(moment.at.into(), self.axis.within(value));
        for run in runs(series, |moment| moment.interval.is_some()) {
            let ends = |of: fn(Interval) -> f64| {
                move |moment: &&Moment| moment.interval.map(|interval| at(moment, of(interval)))
            };
            let high = run.iter().filter_map(ends(|interval| interval.high));
            let low = run.iter().rev().filter_map(ends(|interval| interval.low));
            let corners: Vec<_> = high.chain(low).collect();
            if self.series.len() == 1 && run.len() > 1 {
                canvas.surface(&corners, CssClass::band(number))?;
                continue;
            }
            let side = (number as f64 - (self.series.len() - 1) as f64 / 2.0) * 4.0;
            for (high, low) in corners.iter().zip(corners.iter().rev()).take(run.len()) {
                let whisker = [(high.0 + side, high.1), (low.0 + side, low.1)];
                canvas.line(&whisker, 1.4, CssClass::series(number))?;
            }
        }
        Ok(())
    }

    fn line(&self, canvas: &Canvas, plot: &Plot, number: usize, series: &Series) -> Done {
        let point =
            |moment: &&Moment| moment.value.map(|value| plot.at(moment.at.into(), self.axis.within(value)));
        let mut before: Option<(f64, f64)> = None;
        for run in runs(series, |moment| moment.value.is_some()) {
            let points: Vec<_> = run.iter().filter_map(point).collect();
            if let (Some(from), Some(to)) = (before, points.first()) {
                canvas.line(&[from, *to], 1.2, CssClass::NOTHING)?;
            }
            canvas.line(&points, 2.2, CssClass::series(number))?;
            before = points.last().copied();
        }
        for moment in series {
            self.moment(canvas, plot, number, moment)?;
        }
        Ok(())
    }

    fn moment(&self, canvas: &Canvas, plot: &Plot, number: usize, moment: &Moment) -> Done {
        let at = |value| plot.at(moment.at.into(), self.axis.within(value));
        if let Some(bounds) = moment.bounds {
            let ((x, top), (_, foot)) = (at(bounds.high), at(bounds.low));
            let x = x + 7.0;
            canvas.line(&[(x, top), (x, foot)], 1.6, CssClass::BOUNDS)?;
            for y in [top, foot] {
                canvas.line(&[(x - 3.0, y), (x + 3.0, y)], 1.6, CssClass::BOUNDS)?;
            }
        }
        match moment.value {
            Some(value) => canvas.mark(at(value), 3.8, number),
            None if moment.bounds.is_some() => Ok(()),
            None => {
                let (x, y) = plot.at(moment.at.into(), self.axis.ends()[0]);
                canvas.framed(Area { x: x - 4.5, y: y - 14.0, w: 9.0, h: 11.0 }, CssClass::NOTHING)
            }
        }
    }
}

/// Moments that follow each other without a gap, and of which `is` holds.
fn runs(series: &Series, is: impl Fn(&Moment) -> bool) -> Vec<Vec<&Moment>> {
    let mut runs: Vec<Vec<&Moment>> = Vec::new();
    for moment in series.iter().filter(|moment| is(moment)) {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| last.at + 1 == moment.at) => run.push(moment),
            _ => runs.push(vec![moment]),
        }
    }
    runs
}

impl Panel for Trend {
    fn least(&self, _: f64) -> f64 {
        ABOVE + 160.0 + BELOW
    }

    fn is_better_taller(&self) -> bool {
        true
    }

    fn draw(&self, canvas: &Canvas, area: Area) -> Done {
        let labels = self.axis.labels().map(|label| text_metrics::width(&label, SMALL)).fold(0.0, f64::max);
        let left = labels + 10.0;
        let inside =
            Area { x: area.x + left, y: area.y + ABOVE, w: area.w - left - 12.0, h: area.h - ABOVE - BELOW };
        let time = self.time(inside.w);
        let plot = canvas.plot(inside, &time, &self.axis)?;
        canvas.text((area.x, area.y + 7.0), Side::Right, (SMALL, CssClass::FAINT), &self.caption, area.w)?;
        for (number, series) in self.series.iter().enumerate() {
            self.intervals(canvas, &plot, number, series)?;
        }
        for (number, series) in self.series.iter().enumerate().rev() {
            self.line(canvas, &plot, number, series)?;
        }
        if let [series] = &self.series[..] {
            for moment in series.iter().filter(|moment| !time.label(moment.at.into()).is_empty()) {
                let place = (plot.at(moment.at.into(), 0.0).0, inside.y + inside.h + 28.0);
                canvas.text(place, Side::Middle, (SMALL, CssClass::FAINT), &moment.size, area.w)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_time_follow_each_other_over_the_ends_of_years() {
        let next = [
            ("day", "2025-12-31", "2026-01-01"),
            ("week", "2026-W53", "2027-W01"),
            ("month", "2025-12", "2026-01"),
            ("year", "2025", "2026"),
        ];
        for (way, one, other) in next {
            assert_eq!(moment(way, one).unwrap() + 1, moment(way, other).unwrap(), "{way}");
        }
        assert_eq!(moment("seat", "1"), None);
        assert_eq!(moment("month", "<x>"), None);
    }
}
