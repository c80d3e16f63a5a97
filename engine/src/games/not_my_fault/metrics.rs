//! The metrics of finished records, with their exact definitions.

use super::outcome::Ending;
use crate::analysis::VERDICTS;
use crate::statistics::{
    Dimension, FIRST_VERSION, LabelledWord, Metric, OTHER_SEAT, ROUND, Reference, change, dimension, example,
    word,
};
use crate::text::Text;

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    word(Ending::Thirty.word(), Text::fixed("30を達成", "30 was made")),
    word(Ending::SecondSuspension.word(), Text::fixed("停職2枚", "a second suspension")),
    word(Ending::LastPlayer.word(), Text::fixed("最後の1人", "only one was left")),
];

const POSITION: &Dimension = &dimension(
    "position",
    Text::fixed("宣言の順", "Position"),
    Text::fixed(
        "ラウンドで何番目の宣言かです。1から数えます。",
        "The number of the declaration in its round, from 1.",
    ),
);

const DECLARED: &Dimension = &dimension(
    "declared",
    Text::fixed("宣言した数", "Declaration"),
    Text::fixed(
        "宣言した数です。監査では、監査のときに宣言されていた数です。",
        "The number declared; of an audit, the one that was audited.",
    ),
);
const CARDS: &Dimension = &dimension(
    "cards",
    Text::fixed("場のカード", "Cards on the table"),
    Text::fixed("監査のときに伏せてあったカードの枚数です。", "How many cards lay face down at the audit."),
);

const TRUTH: &Reference = &Reference { value: 0.0, title: Text::fixed("本当の数", "The truth") };

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::number(
        "escalation",
        Text::fixed("点", "points"),
        Text::fixed("上乗せ", "Step"),
        Text::fixed(
            "宣言ごとに、宣言した席の値です。宣言した数から、前に宣言された数を引きます。\
             ラウンドの最初の宣言では、前の数を0とします。ラウンドで何番目の宣言かで分けられます。",
            "Per declaration, by its declarer: the number minus the one declared before, 0 at the \
             beginning of a round. Can be grouped by the number of the declaration in its round.",
        ),
    )
    .by(&[POSITION, ROUND])
    .of_moves()
    .examples(&[
        example("宣言はどれだけ上乗せされますか。", "How far do declarations rise?", "group_by=position"),
        example("大きく上乗せするのは誰ですか。", "Who raises most?", "group_by=player"),
    ]),
    Metric::number(
        "overstatement",
        Text::fixed("点", "points"),
        Text::fixed("過大申告", "Overstatement"),
        Text::fixed(
            "宣言ごとに、宣言した席の値です。\
             宣言した数から、そのとき伏せてあったカードの本当の合計を引きます。\
             0より大きければ、過大申告です。記録のないカードで合計が決まらなければ、範囲を値とします。\
             その範囲は、分かっているカードと、ラウンドで数えた合計から決まります。\
             記録のないカードは、0から6のどれかです。ラウンドで何番目の宣言かで分けられます。",
            "Per declaration, by its declarer: the number minus the true sum of the cards on the \
             table at that time; above 0 it was too high. Where unknown cards leave the sum open, the \
             value lies between bounds: an unknown card is 0 to 6, and all cards of the round make the \
             sum that was counted. Can be grouped by the number of the declaration in its round.",
        ),
    )
    .held_against(TRUTH)
    .by(&[POSITION, DECLARED, ROUND])
    .of_moves()
    .changed(&[
        FIRST_VERSION,
        change(
            2,
            "2026-11-21",
            "公開されなかった事実を含む観測も、値の範囲または不明として数えます。",
            "Observations that depend on what was never revealed count too, as unknown or between bounds.",
        ),
    ])
    .examples(&[example(
        "何番目の宣言から過大申告になりますか。",
        "From which declaration on are sums overstated?",
        "group_by=position",
    )]),
    Metric::share(
        "honest_step",
        Text::fixed("正直な上乗せ", "Honest steps"),
        Text::fixed(
            "宣言ごとに、宣言した席の値です。\
             前の宣言からの上乗せが、その宣言で伏せたカードの数字以下だったかどうかを表します。\
             カードの記録がなければ、ラウンドの合計から決まらないかぎり、不明です。",
            "Per declaration, by its declarer: whether the step from the declaration before was no \
             more than the card laid with it. Where nobody recorded the card it is unknown, unless the \
             sum of the round decides it.",
        ),
    )
    .by(&[POSITION, DECLARED, ROUND])
    .of_moves()
    .changed(&[
        FIRST_VERSION,
        change(
            2,
            "2026-11-21",
            "公開されなかった事実を含む観測も、値の範囲または不明として数えます。",
            "Observations that depend on what was never revealed count too, as unknown or between bounds.",
        ),
    ])
    .examples(&[example("正直に上乗せするのは誰ですか。", "Who steps up honestly?", "group_by=player")]),
    Metric::share(
        "white_square",
        Text::fixed("白いマスの使用", "White-square use"),
        Text::fixed(
            "戒告カードが灰色のときの宣言ごとに、宣言した席の値です。\
             宣言したのが白いマスだったかどうかを表します。",
            "Per declaration made with a grey warning card, by its declarer: whether it was a white \
             square.",
        ),
    )
    .by(&[POSITION, ROUND])
    .of_moves()
    .examples(&[example(
        "白いマスは早く使われますか。",
        "Are white squares used early?",
        "group_by=position",
    )]),
    Metric::share(
        "audit_success",
        Text::fixed("監査の成功率", "Audit success"),
        Text::fixed(
            "監査ごとに、監査した席の値です。合計が宣言に足りなかったかどうかを表します。",
            "Per audit, by its auditor: whether the sum was less than declared.",
        ),
    )
    .by(&[DECLARED, CARDS, OTHER_SEAT, ROUND])
    .of_moves()
    .examples(&[
        example("監査がうまいのは誰ですか。", "Whose audits succeed?", "group_by=player"),
        example("どの高さの監査が成功しますか。", "At which height do audits succeed?", "group_by=declared"),
    ]),
    Metric::number(
        "audit_margin",
        Text::fixed("点", "points"),
        Text::fixed("監査の差", "Audit margin"),
        Text::fixed(
            "監査ごとに、監査した席の値です。宣言されていた数から、合計を引きます。\
             0より大きければ、監査は成功です。",
            "Per audit, by its auditor: the declaration minus the sum; above 0 the audit was right.",
        ),
    )
    .by(&[DECLARED, CARDS, OTHER_SEAT, ROUND])
    .of_moves()
    .examples(&[example(
        "監査された宣言はどれだけ外れていますか。",
        "How far off are audited declarations?",
        "",
    )]),
    Metric::share(
        "caught",
        Text::fixed("見破られた割合", "Caught by an audit"),
        Text::fixed(
            "監査ごとに、監査された席の値です。合計が宣言に足りなかったかどうかを表します。",
            "Per audit, by the player accused: whether the sum was less than declared.",
        ),
    )
    .by(&[DECLARED, CARDS, OTHER_SEAT, ROUND])
    .of_moves()
    .examples(&[
        example("監査で見破られるのは誰ですか。", "Who is caught most often?", "group_by=player"),
        example("誰が誰に監査されますか。", "Who is audited by whom?", "group_by=player,other_player"),
    ]),
    Metric::number(
        "height_at_audit",
        Text::fixed("点", "points"),
        Text::fixed("監査までの高さ", "Height at the audit"),
        Text::fixed(
            "監査で終わったラウンドごとに、監査のときに宣言されていた数です。",
            "Per round that ended with an audit: the number that was audited.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .by(&[ROUND])
    .of_moves()
    .examples(&[example(
        "監査までに宣言はどこまで上がりますか。",
        "How high do rounds go before an audit?",
        "group_by=seats",
    )]),
    Metric::number(
        "declarations_per_round",
        Text::fixed("回", "declarations"),
        Text::fixed("ラウンドの宣言数", "Declarations per round"),
        Text::fixed("ラウンドごとに、宣言の回数です。", "Per round: its declarations."),
    )
    .at_least(0.0)
    .of_the_table()
    .by(&[ROUND])
    .of_moves()
    .examples(&[example(
        "ラウンドに何回宣言しますか。",
        "How many declarations does a round have?",
        "group_by=seats",
    )]),
    Metric::number(
        "thirty_tried",
        Text::fixed("回", "declarations"),
        Text::fixed("30の宣言", "Thirties tried"),
        Text::fixed(
            "ゲームの席ごとに、30を宣言した回数です。",
            "Per game and seat: how often it declared 30.",
        ),
    )
    .at_least(0.0)
    .examples(&[example("30をよく宣言するのは誰ですか。", "Who goes for 30?", "group_by=player")]),
    Metric::share(
        "thirty_made",
        Text::fixed("30の成功率", "Thirties made"),
        Text::fixed(
            "30の宣言ごとに、宣言した席の値です。合計が30以上だったかどうかを表します。",
            "Per 30 declared, by its declarer: whether the cards made 30 or more.",
        ),
    )
    .by(&[ROUND])
    .of_moves()
    .examples(&[example("30の宣言は何割成功しますか。", "How often are thirties made?", "")]),
    Metric::number(
        "suspensions",
        Text::fixed("枚", "cards"),
        Text::fixed("停職", "Suspensions"),
        Text::fixed(
            "ゲームの席ごとに、取った停職カードの枚数です。",
            "Per game and seat: the suspension cards it took.",
        ),
    )
    .at_least(0.0)
    .examples(&[example(
        "よく停職になるのは誰ですか。",
        "Who is suspended most often?",
        "group_by=player",
    )]),
    Metric::share(
        "eliminated",
        Text::fixed("脱落", "Eliminations"),
        Text::fixed(
            "エクストリームルールのゲームの席ごとに、その席が脱落したかどうかです。",
            "Per game with the extreme rule and seat: whether it was eliminated.",
        ),
    )
    .examples(&[example(
        "どの席が脱落しやすいですか。",
        "Which seats are eliminated most often?",
        "group_by=seat",
    )]),
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
        "win",
        Text::fixed("席ごとの勝率", "Wins by seat"),
        Text::fixed(
            "ゲームの席ごとに、その席が勝ったかどうかです。ほかの席と一緒の勝ちも勝ちに数えます。",
            "Per game and seat: whether it won, alone or with others.",
        ),
    )
    .examples(&[example("どの席がよく勝ちますか。", "Which seats win most often?", "group_by=seat")]),
    Metric::category(
        "declaration_certainty",
        Text::fixed("宣言", "declarations"),
        Text::fixed("宣言の確かさ", "How sure declarations were"),
        Text::fixed(
            "反則のないラウンドの宣言ごとに、宣言した席の値です。\
             カードの枚数が記録されている終わったゲームだけを数えます。宣言した人に見えたものから、\
             その宣言が確実だったか、見込みが半分以上だったか、半分未満だったか、不可能だったかです。\
             見込みは、隠れていたカードの並び方をすべて同じ重みで数えて求めます（モデルcounting-1）。",
            "Per declaration in rounds without a breach of finished games whose options say which cards there are: whether, \
             from what the declarer saw, it was certain, at least as likely as not, less likely, or impossible; by counting all ways in \
             which hidden cards can lie, all alike (model counting-1).",
        ),
    )
    .by(&[ROUND])
    .of_moves()
    .words(VERDICTS)
    .examples(&[example(
        "ありえない宣言をよくするのは誰ですか。",
        "Who makes impossible declarations?",
        "group_by=player",
    )]),
    Metric::number(
        "audit_beyond_chance",
        Text::fixed("差", "difference"),
        Text::fixed("見込みを超えた監査", "Audits beyond chance"),
        Text::fixed(
            "反則のないラウンドの監査ごとに、監査した席の値です。\
             カードの枚数が記録されている終わったゲームだけを数えます。監査が正しければ1、\
             そうでなければ0から、正しい見込みを引きます。見込みは、監査した人に見えたものから、\
             隠れていたカードの並び方をすべて同じ重みで数えて求めます（モデルcounting-1）。",
            "Per audit in rounds without a breach of finished games whose options say which cards there are: 1 if it was right, \
             else 0, less the chance of that from what the auditor saw, by counting all ways in which hidden cards can lie, all alike \
             (model counting-1).",
        ),
    )
    .within(-1.0, 1.0)
    .by(&[ROUND])
    .of_moves()
    .examples(&[example(
        "人の様子から見込みより多くを見抜くのは誰ですか。",
        "Whose audits are right more often than the cards alone say?",
        "group_by=player",
    )]),
];
