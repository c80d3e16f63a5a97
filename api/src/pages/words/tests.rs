use std::collections::BTreeSet;

use kifu_engine::style::{half_width, misnamed};

use super::*;
use crate::pages::files;

#[test]
fn every_text_is_unique_and_takes_the_same_values_in_both_languages() {
    let [ja, en] = Language::ALL.map(|language| {
        assert_eq!(TEMPLATES.errors(language), [""; 0], "{language:?}");
        let read: BTreeSet<_> = patterns(language).keys().map(String::as_str).collect();
        let written: BTreeSet<_> = TEMPLATES.variables(language).keys().map(String::as_str).collect();
        assert_eq!(read, written, "modules of {language:?} can say all");
        patterns(language).iter().map(|(id, text)| (id, text.places())).collect::<BTreeMap<_, _>>()
    });
    assert_eq!(ja, en);
}

#[test]
fn every_text_is_well_written() {
    for (id, pattern) in patterns(Language::Ja) {
        for text in pattern.texts() {
            assert_eq!((half_width(text), misnamed(text)), (None, None), "{id}: {text}");
        }
    }
}

/// Modules say literals: the whole id, or its beginning where the API names the rest.
#[test]
fn every_text_is_said_and_every_text_that_is_said_is_there() {
    let texts = texts(Language::En);
    let ids: BTreeSet<_> = texts.keys().map(String::as_str).collect();
    let mut unsaid = ids.clone();
    for text in SAID {
        let id = text.id();
        assert!(ids.contains(&*id), "Rust says {id}, which has no words");
        unsaid.remove(&*id);
    }
    for (name, module) in files::modules() {
        let literal = |rest: &'static str, end| rest.split(end).next().unwrap_or_default();
        for id in module.split("say(\"").skip(1).map(|rest| literal(rest, "\"")) {
            assert!(ids.contains(id), "{name} says {id}, which has no words");
        }
        let families: Vec<_> = module.split("say(`").skip(1).map(|rest| literal(rest, "$")).collect();
        let literals: BTreeSet<_> = module.split('"').collect();
        unsaid.retain(|id| !literals.contains(id) && !families.iter().any(|family| id.starts_with(family)));
    }
    assert!(unsaid.is_empty(), "nobody says {unsaid:?}");
}
