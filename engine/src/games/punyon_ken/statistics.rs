//! What a finished record says.

use super::equilibrium::{chances, equilibrium};
use super::moves::{Effect, Move};
use super::score::{Palm, WinPath};
use super::throwing::{Throw, seat, winner};
use super::{PunyonKen, two};
use crate::record::Replay;
use crate::statistics::{Dimension, Metric, Observation, dimension};
use crate::text::Text;

const OWN_FINGERS: &Dimension = &dimension(
    "own_fingers",
    Text::fixed("自分の指", "Own fingers"),
    Text::fixed(
        "その前の、自分の曲げた指の数、0から4。",
        "The bent fingers of the seat before the throw, 0 to 4.",
    ),
);
const OWN_PALM: &Dimension = &dimension(
    "own_palm",
    Text::fixed("自分の掌", "Own palm"),
    Text::fixed("その前の、自分の掌の向き。", "The palm of the seat before the throw."),
)
.words(&["up", "down"]);
const OTHER_FINGERS: &Dimension = &dimension(
    "other_fingers",
    Text::fixed("相手の指", "Opponent’s fingers"),
    Text::fixed(
        "その前の、相手の曲げた指の数、0から4。",
        "The bent fingers of the opponent before the throw, 0 to 4.",
    ),
);
const OTHER_PALM: &Dimension = &dimension(
    "other_palm",
    Text::fixed("相手の掌", "Opponent’s palm"),
    Text::fixed("その前の、相手の掌の向き。", "The palm of the opponent before the throw."),
)
.words(&["up", "down"]);
const AFTER: &Dimension = &dimension(
    "after",
    Text::fixed("前回の結果", "After"),
    Text::fixed(
        "席の前回のじゃんけんの結果: 勝ち(win)、負け(loss)、あいこ(draw)。",
        "How the previous throw of the seat went.",
    ),
)
.words(&["win", "loss", "draw"]);
const PREVIOUS: &Dimension = &dimension(
    "previous",
    Text::fixed("前回の手", "Previous throw"),
    Text::fixed("席が前回出した手。", "What the seat threw before."),
)
.words(THROWS);
const THROW: &Dimension = &dimension(
    "throw",
    Text::fixed("手", "Throw"),
    Text::fixed("3つの手のどれについての値か。", "Which of the three hands the value is about."),
)
.words(THROWS);
const REPLY: &Dimension = &dimension(
    "reply",
    Text::fixed("相手の手", "Reply"),
    Text::fixed(
        "相手の3つの手のどれについての値か。",
        "Which of the opponent’s three hands the value is about.",
    ),
)
.words(THROWS);

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::category(
        "throw",
        Text::fixed("回","throws"),
        Text::fixed("出した手", "Throws"),
        Text::fixed(
            "席と1回のじゃんけんごとに、出した手: rock、scissors、paper。own_ と other_ は、その前の自分と相手の曲げた指の数と掌の向き(up、down)。",
            "Per seat and throw: rock, scissors or paper. own_ and other_ tell the bent fingers and the palm (up, down) of the seat and of its opponent before it.",
        ),
    )
    .by(&[OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM]),
    Metric::category(
        "throw_after",
        Text::fixed("回","throws"),
        Text::fixed("勝ち・負け・あいこの次の手", "Throw after a win, a loss or a draw"),
        Text::fixed(
            "席と、2回目以降のじゃんけんごとに、出した手。after は前回の結果(win、loss、draw)、previous は前回出した手。",
            "Per seat and throw from the second on: what it threw. after is how its previous throw went (win, loss, draw), previous what it threw then.",
        ),
    )
    .by(&[AFTER, PREVIOUS]),
    Metric::category(
        "shift_after",
        Text::fixed("回","throws"),
        Text::fixed("次の手の変え方", "Change of throw"),
        Text::fixed(
            "席と、2回目以降のじゃんけんごとに、手の変え方: stay(同じ手)、to_beating(前の手に勝つ手へ)、to_beaten(前の手に負ける手へ)。after は前回の結果(win、loss、draw)、previous は前回出した手。",
            "Per seat and throw from the second on: stay (the same again), to_beating (to what beats the previous one) or to_beaten (to what the previous one beats). after is how the previous throw went (win, loss, draw), previous what it was.",
        ),
    )
    .by(&[AFTER, PREVIOUS]),
    Metric::category(
        "win_path",
        Text::fixed("ゲーム","games"),
        Text::fixed("勝ち方", "Way of winning"),
        Text::fixed(
            "終わったゲームごとに、勝った席が何で勝ったか: fingers(指5本)か palm(掌)。",
            "Per finished game, for the winner: fingers (five bent) or palm (paper, palm down).",
        ),
    ),
    Metric::number(
        "palm_losses",
        Text::fixed("掌","palms"),
        Text::fixed("掌を戻した回数", "Palms lost"),
        Text::fixed(
            "終わったゲームの席ごとに、負けて掌を上に戻した回数。",
            "Per seat and finished game: how often it lost a throw with the palm down and turned it up again.",
        ),
    ),
    Metric::category(
        "palm_fate",
        Text::fixed("掌","palms"),
        Text::fixed("下に向けた掌のその後", "What became of a palm"),
        Text::fixed(
            "掌を下に向けるたびに、その後どうなったか: won(そのまま掌で勝った)、lost(負けて戻した)、kept(ゲームの終わりまで下向きのまま)。",
            "Per palm turned down: won (the game, by that palm), lost (turned up again) or kept (still down when the game ended otherwise).",
        ),
    ),
    Metric::number(
        "throws",
        Text::fixed("回","throws"),
        Text::fixed("じゃんけんの回数", "Throws per game"),
        Text::fixed(
            "終わったゲームごとの、じゃんけんの回数。あいこも数える。",
            "Per finished game: how often both threw, draws included.",
        ),
    )
    .of_the_table(),
    Metric::number(
        "equilibrium_excess",
        Text::fixed("回","throws"),
        Text::fixed("均衡からの偏り", "Excess over the equilibrium"),
        Text::fixed(
            "席とじゃんけんごとに、3つの手(throw)それぞれについて: その手を出したなら1、出さなければ0から、その状態の均衡混合戦略がその手を出す確率を引いた値。平均は、均衡より何回に何回多く出すかを表し、どの状態でも均衡どおりなら0。3つの手の平均の絶対値の和の半分が、均衡からの全変動距離。",
            "Per seat and throw, for each of the three hands (throw): 1 if it was thrown and 0 if not, minus the probability that the equilibrium mix of the position gives it. The mean tells how much more often than the equilibrium it is thrown; it is 0, in any set of positions, for whoever throws by the mix. Half the sum of the three absolute means is the total-variation distance from the equilibrium.",
        ),
    )
    .by(&[THROW, OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM]),
    Metric::number(
        "equilibrium_risk",
        Text::fixed("ゲーム","games"),
        Text::fixed("つけ込まれやすさ", "Win probability open to a reply"),
        Text::fixed(
            "席とじゃんけんごとに、相手の3つの手(reply)それぞれについて: 相手がその手を出していたら相手の勝つ確率(その後は双方が均衡どおり)が何だけ増えたか。実際に相手が出した手にはよらない。均衡どおりの席では、どの reply の平均も0。3つの平均の最大が、1回ごとに相手がつけ込める勝率。",
            "Per seat and throw, for each of the opponent's three hands (reply): by how much that reply would have raised the opponent's probability of winning, both playing by the equilibrium afterwards; what the opponent really threw plays no part. For whoever throws by the mix every reply has mean 0. The largest of the three means is the win probability that an opponent can take per throw by exploiting the seat's habits.",
        ),
    )
    .by(&[REPLY, OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM]),
    Metric::number(
        "equilibrium_distance",
        Text::fixed("割合","share"),
        Text::fixed("1ゲームの均衡からの距離", "Distance from the equilibrium per game"),
        Text::fixed(
            "終わったゲームの席ごとに、出した手の割合と、通った状態の均衡混合戦略の平均との全変動距離(3つの差の絶対値の和の半分、0から1)。短いゲームでは均衡どおりでも0にならないので、人を比べるには equilibrium_excess の平均を使う。",
            "Per seat and finished game: the total-variation distance (half the sum of the three absolute differences, 0 to 1) between the shares of its throws and the mean equilibrium mix of the positions they were made in. In a short game even equilibrium play does not come out at 0; to compare players use the means of equilibrium_excess.",
        ),
    ),
];

/// The words of all throws.
const THROWS: &[&str] = &["rock", "scissors", "paper"];

/// One throw of one seat, and where it was made.
struct Seen<'a> {
    before: &'a PunyonKen,
    place: usize,
    own: Throw,
    hands: [Throw; 2],
}

/// The observations of a finished game.
pub fn observe(replay: &Replay<PunyonKen>) -> Vec<Observation> {
    let throws: Vec<(&PunyonKen, [Throw; 2])> = replay
        .steps
        .iter()
        .enumerate()
        .filter_map(|(step, played)| {
            let Move::Throw { hands } = &played.mv;
            Some((replay.before(step), two(hands).ok()?))
        })
        .collect();
    let mut observed = vec![Observation::number("throws", None, throws.len() as f64)];
    if let Some((winner, path)) = replay.end().won {
        observed.push(Observation::word("win_path", winner, path.word()));
    }
    for place in [0, 1] {
        let seen = |&(before, hands): &(_, [Throw; 2])| Seen { before, place, own: hands[place], hands };
        let seen: Vec<Seen> = throws.iter().map(seen).collect();
        observed.extend(
            seen.iter().map(|seen| seen.of(Observation::word("throw", seat(place), seen.own.word()))),
        );
        observed.extend(seen.windows(2).flat_map(|pair| observe_change(&pair[0], &pair[1])));
        observed.extend(observe_palms(replay, place));
        observed.extend(seen.iter().flat_map(observe_equilibrium));
        observed.push(Observation::number("equilibrium_distance", seat(place), distance(&seen)));
    }
    observed
}

impl Seen<'_> {
    /// The same observation, with the position it was made in.
    fn of(&self, observation: Observation) -> Observation {
        let [own, other] = [self.before.scores[self.place], self.before.scores[1 - self.place]];
        observation
            .with("own_fingers", own.bent)
            .with("own_palm", own.palm.word())
            .with("other_fingers", other.bent)
            .with("other_palm", other.palm.word())
    }

    fn went(&self) -> &'static str {
        match winner(self.hands) {
            None => "draw",
            Some(place) if place == self.place => "win",
            Some(_) => "loss",
        }
    }

    /// How often the equilibrium makes each throw here.
    fn mix(&self) -> [f64; 3] {
        equilibrium(self.before).map(|best| best.mixes[self.place]).unwrap_or_default()
    }

    /// 1 for the throw that was made and 0 for the others, less their equilibrium shares.
    fn excess(&self) -> [f64; 3] {
        let mix = self.mix();
        [0, 1, 2].map(|i| f64::from(u8::from(Throw::ALL[i] == self.own)) - mix[i])
    }

    /// What the opponent would have gained by this reply.
    fn risk(&self, reply: Throw) -> Option<f64> {
        let other = 1 - self.place;
        let mut hands = self.hands;
        hands[other] = reply;
        Some(chances(&self.before.throw(hands).0)?[other] - chances(self.before)?[other])
    }
}

fn observe_change(previous: &Seen, now: &Seen) -> [Observation; 2] {
    let shift = if now.own == previous.own {
        "stay"
    } else if now.own.beats(previous.own) {
        "to_beating"
    } else {
        "to_beaten"
    };
    [("throw_after", now.own.word()), ("shift_after", shift)].map(|(metric, word)| {
        Observation::word(metric, seat(now.place), word)
            .with("after", previous.went())
            .with("previous", previous.own.word())
    })
}

fn observe_palms(replay: &Replay<PunyonKen>, place: usize) -> Vec<Observation> {
    let own = seat(place);
    let effects = || replay.steps.iter().flat_map(|step| &step.effects);
    let lost = effects().filter(|effect| **effect == Effect::PalmTurnedUp { seat: own }).count();
    let in_the_end = match replay.end() {
        PunyonKen { won: Some((winner, WinPath::Palm)), .. } if *winner == own => Some("won"),
        end if end.scores[place].palm == Palm::Down => Some("kept"),
        _ => None,
    };
    let fates = std::iter::repeat_n("lost", lost).chain(in_the_end);
    let fates = fates.map(|fate| Observation::word("palm_fate", own, fate));
    std::iter::once(Observation::number("palm_losses", own, lost as f64)).chain(fates).collect()
}

fn observe_equilibrium(seen: &Seen) -> Vec<Observation> {
    let own = seat(seen.place);
    let excess = Throw::ALL.into_iter().zip(seen.excess()).map(|(throw, excess)| {
        seen.of(Observation::number("equilibrium_excess", own, excess).with("throw", throw.word()))
    });
    let risk = Throw::ALL.into_iter().filter_map(|reply| {
        let risk = seen.risk(reply)?;
        Some(seen.of(Observation::number("equilibrium_risk", own, risk).with("reply", reply.word())))
    });
    excess.chain(risk).collect()
}

/// Between the throws made and the mixes that stood behind them.
fn distance(seen: &[Seen]) -> f64 {
    let total = |i: usize| seen.iter().map(|seen| seen.excess()[i]).sum::<f64>();
    let apart: f64 = (0..3).map(|i| total(i).abs()).sum();
    apart / 2.0 / (seen.len().max(1) as f64)
}
