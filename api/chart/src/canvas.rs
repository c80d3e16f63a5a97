//! Drawing in pixels, by plotters.

use std::convert::Infallible;

use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, Coordinates};
use super::css_class::CssClass;
use super::svg_backend::{SvgBackend, TENTHS};
use super::text_metrics::clipped;

/// What plotters can fail with: nothing that depends on what is drawn.
pub type Failure = DrawingAreaErrorKind<Infallible>;
/// Something was drawn.
pub type Done = Result<(), Failure>;
/// A place, in pixels from the left upper corner.
pub type Point = (f64, f64);

/// The size of what is read first, of text, and of asides.
pub const LARGE: f64 = 16.0;
pub const NORMAL: f64 = 12.5;
pub const SMALL: f64 = 11.0;

/// A rectangle: its left upper corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

/// Which side of a text its point is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Middle,
    Right,
}

/// The marks that tell series apart, whatever their colours.
const SHAPES: [&[Point]; 5] = [
    &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
    &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
    &[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)],
    &[
        (-0.4, -1.2),
        (0.4, -1.2),
        (0.4, -0.4),
        (1.2, -0.4),
        (1.2, 0.4),
        (0.4, 0.4),
        (0.4, 1.2),
        (-0.4, 1.2),
        (-0.4, 0.4),
        (-1.2, 0.4),
        (-1.2, -0.4),
        (-0.4, -0.4),
    ],
];

/// A picture being drawn.
pub struct Canvas<'p> {
    area: DrawingArea<SvgBackend<'p>, Shift>,
}

type Chart<'c, 'p> = ChartContext<'c, SvgBackend<'p>, Cartesian2d<Coordinates, Coordinates>>;

/// Two axes in a canvas.
pub struct Plot<'c, 'p> {
    chart: Chart<'c, 'p>,
}

impl<'p> Canvas<'p> {
    /// Draws on this paper.
    pub fn new(paper: SvgBackend<'p>) -> Self {
        Self { area: paper.into_drawing_area() }
    }

    /// A line, so wide, from point to point.
    pub fn line(&self, points: &[Point], width: f64, role: CssClass) -> Done {
        let points: Vec<_> = points.iter().copied().map(place).collect();
        self.area.draw(&PathElement::new(points, role.line(tenths(width).unsigned_abs())))
    }

    /// A surface with these corners.
    pub fn surface(&self, points: &[Point], role: CssClass) -> Done {
        let points: Vec<_> = points.iter().copied().map(place).collect();
        self.area.draw(&Polygon::new(points, role.fill()))
    }

    /// A rectangle, filled.
    pub fn filled(&self, Area { x, y, w, h }: Area, role: CssClass) -> Done {
        self.area.draw(&Rectangle::new([place((x, y)), place((x + w, y + h))], role.fill()))
    }

    /// The outline of a rectangle.
    pub fn framed(&self, Area { x, y, w, h }: Area, role: CssClass) -> Done {
        self.area.draw(&Rectangle::new([place((x, y)), place((x + w, y + h))], role.line(10)))
    }

    /// The mark of a series, in a rim of paper, so that it is seen on lines.
    pub fn mark(&self, at: Point, radius: f64, series: usize) -> Done {
        self.shape(at, radius + 1.2, series, CssClass::PAPER)?;
        self.shape(at, radius, series, CssClass::series(series))
    }

    fn shape(&self, (x, y): Point, radius: f64, series: usize, role: CssClass) -> Done {
        match series.checked_sub(1).and_then(|shape| SHAPES.get(shape)) {
            Some(shape) => {
                let corner = |(dx, dy): &Point| (x + dx * radius, y + dy * radius);
                self.surface(&shape.iter().map(corner).collect::<Vec<_>>(), role)
            }
            None => self.area.draw(&Circle::new(place((x, y)), tenths(radius).unsigned_abs(), role.fill())),
        }
    }

    /// Words around, to the right or to the left of a point, their middle at its height; cut to their room.
    pub fn text(
        &self,
        at: Point,
        side: Side,
        (height, role): (f64, CssClass),
        text: &str,
        room: f64,
    ) -> Done {
        let style = letters(height, role, FontStyle::Normal);
        self.write(at, side, &style, &clipped(text, height, room))
    }

    /// The same in a heavier hand.
    pub fn strong(&self, at: Point, side: Side, height: f64, text: &str, room: f64) -> Done {
        let style = letters(height, CssClass::INK, FontStyle::Bold);
        self.write(at, side, &style, &clipped(text, height, room))
    }

    fn write(&self, at: Point, side: Side, style: &TextStyle<'static>, text: &str) -> Done {
        let side = match side {
            Side::Left => HPos::Right,
            Side::Middle => HPos::Center,
            Side::Right => HPos::Left,
        };
        self.area.draw(&Text::new(text.to_owned(), place(at), style.pos(Pos::new(side, VPos::Center))))
    }

    /// Draws two axes around an area.
    pub fn plot<'c>(&'c self, area: Area, x: &Axis, y: &Axis) -> Result<Plot<'c, 'p>, Failure> {
        let Area { x: left, y: top, w, h } = area;
        let (width, height) = self.area.dim_in_pixel();
        let (bottom, right) = (tenths(top + h), tenths(left + w));
        let mut chart = ChartBuilder::on(&self.area)
            .margin_top(tenths(top))
            .margin_right(i32::try_from(width).unwrap_or(right) - right)
            .set_label_area_size(LabelAreaPosition::Left, tenths(left))
            .set_label_area_size(LabelAreaPosition::Bottom, i32::try_from(height).unwrap_or(bottom) - bottom)
            .build_cartesian_2d(x.coordinates(), y.coordinates())?;
        chart
            .configure_mesh()
            .bold_line_style(CssClass::MESH.line(10))
            .light_line_style(TRANSPARENT)
            .axis_style(CssClass::MESH.line(10))
            .label_style(letters(SMALL, CssClass::FAINT, FontStyle::Normal))
            .set_all_tick_mark_size(tenths(3.0))
            .x_label_formatter(&|value| x.label(*value))
            .y_label_formatter(&|value| y.label(*value))
            .draw()?;
        Ok(Plot { chart })
    }
}

impl Plot<'_, '_> {
    /// Where a point of the axes is.
    pub fn at(&self, x: f64, y: f64) -> Point {
        let (x, y) = self.chart.backend_coord(&(x, y));
        (f64::from(x) / TENTHS, f64::from(y) / TENTHS)
    }
}

fn letters(size: f64, role: CssClass, style: FontStyle) -> TextStyle<'static> {
    let font = FontDesc::new(FontFamily::SansSerif, size * TENTHS, style);
    font.color(&role.colour())
}

fn place((x, y): Point) -> (i32, i32) {
    (tenths(x), tenths(y))
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are some thousand pixels large")]
fn tenths(pixels: f64) -> i32 {
    (pixels * TENTHS).round() as i32
}
