//! The metrics of finished records, with their exact definitions.

use super::rules::animal::Animal;
use crate::analysis::VERDICTS;
use crate::statistics::{
    Dimension, FIRST_VERSION, LabelledWord, Metric, MetricChange, OTHER_SEAT, ROUND, Reference, change,
    dimension, example, word,
};
use crate::text::Text;

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[word("out_of_chips", Text::fixed("チップ切れ", "out of chips"))];

/// The animals of a die.
pub const ANIMALS: &[LabelledWord] =
    &[animal(Animal::Cow), animal(Animal::Sheep), animal(Animal::Sheepdog), animal(Animal::Wolf)];
const SEEN_AS_OTHERS: &[LabelledWord] = &[animal(Animal::Sheepdog), animal(Animal::Wolf)];
const ROLES: &[LabelledWord] = &[
    word("betting", Text::fixed("宣言した側", "claiming")),
    word("calling", Text::fixed("コールした側", "calling")),
];

const fn animal(animal: Animal) -> LabelledWord {
    let name = match animal {
        Animal::Cow => Text::fixed("牛", "cow"),
        Animal::Sheep => Text::fixed("羊", "sheep"),
        Animal::Sheepdog => Text::fixed("牧羊犬", "sheepdog"),
        Animal::Wolf => Text::fixed("狼", "wolf"),
    };
    word(animal.word(), name)
}

const COUNT_EXTENDED: MetricChange = change(
    3,
    "2026-11-23",
    "コールされた動物の数だけが公開されたときは、ほかの動物の数の範囲にも、その数を使います。",
    "Where only the count of the called animal was revealed, it also bounds the counts of the other animals.",
);

const ANIMAL: &Dimension = &dimension(
    "animal",
    Text::fixed("動物", "Animal"),
    Text::fixed("宣言された欄の動物です。", "The animal of the row that the claim is about."),
)
.words(ANIMALS);
const POSITION: &Dimension = &dimension(
    "position",
    Text::fixed("手番の順", "Position"),
    Text::fixed(
        "ラウンドで何番目の手番かです。1から数えます。",
        "The number of the turn in its round, from 1.",
    ),
);
const BY: &Dimension = &dimension(
    "by",
    Text::fixed("立場", "Role"),
    Text::fixed("宣言した側かコールした側かです。", "As the one who claimed or who called."),
)
.words(ROLES);
const DIE: &Dimension = &dimension(
    "die",
    Text::fixed("ダイスの目", "Die"),
    Text::fixed("置いたダイスの目です。牧羊犬か狼かです。", "The face of the die placed: sheepdog or wolf."),
)
.words(SEEN_AS_OTHERS);

const CLAIM: &Dimension = &dimension(
    "claim",
    Text::fixed("宣言した数", "Claim"),
    Text::fixed(
        "宣言した数です。コールでは、コールされた欄に宣言されていた数です。",
        "The number claimed; of a call, the one that was called.",
    ),
);
const HIDDEN_DICE: &Dimension = &dimension(
    "hidden_dice",
    Text::fixed("カップの中のダイス", "Dice under cups"),
    Text::fixed(
        "コールのときに、全員のカップの中に合わせて何個のダイスがあったかです。",
        "How many dice were under all cups at the call.",
    ),
);

const TRUTH: &Reference = &Reference { value: 0.0, title: Text::fixed("本当の数", "The truth") };

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::number(
        "bid_escalation",
        Text::fixed("匹", "animals"),
        Text::fixed("宣言のつり上げ", "How far claims rise"),
        Text::fixed(
            "宣言ごとに、宣言した席の値です。宣言した数から、その欄の前のマーカーが示していた数を引きます。\
             欄の最初の宣言では、今置いたものも含めて、その欄のダイスの数を引きます。\
             ラウンドで何番目の手番かで分けられます。",
            "Per claim: the number minus the row's previous marker; for the first claim of a row, \
             minus the dice on the row, the one just placed included. Can be grouped by \
             the number of the turn in its round.",
        ),
    )
    .by(&[ANIMAL, POSITION, ROUND])
    .of_moves()
    .examples(&[
        example("宣言はどれだけつり上がりますか。", "How far do claims rise?", "group_by=position"),
        example("大きくつり上げるのは誰ですか。", "Who raises most?", "group_by=player"),
    ]),
    Metric::number(
        "overstatement",
        Text::fixed("匹", "animals"),
        Text::fixed("誇張", "Exaggeration"),
        Text::fixed(
            "公開されたラウンドの宣言ごとに、宣言した席の値です。\
             宣言した数から、公開のときに数えたその動物の数を引きます。分からないダイスで数が決まらなければ、\
             範囲を値とします。その範囲は、分かっているダイスと、コールされた動物の数から決まります。",
            "Per claim of a revealed round: the number minus the count of its animal at the reveal. \
             Where unknown dice leave the count open, the value lies between the bounds that the known \
             ones and the count of the called animal give.",
        ),
    )
    .held_against(TRUTH)
    .by(&[ANIMAL, CLAIM, ROUND])
    .of_moves()
    .changed(&[
        FIRST_VERSION,
        change(
            2,
            "2026-11-21",
            "公開されなかった事実を含む観測も、値の範囲または不明として数えます。",
            "Observations that depend on what was never revealed count too, as unknown or between bounds.",
        ),
        COUNT_EXTENDED,
    ])
    .examples(&[example(
        "どの動物が一番誇張されますか。",
        "Which animals are exaggerated most?",
        "group_by=animal",
    )]),
    Metric::share(
        "truth_rate",
        Text::fixed("本当だった割合", "True claims"),
        Text::fixed(
            "公開されたラウンドの宣言ごとに、宣言した席の値です。公開のときに、\
             その動物が宣言した数以上いたかどうかを表します。分からないダイスで決まらなければ、不明です。",
            "Per claim of a revealed round: whether there were as many animals as claimed at the reveal, or \
             more; unknown where unknown dice leave it open.",
        ),
    )
    .by(&[ANIMAL, CLAIM, ROUND])
    .of_moves()
    .changed(&[
        FIRST_VERSION,
        change(
            2,
            "2026-11-21",
            "公開されなかった事実を含む観測も、値の範囲または不明として数えます。",
            "Observations that depend on what was never revealed count too, as unknown or between bounds.",
        ),
        COUNT_EXTENDED,
    ])
    .examples(&[example("本当のことを言うのは誰ですか。", "Who tells the truth?", "group_by=player")]),
    Metric::share(
        "bluff_rate",
        Text::fixed("嘘の割合", "Lies"),
        Text::fixed(
            "公開されたラウンドの宣言ごとに、宣言した席の値です。\
             公開のときに、その動物が宣言した数より少なかったかどうかを表します。\
             分からないダイスで決まらなければ、不明です。",
            "Per claim of a revealed round: whether there were fewer animals than claimed at the reveal; \
             unknown where unknown dice leave it open.",
        ),
    )
    .by(&[ANIMAL, CLAIM, ROUND])
    .of_moves()
    .changed(&[
        FIRST_VERSION,
        change(
            2,
            "2026-11-21",
            "公開されなかった事実を含む観測も、値の範囲または不明として数えます。",
            "Observations that depend on what was never revealed count too, as unknown or between bounds.",
        ),
        COUNT_EXTENDED,
    ])
    .examples(&[
        example("どの動物でよく嘘をつきますか。", "Which animals do people lie about?", "group_by=animal"),
        example("嘘をつくのは誰ですか。", "Who lies most often?", "group_by=player"),
    ]),
    Metric::share(
        "call_success",
        Text::fixed("コールの成功率", "Call success"),
        Text::fixed(
            "コールごとに、コールした席の値です。宣言が嘘だったかどうかを表します。",
            "Per call, by its caller: whether the claim was a lie.",
        ),
    )
    .by(&[ANIMAL, CLAIM, HIDDEN_DICE, OTHER_SEAT, ROUND])
    .of_moves()
    .examples(&[
        example("コールがうまいのは誰ですか。", "Whose calls are right?", "group_by=player"),
        example("誰が誰をコールしますか。", "Who calls whom?", "group_by=player,other_player"),
    ]),
    Metric::number(
        "call_margin",
        Text::fixed("匹", "animals"),
        Text::fixed("コールの差", "Call margin"),
        Text::fixed(
            "コールごとに、コールした席の値です。宣言されていた数から、数えた数を引きます。\
             0より大きければ、コールは成功です。",
            "Per call, by its caller: the claim minus the count; above 0 the call was right.",
        ),
    )
    .by(&[ANIMAL, CLAIM, HIDDEN_DICE, OTHER_SEAT, ROUND])
    .of_moves()
    .examples(&[
        example(
            "コールされた宣言はどれだけ外れていますか。",
            "How far off are the claims that are called?",
            "group_by=animal",
        ),
        example(
            "高い宣言ほど大きく外れますか。",
            "Are higher claims further off when they are called?",
            "group_by=claim",
        ),
    ]),
    Metric::number(
        "chips_won",
        Text::fixed("枚", "chips"),
        Text::fixed("得たチップ", "Chips won"),
        Text::fixed(
            "支払いごとに、受け取った席の値です。不足分も含めた、チップの枚数です。\
             宣言した側かコールした側かで分けられます。",
            "Per payment, by its receiver: chips credited, shortfall included, as the one who claimed or \
             as the one who called.",
        ),
    )
    .at_least(0.0)
    .by(&[BY, ROUND])
    .of_moves()
    .examples(&[example(
        "チップは宣言とコールのどちらで得られますか。",
        "Are chips won by claiming or by calling?",
        "group_by=by",
    )]),
    Metric::number(
        "chips_lost",
        Text::fixed("枚", "chips"),
        Text::fixed("失ったチップ", "Chips lost"),
        Text::fixed(
            "支払いごとに、払った席の値です。実際に渡した、チップの枚数です。\
             宣言した側かコールした側かで分けられます。",
            "Per payment, by its payer: chips really handed over, as the one who claimed or as the one \
             who called.",
        ),
    )
    .at_least(0.0)
    .by(&[BY, ROUND])
    .of_moves()
    .examples(&[example(
        "チップは宣言とコールのどちらで失われますか。",
        "Are chips lost by claiming or by calling?",
        "group_by=by",
    )]),
    Metric::share(
        "sheeps_clothing",
        Text::fixed("羊の皮をかぶった狼", "Wolves in sheep's clothing"),
        Text::fixed(
            "狼のダイスを置くたびに、羊の欄に置いたかどうかです。特権で置いたダイスも数えます。",
            "Per wolf placed, with a claim or by the power: whether it went to the sheep row.",
        ),
    )
    .by(&[ROUND])
    .of_moves()
    .examples(&[example(
        "狼はよく羊の皮をかぶりますか。",
        "How often do wolves wear sheep’s clothing?",
        "",
    )]),
    Metric::share(
        "misplaced",
        Text::fixed("見間違い", "Mistakes"),
        Text::fixed(
            "牧羊犬か狼のダイスを置くたびに、別の動物の欄に置いたかどうかです。\
             特権で置いたダイスも数えます。",
            "Per sheepdog or wolf placed, with a claim or by the power: whether it went to another \
             animal's row.",
        ),
    )
    .by(&[DIE, ROUND])
    .of_moves()
    .examples(&[example(
        "牧羊犬と狼のどちらがよく見間違えられますか。",
        "Which dice are placed as another animal more often?",
        "group_by=die",
    )]),
    Metric::share(
        "misplacement_decided",
        Text::fixed("見間違いが決めたコール", "Calls decided by a mistake"),
        Text::fixed(
            "コールごとに、ボードのダイスがすべて目のとおりの欄にあれば、\
             嘘か本当かが逆になっていたかどうかです。",
            "Per call: whether lie and truth would change places, had every die on the board stood \
             on the row of its own face.",
        ),
    )
    .of_the_table()
    .by(&[ANIMAL, ROUND])
    .of_moves()
    .examples(&[example(
        "見間違いがコールを決めたことはどれだけありますか。",
        "How often does a mistake decide a call?",
        "group_by=animal",
    )]),
    Metric::share(
        "privilege_use",
        Text::fixed("特権の使用", "Use of the first player’s power"),
        Text::fixed(
            "特権を使える手番ごとに、特権を使ったかどうかです。",
            "Per turn on which the power was available: whether it was used.",
        ),
    )
    .by(&[ROUND])
    .of_moves()
    .examples(&[example("特権を使うのは誰ですか。", "Who uses the power?", "group_by=player")]),
    Metric::number(
        "turns_per_round",
        Text::fixed("手番", "turns"),
        Text::fixed("ラウンドの手番数", "Turns per round"),
        Text::fixed(
            "ラウンドごとに、手番の数です。コールも数えます。",
            "Per round: its turns, the call included.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .by(&[ROUND])
    .of_moves()
    .examples(&[example("ラウンドは何手番続きますか。", "How long do rounds last?", "group_by=seats")]),
    Metric::number(
        "rounds_per_game",
        Text::fixed("ラウンド", "rounds"),
        Text::fixed("ゲームのラウンド数", "Rounds per game"),
        Text::fixed("ゲームごとに、ラウンドの数です。", "Per game: its rounds."),
    )
    .at_least(0.0)
    .of_the_table()
    .examples(&[example(
        "ゲームは何ラウンド続きますか。",
        "How many rounds does a game last?",
        "group_by=seats",
    )]),
    Metric::share(
        "first_player_wins",
        Text::fixed("ファーストプレイヤーの勝率", "First-player win rate"),
        Text::fixed(
            "ゲームごとに、最初のラウンドのファーストプレイヤーが勝ったかどうかです。\
             ほかの席と一緒の勝ちも勝ちに数えます。",
            "Per game, by the first player of its first round: whether that seat won, alone or \
             shared.",
        ),
    )
    .examples(&[example(
        "5人で遊ぶと、最初のファーストプレイヤーはよく勝ちますか。",
        "Do first players win more often when five play?",
        "seats=5",
    )]),
    Metric::number(
        "called_claim",
        Text::fixed("匹", "animals"),
        Text::fixed("コールされた宣言", "Claim at the call"),
        Text::fixed(
            "コールごとに、コールされた欄に宣言されていた数です。",
            "Per call: the number claimed on the row that was called.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .by(&[ANIMAL, ROUND])
    .of_moves()
    .examples(&[example(
        "宣言はどこまで高くなるとコールされますか。",
        "How high do claims go before they are called?",
        "group_by=animal",
    )]),
    Metric::category(
        "claim_certainty",
        Text::fixed("宣言", "claims"),
        Text::fixed("宣言の確かさ", "How sure claims were"),
        Text::fixed(
            "反則のないラウンドの宣言ごとに、宣言した席の値です。\
             ダイスの面が記録されている終わったゲームだけを数えます。宣言した人に見えたものから、\
             その宣言が確実だったか、見込みが半分以上だったか、半分未満だったか、不可能だったかです。\
             見込みは、隠れていたダイスの目の出方をすべて同じ重みで数えて求めます（モデルcounting-1）。",
            "Per claim in rounds without a breach of finished games whose options say what the sides of a die show: whether, \
             from what the claimer saw, it was certain, at least as likely as not, less likely, or impossible; by counting all ways in \
             which hidden dice can lie, all alike (model counting-1).",
        ),
    )
    .by(&[ANIMAL, ROUND])
    .of_moves()
    .words(VERDICTS)
    .examples(&[example(
        "ありえない宣言をよくするのは誰ですか。",
        "Who makes impossible claims?",
        "group_by=player",
    )]),
    Metric::number(
        "call_beyond_chance",
        Text::fixed("差", "difference"),
        Text::fixed("見込みを超えたコール", "Calls beyond chance"),
        Text::fixed(
            "反則のないラウンドのコールごとに、コールした席の値です。\
             ダイスの面が記録されている終わったゲームだけを数えます。コールが正しければ1、\
             そうでなければ0から、正しい見込みを引きます。見込みは、コールした人に見えたものから、\
             隠れていたダイスの目の出方をすべて同じ重みで数えて求めます（モデルcounting-1）。",
            "Per call in rounds without a breach of finished games whose options say what the sides of a die show: 1 if it was \
             right, else 0, less the chance of that from what the caller saw, by counting all ways in which hidden dice can lie, all \
             alike (model counting-1).",
        ),
    )
    .within(-1.0, 1.0)
    .by(&[ROUND])
    .of_moves()
    .examples(&[example(
        "人の様子から見込みより多くを見抜くのは誰ですか。",
        "Whose calls are right more often than the dice alone say?",
        "group_by=player",
    )]),
    Metric::number(
        "chips_given_up",
        Text::fixed("チップ", "chips"),
        Text::fixed("コールで失ったチップ", "Chips given up by calls"),
        Text::fixed(
            "反則のないラウンドのコールごとに、コールした席の値です。\
             ダイスの面が記録されている終わったゲームだけを数えます。コールできた欄のうち、\
             平均して最も多くのチップになる欄を選んでいれば、平均して何枚多くなったかを表します。\
             平均は、コールした人に見えたものから、\
             隠れていたダイスの目の出方をすべて同じ重みで数えて求めます（モデルcounting-1）。",
            "Per call in rounds without a breach of finished games whose options say what the sides of a die show: how many more \
             chips the best call would have brought on average, from what the caller saw, by counting all ways in which hidden dice \
             can lie, all alike (model counting-1).",
        ),
    )
    .at_least(0.0)
    .by(&[ROUND])
    .of_moves()
    .examples(&[example(
        "コールする欄を選ぶのがうまいのは誰ですか。",
        "Who calls the best row?",
        "group_by=player",
    )]),
];
