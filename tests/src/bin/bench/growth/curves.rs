//! Curves over games, both axes in powers of ten.

use svg::node::element::{Circle, Description, Group, Line, Polyline, Style, Text, Title};
use svg::{Document, Node};

/// Of the picture, in pixels.
const PICTURE_WIDTH: f64 = 640.0;
const PICTURE_HEIGHT: f64 = 400.0;
/// From the edges to the axes: left, right, top, bottom.
const MARGINS: [f64; 4] = [64.0, 104.0, 40.0, 48.0];
/// The least distance of two names of curves.
const LINE_HEIGHT: f64 = 16.0;

const STYLE: &str = "
    text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold }
    .grid { stroke: #ddd } .curve { fill: none; stroke-width: 2 }
    .c0 { stroke: #0072b2; fill: #0072b2 } .c1 { stroke: #d55e00; fill: #d55e00 } .c2 { stroke: #009e73; fill: #009e73 }
    .c3 { stroke: #a0522d; fill: #a0522d } .c4 { stroke: #8a2be2; fill: #8a2be2 } .curve.curve { fill: none } .name.name { stroke: none }
    rect { fill: #fff }
    @media (prefers-color-scheme: dark) {
        text { fill: #eee } .grid { stroke: #444 } rect { fill: #181818 }
        .c0 { stroke: #56b4e9; fill: #56b4e9 } .c1 { stroke: #ff9d4d; fill: #ff9d4d } .c2 { stroke: #3ddc97; fill: #3ddc97 }
        .c3 { stroke: #d9a066; fill: #d9a066 } .c4 { stroke: #c39bff; fill: #c39bff }
    }";

/// Milliseconds by number of games.
pub struct Curve {
    /// Its operation.
    pub name: &'static str,
    /// Games and milliseconds, with more games from one to the next.
    pub points: Vec<(f64, f64)>,
}

/// All of a picture.
pub struct Curves(pub Vec<Curve>);

/// Powers of ten from the first to the last, along this number of pixels.
struct Axis {
    powers: (f64, f64),
    pixels: (f64, f64),
}

impl Axis {
    fn around(values: impl Iterator<Item = f64>, pixels: (f64, f64)) -> Self {
        let logarithms: Vec<f64> = values.map(f64::log10).collect();
        let first = logarithms.iter().copied().fold(f64::INFINITY, f64::min).floor();
        let last = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
        Self { powers: (first, last.max(first + 1.0)), pixels }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value.log10() - self.powers.0) / (self.powers.1 - self.powers.0);
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Each power of ten within it.
    fn ticks(&self) -> Vec<f64> {
        let count = (self.powers.1 - self.powers.0).round();
        std::iter::successors(Some(0.0), |step| Some(step + 1.0))
            .take_while(|step| *step <= count)
            .map(|step| 10_f64.powf(self.powers.0 + step))
            .collect()
    }
}

impl Curves {
    /// Draws them.
    pub fn to_svg(&self) -> String {
        let points = || self.0.iter().flat_map(|curve| &curve.points);
        let [left, right, top, bottom] = MARGINS;
        let across = Axis::around(points().map(|point| point.0), (left, PICTURE_WIDTH - right));
        let up = Axis::around(points().map(|point| point.1), (PICTURE_HEIGHT - bottom, top));
        let mut picture = Document::new()
            .set("viewBox", (0.0, 0.0, PICTURE_WIDTH, PICTURE_HEIGHT))
            .set("role", "img")
            .add(Title::new("Milliseconds of operations by games in the archive"))
            .add(Description::new().add(svg::node::Text::new(self.in_words())))
            .add(Style::new(STYLE))
            .add(
                svg::node::element::Rectangle::new()
                    .set("width", PICTURE_WIDTH)
                    .set("height", PICTURE_HEIGHT),
            )
            .add(
                label("Milliseconds (median) by games in the archive", (left, 20.0), "start")
                    .set("class", "title"),
            );
        for games in across.ticks() {
            let x = across.at(games);
            picture.append(line((x, up.pixels.0), (x, up.pixels.1)));
            picture.append(label(&short(games), (x, up.pixels.0 + 18.0), "middle"));
        }
        for millis in up.ticks() {
            let y = up.at(millis);
            picture.append(line((across.pixels.0, y), (across.pixels.1, y)));
            picture.append(label(&short(millis), (left - 8.0, y + 4.0), "end"));
        }
        picture.append(label("games", (PICTURE_WIDTH - right, PICTURE_HEIGHT - 10.0), "end"));
        for (number, curve) in self.0.iter().enumerate() {
            picture.append(curve.draw(number, &across, &up));
        }
        for (number, y) in self.name_heights(&up) {
            let name = label(self.0[number].name, (PICTURE_WIDTH - right + 8.0, y + 4.0), "start");
            picture.append(name.set("class", format!("name c{number}")));
        }
        format!("{picture}\n")
    }

    /// Where the names of curves, by their numbers, stand at their ends: from top to bottom, none over another.
    fn name_heights(&self, up: &Axis) -> Vec<(usize, f64)> {
        let ends = self.0.iter().enumerate();
        let ends = ends.filter_map(|(number, curve)| Some((number, up.at(curve.points.last()?.1))));
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by(|one, other| one.1.total_cmp(&other.1));
        let mut free = f64::NEG_INFINITY;
        for (_, y) in &mut ends {
            *y = y.max(free);
            free = *y + LINE_HEIGHT;
        }
        ends
    }

    fn in_words(&self) -> String {
        let curve = |curve: &Curve| {
            let points = curve.points.iter().map(|(games, millis)| format!("{millis:.2} ms at {games:.0}"));
            format!("{}: {}.", curve.name, points.collect::<Vec<_>>().join(", "))
        };
        self.0.iter().map(curve).collect::<Vec<_>>().join(" ")
    }
}

impl Curve {
    fn draw(&self, number: usize, across: &Axis, up: &Axis) -> Group {
        let at = |(games, millis): &(f64, f64)| (across.at(*games), up.at(*millis));
        let path: Vec<_> = self.points.iter().map(at).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let path = Polyline::new().set("points", path.join(" ")).set("class", format!("curve c{number}"));
        self.points.iter().map(at).fold(Group::new().add(path), |group, (x, y)| {
            let circle = Circle::new().set("cx", rounded(x)).set("cy", rounded(y)).set("r", 3);
            group.add(circle.set("class", format!("c{number}")))
        })
    }
}

fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    let line = Line::new().set("x1", rounded(from.0)).set("y1", rounded(from.1));
    line.set("x2", rounded(to.0)).set("y2", rounded(to.1)).set("class", "grid")
}

fn label(text: &str, at: (f64, f64), anchor: &str) -> Text {
    Text::new(text).set("x", rounded(at.0)).set("y", rounded(at.1)).set("text-anchor", anchor)
}

fn rounded(pixels: f64) -> String {
    format!("{pixels:.1}")
}

/// `0.1`, `10`, `1 k`, `1 M`.
fn short(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.0} M", value / 1e6),
        value if value >= 1e3 => format!("{:.0} k", value / 1e3),
        value if value >= 1.0 => format!("{value:.0}"),
        value => format!("{value:.2}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_curve_has_its_name_and_none_stands_on_another() {
        let curve = |name, last| Curve { name, points: vec![(1_000.0, 0.5), (200_000.0, last)] };
        let curves = Curves(vec![curve("append", 0.5), curve("state", 0.51), curve("search", 9.0)]);
        // Texts stand on lines of their own.
        let picture = curves.to_svg().replace('\n', "");
        for text in [">append<", ">state<", ">search<", ">1 M<", ">0.1<", ">10<", "9.00 ms at 200000"] {
            assert!(picture.contains(text), "{text}: {picture}");
        }
        let up = Axis::around([0.5, 9.0].into_iter(), (352.0, 40.0));
        let heights = curves.name_heights(&up);
        assert!(heights.windows(2).all(|pair| pair[1].1 - pair[0].1 >= LINE_HEIGHT), "{heights:?}");
    }
}
