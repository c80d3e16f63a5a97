//! `/rules` and `/rules/{game}`: the rules of each game, with an anchor for every id that a refusal can cite.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, VARY};
use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::message::Arg;
use kifu_engine::text::Language;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::layout::{HtmlPage, MenuPlace};
use super::words::PageText;
use super::{answer, language, words};
use crate::http::cost::{Admission, Draws, Permit, drawing};
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::parameters;
use crate::http::media::{PICTURE_SECURITY_POLICY, SVG};
use crate::http::problem::{Code, Problem};
use crate::http::query_params::QueryParams;
use crate::records::rules::requested;

/// All games.
pub async fn list(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let say = |text: &'static PageText| text.of(language);
    let main = html! {
        div.rules-list.stack {
            h1 { (say(&words::RULES_TITLE)) }
            (super::games::cards("rules", language))
        }
    };
    Ok(answer::html(&request, &page(language, 0, say(&words::RULES_TITLE), main)))
}

/// The rules of one.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let say = |text: &'static PageText| text.of(language);
    let game = request.match_info().get("game").and_then(games::find);
    let game = game.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let meta = game.meta();
    let (version, rules) = requested(QueryParams(&parameters(&request)?), game)?;
    let newest = (version != meta.rules_version()).then(|| {
        words::RULES_OF_BEFORE.with(language, vec![("version", Arg::Verbatim(version.to_string()))])
    });
    let Written { text, headings } = written(rules.of(language), &picture(meta.slug, language));
    // On a phone the introduction comes first too, and then the contents.
    let (intro, sections) = text.split_at(text.find("<h2").unwrap_or(text.len()));
    let main = html! {
        article.rules {
            @if let Some(words) = newest {
                p.small.quiet { (words) " " a href=(meta.slug) { (say(&words::RULES_NEWEST)) } }
            }
            div.text { (PreEscaped(intro)) }
            nav.contents aria-labelledby="contents-title" {
                h2 #contents-title { (say(&words::CONTENTS)) }
                ul { @for (id, name) in &headings { li { a href={ "#" (id) } { (name) } } } }
                a.button.first href={ "../open/" (meta.slug) } { (say(&words::RULES_OPEN)) }
                a.button href={ "../?game=" (meta.slug) } { (say(&words::RULES_FIND)) }
                a.button href={ "../statistics/" (meta.slug) } { (say(&words::GAME_STATISTICS)) }
                p.small.quiet { (say(&words::RULES_ABOUT)) }
            }
            div.text { (PreEscaped(sections)) }
        }
    };
    Ok(answer::html(&request, &page(language, 1, meta.name.of(language), main)))
}

/// The picture of how a game is set up.
pub async fn set_up(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let game = request.match_info().get("game").and_then(games::find);
    let game = game.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let draw = move |permit: &Permit<Draws>| drawing::set_up(permit, game, language);
    let drawn = Admission::of(&request)?.run(draw).await?.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let (mut response, not_modified) = EntityTag::of_bytes(drawn.as_bytes()).begin(&request);
    response.insert_header((CACHE_CONTROL, "no-cache")).insert_header((VARY, "Accept-Language"));
    if not_modified {
        return Ok(response.finish());
    }
    let response = response
        .content_type(SVG)
        .insert_header((CONTENT_LANGUAGE, language.code()))
        .insert_header((CONTENT_SECURITY_POLICY, PICTURE_SECURITY_POLICY))
        .body(drawn);
    Ok(response)
}

/// The path of that picture, as the page sees it.
fn picture(slug: &str, language: Language) -> String {
    format!("{slug}/set-up.svg?language={}", language.code())
}

fn page(language: Language, depth: usize, title: &str, main: Markup) -> HtmlPage {
    HtmlPage {
        place: Some(MenuPlace::Rules),
        styles: &["home.css", "rules.css"],
        listed: true,
        ..HtmlPage::plain(language, depth, title, main)
    }
}

/// Rules as HTML.
struct Written {
    text: String,
    /// The sections, each with its anchor.
    headings: Vec<(String, String)>,
}

/// Turns the engine's Markdown into HTML: a bold rule id is the mark of its paragraph and an anchor, one that is only
/// mentioned a link to it; an image is the picture at that address. What looks like HTML in it is text.
fn written(markdown: &str, picture: &str) -> Written {
    let mut writer = Writer { picture, ..Writer::default() };
    let events: Vec<_> =
        Parser::new_ext(markdown, Options::ENABLE_TABLES).flat_map(|event| writer.write(event)).collect();
    let mut text = String::new();
    pulldown_cmark::html::push_html(&mut text, events.into_iter());
    let text = text.replace("<p><figure>", "<figure>").replace("</figure></p>", "</figure>");
    Written { text, headings: writer.headings }
}

#[derive(Default)]
struct Writer<'p> {
    picture: &'p str,
    headings: Vec<(String, String)>,
    in_heading: bool,
    in_bold: bool,
    /// The alternative text and the caption of the image that is being read.
    image: Option<(String, String)>,
}

impl Writer<'_> {
    fn write<'e>(&mut self, event: Event<'e>) -> Vec<Event<'e>> {
        if self.image.is_some() {
            return self.within_image(&event);
        }
        match event {
            Event::Start(Tag::Image { title, .. }) => {
                self.image = Some((String::new(), title.into_string()));
                Vec::new()
            }
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
            Event::Start(Tag::CodeBlock(_)) => vec![raw("<pre tabindex=\"0\"><code>".to_owned())],
            Event::End(TagEnd::CodeBlock) => vec![raw("</code></pre>\n".to_owned())],
            Event::Start(Tag::Strong) => {
                self.in_bold = true;
                Vec::new()
            }
            Event::End(TagEnd::Strong) => {
                self.in_bold = false;
                Vec::new()
            }
            Event::Text(text) => self.text(text),
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            other => vec![other],
        }
    }

    /// Words within an image are its alternative text.
    fn within_image<'e>(&mut self, event: &Event<'_>) -> Vec<Event<'e>> {
        match event {
            Event::Text(text) => {
                if let Some((alt, _)) = &mut self.image {
                    alt.push_str(text);
                }
                Vec::new()
            }
            Event::End(TagEnd::Image) => {
                let (alt, caption) = self.image.take().unwrap_or_default();
                let figure = html! { figure { img #set-up src=(self.picture) alt=(alt); figcaption.small.quiet { (caption) } } };
                vec![raw(figure.into_string())]
            }
            _ => Vec::new(),
        }
    }

    fn text<'e>(&mut self, text: CowStr<'e>) -> Vec<Event<'e>> {
        if self.in_heading
            && let Some((_, name)) = self.headings.last_mut()
        {
            name.push_str(&text);
        }
        if self.in_bold && ids(&text).next().is_some_and(|(_, id)| id == &*text) {
            return vec![raw(format!("<a class=\"mark\" id=\"{text}\" href=\"#{text}\">{text}</a>"))];
        }
        if self.in_heading {
            return vec![Event::Text(text)];
        }
        if self.in_bold {
            return vec![raw("<strong>".to_owned()), Event::Text(text), raw("</strong>".to_owned())];
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
        let text = written("**YCW-6** As in YCW-7、またはYCW-I2。", "").text;
        assert!(text.contains("<p><a class=\"mark\" id=\"YCW-6\" href=\"#YCW-6\">YCW-6</a>"), "{text}");
        assert!(text.contains("<a href=\"#YCW-7\">YCW-7</a>"), "{text}");
        assert!(text.contains("<a href=\"#YCW-I2\">YCW-I2</a>"), "{text}");
    }

    #[test]
    fn nothing_in_the_rules_is_html() {
        let text = written("<script>alert(1)</script>\n\n<b onclick=x>bold</b>", "").text;
        assert!(!text.contains("<script") && !text.contains("<b "), "{text}");
    }

    #[test]
    fn an_image_is_a_figure_with_its_words() {
        let text = written("![Two \"hands\".](/elsewhere.svg \"How it begins.\")", "game/set-up.svg").text;
        let figure = "<figure><img id=\"set-up\" src=\"game/set-up.svg\" alt=\"Two &quot;hands&quot;.\">\
                      <figcaption class=\"small quiet\">How it begins.</figcaption></figure>";
        assert_eq!(text.trim(), figure);
    }

    #[test]
    fn sections_are_listed() {
        let written = written("# Game\n\n## First\n\n## Zweite `x`", "");
        assert_eq!(written.headings[0], ("s1".to_owned(), "First".to_owned()));
        assert!(written.text.contains("<h2 id=\"s2\">"));
    }
}
