//! The settings that people are offered before they choose a game.

use kifu_engine::games;
use kifu_engine::setting::{Offers, Setting};
use serde_json::{Value, json};

/// Every value that a setting offers, with the number of seats that it needs.
fn offered(setting: &Setting) -> Vec<(Value, Option<u8>)> {
    match &setting.offers {
        Offers::Switch => vec![(json!(true), None), (json!(false), None)],
        Offers::OneOf { of } => of.iter().map(|offer| (json!(offer.value), offer.seats)).collect(),
        Offers::Number { least, most } => vec![(json!(least), None), (json!(most), None)],
        Offers::Seat => vec![(json!(0), None), (json!(1), None)],
    }
}

#[test]
fn every_value_offered_opens_a_record_with_the_seats_it_needs() {
    for game in games::ALL {
        let (least, most) = game.meta().seats;
        for setting in game.meta().settings {
            for (value, seats) in offered(setting) {
                let seats = seats.map_or(least..=most, |seats| seats..=seats);
                let options = json!({ setting.name: value });
                let chosen = seats.into_iter().any(|seats| game.open_new(seats, &options).is_ok());
                assert!(chosen, "{}: {options}", game.meta().slug);
            }
        }
    }
}
