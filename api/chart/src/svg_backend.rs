//! A backend of plotters that writes SVG with CSS classes in place of colours, at a resolution of a tenth of a pixel.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};
use svg::node::element::{Circle, Group, Line, Polygon, Polyline, Rectangle, Text};

use super::css_class::CssClass;
use super::text_metrics::{self, without_control_characters};

/// How many pixels of plotters a pixel of the document has.
pub const TENTHS_PER_PIXEL: f64 = 10.0;

type BackendResult = Result<(), DrawingErrorKind<Infallible>>;

/// Collects SVG elements.
pub struct SvgBackend<'p> {
    drawn: &'p mut Group,
    size: (u32, u32),
}

impl<'p> SvgBackend<'p> {
    /// A drawing of this size in pixels.
    pub fn new(drawn: &'p mut Group, (width, height): (u32, u32)) -> Self {
        Self { drawn, size: (width * 10, height * 10) }
    }

    #[expect(clippy::unnecessary_wraps, reason = "every operation of a backend gives a result")]
    fn add(&mut self, element: impl Into<Box<dyn svg::Node>>) -> BackendResult {
        *self.drawn = std::mem::take(self.drawn).add(element);
        Ok(())
    }
}

impl DrawingBackend for SvgBackend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> BackendResult {
        Ok(())
    }

    fn present(&mut self) -> BackendResult {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> BackendResult {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> BackendResult {
        let line = Line::new().set("x1", px(from.0)).set("y1", px(from.1));
        let line = line.set("x2", px(to.0)).set("y2", px(to.1));
        self.add(line.set("class", class("l", style)).set("stroke-width", width(style)))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> BackendResult {
        let shape = Rectangle::new().set("x", px(from.0.min(to.0))).set("y", px(from.1.min(to.1)));
        let shape = shape.set("width", px((to.0 - from.0).abs())).set("height", px((to.1 - from.1).abs()));
        if fill {
            return self.add(shape.set("class", class("f", style)));
        }
        self.add(shape.set("class", class("l", style)).set("stroke-width", width(style)))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> BackendResult {
        let line = Polyline::new().set("points", points(path)).set("stroke-linejoin", "round");
        self.add(line.set("class", class("l", style)).set("stroke-width", width(style)))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> BackendResult {
        let circle = Circle::new().set("cx", px(center.0)).set("cy", px(center.1));
        let circle = circle.set("r", f64::from(radius) / TENTHS_PER_PIXEL);
        if fill {
            return self.add(circle.set("class", class("f", style)));
        }
        self.add(circle.set("class", class("l", style)).set("stroke-width", width(style)))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> BackendResult {
        self.add(Polygon::new().set("points", points(path)).set("class", class("f", style)))
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> BackendResult {
        let size = style.size() / TENTHS_PER_PIXEL;
        let baseline = match style.anchor().v_pos {
            VPos::Top => 0.82,
            VPos::Center => 0.36,
            VPos::Bottom => -0.2,
        };
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let class = CssClass::from_colour(style.color().rgb).name();
        let weight = if matches!(style.style(), FontStyle::Bold) { " strong" } else { "" };
        let element = Text::new(without_control_characters(text))
            .set("x", px(x))
            .set("y", round(px(y) + baseline * size));
        let element = element.set("font-size", round(size)).set("text-anchor", anchor);
        self.add(element.set("class", format!("t {class}{weight}")))
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "texts are short")]
        let whole = |size: f64| size.ceil() as u32;
        Ok((whole(text_metrics::width(text, style.size())), whole(style.size())))
    }
}

fn px(tenths: i32) -> f64 {
    f64::from(tenths) / TENTHS_PER_PIXEL
}

fn round(number: f64) -> f64 {
    (number * TENTHS_PER_PIXEL).round() / TENTHS_PER_PIXEL
}

fn width(style: &impl BackendStyle) -> f64 {
    f64::from(style.stroke_width()) / TENTHS_PER_PIXEL
}

fn class(kind: &str, style: &impl BackendStyle) -> String {
    format!("{kind} {}", CssClass::from_colour(style.color().rgb).name())
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    let point = |(x, y)| format!("{},{}", px(x), px(y));
    path.into_iter().map(point).collect::<Vec<_>>().join(" ")
}
