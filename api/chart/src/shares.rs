//! How often each word was seen in each group: shares of one bar a group.

use super::axis::Axis;
use super::canvas::{Area, Canvas, Done, NORMAL, Plot, SMALL, Side};
use super::css_class::CssClass;
use super::panel::Panel;
use super::text_metrics;
use super::words::Words;

/// A group is so high: its label, and its bar below.
pub const GROUP: f64 = 50.0;
const BAR: f64 = 22.0;
const AXIS: f64 = 26.0;

/// A group with its shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Whose.
    pub label: String,
    /// Of how many observations.
    pub size: String,
    /// The share of each series, in their order.
    pub shares: Vec<f64>,
    /// Why there are none.
    pub missing: Option<String>,
}

/// Bars of shares over one axis.
pub struct Stacks {
    /// From the top down.
    pub stacks: Vec<Stack>,
    /// The language.
    pub words: Words,
}

impl Stacks {
    fn stack(&self, canvas: &Canvas, plot: &Plot, stack: &Stack, y: f64) -> Done {
        let ((left, _), (right, _)) = (plot.at(0.0, 0.0), plot.at(1.0, 0.0));
        if let Some(missing) = &stack.missing {
            canvas.framed(Area { x: left, y, w: right - left, h: BAR }, CssClass::NOTHING)?;
            let middle = (f64::midpoint(left, right), y + BAR / 2.0);
            return canvas.text(middle, Side::Middle, (SMALL, CssClass::FAINT), missing, right - left - 8.0);
        }
        let mut sum = 0.0_f64;
        for (series, share) in stack.shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let from = plot.at(sum.min(1.0), 0.0).0;
            sum += share;
            let to = plot.at(sum.min(1.0), 0.0).0;
            let area = Area { x: from, y, w: (to - from - 1.0).max(0.5), h: BAR };
            canvas.filled(area, CssClass::surface(series))?;
            canvas.framed(area, CssClass::series(series))?;
            self.said(canvas, area, *share)?;
        }
        Ok(())
    }

    /// The share as a number, on a plate, where there is room.
    fn said(&self, canvas: &Canvas, area: Area, share: f64) -> Done {
        let said = self.words.share(share);
        let wide = text_metrics::width(&said, SMALL) + 4.0;
        if wide + 4.0 > area.w {
            return Ok(());
        }
        let (x, y) = (area.x + area.w / 2.0, area.y + area.h / 2.0);
        canvas.filled(Area { x: x - wide / 2.0, y: y - 8.0, w: wide, h: 16.0 }, CssClass::PAPER)?;
        canvas.text((x, y), Side::Middle, (SMALL, CssClass::INK), &said, wide)
    }
}

impl Panel for Stacks {
    fn least(&self, _: f64) -> f64 {
        GROUP * self.stacks.len() as f64 + AXIS
    }

    fn draw(&self, canvas: &Canvas, area: Area) -> Done {
        let inside = Area { x: area.x + 2.0, w: area.w - 22.0, h: area.h - AXIS, ..area };
        let axis = Axis::of_shares(self.words, 4);
        let nothing = Axis::of_places(0.0..1.0, Vec::new(), |_| String::new());
        let plot = canvas.plot(inside, &axis, &nothing)?;
        for (number, stack) in self.stacks.iter().enumerate() {
            let y = inside.y + GROUP * number as f64;
            let size = text_metrics::width(&stack.size, SMALL);
            let room = inside.w - size - 12.0;
            let plate = text_metrics::width(&text_metrics::clipped(&stack.label, NORMAL, room), NORMAL) + 4.0;
            canvas.filled(Area { x: area.x + 3.0, y: y + 3.0, w: plate, h: 16.0 }, CssClass::PAPER)?;
            let end = inside.x + inside.w;
            canvas
                .filled(Area { x: end - size - 4.0, y: y + 3.0, w: size + 3.0, h: 16.0 }, CssClass::PAPER)?;
            canvas.text(
                (area.x + 2.0, y + 11.0),
                Side::Right,
                (NORMAL, CssClass::INK),
                &stack.label,
                room,
            )?;
            canvas.text((end, y + 11.0), Side::Left, (SMALL, CssClass::FAINT), &stack.size, size + 4.0)?;
            self.stack(canvas, &plot, stack, y + 22.0)?;
        }
        Ok(())
    }
}
