//! What a finished record says.

use super::landing::Landing;
use super::moves::{Effect, Move, Touched};
use super::{DancingVillager, Phase};
use crate::record::{Replay, Step};
use crate::seat::{BySeat, Seat};
use crate::statistics::{Dimension, Metric, Observation, dimension};
use crate::text::Text;

/// So many dogs behind at the end of a round, and yet a winner: that is a comeback.
const COMEBACK: i64 = 3;

const LANDING: &Dimension = &dimension(
    "landing",
    Text::fixed("落ち方", "Landing"),
    Text::fixed(
        "手が上(up)か下(down)、平ら(flat)、立った(standing)、寄りかかった(leaning)。",
        "Hand up, hand down, flat, standing or leaning.",
    ),
)
.words(&["up", "down", "flat", "standing", "leaning"]);
const ENDED_BY: &Dimension = &dimension(
    "ended_by",
    Text::fixed("なくなったスティック", "Stick that ran out"),
    Text::fixed("肉(meat)か炭(charcoal)。", "Meat or charcoal."),
)
.words(&["meat", "charcoal"]);
const FROM: &Dimension = &dimension(
    "from",
    Text::fixed("得かた", "How"),
    Text::fixed("立った村人(standing)か競争(race)。", "By standing villagers or in a race."),
)
.words(&["standing", "race"]);

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::number(
        "landing_share",
        Text::fixed("割合","share"),
        Text::fixed("村人の落ち方", "How villagers land"),
        Text::fixed(
            "終わったゲームの席ごとに、ふった村人全部のうち、それぞれの落ち方(landing: up、down、flat、standing、leaning)をした割合。",
            "Per seat and finished game, for each way to land (landing: up, down, flat, standing, leaning): its share of all the villagers the seat threw.",
        ),
    )
    .by(&[LANDING]),
    Metric::number(
        "villagers_thrown",
        Text::fixed("個","villagers"),
        Text::fixed("ふった村人の数", "Villagers thrown"),
        Text::fixed(
            "終わったゲームの席ごとに、ふった村人の延べ数。landing_share の分母。",
            "Per seat and finished game: the villagers it threw, each counted every time; what landing_share is a share of.",
        ),
    ),
    Metric::number(
        "throws_per_round",
        Text::fixed("回","throws"),
        Text::fixed("ラウンドのふり回数", "Throws per round"),
        Text::fixed(
            "競争で終わったラウンドごとに、全員でふった回数。ended_by はなくなったスティック(meat、charcoal)。",
            "Per round that ended with a race: how often everybody threw. ended_by is the stick that ran out (meat, charcoal).",
        ),
    )
    .of_the_table()
    .by(&[ENDED_BY]),
    Metric::category(
        "round_end",
        Text::fixed("ラウンド","rounds"),
        Text::fixed("ラウンドの終わり方", "How rounds end"),
        Text::fixed(
            "競争で終わったラウンドごとに、なくなったスティック: meat か charcoal。",
            "Per round that ended with a race: the stick that ran out, meat or charcoal.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "dog_race",
        Text::fixed("イヌの競争の勝率", "Races for the dogs won"),
        Text::fixed(
            "席と、肉がなくなったときごとに、場のイヌを1匹でも取ったか。",
            "Per seat and race for the dogs: whether it took at least one.",
        ),
    ),
    Metric::share(
        "fire_race",
        Text::fixed("炎の競争の勝率", "Races for the fire won"),
        Text::fixed(
            "席と、炭がなくなったときごとに、炎を取ったか。",
            "Per seat and race for the fire: whether it took it.",
        ),
    ),
    Metric::number(
        "fouls",
        Text::fixed("回","fouls"),
        Text::fixed("おてつきの回数", "Fouls"),
        Text::fixed(
            "終わったゲームの席ごとに、おてつきの回数。",
            "Per seat and finished game: how many fouls it committed.",
        ),
    ),
    Metric::category(
        "foul_touched",
        Text::fixed("回","fouls"),
        Text::fixed("おてつきで触れたもの", "Touched in fouls"),
        Text::fixed(
            "おてつきごとに、触れたもの: dog、fire、記録がなければ unknown。",
            "Per foul: what was touched; dog, fire, or unknown where nobody said.",
        ),
    ),
    Metric::number(
        "escapes",
        Text::fixed("回","escapes"),
        Text::fixed("イヌの逃亡", "Escapes"),
        Text::fixed(
            "終わったゲームの席ごとに、最後の村人を失った回数(DV-12)。逃げるイヌがいなくても数える。",
            "Per seat and finished game: how often it lost its last villager (DV-12), with or without dogs to run away.",
        ),
    ),
    Metric::number(
        "dogs_lost",
        Text::fixed("匹","dogs"),
        Text::fixed("逃げたイヌ", "Dogs that ran away"),
        Text::fixed(
            "最後の村人を失うごとに、群れに戻ったイヌの数。",
            "Per last villager lost: how many dogs went back to the pack.",
        ),
    ),
    Metric::number(
        "dogs_won",
        Text::fixed("匹","dogs"),
        Text::fixed("イヌの得かた", "Where dogs come from"),
        Text::fixed(
            "終わったゲームの席ごとに、得たイヌの数。from は立った村人によるもの(standing)か競争で取ったもの(race)か。後で逃げたイヌも数える。",
            "Per seat and finished game: the dogs it got, by standing villagers (from: standing) or in races (from: race); those that ran away later count as well.",
        ),
    )
    .by(&[FROM]),
    Metric::share(
        "comeback",
        Text::fixed("逆転", "Comebacks"),
        Text::fixed(
            "終わったゲームの勝者ごとに、途中のどこかのラウンドの終わりに、イヌが最多の席より3匹以上少なかったか。",
            "Per finished game, for each winner: whether at the end of some earlier round it had at least 3 dogs fewer than the seat with most.",
        ),
    ),
    Metric::number(
        "deficit_made_up",
        Text::fixed("匹","dogs"),
        Text::fixed("逆転した差", "Deficit made up"),
        Text::fixed(
            "終わったゲームの勝者ごとに、途中のラウンドの終わりにイヌが最多の席より少なかった数の最大。",
            "Per finished game, for each winner: the most dogs by which it was behind the seat with most at the end of an earlier round.",
        ),
    ),
    Metric::share(
        "win_after_escape",
        Text::fixed("逃亡後の勝利", "Won after an escape"),
        Text::fixed(
            "終わったゲームで最後の村人を失ったことのある席ごとに、勝ったか。",
            "Per seat that lost its last villager in a finished game: whether it won.",
        ),
    ),
    Metric::number(
        "rounds",
        Text::fixed("ラウンド","rounds"),
        Text::fixed("ゲームのラウンド数", "Rounds per game"),
        Text::fixed(
            "終わったゲームごとに、始まったラウンドの数。",
            "Per finished game: how many rounds were begun.",
        ),
    )
    .of_the_table(),
    Metric::number(
        "throws",
        Text::fixed("回","throws"),
        Text::fixed("ゲームのふり回数", "Throws per game"),
        Text::fixed(
            "終わったゲームごとに、全員でふった回数。",
            "Per finished game: how often everybody threw.",
        ),
    )
    .of_the_table(),
];

/// The observations of a finished game.
pub fn observe(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let mut seen = Vec::new();
    let end = replay.end();
    let throws = replay.steps.iter().filter(|step| matches!(step.mv, Move::Throw { .. })).count();
    seen.push(Observation::number("rounds", None, f64::from(end.round)));
    seen.push(Observation::number("throws", None, throws as f64));
    seen.extend(observe_landings(replay));
    seen.extend(observe_races(replay));
    seen.extend(observe_fouls(replay));
    seen.extend(observe_dogs(replay));
    seen.extend(end.winners().into_iter().flat_map(|winner| observe_comeback(replay, winner)));
    seen
}

type Steps<'a> = &'a [Step<DancingVillager>];

fn observe_landings(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let mut landed = BySeat::new(replay.start.seats, |_| Landing::default());
    for step in &replay.steps {
        if let Move::Throw { results, .. } = &step.mv {
            for (total, landing) in landed.values_mut().zip(results.values()) {
                *total = total.and(landing);
            }
        }
    }
    let mut seen = Vec::new();
    for (seat, landing) in landed.iter().filter(|(_, landing)| landing.total() > 0) {
        let total = landing.total() as f64;
        seen.push(Observation::number("villagers_thrown", seat, total));
        seen.extend(landing.counts().map(|(word, count)| {
            Observation::number("landing_share", seat, count as f64 / total).with("landing", word)
        }));
    }
    seen
}

/// A race ends the round it is run in.
fn observe_races(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let mut seen = Vec::new();
    for (i, step) in replay.steps.iter().enumerate() {
        let before = replay.before(i);
        let (word, metric) = match (before.phase, &step.mv) {
            (Phase::DogRace, Move::TakeDogs { .. }) => ("meat", "dog_race"),
            (Phase::FireRace, Move::TakeFire { .. }) => ("charcoal", "fire_race"),
            _ => continue,
        };
        seen.push(Observation::word("round_end", None, word));
        let throws = f64::from(before.throws);
        seen.push(Observation::number("throws_per_round", None, throws).with("ended_by", word));
        let first = |seat: Seat| match &step.mv {
            Move::TakeDogs { taken } => taken.get(seat).is_some_and(|count| *count > 0),
            Move::TakeFire { seat: taker } => *taker == seat,
            _ => false,
        };
        seen.extend(before.seats.iter().map(|seat| Observation::share(metric, seat, first(seat))));
    }
    seen
}

fn observe_fouls(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let mut fouls = BySeat::new(replay.start.seats, |_| 0_u32);
    let mut seen = Vec::new();
    for step in &replay.steps {
        if let Move::Foul { seat, touched } = &step.mv {
            fouls[*seat] += 1;
            let word = match touched {
                Some(Touched::Dog) => "dog",
                Some(Touched::Fire) => "fire",
                None => "unknown",
            };
            seen.push(Observation::word("foul_touched", *seat, word));
        }
    }
    seen.extend(fouls.iter().map(|(seat, count)| Observation::number("fouls", seat, f64::from(*count))));
    seen
}

/// Where a seat's dogs came from, and when they ran away.
fn observe_dogs(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let winners = replay.end().winners();
    let observe = |own: Seat| {
        let (standing, raced, lost) = dogs_of(&replay.steps, own);
        let won = |from, dogs: i64| Observation::number("dogs_won", own, dogs as f64).with("from", from);
        let mut seen = vec![won("standing", standing), won("race", raced)];
        seen.push(Observation::number("escapes", own, lost.len() as f64));
        seen.extend(lost.iter().map(|dogs| Observation::number("dogs_lost", own, *dogs as f64)));
        if !lost.is_empty() {
            seen.push(Observation::share("win_after_escape", own, winners.contains(&own)));
        }
        seen
    };
    replay.start.seats.iter().flat_map(observe).collect()
}

/// Dogs by standing villagers, dogs by races, and the dogs of every escape.
fn dogs_of(steps: Steps, own: Seat) -> (i64, i64, Vec<i64>) {
    let (mut standing, mut raced, mut lost) = (0, 0, Vec::new());
    for effect in steps.iter().flat_map(|step| &step.effects) {
        match effect {
            Effect::DogsGained { seat, count, .. } if *seat == own => standing += count,
            Effect::DogsTaken { seat, count, .. } if *seat == own => raced += count,
            Effect::DogsEscaped { seat, dogs, .. } if *seat == own => lost.push(*dogs),
            _ => {}
        }
    }
    (standing, raced, lost)
}

/// How far a winner was behind when a round ended and another began.
fn observe_comeback(replay: &Replay<DancingVillager>, winner: Seat) -> [Observation; 2] {
    let begins = |step: &&Step<DancingVillager>| {
        step.effects.iter().any(|effect| matches!(effect, Effect::RoundBegan { .. }))
    };
    let behind = replay.steps.iter().filter(begins).map(|step| {
        let most = step.after.players().map(|(_, player)| player.dogs).max().unwrap_or(0);
        i64::from(most) - i64::from(step.after.player(winner).dogs)
    });
    let deficit = behind.max().unwrap_or(0);
    [
        Observation::share("comeback", winner, deficit >= COMEBACK),
        Observation::number("deficit_made_up", winner, deficit as f64),
    ]
}
