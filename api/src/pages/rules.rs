//! `/rules` and `/rules/{game}`: the rules of each game, with an anchor for every id that a refusal can cite.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::text::{Language, Text};
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::layout::{Page, Place};
use super::{answer, language, words};
use crate::problem::{Code, Problem};

/// All games.
pub async fn list(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let say = |text: &'static Text| text.of(language);
    let main = html! {
        div.rules-list.stack {
            h1 { (say(&words::RULES_TITLE)) }
            ul.games {
                @for game in games::ALL {
                    li {
                        a.game href={ "rules/" (game.meta().slug) } {
                            span.game-name { (game.meta().name.of(language)) }
                            span.small.quiet { (super::games::seats(game.meta(), language)) }
                        }
                    }
                }
            }
        }
    };
    Ok(answer::html(&request, &page(language, 0, say(&words::RULES_TITLE), main)))
}

/// The rules of one.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let say = |text: &'static Text| text.of(language);
    let game = request.match_info().get("game").and_then(games::find);
    let meta = game.ok_or_else(|| Problem::plain(Code::NotFound))?.meta();
    let Written { text, headings } = written(meta.rules.of(language));
    // What a game is comes first on a phone too, and then what there is to read.
    let (intro, sections) = text.split_at(text.find("<h2").unwrap_or(text.len()));
    let main = html! {
        article.rules {
            div.text { (PreEscaped(intro)) }
            nav.contents aria-labelledby="contents-title" {
                h2 #contents-title { (say(&words::CONTENTS)) }
                ul { @for (id, name) in &headings { li { a href={ "#" (id) } { (name) } } } }
                a.button.first href={ "../open/" (meta.slug) } { (say(&words::RULES_OPEN)) }
                a.button href={ "../?game=" (meta.slug) } { (say(&words::RULES_FIND)) }
                a.button href={ "../statistics/" (meta.slug) } { (say(&words::GAME_STATISTICS)) }
            }
            div.text { (PreEscaped(sections)) p.small.quiet { (say(&words::RULES_ABOUT)) } }
        }
    };
    Ok(answer::html(&request, &page(language, 1, meta.name.of(language), main)))
}

fn page(language: Language, depth: usize, title: &str, main: Markup) -> Page {
    Page {
        place: Some(Place::Rules),
        styles: &["home.css", "rules.css"],
        listed: true,
        ..Page::plain(language, depth, title, main)
    }
}

/// Rules as HTML.
struct Written {
    text: String,
    /// The sections, each with its anchor.
    headings: Vec<(String, String)>,
}

/// Turns the engine's Markdown into HTML: a bold rule id becomes an anchor, one that is only mentioned a link to it.
/// What looks like HTML in it is text.
fn written(markdown: &str) -> Written {
    let mut writer = Writer::default();
    let events: Vec<_> =
        Parser::new_ext(markdown, Options::ENABLE_TABLES).flat_map(|event| writer.write(event)).collect();
    let mut text = String::new();
    pulldown_cmark::html::push_html(&mut text, events.into_iter());
    Written { text, headings: writer.headings }
}

#[derive(Default)]
struct Writer {
    headings: Vec<(String, String)>,
    in_heading: bool,
    in_bold: bool,
}

impl Writer {
    fn write<'e>(&mut self, event: Event<'e>) -> Vec<Event<'e>> {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                self.in_heading = true;
                let id = format!("s{}", self.headings.len() + 1);
                let open = raw(format!("<h2 id=\"{id}\">"));
                self.headings.push((id, String::new()));
                vec![open]
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                self.in_heading = false;
                vec![raw("</h2>\n".to_owned())]
            }
            Event::Start(Tag::Table(alignments)) => {
                vec![
                    raw("<div class=\"scrolls\" tabindex=\"0\">".to_owned()),
                    Event::Start(Tag::Table(alignments)),
                ]
            }
            Event::End(TagEnd::Table) => vec![Event::End(TagEnd::Table), raw("</div>".to_owned())],
            Event::Start(Tag::Strong) => {
                self.in_bold = true;
                vec![Event::Start(Tag::Strong)]
            }
            Event::End(TagEnd::Strong) => {
                self.in_bold = false;
                vec![Event::End(TagEnd::Strong)]
            }
            Event::Text(text) => self.text(text),
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            other => vec![other],
        }
    }

    fn text<'e>(&mut self, text: CowStr<'e>) -> Vec<Event<'e>> {
        if self.in_heading
            && let Some((_, name)) = self.headings.last_mut()
        {
            name.push_str(&text);
        }
        if self.in_bold && ids(&text).next().is_some_and(|(_, id)| id == &*text) {
            return vec![raw(format!("<a id=\"{text}\" href=\"#{text}\">{text}</a>"))];
        }
        if self.in_bold || self.in_heading {
            return vec![Event::Text(text)];
        }
        mentioned(&text)
    }
}

/// Text in which every rule id is a link.
fn mentioned<'e>(text: &str) -> Vec<Event<'e>> {
    let (mut events, mut done) = (Vec::new(), 0);
    for (at, id) in ids(text) {
        events.push(Event::Text(text[done..at].to_owned().into()));
        events.push(raw(format!("<a href=\"#{id}\">{id}</a>")));
        done = at + id.len();
    }
    events.push(Event::Text(text[done..].to_owned().into()));
    events
}

fn raw<'e>(html: String) -> Event<'e> {
    Event::InlineHtml(html.into())
}

/// The rule ids in a text and where they are: `YCW-6`, `NMF-I1`, `G-1`.
fn ids(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_of_an_id = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let words = text.split(move |letter| !is_of_an_id(letter)).filter(|word| is_id(word));
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn is_id(word: &str) -> bool {
    let Some((game, number)) = word.split_once('-') else { return false };
    let number = number.strip_prefix('I').unwrap_or(number);
    let capital = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_uppercase());
    capital(game) && !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bold_id_is_an_anchor_and_a_mentioned_one_a_link() {
        let text = written("- **YCW-6** As in YCW-7、またはYCW-I2。").text;
        assert!(text.contains("<a id=\"YCW-6\" href=\"#YCW-6\">YCW-6</a>"), "{text}");
        assert!(text.contains("<a href=\"#YCW-7\">YCW-7</a>"), "{text}");
        assert!(text.contains("<a href=\"#YCW-I2\">YCW-I2</a>"), "{text}");
    }

    #[test]
    fn nothing_in_the_rules_is_html() {
        let text = written("<script>alert(1)</script>\n\n<b onclick=x>bold</b>").text;
        assert!(!text.contains("<script") && !text.contains("<b "), "{text}");
    }

    #[test]
    fn sections_are_listed() {
        let written = written("# Game\n\n## First\n\n## Zweite `x`");
        assert_eq!(written.headings[0], ("s1".to_owned(), "First".to_owned()));
        assert!(written.text.contains("<h2 id=\"s2\">"));
    }
}
