//! The metrics of finished records, with their exact definitions.

use super::outcome::WinPath;
use super::rules::score::Palm;
use super::rules::throwing::Throw;
use crate::statistics::{Dimension, LabelledWord, Metric, Reference, dimension, example, word};
use crate::text::Text;

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    word(WinPath::Fingers.word(), Text::fixed("指5本", "five bent fingers")),
    word(WinPath::Palm.word(), Text::fixed("掌", "palm")),
];

const THROWS: &[LabelledWord] = &[throw(Throw::Rock), throw(Throw::Scissors), throw(Throw::Paper)];
const PALMS: &[LabelledWord] = &[palm(Palm::Up), palm(Palm::Down)];
const RESULTS: &[LabelledWord] = &[
    word("win", Text::fixed("勝ち", "win")),
    word("loss", Text::fixed("負け", "loss")),
    word("draw", Text::fixed("あいこ", "draw")),
];
const SHIFTS: &[LabelledWord] = &[
    word("stay", Text::fixed("同じ手", "the same again")),
    word("to_beating", Text::fixed("前の手に勝つ手", "to what beats it")),
    word("to_beaten", Text::fixed("前の手に負ける手", "to what it beats")),
];
const FATES: &[LabelledWord] = &[
    word("won", Text::fixed("掌で勝った", "won the game")),
    word("lost", Text::fixed("戻した", "turned up again")),
    word("stayed_down", Text::fixed("終わりまで下", "still down in the end")),
];

const fn throw(throw: Throw) -> LabelledWord {
    let title = match throw {
        Throw::Rock => Text::fixed("グー", "rock"),
        Throw::Scissors => Text::fixed("チョキ", "scissors"),
        Throw::Paper => Text::fixed("パー", "paper"),
    };
    word(throw.word(), title)
}

const fn palm(palm: Palm) -> LabelledWord {
    let title = match palm {
        Palm::Up => Text::fixed("掌は上", "palm up"),
        Palm::Down => Text::fixed("掌は下", "palm down"),
    };
    word(palm.word(), title)
}

const OWN_FINGERS: &Dimension = &dimension(
    "own_fingers",
    Text::fixed("自分の指", "Own fingers"),
    Text::fixed(
        "じゃんけんの前に自分が曲げていた指の数です。0から4までです。",
        "The bent fingers of the seat before the throw, 0 to 4.",
    ),
);
const OWN_PALM: &Dimension = &dimension(
    "own_palm",
    Text::fixed("自分の掌", "Own palm"),
    Text::fixed("じゃんけんの前の、自分の掌の向きです。", "The palm of the seat before the throw."),
)
.words(PALMS);
const OTHER_FINGERS: &Dimension = &dimension(
    "other_fingers",
    Text::fixed("相手の指", "Opponent’s fingers"),
    Text::fixed(
        "じゃんけんの前に相手が曲げていた指の数です。0から4までです。",
        "The bent fingers of the opponent before the throw, 0 to 4.",
    ),
);
const OTHER_PALM: &Dimension = &dimension(
    "other_palm",
    Text::fixed("相手の掌", "Opponent’s palm"),
    Text::fixed("じゃんけんの前の、相手の掌の向きです。", "The palm of the opponent before the throw."),
)
.words(PALMS);
const AFTER: &Dimension = &dimension(
    "after",
    Text::fixed("前回の結果", "After"),
    Text::fixed(
        "その席の前回のじゃんけんの結果です。勝ち、負け、あいこのどれかです。",
        "How the previous throw of the seat went.",
    ),
)
.words(RESULTS);
const PREVIOUS: &Dimension = &dimension(
    "previous",
    Text::fixed("前回の手", "Previous throw"),
    Text::fixed("その席が前回出した手です。", "What the seat threw before."),
)
.words(THROWS);
const THROW: &Dimension = &dimension(
    "throw",
    Text::fixed("手", "Throw"),
    Text::fixed("3つの手のどれについての値かです。", "Which of the three hands the value is about."),
)
.words(THROWS);
const REPLY: &Dimension = &dimension(
    "reply",
    Text::fixed("相手の手", "Reply"),
    Text::fixed(
        "相手の3つの手のどれについての値かです。",
        "Which of the opponent’s three hands the value is about.",
    ),
)
.words(THROWS);

const POSITION: &Dimension = &dimension(
    "position",
    Text::fixed("何回目の手か", "Throw of the game"),
    Text::fixed(
        "ゲームで何回目のじゃんけんかです。1から数えます。",
        "The number of the throw in its game, from 1.",
    ),
);
const FIRST_THROW: &Dimension = &dimension(
    "first_throw",
    Text::fixed("最初の手", "First throw"),
    Text::fixed("その席がゲームで最初に出した手です。", "What the seat threw first in the game."),
)
.words(THROWS);
const FIRST_RESULT: &Dimension = &dimension(
    "first_result",
    Text::fixed("最初の結果", "First result"),
    Text::fixed(
        "その席の最初のじゃんけんの結果です。勝ち、負け、あいこのどれかです。",
        "How the first throw of the seat went.",
    ),
)
.words(RESULTS);

const EQUILIBRIUM: &Reference = &Reference { value: 0.0, title: Text::fixed("均衡", "Equilibrium") };

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::category(
        "throw",
        Text::fixed("回", "throws"),
        Text::fixed("出した手", "Throws"),
        Text::fixed(
            "じゃんけんのたびに、席ごとの値です。出した手がグー、チョキ、パーのどれかを表します。\
             じゃんけんの前の、自分と相手の曲げた指の数と掌の向きで分けられます。",
            "Per seat and throw: rock, scissors or paper, by the bent fingers and the palms of the seat \
             and of its opponent before it.",
        ),
    )
    .words(THROWS)
    .by(&[OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM, POSITION])
    .of_moves()
    .examples(&[
        example("誰が何をよく出しますか。", "Who throws what?", "group_by=player"),
        example("最初に何を出しますか。", "What do people throw first?", "dimension.position=1"),
    ]),
    Metric::share(
        "win",
        Text::fixed("最初の手と勝敗", "Wins by the first throw"),
        Text::fixed(
            "終わったゲームの席ごとに、その席が勝ったかどうかです。\
             最初に出した手と、最初のじゃんけんの結果で分けられます。",
            "Per seat and finished game: whether it won, by what it threw first and by how that throw went.",
        ),
    )
    .by(&[FIRST_THROW, FIRST_RESULT])
    .means_by(&["first_throw", "first_result", "seat", "player"])
    .examples(&[
        example("最初の手でどれが一番勝ちますか。", "Which first throw wins most games?", "group_by=first_throw"),
        example(
            "最初のじゃんけんに勝つと、ゲームにも勝ちますか。",
            "Does whoever wins the first throw win the game?",
            "group_by=first_result",
        ),
    ]),
    Metric::number(
        "streak",
        Text::fixed("回", "throws"),
        Text::fixed("連勝", "Throws won in a row"),
        Text::fixed(
            "席の勝ちのひと続きごとに（1回だけの勝ちも含みます）、続けて勝ったじゃんけんの回数です。\
             あいこでは、続きは切れません。負けるか、ゲームが終わると、続きも終わります。",
            "Per run of throws that a seat won in a row, a single one included: how many it won. Draws do not end a \
             run; a loss or the end of the game does.",
        ),
    )
    .at_least(0.0)
    .examples(&[
        example("何回続けて勝ちますか。", "How long do streaks last?", ""),
        example("連勝が長いのは誰ですか。", "Who has long streaks?", "group_by=player"),
    ]),
    Metric::category(
        "throw_after",
        Text::fixed("回", "throws"),
        Text::fixed("勝ち・負け・あいこの次の手", "Throw after a win, a loss or a draw"),
        Text::fixed(
            "2回目以降のじゃんけんのたびに、席ごとの値です。出した手がグー、チョキ、パーのどれかを表します。\
             前回の結果と、前回出した手で分けられます。",
            "Per seat and throw from the second on: what it threw, by how its previous throw went and \
             by what it threw then.",
        ),
    )
    .words(THROWS)
    .by(&[AFTER, PREVIOUS])
    .of_moves()
    .examples(&[example(
        "負けたあとは何を出しますか。",
        "What do people throw after a loss?",
        "group_by=after",
    )]),
    Metric::category(
        "shift_after",
        Text::fixed("回", "throws"),
        Text::fixed("次の手の変え方", "Change of throw"),
        Text::fixed(
            "2回目以降のじゃんけんのたびに、席ごとの値です。同じ手を続けたか、前の手に勝つ手に変えたか、\
             前の手に負ける手に変えたかを表します。前回の結果と、前回出した手で分けられます。",
            "Per seat and throw from the second on: the same again, to what beats the previous \
             one, or to what the previous one beats; by how the previous throw went and by what it was.",
        ),
    )
    .words(SHIFTS)
    .by(&[AFTER, PREVIOUS])
    .of_moves()
    .examples(&[example(
        "勝ったあとは同じ手を続けますか。",
        "Do winners stay with their throw?",
        "group_by=after",
    )]),
    Metric::category(
        "win_path",
        Text::fixed("ゲーム", "games"),
        Text::fixed("勝ち方", "Way of winning"),
        Text::fixed(
            "終わったゲームごとに、勝った席の値です。\
             指5本で勝ったか、掌（掌が下向きのときのパー）で勝ったかを表します。",
            "Per finished game, for the winner: by five bent fingers, or by palm (paper, palm down).",
        ),
    )
    .words(ENDINGS)
    .examples(&[example("指と掌のどちらで勝ちますか。", "Are games won by fingers or by palm?", "")]),
    Metric::number(
        "palm_losses",
        Text::fixed("掌", "palms"),
        Text::fixed("掌を戻した回数", "Palms lost"),
        Text::fixed(
            "終わったゲームの席ごとに、負けて掌を上に戻した回数です。",
            "Per seat and finished game: how often it lost a throw with the palm down and turned it up \
             again.",
        ),
    )
    .at_least(0.0)
    .examples(&[example("掌をよく戻されるのは誰ですか。", "Who loses most palms?", "group_by=player")]),
    Metric::category(
        "palm_fate",
        Text::fixed("掌", "palms"),
        Text::fixed("下に向けた掌のその後", "What became of a palm"),
        Text::fixed(
            "掌を下に向けるたびに、その後どうなったかです。そのまま掌で勝ったか、負けて上に戻したか、\
             ほかの形でゲームが終わるまで下向きのままだったかのどれかです。",
            "Per palm turned down: the game was won by it, it was turned up again, or it was still down \
             when the game ended otherwise.",
        ),
    )
    .words(FATES)
    .examples(&[example("下に向けた掌はどうなりますか。", "What becomes of a palm turned down?", "")]),
    Metric::number(
        "throws",
        Text::fixed("回", "throws"),
        Text::fixed("じゃんけんの回数", "Throws per game"),
        Text::fixed(
            "終わったゲームごとに、じゃんけんの回数です。あいこも数えます。",
            "Per finished game: how often both threw, draws included.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .examples(&[example("1ゲームに何回じゃんけんをしますか。", "How many throws does a game take?", "")]),
    Metric::number(
        "equilibrium_excess",
        Text::fixed("回", "throws"),
        Text::fixed("均衡からの偏り", "Excess over the equilibrium"),
        Text::fixed(
            "じゃんけんのたびに、席ごとの、3つの手それぞれの値です。その手を出したなら1、出さなければ0から、\
             その状態の均衡混合戦略がその手を出す確率を引きます。平均は、\
             均衡よりどれだけ多くその手を出すかを表します。均衡どおりに出していれば、どの状態の平均も0です。\
             3つの手の平均の絶対値を足して半分にすると、均衡からの全変動距離になります。",
            "Per seat and throw, for each of the three hands: 1 if it was thrown and 0 if not, \
             minus the probability that the equilibrium mix of the position gives it. The mean tells how \
             much more often than the equilibrium it is thrown; it is 0, in any set of positions, for \
             whoever throws by the mix. Half the sum of the three absolute means is the total-variation \
             distance from the equilibrium.",
        ),
    )
    .within(-1.0, 1.0)
    .means_by(&["throw"])
    .held_against(EQUILIBRIUM)
    .by(&[THROW, OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM])
    .of_moves()
    .examples(&[
        example(
            "均衡より多く出される手はどれですか。",
            "Which hands are thrown more often than the equilibrium says?",
            "group_by=throw",
        ),
        example("誰がどの手を出しすぎますか。", "Who throws which hand too often?", "group_by=player,throw"),
    ]),
    Metric::number(
        "equilibrium_risk",
        Text::fixed("ゲーム", "games"),
        Text::fixed("つけ込まれやすさ", "Win probability open to a reply"),
        Text::fixed(
            "じゃんけんのたびに、席ごとの、相手の3つの手それぞれの値です。\
             相手がその手を出していたら、相手がゲームに勝つ確率がどれだけ増えたかを表します。\
             その後は、双方が均衡どおりに出すものとします。実際に相手が出した手にはよりません。\
             均衡どおりに出す席では、相手のどの手の平均も0です。\
             3つの平均の最大が、じゃんけん1回ごとに、相手がその席の癖につけ込んで得られる勝率です。",
            "Per seat and throw, for each of the opponent's three hands: by how much that reply \
             would have raised the opponent's probability of winning, both playing by the equilibrium \
             afterwards; what the opponent really threw plays no part. For whoever throws by the mix \
             every reply has mean 0. The largest of the three means is the win probability that an \
             opponent can take per throw by exploiting the seat's habits.",
        ),
    )
    .within(-1.0, 1.0)
    .means_by(&["reply"])
    .held_against(EQUILIBRIUM)
    .by(&[REPLY, OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM])
    .of_moves()
    .examples(&[example(
        "どの手につけ込まれますか。",
        "Which reply would exploit people most?",
        "group_by=reply",
    )]),
    Metric::number(
        "equilibrium_distance",
        Text::fixed("割合", "share"),
        Text::fixed("1ゲームの均衡からの距離", "Distance from the equilibrium per game"),
        Text::fixed(
            "終わったゲームの席ごとに、出した手の割合と、通った状態の均衡混合戦略の平均との、全変動距離です。\
             3つの手の差の絶対値を足して半分にしたもので、0から1までです。短いゲームでは、\
             均衡どおりでも0になりません。人を比べるには、「均衡からの偏り」の平均を使ってください。",
            "Per seat and finished game: the total-variation distance (half the sum of the three absolute \
             differences, 0 to 1) between the shares of its throws and the mean equilibrium mix of the \
             positions they were made in. In a short game even equilibrium play does not come out at 0; \
             to compare players use the means of “Excess over the equilibrium”.",
        ),
    )
    .within(0.0, 1.0)
    .examples(&[example(
        "均衡に一番近いのは誰ですか。",
        "Who is closest to the equilibrium?",
        "group_by=player",
    )]),
];
