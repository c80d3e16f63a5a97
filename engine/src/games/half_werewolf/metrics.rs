//! The metrics of finished records, with their exact definitions.

use super::outcome::Ending;
use super::rules::camps::Camp;
use super::rules::role::Role;
use crate::statistics::{Dimension, LabelledWord, Metric, OTHER_SEAT, dimension, example, word};
use crate::text::Text;

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    ending(Ending::Panic),
    ending(Ending::MadWolfExecuted),
    ending(Ending::WerewolfExecuted),
    ending(Ending::WerewolfSpared),
    ending(Ending::MadWolfSpared),
    ending(Ending::NobodyLeftToWin),
    ending(Ending::SinnerAlone),
    ending(Ending::DoomsayerExecuted),
    ending(Ending::WerewolfDoomsayerSpared),
];

const ROLES: &[LabelledWord] = &[
    role(Role::Villager),
    role(Role::Werewolf),
    role(Role::Seer),
    role(Role::Gravedigger),
    role(Role::Madman),
    role(Role::Sinner),
    role(Role::Magician),
    role(Role::Doomsayer),
];
const CAMPS: &[LabelledWord] = &[camp(Camp::Village), camp(Camp::Werewolf), camp(Camp::Third)];
const VOTES: &[LabelledWord] = &[
    word("first", Text::fixed("最初の投票", "first vote")),
    word("runoff", Text::fixed("決選投票", "runoff")),
];
/// Where a look can go.
const TARGETS: &[LabelledWord] = &[
    word("own", Text::fixed("自分", "own")),
    word("right", Text::fixed("右隣", "right neighbour")),
    word("left", Text::fixed("左隣", "left neighbour")),
    word("other", Text::fixed("ほかの席", "another seat")),
    word("graveyard", Text::fixed("墓地", "graveyard")),
];

const fn ending(ending: Ending) -> LabelledWord {
    word(ending.word(), ending.name())
}

const fn role(role: Role) -> LabelledWord {
    word(role.word(), role.name())
}

const fn camp(camp: Camp) -> LabelledWord {
    word(camp.word(), camp.name())
}

const CAMP: &Dimension = &dimension(
    "camp",
    Text::fixed("陣営", "Camp"),
    Text::fixed(
        "終わったときの陣営です。村人陣営、人狼陣営、第三陣営のどれかです。",
        "The camp in the end: village, werewolf or third.",
    ),
)
.words(CAMPS);
const PAIR: &Dimension = &dimension(
    "pair",
    Text::fixed("2枚の組", "Pair of cards"),
    Text::fixed("最後に持っていた2枚のカードです。", "The two cards held in the end."),
)
.words(ROLES)
.joined_by('+');
const ROLE: &Dimension = &dimension(
    "role",
    Text::fixed("役職", "Role"),
    Text::fixed("最後に持っていた役職です。", "The role held in the end."),
)
.words(ROLES);
const VOTE: &Dimension = &dimension(
    "vote",
    Text::fixed("投票", "Vote"),
    Text::fixed("最初の投票か決選投票かです。", "The first vote or the runoff."),
)
.words(VOTES);
const TARGET: &Dimension = &dimension(
    "target",
    Text::fixed("占いの対象", "Target"),
    Text::fixed(
        "見たカードの場所です。自分、右隣、左隣、ほかの席、墓地のどれかです。",
        "Where the card lay: with the seer, its right or left neighbour, another seat, or in the \
         graveyard.",
    ),
)
.words(TARGETS);
const CLAIMED: &Dimension = &dimension(
    "claimed",
    Text::fixed("名乗った役職", "Claimed role"),
    Text::fixed("発言で名乗った役職です。", "The role that the statement claims."),
)
.words(ROLES);
const HELD: &Dimension = &dimension(
    "held",
    Text::fixed("持っていた2枚", "Cards held"),
    Text::fixed(
        "占いと交換の前に持っていた2枚のカードです。",
        "The two cards held when the abilities began.",
    ),
)
.words(ROLES)
.joined_by('+');

/// Everything that is counted. Cards and camps are those at the end.
pub const METRICS: &[Metric] = &[
    Metric::share(
        "win",
        Text::fixed("陣営とカードごとの勝率", "Wins by camp and cards"),
        Text::fixed(
            "終わったゲームの席ごとに、その席が勝ったかどうかです。\
             陣営と、最後に持っていた2枚で分けられます。",
            "Per seat and finished game: whether it won, by its camp and by the two cards it held in the \
             end.",
        ),
    )
    .by(&[CAMP, PAIR])
    .examples(&[
        example("どの陣営がよく勝ちますか。", "Who wins most often, by camp?", "group_by=camp"),
        example("どの2枚の組がよく勝ちますか。", "Which pairs of cards win most often?", "group_by=pair"),
    ]),
    Metric::share(
        "win_with_role",
        Text::fixed("役職ごとの勝率", "Wins by role"),
        Text::fixed(
            "終わったゲームで席が最後に持っていた役職ごとに、その席が勝ったかどうかです。\
             同じ役職が2枚なら、一度だけ数えます。",
            "Per role held by a seat at the end of a finished game, twins counted once: whether that seat \
             won.",
        ),
    )
    .by(&[ROLE])
    .examples(&[example("どの役職がよく勝ちますか。", "Which roles win most often?", "group_by=role")]),
    Metric::share(
        "camp_wins",
        Text::fixed("陣営の勝率", "Wins of camps"),
        Text::fixed(
            "終わったゲームで誰かがいた陣営ごとに、その陣営の誰かが勝ったかどうかです。",
            "Per camp that had a seat in a finished game: whether any seat of it won.",
        ),
    )
    .of_the_table()
    .by(&[CAMP])
    .examples(&[
        example(
            "村人と人狼のどちらの陣営がよく勝ちますか。",
            "Does the village win more often than the werewolves?",
            "group_by=camp",
        ),
        example(
            "レギュレーションによって勝率は変わりますか。",
            "How do wins differ between variants?",
            "group_by=option.variant",
        ),
    ]),
    Metric::category(
        "ending",
        Text::fixed("ゲーム", "games"),
        Text::fixed("結末", "Endings"),
        Text::fixed("終わったゲームごとに、その結末です。", "Per finished game: how it ended."),
    )
    .of_the_table()
    .words(ENDINGS)
    .examples(&[example("ゲームはどう終わりますか。", "How do games end?", "")]),
    Metric::share(
        "runoff",
        Text::fixed("決選投票", "Runoffs"),
        Text::fixed(
            "終わったゲームごとに、決選投票になったかどうかです。",
            "Per finished game: whether there was a runoff.",
        ),
    )
    .of_the_table()
    .examples(&[example(
        "決選投票は何回に1回ですか。",
        "How often is there a runoff?",
        "group_by=seats",
    )]),
    Metric::share(
        "panic",
        Text::fixed("恐慌", "Panics"),
        Text::fixed(
            "終わったゲームごとに、決選投票も同票で恐慌になったかどうかです。",
            "Per finished game: whether the runoff was tied and the village panicked.",
        ),
    )
    .of_the_table()
    .examples(&[example("恐慌はよく起こりますか。", "How often does the village panic?", "")]),
    Metric::share(
        "graveyard_voted",
        Text::fixed("墓地の処刑", "Graveyard executed"),
        Text::fixed(
            "恐慌にならずに終わったゲームごとに、墓地が最も票を集めたかどうかです。",
            "Per finished game without panic: whether the graveyard got most votes.",
        ),
    )
    .of_the_table()
    .examples(&[example(
        "墓地はよく選ばれますか。",
        "How often is the graveyard executed?",
        "group_by=seats",
    )]),
    Metric::share(
        "graveyard_right",
        Text::fixed("墓地の正解率", "Graveyard rightly executed"),
        Text::fixed(
            "墓地が最も票を集めたゲームごとに、そこに人狼があったかどうかです。",
            "Per finished game in which the graveyard got most votes: whether the werewolf lay there.",
        ),
    )
    .of_the_table()
    .examples(&[example(
        "墓地を選ぶのは正しいですか。",
        "How often is the graveyard the right choice?",
        "",
    )]),
    Metric::share(
        "village_accuracy",
        Text::fixed("人狼の処刑", "Werewolf executed"),
        Text::fixed(
            "席が処刑されたゲームごとに、その席が人狼のカードを持っていたかどうかです。",
            "Per finished game in which a seat was executed: whether it held the werewolf.",
        ),
    )
    .of_the_table()
    .examples(&[example(
        "処刑された席は人狼でしたか。",
        "How often did the executed seat hold the werewolf?",
        "group_by=seats",
    )]),
    Metric::share(
        "vote_on_werewolf",
        Text::fixed("人狼への投票", "Votes on the werewolf"),
        Text::fixed(
            "投じられた票ごとに、人狼のあるところへの票だったかどうかです。\
             墓地に人狼があれば、墓地への票も当てはまります。\
             最初の投票か決選投票かと、投票した席の陣営で分けられます。投票できない席の空の票は数えません。",
            "Per ballot for somebody: whether it was for whoever held the werewolf, the graveyard \
             included, by the vote and by the camp of the voter. The empty ballots of seats \
             without a vote don’t count.",
        ),
    )
    .by(&[VOTE, CAMP, OTHER_SEAT])
    .of_moves()
    .examples(&[
        example(
            "人狼を見抜くのがうまいのは誰ですか。",
            "Who votes for the werewolf most often?",
            "group_by=player",
        ),
        example("誰が誰に投票しますか。", "Who votes for whom?", "group_by=player,other_player"),
    ]),
    Metric::category(
        "seer_target",
        Text::fixed("回", "looks"),
        Text::fixed("占いの対象", "Where the seer looks"),
        Text::fixed(
            "占いごとに、どこのカードを見たかです。自分、右隣、左隣、ほかの席、墓地のどれかです。",
            "Per look: at an own card, that of the right or left neighbour, that of another seat, or the \
             graveyard.",
        ),
    )
    .of_moves()
    .words(TARGETS)
    .examples(&[example("占い師はどこを見ますか。", "Where do seers look?", "")]),
    Metric::share(
        "seer_found_werewolf",
        Text::fixed("占いの的中", "Werewolf found"),
        Text::fixed(
            "占いごとに、見たカードが人狼だったかどうかです。占いの対象で分けられます。",
            "Per look: whether the card was the werewolf, by where the seer looks.",
        ),
    )
    .by(&[TARGET])
    .of_moves()
    .examples(&[example(
        "どこを見れば人狼が見つかりますか。",
        "Where do seers find the werewolf?",
        "group_by=target",
    )]),
    Metric::share(
        "exchange_changed_winner",
        Text::fixed("交換が変えた勝敗", "Exchange changed the winner"),
        Text::fixed(
            "墓堀の交換ごとに、カードが交換されていなければ勝者が違ったかどうかです。\
             票は同じだったものとします。",
            "Per exchange by the gravedigger: whether the same votes with the cards not exchanged give \
             other winners.",
        ),
    )
    .of_moves()
    .examples(&[example(
        "墓堀の交換は勝敗を変えますか。",
        "How often does the exchange change who wins?",
        "",
    )]),
    Metric::share(
        "mad_wolf",
        Text::fixed("狂人狼の出現", "Mad wolves"),
        Text::fixed(
            "終わったゲームごとに、最後に狂人狼の席があったかどうかです。",
            "Per finished game: whether a seat was a mad wolf in the end.",
        ),
    )
    .of_the_table()
    .examples(&[example("狂人狼はよく現れますか。", "How often is there a mad wolf?", "group_by=seats")]),
    Metric::share(
        "mad_wolf_wins",
        Text::fixed("狂人狼の勝率", "Wins of mad wolves"),
        Text::fixed(
            "最後に狂人狼の席があったゲームごとに、その席が勝ったかどうかです。",
            "Per mad wolf in the end: whether it won.",
        ),
    )
    .examples(&[example("狂人狼はよく勝ちますか。", "How often do mad wolves win?", "")]),
    Metric::share(
        "claim_true",
        Text::fixed("名乗りの真偽", "True claims"),
        Text::fixed(
            "役職を名乗る発言の記録ごとに、その席が、占いと交換の前に、\
             名乗った役職のカードを持っていたかどうかです。",
            "Per statement on record that claims a role: whether the seat held that card when the \
             abilities began.",
        ),
    )
    .by(&[CLAIMED])
    .of_moves()
    .where_noted()
    .examples(&[
        example("どの役職の名乗りが信じられますか。", "Which claims can be believed?", "group_by=claimed"),
        example("本当のことを言うのは誰ですか。", "Who tells the truth?", "group_by=player"),
    ]),
    Metric::category(
        "claimed_role",
        Text::fixed("発言", "statements"),
        Text::fixed("名乗った役職", "Claimed roles"),
        Text::fixed(
            "役職を名乗る発言の記録ごとに、名乗った役職です。占いと交換の前に持っていた2枚で分けられます。",
            "Per statement on record that claims a role: the role, by the two cards the seat held when the \
             abilities began.",
        ),
    )
    .words(ROLES)
    .by(&[HELD])
    .of_moves()
    .where_noted()
    .examples(&[example("人は何を名乗りますか。", "What do people claim to be?", "group_by=held")]),
    Metric::share(
        "vote_decides",
        Text::fixed("勝敗を決めた票", "Votes that decided"),
        Text::fixed(
            "終わったゲームの、その時までに反則がなかった票ごとに、その票だけを別のところに入れていれば、\
             確実に勝者が変わっていたかどうかです。決選投票になっただけの場合は、変わったことに数えません。",
            "Per vote of a finished game in which no rule was broken up to then: whether another vote of that player \
             alone would for certain have changed who won; one that would only have led to a runoff does not count.",
        ),
    )
    .of_moves()
    .examples(&[example("勝敗を決める票は多いですか。", "How often does one vote decide?", "group_by=seats")]),
    Metric::number(
        "vote_gives_up",
        Text::fixed("見込みの差", "difference of chances"),
        Text::fixed("票で失った見込み", "Given up by votes"),
        Text::fixed(
            "終わったゲームの、その時までに反則がなかった票ごとに、投票した席の値です。\
             最善の投票先が処刑されたときに勝つ見込みから、\
             自分の投票先が処刑されたときに勝つ見込みを引きます。\
             見込みは、投票の時に本人が知っていたことから、\
             カードの並び方をすべて同じ重みで数えて求めます（モデルcounting-1）。\
             誰が何を言ったかは考えません。ゲームが終わったあと、ゲームごとに一度だけ数えます。\
             数え終わるまで、そのゲームの票は含まれません。",
            "Per vote of a finished game in which no rule was broken up to then: the chance to win if the best target is \
             executed, less that of the target voted for. The chances follow from what the voter knew \
             then, by counting all ways in which the cards can lie, all alike (model counting-1); what \
             was said does not count. They are counted once, after the game has ended, and until then \
             its votes are not included.",
        ),
    )
    .within(0.0, 1.0)
    .of_moves()
    .slow()
    .examples(&[example(
        "知っていたことを投票に生かすのは誰ですか。",
        "Who votes by what they know?",
        "group_by=player",
    )]),
];
