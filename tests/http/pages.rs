//! The pages over HTTP: languages, the resources that they may load, their size, and the place of rules.

use std::collections::BTreeSet;

use kifu_engine::games;
use kifu_tests::{Answer, Client, Service};
use uuid::Uuid;

/// The most that a page may weigh with all its files, compressed.
const MAX_PAGE_BYTES: usize = 100_000;

/// Every page that there is, and what its address is relative to.
fn pages() -> Vec<String> {
    let mut pages = ["/", "/players", "/rules", "/statistics", "/statistics/metrics/common.won"]
        .map(str::to_owned)
        .to_vec();
    pages.extend([format!("/games/{}", Uuid::nil()), format!("/players/{}", Uuid::nil())]);
    for game in games::ALL {
        pages.push(format!("/statistics/{}", game.meta().slug));
        pages.extend(
            game.meta()
                .metrics
                .first()
                .map(|metric| format!("/statistics/metrics/{}.{}", game.meta().slug, metric.name)),
        );
        pages.push(format!("/open/{}", game.meta().slug));
        pages.push(format!("/rules/{}", game.meta().slug));
    }
    pages
}

fn attributes<'t>(page: &'t str, name: &str) -> Vec<&'t str> {
    let mark = format!(" {name}=\"");
    let values = page.split(mark.as_str()).skip(1).filter_map(|rest| rest.split('"').next());
    values.collect::<Vec<_>>()
}

/// The address that a page at this path means by a reference.
fn resolved(path: &str, reference: &str) -> String {
    let base = url::Url::parse(&format!("http://kifu{path}")).unwrap();
    let url = base.join(reference).unwrap();
    assert_eq!(url.host_str(), Some("kifu"), "{path} leads elsewhere: {reference}");
    url.path().to_owned()
}

/// The files that a page loads: styles, scripts, and what it says that these load.
fn files(path: &str, page: &str) -> BTreeSet<String> {
    let references = attributes(page, "href").into_iter().chain(attributes(page, "src"));
    let references = references.filter(|reference| reference.contains("pages/"));
    references.map(|reference| resolved(path, reference)).collect()
}

/// The status of a page. A missing record has a page too: it asks again with the token that it was opened with.
fn status(path: &str) -> u16 {
    if path.starts_with("/games/") { 404 } else { 200 }
}

fn compressed(service: &Client, path: &str) -> Answer {
    let answer = service.get(path).header("Accept-Encoding", "br").send();
    assert_eq!(answer.status, status(path), "{path}");
    answer
}

#[test]
fn a_missing_page_is_html_for_people_and_a_problem_for_programs() {
    let service = Service::shared();
    for path in ["/nowhere", "/rules/chess", "/open/chess/deeper", "/games/not-an-id"] {
        let read = |accepted: &str| {
            service.get(path).header("Accept", accepted).header("Accept-Language", "ja").send()
        };
        let page = read("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
        assert!(page.text().contains("すべての卓へ戻る") && page.header("vary").contains("Accept"), "{path}");
        let problem = read("*/*");
        assert_eq!(
            (page.status, problem.header("content-type")),
            (problem.status, "application/problem+json")
        );
    }
    let asked_by_a_browser = service.get("/v1/games/none").header("Accept", "text/html,*/*;q=0.8").send();
    assert_eq!(asked_by_a_browser.header("content-type"), "application/problem+json");
}

#[test]
fn every_page_is_in_the_requested_language() {
    let service = Service::shared();
    for path in pages() {
        let page = |accepted: &str, query: &str| {
            let answer = service.get(&format!("{path}{query}")).header("Accept-Language", accepted).send();
            assert_eq!(
                (answer.status, answer.header("vary").contains("Accept-Language")),
                (status(&path), true),
                "{path}"
            );
            answer.text()
        };
        let (ja, en) = (page("ja,en;q=0.5", ""), page("de, en", ""));
        assert!(ja.contains("<html lang=\"ja\">") && en.contains("<html lang=\"en\">"), "{path}");
        assert_eq!(page("en", "?language=ja"), ja, "the address counts more: {path}");
        let odd = service.get(&format!("{path}?language=de")).send();
        assert_eq!((odd.status, &odd.json()["code"]), (400, &"malformed_parameter".into()), "{path}");
    }
}

#[test]
fn a_page_loads_nothing_from_elsewhere_and_runs_nothing_of_its_own() {
    let service = Service::shared();
    for path in pages() {
        let answer = service.get(&path).send();
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("'unsafe"), "{policy}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        let page = answer.text();
        assert!(!page.contains("<style") && attributes(&page, "style").is_empty(), "{path}");
        assert_eq!(
            page.matches("<script").count(),
            page.matches("<script src=").count() + page.matches("<script type=\"module\" src=").count(),
            "{path}"
        );
        for reference in attributes(&page, "href").into_iter().chain(attributes(&page, "src")) {
            resolved(&path, reference);
        }
        let again = service.get(&path).header("If-None-Match", answer.header("etag")).send();
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

#[test]
fn a_page_weighs_little_and_its_files_are_immutable() {
    let service = Service::shared();
    for path in pages() {
        let page = compressed(&service, &path);
        let text = service.get(&path).send().text();
        let files = files(&path, &text);
        assert!(files.len() > 4, "{path}: {files:?}");
        let weights = files.iter().map(|file| {
            let answer = compressed(&service, file);
            assert!(answer.header("cache-control").contains("immutable"), "{file}");
            answer.body.len()
        });
        let weight = page.body.len() + weights.sum::<usize>();
        assert!(weight <= MAX_PAGE_BYTES, "{path} weighs {weight} bytes");
    }
}

#[test]
fn a_file_of_another_version_is_the_current_one_and_not_immutable() {
    let service = Service::shared();
    let answer = service.get("/pages/0000000000000000/kifu.css").send();
    assert_eq!((answer.status, answer.header("cache-control")), (200, "no-cache"));
    let again = service.get("/pages/0/kifu.css").header("If-None-Match", answer.header("etag")).send();
    assert_eq!((again.status, again.body.len()), (304, 0));
    for nothing in [
        "/pages/0/other.js",
        "/pages/0/lib/other.js",
        "/open/chess",
        "/rules/chess",
        "/games/seven",
        "/players/seven",
        "/statistics/chess",
        "/statistics/metrics/common.luck",
    ] {
        assert_eq!(service.get(nothing).send().status, 404, "{nothing}");
    }
}

/// The bold words in the rules that look like ids.
fn ids(rules: &str) -> Vec<&str> {
    let bold = rules.split("**").skip(1).step_by(2);
    bold.filter(|id| {
        id.contains('-')
            && id
                .chars()
                .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '-')
    })
    .collect()
}

#[test]
fn every_rule_has_an_anchor_by_which_a_refusal_links_to_it() {
    let service = Service::shared();
    for game in games::ALL {
        let rules = service.get(&format!("/v1/rules/{}", game.meta().slug)).json();
        for language in ["ja", "en"] {
            let page = service.get(&format!("/rules/{}?language={language}", game.meta().slug)).send().text();
            let ids = ids(rules["text"][language].as_str().unwrap());
            assert!(ids.len() > 5, "{}: {ids:?}", game.meta().slug);
            let anchors = attributes(&page, "id");
            for id in ids {
                let times = anchors.iter().filter(|anchor| **anchor == id).count();
                assert_eq!(times, 1, "{} has {id} {times} times in {language}", game.meta().slug);
            }
        }
    }
}
