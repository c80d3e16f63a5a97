//! Whatever is asked of records that differ only in what is hidden.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use kifu_tests::{Client, eventually};

use super::contract::{Route, routes};
use super::masks::told;
use super::{KEY, Pair, twins, with_hidden_entries, with_secrets};

#[test]
fn what_is_hidden_from_a_viewer_changes_no_answer_to_it() {
    let pair = Pair::start();
    let (records, others): (Vec<_>, Vec<_>) = routes().into_iter().partition(Route::is_of_a_record);
    assert!(records.len() > 7 && others.len() > 7);
    let mut last = Vec::new();
    for game in with_secrets() {
        let mut imported = None;
        for twins in twins(game) {
            let id = pair.import(&twins, "public");
            for tokens in pair.tokens(id, twins.viewer) {
                pair.ask_everything(&records, &twins, id, &tokens);
            }
            let [one, other] =
                [0, 1].map(|i| pair.0[i].get(&format!("/v1/games/{id}/events")).token(KEY).send());
            assert_ne!(told(&one), told(&other), "{id}: the operator sees that they are not the same");
            imported = Some((id, twins));
        }
        last.extend(imported);
    }
    for service in &pair.0 {
        settle(service);
    }
    for (id, twins) in &last {
        pair.ask_everything(&others, twins, *id, &[None, None]);
    }
}

/// Waits until the statistics count everything that was imported.
fn settle(service: &Client) {
    let as_of = || service.get("/v1/statistics/general.won").json()["as_of"].as_str().unwrap().to_owned();
    let now = DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Micros, true);
    eventually("the statistics", || (as_of() > now).then_some(()));
}

#[test]
fn who_knows_less_than_the_scribe_is_answered_as_if_nobody_knew_more() {
    let pair = Pair::start();
    let records: Vec<_> = routes().into_iter().filter(Route::is_of_a_record).collect();
    let (mut longer, mut breaches) = (0, 0);
    for game in with_secrets() {
        for twins in with_hidden_entries(game) {
            longer += 1;
            breaches += usize::from(twins.hides(game).0);
            let id = pair.import(&twins, "private");
            for tokens in pair.tokens(id, twins.viewer) {
                pair.ask_everything(&records, &twins, id, &tokens);
            }
        }
    }
    assert!(longer > 5 && breaches > 0, "{longer} pairs hide entries, {breaches} a broken rule");
}
