//! Every message has its words in both languages, and reads as words for people. What they say with some arguments is
//! pinned as pages to read; after a change that is meant, `KIFU_PIN=1` writes them anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use kifu_engine::message::{Arg, Catalogue, Message};
use kifu_engine::text::{Language, Names, Text};
use kifu_statistics::words::StatisticsWords;

use super::{records, requests, text, webhooks};
use crate::http::problem::words::Problems;
use crate::http::problem::{Code, Problem};
use kifu_engine::style::{half_width, impolite, misnamed};

/// The catalogues, each with the folder of its templates.
fn catalogues() -> [(&'static Catalogue, &'static str); 5] {
    [
        (Problems::catalogue(), "src/http/words/problems"),
        (records::Records::catalogue(), "src/http/words/records"),
        (requests::Requests::catalogue(), "src/http/words/requests"),
        (webhooks::Webhooks::catalogue(), "src/http/words/webhooks"),
        (StatisticsWords::catalogue(), "statistics/src/words"),
    ]
}

fn names() -> Names {
    Names::by_language([Some(Text::fixed("あき", "Aki")), Some(Text::fixed("べに", "Beni")), None])
}

#[test]
fn every_message_has_a_template_in_both_languages_that_uses_what_it_carries() {
    for (catalogue, _) in catalogues() {
        let samples = catalogue.samples();
        let declared: BTreeSet<&str> = samples.iter().map(Message::id).collect();
        for language in Language::ALL {
            assert_eq!(catalogue.errors(language), [""; 0], "{catalogue:?} in {language:?}");
            let written: BTreeSet<&str> = catalogue.variables(language).keys().map(String::as_str).collect();
            assert_eq!(written, declared, "{catalogue:?} in {language:?}");
            for message in &samples {
                let carried: BTreeSet<&str> = message.args().iter().map(|(name, _)| *name).collect();
                let variables = &catalogue.variables(language)[message.id()];
                let used: BTreeSet<&str> = variables.iter().map(|variable| &*variable.arg).collect();
                assert_eq!(used, carried, "{catalogue:?} in {language:?}: {}", message.id());
            }
        }
    }
}

#[test]
fn every_message_is_words_for_people_in_both_languages() {
    for (catalogue, _) in catalogues() {
        for message in catalogue.samples() {
            for language in Language::ALL {
                let words = catalogue.check(&message, &names(), language).unwrap_or_else(|e| panic!("{e}"));
                let nothing = message.args().iter().any(|(_, arg)| *arg == Arg::List(Vec::new()));
                assert!(nothing || !words.trim().is_empty(), "{} says nothing", message.id());
                check_words(&words, language);
            }
        }
    }
}

#[test]
fn every_problem_has_a_title_and_help_in_both_languages() {
    for code in Code::ALL {
        let (title, help) = (code.title(), code.help());
        let document = serde_json::to_value(Problem::plain(*code).document()).unwrap();
        assert_eq!(document["title"], *title.en);
        assert_eq!(document["message"], serde_json::to_value(&title).unwrap());
        for language in Language::ALL {
            let (title, help) = (title.of(language), help.of(language));
            check_words(title, language);
            check_words(help, language);
            assert!(!title.ends_with(['.', '。']) && help.ends_with(['.', '。']), "{title}: {help}");
        }
        assert!(impolite(&help.ja).is_none(), "{}", help.ja);
    }
}

/// Checks that a sentence for people has no code in it.
fn check_words(words: &str, language: Language) {
    assert!(!words.contains(['{', '}', '"', '`']) && !words.contains("  "), "code in {words}");
    match language {
        Language::En => {
            assert!(!words.contains(|letter: char| ('\u{3000}'..'\u{a000}').contains(&letter)), "{words}");
            assert!(!words.contains("n't"), "a contraction in {words}");
        }
        Language::Ja => {
            assert_eq!(half_width(words), None, "half-width punctuation in {words}");
            assert_eq!(misnamed(words), None, "{words}");
            let english = english_in(words);
            assert!(english.is_empty(), "{english:?} in {words}");
        }
    }
}

/// English in Japanese: every Latin word that is no name.
fn english_in(words: &str) -> Vec<&str> {
    let latin = words.split(|letter: char| !letter.is_ascii_alphanumeric() && !"-_/.:*…".contains(letter));
    latin
        .filter(|word| word.contains(|letter: char| letter.is_ascii_alphabetic()) && !is_name(word))
        .collect()
}

/// Names of formats, headers, methods, options, fields and values.
fn is_name(word: &str) -> bool {
    const NAMES: &[&str] = &[
        "API",
        "ASCII",
        "Accept",
        "Allow",
        "Authorization:",
        "Bearer",
        "Asia/Tokyo",
        "Content-Encoding",
        "Content-Range",
        "Content-Type:",
        "DELETE",
        "ETag",
        "GET",
        "HTTP",
        "ID",
        "Idempotency-Key",
        "If-Match",
        "JSON",
        "KIFU_MAX_RECORD_EVENTS",
        "KIFU_WEBHOOK_KEY",
        "MiB",
        "PATCH",
        "POST",
        "PUT",
        "RateLimit",
        "Retry-After",
        "U",
        "URL",
        "UTC",
        "Webhook",
        "application/json",
        "can_record_anyway",
        "enabled",
        "irregular",
        "limit",
        "name",
        "now",
        "null",
        "number",
        "player",
        "public",
        "role",
        "seat",
        "seats",
        "sum",
        "true",
        "false",
        "values",
        "https://",
        "--public-url",
        "--allowed-host",
    ];
    let is_path = word.starts_with("/v1/") || word.starts_with("…/");
    let is_value = word.starts_with(|letter: char| letter.is_ascii_digit());
    is_path || is_value || NAMES.contains(&word)
}

#[test]
fn messages_are_as_pinned() {
    let pin = std::env::var_os("KIFU_PIN").is_some();
    for (catalogue, folder) in catalogues() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let (page, now) = (folder.join("rendered.txt"), rendered(catalogue));
        if pin {
            fs::write(&page, now).unwrap();
        } else {
            let pinned = fs::read_to_string(&page).unwrap_or_default();
            let differs = pinned.lines().zip(now.lines()).find(|(pinned, now)| pinned != now);
            assert!(pinned == now, "KIFU_PIN=1 pins {} as it is now: {differs:?}", page.display());
        }
    }
}

/// Every message with some arguments of every kind.
fn rendered(catalogue: &Catalogue) -> String {
    let mut page = format!("What every message says: {catalogue:?}\n");
    let mut last = "";
    for message in catalogue.samples() {
        if message.id() != last {
            last = message.id();
            write!(page, "\n{last}\n").unwrap();
        }
        let Text { ja, en } = text(message);
        let said = format!("  {en}\n  {ja}\n");
        if !page.ends_with(&said) {
            page.push_str(&said);
        }
    }
    page
}
