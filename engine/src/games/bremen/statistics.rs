//! What a finished record says.

use super::ending::{Conditions, beside_target, target_rounds};
use super::table::Table;
use super::trick::Play;
use crate::seat::{BySeat, Seat};
use crate::statistics::{Dimension, Metric, Observation, dimension};
use crate::text::Text;

const FROM_FIRST_LEADER: &Dimension = &dimension(
    "from_first_leader",
    Text::fixed("最初の親からの席", "Seat from the first leader"),
    Text::fixed(
        "最初の親を0とし、時計回りに数えた席。",
        "The seat counted clockwise from the first leader, who is 0.",
    ),
);
const ROUND: &Dimension =
    &dimension("round", Text::fixed("ラウンド", "Round"), Text::fixed("1から12。", "1 to 12."));
const NUMBER: &Dimension = &dimension(
    "number",
    Text::fixed("コマの数字", "Number"),
    Text::fixed("コマに書かれた数字、1から13。", "The number on the tile, 1 to 13."),
);

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::share(
        "win",
        Text::fixed("勝率", "Wins"),
        Text::fixed("終わったゲームごとに、全員が勝ったか。", "Per finished game: whether everybody won."),
    )
    .of_the_table(),
    Metric::category(
        "title",
        Text::fixed("称号","titles"),
        Text::fixed("称号", "Titles"),
        Text::fixed("勝ったゲームごとに、得られた称号。", "Per game won: the title it earned."),
    )
    .of_the_table(),
    Metric::number(
        "score",
        Text::fixed("点","points"),
        Text::fixed("得点", "Score"),
        Text::fixed("勝ったゲームごとの得点。", "Per game won: its score."),
    )
    .of_the_table(),
    Metric::category(
        "failed_condition",
        Text::fixed("ゲーム","games"),
        Text::fixed("満たせなかった条件", "Condition failed"),
        Text::fixed(
            "負けたゲームごとに、満たされなかった条件: tiles_taken、animals_left、both のいずれか。",
            "Per game lost: the condition not met; tiles_taken, animals_left or both.",
        ),
    )
    .of_the_table(),
    Metric::category(
        "taken_pattern",
        Text::fixed("ゲーム","games"),
        Text::fixed("負けたときの獲得数", "Tiles taken in losses"),
        Text::fixed(
            "負けたゲームごとに、各席の獲得個数を多い順に並べたもの。",
            "Per game lost: the tiles taken by the seats, most first.",
        ),
    )
    .of_the_table(),
    Metric::number(
        "rounds_off_target",
        Text::fixed("ラウンド","rounds"),
        Text::fixed("条件1までの隔たり", "Distance from the first condition"),
        Text::fixed(
            "負けたゲームごとに、別の席が獲得していれば条件1が満たされたラウンドの最少数。",
            "Per game lost: the fewest rounds that would have had to go to another seat to meet condition 1.",
        ),
    )
    .of_the_table(),
    Metric::number(
        "lost_after_round",
        Text::fixed("ラウンド","rounds"),
        Text::fixed("敗北が決まったラウンド", "Lost after round"),
        Text::fixed(
            "条件1を満たせなかったゲームごとに、獲得数からもう満たせなくなったラウンド。",
            "Per game that missed condition 1: the round after which the counts made it unreachable.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "took_24",
        Text::fixed("24個獲得した席", "Ended with 24"),
        Text::fixed(
            "終わったゲームの席ごとに、24個獲得したか。from_first_leader は最初の親から時計回りに数えた席。",
            "Per seat and finished game: whether it took 24 tiles; from_first_leader counts seats clockwise from the first leader.",
        ),
    )
    .by(&[FROM_FIRST_LEADER]),
    Metric::share(
        "took_0",
        Text::fixed("0個だった席", "Ended with 0"),
        Text::fixed(
            "終わったゲームの席ごとに、1個も獲得しなかったか。from_first_leader は最初の親から時計回りに数えた席。",
            "Per seat and finished game: whether it took nothing; from_first_leader counts seats clockwise from the first leader.",
        ),
    )
    .by(&[FROM_FIRST_LEADER]),
    Metric::share(
        "leader_takes",
        Text::fixed("親の獲得率", "Rounds taken by the leader"),
        Text::fixed(
            "ラウンドごとに、そのラウンドの親が獲得したか。",
            "Per round, for its leader: whether the leader took it.",
        ),
    )
    .by(&[ROUND]),
    Metric::number(
        "chicken_round",
        Text::fixed("ラウンド","rounds"),
        Text::fixed("ニワトリが出るラウンド", "When chickens are played"),
        Text::fixed(
            "出されたニワトリごとに、何ラウンド目だったか。number はコマの数字。",
            "Per chicken played: the round it was played in; number is the one on the tile.",
        ),
    )
    .by(&[NUMBER]),
    Metric::share(
        "chicken_takes",
        Text::fixed("ニワトリの獲得率", "Rounds taken by chickens"),
        Text::fixed(
            "出されたニワトリごとに、そのコマで獲得したか。number はコマの数字。",
            "Per chicken played: whether that tile took the round; number is the one on the tile.",
        ),
    )
    .by(&[NUMBER]),
];

/// The observations of a finished game.
pub fn observe(table: &Table) -> Vec<Observation> {
    let Some(conditions) = table.conditions() else { return Vec::new() };
    let mut seen = vec![Observation::share("win", None, conditions.won())];
    match table.result() {
        Some((score, title)) => {
            seen.push(Observation::word("title", None, title.word()));
            seen.push(Observation::number("score", None, score as f64));
        }
        None => seen.extend(observe_loss(table, conditions)),
    }
    seen.extend(observe_takers(table));
    seen.extend(observe_rounds(table));
    seen
}

fn observe_loss(table: &Table, conditions: Conditions) -> Vec<Observation> {
    let failed = match (conditions.tiles_taken, conditions.animals_left) {
        (false, false) => "both",
        (false, _) => "tiles_taken",
        _ => "animals_left",
    };
    let beside = beside_target(table.seats, &table.rounds_taken());
    let tiles = beside.iter().map(|(rounds, _)| (rounds * table.seats.len()).to_string());
    let pattern = tiles.collect::<Vec<_>>().join("-");
    let off: usize = beside.iter().map(|(rounds, target)| rounds.saturating_sub(*target)).sum();
    let mut seen = vec![
        Observation::word("failed_condition", None, failed),
        Observation::word("taken_pattern", None, pattern),
        Observation::number("rounds_off_target", None, off as f64),
    ];
    let round = lost_after(table).map(|round| Observation::number("lost_after_round", None, round as f64));
    seen.extend(round);
    seen
}

/// The round after which somebody had more than the first condition leaves room for: the most
/// first, no seat may be above its target.
fn lost_after(table: &Table) -> Option<usize> {
    let mut taken = BySeat::new(table.seats, |_| 0);
    for (round, played) in (1..).zip(table.rounds.iter()) {
        taken[played.taken.seat] += 1;
        if beside_target(table.seats, &taken).iter().any(|(rounds, target)| rounds > target) {
            return Some(round);
        }
    }
    None
}

fn observe_takers(table: &Table) -> Vec<Observation> {
    let taken = table.rounds_taken();
    let most = target_rounds(table.seats).first().copied().unwrap_or_default();
    let places: Vec<Seat> = table.first.map(|first| table.seats.from(first).collect()).unwrap_or_default();
    let numbered = places.iter().enumerate();
    numbered
        .flat_map(|(place, &seat)| {
            [("took_24", most), ("took_0", 0)].map(|(metric, rounds)| {
                Observation::share(metric, seat, taken[seat] == rounds).with("from_first_leader", place)
            })
        })
        .collect()
}

fn observe_rounds(table: &Table) -> Vec<Observation> {
    let mut seen = Vec::new();
    for (number, round) in (1_u32..).zip(table.rounds.iter()) {
        let leader = round.trick.plays().next().map(|led| led.seat);
        seen.extend(leader.map(|leader| {
            Observation::share("leader_takes", leader, round.taken.seat == leader).with("round", number)
        }));
        for &Play { seat, tile, .. } in round.trick.plays().filter(|play| play.tile.is_chicken()) {
            let of = |observation: Observation| observation.with("number", tile.number());
            seen.push(of(Observation::number("chicken_round", seat, f64::from(number))));
            seen.push(of(Observation::share("chicken_takes", seat, round.taken.seat == seat)));
        }
    }
    seen
}
