//! Every text of the pages, in both languages: `en.ftl` and `ja.ftl` of each folder. Rust says them by name, modules by id.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kifu_engine::message::{Arg, Catalogue, Message, Pattern, Render};
use kifu_engine::text::{Language, Names};
use kifu_statistics::groupings::{GROUPINGS, Grouping};

/// The templates of all folders in one language.
macro_rules! templates {
    ($file:literal: $first:literal $(, $folder:literal)*) => {
        concat!(include_str!(concat!($first, "/", $file)) $(, "\n", include_str!(concat!($folder, "/", $file)))*)
    };
    ($file:literal) => {
        templates!($file: "chart", "common", "home", "open", "pad", "player", "record", "rules", "statistics")
    };
}

static TEMPLATES: Catalogue = Catalogue::new("pages", templates!("en.ftl"), templates!("ja.ftl"), Vec::new);

/// The patterns in each language, by id.
static PATTERNS: LazyLock<[BTreeMap<String, Pattern>; 2]> =
    LazyLock::new(|| Language::ALL.map(|language| TEMPLATES.patterns(language)));

fn patterns(language: Language) -> &'static BTreeMap<String, Pattern> {
    &PATTERNS[language as usize]
}

/// A text of the pages.
pub struct PageText(&'static str);

impl PageText {
    /// Its id: that of `AS_TABLE` is `as-table`.
    fn id(&self) -> String {
        self.0.to_lowercase().replace('_', "-")
    }

    /// Its words, which take no values.
    pub fn of(&self, language: Language) -> &'static str {
        by_id(&self.id(), language).unwrap_or(self.0)
    }

    /// Its words with these values.
    pub fn with(&self, language: Language, values: Vec<(&'static str, Arg)>) -> String {
        let id = patterns(language).get_key_value(&*self.id()).map_or(self.0, |(id, _)| id);
        Message::new(&TEMPLATES, id, values).render(&Names::none(0), language)
    }
}

/// The words of a text that takes no values.
pub fn by_id(id: &str, language: Language) -> Option<&'static str> {
    patterns(language).get(id).and_then(Pattern::words)
}

/// A module that exports every text in one language, by id.
pub fn module(language: Language) -> String {
    let texts = serde_json::to_string(&texts(language)).unwrap_or_default();
    format!("export default {texts};\n")
}

/// Every text that modules can say, the titles of groupings among them.
fn texts(language: Language) -> BTreeMap<String, Pattern> {
    let grouping = |one: &Grouping| {
        (format!("grouping-{}", one.name), Pattern::Words(one.title.of(language).to_owned()))
    };
    let mut texts = patterns(language).clone();
    texts.extend(GROUPINGS.iter().map(grouping));
    texts
}

/// Declares the texts that Rust says.
macro_rules! texts {
    ($($name:ident),* $(,)?) => {
        $(pub static $name: PageText = PageText(stringify!($name));)*
        #[cfg(test)]
        static SAID: &[&PageText] = &[$(&$name),*];
    };
}

texts! {
    ABOUT_LICENCE, ALL_QUESTIONS, ALL_TABLES, ALTOGETHER, ANALYSIS, AND_BY, ANOTHER, ANSWER, ANY, API,
    APPLY, ARCHIVE, AS_ANIMATION, AS_OF, AS_PNG, AS_SVG, AT_START, BACK, BINS, BOARD, BY_GAME,
    BY_GROUPING, CANCEL, CATALOGUE, CHANCES, CLAIM, CLAIM_ABOUT, CLAIM_TITLE, CLOCKWISE, CLOSE,
    COMMON_METRICS, COMPARE_NOTHING, COMPARE_ONE, COMPARE_OTHER, CONTENTS, CONTINUE, DIMENSIONS,
    DO_OPEN, EDIT_RECORD, EXAMPLES, FILTERS, FILTERS_OF_GAMES, FIND, FINDINGS, FIND_DO, FIND_WORDS,
    FOR_ODDS, FOR_ODDS_ABOUT, FOUND, FROM, GAME, GAMES_EXCLUDED, GAMES_INCLUDED, GAMES_ONLY,
    GAME_STATISTICS, GROUPING_OPTION,
    GROUP_BY, GROUP_LIMIT, GROUP_ORDER, GUESS_FIRST, HAPPENED, HINDSIGHT,
    HOME_ABOUT, HOME_TITLE, HOW_COUNTED, HOW_MANY, IN_FORCE, IRREGULAR_GAMES, KEY, KEYS, KEY_WHY,
    LEADERS, LEAST_GAMES, LIST_MARK, LIVE_FIRST, LIVE_MINUTES, LIVE_MOVES, LIVE_NOW, LOADING, LOG,
    MAIN_MENU, METRICS_OF, METRIC_PAGE, MIN_GAMES, MIN_N, MORE, NAME, NEEDS_SCRIPT, NEXT_MARK, NO,
    NOTABLE, NOTE, NOTE_SAVE, NOTE_TEXT, NOTHING_ELSE, NO_FILTER, OF_SEATS, OF_TABLES, ON, ONLY_NOTED,
    OPEN_TITLE, OPTIONS, ORDER, ORDER_MOVES, ORDER_OPENED, ORDER_PLAYED, ORDER_POINTS, ORDER_SCORE,
    OTHER_LANGUAGE, OWN_ABOUT, OWN_ANYBODY, OWN_FORGET, OWN_KEY, OWN_LEAVE_ABOUT, OWN_METRICS,
    OWN_SEATED_BY, OWN_SEATS, OWN_SHOW, OWN_TITLE, OWN_TOKEN_HOLDERS, PAD_INSTEAD,
    PAD_FORGET, PAD_LOG, PAD_MORE, PAD_MORE_LOG, PAD_OTHER, PAD_REPLAY, PAD_TITLE, PAD_UNDO, PAD_WAITS,
    PAD_WHOLE_TABLE, PERSPECTIVE, PICTURES, PLACE, PLAY, PLAYER, PLAYERS, PLAYERS_ABOUT, PLAYERS_ALL,
    PLAYERS_FIND, PLAYERS_LEADERS, PLAYERS_LEAST, PLAYERS_NAME, PLAYERS_RATED, PLAYER_AGAINST,
    PLAYER_AGAINST_OTHER, PLAYER_ALL_RECORDS, PLAYER_BY, PLAYER_BY_DAY, PLAYER_BY_GAME, PLAYER_BY_MONTH,
    PLAYER_BY_WEEK, PLAYER_BY_YEAR, PLAYER_COMMON, PLAYER_DISTRIBUTION, PLAYER_EVERYBODY,
    PLAYER_FIND_OTHER, PLAYER_LEAST, PLAYER_METRIC, PLAYER_METRICS, PLAYER_NUMBERS, PLAYER_OF_TABLE,
    PLAYER_OPPONENTS, PLAYER_RATING, PLAYER_RATINGS, PLAYER_RATING_WHAT, PLAYER_SORT_GAMES,
    PLAYER_SORT_LAST, PLAYER_SORT_LOSSES, PLAYER_SORT_WINS, PLAYER_TITLE, PLAYER_TREND, PLAYER_VERSUS,
    PLAYER_WHICH, PLAYER_WINS, QUANTILES, QUANTILES_ENDS, QUANTILES_QUARTERS, QUANTILES_TENTHS,
    QUANTILES_USUAL, QUESTION, RANKED_BY, RATING_IS, READS_PRIVATE, READS_PUBLIC, READS_UNLISTED,
    READ_RULES, RECENT, RECORDS_BY_MONTH, RECORD_TITLE, REPLAY, RULES, RULES_ABOUT, RULES_FIND,
    RULES_NEWEST, RULES_OF_BEFORE, RULES_OPEN, RULES_TITLE, SCORE, SEAT, SEATS_FROM_TO, SEATS_JUST,
    SAVE_REPLAY, SEAT_TITLE, SEEK_METRIC, SEEK_WORDS, SHARE, SIMULATED_GAMES, SORT_GAMES, SORT_KEY, SORT_KEY_BACK,
    SORT_LEAST_MEAN, SORT_MOST_MEAN, SORT_MOST_N, SORT_PLACE, SORT_POINTS, SORT_RATING, SORT_WINS,
    SPEED, START_RECORD, STATISTICS, STATISTICS_ABOUT, STATISTICS_OF, STATUS, STATUS_ABANDONED,
    STATUS_LIVE, STATUS_OVER, STEP, STEP_LINK, TABLES, TAGLINE, THEME, THEME_AUTO, THEME_DARK,
    THEME_LIGHT, TO, TO_CONTENT, TO_END, TO_START, UNIT, VERSION, VERSIONS, WHERE, WHO, WHO_READS,
    WHO_SITS, WINNER, WON_BY, WON_BY_ALL, WON_BY_NOBODY, YES,
}
