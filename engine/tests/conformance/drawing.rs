//! Boards: well-formed, within their frame, said in words, and drawn of nothing that a viewer does not know.

use kifu_engine::board::Layout;
use kifu_engine::erased::AnyRecord;
use kifu_engine::seat::Viewer;
use kifu_engine::text::{Language, Names};
use roxmltree::{Document, Node};

use crate::leaks::known_to;
use crate::table::for_each_game;

/// Names that could break a drawing.
const HOSTILE_NAMES: [Option<&str>; 4] =
    [Some("<b>&amp;\"']]>"), Some("とても長い名前の人がここに座っている"), None, Some("")];

fn names(record: &dyn AnyRecord) -> Names {
    let names = HOSTILE_NAMES.iter().cycle().take(record.seats().len());
    Names::new(&names.map(|name| name.map(ToOwned::to_owned)).collect::<Vec<_>>())
}

fn drawn(record: &dyn AnyRecord, step: usize, language: Language, layout: Layout) -> String {
    record.board(step, &names(record), language, layout).expect("there is such a step")
}

#[test]
fn every_position_is_drawn_and_said_to_every_viewer() {
    for_each_game(|table| {
        table.play_and_blunder();
        for viewer in table.viewers().into_iter().chain([Viewer::Scribe]) {
            let record = table.record.seen_by(viewer);
            for step in [0, table.dice.below_len(record.len() + 1), record.len()] {
                let layout = *table.dice.choose(Layout::ALL);
                let said = Language::ALL.map(|language| {
                    let svg = drawn(&*record, step, language, layout);
                    check(&svg, language.code(), layout, table.game.meta().name.of(language))
                });
                assert_ne!(said[0], said[1], "both languages say the same");
            }
        }
    });
}

#[test]
fn the_start_is_drawn_and_nothing_beyond_the_end() {
    for_each_game(|table| {
        let names = names(&*table.record);
        assert!(table.record.board(0, &names, Language::En, Layout::Portrait).is_some());
        assert_eq!(table.record.board(1, &names, Language::En, Layout::Portrait), None);
    });
}

/// Pieces come and go, and nothing moves or rescales for it: the frame is that of the start, for every viewer.
#[test]
fn the_frame_stays_as_it_is() {
    for_each_game(|table| {
        let frames = |record: &dyn AnyRecord, step| {
            Layout::ALL
                .iter()
                .map(|layout| frame(&drawn(record, step, Language::En, *layout)))
                .collect::<Vec<_>>()
        };
        let at_start = frames(&*table.record, 0);
        table.play_and_blunder();
        for viewer in table.viewers().into_iter().chain([Viewer::Scribe]) {
            let record = table.record.seen_by(viewer);
            for step in [table.dice.below_len(record.len() + 1), record.len()] {
                assert_eq!(frames(&*record, step), at_start, "{viewer:?}, step {step}");
            }
        }
    });
}

fn frame(svg: &str) -> String {
    let document = Document::parse(svg).expect("a board is XML");
    document.root_element().attribute("viewBox").expect("a frame").to_owned()
}

/// A record that knows only what a viewer knows draws that viewer an equal picture, to the byte.
#[test]
fn a_board_shows_a_viewer_only_what_it_may_see() {
    for_each_game(|table| {
        table.play_some_and_stay_live();
        for viewer in table.viewers() {
            let (seen, less) = (table.record.seen_by(viewer), known_to(table, viewer).seen_by(viewer));
            for step in [table.dice.below_len(seen.len() + 1), seen.len()] {
                for layout in Layout::ALL {
                    let [board, same] =
                        [&seen, &less].map(|record| drawn(&**record, step, Language::Ja, *layout));
                    assert_eq!(board, same, "{viewer:?}, step {step}");
                }
            }
        }
    });
}

/// Checks a board and returns its text alternative.
fn check(svg: &str, language: &str, layout: Layout, title: &str) -> String {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!((root.attribute("role"), root.attribute("lang")), (Some("img"), Some(language)));
    assert_eq!(child(root, "title"), title);
    let said = child(root, "desc");
    assert!(!said.trim().is_empty(), "nothing is said: {svg}");
    for node in root.descendants().filter(|node| node.has_tag_name("use")) {
        let id = node.attribute("href").unwrap_or_default().trim_start_matches('#');
        let is_defined =
            root.descendants().any(|node| node.has_tag_name("symbol") && node.attribute("id") == Some(id));
        assert!(is_defined, "{id} is used and not defined: {svg}");
    }
    let frame: Vec<f64> = numbers(root.attribute("viewBox").expect("a frame"));
    assert_eq!(frame[..3], [0.0, 0.0, layout.width() as f64], "{svg}");
    for node in root.descendants().filter(|node| node.ancestors().all(|above| !above.has_tag_name("defs"))) {
        for (x, y) in points(node) {
            let within = (0.0..=frame[2]).contains(&x) && (0.0..=frame[3]).contains(&y);
            assert!(within, "({x}, {y}) lies beyond {frame:?}: {node:?}");
        }
    }
    said
}

fn child(root: Node, name: &str) -> String {
    let child = root.children().find(|node| node.has_tag_name(name));
    child.and_then(|node| node.text()).unwrap_or_default().to_owned()
}

/// The corners of an element; those of words where they are anchored, as nobody knows how wide they are.
fn points(node: Node) -> Vec<(f64, f64)> {
    let number = |name| node.attribute(name).map_or(0.0, |number| number.parse().expect("a number"));
    let box_of = |x, y, w, h| vec![(x, y), (x + w, y + h)];
    match node.tag_name().name() {
        "rect" | "use" => box_of(number("x"), number("y"), number("width"), number("height")),
        "circle" => {
            let r = number("r");
            box_of(number("cx") - r, number("cy") - r, 2.0 * r, 2.0 * r)
        }
        "line" => vec![(number("x1"), number("y1")), (number("x2"), number("y2"))],
        "text" | "tspan" => vec![(number("x"), number("y"))],
        "polygon" => pairs(node.attribute("points").unwrap_or_default()),
        "path" => {
            let place = node.attribute("transform").unwrap_or("translate(0 0) scale(1)");
            let place = numbers(&place.replace("translate(", " ").replace("scale(", " ").replace(')', " "));
            let points = pairs(node.attribute("d").unwrap_or_default());
            points.into_iter().map(|(x, y)| (x * place[2] + place[0], y * place[2] + place[1])).collect()
        }
        "svg" | "title" | "desc" | "style" | "g" | "" => Vec::new(),
        other => panic!("where is a {other}?"),
    }
}

/// Coordinates of points: of path data those of the absolute commands `M`, `L`, `C`, `Q` and `Z`, which are all we use.
fn pairs(data: &str) -> Vec<(f64, f64)> {
    let data = data.replace(['M', 'L', 'C', 'Q', 'Z'], " ");
    numbers(&data).chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

fn numbers(text: &str) -> Vec<f64> {
    let words = text.split([' ', ',', '\n']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is no number"))).collect()
}
