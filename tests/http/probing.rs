//! A seat that guesses: it makes every possible statement about each hidden fact, in worlds that differ in that fact.
//! If the answers do not distinguish the worlds, the seat learns 0 bits.

use std::collections::HashSet;

use kifu_engine::game::Chooser;
use kifu_tests::{Answer, Chance, Client, Service, Table, timeless};
use serde_json::{Value, json};

/// Games of Half Werewolf in which a seer looks for the werewolf.
const GAMES: u64 = 31;
/// The cards of four seats (HW-1).
const STANDARD: [&str; 9] =
    ["seer", "werewolf", "madman", "villager", "villager", "villager", "villager", "villager", "villager"];
const ROLES: [&str; 4] = ["seer", "werewolf", "madman", "villager"];

/// The revealing part of an answer: without the values that differ between any two tables.
fn normalized(answer: &Answer) -> String {
    format!("{} {} {}", answer.status, answer.header("etag"), timeless(&answer.text()))
}

/// The view of a seat and of the public afterwards.
fn looks(service: &Client, table: &Table, seat: usize) -> String {
    let tokens = [Some(table.seats[seat].as_str()), None];
    let looks = tokens.iter().flat_map(|token| {
        ["/choices", "/forms", "/joint", "/events", "/board.svg"]
            .map(|path| normalized(&table.at(service).get_as(*token, path).send()).replace(&table.id, "ID"))
    });
    looks.collect()
}

/// Plays the same on a fresh table of each world, says the same, and looks: the answers, if they are all one.
fn the_same(
    service: &Client,
    worlds: &[Vec<Value>],
    (game, seats, seat): (&str, usize, usize),
    say: impl Fn(&Table) -> Answer,
) -> bool {
    let answers: HashSet<String> = worlds
        .iter()
        .map(|log| {
            let table = service.open_plain(game, seats);
            table.log(&json!(log)).json();
            let answer_text = normalized(&say(&table)).replace(&table.id, "ID");
            answer_text + &looks(service, &table, seat)
        })
        .collect();
    answers.len() == 1
}

/// Deals in which seat 0 has the same two cards and passes and gets the same, and the others have any.
fn werewolf_worlds(seed: u64) -> Vec<[Vec<&'static str>; 4]> {
    let mut dice = Chance::seeded(seed);
    let own = ["seer", "villager"];
    let mut worlds = Vec::new();
    for _ in 0..3 {
        let mut rest: Vec<&str> = STANDARD.to_vec();
        for card in own {
            let at = rest.iter().position(|other| *other == card).unwrap();
            rest.remove(at);
        }
        // Seat 1 passes to seat 0: a villager in every world.
        let at = rest.iter().position(|card| *card == "villager").unwrap();
        rest.remove(at);
        let chooser: &mut dyn Chooser = &mut dice;
        chooser.shuffle(&mut rest);
        let hands = [own.to_vec(), vec!["villager", rest[0]], rest[1..3].to_vec(), rest[3..5].to_vec()];
        worlds.push(hands);
    }
    worlds
}

#[test]
fn a_seat_that_guesses_learns_nothing() {
    let service = Service::shared();
    let (mut questions, mut leaks) = (0, Vec::new());
    let mut count = |same: bool, what: String| {
        questions += 1;
        if !same {
            leaks.push(what);
        }
    };
    for seed in 0..GAMES {
        let worlds = werewolf_worlds(seed);
        let deals: Vec<Vec<Value>> =
            worlds.iter().map(|hands| vec![json!({"type": "deal", "hands": hands})]).collect();
        let passed: Vec<Vec<Value>> = worlds
            .iter()
            .zip(&deals)
            .map(|(hands, deal)| {
                let cards = ["villager", "villager", hands[2][0], hands[3][0]];
                let mut log = deal.clone();
                log.push(json!({"type": "pass_cards", "cards": cards}));
                log
            })
            .collect();
        let at = ("half_werewolf", 4, 0);
        let mut dice = Chance::seeded(seed);
        let target = json!({"seat": 1 + dice.below(3), "slot": dice.below(2)});
        for role in ROLES {
            let look = json!({"type": "seer_look", "seat": 0, "target": target, "role": role});
            count(
                the_same(&service, &passed, at, |table| table.log_as(0, &look).send()),
                format!("game {seed}: {look}"),
            );
        }
        // A few games are enough for checks that do not depend on the target.
        if seed % 8 != 0 {
            continue;
        }
        let bare = json!({"type": "seer_look", "seat": 0, "target": target});
        count(the_same(&service, &passed, at, |table| table.log_as(0, &bare).send()), format!("{bare}"));
        for role in ROLES {
            let pass = json!({"type": "pass_cards", "card": role});
            let enter = |table: &Table| {
                let ask = service.ask("PUT", &table.path("/joint")).token(&table.seats[0]);
                ask.header("If-Match", "*").body("application/json", pass.to_string()).send()
            };
            count(the_same(&service, &deals, at, enter), format!("game {seed}: {pass}"));
            let note = json!({"type": "note", "seat": 0, "holds": ["seer", role]});
            count(
                the_same(&service, &passed, at, |table| table.log_as(0, &note).send()),
                format!("game {seed}: {note}"),
            );
        }
        let evening: Vec<Vec<Value>> = passed
            .iter()
            .map(|log| {
                let mut log = log.clone();
                log.push(json!({"type": "seer_look", "seat": 0, "target": {"seat": 0, "slot": 0}}));
                log.push(json!({"type": "end_day"}));
                log
            })
            .collect();
        for ballot in [json!(null), json!(1), json!("graveyard")] {
            let vote = json!({"type": "vote", "ballot": ballot});
            let enter = |table: &Table| {
                let ask = service.ask("PUT", &table.path("/joint")).token(&table.seats[0]);
                ask.header("If-Match", "*").body("application/json", vote.to_string()).send()
            };
            count(the_same(&service, &evening, at, enter), format!("game {seed}: {vote}"));
        }
    }
    bremen(&service, &mut count);
    cards(&service, &mut count);
    assert!(questions > 200, "{questions}");
    assert!(leaks.is_empty(), "{} of {questions} guesses told something: {leaks:#?}", leaks.len());
}

/// Seat 0, whose hand nobody recorded, plays every tile; two worlds differ in the holders of the others.
fn bremen(service: &Client, count: &mut impl FnMut(bool, String)) {
    let animals = ["cat", "chicken", "dog", "donkey"];
    let tiles: Vec<String> =
        animals.iter().flat_map(|animal| (1..=13).map(move |number| format!("{animal}-{number}"))).collect();
    let worlds: Vec<Vec<Value>> = (0..2)
        .map(|seed| {
            let mut tiles: Vec<String> = tiles.iter().filter(|tile| *tile != "donkey-1").cloned().collect();
            let chooser: &mut dyn Chooser = &mut Chance::seeded(seed);
            chooser.shuffle(&mut tiles);
            let hands = json!([null, tiles[..13], tiles[13..26], null]);
            vec![json!({"type": "deal", "hands": hands}), json!({"type": "lead", "seat": 0})]
        })
        .collect();
    for tile in &tiles {
        let play = json!({"type": "play", "seat": 0, "tile": tile});
        let same = the_same(service, &worlds, ("bremen", 4, 0), |table| table.log_as(0, &play).send());
        count(same, format!("{play}"));
    }
}

/// Seat 1 notes every card; of one number all are in another seat's hand, or none.
fn cards(service: &Client, count: &mut impl FnMut(bool, String)) {
    let declare = |seat: usize, number: usize, card: Value| json!({"type": "declare", "seat": seat, "number": number, "card": card});
    let worlds: Vec<Vec<Value>> = [json!(6), json!(0)]
        .into_iter()
        .map(|card| vec![declare(0, 1, card), declare(1, 2, Value::Null)])
        .collect();
    let open = json!({"game": "not_my_fault", "seats": [null, null, null],
        "options": {"deck": [1, 1, 1, 1, 1, 1, 1]}, "visibility": "unlisted"});
    for card in 0..=6 {
        let note = json!({"type": "note_card", "seat": 1, "card": card});
        let answers: HashSet<String> = worlds
            .iter()
            .map(|log| {
                let table = service.open(&open);
                table.log(&json!(log)).json();
                (normalized(&table.log_as(1, &note).send()) + &looks(service, &table, 1))
                    .replace(&table.id, "ID")
            })
            .collect();
        count(answers.len() == 1, format!("{note}"));
    }
}
