//! All requests about a record that differs from another only in hidden facts.

use super::contract::{Route, routes};
use super::masks::normalized;
use super::{KEY, Pair, record_pair, with_hidden_entries, with_secrets};

#[test]
fn hidden_facts_change_no_answer_to_a_viewer() {
    let pair = Pair::start();
    let routes: Vec<_> = routes().into_iter().filter(Route::is_of_a_record).collect();
    assert!(routes.len() > 7);
    for game in with_secrets() {
        for record_pair in record_pair(game) {
            let id = pair.import(&record_pair, "public");
            for tokens in pair.tokens(id, record_pair.viewer) {
                pair.ask_everything(&routes, &record_pair, id, &tokens);
            }
            let [one, other] =
                [0, 1].map(|i| pair.0[i].get(&format!("/v1/games/{id}/events")).token(KEY).send());
            assert_ne!(
                normalized(&one),
                normalized(&other),
                "{id}: the operator sees that they are not the same"
            );
        }
    }
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
