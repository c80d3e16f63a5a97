//! The picture of a preview: the table, and beside it the game, the players, and the result.
//!
//! The machine may have no font for a language, or none at all. Then the words are English, or the table has the whole
//! picture: its cards, dice and animals need no font.

use kifu_engine::board::Layout;
use kifu_engine::erased::AnyRecord;
use kifu_engine::outcome::Outcome;
use kifu_engine::picture::Picture;
use kifu_engine::record::Status;
use kifu_engine::text::{Language, Names};
use kifu_names::{isolated_line, letters};
use kifu_raster::Rasterizer;
use maud::{Markup, PreEscaped, html};
use unicode_width::UnicodeWidthStr;

use super::result::{score, standings, title, who_won};
use super::seat_names;
use crate::http::cost::{Draws, Permit, drawing};
use crate::pages::previews::PREVIEW_SIZE;
use crate::pages::words;

const MARGIN: u32 = 30;
/// How wide the words beside the table are.
const PANEL_WIDTH: u32 = 330;
/// The height from the top of the panel to its first line: the game's pictures stand there.
const PICTURES_HEIGHT: u32 = 96;
/// So many pictures of a game fit side by side.
const MAX_PICTURES: usize = 4;
/// The end of the panel's own lines; the name of the service follows.
const LAST_LINE: u32 = 530;

/// A line of the panel.
struct PanelLine {
    text: String,
    size: u32,
    colour: &'static str,
    bold: bool,
}

const INK: &str = "#231f1a";
const QUIET: &str = "#645c50";
const SEAL: &str = "#a8321f";

/// A picture to be composed.
pub struct Card {
    board: String,
    pictures: &'static [Picture],
    /// The lines; none where no font can write.
    lines: Vec<PanelLine>,
    name: &'static str,
}

impl Card {
    /// The picture of this step of a record; `None` if there is no such step.
    pub fn new(
        (record, step): (&dyn AnyRecord, usize),
        names: &Names,
        language: Language,
        (writer, permit): (&Rasterizer, &Permit<Draws>),
    ) -> Option<Self> {
        let meta = record.meta();
        let writable = |language| {
            [meta.name.of(language), words::NAME.of(language)].map(|text| writer.can_write(text)) == [true; 2]
        };
        let language = if writable(language) { language } else { Language::En };
        let has_words = writable(language);
        let outcome = record.outcome().filter(|_| step == record.len());
        let lines = if has_words { lines(record, outcome.as_ref(), names, language) } else { Vec::new() };
        Some(Self {
            board: drawing::board(permit, (record, step), (names, language, Layout::Landscape))?,
            pictures: meta.pictures,
            lines,
            name: words::NAME.of(language),
        })
    }

    /// The picture as SVG.
    pub fn svg(&self) -> Option<String> {
        let (width, height) = PREVIEW_SIZE;
        let panel = if self.lines.is_empty() { 0 } else { PANEL_WIDTH + MARGIN };
        let (board_width, board_height) = (width - panel - 2 * MARGIN, height - 2 * MARGIN);
        let board = nested(&self.board, [MARGIN, MARGIN, board_width, board_height])?;
        let panel = html! {
            @if !self.lines.is_empty() { g transform={ "translate(" (width - PANEL_WIDTH - MARGIN) " " (MARGIN) ")" } { (self.panel()) } }
        };
        let drawn = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } font-family="sans-serif" {
                rect width=(width) height=(height) fill="#faf6ec" {}
                (board)
                (panel)
            }
        };
        Some(drawn.into_string())
    }

    fn panel(&self) -> Markup {
        let count = self.pictures.iter().take(MAX_PICTURES).map(|_| 1).sum::<u32>().max(1);
        let side = (PANEL_WIDTH / count).min(PICTURES_HEIGHT - 12);
        let mut y = PICTURES_HEIGHT;
        let mut placed = Vec::new();
        for line in &self.lines {
            y += line.size * 13 / 10;
            if y > LAST_LINE {
                break;
            }
            placed.push((y, line));
        }
        html! {
            @for (x, picture) in (0..).step_by(side as usize).zip(self.pictures.iter().take(count as usize)) {
                @if let Some(drawn) = nested(picture.svg(), [x, 0, side, side]) { (drawn) }
            }
            @for (y, line) in placed { (line.markup(y)) }
            @if let Some(seal) = nested(include_str!("../seal.svg"), [0, 534, 36, 36]) { (seal) }
            text x="46" y="562" font-size="28" font-weight="bold" fill=(QUIET) { (self.name) }
        }
    }
}

fn lines(
    record: &dyn AnyRecord,
    outcome: Option<&Outcome>,
    names: &Names,
    language: Language,
) -> Vec<PanelLine> {
    let mut lines = wrapped(record.meta().name.of(language), 46, INK, true);
    let seats = record.seats();
    if let Some(outcome) = outcome {
        lines.extend(wrapped(&who_won(outcome, seats, names, language), 38, SEAL, true));
        let more = [title(outcome, language), score(outcome, language)].into_iter().flatten();
        lines.extend(more.flat_map(|text| wrapped(&text, 30, INK, false)));
        let rows = standings(outcome, names, language);
        let rows =
            rows.into_iter().map(|(name, points)| PanelLine::clipped(&name, &format!("  {points}"), 30, INK));
        lines.extend(rows);
    } else {
        let live = record.status() == Status::Live && record.outcome().is_none();
        let status = if live { &words::STATUS_LIVE } else { &words::STATUS_ABANDONED };
        lines.extend(wrapped(status.of(language), 30, SEAL, true));
        lines.extend(
            seat_names(seats, names, language).iter().map(|name| PanelLine::clipped(name, "", 30, INK)),
        );
    }
    lines
}

impl PanelLine {
    /// A line with its end; the text before the end is cut where both are too wide together.
    fn clipped(text: &str, end: &str, size: u32, colour: &'static str) -> Self {
        let mut begin: Vec<&str> = letters(text).collect();
        while columns(size) < begin.concat().width() + end.width() && begin.pop().is_some() {}
        if begin.concat().len() < text.len() {
            begin.pop();
            begin.push("…");
        }
        let begin = begin.concat();
        Self { text: isolated_line(&begin).into_owned() + end, size, colour, bold: false }
    }

    fn markup(&self, y: u32) -> Markup {
        html! { text x="0" y=(y) font-size=(self.size) font-weight=[self.bold.then_some("bold")] fill=(self.colour) { (self.text) } }
    }
}

/// How many half-width letters of this size fit in the panel.
fn columns(size: u32) -> usize {
    (PANEL_WIDTH * 100 / (size * 62)) as usize
}

/// Two lines at most, broken between words if there are any.
fn wrapped(text: &str, size: u32, colour: &'static str, bold: bool) -> Vec<PanelLine> {
    // Bold letters are wider.
    let columns = columns(if bold { size * 11 / 10 } else { size });
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ').flat_map(|word| pieces(word, columns)) {
        let last = lines.last().map_or(0, |line| line.width());
        if last > 0 && last + word.trim_end().width() > columns {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&word);
        }
    }
    lines.truncate(2);
    let line = |text: String| PanelLine { text: isolated_line(&text).into_owned(), size, colour, bold };
    lines.into_iter().map(line).collect()
}

/// A word in parts that fit into a line: between letters, as Japanese may be broken.
fn pieces(word: &str, columns: usize) -> Vec<String> {
    if word.width() <= columns && word.is_ascii() {
        return vec![word.to_owned()];
    }
    letters(word).map(str::to_owned).collect()
}

/// A picture within another one, in this place: from the left, from the top, width and height.
fn nested(svg: &str, [x, y, width, height]: [u32; 4]) -> Option<PreEscaped<String>> {
    let (_, attributes) = svg.split_once("<svg")?;
    let (attributes, content) = attributes.split_once('>')?;
    let view_box = attributes.split_once("viewBox=\"")?.1.split_once('"')?.0;
    let class = attributes
        .split_once("class=\"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("", |(class, _)| class);
    Some(PreEscaped(format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{view_box}\" class=\"{class}\">{content}"
    )))
}

#[cfg(test)]
mod tests {
    use kifu_engine::games;
    use serde_json::json;

    use super::*;

    fn card(writer: &Rasterizer) -> Card {
        let record = games::ALL[0].open_new(4, &json!({})).expect("four may play");
        let names = Names::new(
            &["A very long name that has no end & no room", "<b>", "C", "D"]
                .map(|name| Some(name.to_owned())),
        );
        #[expect(clippy::disallowed_methods, reason = "a test")]
        let permit = Permit::unattended();
        Card::new((&*record, 0), &names, Language::En, (writer, &permit)).expect("the start")
    }

    #[test]
    fn without_a_font_the_table_has_the_whole_picture() {
        let writer = Rasterizer::without_fonts();
        let card = card(&writer);
        let svg = card.svg().expect("a picture");
        assert!(card.lines.is_empty() && svg.contains("width=\"1140\" height=\"570\""), "{svg}");
        let (width, height) = PREVIEW_SIZE;
        assert!(writer.png(&svg, width, height).is_ok_and(|png| png.starts_with(b"\x89PNG")));
    }

    #[test]
    fn lines_stay_in_their_panel_and_names_are_only_words() {
        let line = PanelLine::clipped("A very long name that has no end", "  12", 30, INK);
        assert!(line.text.width() <= columns(30) && line.text.ends_with("…  12"), "{}", line.text);
        assert_eq!(PanelLine::clipped("Aki", "  12", 30, INK).text, "Aki  12");
        for text in ["Dancing Villager of a long name", "イヌがきたイヌがきたイヌがきた"] {
            let lines = wrapped(text, 46, INK, true);
            assert!(
                lines.len() == 2 && lines.iter().all(|line| line.text.trim_end().width() <= columns(46)),
                "{text}"
            );
        }
        let line = PanelLine { text: "<b>".into(), size: 30, colour: INK, bold: false };
        assert!(line.markup(0).into_string().contains("&lt;b&gt;"));
    }
}
