//! What a finished game says.

use super::track::{LAST, is_white};
use super::{Cause, Effect, Laid, NotMyFault, Revealed};
use crate::fact::Fact;
use crate::game::Game;
use crate::record::Replay;
use crate::seat::Seat;
use crate::statistics::{Dimension, Metric, Observation, dimension};
use crate::text::Text;

const POSITION: &Dimension = &dimension(
    "position",
    Text::fixed("宣言の順", "Position"),
    Text::fixed("ラウンドで何番目の宣言か、1から。", "The number of the declaration in its round, from 1."),
);

/// Every question of the page.
pub const METRICS: &[Metric] = &[
    Metric::number(
        "escalation",
        Text::fixed("点","points"),
        Text::fixed("つり上げ", "Escalation"),
        Text::fixed(
            "宣言ごとに(宣言した席): 宣言した数 − 前の宣言(ラウンド最初なら0)。positionはラウンドで何番目の宣言か(1から)。",
            "For every declaration, by its declarer: the number minus the one declared before, 0 at the beginning of a round. `position` is the declaration's number in the round, from 1.",
        ),
    )
    .by(&[POSITION]),
    Metric::number(
        "overstatement",
        Text::fixed("点","points"),
        Text::fixed("誇張", "Overstatement"),
        Text::fixed(
            "宣言ごとに(宣言した席): 宣言した数 − そのとき伏せてあったカードの本当の合計。正なら足りない。記録のないカードで合計が決まらない宣言は除く。positionはラウンドで何番目の宣言か(1から)。",
            "For every declaration, by its declarer: the number minus the true sum of the cards on the table at that time; above 0 it was too high. Declarations whose sum unknown cards leave open are left out. `position` is the declaration's number in the round, from 1.",
        ),
    )
    .by(&[POSITION]),
    Metric::share(
        "honest_step",
        Text::fixed("正直な上乗せ", "Honest steps"),
        Text::fixed(
            "伏せたカードが分かる宣言ごとに(宣言した席): 前の宣言からの上乗せが、自分のカードの数字以下だったか。",
            "For every declaration whose card is known, by its declarer: whether the step from the declaration before was no more than the card.",
        ),
    )
    .by(&[POSITION]),
    Metric::share(
        "white_square",
        Text::fixed("白いマスの使用", "White-square use"),
        Text::fixed(
            "戒告カードが灰色のときの宣言ごとに(宣言した席): 白いマスだったか。",
            "For every declaration made with a grey warning card, by its declarer: whether it was a white square.",
        ),
    )
    .by(&[POSITION]),
    Metric::share(
        "audit_success",
        Text::fixed("監査の成功率", "Audit success"),
        Text::fixed(
            "監査ごとに(監査した席): 合計が宣言に足りなかったか。",
            "For every audit, by its auditor: whether the sum was less than declared.",
        ),
    ),
    Metric::number(
        "audit_margin",
        Text::fixed("点","points"),
        Text::fixed("監査の差", "Audit margin"),
        Text::fixed(
            "監査ごとに(監査した席): 宣言 − 合計。正なら成功。",
            "For every audit, by its auditor: the declaration minus the sum; above 0 the audit was right.",
        ),
    ),
    Metric::share(
        "caught",
        Text::fixed("見破られた割合", "Caught by an audit"),
        Text::fixed(
            "監査ごとに(監査された席): 合計が宣言に足りなかったか。",
            "For every audit, by the player accused: whether the sum was less than declared.",
        ),
    ),
    Metric::number(
        "height_at_audit",
        Text::fixed("点","points"),
        Text::fixed("監査までの高さ", "Height at the audit"),
        Text::fixed(
            "監査で終わったラウンドごとに: 監査された宣言の数。",
            "For every round that ended with an audit: the number that was audited.",
        ),
    )
    .of_the_table(),
    Metric::number(
        "declarations_per_round",
        Text::fixed("回","declarations"),
        Text::fixed("ラウンドの宣言数", "Declarations per round"),
        Text::fixed("ラウンドごとに: 宣言の数。", "For every round: its declarations."),
    )
    .of_the_table(),
    Metric::number(
        "thirty_tried",
        Text::fixed("回","declarations"),
        Text::fixed("30の宣言", "Thirties tried"),
        Text::fixed(
            "ゲームごとに各席: 30を宣言した回数。",
            "For every game and seat: how often it declared 30.",
        ),
    ),
    Metric::share(
        "thirty_made",
        Text::fixed("30の成功率", "Thirties made"),
        Text::fixed(
            "30の宣言ごとに(宣言した席): 合計が30以上だったか。",
            "For every 30 declared, by its declarer: whether the cards made 30 or more.",
        ),
    ),
    Metric::number(
        "suspensions",
        Text::fixed("枚","cards"),
        Text::fixed("停職", "Suspensions"),
        Text::fixed(
            "ゲームごとに各席: 取った停職カードの枚数。",
            "For every game and seat: the suspension cards it took.",
        ),
    ),
    Metric::share(
        "eliminated",
        Text::fixed("脱落", "Eliminations"),
        Text::fixed(
            "エクストリームルールのゲームごとに各席: 脱落したか。",
            "For every game with the extreme rule and seat: whether it was eliminated.",
        ),
    ),
    Metric::number(
        "rounds_per_game",
        Text::fixed("ラウンド","rounds"),
        Text::fixed("ゲームのラウンド数", "Rounds per game"),
        Text::fixed("ゲームごとに: ラウンドの数。", "For every game: its rounds."),
    )
    .of_the_table(),
    Metric::share(
        "win",
        Text::fixed("勝率", "Win rate"),
        Text::fixed(
            "ゲームごとに各席: 勝ったか(ほかの人と一緒の勝ちを含む)。endingは終わり方。",
            "For every game and seat: whether it won, alone or with others. `ending` is how the game ended.",
        ),
    ),
];

fn number(metric: &'static str, seat: impl Into<Option<Seat>>, value: i64) -> Observation {
    Observation::number(metric, seat, value as f64)
}

/// All observations of a finished game.
pub fn observe(replay: &Replay<NotMyFault>) -> Vec<Observation> {
    let mut seen = Vec::new();
    let turned_up = replay
        .steps
        .iter()
        .filter(|step| step.effects.iter().any(|effect| matches!(effect, Effect::Counted { .. })));
    let rounds: Vec<&Revealed> = turned_up.filter_map(|step| step.after.revealed.as_deref()).collect();
    for round in &rounds {
        observe_declarations(round, &mut seen);
        observe_verdict(round, &mut seen);
    }
    observe_game(replay.end(), &rounds, &mut seen);
    seen
}

/// A declaration of a round, with all that the cards tell of it.
struct Declared {
    seat: Seat,
    number: i64,
    step: i64,
    /// From 1.
    position: usize,
    card: Fact<i64>,
    /// What all cards on the table made.
    sum: Option<i64>,
    /// Whether a white square could have been declared.
    grey: bool,
}

fn declarations(round: &Revealed) -> impl Iterator<Item = Declared> {
    round.laid.iter().enumerate().map(|(index, laid)| {
        let (before, since) = round.laid.split_at(index);
        let grey = !before.iter().any(|other| other.seat == laid.seat && is_white(other.number));
        let previous = before.last().map_or(0, |previous| previous.number);
        let later = since.get(1..).and_then(made).map(|later| round.sum - later);
        Declared {
            seat: laid.seat,
            number: laid.number,
            step: laid.number - previous,
            position: index + 1,
            card: laid.card.map(i64::from),
            sum: later.or_else(|| made(&round.laid[..=index])),
            grey,
        }
    })
}

/// What cards make, if all are known.
fn made(laid: &[Laid]) -> Option<i64> {
    laid.iter().map(|laid| laid.card.known().map(i64::from)).sum()
}

fn observe_declarations(round: &Revealed, seen: &mut Vec<Observation>) {
    for Declared { seat, number: declared, step, position, card, sum, grey } in declarations(round) {
        let mut push = |observation: Observation| seen.push(observation.with("position", position));
        push(number("escalation", seat, step));
        if let Some(sum) = sum {
            push(number("overstatement", seat, declared - sum));
        }
        if let Fact::Known(card) = card {
            push(Observation::share("honest_step", seat, step <= card));
        }
        if grey {
            push(Observation::share("white_square", seat, is_white(declared)));
        }
    }
}

fn observe_verdict(round: &Revealed, seen: &mut Vec<Observation>) {
    let Some(last) = round.laid.last() else { return };
    let short = round.sum < last.number;
    match round.cause {
        Cause::Audit(auditor) => {
            seen.push(Observation::share("audit_success", auditor, short));
            seen.push(number("audit_margin", auditor, last.number - round.sum));
            seen.push(Observation::share("caught", last.seat, short));
            seen.push(number("height_at_audit", None, last.number));
        }
        Cause::Thirty => seen.push(Observation::share("thirty_made", last.seat, !short)),
    }
    seen.push(number("declarations_per_round", None, i64::try_from(round.laid.len()).unwrap_or(i64::MAX)));
}

fn observe_game(end: &NotMyFault, rounds: &[&Revealed], seen: &mut Vec<Observation>) {
    seen.push(number("rounds_per_game", None, end.round));
    for seat in end.seats.iter() {
        let tried = rounds.iter().flat_map(|round| &round.laid);
        let tried = tried.filter(|laid| laid.seat == seat && laid.number == LAST).count();
        seen.push(number("thirty_tried", seat, i64::try_from(tried).unwrap_or(i64::MAX)));
        seen.push(number("suspensions", seat, end.player(seat).suspensions.into()));
        if end.extreme {
            seen.push(Observation::share("eliminated", seat, end.is_eliminated(seat)));
        }
    }
    if let Some(outcome) = end.outcome() {
        for seat in end.seats.iter() {
            let won = outcome.winners.contains(&seat);
            seen.push(Observation::share("win", seat, won));
        }
    }
}
