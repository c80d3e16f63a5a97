//! Statistics: what a metric means, which games a question is about, and how its answer is written.

mod as_of;
mod groupings;
mod intervals;
mod simulated;
mod slow;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use chrono::{DateTime, TimeDelta, Utc};
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Answer, Client, Recorded, Service, eventually, random_game};
use serde_json::{Value, json};

/// A common metric with one observation a seat.
const WON: &str = "/v1/statistics/common.won";
/// How many games of each kind there are in the archive.
const GAMES_PER_KIND: usize = 9;

/// An archive of games of two kinds that everybody may ask.
struct Archive {
    service: Service,
    /// Aki, Ben and Cho.
    players: [String; 3],
    games: Vec<Played>,
}

/// A game of it.
struct Played {
    game: Recorded,
    players: Vec<usize>,
    place: &'static str,
    tags: Vec<&'static str>,
    month: usize,
}

impl Played {
    fn seats(&self) -> usize {
        self.game.names.len()
    }

    fn is_of(&self, slug: &str) -> bool {
        self.game.game == slug
    }
}

/// The archive that all tests ask. It is there as long as one of them needs it.
fn archive() -> Arc<Archive> {
    static SHARED: Mutex<Weak<Archive>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let archive = Arc::new(Archive::new());
        *shared = Arc::downgrade(&archive);
        archive
    })
}

/// Games that came to their end without a breach of the rules.
fn finished(slug: &str) -> impl Iterator<Item = Recorded> {
    let game = games::find(slug).unwrap();
    (0..).map(|seed| random_game(game, seed)).filter(|game| {
        let record = game.fold();
        record.status() == Status::Over && !record.is_irregular()
    })
}

fn new_player(service: &Client, name: &str) -> String {
    service.player_for_anybody(name)
}

impl Archive {
    fn new() -> Self {
        let service = Service::start();
        let players = ["Aki", "=Ben", "Cho"].map(|name| new_player(&service, name));
        let mut games = Vec::new();
        for (slug, seats) in [("you_cry_wolf", 3..=5), ("punyon_ken", 2..=2)] {
            for (number, game) in finished(slug)
                .filter(|game| seats.contains(&game.names.len()))
                .take(GAMES_PER_KIND)
                .enumerate()
            {
                let played = Played {
                    players: if number % 3 == 0 { vec![0, 1] } else { vec![number % 3 - 1, 2] },
                    place: if number % 2 == 0 { "ＣＡＦＥ Go" } else { "Kyoto" },
                    tags: if number % 4 == 0 { vec!["club", "final"] } else { vec!["club"] },
                    month: 1 + number % 3,
                    game,
                };
                played.record(&service, &players);
                games.push(played);
            }
        }
        let archive = Self { service, players, games };
        // The clock is looked at five times a second, so an event just before a time may not be counted as of it.
        let recorded = Utc::now() + TimeDelta::seconds(1);
        eventually("all games counted", || (archive.n(WON, "games") == games_of(&archive)).then_some(()));
        eventually("an answer of a later time", || (archive.as_of() > recorded).then_some(()));
        archive
    }

    fn ask(&self, path: &str) -> Value {
        self.service.get(path).json()
    }

    fn as_of(&self) -> DateTime<Utc> {
        self.ask(WON)["as_of"].as_str().unwrap().parse().unwrap()
    }

    fn n(&self, path: &str, what: &str) -> u64 {
        self.ask(path)["total"][what].as_u64().unwrap()
    }

    fn count(&self, counts: impl Fn(&Played) -> bool) -> u64 {
        self.games.iter().filter(|game| counts(game)).count() as u64
    }
}

fn games_of(archive: &Archive) -> u64 {
    archive.games.len() as u64
}

impl Played {
    fn record(&self, service: &Client, players: &[String; 3]) {
        let mut request = self.game.request();
        for (seat, player) in self.players.iter().enumerate() {
            request["seats"][seat] = json!({"player": players[*player]});
        }
        request["place"] = self.place.into();
        request["tags"] = json!(self.tags);
        request["played_at"] = format!("2026-0{}-15T18:00:00Z", self.month).into();
        service.open(&request).log(&json!(self.game.log)).json();
    }
}

#[test]
fn the_catalogue_defines_every_metric_and_its_queries() {
    let archive = &*archive();
    let listed = archive.service.get("/v1/statistics").send();
    let metrics = listed.json()["metrics"].as_array().unwrap().clone();
    for metric in &metrics {
        for field in ["title", "definition", "unit"] {
            for language in ["ja", "en"] {
                assert!(!metric[field][language].as_str().unwrap().is_empty(), "{metric}");
            }
        }
        let last = metric["changes"].as_array().unwrap().last().unwrap();
        assert_eq!(last["version"], metric["version"], "{metric}");
        for example in metric["examples"].as_array().unwrap() {
            let answer = archive.service.get(example["url"].as_str().unwrap()).send();
            assert_eq!(answer.status, 200, "{example}: {}", answer.text());
        }
        let url = metric["url"].as_str().unwrap();
        for group_by in metric["group_by"].as_array().unwrap() {
            let answer =
                archive.service.get(&format!("{url}?group_by={}", group_by.as_str().unwrap())).send();
            assert_eq!(answer.status, 200, "{group_by}: {}", answer.text());
        }
    }
    let of_punyon_ken = archive.ask("/v1/statistics?game=punyon_ken")["metrics"].as_array().unwrap().clone();
    assert!(of_punyon_ken.len() < metrics.len());
    assert!(
        of_punyon_ken.iter().all(|metric| metric["games"].as_array().unwrap().contains(&json!("punyon_ken")))
    );
    let again = archive.service.get("/v1/statistics").header("If-None-Match", listed.header("etag")).send();
    assert_eq!((again.status, again.text().len()), (304, 0));
}

#[test]
fn a_question_is_about_the_games_that_it_names() {
    let archive = &*archive();
    let [aki, ben, cho] = &archive.players;
    let has = |player: usize| move |game: &Played| game.players.contains(&player);
    for (query, expected) in [
        (String::new(), games_of(archive)),
        ("?game=punyon_ken".into(), archive.count(|game| game.is_of("punyon_ken"))),
        ("?game=punyon_ken&game=you_cry_wolf".into(), games_of(archive)),
        (format!("?player={aki}"), archive.count(has(0))),
        (format!("?player={aki}&player={ben}"), archive.count(|game| has(0)(game) && has(1)(game))),
        (
            format!("?player={ben}&player={cho}&game=punyon_ken"),
            archive.count(|game| has(1)(game) && has(2)(game) && game.is_of("punyon_ken")),
        ),
        (
            format!("?group={ben},{aki}"),
            archive.count(|game| has(0)(game) && has(1)(game) && game.seats() == 2),
        ),
        (format!("?of={cho}"), archive.count(has(2))),
        ("?from=2026-02-15".into(), archive.count(|game| game.month >= 2)),
        ("?from=2026-02-15T18:00:01Z".into(), archive.count(|game| game.month > 2)),
        ("?to=2026-02-15".into(), archive.count(|game| game.month <= 2)),
        ("?from=2026-02-01&to=2026-02-28".into(), archive.count(|game| game.month == 2)),
        // At 18 o'clock in UTC it is the next day in Tokyo.
        ("?from=2026-02-16&tz=Asia/Tokyo".into(), archive.count(|game| game.month >= 2)),
        ("?to=2026-02-15&tz=%2B09:00".into(), archive.count(|game| game.month < 2)),
        ("?to=2026-02-15&tz=America/New_York".into(), archive.count(|game| game.month <= 2)),
        ("?place=cafe%20go".into(), archive.count(|game| game.place != "Kyoto")),
        ("?tag=CLUB&tag=final".into(), archive.count(|game| game.tags.len() == 2)),
        ("?seats=2".into(), archive.count(|game| game.seats() == 2)),
        ("?seats=2&seats=3".into(), archive.count(|game| game.seats() <= 3)),
        (
            "?option.boxes=1".into(),
            archive.count(|game| {
                game.is_of("you_cry_wolf")
                    && game.game.opening.options.get("boxes").is_none_or(|boxes| *boxes == 1)
            }),
        ),
        ("?irregular=include".into(), games_of(archive)),
        ("?irregular=only".into(), 0),
        ("?result=nothing_like_that".into(), 0),
        ("?to=2025-12-31".into(), 0),
    ] {
        assert_eq!(archive.n(&format!("{WON}{query}"), "games"), expected, "{query}");
    }
    let of_cho = archive.ask(&format!("{WON}?of={cho}"));
    assert_eq!(of_cho["total"]["n"], of_cho["total"]["games"], "one seat a game");
    let ending = archive.games[0].game.fold().outcome().unwrap().ending;
    let same = |game: &Played| game.game.fold().outcome().unwrap().ending == ending;
    assert_eq!(archive.n(&format!("{WON}?result={ending}"), "games"), archive.count(same));
    let animal =
        archive.ask("/v1/statistics/you_cry_wolf.bid_escalation?dimension.animal=wolf&group_by=animal");
    assert_eq!(animal["groups"].as_array().unwrap().len(), 1);
    assert_eq!(animal["groups"][0]["key"], json!({"animal": "wolf"}));
}

#[test]
fn numbers_are_those_that_the_records_say() {
    let archive = &*archive();
    let mut values = Vec::new();
    for game in archive.games.iter().filter(|game| game.is_of("you_cry_wolf")) {
        for seen in game.game.fold().observe() {
            if seen.metric == "bid_escalation"
                && let kifu_engine::statistics::Value::Number(number) = seen.value
            {
                values.push(number);
            }
        }
    }
    values.sort_by(f64::total_cmp);
    let total = &archive.ask("/v1/statistics/you_cry_wolf.bid_escalation?quantiles=0,0.5,1")["total"];
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    let near =
        |value: &Value, expected: f64| assert!((value.as_f64().unwrap() - expected).abs() < 1e-9, "{total}");
    assert_eq!(total["n"], values.len());
    near(&total["mean"], mean);
    near(&total["standard_deviation"], deviation);
    near(&total["minimum"], values[0]);
    near(&total["quantiles"][1]["value"], values[values.len().div_ceil(2) - 1]);
    near(&total["quantiles"][2]["value"], *values.last().unwrap());
    assert!(total["interval"]["low"].as_f64() < total["mean"].as_f64());
    let shares = total["distribution"].as_array().unwrap();
    near(&json!(shares.iter().map(|bar| bar["share"].as_f64().unwrap()).sum::<f64>()), 1.0);
    assert!(shares.iter().all(|bar| bar["interval"]["high"].as_f64() >= bar["share"].as_f64()), "{total}");
}

fn keys(answer: &Value, by: &str) -> Vec<Value> {
    answer["groups"].as_array().unwrap().iter().map(|group| group["key"][by].clone()).collect()
}

#[test]
fn group_keys_match_their_games() {
    let archive = &*archive();
    let [aki, ben, cho] = &archive.players;
    let named = |id: &str, name: &str| json!({"id": id, "name": name});
    let ask = |query: &str| archive.ask(&format!("{WON}?{query}"));
    assert_eq!(keys(&ask("group_by=month"), "month"), ["2026-01", "2026-02", "2026-03"]);
    let tokyo = ["2026-01-16", "2026-02-16", "2026-03-16"];
    assert_eq!(keys(&ask("group_by=day&tz=Asia/Tokyo"), "day"), tokyo);
    assert_eq!(keys(&ask("group_by=day&tz=+09:00"), "day"), tokyo, "a plus that is not encoded");
    assert_eq!(keys(&ask("group_by=day"), "day"), ["2026-01-15", "2026-02-15", "2026-03-15"]);
    assert_eq!(keys(&ask("group_by=place&sort=-key"), "place"), ["ＣＡＦＥ Go", "Kyoto"]);
    assert_eq!(keys(&ask("group_by=game"), "game"), ["punyon_ken", "you_cry_wolf"]);
    let mut players = keys(&ask("group_by=player&seats=2&game=punyon_ken"), "player");
    players.sort_by_key(|player| player["name"].to_string());
    assert_eq!(players, [named(ben, "=Ben"), named(aki, "Aki"), named(cho, "Cho")]);
    let tags = ask("group_by=tag");
    assert_eq!(keys(&tags, "tag"), ["club", "final"]);
    assert_eq!(tags["groups"][0]["n"], tags["total"]["n"], "every game has this one");
    let seats = ask("group_by=seats,game&sort=-n&limit=2");
    let sizes: Vec<_> = seats["groups"].as_array().unwrap().iter().map(|group| group["n"].as_u64()).collect();
    assert!(sizes.len() == 2 && sizes[0] >= sizes[1] && seats["omitted"].as_u64().unwrap() > 0, "{seats}");
    let opponents = archive.ask(&format!("/v1/statistics/common.opponents?of={aki}&group_by=player"));
    assert_eq!(keys(&opponents, "player"), [named(aki, "Aki")]);
    let with: Vec<_> = opponents["total"]["distribution"].as_array().unwrap().iter().collect();
    assert!(with.iter().all(|bar| bar["value"]["id"] == **ben || bar["value"]["id"] == **cho), "{with:?}");
}

#[test]
fn every_format_has_the_same_figures() {
    let archive = &*archive();
    let path = format!("{WON}?group_by=player,month&quantiles=0.5");
    let json = archive.service.get(&path).send();
    assert_eq!(
        (json.header("content-type"), json.header("vary")),
        ("application/json", "Accept, Accept-Language")
    );
    let csv = archive.service.get(&format!("{path}&format=csv")).send();
    let accepted = archive.service.get(&path).header("Accept", "text/csv").send();
    // The last column is the moment of the answer.
    let figures = |answer: &Answer| -> Vec<String> {
        answer.rows().iter().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
    };
    assert_eq!(figures(&csv), figures(&accepted));
    assert!(csv.header("content-type").starts_with("text/csv"), "{}", csv.header("content-type"));
    let text = csv.text();
    let lines = csv.rows();
    let header = "row,player,player_name,month,n,games,unknown,mean,interval_low,interval_high,simultaneous_low,\
                  simultaneous_high,bounds_low,bounds_high,shrunk_mean,standard_deviation,minimum,maximum,suppressed,\
                  quantile_0.5,notes,as_of";
    assert_eq!(lines[0], header);
    let groups = json.json()["groups"].as_array().unwrap().clone();
    assert_eq!(lines.len(), groups.len() + 2, "the names, the total, the groups");
    for (line, group) in lines[2..].iter().zip(&groups) {
        let fields: Vec<_> = line.split(',').collect();
        assert_eq!(fields[1], group["key"]["player"]["id"].as_str().unwrap_or_default());
        assert_eq!((fields[0], fields[4]), ("group", &*group["n"].to_string()));
        assert_eq!(json!(fields[7].parse::<f64>().unwrap()), group["mean"], "{line}");
    }
    assert!(text.contains(",'=Ben,") && !text.contains(",=Ben"), "no formula for a spreadsheet: {text}");
    let svg = archive.service.get(&format!("{path}&format=svg&language=ja&theme=dark")).send();
    assert_eq!((svg.header("content-type"), svg.header("content-language")), ("image/svg+xml", "ja"));
    assert!(svg.text().starts_with("<svg"), "{}", svg.text());
    assert_eq!(
        archive.service.get(&path).header("Accept", "image/svg+xml").send().header("content-type"),
        "image/svg+xml"
    );
    assert_eq!(archive.service.get(&path).header("Accept", "image/png").send().status, 406);
    let tags = [&json, &csv, &svg].map(|answer| answer.header("etag").to_owned());
    assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0].starts_with("W/"), "{tags:?}");
    for (query, tag) in ["", "&format=csv", "&format=svg&language=ja&theme=dark"].iter().zip(&tags) {
        let again = archive.service.get(&format!("{path}{query}")).header("If-None-Match", tag).send();
        assert_eq!((again.status, again.text().len(), again.header("etag")), (304, 0, &**tag), "{query}");
    }
}

#[test]
fn a_word_of_a_category_has_a_row_of_its_own() {
    let archive = &*archive();
    let csv = archive.service.get("/v1/statistics/common.opponents?group_by=game&format=csv").send();
    let lines = csv.rows();
    assert_eq!(
        lines[0],
        "row,game,n,games,unknown,value,name,count,share,interval_low,interval_high,simultaneous_low,simultaneous_high,\
         bounds_low,bounds_high,notes,as_of"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("group,punyon_ken,") && line.contains("Cho")),
        "{lines:?}"
    );
}

#[test]
fn an_invalid_query_is_refused_precisely() {
    let archive = &*archive();
    for (query, parameter) in [
        ("colour=red", "colour"),
        ("group_by=moon", "group_by"),
        ("group_by=seat,seat", "group_by"),
        ("group_by=seat,player,game,month", "group_by"),
        ("compare=1,2", "compare"),
        ("group_by=seats&compare=4", "compare"),
        ("group_by=seats&compare=4,4", "compare"),
        ("group_by=seats&compare=4,many", "compare"),
        ("group_by=seats,game&compare=4,5", "compare"),
        ("group_by=player&compare=Aki,Ben", "compare"),
        ("game=chess", "game"),
        ("player=Aki", "player"),
        ("group=Aki,Ben", "group"),
        ("of=x", "of"),
        ("from=yesterday", "from"),
        ("to=2026-02-30", "to"),
        ("place=", "place"),
        ("seats=0", "seats"),
        ("option.moon=1", "option.moon"),
        ("option.boxes=many", "option.boxes"),
        ("game=punyon_ken&option.boxes=1", "option.boxes"),
        ("dimension.moon=1", "dimension.moon"),
        ("dimension.animal=wolf", "dimension.animal"),
        ("irregular=perhaps", "irregular"),
        ("min_n=-1", "min_n"),
        ("quantiles=0.5,2", "quantiles"),
        ("quantiles=half", "quantiles"),
        ("bins=1", "bins"),
        ("as_of=soon", "as_of"),
        ("as_of=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "as_of"),
        ("sort=colour", "sort"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("format=pdf", "format"),
        ("language=fr", "language"),
        ("width=10", "width"),
        ("min_n=1&min_n=2", "min_n"),
    ] {
        let answer = archive.service.get(&format!("{WON}?{query}")).send();
        assert_eq!(answer.status, 400, "{query}: {}", answer.text());
        let problem = answer.json();
        assert_eq!(problem["code"], "malformed_parameter", "{query}");
        assert_eq!(problem["values"]["parameter"], parameter, "{query}: {problem}");
        assert!(
            ["ja", "en"]
                .iter()
                .all(|language| problem["message"][*language].as_str().unwrap().contains(parameter))
        );
    }
    let moon = archive.service.get(&format!("{WON}?group_by=moon")).send().json();
    assert_eq!(moon["values"]["input"], "moon");
    assert!(moon["values"]["allowed"].as_array().unwrap().contains(&json!("seats")), "{moon}");
    assert_eq!(archive.service.get("/v1/statistics/common.moon").send().status, 404);
    assert_eq!(archive.service.get("/v1/statistics?colour=red").send().status, 400);
    let category = archive.service.get("/v1/statistics/common.opponents?sort=mean").send();
    assert_eq!(category.status, 400, "a category has no mean");
}

#[test]
fn an_answer_names_its_query_and_its_time() {
    let archive = &*archive();
    let answer = archive.ask(&format!("{WON}?tag=club&tag=final&group_by=seats"));
    let question = &answer["question"];
    assert_eq!(question["tag"], json!(["club", "final"]));
    assert_eq!(question["irregular"], json!(["exclude"]), "what nobody said is said");
    assert_eq!(answer["metric"]["id"], "common.won");
    for as_of in [&answer["as_of"], &answer["cursor"]] {
        let again = archive
            .ask(&format!("{WON}?tag=club&tag=final&group_by=seats&as_of={}", as_of.as_str().unwrap()));
        assert_eq!((&again["total"], &again["groups"]), (&answer["total"], &answer["groups"]));
    }
    assert_eq!(archive.n(&format!("{WON}?as_of=2020-01-01"), "n"), 0, "before anything was recorded");
    let to_come = archive.ask(&format!("{WON}?tag=club&tag=final&group_by=seats&as_of=2999-12-31"));
    assert_eq!((&to_come["total"], &to_come["groups"]), (&answer["total"], &answer["groups"]));
    let counted = |answer: &Value| answer["as_of"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    assert!((counted(&answer)..=Utc::now()).contains(&counted(&to_come)), "{}", to_come["as_of"]);
}

#[test]
fn only_players_of_public_records_are_named() {
    let service = Service::start();
    let game = finished("bremen").next().unwrap();
    let seen = ["Ada", "Bob"].map(|name| new_player(&service, name));
    let open = |player: &str, visibility: &str| {
        let mut request = game.request();
        request["seats"][0] = json!({ "player": player });
        request["visibility"] = visibility.into();
        let table = service.open(&request);
        table.log(&json!(game.log)).json();
        table
    };
    open(&seen[1], "private");
    let table = open(&seen[0], "public");
    let path = format!("{WON}?group_by=player");
    let answer = || service.get(&path).send();
    let answered = eventually("the public game", || (answer().json()["total"]["games"] == 1).then(answer));
    assert!(answered.text().contains("Ada") && !answered.text().contains("Bob"), "{}", answered.text());
    let bob = service.get(&format!("{WON}?player={}", seen[1])).json();
    let nobody = service.get(&format!("{WON}?player={}", uuid::Uuid::nil())).json();
    assert_eq!((&bob["total"], &bob["notes"]), (&nobody["total"], &nobody["notes"]));
    table
        .ask("PATCH", "")
        .token(&table.scribe)
        .body("application/json", r#"{"visibility": "private"}"#)
        .json();
    eventually("nobody is named", || (!answer().text().contains("Ada")).then_some(()));
    let again = service.get(&path).header("If-None-Match", answered.header("etag")).send();
    assert_eq!(again.status, 200);
}
