//! Whatever is asked of records that differ only in what is hidden.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use kifu_tests::{Client, eventually};

use super::contract::{Route, routes};
use super::masks::normalized;
use super::{KEY, Pair, record_pair, with_hidden_entries, with_secrets};

#[test]
fn hidden_facts_change_no_answer_to_a_viewer() {
    let pair = Pair::start();
    let (records, others): (Vec<_>, Vec<_>) = routes().into_iter().partition(Route::is_of_a_record);
    assert!(records.len() > 7 && others.len() > 7);
    let mut last = Vec::new();
    for game in with_secrets() {
        let mut imported = None;
        for record_pair in record_pair(game) {
            let id = pair.import(&record_pair, "public");
            for tokens in pair.tokens(id, record_pair.viewer) {
                pair.ask_everything(&records, &record_pair, id, &tokens);
            }
            let [one, other] =
                [0, 1].map(|i| pair.0[i].get(&format!("/v1/games/{id}/events")).token(KEY).send());
            assert_ne!(
                normalized(&one),
                normalized(&other),
                "{id}: the operator sees that they are not the same"
            );
            imported = Some((id, record_pair));
        }
        last.extend(imported);
    }
    for service in &pair.0 {
        wait_for_statistics(service);
    }
    for (id, record_pair) in &last {
        pair.ask_everything(&others, record_pair, *id, &[None, None]);
    }
}

/// Waits until the statistics count everything that was imported.
fn wait_for_statistics(service: &Client) {
    let as_of = || service.get("/v1/statistics/common.won").json()["as_of"].as_str().unwrap().to_owned();
    let now = DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Micros, true);
    eventually("the statistics", || (as_of() > now).then_some(()));
}

#[test]
fn a_viewer_gets_the_same_answers_whatever_the_scribe_knows() {
    let pair = Pair::start();
    let records: Vec<_> = routes().into_iter().filter(Route::is_of_a_record).collect();
    let (mut longer, mut breaches) = (0, 0);
    for game in with_secrets() {
        for record_pair in with_hidden_entries(game) {
            longer += 1;
            breaches += usize::from(record_pair.hides(game).0);
            let id = pair.import(&record_pair, "private");
            for tokens in pair.tokens(id, record_pair.viewer) {
                pair.ask_everything(&records, &record_pair, id, &tokens);
            }
        }
    }
    assert!(longer > 5 && breaches > 0, "{longer} pairs hide entries, {breaches} a broken rule");
}
