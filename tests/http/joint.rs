//! Several phones at one table: a joint move is entered in secret, seat by seat, and becomes one move.

mod instances;

use kifu_tests::{Answer, Ask, Client, Service, Table, bare, timeless};
use serde_json::{Value, json};

const READ_PATHS: [&str; 8] =
    ["", "/choices", "/events", "/replay", "/replay/0", "/record", "/board.svg", "/joint"];

/// One phone: a seat's, or the scribe's.
struct Phone {
    client: Client,
    table: Table,
    token: String,
    query: String,
}

impl Phone {
    fn of(client: &Client, table: &Table, seat: usize) -> Self {
        let token = table.seats[seat].clone();
        Self { client: client.clone(), table: table.clone(), token, query: String::new() }
    }

    /// The scribe's, for a guest at this seat.
    fn for_guest(client: &Client, table: &Table, seat: usize) -> Self {
        let token = table.scribe.clone();
        Self { client: client.clone(), table: table.clone(), token, query: format!("?seat={seat}") }
    }

    fn ask(&self, method: &str) -> Ask {
        let path = self.table.path(&format!("/joint{}", self.query));
        self.client.ask(method, &path).token(&self.token)
    }

    fn look(&self) -> Value {
        self.table.at(&self.client).get_as(Some(&self.token), "/joint").json()
    }

    fn tag(&self) -> String {
        let answer = self.table.at(&self.client).get_as(Some(&self.token), "/joint").send();
        answer.header("etag").to_owned()
    }

    fn tag_of(&self, version: u64) -> String {
        self.table.at(&self.client).tag(version)
    }

    fn enter_at(&self, tag: &str, part: &Value) -> Answer {
        self.ask("PUT").header("If-Match", tag).body("application/json", part.to_string()).send()
    }

    fn enter(&self, part: &Value) -> Answer {
        self.enter_at(&self.tag(), part)
    }

    fn withdraw(&self) -> Answer {
        self.ask("DELETE").header("If-Match", &self.tag()).send()
    }
}

fn phones(client: &Client, table: &Table) -> Vec<Phone> {
    (0..table.seats.len()).map(|seat| Phone::of(client, table, seat)).collect()
}

fn throw(hand: &str) -> Value {
    json!({"type": "throw", "hand": hand})
}

fn vote(ballot: impl Into<Value>) -> Value {
    json!({"type": "vote", "ballot": ballot.into()})
}

fn pass(card: &str) -> Value {
    json!({"type": "pass_cards", "card": card})
}

fn dealt(cards: [&str; 2]) -> Value {
    json!({"type": "deal", "cards": cards})
}

const HANDS: [[&str; 2]; 4] =
    [["villager", "seer"], ["villager", "werewolf"], ["madman", "villager"], ["villager", "villager"]];

/// A table of Half Werewolf in the evening.
fn evening(client: &Client) -> Table {
    let table = client.open_plain("half_werewolf", 5);
    let skip = |ability: &str| json!({"type": "skip_ability", "ability": ability});
    let pass = json!({"type": "pass_cards", "cards": vec![Value::Null; 5]});
    let day = json!({"type": "end_day"});
    table.log(&json!([{"type": "deal"}, pass, skip("seer"), skip("gravedigger"), day])).json();
    table
}

fn assert_refused(answer: &Answer, status: u16, code: &str) -> Value {
    assert_eq!(answer.status, status, "{}", answer.text());
    let problem = answer.json();
    assert_eq!(problem["code"], code, "{problem}");
    assert!(problem["message"]["ja"] != problem["message"]["en"], "{problem}");
    problem
}

/// Everything that is answered about a record, without its id and times.
fn reads(client: &Client, table: &Table, token: Option<&str>) -> Vec<String> {
    let feed = client.get("/v1/feed?limit=1000").send().lines_about(&table.id);
    let reads = READ_PATHS.iter().map(|path| {
        let answer = table.at(client).get_as(token, path).send();
        let text = timeless(&answer.text()).replace(&table.id, "ID");
        format!("{path} {} {} {text}", answer.status, answer.header("etag"))
    });
    reads.chain([feed]).collect()
}

trait LinesAbout {
    fn lines_about(&self, id: &str) -> String;
}

impl LinesAbout for Answer {
    /// The entries of the feed that are about this record.
    fn lines_about(&self, id: &str) -> String {
        let feed = self.json();
        let events = feed["events"].as_array().unwrap().iter();
        events
            .filter(|event| event.to_string().contains(id))
            .map(|event| event["entry"].to_string())
            .collect()
    }
}

#[test]
fn three_phones_and_a_guest_play_half_werewolf_until_the_votes() {
    let service = Service::shared();
    let table = service.open_plain("half_werewolf", 4);
    let mut phones = phones(&service, &table);
    phones[3] = Phone::for_guest(&service, &table, 3);
    let enter_all = |parts: [Value; 4]| {
        for (number, (phone, part)) in phones.iter().zip(&parts).enumerate().take(3) {
            let waiting = phone.enter(part);
            assert_eq!(waiting.status, 200, "{}", waiting.text());
            let waiting = waiting.json();
            assert_eq!(waiting["entered"].as_array().unwrap().len(), number + 1, "{waiting}");
            assert_eq!(bare(&waiting["own"]), *part);
        }
        let made = phones[3].enter(&parts[3]);
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()
    };
    let made = enter_all(HANDS.map(dealt));
    assert_eq!(made["entries"][0]["hands"], json!(HANDS));
    let made = enter_all(["seer", "villager", "villager", "villager"].map(pass));
    assert_eq!(made["steps"][0]["move"]["cards"], json!(["seer", "villager", "villager", "villager"]));
    let seen = table.get_as(Some(&table.seats[1]), "/events").json()["events"][1]["entry"].clone();
    assert_eq!(seen["cards"], json!([null, "villager", "villager", null]), "giver and receiver see a card");
    table.log_as(3, &json!({"type": "seer_look", "seat": 3, "target": {"graveyard": 0}})).json();
    table.log(&json!({"type": "end_day"})).json();
    let voteless = assert_refused(&phones[2].enter(&vote(json!(1))), 422, "violation");
    assert_eq!(voteless["violation"]["rule"], "HW-12", "seat 2 has the madman, and knows it");
    let refused = assert_refused(&phones[0].enter(&vote(json!(7))), 422, "violation");
    assert_eq!(refused["violation"]["rule"], "G-5");
    let made = enter_all([json!(1), json!(2), Value::Null, json!(1)].map(vote));
    assert_eq!(bare(&made["entries"][0]), json!({"type": "vote", "ballots": [1, 2, null, 1]}));
    assert_eq!(made["state"]["executed"], 1);
}

#[test]
fn no_route_shows_a_part_before_all_are_in() {
    let service = Service::start();
    let tables = [json!(1), json!("graveyard")].map(|ballot| {
        let table = evening(&service);
        let phones = phones(&service, &table);
        for seat in [0, 3] {
            assert_eq!(phones[seat].enter(&vote(ballot.clone())).status, 200);
        }
        table
    });
    let viewers = |table: &Table| {
        let seats = [1, 2, 4].map(|seat| Some(table.seats[seat].clone()));
        [None, Some(table.scribe.clone())].into_iter().chain(seats).collect::<Vec<_>>()
    };
    let [one, other] = tables.each_ref().map(|table| {
        let reads: Vec<Vec<String>> =
            viewers(table).iter().map(|token| reads(&service, table, token.as_deref())).collect();
        let guest = Phone::for_guest(&service, table, 0).look();
        let stale = Phone::of(&service, table, 2).enter_at(&table.tag(0), &vote(json!(1))).text();
        (reads, guest, stale.replace(&table.id, "ID"))
    });
    assert_eq!(one, other);
    let own = tables.each_ref().map(|table| Phone::of(&service, table, 3).look()["own"].clone());
    assert_eq!(own.map(|own| bare(&own)), [vote(json!(1)), vote(json!("graveyard"))], "but one's own");
    assert_eq!(one.1["entered"], json!([0, 3]));
    assert_eq!((&one.1["awaited"], &one.1["own"]), (&json!([1, 2, 4]), &Value::Null));
}

#[test]
fn a_seat_changes_its_mind_and_withdraws_until_all_are_in() {
    let service = Service::shared();
    let table = service.open_plain("punyon_ken", 2);
    let phones = phones(&service, &table);
    phones[0].enter(&throw("rock")).json();
    assert_eq!(bare(&phones[0].enter(&throw("paper")).json()["own"]), throw("paper"));
    let withdrawn = phones[0].withdraw();
    assert_eq!((withdrawn.status, &withdrawn.json()["awaited"]), (200, &json!([0, 1])));
    assert_eq!(phones[0].withdraw().status, 200, "there is nothing left to withdraw");
    assert_eq!(phones[1].enter(&throw("scissors")).status, 200);
    let made = phones[0].enter(&throw("rock"));
    assert_eq!((made.status, made.header("etag")), (201, &*table.tag(1)));
    assert_eq!(
        made.json()["entries"],
        json!([{"game": "punyon_ken", "type": "throw", "hands": ["rock", "scissors"]}])
    );
    assert_eq!(phones[0].look()["entered"], json!([]));
}

#[test]
fn a_stale_part_gets_the_events_since_and_a_retry_the_recorded_move() {
    let service = Service::shared();
    let table = service.open_plain("punyon_ken", 2);
    let phones = phones(&service, &table);
    let tag = phones[0].tag();
    phones[1].enter(&throw("scissors")).json();
    let made = phones[0].enter_at(&tag, &throw("rock"));
    let again = phones[0].enter_at(&tag, &throw("rock"));
    assert_eq!((made.status, again.status, made.text()), (201, 201, again.text()), "the answer was lost");
    assert_eq!(phones[1].enter_at(&tag, &throw("scissors")).status, 201, "an earlier one may ask too");
    let stale = assert_refused(&phones[0].enter_at(&tag, &throw("paper")), 412, "stale_version");
    let values = &stale["values"];
    assert_eq!((&values["version"], &values["since"]), (&json!(1), &json!(0)));
    assert_eq!(
        values["events"],
        json!([{"seq": 1, "entry": {"game": "punyon_ken", "type": "throw", "hands": ["rock", "scissors"]}}])
    );
    assert!(values["steps"][0]["narration"].as_array().is_some_and(|lines| lines.len() > 1), "{stale}");
    assert_refused(&phones[0].ask("DELETE").header("If-Match", &tag).send(), 412, "stale_version");
    let unnamed = phones[0].ask("PUT").body("application/json", throw("rock").to_string()).send();
    assert_refused(&unnamed, 428, "version_required");
    assert_refused(&phones[0].ask("DELETE").send(), 428, "version_required");
    assert_eq!(phones[0].look()["entered"], json!([]), "none of it counts for the next throw");
}

/// Two seats say that they were dealt the same card. Neither learns of it; the scribe sees what each said and decides.
#[test]
fn contradicting_parts_are_recorded_as_statements() {
    let service = Service::shared();
    let table = service.open_plain("half_werewolf", 4);
    let phones = phones(&service, &table);
    for (phone, hand) in phones.iter().zip(HANDS).take(3) {
        phone.enter(&dealt(hand)).json();
    }
    let cards = ["villager", "werewolf"];
    let last = phones[3].enter(&dealt(cards));
    assert_eq!(last.status, 201, "{}", last.text());
    assert_eq!(last.json()["disputes"], json!([]), "its own log agrees with it");
    assert_eq!(last.json()["entries"][0]["hands"], json!([null, null, null, cards]));
    let scribe = || table.at(&service).get_as(Some(&table.scribe), "").json();
    let disputed = &scribe()["disputes"][0];
    assert_eq!(
        (&disputed["event"], &disputed["stated"]["hands"][3]),
        (&json!(1), &json!(cards)),
        "{disputed}"
    );
    assert_eq!(disputed["applied"][0]["hands"][3], Value::Null, "{disputed}");
    let public = table.at(&service).get_as(None, "").json();
    assert_eq!((&public["disputes"], &public["irregular"]), (&json!([]), &json!(false)));
    let correction = json!({"type": "amend", "event": 1, "with": {"type": "deal", "hands": HANDS}});
    table.log(&correction).json();
    assert_eq!(scribe()["disputes"], json!([]), "nothing is left to settle");
}

#[test]
fn a_part_is_validated_only_by_what_its_seat_knows() {
    let service = Service::shared();
    let table = service.open_plain("half_werewolf", 4);
    table.log(&json!({"type": "deal", "hands": [HANDS[0], null, null, null]})).json();
    let phones = phones(&service, &table);
    let refused = assert_refused(&phones[0].enter(&pass("madman")), 422, "violation");
    assert_eq!(refused["violation"]["rule"], "HW-2");
    assert_eq!(refused["violation"]["can_record_anyway"], false);
    let hidden = phones[1].enter(&pass("seer"));
    assert_eq!(
        (hidden.status, bare(&hidden.json()["own"])),
        (200, pass("seer")),
        "it can't know who was dealt it"
    );
    let by_scribe = Phone::for_guest(&service, &table, 1).enter(&pass("seer"));
    assert_eq!(assert_refused(&by_scribe, 422, "violation")["violation"]["rule"], "HW-1");
    for (part, status, code) in [
        (vote(json!(1)), 422, "violation"),
        (json!({"type": "pass_cards", "card": "joker"}), 400, "malformed_move"),
        (json!({"type": "pass_cards", "card": null, "irregular": true}), 400, "malformed_move"),
        (json!([]), 400, "malformed_move"),
    ] {
        assert_refused(&phones[1].enter(&part), status, code);
    }
    assert_eq!(phones[0].look()["entered"], json!([1]));
}

#[test]
fn a_part_is_entered_by_its_seat_or_by_the_scribe_for_a_guest() {
    let service = Service::shared();
    let table = service.open_plain("punyon_ken", 2);
    let by = |token: Option<&str>, query: &str| {
        let ask = service.ask("PUT", &table.path(&format!("/joint{query}"))).token_if(token);
        ask.header("If-Match", "*").body("application/json", throw("rock").to_string()).send()
    };
    assert_refused(&by(None, ""), 401, "unauthenticated");
    assert_refused(&by(Some(&table.seats[0]), "?seat=1"), 403, "forbidden");
    assert_refused(&by(Some(&table.scribe), ""), 400, "malformed_parameter");
    assert_refused(&by(Some(&table.scribe), "?seat=2"), 422, "violation");
    assert_eq!(by(Some(&table.seats[0]), "?seat=0").status, 200);
    assert_eq!(by(Some(&table.scribe), "?seat=1").status, 201);
    let bremen = service.open_plain("bremen", 4);
    assert_eq!(bremen.get("/joint").json()["joint"], Value::Null);
    assert_eq!(bremen.get("/choices").json()["joint"], Value::Null);
    assert_eq!(table.get("/choices").json()["joint"], json!({"type": "throw"}));
}

#[test]
fn only_an_entry_that_changes_the_choice_discards_parts() {
    let service = Service::shared();
    let table = service.open_plain("half_werewolf", 4);
    let deal = json!({"type": "deal"});
    table.log(&deal).json();
    let phones = phones(&service, &table);
    phones[0].enter(&pass("villager")).json();
    let tag = phones[0].tag();
    table.log_as(1, &json!({"type": "note", "seat": 1, "dealt": HANDS[1]})).json();
    assert_eq!(phones[0].tag(), tag, "nobody notices that another looks at its cards");
    table.log(&json!({"type": "annotate", "text": "quiet, please"})).json();
    assert_eq!(bare(&phones[0].look()["own"]), pass("villager"));
    table.log(&json!([{"type": "take_back", "count": 2}, deal])).json();
    let looked = phones[0].look();
    assert_eq!((&looked["own"], &looked["entered"]), (&Value::Null, &json!([])));
}

#[test]
fn the_second_phone_that_logs_a_turn_gets_logged_already() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    table.log(&json!({"type": "choose_first_player", "seat": 0})).json();
    let bet = json!({"type": "bet", "seat": 0, "die": "sheep", "row": "sheep", "claim": 3});
    let log = |tag: Option<&str>| {
        let ask = table.log_as(0, &bet);
        match tag {
            Some(tag) => ask.header("If-Match", tag).send(),
            None => ask.send(),
        }
    };
    assert_eq!(log(Some(&table.tag(1))).status, 201);
    table.log_as(2, &json!({"type": "note_cup", "seat": 2, "dice": vec!["cow"; 6]})).json();
    table.log_as(1, &json!({"type": "bet", "seat": 1, "die": "cow", "row": "cow", "claim": 2})).json();
    let stale = assert_refused(&log(Some(&table.tag(1))), 412, "stale_version");
    let values = &stale["values"];
    assert_eq!(
        (&values["version"], &values["since"]),
        (&json!(3), &json!(1)),
        "seat 0 counts no note of seat 2"
    );
    assert_eq!(values["events"].as_array().unwrap().len(), 2);
    assert_eq!(bare(&values["steps"][0]["move"]), bet);
    assert_eq!(values["steps"][1]["narration"][0]["en"], "Seat 2 places a cow and claims 2 cows.");
    assert!(!stale.to_string().contains("note_cup"), "{stale}");
    let last = json!({"type": "bet", "seat": 1, "die": "cow", "row": "cow", "claim": 2});
    let twice = assert_refused(&table.log_as(1, &last).send(), 422, "violation");
    assert_eq!(twice["values"]["logged_already"], true, "{twice}");
    assert_eq!(bare(&twice["values"]["last"]["move"]), last);
    let stray = assert_refused(&log(None), 422, "violation");
    assert_eq!(
        (&stray["violation"]["rule"], &stray["values"]["logged_already"]),
        (&json!("G-2"), &json!(false))
    );
    assert_eq!(stray["values"]["version"], 3);
}
