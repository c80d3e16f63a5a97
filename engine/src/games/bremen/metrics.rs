//! The metrics of finished records, with their exact definitions.

use super::outcome::Title;
use crate::statistics::{
    Dimension, FIRST_VERSION, LabelledWord, Metric, ROUND, change, dimension, example, word,
};
use crate::text::Text;

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    word("won", Text::fixed("全員の勝利", "everybody won")),
    word("lost_by_tiles_taken", Text::fixed("獲得数で敗北", "lost by the tiles taken")),
    word("lost_by_animals_left", Text::fixed("残った動物で敗北", "lost by the animals left")),
    word("lost_by_both", Text::fixed("両方で敗北", "lost by both")),
];

const TITLES: &[LabelledWord] = &[
    title(Title::FinestBand),
    title(Title::MovingBand),
    title(Title::ThrillingBand),
    title(Title::SpiritedBand),
    title(Title::StylishBand),
    title(Title::DreamingBand),
];
const CONDITIONS: &[LabelledWord] = &[
    word("tiles_taken", Text::fixed("獲得した個数", "tiles taken")),
    word("animals_left", Text::fixed("残った動物", "animals left")),
    word("both", Text::fixed("両方", "both")),
];

const FROM_FIRST_LEADER: &Dimension = &dimension(
    "from_first_leader",
    Text::fixed("最初の親からの席", "Seat from the first leader"),
    Text::fixed(
        "最初の親を0として、時計回りに数えた席です。",
        "The seat counted clockwise from the first leader, who is 0.",
    ),
);
const NUMBER: &Dimension = &dimension(
    "number",
    Text::fixed("コマの数字", "Number"),
    Text::fixed("コマに書かれた数字です。1から13までです。", "The number on the tile, 1 to 13."),
);

const CHICKENS: &Dimension = &dimension(
    "chickens",
    Text::fixed("配られたニワトリ", "Chickens dealt"),
    Text::fixed("その席に配られたニワトリの数です。", "How many chickens the seat was dealt."),
);
const CHICKENS_OF_ONE_HAND: &Dimension = &dimension(
    "most_chickens",
    Text::fixed("1人の手元にあるニワトリの最多数", "Most chickens in a hand"),
    Text::fixed(
        "ニワトリを最も多く配られた席の、ニワトリの数です。",
        "How many chickens were dealt to the seat that got most of them.",
    ),
);

/// Everything that is counted.
pub const METRICS: &[Metric] = &[
    Metric::share(
        "win",
        Text::fixed("ゲームごとの勝率", "Games won"),
        Text::fixed(
            "終わったゲームごとに、全員が勝ったかどうかです。",
            "Per finished game: whether everybody won.",
        ),
    )
    .of_the_table()
    .by(&[CHICKENS_OF_ONE_HAND])
    .examples(&[
        example(
            "何人のときによく勝てますか。",
            "With how many seats is it won more often?",
            "group_by=seats",
        ),
        example(
            "手元のコマが偏ると勝ちにくいですか。",
            "Are uneven hands harder to win with?",
            "group_by=most_chickens",
        ),
    ]),
    Metric::category(
        "title",
        Text::fixed("称号", "titles"),
        Text::fixed("称号", "Titles"),
        Text::fixed("勝ったゲームごとに、得られた称号です。", "Per game won: the title it earned."),
    )
    .of_the_table()
    .by(&[CHICKENS_OF_ONE_HAND])
    .words(TITLES)
    .examples(&[
        example("どの称号がよく得られますか。", "Which titles do groups earn?", ""),
        example(
            "称号は配られたコマによってどう違いますか。",
            "How do titles differ by the hands that were dealt?",
            "group_by=most_chickens",
        ),
    ]),
    Metric::number(
        "score",
        Text::fixed("点", "points"),
        Text::fixed("スコア", "Score"),
        Text::fixed("勝ったゲームごとに、そのスコアです。", "Per game won: its score."),
    )
    .at_least(0.0)
    .of_the_table()
    .by(&[CHICKENS_OF_ONE_HAND])
    .examples(&[example("スコアはどう分布していますか。", "How are scores distributed?", "")]),
    Metric::category(
        "failed_condition",
        Text::fixed("ゲーム", "games"),
        Text::fixed("満たせなかった条件", "Condition failed"),
        Text::fixed(
            "負けたゲームごとに、満たされなかった条件です。獲得した個数か、残った動物か、その両方です。",
            "Per game lost: the condition not met: the tiles taken, the animals left, or both.",
        ),
    )
    .of_the_table()
    .words(CONDITIONS)
    .examples(&[example("負けるのはどの条件のためですか。", "Which condition are games lost by?", "")]),
    Metric::category(
        "taken_pattern",
        Text::fixed("ゲーム", "games"),
        Text::fixed("負けたときの獲得数", "Tiles taken in losses"),
        Text::fixed(
            "負けたゲームごとに、それぞれの席が獲得した個数を、多い順に並べたものです。",
            "Per game lost: the tiles taken by the seats, most first.",
        ),
    )
    .of_the_table()
    .examples(&[example(
        "負けたときの獲得数はどんな並びですか。",
        "How are the tiles spread over the seats in losses?",
        "group_by=seats",
    )]),
    Metric::number(
        "rounds_off_target",
        Text::fixed("ラウンド", "rounds"),
        Text::fixed("条件1までの隔たり", "Distance from condition 1"),
        Text::fixed(
            "負けたゲームごとに、少なくとも何ラウンドで別の席が獲得していれば、条件1が満たされたかです。",
            "Per game lost: the fewest rounds that would have had to go to another seat to meet condition \
             1.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .examples(&[example(
        "負けたとき、条件1まであと何ラウンドでしたか。",
        "How far from condition 1 do losses end?",
        "",
    )]),
    Metric::number(
        "lost_after_round",
        Text::fixed("ラウンド", "rounds"),
        Text::fixed("敗北が決まったラウンド", "Lost after round"),
        Text::fixed(
            "条件1を満たせなかったゲームごとに、獲得数からもう満たせないと決まったラウンドです。",
            "Per game that missed condition 1: the round after which the counts made it unreachable.",
        ),
    )
    .at_least(0.0)
    .of_the_table()
    .examples(&[example(
        "負けは何ラウンド目に決まりますか。",
        "After which round is a game usually lost?",
        "group_by=seats",
    )]),
    Metric::number(
        "lost_in_round",
        Text::fixed("ラウンド", "rounds"),
        Text::fixed("負けを招いたラウンド", "Lost in round"),
        Text::fixed(
            "反則のない負けたゲームごとに、負けを招いたプレイがあったラウンドです。\
             全員の手元を開いて考えたとき、始めの時点でまだ勝てる進め方があった、最後のラウンドです。\
             配られた時から勝てなければ、0です。ゲームが終わったあと、ゲームごとに一度だけ調べます。\
             調べ終わるまで、そのゲームは数えません。調べる局面の数には限りがあります。調べきれないときや、\
             誰の手元にどのコマがあったかが記録から分からないときは、分かっている範囲として数えます。",
            "Per lost game without a breach: the round with the play that lost it. It is the last round \
             at whose start some line of legal plays still won, with all hands open; 0 if the deal could \
             not be won. It is looked for once, after the game has ended, and until then the game does \
             not count. The search looks at a limited number of positions; where that does not suffice, \
             or the record does not tell who had which tile, the round counts as one between the bounds \
             that are known.",
        ),
    )
    .within(0.0, 12.0)
    .of_the_table()
    .slow()
    .examples(&[example(
        "取り返しがつかなくなるのは何ラウンド目ですか。",
        "In which round is the mistake made that loses the game?",
        "group_by=seats",
    )]),
    Metric::share(
        "leader_when_lost",
        Text::fixed("敗北を決めた親", "Lost by the leader"),
        Text::fixed(
            "負けたゲームごとに、敗北が決まったラウンドの親の値です。その親が獲得したかどうかを表します。\
             敗北が決まるのは、獲得数から条件1を満たせなくなったときと、\
             ある動物のコマがすべて出されて条件2を満たせなくなったときの、早いほうです。\
             最初の親から時計回りに数えた席で分けられます。",
            "Per lost game, for the leader of the round in which it was lost: whether the leader took it. A game is lost \
             when the counts make condition 1 unreachable, or when the last tile of an animal is played, which makes \
             condition 2 unreachable, whichever is first; seats can be counted clockwise from the first leader.",
        ),
    )
    .by(&[FROM_FIRST_LEADER, ROUND])
    .of_moves()
    .changed(&[
        FIRST_VERSION,
        change(
            2,
            "2026-11-25",
            "条件2を満たせずに負けたゲームも数えます。",
            "Games that are lost by condition 2 count, too.",
        ),
    ])
    .examples(&[example(
        "負けが決まるとき、親は誰ですか。",
        "Who leads when a game is lost?",
        "group_by=player",
    )]),
    Metric::share(
        "took_24",
        Text::fixed("24個獲得した席", "Ended with 24"),
        Text::fixed(
            "終わったゲームの席ごとに、24個獲得したかどうかです。\
             最初の親から時計回りに数えた席で分けられます。",
            "Per seat and finished game: whether it took 24 tiles; seats can be counted \
             clockwise from the first leader.",
        ),
    )
    .by(&[FROM_FIRST_LEADER, CHICKENS])
    .examples(&[
        example(
            "最初の親は24個獲得しやすいですか。",
            "Does the first leader end with 24 more often?",
            "group_by=from_first_leader",
        ),
        example(
            "ニワトリが何個あれば24個獲得できますか。",
            "How many chickens does it take to end with 24?",
            "group_by=chickens",
        ),
    ]),
    Metric::share(
        "took_0",
        Text::fixed("0個だった席", "Ended with 0"),
        Text::fixed(
            "終わったゲームの席ごとに、1個も獲得しなかったかどうかです。\
             最初の親から時計回りに数えた席で分けられます。",
            "Per seat and finished game: whether it took nothing; seats can be counted \
             clockwise from the first leader.",
        ),
    )
    .by(&[FROM_FIRST_LEADER, CHICKENS])
    .examples(&[example(
        "0個になりやすいのはどの席ですか。",
        "Which seat ends with nothing most often?",
        "group_by=from_first_leader",
    )]),
    Metric::share(
        "leader_takes",
        Text::fixed("親の獲得率", "Rounds taken by the leader"),
        Text::fixed(
            "ラウンドごとに、そのラウンドの親が獲得したかどうかです。",
            "Per round, for its leader: whether the leader took it.",
        ),
    )
    .by(&[ROUND])
    .of_moves()
    .examples(&[example(
        "親が獲得する割合はラウンドでどう変わりますか。",
        "How does the leader’s share of rounds change during a game?",
        "group_by=round",
    )]),
    Metric::number(
        "chicken_round",
        Text::fixed("ラウンド", "rounds"),
        Text::fixed("ニワトリが出るラウンド", "When chickens are played"),
        Text::fixed(
            "出されたニワトリごとに、何ラウンド目に出されたかです。コマの数字で分けられます。",
            "Per chicken played: the round it was played in, by the number on the tile.",
        ),
    )
    .at_least(0.0)
    .by(&[NUMBER, ROUND])
    .of_moves()
    .examples(&[example(
        "大きいニワトリは早く出されますか。",
        "Are high chickens played early?",
        "group_by=number",
    )]),
    Metric::share(
        "chicken_takes",
        Text::fixed("ニワトリの獲得率", "Rounds taken by chickens"),
        Text::fixed(
            "出されたニワトリごとに、そのコマで獲得したかどうかです。コマの数字で分けられます。",
            "Per chicken played: whether that tile took the round, by the number on it.",
        ),
    )
    .by(&[NUMBER, ROUND])
    .of_moves()
    .examples(&[example(
        "どの数字のニワトリなら獲得できますか。",
        "Which chickens take their rounds?",
        "group_by=number",
    )]),
];

const fn title(title: Title) -> LabelledWord {
    word(title.word(), title.name())
}
