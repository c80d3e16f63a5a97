//! Messages: every template fits its arguments, in both languages, and reads as words for people.
//!
//! The text of every message with some arguments is pinned beside the templates: `words/rendered.txt`. After an
//! intended change, `KIFU_PIN=1` writes the pages anew: read the difference before committing it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kifu_engine::board::Layout;
use kifu_engine::erased::Rejected;
use kifu_engine::games;
use kifu_engine::message::{Arg, Catalogue, Message};
use kifu_engine::seat::seats_in;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::text::{Language, Names, Text};
use kifu_engine::violation::ViolationView;
use kifu_engine::words::Common;
use serde_json::Value;

use crate::table::{Table, for_each_game, mangle};

/// The catalogues, each with its folder.
fn catalogues() -> Vec<(&'static Catalogue, PathBuf)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let of_games = games::ALL
        .iter()
        .map(|game| (game.catalogue(), source.join("games").join(game.meta().slug).join("words")));
    std::iter::once((Common::catalogue(), source.join("words"))).chain(of_games).collect()
}

/// People with names, and then people without.
fn names() -> Names {
    Names::by_language([Some(Text::fixed("あき", "Aki")), Some(Text::fixed("べに", "Beni")), None, None])
}

#[test]
fn every_message_has_a_template_in_both_languages_and_every_template_a_message() {
    for (catalogue, _) in catalogues() {
        let declared: BTreeSet<&str> = catalogue.samples().iter().map(Message::id).collect();
        for language in Language::ALL {
            assert_eq!(catalogue.errors(language), [""; 0], "{catalogue:?} in {language:?}");
            let written: BTreeSet<&str> = catalogue.variables(language).keys().map(String::as_str).collect();
            let missing: Vec<_> = declared.difference(&written).collect();
            let unused: Vec<_> = written.difference(&declared).collect();
            assert!(missing.is_empty(), "{catalogue:?} in {language:?} has no template for {missing:?}");
            assert!(unused.is_empty(), "{catalogue:?} in {language:?}: nothing says {unused:?}");
        }
    }
}

#[test]
fn templates_use_what_their_messages_carry_the_same_in_both_languages() {
    for (catalogue, _) in catalogues() {
        for message in catalogue.samples() {
            let carried: BTreeSet<&str> = message.args().iter().map(|(name, _)| *name).collect();
            for language in Language::ALL {
                let variables = &catalogue.variables(language)[message.id()];
                let used: BTreeSet<&str> = variables.iter().map(|variable| &*variable.arg).collect();
                assert_eq!(used, carried, "{catalogue:?} in {language:?}: {}", message.id());
            }
        }
    }
}

#[test]
fn every_message_can_be_rendered_with_every_kind_of_argument() {
    for (catalogue, _) in catalogues() {
        for message in catalogue.samples() {
            for language in Language::ALL {
                let words = catalogue.check(&message, &names(), language).unwrap_or_else(|e| panic!("{e}"));
                let nothing = message.args().iter().any(|(_, arg)| *arg == Arg::List(Vec::new()));
                assert!(nothing || !words.trim().is_empty(), "{} says nothing", message.id());
                check_words(&without_names_of_fields(&words), language, &[]);
            }
        }
    }
}

/// The text with an ellipsis for each quoted piece that is written as in JSON: names of fields, words.
pub fn without_names_of_fields(text: &str) -> String {
    let mut own = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(['“', '「']) {
        own.push_str(before);
        let (quoted, behind) = behind.split_once(['”', '」']).unwrap_or((behind, ""));
        own.push_str(if quoted.replace('…', "").is_ascii() { "…" } else { quoted });
        rest = behind;
    }
    own + rest
}

/// Checks that a sentence for people has no code in it. `allowed_words` are words of people, which may be anything.
pub fn check_words(words: &str, language: Language, allowed_words: &[&str]) {
    let own =
        allowed_words.iter().fold(words.to_owned(), |words, allowed_words| words.replace(allowed_words, ""));
    assert!(!own.contains(['{', '}', '[', ']', '"', '_', '`']), "code in {words}");
    assert!(!own.contains("null") && !words.contains("  "), "{words}");
    match language {
        Language::En => assert!(own.is_ascii() || !own.contains(is_japanese), "Japanese in {words}"),
        Language::Ja => check_japanese(&own, words),
    }
}

fn is_japanese(letter: char) -> bool {
    ('\u{3000}'..='\u{30ff}').contains(&letter) || ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

/// Japanese has no English in it but names that are printed so and the ids of rules, and no half-width punctuation.
fn check_japanese(own: &str, words: &str) {
    let printed = ["Not My Fault!", "狼が来た!!", "JSON"];
    let own = printed.iter().fold(own.to_owned(), |words, name| words.replace(name, ""));
    let rule = |word: &&str| {
        word.split_once('-').is_some_and(|(game, _)| game.chars().all(|c| c.is_ascii_uppercase()))
    };
    let latin = own.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let english: Vec<_> =
        latin.filter(|word| word.contains(|c: char| c.is_ascii_alphabetic()) && !rule(word)).collect();
    assert!(english.is_empty(), "{english:?} in {words}");
    assert!(!own.contains([',', ';', ':', '!', '?', '(', ')', ' ']), "half-width punctuation in {words}");
}

#[test]
fn messages_render_as_pinned() {
    let pin = std::env::var_os("KIFU_PIN").is_some();
    for (catalogue, folder) in catalogues() {
        let (page, now) = (folder.join("rendered.txt"), rendered(catalogue));
        if pin {
            fs::write(&page, now).expect("a writable folder");
        } else {
            let pinned = fs::read_to_string(&page).unwrap_or_default();
            let differs = pinned.lines().zip(now.lines()).find(|(pinned, now)| pinned != now);
            assert!(pinned == now, "KIFU_PIN=1 pins {} as it is now: {differs:?}", page.display());
        }
    }
}

/// Names the person of each argument of a message with several people, in the first line.
fn who_is_who(message: &Message) -> String {
    let people = message.args().iter().filter_map(|(name, arg)| match arg {
        Arg::Seat(seat) => Some(format!("{name} = {}", names().display_name(*seat, Language::En))),
        _ => None,
    });
    let people: Vec<String> = people.collect();
    if people.len() < 2 { String::new() } else { format!(" ({})", people.join(", ")) }
}

/// Every message with some arguments of every kind.
fn rendered(catalogue: &Catalogue) -> String {
    let mut page = format!("What every message says: {catalogue:?}\n");
    let mut last = "";
    for message in catalogue.samples() {
        if message.id() != last {
            last = message.id();
            write!(page, "\n{last}{}\n", who_is_who(&message)).expect("a string takes everything");
        }
        let Text { ja, en } = message.text(&names());
        let said = format!("  {en}\n  {ja}\n");
        if !page.ends_with(&said) {
            page.push_str(&said);
        }
    }
    page
}

/// A table at which everybody has a name that is found in a sentence.
fn named(table: &Table) -> (Vec<Text>, Names) {
    let called = |seat: usize| {
        let letter = |first: u32, count: usize, at: usize| {
            char::from_u32(first + u32::try_from(at % count).expect("few")).expect("a letter")
        };
        let ja = [letter('ア' as u32, 60, seat / 50), letter('ぁ' as u32, 50, seat), 'ヱ'];
        let en = [letter('A' as u32, 26, seat / 26), letter('a' as u32, 26, seat), 'q'];
        Text::new(String::from_iter(ja), String::from_iter(en))
    };
    let called: Vec<Text> = (0..table.record.seats().len()).map(called).collect();
    let names = Names::by_language(called.iter().cloned().map(Some));
    (called, names)
}

#[test]
fn the_detail_of_a_violation_has_the_seats_its_message_names() {
    for_each_game(|table| {
        let (called, names) = named(table);
        for _ in 0..30 {
            let Some(mv) = table.sample() else { break };
            for _ in 0..6 {
                let mut entry = mangle(&mv, &mut table.dice);
                entry["irregular"] = (table.dice.below_len(2) == 0).into();
                check_violations(table, &entry, &called, &names);
            }
            table.accept(&mv);
        }
    });
}

/// Codes of violations that are about another seat than the one that makes the move.
const CODES_ABOUT_OTHERS: [&str; 6] = [
    // The seat that the table does not have, or whose card is looked at.
    "no_such_seat",
    // The seat that holds eight chickens, while others go on (BR-2).
    "redeal_due",
    "not_dealt_again",
    // The seat that came forward before somebody noted to hold that card (HW-4, HW-6, HW-7).
    "not_the_holder",
    "own_card",
    "used_both",
];

/// `seat` in the detail of a violation is the seat that makes the move.
fn check_actor(entry: &Value, violation: &ViolationView) {
    let (Some(made), Some(said)) = (entry["seat"].as_i64(), violation.detail["seat"].as_i64()) else {
        return;
    };
    assert!(made == said || CODES_ABOUT_OTHERS.contains(&violation.code), "{entry}: {violation:?}");
}

fn check_violations(table: &Table, entry: &Value, called: &[Text], names: &Names) {
    let mut record = table.record.fork();
    match record.add(entry, names) {
        Err(Rejected::Refused(refusal)) => {
            let violation = refusal.violation.view(names);
            check_violation(&violation, called);
            check_actor(entry, &violation);
        }
        Err(Rejected::Malformed(_)) => {}
        Ok(_) => {
            let steps = record.steps(record.len(), record.len(), names);
            for step in &steps {
                for breach in &step.breaches {
                    check_violation(breach, called);
                    check_actor(entry, breach);
                }
                let quoted = entry["text"].as_str();
                for text in &step.narration {
                    check_text(text, called, quoted);
                }
            }
        }
    }
}

/// `quoted` holds words that somebody said, in any language.
fn check_text(text: &Text, called: &[Text], quoted: Option<&str>) {
    for language in Language::ALL {
        let allowed_words: Vec<&str> = called.iter().map(|name| name.of(language)).chain(quoted).collect();
        check_words(text.of(language), language, &allowed_words);
    }
}

fn check_violation(violation: &ViolationView, called: &[Text]) {
    check_text(&violation.message, called, None);
    let seats = seats_in(&violation.detail);
    for (seat, name) in (0..).map(Seat::new).zip(called) {
        for language in Language::ALL {
            let named = violation.message.of(language).contains(name.of(language));
            assert!(!named || seats.contains(&seat), "seat {seat} is not in the detail of {violation:?}");
        }
    }
}

/// Everything that a reader sees of a position: the last step, the forms, the table in words.
fn all_texts(table: &Table, names: &Names) -> Vec<Text> {
    let record = &table.record;
    let mut texts = Vec::new();
    for step in record.steps(record.len(), record.len(), names) {
        texts.extend(step.narration);
        texts.extend(step.breaches.into_iter().map(|breach| breach.message));
    }
    let parts = record.seats().iter().filter_map(|seat| record.part_form(seat, names));
    let forms = record.forms(Viewer::Scribe, None, names).into_iter().flatten();
    for form in forms.chain(parts) {
        labels(&serde_json::to_value(form).expect("forms are JSON"), &mut texts);
    }
    let [ja, en] = Language::ALL
        .map(|language| record.board(record.len(), names, language, Layout::Portrait).expect("a board"));
    texts.push(Text::new(said(&ja), said(&en)));
    texts
}

fn labels(value: &Value, texts: &mut Vec<Text>) {
    match value {
        Value::Object(fields) => {
            if let (Some(Value::String(ja)), Some(Value::String(en))) = (fields.get("ja"), fields.get("en")) {
                texts.push(Text::new(ja.clone(), en.clone()));
            }
            fields.values().for_each(|value| labels(value, texts));
        }
        Value::Array(values) => values.iter().for_each(|value| labels(value, texts)),
        _ => {}
    }
}

/// The text alternative of a board.
fn said(svg: &str) -> String {
    let board = roxmltree::Document::parse(svg).expect("a board is XML");
    let said = board.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text());
    said.unwrap_or_default().to_owned()
}

#[test]
fn log_forms_and_boards_are_words_for_people() {
    for_each_game(|table| {
        let (called, names) = named(table);
        for _ in 0..40 {
            let quoted = table.log().pop().and_then(|entry| entry["text"].as_str().map(str::to_owned));
            for text in all_texts(table, &names) {
                check_text(&text, &called, quoted.as_deref());
            }
            if table.play().is_none() {
                break;
            }
        }
    });
}

#[test]
fn a_seat_is_called_the_same_in_log_refusal_board_and_form() {
    for_each_game(|table| {
        let (called, names) = named(table);
        let nobody = Names::none(called.len());
        for _ in 0..30 {
            let [mut with, mut without] = [&names, &nobody].map(|names| all_texts(table, names));
            if let Some(mv) = table.sample() {
                let wrong = mangle(&mv, &mut table.dice);
                if let Err(Rejected::Refused(refusal)) = table.record.fork().append(&wrong) {
                    with.push(refusal.message().text(&names));
                    without.push(refusal.message().text(&nobody));
                }
            }
            assert_eq!(with.len(), without.len());
            for (with, without) in with.iter().zip(&without) {
                for language in Language::ALL {
                    let by_number = (0..).map(Seat::new).zip(&called);
                    let unnamed = by_number.fold(with.of(language).to_owned(), |text, (seat, name)| {
                        text.replace(name.of(language), &nobody.display_name(seat, language))
                    });
                    assert_eq!(unnamed, without.of(language), "{with:?}");
                }
            }
            if table.play().is_none() {
                break;
            }
        }
    });
}
