//! Drawing with plotters, in pixels.

use std::convert::Infallible;

use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, Coordinates};
use super::css_class::CssClass;
use super::svg_backend::{SvgBackend, TENTHS_PER_PIXEL};
use super::text_metrics::truncate;

/// An error of plotters. It does not depend on the drawing.
pub type DrawError = DrawingAreaErrorKind<Infallible>;
/// The result of drawing.
pub type DrawResult = Result<(), DrawError>;
/// A point, in pixels from the left upper corner.
pub type Point = (f64, f64);

/// The sizes of the title, of text and of small text, in pixels.
pub const TITLE_FONT_SIZE: f64 = 16.0;
pub const FONT_SIZE: f64 = 12.5;
pub const SMALL_FONT_SIZE: f64 = 11.0;

/// A rectangle: its left upper corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

/// The part of a text that is at its point, as in SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    Start,
    Middle,
    End,
}

/// The marks that distinguish series without colours; the first series has a circle.
const MARK_SHAPES: [&[Point]; 5] = [
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

/// The shape that points down, as a number of a series, and its radius in pixels.
const POINTER_SHAPE: usize = 4;
const POINTER_RADIUS: f64 = 4.0;

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
    /// Draws on this backend.
    pub fn new(backend: SvgBackend<'p>) -> Self {
        Self { area: backend.into_drawing_area() }
    }

    /// A line of this width through these points.
    pub fn line(&self, points: &[Point], width: f64, class: CssClass) -> DrawResult {
        let points: Vec<_> = points.iter().copied().map(to_backend).collect();
        self.area.draw(&PathElement::new(points, class.line(to_tenths(width).unsigned_abs())))
    }

    /// A filled polygon.
    pub fn fill_polygon(&self, points: &[Point], class: CssClass) -> DrawResult {
        let points: Vec<_> = points.iter().copied().map(to_backend).collect();
        self.area.draw(&Polygon::new(points, class.fill()))
    }

    /// A filled rectangle.
    pub fn fill_rect(&self, Area { x, y, w, h }: Area, class: CssClass) -> DrawResult {
        self.area.draw(&Rectangle::new([to_backend((x, y)), to_backend((x + w, y + h))], class.fill()))
    }

    /// The outline of a rectangle.
    pub fn stroke_rect(&self, Area { x, y, w, h }: Area, class: CssClass) -> DrawResult {
        self.area.draw(&Rectangle::new([to_backend((x, y)), to_backend((x + w, y + h))], class.line(10)))
    }

    /// The mark of a series, with a rim in the colour of the background, so that it is visible on lines.
    pub fn mark(&self, point: Point, radius: f64, series: usize) -> DrawResult {
        self.shape(point, radius + 1.2, series, CssClass::BACKGROUND)?;
        self.shape(point, radius, series, CssClass::series(series))
    }

    /// A small triangle above a line that points to a place of it.
    pub fn pointer(&self, point: Point, series: usize) -> DrawResult {
        self.shape(point, POINTER_RADIUS, POINTER_SHAPE, CssClass::series(series))
    }

    fn shape(&self, (x, y): Point, radius: f64, series: usize, class: CssClass) -> DrawResult {
        match series.checked_sub(1).and_then(|shape| MARK_SHAPES.get(shape)) {
            Some(shape) => {
                let corner = |(dx, dy): &Point| (x + dx * radius, y + dy * radius);
                self.fill_polygon(&shape.iter().map(corner).collect::<Vec<_>>(), class)
            }
            None => self.area.draw(&Circle::new(
                to_backend((x, y)),
                to_tenths(radius).unsigned_abs(),
                class.fill(),
            )),
        }
    }

    /// A text, vertically centred at a point and truncated to a width.
    pub fn text(
        &self,
        point: Point,
        anchor: TextAnchor,
        (height, class): (f64, CssClass),
        text: &str,
        max_width: f64,
    ) -> DrawResult {
        let style = text_style(height, class, FontStyle::Normal);
        self.draw_text(point, anchor, &style, &truncate(text, height, max_width))
    }

    /// Draws text in bold.
    pub fn bold_text(
        &self,
        point: Point,
        anchor: TextAnchor,
        height: f64,
        text: &str,
        max_width: f64,
    ) -> DrawResult {
        let style = text_style(height, CssClass::TEXT, FontStyle::Bold);
        self.draw_text(point, anchor, &style, &truncate(text, height, max_width))
    }

    fn draw_text(
        &self,
        point: Point,
        anchor: TextAnchor,
        style: &TextStyle<'static>,
        text: &str,
    ) -> DrawResult {
        let anchor = match anchor {
            TextAnchor::End => HPos::Right,
            TextAnchor::Middle => HPos::Center,
            TextAnchor::Start => HPos::Left,
        };
        self.area.draw(&Text::new(
            text.to_owned(),
            to_backend(point),
            style.pos(Pos::new(anchor, VPos::Center)),
        ))
    }

    /// Draws two axes around an area.
    pub fn plot<'c>(&'c self, area: Area, x: &Axis, y: &Axis) -> Result<Plot<'c, 'p>, DrawError> {
        let Area { x: left, y: top, w, h } = area;
        let (width, height) = self.area.dim_in_pixel();
        let (bottom, right) = (to_tenths(top + h), to_tenths(left + w));
        let mut chart = ChartBuilder::on(&self.area)
            .margin_top(to_tenths(top))
            .margin_right(width.cast_signed() - right)
            .set_label_area_size(LabelAreaPosition::Left, to_tenths(left))
            .set_label_area_size(LabelAreaPosition::Bottom, height.cast_signed() - bottom)
            .build_cartesian_2d(x.coordinates(), y.coordinates())?;
        chart
            .configure_mesh()
            .bold_line_style(CssClass::GRID.line(10))
            .light_line_style(TRANSPARENT)
            .axis_style(CssClass::GRID.line(10))
            .label_style(text_style(SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT, FontStyle::Normal))
            .set_all_tick_mark_size(to_tenths(3.0))
            .x_label_formatter(&|value| x.label(*value))
            .y_label_formatter(&|value| y.label(*value))
            .draw()?;
        Ok(Plot { chart })
    }
}

impl Plot<'_, '_> {
    /// The point at these values of the axes.
    pub fn point(&self, x: f64, y: f64) -> Point {
        let (x, y) = self.chart.backend_coord(&(x, y));
        (f64::from(x) / TENTHS_PER_PIXEL, f64::from(y) / TENTHS_PER_PIXEL)
    }
}

fn text_style(size: f64, class: CssClass, style: FontStyle) -> TextStyle<'static> {
    let font = FontDesc::new(FontFamily::SansSerif, size * TENTHS_PER_PIXEL, style);
    font.color(&class.colour())
}

fn to_backend((x, y): Point) -> (i32, i32) {
    (to_tenths(x), to_tenths(y))
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are some thousand pixels large")]
fn to_tenths(pixels: f64) -> i32 {
    (pixels * TENTHS_PER_PIXEL).round() as i32
}
