//! Games that a program played against itself.

use kifu_tests::{Folder, Service, eventually};
use serde_json::{Value, json};

/// Games that are simulated.
const GAMES: u64 = 4;

#[test]
fn simulated_games_count_only_when_they_are_asked_for() {
    let folder = Folder::prepared();
    let count = GAMES.to_string();
    assert!(folder.run(&["simulate", "--game", "bremen", "--count", &count]).status.success());
    let service = Service::start_in(folder.into());
    let total = |query: &str| -> Value {
        let answer = service.get(&format!("/v1/statistics/common.moves?game=bremen{query}")).send();
        assert_eq!(answer.status, 200, "{query}: {answer:?}");
        answer.json()["total"].clone()
    };

    eventually("statistics", || {
        let answer = service.get("/v1/statistics/common.moves?simulated=include").send();
        assert!([200, 503].contains(&answer.status), "{answer:?}");
        (answer.status == 200).then_some(())
    });
    assert_eq!(
        total("&simulated=include")["games"],
        json!(GAMES),
        "nothing is answered before all is counted"
    );
    for (query, games) in [
        ("&simulated=only", GAMES),
        ("&tag=Simulated", GAMES),
        ("&simulated=include&without_tag=simulated", 0),
        ("&tag=simulated&simulated=exclude", 0),
        ("", 0),
    ] {
        assert_eq!(total(query)["games"], json!(games), "{query}");
    }
    assert_eq!(total("")["notes"], json!(["no_observations", "only_simulated"]));
    assert!(total("&simulated=include&min_games=4")["mean"].is_number());
    assert_eq!(total("&simulated=include&min_games=5")["suppressed"], true);

    for (query, found) in
        [("tag=simulated", GAMES), ("without_tag=Simulated", 0), ("without_tag=other", GAMES)]
    {
        let answer = service.get(&format!("/v1/games?total=true&{query}")).send().json();
        assert_eq!(answer["total"]["count"], json!(found), "{query}: {answer}");
    }
    let leaderboard = service.get("/v1/leaderboards/bremen").send().json();
    assert_eq!(leaderboard["question"]["simulated"], json!(["exclude"]));
}
