//! One game with everything known, nothing known until the cards are turned up, or any mixture of both.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::super::NotMyFault;
use super::super::moves::Move;
use super::{Table, read};
use crate::fact::Fact;
use crate::game::Views;
use crate::record::Status;
use crate::rules::Rules;
use crate::seat::Viewer;
use crate::seq::Seq;
use crate::tagged;
use crate::violation::Referee;

/// A real table: cards are really drawn, and everything is written down.
struct Real {
    pile: Vec<i64>,
    discards: Vec<i64>,
    placed: Vec<i64>,
    random: SmallRng,
}

impl Real {
    fn draw(&mut self) -> i64 {
        if self.pile.is_empty() {
            self.shuffle();
        }
        let card = self.pile.pop().unwrap();
        self.placed.push(card);
        card
    }

    fn shuffle(&mut self) {
        self.pile.append(&mut self.discards);
        self.pile.shuffle(&mut self.random);
    }

    fn next(&mut self, game: &Value) -> Value {
        if game["phase"] == "reveal" {
            let cards = std::mem::take(&mut self.placed);
            self.discards.extend(&cards);
            return json!({"type": "reveal", "cards": cards});
        }
        let (seat, arrow) = (game["turn"].as_i64().unwrap(), game["arrow"].as_i64().unwrap());
        if game["must_audit"] == true || arrow > 0 && self.random.random_ratio(1, 5) {
            return json!({"type": "audit", "seat": seat});
        }
        if !self.discards.is_empty() && self.random.random_ratio(1, 12) {
            self.shuffle();
            return json!({"type": "reshuffle"});
        }
        let black =
            super::super::rules::track::BLACK_SQUARES.into_iter().find(|number| *number > arrow).unwrap();
        json!({"type": "declare", "seat": seat, "number": black, "card": self.draw()})
    }
}

fn whole_game(seed: u64) -> (Table, Vec<Value>) {
    let mut random = SmallRng::seed_from_u64(seed);
    let deck: [i64; 7] = std::array::from_fn(|_| random.random_range(1..4));
    let seats = random.random_range(2..=8);
    let deck_stated = random.random_bool(0.6);
    let extreme = random.random_bool(0.5);
    let options =
        if deck_stated { json!({"deck": deck, "extreme": extreme}) } else { json!({"extreme": extreme}) };
    let copies = |(number, copies): (i64, i64)| (0..copies).map(move |_| number);
    let mut pile: Vec<i64> = (0..).zip(deck).flat_map(copies).collect();
    pile.shuffle(&mut random);
    let mut real = Real { pile, discards: Vec::new(), placed: Vec::new(), random };
    let mut table = Table::open(seats, &options);
    let start = Table::open(seats, &options);
    let mut moves = Vec::new();
    while table.0.status() == Status::Live {
        let mv = real.next(&table.view());
        table.play(&mv);
        moves.push(mv);
        if !deck_stated && real.pile.is_empty() && real.discards.is_empty() {
            real.discards.push(6); // Nobody said what the deck is: another card turns up.
        }
    }
    (start, moves)
}

/// The move as a scribe with less knowledge would have recorded it.
fn forget(mv: &Value, random: &mut SmallRng) -> Value {
    let mut less = mv.clone();
    if mv["type"] == "declare" && random.random_bool(0.5) {
        less["card"] = json!(null);
    }
    if let Some(cards) = mv["cards"].as_array() {
        less["sum"] = cards.iter().map(|card| card.as_i64().unwrap()).sum::<i64>().into();
        for card in less["cards"].as_array_mut().unwrap() {
            if random.random_bool(0.5) {
                *card = json!(null);
            }
        }
        if random.random_bool(0.3) {
            less.as_object_mut().unwrap().remove("cards");
        }
    }
    less
}

/// Everything but the cards.
fn but_the_cards(view: &Value) -> Value {
    let mut view = view.clone();
    view.as_object_mut()
        .unwrap()
        .retain(|key, _| !["cards", "revealed", "draw_pile"].contains(&key.as_str()));
    view
}

#[test]
fn any_mixture_of_known_and_unknown_folds_to_the_same() {
    for seed in 0..150 {
        let (mut full, moves) = whole_game(seed);
        let mut less: Vec<Table> = (0..3).map(|_| Table(full.0.clone())).collect();
        let mut random = SmallRng::seed_from_u64(seed);
        for mv in &moves {
            full.play(mv);
            for less in &mut less {
                less.play(&forget(mv, &mut random));
                assert_eq!(but_the_cards(&less.view()), but_the_cards(&full.view()), "seed {seed}");
            }
        }
        for less in less {
            assert_eq!(less.outcome(), full.outcome(), "seed {seed}");
        }
    }
}

/// A viewer's view of each move, folded on its own.
#[test]
fn viewers_know_the_open_cards_and_their_own() {
    for seed in 200..260 {
        let (table, moves) = whole_game(seed);
        let seats = table.0.seats();
        for viewer in seats.iter().map(Viewer::Seat).chain([Viewer::Public]) {
            let (mut full, mut own) = (table.0.now().clone(), table.0.now().clone());
            for (event, mv) in (1..).map(Seq).zip(moves.iter().map(read)) {
                for seen in full.seen_by(&mv, viewer) {
                    own = own
                        .play(event, &seen, &mut Referee::strict())
                        .unwrap_or_else(|v| panic!("{seen:?}: {v:?}"))
                        .0;
                }
                full = full.play(event, &mv, &mut Referee::strict()).unwrap().0;
                assert_knows_its_own(&full, &own, viewer);
            }
        }
    }
}

fn assert_knows_its_own(full: &NotMyFault, own: &NotMyFault, viewer: Viewer) {
    let (full, own) = (full.view(), own.view());
    assert_eq!((full.phase, full.turn, full.arrow), (own.phase, own.turn, own.arrow));
    assert_eq!((&full.revealed, &full.draw_pile), (&own.revealed, &own.draw_pile));
    for (full, own) in full.cards.iter().zip(&own.cards) {
        assert_eq!(own.card, full.card.seen_if(viewer.shares(full.seat)));
    }
}

/// Cards that the scribe noted lie open when they are turned up, even if the reveal says less.
#[test]
fn a_reveal_shows_earlier_notes() {
    let mut table = Table::of(2);
    table.declare(0, 5, Some(3));
    table.declare(1, 8, None);
    table.audit(0);
    let seen = |mv: Value| table.0.now().seen_by(&read(&mv), Viewer::Public);
    let shown = [read(&json!({"type": "reveal", "cards": [3, null], "sum": 8}))];
    assert_eq!(seen(json!({"type": "reveal", "sum": 8})), shown);
    assert_eq!(seen(json!({"type": "reveal", "cards": [null, null], "sum": 8})), shown);
    let mv = read(&json!({"type": "reveal", "sum": 8}));
    assert_eq!(table.0.now().seen_by(&mv, Viewer::Scribe), [mv]);
}

#[test]
fn moves_are_written_as_they_were_read() {
    for mv in [
        json!({"type": "declare", "seat": 0, "number": 5}),
        json!({"type": "declare", "seat": 0, "number": 5, "card": 3}),
        json!({"type": "note_card", "seat": 0, "card": 3}),
        json!({"type": "audit", "seat": 1}),
        json!({"type": "reveal", "cards": [3, null]}),
        json!({"type": "reveal", "sum": 8}),
        json!({"type": "reshuffle"}),
    ] {
        assert_eq!(tagged::write(&read(&mv)), mv);
    }
    let unknown = read(&json!({"type": "declare", "seat": 0, "number": 5, "card": null}));
    assert!(matches!(unknown, Move::Declare { card: Fact::Unknown, .. }));
}
