//! All texts about a game use the words of its rulebook, `words/terms.md` in its folder, and one style.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;

use kifu_engine::board::Layout;
use kifu_engine::erased::{AnyGame, Rejected};
use kifu_engine::games;
use kifu_engine::games::rules;
use kifu_engine::seat::Viewer;
use kifu_engine::setting::Offers;
use kifu_engine::statistics::LabelledWord;
use kifu_engine::style::misnamed;
use kifu_engine::text::{Language, Names, Text};
use serde_json::Value;

use crate::table::{Table, for_each_game, mangle, plays};

/// The words of a game's rulebook in one language, and those that stand for none of them.
struct Terms {
    language: Language,
    name: String,
    words: Vec<String>,
    forbidden: Vec<String>,
}

impl Terms {
    fn of(game: &dyn AnyGame) -> Option<[Self; 2]> {
        let path = folder(game).join("words/terms.md");
        let table = fs::read_to_string(path).ok()?;
        let rows: Vec<Vec<&str>> = table
            .lines()
            .filter(|line| line.starts_with("| "))
            .skip(1)
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        let column = |at: usize| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            let words = cells.flat_map(|cell| cell.split(',')).map(|word| word.trim().to_lowercase());
            words.filter(|word| !word.is_empty()).collect::<Vec<_>>()
        };
        let terms = |language, words, forbidden| Self {
            language,
            name: game.meta().name.of(language).to_lowercase(),
            words: column(words),
            forbidden: column(forbidden),
        };
        Some([terms(Language::En, 1, 3), terms(Language::Ja, 2, 4)])
    }

    /// The first forbidden word of a text.
    fn found_in(&self, text: &str) -> Option<&str> {
        let mut text = text.to_lowercase().replace(&self.name, "\n");
        for word in self.words.iter().filter(|word| self.forbidden.iter().any(|bad| word.contains(bad))) {
            text = text.replace(word, "\n");
        }
        let has = |word: &&String| match self.language {
            Language::Ja => text.contains(*word),
            Language::En => {
                let plural = format!("{word}s");
                text.match_indices(*word).any(|(at, _)| {
                    let letters = |c: &char| c.is_alphanumeric() || *c == '_';
                    let behind: String = text[at..].chars().take_while(|c| letters(c) || *c == ' ').collect();
                    let starts = !text[..at].ends_with(|c| letters(&c));
                    let whole = |word: &str| {
                        behind.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c| letters(&c)))
                    };
                    starts && (whole(word) || whole(&plural))
                })
            }
        };
        self.forbidden.iter().find(has).map(String::as_str)
    }
}

fn folder(game: &dyn AnyGame) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game.meta().slug)
}

/// The fault in the style of a Japanese text.
fn fault_of_style(game: &dyn AnyGame, text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    if let Some((word, term)) = misnamed(text) {
        return Some(format!("{word} for {term}"));
    }
    let text = text.replace(&*game.meta().name.ja, "").replace("Not My Fault!", "");
    if let Some(mark) = text.chars().find(|mark| ":;,!?()".contains(*mark)) {
        return Some(format!("half-width {mark}"));
    }
    let unquoted: String = {
        let mut depth = 0_usize;
        let outside = text.chars().filter(|letter| {
            depth += usize::from(*letter == '「' || *letter == '（');
            let outside = depth == 0;
            depth = depth.saturating_sub(usize::from(*letter == '」' || *letter == '）'));
            outside
        });
        outside.collect()
    };
    let sentences = unquoted.split_inclusive('。').filter_map(|sentence| sentence.strip_suffix('。'));
    sentences.map(str::trim_end).find(|sentence| is_plain(sentence)).map(|plain| format!("plain: {plain}。"))
}

/// True if a sentence ends with a verb or an adjective in its plain form.
fn is_plain(sentence: &str) -> bool {
    const POLITE_ENDINGS: [&str; 8] =
        ["です", "ます", "でした", "ました", "ません", "ください", "ましょう", "合い"];
    let polite = POLITE_ENDINGS.iter().any(|end| sentence.ends_with(end));
    !polite && sentence.ends_with(['う', 'く', 'ぐ', 'す', 'つ', 'ぬ', 'ぶ', 'む', 'る', 'た', 'だ', 'い'])
}

/// Everything wrong with these texts.
struct Faults<'g> {
    game: &'g dyn AnyGame,
    terms: Option<[Terms; 2]>,
    found: Vec<String>,
}

impl<'g> Faults<'g> {
    fn of(game: &'g dyn AnyGame) -> Self {
        Self { game, terms: Terms::of(game), found: Vec::new() }
    }

    fn look(&mut self, place: &str, text: &Text) {
        for language in Language::ALL {
            self.look_in(place, text.of(language), language);
        }
    }

    fn look_in(&mut self, place: &str, text: &str, language: Language) {
        let terms = self.terms.iter().flatten().find(|terms| terms.language == language);
        let word = terms.and_then(|terms| terms.found_in(text)).map(|word| format!("“{word}”"));
        let style = (language == Language::Ja).then(|| fault_of_style(self.game, text)).flatten();
        let english =
            (language == Language::En && text.contains(['、', '。', '「'])).then(|| "。".to_owned());
        for fault in [word, style, english, slug(text)].into_iter().flatten() {
            let fault = format!("{} {place}: {fault} in: {text}", self.game.meta().slug);
            if !self.found.contains(&fault) {
                self.found.push(fault);
            }
        }
    }

    fn none(self) {
        assert!(self.found.is_empty(), "\n{}", self.found.join("\n"));
    }

    /// Checks every game, and then reports all faults.
    fn none_in_any_game(look: impl Fn(&mut Self)) {
        let mut found = Vec::new();
        for game in games::ALL {
            let mut faults = Faults::of(*game);
            look(&mut faults);
            found.append(&mut faults.found);
        }
        assert!(found.is_empty(), "\n{}", found.join("\n"));
    }
}

/// A word as machines have them.
fn slug(text: &str) -> Option<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let mut slugs = words.filter(|word| word.trim_matches('_').contains('_'));
    slugs.next().map(|slug| format!("the slug {slug}"))
}

/// The prose that people read: Markdown without code, links' targets and the section for programs.
fn prose(markdown: &str) -> String {
    let mut prose = String::new();
    for (nth, block) in markdown.split("```").enumerate() {
        if nth % 2 == 0 {
            prose.extend(block.split('`').step_by(2));
        }
    }
    prose.replace("](", "\n").lines().filter(|line| !line.contains(".svg")).collect::<Vec<_>>().join("\n")
}

#[test]
fn rules_pages_use_the_words_of_the_rulebook() {
    Faults::none_in_any_game(|faults| {
        for language in Language::ALL {
            // The mark of a picture is no punctuation.
            let newest = faults.game.meta().rules_version();
            let text =
                rules::text(faults.game, newest).expect("it has rules").of(language).replace("![", "[");
            for line in prose(&text).lines() {
                faults.look_in("rules", line, language);
            }
        }
    });
}

#[test]
fn every_game_has_a_list_of_words() {
    for game in games::ALL {
        let terms = Terms::of(*game).unwrap_or_else(|| panic!("{}", game.meta().slug));
        for terms in terms {
            assert!(!terms.forbidden.is_empty());
            let word = &terms.forbidden[0];
            assert_eq!(terms.found_in(&format!("x {word} x")), Some(word.as_str()));
        }
    }
}

#[test]
fn settings_and_metrics_use_the_words_of_the_rulebook() {
    Faults::none_in_any_game(|faults| {
        let meta = faults.game.meta();
        words(faults, "ending", meta.endings);
        for setting in meta.settings {
            faults.look("setting", &setting.label);
            if let Offers::OneOf { of } = &setting.offers {
                of.iter().for_each(|offer| faults.look("setting", &offer.label));
            }
        }
        meta.lists.iter().for_each(|field| faults.look("setting", &field.label));
        for metric in meta.metrics {
            for text in [&metric.title, &metric.definition, &metric.unit] {
                faults.look(metric.name, text);
            }
            words(faults, metric.name, metric.words);
            for dimension in metric.dimensions {
                for text in [&dimension.title, &dimension.definition] {
                    faults.look(dimension.name, text);
                }
                words(faults, dimension.name, dimension.words);
            }
            for example in metric.examples() {
                faults.look(metric.name, &Text::fixed(example.ja, example.en));
            }
            for change in metric.changes.iter() {
                faults.look(metric.name, &Text::fixed(change.ja, change.en));
            }
        }
    });
}

fn words(faults: &mut Faults, place: &str, words: &[LabelledWord]) {
    for word in words {
        faults.look(place, &word.title);
    }
}

#[test]
fn messages_use_the_words_of_the_rulebook() {
    for_each_game(|table| {
        if games::find(table.slug()).is_none() {
            return;
        }
        let mut faults = Faults::of(table.game);
        for _ in 0..60 {
            look_at_position(&mut faults, table);
            look_at_refusals(&mut faults, table);
            if table.play().is_none() {
                break;
            }
        }
        look_at_position(&mut faults, table);
        faults.none();
    });
}

fn look_at_position(faults: &mut Faults, table: &Table) {
    let (record, names) = (&table.record, Names::none(table.record.seats().len()));
    if let Some(step) = record.steps(record.len(), record.len(), &names).last() {
        step.narration.iter().for_each(|text| faults.look("log", text));
    }
    let forms = record.forms(Viewer::Scribe, None, &names).unwrap_or_default();
    labels(faults, &serde_json::to_value(forms).expect("forms are JSON"));
    for seat in record.seats().iter() {
        let form = record.part_form(seat, &names);
        labels(faults, &serde_json::to_value(form).expect("forms are JSON"));
    }
    for language in Language::ALL {
        let Some(svg) = record.board(record.len(), &names, language, Layout::Portrait) else { continue };
        let picture = roxmltree::Document::parse(&svg).expect("a board is XML");
        let texts = picture
            .descendants()
            .filter(|node| ["text", "desc", "title"].iter().any(|name| node.has_tag_name(*name)));
        texts.for_each(|node| faults.look_in("board", &whole_text(node, language), language));
    }
}

/// The text of an element with that of its lines.
fn whole_text(node: roxmltree::Node, language: Language) -> String {
    let texts = node.descendants().filter(roxmltree::Node::is_text).filter_map(|text| text.text());
    texts.map(str::trim).collect::<Vec<_>>().join(if language == Language::Ja { "" } else { " " })
}

fn labels(faults: &mut Faults, value: &Value) {
    match value {
        Value::Object(fields) => {
            if let (Some(Value::String(ja)), Some(Value::String(en))) = (fields.get("ja"), fields.get("en")) {
                faults.look("form", &Text::new(ja.clone(), en.clone()));
            }
            fields.values().for_each(|value| labels(faults, value));
        }
        Value::Array(values) => values.iter().for_each(|value| labels(faults, value)),
        _ => {}
    }
}

fn look_at_refusals(faults: &mut Faults, table: &mut Table) {
    let moves: Vec<Value> =
        plays(&*table.record).into_iter().map(|(_, mv)| mv).chain(table.sample()).collect();
    for _ in 0..4 {
        let mv = table.dice.choose(&moves).clone();
        let mv = mangle(&mv, &mut table.dice);
        if let Err(Rejected::Refused(refusal)) = table.record.fork().append(&mv) {
            faults.look("refusal", &refusal.violation.message.text(&Names::none(0)));
        }
    }
}

/// Checks Fluent templates, `words/<language>.ftl` of each game: the words between the placeables.
#[test]
fn message_templates_use_the_words_of_the_rulebook() {
    Faults::none_in_any_game(|faults| {
        for language in Language::ALL {
            let path = folder(faults.game).join(format!("words/{}.ftl", language.code()));
            let Ok(templates) = fs::read_to_string(path) else { continue };
            for line in templates.lines().filter(|line| !line.starts_with('#')) {
                faults.look_in("template", &words_of(line), language);
            }
        }
    });
}

/// Texts of the pages that are of one game: a comment above them has its slug.
#[test]
fn page_texts_use_the_words_of_the_rulebook() {
    let pages = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../api/src/pages/words");
    let entries = fs::read_dir(pages).expect("pages have texts").flatten();
    let folders: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    let found = Cell::new(0);
    Faults::none_in_any_game(|faults| {
        let comment = format!("# {}", faults.game.meta().slug);
        for (folder, language) in
            folders.iter().flat_map(|folder| Language::ALL.map(|language| (folder, language)))
        {
            let path = folder.join(format!("{}.ftl", language.code()));
            let templates = fs::read_to_string(path).expect("the page has texts");
            for (_, text) in
                templates.lines().zip(templates.lines().skip(1)).filter(|(line, _)| *line == comment)
            {
                faults.look_in("page", &words_of(text), language);
                found.set(found.get() + 1);
            }
        }
    });
    assert!(found.get() > 0);
}

/// A line of a template without its identifier, selectors and placeables.
fn words_of(line: &str) -> String {
    let line = match line.split_once('=') {
        Some((name, rest)) if !name.contains(['{', ' ']) || name.trim_end() == name.trim() => rest,
        _ => line,
    };
    let line = line.trim_start().trim_start_matches('*');
    let line = if line.starts_with('[') { line.split_once(']').map_or("", |(_, rest)| rest) } else { line };
    let mut depth = 0_usize;
    let outside = line.chars().filter(|letter| {
        depth += usize::from(*letter == '{');
        let outside = depth == 0;
        depth = depth.saturating_sub(usize::from(*letter == '}'));
        outside && *letter != '{' && *letter != '}'
    });
    outside.collect()
}
