//! All requests to archives whose records differ only in hidden facts.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use kifu_tests::{Client, eventually};

use super::contract::routes;
use super::{Pair, record_pair, with_secrets};

#[test]
fn hidden_facts_change_no_answer_about_the_archive() {
    let pair = Pair::start();
    let routes: Vec<_> = routes().into_iter().filter(|route| !route.is_of_a_record()).collect();
    assert!(routes.len() > 7);
    let mut records = Vec::new();
    for game in with_secrets() {
        let mut imported: Vec<_> = record_pair(game)
            .into_iter()
            .map(|pair_of_game| (pair.import(&pair_of_game, "public"), pair_of_game))
            .collect();
        records.extend(imported.pop());
    }
    for service in &pair.0 {
        wait_for_statistics(service);
    }
    for (id, record_pair) in &records {
        pair.ask_everything(&routes, record_pair, *id, &[None, None]);
    }
}

/// Waits until the statistics count everything that was imported.
fn wait_for_statistics(service: &Client) {
    let as_of = || service.get("/v1/statistics/common.won").json()["as_of"].as_str().unwrap().to_owned();
    let now = DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Micros, true);
    eventually("the statistics", || (as_of() > now).then_some(()));
}
