//! The one frame of every page: the navigation, and the place for a page's own content.

use kifu_engine::text::Language;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::files::{self, FILES};
use super::words::PageText;
use super::{language, words};

/// The section of a page, as the menu has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPlace {
    /// Tables and records.
    Tables,
    /// The page of statistics.
    Statistics,
    /// The rules of the games.
    Rules,
}

const MENU: [(MenuPlace, &str, &PageText); 3] = [
    (MenuPlace::Tables, "", &words::TABLES),
    (MenuPlace::Statistics, "statistics", &words::STATISTICS),
    (MenuPlace::Rules, "rules", &words::RULES),
];

/// A page to be framed.
pub struct HtmlPage {
    /// Its language.
    pub language: Language,
    /// The way to the root of the service, which may lie below that of its host.
    pub root: String,
    /// The title.
    pub title: String,
    /// Its section.
    pub place: Option<MenuPlace>,
    /// Its own styles.
    pub styles: &'static [&'static str],
    /// Its module, if it reacts.
    pub module: Option<&'static str>,
    /// More for the head of the document.
    pub head: Markup,
    /// True: search engines may list it. False where a private record could be.
    pub listed: bool,
    /// The content, inside `<main>`.
    pub main: Markup,
}

impl HtmlPage {
    /// A page at this depth of folders with nothing but this on it, for no search engine.
    pub fn plain(language: Language, depth: usize, title: impl Into<String>, main: Markup) -> Self {
        Self {
            language,
            root: root(depth),
            title: title.into(),
            place: None,
            styles: &[],
            module: None,
            head: html! {},
            listed: false,
            main,
        }
    }
}

/// The path from a page at this depth of folders to the root of the service.
pub fn root(depth: usize) -> String {
    if depth == 0 { "./".to_owned() } else { "../".repeat(depth) }
}

/// The whole document.
pub fn document(page: &HtmlPage) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(page.language.code()) {
            (head(page))
            body { (content(page)) }
        }
    }
}

/// Everything that a reader sees of a page.
pub fn content(page: &HtmlPage) -> Markup {
    html! {
        a.skip href="#main" { (words::TO_CONTENT.of(page.language)) }
        (header(page))
        main #main tabindex="-1" { (page.main) }
        (footer(page))
        div #announcer .unseen role="status" aria-live="polite" {}
    }
}

fn head(page: &HtmlPage) -> Markup {
    let folder = format!("{}pages/{}/", page.root, FILES.version);
    let modules = page.module.map(|module| files::loaded_by(module, page.language)).unwrap_or_default();
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
            meta name="color-scheme" content="light dark";
            meta name="theme-color" content="#f3eddf" media="(prefers-color-scheme: light)";
            meta name="theme-color" content="#131110" media="(prefers-color-scheme: dark)";
            @if !page.listed { meta name="robots" content="noindex"; }
            title { (page.title) @if page.title != words::NAME.of(page.language) { " – " (words::NAME.of(page.language)) } }
            link rel="icon" type="image/svg+xml" href={ (folder) "seal.svg" };
            link rel="stylesheet" href={ (folder) "kifu.css" };
            @for style in page.styles { link rel="stylesheet" href={ (folder) (style) }; }
            script src={ (folder) "first.js" } {}
            script type="module" src={ (folder) "lib/frame.js" } {}
            @for module in &modules { link rel="modulepreload" href={ (folder) (module) }; }
            @if let Some(module) = page.module { script type="module" src={ (folder) (module) } {} }
            (page.head)
        }
    }
}

fn header(page: &HtmlPage) -> Markup {
    let other = language::other(page.language);
    html! {
        header.top {
            a.brand href=(page.root) {
                (SEAL)
                span { span.brand-name { (words::NAME.of(page.language)) } span.brand-line { (words::TAGLINE.of(page.language)) } }
            }
            nav aria-label=(words::MAIN_MENU.of(page.language)) {
                @for (place, path, text) in &MENU {
                    a href={ (page.root) (path) } aria-current=[(page.place == Some(*place)).then_some("page")] {
                        (text.of(page.language))
                    }
                }
            }
            a #language .switch href={ "?language=" (other.code()) } lang=(other.code()) hreflang=(other.code()) rel="alternate" {
                (words::OTHER_LANGUAGE.of(page.language))
            }
        }
    }
}

fn footer(page: &HtmlPage) -> Markup {
    let say = |text: &'static PageText| text.of(page.language);
    html! {
        footer.bottom {
            p { (say(&words::ABOUT_LICENCE)) " " a href={ (page.root) "docs/" } { (say(&words::API)) } }
            label.theme {
                span { (say(&words::THEME)) }
                select #theme autocomplete="off" {
                    option value="" { (say(&words::THEME_AUTO)) }
                    option value="light" { (say(&words::THEME_LIGHT)) }
                    option value="dark" { (say(&words::THEME_DARK)) }
                }
            }
        }
    }
}

/// The vermilion seal of the service, drawn without a font.
const SEAL: PreEscaped<&str> = PreEscaped(include_str!("seal.svg"));
