//! What a finished game says.

use super::{Animal, Board, Called, Cups, Move, Phase, Placed, YouCryWolf};
use crate::game::Game;
use crate::record::Replay;
use crate::seat::Seat;
use crate::statistics::{Dimension, Metric, Observation, dimension};
use crate::text::Text;

const ANIMAL: &Dimension = &dimension(
    "animal",
    Text::fixed("動物", "Animal"),
    Text::fixed("宣言された列の動物。", "The animal of the row that the claim is about."),
)
.words(ANIMALS);
const POSITION: &Dimension = &dimension(
    "position",
    Text::fixed("手番の順", "Position"),
    Text::fixed("ラウンドで何番目の手番か、1から。", "The number of the turn in its round, from 1."),
);
const BY: &Dimension = &dimension(
    "by",
    Text::fixed("立場", "Role"),
    Text::fixed(
        "宣言した側(betting)かコールした側(calling)。",
        "As the one who bet (betting) or who called (calling).",
    ),
)
.words(&["betting", "calling"]);
const DIE: &Dimension = &dimension(
    "die",
    Text::fixed("ダイスの目", "Die"),
    Text::fixed("置いたダイスの目: sheepdogかwolf。", "The face of the die placed: sheepdog or wolf."),
)
.words(&["sheepdog", "wolf"]);

/// Every question of the page.
pub const METRICS: &[Metric] = &[
    Metric::number(
        "bid_escalation",
        Text::fixed("匹","animals"),
        Text::fixed("宣言のつり上げ", "Bid escalation"),
        Text::fixed(
            "宣言ごとに: 宣言した数 − その列にあったマーカーの数。列の最初の宣言では、宣言した数 − 列のダイスの数(今置いたものを含む)。positionはラウンドで何番目の手番か(1から)。",
            "For every bet: the claim minus the row's previous marker; for the first claim of a row, minus the dice on the row, the one just placed included. `position` is the turn's number in the round, from 1.",
        ),
    )
    .by(&[ANIMAL, POSITION]),
    Metric::number(
        "overstatement",
        Text::fixed("匹","animals"),
        Text::fixed("誇張", "Overstatement"),
        Text::fixed(
            "公開されたラウンドの宣言ごとに: 宣言した数 − 公開時に数えた数。分からないダイスで数が決まらない動物は除く。",
            "For every bet of a revealed round: the claim minus the count of its animal at the reveal. Animals whose count unknown dice leave open are left out.",
        ),
    )
    .by(&[ANIMAL]),
    Metric::share(
        "truth_rate",
        Text::fixed("真実の割合", "Truth rate"),
        Text::fixed(
            "公開されたラウンドの宣言ごとに: 宣言以上の数がいたか。",
            "For every bet of a revealed round whose count is known: whether there were as many as claimed, or more.",
        ),
    )
    .by(&[ANIMAL]),
    Metric::share(
        "bluff_rate",
        Text::fixed("嘘の割合", "Bluff rate"),
        Text::fixed(
            "公開されたラウンドの宣言ごとに: 宣言より少なかったか。",
            "For every bet of a revealed round whose count is known: whether there were fewer than claimed.",
        ),
    )
    .by(&[ANIMAL]),
    Metric::share(
        "call_success",
        Text::fixed("コールの成功率", "Call success"),
        Text::fixed(
            "コールごとに(コールした席): 宣言が嘘だったか。",
            "For every call, by its caller: whether the claim was a lie.",
        ),
    )
    .by(&[ANIMAL]),
    Metric::number(
        "call_margin",
        Text::fixed("匹","animals"),
        Text::fixed("コールの差", "Call margin"),
        Text::fixed(
            "コールごとに(コールした席): 宣言 − 数えた数。正なら成功。",
            "For every call, by its caller: the claim minus the count; above 0 the call was right.",
        ),
    )
    .by(&[ANIMAL]),
    Metric::number(
        "chips_won",
        Text::fixed("枚","chips"),
        Text::fixed("得たチップ", "Chips won"),
        Text::fixed(
            "支払いごとに受け取った席: 不足分を含む枚数。byは、宣言した側(betting)かコールした側(calling)か。",
            "For every payment, by its receiver: chips credited, shortfall included. `by` says whether as the one who bet (`betting`) or who called (`calling`).",
        ),
    )
    .by(&[BY]),
    Metric::number(
        "chips_lost",
        Text::fixed("枚","chips"),
        Text::fixed("失ったチップ", "Chips lost"),
        Text::fixed(
            "支払いごとに払った席: 実際に渡した枚数。byは、宣言した側(betting)かコールした側(calling)か。",
            "For every payment, by its payer: chips really handed over. `by` says whether as the one who bet (`betting`) or who called (`calling`).",
        ),
    )
    .by(&[BY]),
    Metric::share(
        "sheeps_clothing",
        Text::fixed("羊の皮をかぶった狼", "Wolves in sheep's clothing"),
        Text::fixed(
            "狼のダイスを置くたび(特権を含む): 羊の列に置いたか。",
            "For every wolf placed, with a bet or the privilege: whether it went to the sheep row.",
        ),
    ),
    Metric::share(
        "misplaced",
        Text::fixed("見間違い", "Misplacement"),
        Text::fixed(
            "牧羊犬か狼のダイスを置くたび(特権を含む): 別の動物の列に置いたか。dieはその目。",
            "For every sheepdog or wolf placed, with a bet or the privilege: whether it went to another animal's row. `die` is its face.",
        ),
    )
    .by(&[DIE]),
    Metric::share(
        "misplacement_decided",
        Text::fixed("見間違いが決めたコール", "Calls decided by a misplacement"),
        Text::fixed(
            "コールごとに: 盤上のダイスがすべて自分の目の列にあったら、嘘か本当かが逆になったか。",
            "For every call: whether lie and truth would change places, had every die on the board stood on the row of its own face.",
        ),
    )
    .of_the_table()
    .by(&[ANIMAL]),
    Metric::share(
        "privilege_use",
        Text::fixed("特権の使用", "Privilege use"),
        Text::fixed(
            "特権を使える手番ごとに: 使ったか。",
            "For every turn on which the privilege was available: whether it was used.",
        ),
    ),
    Metric::number(
        "turns_per_round",
        Text::fixed("手番","turns"),
        Text::fixed("ラウンドの手番数", "Turns per round"),
        Text::fixed(
            "ラウンドごとに: コールを含む手番の数。",
            "For every round: its turns, the call included.",
        ),
    )
    .of_the_table(),
    Metric::number(
        "rounds_per_game",
        Text::fixed("ラウンド","rounds"),
        Text::fixed("ゲームのラウンド数", "Rounds per game"),
        Text::fixed("ゲームごとに: ラウンドの数。", "For every game: its rounds."),
    )
    .of_the_table(),
    Metric::share(
        "first_player_wins",
        Text::fixed("ファーストプレイヤーの勝率", "First-player win rate"),
        Text::fixed(
            "ゲームごとに、最初のラウンドのファーストプレイヤー: 勝ったか(同点の勝ちを含む)。",
            "For every game, by the first player of its first round: whether that seat won, alone or shared.",
        ),
    ),
];

/// The words of all animals.
const ANIMALS: &[&str] = &["cow", "sheep", "sheepdog", "wolf"];

/// A bet of the present round.
struct Bet {
    seat: Seat,
    animal: Animal,
    claim: i64,
}

#[expect(clippy::cast_precision_loss, reason = "claims and chips are small")]
fn number(metric: &'static str, seat: impl Into<Option<Seat>>, value: i64) -> Observation {
    Observation::number(metric, seat, value as f64)
}

/// All observations of a finished game.
pub fn observe(replay: &Replay<YouCryWolf>) -> Vec<Observation> {
    let mut seen = Vec::new();
    let mut bets = Vec::new();
    for (index, step) in replay.steps.iter().enumerate() {
        let before = replay.before(index);
        before.observe_turn(&step.mv, &mut seen);
        match &step.mv {
            Move::Bet { seat, row, claim, .. } => {
                bets.push(Bet { seat: *seat, animal: *row, claim: *claim });
            }
            Move::Reveal { cups, count } => {
                before.observe_reveal(cups.as_ref(), *count, &std::mem::take(&mut bets), &mut seen);
                before.observe_payment(&step.after, &mut seen);
            }
            _ => {}
        }
    }
    observe_game(replay, &mut seen);
    seen
}

/// YCW-1: the first player of the first round.
pub fn first_player(replay: &Replay<YouCryWolf>) -> Option<Seat> {
    replay.steps.iter().find_map(|step| match step.mv {
        Move::ChooseFirstPlayer { seat, .. } => Some(seat),
        _ => None,
    })
}

fn observe_game(replay: &Replay<YouCryWolf>, seen: &mut Vec<Observation>) {
    seen.push(number("rounds_per_game", None, replay.end().round));
    if let (Some(first), Some(outcome)) = (first_player(replay), replay.end().outcome()) {
        seen.push(Observation::share("first_player_wins", first, outcome.winners.contains(&first)));
    }
}

impl YouCryWolf {
    fn observe_turn(&self, mv: &Move, seen: &mut Vec<Observation>) {
        if let Phase::Turns(seat) = self.phase
            && self.may_use_privilege(seat)
            && !matches!(mv, Move::NoteCup { .. })
        {
            seen.push(Observation::share("privilege_use", seat, matches!(mv, Move::Privilege { .. })));
        }
        match mv {
            Move::Bet { seat, die, row, claim } => {
                let before =
                    self.board[*row].marker.map_or(self.board[*row].count() + 1, |marker| marker.claim);
                seen.push(
                    number("bid_escalation", *seat, claim - before)
                        .with("animal", row.word())
                        .with("position", self.turns + 1),
                );
                observe_placement(*seat, *die, *row, seen);
            }
            Move::Privilege { seat, die, row } => observe_placement(*seat, *die, *row, seen),
            _ => {}
        }
    }

    fn observe_reveal(
        &self,
        given: Option<&Cups>,
        count: Option<i64>,
        bets: &[Bet],
        seen: &mut Vec<Observation>,
    ) {
        let (Phase::Reveal(called), Ok(cups)) = (self.phase, self.open_cups(given)) else { return };
        seen.push(number("turns_per_round", None, self.turns));
        let known = |animal: Animal| {
            let range = self.count_range(animal, &cups, None);
            let told = count.filter(|_| animal == called.row);
            told.or_else(|| (range.min == range.max).then_some(range.min))
        };
        for bet in bets {
            let Some(count) = known(bet.animal) else { continue };
            let truth = count >= bet.claim;
            let animal = bet.animal.word();
            seen.push(number("overstatement", bet.seat, bet.claim - count).with("animal", animal));
            seen.push(Observation::share("truth_rate", bet.seat, truth).with("animal", animal));
            seen.push(Observation::share("bluff_rate", bet.seat, !truth).with("animal", animal));
        }
        if let Some(count) = known(called.row) {
            self.observe_call(called, count, seen);
        }
    }

    fn observe_call(&self, called: Called, count: i64, seen: &mut Vec<Observation>) {
        let animal = called.row.word();
        let lie = count < called.claim;
        seen.push(Observation::share("call_success", called.caller, lie).with("animal", animal));
        seen.push(number("call_margin", called.caller, called.claim - count).with("animal", animal));
        let moved = self.unmasked().counted(called.row, self.options.edition);
        let otherwise = count - self.board.counted(called.row, self.options.edition) + moved;
        let decided = (otherwise < called.claim) != lie;
        seen.push(Observation::share("misplacement_decided", None, decided).with("animal", animal));
    }

    /// The board with every die on the row of its own face.
    fn unmasked(&self) -> Board {
        let mut board = Board::default();
        for placed in self.board.0.iter().flat_map(|row| row.dice.iter()) {
            let Placed { die, .. } = *placed;
            board[die].dice.push(placed.clone());
        }
        board
    }

    fn observe_payment(&self, after: &Self, seen: &mut Vec<Observation>) {
        let Phase::Reveal(called) = self.phase else { return };
        let pair = [(called.caller, "calling"), (called.accused, "betting")];
        for (seat, by) in pair {
            let won = after.points[seat] - self.points[seat];
            let lost = self.own[seat] - after.own[seat];
            if won > 0 {
                seen.push(number("chips_won", seat, won).with("by", by));
            }
            if lost > 0 {
                seen.push(number("chips_lost", seat, lost).with("by", by));
            }
        }
    }
}

fn observe_placement(seat: Seat, die: Animal, row: Animal, seen: &mut Vec<Observation>) {
    if die == Animal::Wolf {
        seen.push(Observation::share("sheeps_clothing", seat, row == Animal::Sheep));
    }
    if die.rows().len() > 1 {
        seen.push(Observation::share("misplaced", seat, die != row).with("die", die.word()));
    }
}
