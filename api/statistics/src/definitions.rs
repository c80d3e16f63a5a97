//! The metrics that every kind of game has, or every one of some sort: `common.won` and the others. What a game
//! counts beside them its own list says.

use kifu_engine::game::{Feature, Meta};
use kifu_engine::statistics::{
    Dimension, FIRST_VERSION, Metric, Reference, ValueRange, change, dimension, example,
};
use kifu_engine::text::Text;

/// What stands before the dot in the ids of the common metrics, where others have the slug of their game.
pub const COMMON: &str = "common";

/// For each seat, whether it won.
pub const WON: &str = "won";
/// For each seat, its place.
pub const PLACE: &str = "place";
/// For each seat, its points.
pub const POINTS: &str = "points";
/// The score of the table.
pub const SCORE: &str = "score";
/// How many moves a game had.
pub const MOVES: &str = "moves";
/// How long a game took.
pub const MINUTES: &str = "minutes";
/// For each seat, whether it won, less the share of the seats that did.
pub const WON_ABOVE_CHANCE: &str = "won_above_chance";
/// What the first turn was worth.
pub const FIRST_PLAYER_ADVANTAGE: &str = "first_player_advantage";
/// Who sat at the same table; made of who sat where when it is asked for, never stored.
pub const OPPONENTS: &str = "opponents";

/// The place of a seat in the order of turns.
pub const TURN: &Dimension = &dimension(
    "turn",
    Text::fixed("手番の順", "Turn"),
    Text::fixed(
        "最初に手番を得た席を1として、時計回りに数えた順番です。全員が同時に動く、手番のないゲームにはありません。",
        "The seat counted clockwise from the one that had the first turn of the game, who is 1. Games without turns, \
         in which all move at once, have none.",
    ),
);

/// A common metric, and which kinds of games have it.
struct General {
    metric: Metric,
    is_of: fn(&Meta) -> bool,
}

static METRICS: [General; 9] = [
    General { metric: WON_METRIC, is_of: |_| true },
    General { metric: WON_ABOVE_CHANCE_METRIC, is_of: |game| !game.features.contains(&Feature::Cooperative) },
    General { metric: PLACE_METRIC, is_of: |game| game.features.contains(&Feature::Places) },
    General { metric: POINTS_METRIC, is_of: |game| game.features.contains(&Feature::Points) },
    General { metric: SCORE_METRIC, is_of: |game| game.features.contains(&Feature::Score) },
    General { metric: MOVES_METRIC, is_of: |_| true },
    General { metric: MINUTES_METRIC, is_of: |_| true },
    General { metric: FIRST_PLAYER_ADVANTAGE_METRIC, is_of: has_a_first_player_who_may_win_alone },
    General { metric: OPPONENTS_METRIC, is_of: |_| true },
];

/// All common metrics.
pub fn all() -> impl Iterator<Item = &'static Metric> {
    METRICS.iter().map(|common| &common.metric)
}

/// Between what the values of a common metric can lie.
pub fn range(name: &str) -> ValueRange {
    all().find(|metric| metric.name == name).map_or(ValueRange::default(), |metric| metric.range)
}

/// The common metrics that a kind of game has.
pub fn of(game: &Meta) -> impl Iterator<Item = &'static Metric> {
    METRICS.iter().filter(|common| (common.is_of)(game)).map(|common| &common.metric)
}

fn has_a_first_player_who_may_win_alone(game: &Meta) -> bool {
    game.features.contains(&Feature::Turns) && !game.features.contains(&Feature::Cooperative)
}

const WON_METRIC: Metric = Metric::share(
    WON,
    Text::fixed("勝率", "Wins"),
    Text::fixed(
        "終わったゲームの席ごとに、その席が勝ったかどうかです。ほかの席と一緒の勝ちも勝ちに数えます。\
         協力ゲームでは、全員が勝つか、誰も勝たないかのどちらかです。途中でやめたゲームは数えません。",
        "Per seat and finished game: whether it won, alone or with others. In cooperative games everybody wins or \
         nobody does. Abandoned games do not count.",
    ),
)
.by(&[TURN])
.examples(&[
    example(
        "5人で遊ぶと、最初の手番の人はよく勝ちますか。",
        "Do first players win more often when five play?",
        "seats=5&group_by=turn",
    ),
    example("誰がよく勝っていますか。", "Who wins most often?", "group_by=player"),
]);

const CHANCE: &Reference = &Reference { value: 0.0, title: Text::fixed("運だけ", "Chance alone") };

const WON_ABOVE_CHANCE_METRIC: Metric = Metric::number(
    WON_ABOVE_CHANCE,
    Text::fixed("勝率の差", "difference of shares"),
    Text::fixed("運を上回る勝ち", "Wins above chance"),
    Text::fixed(
        "協力でないゲームが終わるたびに、席ごとの値です。その席が勝ったなら1、そうでなければ0から、その卓の席のうち勝った席の\
         割合を引きます。席がいくつでも、運だけなら平均は0です。卓全体の平均はいつも0なので、プレイヤーや席などで分けます。",
        "Per seat and finished game that is not cooperative: 1 if it won and 0 if not, less the share of the seats of its \
         table that won. By chance alone the mean is 0, however many play. Over whole tables it is always 0, so \
         it is grouped by player, seat, turn or number of the game.",
    ),
)
.within(-1.0, 1.0)
.held_against(CHANCE)
.by(&[TURN])
.means_by(&["player", "seat", "turn", "nth_game"])
.examples(&[
    example(
        "席の数から見込まれるより多く勝っているのは誰ですか。",
        "Who wins more than the size of the table predicts?",
        "group_by=player&sort=-mean",
    ),
    example("回数を重ねると上達しますか。", "Do people learn from game to game?", "group_by=nth_game"),
]);

const PLACE_METRIC: Metric = Metric::number(
    PLACE,
    Text::fixed("位", "places"),
    Text::fixed("順位", "Places"),
    Text::fixed(
        "席に順位を付けるゲームが終わるたびに、席ごとの順位です。1位が最上位です。\
         同じ順位の席があれば、次の順位は飛ばします（1位、1位、3位）。",
        "Per seat and finished game of a kind that ranks its seats: its place, 1 the best. Equal places are shared \
         and the next ones skipped (1, 1, 3).",
    ),
)
.at_least(1.0)
.by(&[TURN])
.examples(&[example("席の数ごとの平均順位はいくつですか。", "What is the mean place, by seat count?", "group_by=seats")]);

const POINTS_METRIC: Metric = Metric::number(
    POINTS,
    Text::fixed("点", "points"),
    Text::fixed("得点", "Points"),
    Text::fixed(
        "席ごとに得点を数えるゲームが終わるたびに、席ごとの得点です。\
         1点の重みはゲームによって違うので、同じゲームの中で比べてください。",
        "Per seat and finished game of a kind that counts points for each seat: its points. What a point is differs \
         from game to game; compare within one.",
    ),
)
.by(&[TURN])
.examples(&[example("ゲームごとの平均得点は何点ですか。", "How many points are scored, by game?", "group_by=game")]);

const SCORE_METRIC: Metric = Metric::number(
    SCORE,
    Text::fixed("点", "points"),
    Text::fixed("全員の得点", "Score of the table"),
    Text::fixed(
        "全員で1つの得点を得るゲームが終わるたびに、その得点です。負けなど、得点のない終わり方は数えません。",
        "Per finished game of a kind with one score for the whole table: that score. Endings without a score, such \
         as losses, have no observation.",
    ),
)
.of_the_table()
.examples(&[example("月ごとに得点は伸びていますか。", "Do scores rise from month to month?", "group_by=month")]);

const MOVES_METRIC: Metric = Metric::number(
    MOVES,
    Text::fixed("手", "moves"),
    Text::fixed("手数", "Length in moves"),
    Text::fixed(
        "終わったゲームごとに、最後に有効な手の数です。公開やメモなど、隠れていたことを記録するための手も1手に数えます。\
         取り消した手、訂正、注釈は数えません。",
        "Per finished game: the moves in force in the end, those included that only tell what was hidden (reveals, \
         notes of cards). What was taken back, amendments and comments do not count.",
    ),
)
.at_least(0.0)
.of_the_table()
.examples(&[example("どのゲームが長いですか。", "Which games are long?", "group_by=game")]);

const MINUTES_METRIC: Metric = Metric::number(
    MINUTES,
    Text::fixed("分", "minutes"),
    Text::fixed("時間", "Length in minutes"),
    Text::fixed(
        "終わったゲームごとに、有効な最初の手から最後の手までの分数です。手が記録された時刻から求めます。\
         訂正や注釈の時刻は使いません。手の間隔が平均1秒未満の記録は、卓で記録されたのではなく、あとからまとめて書かれたか\
         取り込まれたものなので、値はありません。",
        "Per finished game: the minutes from the first to the last move in force, by the times at which they were \
         logged; amendments and comments do not matter. A record whose moves follow each other by less than a second in \
         the mean was not logged at the table but written or imported afterwards, and has no observation.",
    ),
)
.at_least(0.0)
.of_the_table()
.changed(&[
    FIRST_VERSION,
    change(
        2,
        "2026-11-25",
        "手の間隔が平均1秒未満の記録は数えません。",
        "Records whose moves follow each other by less than a second in the mean do not count.",
    ),
])
.examples(&[example(
    "人数が増えると何分長くなりますか。",
    "How much longer do games take with more seats?",
    "group_by=seats",
)]);

const NO_ADVANTAGE: &Reference =
    &Reference { value: 0.0, title: Text::fixed("有利も不利もない", "No advantage") };

const FIRST_PLAYER_ADVANTAGE_METRIC: Metric = Metric::number(
    FIRST_PLAYER_ADVANTAGE,
    Text::fixed("勝率の差", "difference of shares"),
    Text::fixed("先手の有利", "First-player advantage"),
    Text::fixed(
        "手番があり、協力でないゲームが終わるたびに、最初の手番の席についての値です。\
         その席が勝ったなら1、そうでなければ0から、勝った席の割合を引きます。平均が0なら、有利も不利もありません。",
        "Per finished game with turns that is not cooperative, for the seat that had the first turn: 1 if it won and \
         0 if not, less the share of all seats that won. A mean of 0 is no advantage.",
    ),
)
.within(-1.0, 1.0)
.held_against(NO_ADVANTAGE)
.examples(&[
    example(
        "先手の有利は席の数で変わりますか。",
        "Does the first turn matter more with more seats?",
        "group_by=seats",
    ),
    example("どのゲームで先手が有利ですか。", "In which games do first players have an advantage?", "group_by=game"),
]);

const OPPONENTS_METRIC: Metric = Metric::category(
    OPPONENTS,
    Text::fixed("人", "players"),
    Text::fixed("同席した人", "Opponents"),
    Text::fixed(
        "終わったゲームで、登録された人が座った席ごとに、ほかの席に座った登録された人それぞれです。\
         敵か味方かは問いません。名前のない席と消された人は数えません。",
        "Per finished game and seat of a known player: each known player in another seat, with or against. Seats \
         without a profile, and people who were erased, do not count.",
    ),
)
.examples(&[example("誰とよく遊んでいますか。", "Who plays with whom most often?", "group_by=player")]);

#[cfg(test)]
mod tests {
    use kifu_engine::games;

    use super::*;
    use crate::ratings::definition::DEFINITION;
    use kifu_engine::style::{half_width, impolite, misnamed};

    fn names(game: &Meta) -> Vec<&'static str> {
        of(game).map(|metric| metric.name).collect()
    }

    #[test]
    fn games_have_the_metrics_that_their_results_can_fill() {
        let some = [WON, MOVES, MINUTES, OPPONENTS];
        for game in games::ALL {
            let names = names(game.meta());
            assert!(some.iter().all(|name| names.contains(name)), "{names:?}");
        }
        let has = |name| games::ALL.iter().filter(|game| names(game.meta()).contains(&name)).count();
        for name in [PLACE, POINTS, SCORE, FIRST_PLAYER_ADVANTAGE, WON_ABOVE_CHANCE] {
            assert!((1..games::ALL.len()).contains(&has(name)), "{name}");
        }
    }

    #[test]
    fn metrics_are_defined_in_both_languages() {
        for metric in all() {
            let texts =
                metric.dimensions.iter().flat_map(|dimension| [&dimension.title, &dimension.definition]);
            for text in texts.chain([&metric.title, &metric.definition, &metric.unit]) {
                assert!(!text.ja.is_ascii() && !text.en.is_empty(), "{}: {text:?}", metric.name);
            }
            assert!(!metric.examples.is_empty(), "{}", metric.name);
            for example in metric.examples {
                assert!(example.ja.ends_with('。') && example.en.ends_with('?'), "{example:?}");
            }
        }
    }

    fn assert_well_written(ja: &str) {
        assert_eq!(impolite(ja), None, "{ja}");
        assert_eq!(half_width(ja), None, "{ja}");
        assert_eq!(misnamed(ja), None, "{ja}");
        assert!(!ja.contains([',', ';', ':', '(', ')']), "{ja}");
    }

    /// Those of games hold to it, too, and what is said of how definitions changed.
    #[test]
    fn definitions_are_whole_polite_sentences_with_full_width_punctuation() {
        let metrics = || all().chain(games::ALL.iter().flat_map(|game| game.meta().metrics));
        let of_dimensions =
            |metric: &'static Metric| metric.dimensions.iter().map(|dimension| &dimension.definition);
        let definitions = metrics().flat_map(|metric| of_dimensions(metric).chain([&metric.definition]));
        for Text { ja, .. } in definitions.chain([&DEFINITION]) {
            assert_well_written(ja);
        }
        for change in metrics().flat_map(|metric| metric.changes) {
            assert_well_written(change.ja);
        }
    }

    #[test]
    fn no_metric_is_defined_twice() {
        let mut names: Vec<_> = all().map(|metric| metric.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
