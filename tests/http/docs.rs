//! The service's documentation of itself.

use std::collections::BTreeSet;

use kifu_tests::Service;
use serde_json::Value;

const PINNED: &str = include_str!("../../openapi/openapi.json");

#[test]
fn the_contract_served_is_the_pinned_one() {
    let served = Service::shared().get("/openapi.json").json();
    let pinned: Value = serde_json::from_str(PINNED).unwrap();
    assert!(served == pinned);
}

#[test]
fn the_docs_load_nothing_from_elsewhere() {
    let service = Service::shared();
    let page = service.get("/docs/").send();
    assert_eq!(page.status, 200);
    let page = page.text();
    let references = ["src=\"", "href=\""].iter().flat_map(|mark| page.split(mark).skip(1));
    let references: Vec<_> = references.filter_map(|rest| rest.split('"').next()).collect();
    assert!(!references.is_empty());
    for reference in references {
        assert!(!reference.contains("//"), "{reference}");
        let path = reference.trim_start_matches("./");
        assert_eq!(service.get(&format!("/docs/{path}")).send().status, 200, "{reference}");
    }
}

/// The interface colours its logo by styles in the page, which the policy of the service leaves out.
#[test]
fn the_logo_of_the_docs_has_its_colours() {
    let service = Service::shared();
    let styles = service.get("/docs/index.css").send().text();
    let interface = service.get("/docs/swagger-ui-standalone-preset.js").send().text();
    let classes: BTreeSet<_> =
        styles.split(['.', ' ']).filter(|word| word.starts_with("logo_small_svg__")).collect();
    assert!(!classes.is_empty(), "{styles}");
    for class in classes {
        assert!(interface.contains(class), "the logo has no {class} any more");
    }
}

/// The problems that the operations link to.
fn linked(contract: &Value) -> BTreeSet<&str> {
    let paths = contract["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|path| path.as_object().unwrap().values());
    let descriptions = operations.filter_map(|operation| operation["description"].as_str());
    descriptions
        .flat_map(|text| text.split("(/problems/").skip(1))
        .filter_map(|rest| rest.split(')').next())
        .collect()
}

#[test]
fn every_problem_has_its_page_in_both_languages() {
    let service = Service::shared();
    let contract: Value = serde_json::from_str(PINNED).unwrap();
    let codes = contract["components"]["schemas"]["ProblemCode"]["enum"].as_array().unwrap();
    let codes: BTreeSet<_> = codes.iter().filter_map(Value::as_str).collect();
    assert!(!codes.is_empty());
    for code in &codes {
        let path = format!("/problems/{code}");
        let explained = service.get(&path).json();
        assert_eq!(explained["code"], *code);
        assert_ne!(explained["help"]["ja"], explained["help"]["en"], "{code}");
        let html =
            |language| service.get(&path).header("Accept", "text/html").header("Accept-Language", language);
        let (ja, en) = (html("ja").send(), html("en").send());
        assert!(ja.header("content-type").starts_with("text/html"), "{code}");
        assert_ne!(ja.text(), en.text(), "{code}");
    }
    let used = linked(&contract);
    assert!(!used.is_empty());
    assert!(used.is_subset(&codes), "{used:?}");
}

#[test]
fn it_is_alive_and_ready() {
    let service = Service::shared();
    for path in ["/healthz", "/readyz"] {
        assert_eq!(service.get(path).send().status, 200, "{path}");
    }
}
