//! Statistics: numbers from records.

use kifu_tests::eventually;

use super::{World, first_lines, first_of};

const CSV: &str = "format=csv";
const SVG: &str = "format=svg";

pub fn collect(world: &mut World) {
    let World { service, operations, players: [aki, ben], .. } = world;
    let won = "/v1/statistics/common.won?game=punyon_ken";
    eventually("both games counted", || (service.get(won).json()["total"]["games"] == 2).then_some(()));
    let get = |path: &str| service.get(path);
    let metrics = get("/v1/statistics?game=punyon_ken");
    operations.take_short("list_metrics", &metrics, first_of(&["/metrics", "/groupings"]));
    operations.take("show_metric", &get(&format!("{won}&group_by=seat")));
    operations.take("show_metric", &get(&format!("{won}&group_by=seat&{CSV}")));
    operations.take_short("show_metric", &get(&format!("{won}&group_by=seat&{SVG}")), first_lines(3));
    let leaders = "/v1/leaderboards/punyon_ken?min_games=1&limit=1";
    operations.take("show_leaderboard", &get(leaders));
    operations.take("show_leaderboard", &get(&format!("{leaders}&{CSV}")));

    operations.take("list_observations", &get("/v1/observations"));
    let file = get("/v1/observations/game=punyon_ken/month=2025-05/observations.parquet");
    operations.take("read_observations", &file);
    operations.take("read_observations", &file.header("Range", "bytes=0-3"));

    operations.take("show_player_statistics", &get(&aki.path("/statistics")));
    operations.take("list_opponents", &get(&aki.path("/opponents")));
    operations.take("show_versus", &get(&aki.path(&format!("/versus/{}", ben.id))));
    let rating = aki.path("/ratings/punyon_ken");
    operations.take("show_player_rating", &get(&rating));
    operations.take("show_player_rating", &get(&format!("{rating}?{CSV}")));
    operations.take_short("show_player_rating", &get(&format!("{rating}?{SVG}")), first_lines(3));
}
