//! The metrics of finished records, with their exact definitions.

use crate::statistics::{
    Dimension, FIRST_VERSION, LabelledWord, Metric, ROUND, change, dimension, example, word,
};
use crate::text::Text;

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    word("seven_dogs", Text::fixed("イヌ7匹", "seven dogs")),
    word("seven_dogs_lost_again", Text::fixed("7匹のイヌがまた逃げた", "seven dogs, lost again")),
];

const LANDINGS: &[LabelledWord] = &[
    word("up", Text::fixed("ハンドアップ", "hand up")),
    word("down", Text::fixed("ハンドダウン", "hand down")),
    word("flat", Text::fixed("フラット", "flat")),
    word("standing", Text::fixed("立つ", "standing")),
    word("leaning", Text::fixed("よりかかる", "leaning")),
];
const STICKS: &[LabelledWord] =
    &[word("meat", Text::fixed("肉", "meat")), word("charcoal", Text::fixed("炭", "charcoal"))];
const TOUCHED: &[LabelledWord] =
    &[word("dog", Text::fixed("イヌ", "a dog")), word("fire", Text::fixed("炎", "the fire"))];
const SOURCES: &[LabelledWord] = &[
    word("standing", Text::fixed("立った村人", "standing villagers")),
    word("race", Text::fixed("取り合い", "a race")),
];

const LANDING: &Dimension = &dimension(
    "landing",
    Text::fixed("村人の状態", "Landing"),
    Text::fixed(
        "ハンドアップ、ハンドダウン、フラット、立つ、よりかかる、のどれかです。",
        "Hand up, hand down, flat, standing or leaning.",
    ),
)
.words(LANDINGS);
const ENDED_BY: &Dimension = &dimension(
    "ended_by",
    Text::fixed("なくなったスティック", "Stick that ran out"),
    Text::fixed("肉か炭かです。", "Meat or charcoal."),
)
.words(STICKS);
const THROWS: &Dimension = &dimension(
    "throws",
    Text::fixed("ラウンドで何回目か", "Throw of the round"),
    Text::fixed(
        "ラウンドで何回目にふったときに取り合いになったかです。1から数えます。",
        "The number of the throw in its round, from 1, that set the race off.",
    ),
);
const FROM: &Dimension = &dimension(
    "from",
    Text::fixed("イヌを得た方法", "How"),
    Text::fixed("立った村人で得たか、取り合いで得たかです。", "By standing villagers or in a race."),
)
.words(SOURCES);

const OWN_DOGS: &Dimension = &dimension(
    "own_dogs",
    Text::fixed("自分のイヌ", "Own dogs"),
    Text::fixed("その席のイヌの数です。", "The dogs of the seat."),
);
const BEST_OTHER: &Dimension = &dimension(
    "top_dogs",
    Text::fixed("ほかの席の最多のイヌ", "Most dogs of another"),
    Text::fixed("ほかの席のうち、イヌが最も多い席のイヌの数です。", "The most dogs that another seat had."),
);

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::number(
        "landing_share",
        Text::fixed("割合", "share"),
        Text::fixed("村人の状態", "How villagers land"),
        Text::fixed(
            "終わったゲームの席ごとに、村人の状態それぞれの値です。\
             その席がふった村人全部のうち、その状態になった村人の割合です。",
            "Per seat and finished game, for each way to land: its share of all the villagers the \
             seat threw.",
        ),
    )
    .within(0.0, 1.0)
    .means_by(&["landing"])
    .by(&[LANDING])
    .examples(&[
        example("村人はどんな状態になりますか。", "How do villagers land?", "group_by=landing"),
        example(
            "村人を立たせるのがうまいのは誰ですか。",
            "Who makes villagers stand most often?",
            "group_by=player&dimension.landing=standing",
        ),
    ]),
    Metric::number(
        "villagers_thrown",
        Text::fixed("個", "villagers"),
        Text::fixed("ふった村人の数", "Villagers thrown"),
        Text::fixed(
            "終わったゲームの席ごとに、ふった村人の延べ数です。\
             「村人の状態」の割合は、この数に対するものです。",
            "Per seat and finished game: the villagers it threw, each counted every time; what \
             “How villagers land” is a share of.",
        ),
    )
    .at_least(0.0)
    .examples(&[example(
        "1ゲームに何個の村人をふりますか。",
        "How many villagers does a seat throw in a game?",
        "group_by=seats",
    )]),
    Metric::number(
        "throws_per_round",
        Text::fixed("回", "throws"),
        Text::fixed("ラウンドでふった回数", "Throws per round"),
        Text::fixed(
            "取り合いで終わったラウンドごとに、全員でふった回数です。\
             なくなったスティック（肉か炭）で分けられます。",
            "Per round that ended with a race: how often everybody threw, by the stick that ran out \
             (meat or charcoal).",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .by(&[ENDED_BY, ROUND])
    .of_moves()
    .examples(&[example(
        "肉と炭では、どちらで終わるラウンドが長いですか。",
        "Which rounds are longer, those that end by meat or by charcoal?",
        "group_by=ended_by",
    )]),
    Metric::category(
        "round_end",
        Text::fixed("ラウンド", "rounds"),
        Text::fixed("ラウンドの終わり方", "How rounds end"),
        Text::fixed(
            "取り合いで終わったラウンドごとに、肉と炭のどちらのスティックがなくなったかです。",
            "Per round that ended with a race: the stick that ran out, meat or charcoal.",
        ),
    )
    .of_the_table()
    .by(&[ROUND])
    .of_moves()
    .words(STICKS)
    .examples(&[example(
        "ラウンドは肉と炭のどちらで終わりますか。",
        "Do rounds end by meat or by charcoal?",
        "",
    )]),
    Metric::share(
        "dog_race",
        Text::fixed("イヌの取り合いの勝率", "Races for the dogs won"),
        Text::fixed(
            "イヌの取り合いのたびに、席ごとの値です。その席が場のイヌを1匹でも取ったかどうかを表します。",
            "Per seat and race for the dogs: whether it took at least one.",
        ),
    )
    .by(&[THROWS, ROUND])
    .of_moves()
    .examples(&[
        example(
            "イヌの取り合いに強いのは誰ですか。",
            "Who wins the races for the dogs?",
            "group_by=player",
        ),
        example(
            "早い取り合いと遅い取り合いで、強い人は違いますか。",
            "Does who wins the race depend on how early it comes?",
            "group_by=throws,player",
        ),
    ]),
    Metric::share(
        "fire_race",
        Text::fixed("炎の取り合いの勝率", "Races for the fire won"),
        Text::fixed(
            "炎の取り合いのたびに、席ごとの値です。その席が炎を取ったかどうかを表します。",
            "Per seat and race for the fire: whether it took it.",
        ),
    )
    .by(&[THROWS, ROUND])
    .of_moves()
    .examples(&[example(
        "炎の取り合いに強いのは誰ですか。",
        "Who wins the races for the fire?",
        "group_by=player",
    )]),
    Metric::number(
        "fouls",
        Text::fixed("回", "fouls"),
        Text::fixed("おてつきの回数", "Fouls"),
        Text::fixed(
            "終わったゲームの席ごとに、おてつきの回数です。",
            "Per seat and finished game: how many fouls it committed.",
        ),
    )
    .at_least(0.0)
    .examples(&[example("おてつきが多いのは誰ですか。", "Who commits most fouls?", "group_by=player")]),
    Metric::category(
        "foul_touched",
        Text::fixed("回", "fouls"),
        Text::fixed("おてつきで触れたもの", "Touched in fouls"),
        Text::fixed(
            "おてつきごとに、イヌと炎のどちらに触れたかです。記録がなければ、不明です。",
            "Per foul: what was touched, a dog or the fire; unknown where nobody said.",
        ),
    )
    .by(&[ROUND])
    .of_moves()
    .words(TOUCHED)
    .changed(&[
        FIRST_VERSION,
        change(
            2,
            "2026-11-21",
            "触れたものの記録がないおてつきは、「不明」という語ではなく、不明なものとして数えます。",
            "A foul of which nobody said what was touched counts as an unknown value, no longer as the \
             word unknown.",
        ),
    ])
    .examples(&[example(
        "おてつきではイヌと炎のどちらに触れますか。",
        "Are fouls on dogs or on the fire?",
        "",
    )]),
    Metric::number(
        "escapes",
        Text::fixed("回", "escapes"),
        Text::fixed("イヌの逃亡", "Escapes"),
        Text::fixed(
            "終わったゲームの席ごとに、最後の村人を失った回数です（DV-12）。逃げるイヌがいなくても数えます。",
            "Per seat and finished game: how often it lost its last villager (DV-12), with or without \
             dogs to run away.",
        ),
    )
    .at_least(0.0)
    .examples(&[example(
        "人数が増えるとイヌはよく逃げますか。",
        "Do escapes grow more frequent with more seats?",
        "group_by=seats",
    )]),
    Metric::number(
        "dogs_lost",
        Text::fixed("匹", "dogs"),
        Text::fixed("逃げたイヌ", "Dogs that ran away"),
        Text::fixed(
            "最後の村人を失うたびに、群れに戻ったイヌの数です。",
            "Per last villager lost: how many dogs went back to the pack.",
        ),
    )
    .at_least(0.0)
    .by(&[ROUND])
    .of_moves()
    .examples(&[example("一度に何匹逃げますか。", "How many dogs run away at once?", "")]),
    Metric::number(
        "dogs_won",
        Text::fixed("匹", "dogs"),
        Text::fixed("得たイヌの数", "Where dogs come from"),
        Text::fixed(
            "終わったゲームの席ごとに、立った村人と取り合いのそれぞれで得たイヌの数です。\
             後で逃げたイヌも数えます。",
            "Per seat and finished game: the dogs it got, by standing villagers and in races; those \
             that ran away later count as well.",
        ),
    )
    .at_least(0.0)
    .means_by(&["from"])
    .by(&[FROM])
    .examples(&[
        example(
            "立った村人と取り合いでは、どちらで多くのイヌを得られますか。",
            "Do dogs come from standing villagers or from races?",
            "group_by=from",
        ),
        example(
            "取り合いで多くのイヌを得るのは誰ですか。",
            "Who gets most dogs in races?",
            "group_by=player&dimension.from=race",
        ),
    ]),
    Metric::share(
        "comeback",
        Text::fixed("逆転", "Comebacks"),
        Text::fixed(
            "終わったゲームの勝者ごとに、途中のどこかのラウンドの終わりに、イヌの数が、\
             最も多い席より3匹以上少なかったかどうかです。",
            "Per finished game, for each winner: whether at the end of some earlier round it had at least \
             3 dogs fewer than the seat with most.",
        ),
    )
    .examples(&[example("勝者の何割が逆転しましたか。", "How often do winners come from behind?", "")]),
    Metric::share(
        "won_from_here",
        Text::fixed("この差からの勝率", "Won from here"),
        Text::fixed(
            "終わったゲームで、ラウンドの最初にふるたびに、席ごとの値です。\
             その席が最後に勝ったかどうかを表します。\
             ふる時の自分のイヌの数と、ほかの席の最多のイヌの数で分けられます。",
            "Per seat and first throw of each round in a finished game: whether the seat won in the end, by the dogs \
             it had then, and the most dogs that another seat had.",
        ),
    )
    .by(&[OWN_DOGS, BEST_OTHER, ROUND])
    .of_moves()
    .examples(&[example(
        "イヌ3匹の差は、どれくらい勝ちにつながりますか。",
        "How often does one win from which position?",
        "group_by=own_dogs,top_dogs",
    )]),
    Metric::number(
        "deficit_made_up",
        Text::fixed("匹", "dogs"),
        Text::fixed("逆転した差", "Deficit made up"),
        Text::fixed(
            "終わったゲームの勝者ごとに、途中のラウンドの終わりに、イヌの数が、\
             最も多い席より何匹少なかったかです。その差が最も大きかったときの数です。",
            "Per finished game, for each winner: the most dogs by which it was behind the seat with most \
             at the end of an earlier round.",
        ),
    )
    .at_least(0.0)
    .examples(&[example("何匹差まで逆転できますか。", "What deficits do winners make up?", "")]),
    Metric::share(
        "win_after_escape",
        Text::fixed("逃亡後の勝利", "Won after an escape"),
        Text::fixed(
            "終わったゲームで最後の村人を失ったことのある席ごとに、その席が勝ったかどうかです。",
            "Per seat that lost its last villager in a finished game: whether it won.",
        ),
    )
    .examples(&[example("イヌに逃げられても勝てますか。", "Can one win after an escape?", "")]),
    Metric::number(
        "rounds",
        Text::fixed("ラウンド", "rounds"),
        Text::fixed("ゲームのラウンド数", "Rounds per game"),
        Text::fixed(
            "終わったゲームごとに、始まったラウンドの数です。",
            "Per finished game: how many rounds were begun.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .examples(&[example(
        "人数が増えるとラウンドは増えますか。",
        "Are there more rounds with more seats?",
        "group_by=seats",
    )]),
    Metric::number(
        "throws",
        Text::fixed("回", "throws"),
        Text::fixed("ゲームでふった回数", "Throws per game"),
        Text::fixed(
            "終わったゲームごとに、全員でふった回数です。",
            "Per finished game: how often everybody threw.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .examples(&[example(
        "1ゲームに何回ふりますか。",
        "How many throws does a game take?",
        "group_by=seats",
    )]),
];
