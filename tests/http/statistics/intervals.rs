//! How sure an answer is: intervals, comparisons and the notes on them.

use kifu_tests::{Service, eventually};
use serde_json::{Value, json};

use super::{WON, archive};

#[test]
fn two_groups_are_compared_with_an_interval() {
    let archive = &*archive();
    let turn = archive.ask(&format!("{WON}?game=you_cry_wolf&group_by=turn&compare=1,2"));
    let mean = |turn_: usize| turn["groups"][turn_]["mean"].as_f64().unwrap();
    let comparison = &turn["comparison"];
    let difference = comparison["difference"].as_f64().unwrap();
    assert!((difference - (mean(0) - mean(1))).abs() < 1e-9, "{turn}");
    assert_eq!([&comparison["one"]["turn"], &comparison["other"]["turn"]], [&json!(1), &json!(2)]);
    assert!(comparison["interval"]["low"].as_f64().unwrap() < difference, "{comparison}");
    let path = format!("{WON}?group_by=place,game&compare=Cafe%20Go,punyon_ken&compare=kyoto,punyon_ken");
    assert!(archive.ask(&path)["comparison"]["difference"].is_number());
    let all = archive.ask(&format!("{WON}?game=you_cry_wolf&group_by=turn&compare=2,*&limit=1"));
    let (mean, second) = (all["total"]["mean"].as_f64().unwrap(), mean(1));
    let against_all = all["comparison"]["difference"].as_f64().unwrap();
    assert!((against_all - (second - mean)).abs() < 1e-9 && all["comparison"]["other"] == json!({}), "{all}");
    assert_eq!(
        all["groups"].as_array().unwrap().len(),
        2,
        "what is compared is there beyond the limit: {all}"
    );
    assert_eq!(
        archive.ask(&format!("{WON}?group_by=seats&compare=*,200"))["comparison"]["notes"],
        json!(["missing_group"])
    );
    let nobody = archive.ask(&format!("{WON}?group_by=seats&compare=2,200"));
    assert_eq!(nobody["comparison"]["notes"], json!(["missing_group"]));
    let of_words =
        archive.ask("/v1/statistics/common.opponents?group_by=game&compare=punyon_ken,you_cry_wolf");
    let share = &of_words["comparison"]["shares"][0];
    assert!(share["interval"].is_object(), "{}", of_words["comparison"]);
    let end = |interval: &str, end: &str| share[interval][end].as_f64().unwrap();
    assert!(end("simultaneous_interval", "low") < end("interval", "low"), "{share}");
    assert!(end("simultaneous_interval", "high") <= 1.0, "{share}");
}

#[test]
fn a_comparison_is_in_the_file_for_spreadsheets() {
    let archive = &*archive();
    let path = format!("{WON}?group_by=game,seats&compare=punyon_ken,2&compare=*&as_of=2999-12-31");
    let (json, csv) = (archive.ask(&path), archive.service.get(&format!("{path}&format=csv")).send());
    let lines = csv.rows();
    let last = lines.last().unwrap();
    let difference = &json["comparison"]["difference"];
    assert!(last.starts_with(&format!("difference,\"punyon_ken,*\",\"2,*\",,,,{difference},")), "{last}");
    let columns = |line: &str| line.replace("punyon_ken,*", "").replace("2,*", "").split(',').count();
    assert!(lines.iter().all(|line| columns(line) == columns(&lines[0])), "{lines:?}");
    assert!(lines[1..].iter().all(|line| line.ends_with('Z')), "each row has its moment: {lines:?}");
    let says = lines.iter().filter(|line| line.contains("details_as_now"));
    assert!(says.eq([&lines[1]]), "what the moment does not freeze is a note of the whole answer: {lines:?}");
    let words = archive
        .service
        .get("/v1/statistics/common.opponents?group_by=game&compare=punyon_ken,you_cry_wolf&format=csv");
    let lines = words.send().rows();
    let compared = lines.iter().filter(|line| line.starts_with("difference,\"punyon_ken,you_cry_wolf\",,,,"));
    assert_eq!(compared.count(), 3, "a row for each opponent: {lines:?}");
}

#[test]
fn groups_sorted_by_their_means_are_in_the_order_of_shrunk_means() {
    let archive = &*archive();
    let answer = archive.ask(&format!("{WON}?group_by=player,month&sort=-mean"));
    let shrunk: Vec<f64> = answer["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["shrunk_mean"].as_f64().unwrap())
        .collect();
    assert!(shrunk.len() > 3 && shrunk.windows(2).all(|pair| pair[0] >= pair[1]), "{shrunk:?}");
    let notes = answer["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["note"] == "shrunk_order"), "{answer}");
    let by_key = archive.ask(&format!("{WON}?group_by=player,month"));
    assert_eq!(by_key["groups"][0]["shrunk_mean"], Value::Null);
}

#[test]
fn small_samples_have_wide_intervals() {
    let archive = &*archive();
    let words = |answer: &Value| {
        let notes = answer["notes"].as_array().unwrap();
        assert!(notes.iter().all(|note| !note["text"]["ja"].as_str().unwrap().is_empty()), "{answer}");
        notes.iter().map(|note| note["note"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let few = archive.ask(&format!("{WON}?min_n=1000000&group_by=seats"));
    assert_eq!((&few["total"]["suppressed"], &few["total"]["mean"]), (&json!(true), &Value::Null));
    assert_eq!(words(&few), ["suppressed"]);
    let none = archive.ask(&format!("{WON}?place=nowhere"));
    assert_eq!((words(&none), none["total"]["n"].clone()), (vec!["no_observations".to_owned()], json!(0)));
    let stranger = archive.ask(&format!("{WON}?player={}", uuid::Uuid::nil()));
    assert_eq!(words(&stranger), ["no_observations", "unknown_player"]);

    let service = Service::start();
    service.open(&archive.games[0].game.request()).log(&json!(archive.games[0].game.log)).json();
    let one = eventually("one game", || {
        let answer = service.get(WON).json();
        (answer["total"]["games"] == 1).then_some(answer)
    });
    assert_eq!((words(&one), &one["total"]["interval"]), (vec!["one_game".to_owned()], &Value::Null));
}
