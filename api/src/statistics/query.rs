//! What can be asked of a metric: the parameters of `GET /v1/statistics/{metric}`, read and checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use kifu_engine::statistics::Kind;
use kifu_engine::text::Language;
use serde_json::{Value, json};
use uuid::Uuid;

use super::answer::question::{By, Filter, Irregular, Key, Part, Period};
use super::catalogue::{DIMENSION, Entry, OPTION, entries, options};
use super::chart::{Theme, WIDTH};
use crate::contract::{self, Parameter};
use crate::given::{Given, TIME, not_among, number, one_of, words};
use crate::problem::Problem;
use crate::search::vocabulary;

/// Groups in an answer at most, and if nobody says.
const MOST_GROUPS: u64 = 1000;
const USUAL_GROUPS: u64 = 100;
/// Ways to group at most.
const MOST_WAYS: usize = 3;
/// Quantiles, and players of a group, in one question at most.
const MOST_LISTED: usize = 20;
/// Stretches of a histogram, and if nobody says.
const MOST_BINS: u64 = 100;
const USUAL_BINS: u64 = 40;
/// All observations together, as one side of a comparison.
const ALL: &str = "*";
/// The largest `min_n`.
const MOST_LEAST: u64 = 1_000_000;
/// The quantiles if nobody says.
const USUAL_QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// A day, a time, or a cursor as answers and the feed give it.
pub const AS_OF: &str = "^([0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2}))?|[A-Za-z0-9_-]{40,2000})$";
/// Parameters that decide how an answer is shown, and not what is answered.
const ABOUT_SHOWING: [&str; 6] = ["as_of", "format", "language", "theme", "width", "height"];
/// Widths of charts, and heights.
const WIDTHS: (u64, u64) = (280, 2000);
const HEIGHTS: (u64, u64) = (200, 2000);

/// What is asked of a metric.
#[derive(Debug, PartialEq)]
pub struct Query {
    /// Which games and observations.
    pub filter: Filter,
    /// The ways to group, as they are called.
    pub group_by: Vec<String>,
    /// The same, as they are read.
    pub by: Vec<By>,
    /// Two groups to be compared; a key without parts is all observations together.
    pub compare: Option<[Key; 2]>,
    /// Up to when records count, as it was written; up to now, if `None`.
    pub as_of: Option<String>,
    /// Figures of fewer observations are held back.
    pub least: u64,
    /// Which quantiles.
    pub quantiles: Vec<f64>,
    /// Stretches of a histogram at most.
    pub bins: usize,
    /// The order of the groups.
    pub sort: Sort,
    /// Groups at most.
    pub limit: usize,
    /// The format, if the address says it.
    pub format: Option<Format>,
    /// The language of a chart, if the address says it.
    pub language: Option<Language>,
    /// The colours of a chart.
    pub theme: Theme,
    /// Its width in pixels.
    pub width: u32,
    /// The height to fill, if there is one.
    pub height: Option<u32>,
    /// Every parameter that decides the answer, with its values.
    pub question: BTreeMap<String, Vec<String>>,
}

/// The order of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub by: SortKey,
    /// Whether the greatest comes first.
    pub descending: bool,
}

/// What groups are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// What they have in common.
    Key,
    /// Their mean or share; those without come last.
    Mean,
    /// How many observations they have.
    Size,
}

/// What the answer is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON.
    Json,
    /// Comma-separated values.
    Csv,
    /// A chart.
    Svg,
}

impl Format {
    const ALL: [(&'static str, Self); 3] = [("json", Self::Json), ("csv", Self::Csv), ("svg", Self::Svg)];
}

const SORTS: [(&str, SortKey); 3] = [("key", SortKey::Key), ("mean", SortKey::Mean), ("n", SortKey::Size)];

const THEMES: [(&str, Theme); 3] = [("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark)];

const PERIODS: [(&str, Period); 4] =
    [("day", Period::Day), ("week", Period::Week), ("month", Period::Month), ("year", Period::Year)];

/// The parameters for the contract: those of all metrics together.
#[rustfmt::skip]
pub fn parameters() -> Vec<Parameter> {
    let mut all = vec![
        Parameter::words("game", contract::slugs, "Only records of these games, of those that the metric is about.").repeated(),
        Parameter::id("player", "Only games with this player at the table; repeated, with all of them.").repeated(),
        Parameter::id("of", "Only what was observed of this player's seat; repeated, of any of theirs.").repeated(),
        Parameter::id("group", "Only games with exactly these players at the table and nobody else.").listed(MOST_LISTED),
        Parameter::pattern("from", TIME, "Only games played then or later: a day or a time."),
        Parameter::pattern("to", TIME, "Only games played until then: a day, which belongs to it, or a time."),
        Parameter::text("place", "Only games played there."),
        Parameter::text("tag", "Only games with this tag; repeated, with all of them.").repeated(),
        Parameter::integer("seats", 1, 255, "Only tables of so many; repeated, or so many.").repeated(),
        Parameter::text("result", "Only games that ended so: the game's word; repeated, or so.").repeated(),
        Parameter::words("irregular", irregulars, "What becomes of games in which a rule was broken: they are left out (`exclude`, if nobody says), counted like others (`include`), or alone (`only`)."),
        Parameter::words("group_by", ways, "Groups the observations: by up to three of the metric's `group_by`, separated by commas. A game with several tags is in the group of each.").listed(MOST_WAYS),
        Parameter::text("compare", "Compares two of the groups, the one less the other: `4,5`. If there are several ways to group, it is given twice, each time with a value for every way, separated by commas. Nothing before or behind a comma is the group without a value; a comma within a value is written `\\,`. `*` is all observations together. Groups that are compared are in the answer beyond `limit`.").repeated(),
        Parameter::integer("min_n", 0, MOST_LEAST, "Holds back the figures of groups with fewer observations."),
        Parameter::of("quantiles".into(), json!({"type": "number", "minimum": 0, "maximum": 1}), "Which quantiles, separated by commas: parts of the observations, 0 to 1.").listed(MOST_LISTED),
        Parameter::integer("bins", 2, MOST_BINS, "Where there are more different numbers, they are counted in so many stretches at most; 40 if nobody says."),
        Parameter::pattern("as_of", AS_OF, "Answers as the archive stood then: at a time, at the end of a day (UTC), or at a `cursor` that an answer or the feed gave; a moment to come is now."),
        Parameter::words("sort", sorts, "The order of the groups: by `key`, `mean` or `n`; `-` puts the greatest first."),
        Parameter::integer("limit", 1, MOST_GROUPS, "How many groups at most, in their order; 100 if nobody says."),
        Parameter::words("format", formats, "What the answer is written in; else as `Accept` wants."),
        Parameter::words("language", contract::languages, "Of the words in a chart; else as `Accept-Language` wants."),
        Parameter::words("theme", themes, "The colours of a chart: `light`, `dark`, or as the reader's device prefers (`auto`, if nobody says)."),
        Parameter::integer("width", WIDTHS.0, WIDTHS.1, "The width of a chart in pixels; 640 if nobody says."),
        Parameter::integer("height", HEIGHTS.0, HEIGHTS.1, "The height that a chart may fill; groups beyond it are left out."),
    ];
    all.extend(options(&all_games()).map(|name| {
        Parameter::of(format!("{OPTION}{name}"), json!({"type": "string"}), "Only games with this option; repeated, or with that.").repeated()
    }));
    all.extend(dimensions().into_iter().map(|name| {
        Parameter::of(format!("{DIMENSION}{name}"), json!({"type": "string", "maxLength": 200}), "Only observations with this value of the dimension; repeated, or with that. Nothing is no value.").repeated()
    }));
    all
}

fn all_games() -> Vec<&'static str> {
    vocabulary::games().keys().copied().collect()
}

/// The dimensions of all metrics.
fn dimensions() -> BTreeSet<&'static str> {
    entries().iter().flat_map(|entry| entry.metric.dimensions).map(|dimension| dimension.name).collect()
}

/// Everything that some metric can be grouped by.
fn ways() -> Vec<String> {
    entries().iter().flat_map(|entry| &entry.group_by).cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

fn irregulars() -> Vec<String> {
    words(&["exclude", "include", "only"])
}

fn sorts() -> Vec<String> {
    SORTS.iter().flat_map(|(word, _)| [(*word).to_owned(), format!("-{word}")]).collect()
}

fn themes() -> Vec<String> {
    THEMES.iter().map(|(word, _)| (*word).to_owned()).collect()
}

fn formats() -> Vec<String> {
    Format::ALL.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// Reads the parameters of a request, in the order given.
pub fn read(entry: &Entry, given: &[(String, String)]) -> Result<Query, Problem> {
    let given = Asking { entry, given: Given(given) };
    given.given.check(&parameters())?;
    let group_by = given.group_by()?;
    let by: Vec<By> = group_by.iter().map(|way| by(entry, way)).collect();
    let mut query = Query {
        filter: given.filter()?,
        compare: given.compare(&by)?,
        as_of: given.given.one("as_of")?.map(str::to_owned),
        least: given.size("min_n", 0, MOST_LEAST)?.unwrap_or_default(),
        quantiles: given.quantiles()?,
        bins: usize::try_from(given.size("bins", 2, MOST_BINS)?.unwrap_or(USUAL_BINS)).unwrap_or(2),
        sort: given.sort()?,
        limit: usize::try_from(given.size("limit", 1, MOST_GROUPS)?.unwrap_or(USUAL_GROUPS)).unwrap_or(1),
        format: given.format()?,
        language: given.language()?,
        theme: given.theme()?,
        width: given
            .size("width", WIDTHS.0, WIDTHS.1)?
            .and_then(|width| width.try_into().ok())
            .unwrap_or(WIDTH),
        height: given.size("height", HEIGHTS.0, HEIGHTS.1)?.and_then(|height| height.try_into().ok()),
        question: BTreeMap::new(),
        group_by,
        by,
    };
    query.question = given.question(&query);
    Ok(query)
}

/// Which games of one kind are meant, read alone; a metric of all games says what can be.
pub fn filter(entry: &Entry, game: &str, given: &[(String, String)]) -> Result<Filter, Problem> {
    let given: Vec<_> = given.iter().cloned().chain([("game".to_owned(), game.to_owned())]).collect();
    Asking { entry, given: Given(&given) }.filter()
}

/// A way to group that the metric has.
fn by(entry: &Entry, way: &str) -> By {
    if let Some(index) = entry.metric.dimensions.iter().position(|dimension| dimension.name == way) {
        return By::Dimension(index);
    }
    if let Some((_, period)) = PERIODS.iter().find(|(word, _)| *word == way) {
        return By::Time(*period);
    }
    match way {
        "seat" => By::Seat,
        "player" => By::Player,
        "seats" => By::Seats,
        "variant" => By::Variant,
        "place" => By::Place,
        "tag" => By::Tag,
        "result" => By::Ending,
        "game" => By::Game,
        option => By::Option(option.strip_prefix(OPTION).unwrap_or(option).to_owned()),
    }
}

/// What was given, read as a question about a metric.
struct Asking<'q> {
    entry: &'q Entry,
    given: Given<'q>,
}

impl Asking<'_> {
    fn filter(&self) -> Result<Filter, Problem> {
        let Self { given, .. } = self;
        Ok(Filter {
            games: self.games()?,
            from: given.time("from", false)?.map(|time| time.timestamp_millis()),
            to: given.time("to", true)?.map(|time| time.timestamp_millis()),
            place: given.text("place")?,
            tags: given.texts("tag")?,
            seats: given
                .numbers("seats", 1, 255)?
                .into_iter()
                .filter_map(|seats| seats.try_into().ok())
                .collect(),
            options: self.options()?,
            players: given.all("player").map(|id| player("player", id)).collect::<Result<_, _>>()?,
            group: self.group()?,
            endings: given.texts("result")?,
            irregular: self.irregular()?,
            of: given.all("of").map(|id| player("of", id)).collect::<Result<_, _>>()?,
            dimensions: self.dimensions()?,
        })
    }

    fn games(&self) -> Result<Vec<String>, Problem> {
        let allowed: Vec<String> = self.entry.games.iter().map(|game| (*game).to_owned()).collect();
        self.given.words("game", &allowed)
    }

    /// The games that are asked for: those of the metric, unless some are named.
    fn slugs(&self) -> Vec<&'static str> {
        let is_asked = |slug: &&&str| self.given.all("game").any(|game| game == **slug);
        let named: Vec<_> = self.entry.games.iter().filter(is_asked).copied().collect();
        if named.is_empty() { self.entry.games.clone() } else { named }
    }

    fn options(&self) -> Result<Vec<(String, Vec<Value>)>, Problem> {
        let mut asked: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (name, text) in self.given.behind(OPTION) {
            asked.entry(name.to_owned()).or_default().push(self.option(name, text)?);
        }
        Ok(asked.into_iter().collect())
    }

    /// The value that an option has by this text, in the games asked for.
    fn option(&self, name: &str, text: &str) -> Result<Value, Problem> {
        let games = self.slugs();
        let having: Vec<_> = games
            .iter()
            .filter_map(|game| vocabulary::games().get(game)?.options.get(name))
            .map(|choice| &choice.values)
            .collect();
        let parameter = format!("{OPTION}{name}");
        if having.is_empty() {
            return Err(not_among(&parameter, name, options(&games)));
        }
        having.iter().find_map(|values| values.read(text)).ok_or_else(|| {
            let allowed: BTreeSet<_> = having.iter().flat_map(|values| values.allowed()).collect();
            not_among(&parameter, text, &allowed)
        })
    }

    fn group(&self) -> Result<Vec<Uuid>, Problem> {
        let group: Vec<Uuid> = self.list("group").map(|id| player("group", id)).collect::<Result<_, _>>()?;
        if group.len() > MOST_LISTED {
            let ja = format!("{MOST_LISTED}人までです。");
            return Err(Problem::parameter("group", &ja, &format!("it may name {MOST_LISTED} players."))
                .with(json!({"parameter": "group", "given": group, "allowed": {"max": MOST_LISTED}})));
        }
        Ok(group)
    }

    fn irregular(&self) -> Result<Irregular, Problem> {
        Ok(match self.given.word("irregular", &irregulars())?.as_deref() {
            Some("include") => Irregular::In,
            Some("only") => Irregular::Only,
            _ => Irregular::Out,
        })
    }

    fn dimensions(&self) -> Result<Vec<(usize, Vec<Part>)>, Problem> {
        let names: Vec<String> =
            self.entry.metric.dimensions.iter().map(|dimension| dimension.name.to_owned()).collect();
        let mut asked: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
        for (name, text) in self.given.behind(DIMENSION) {
            let index = names.iter().position(|known| known == name);
            let index = index.ok_or_else(|| not_among(&format!("{DIMENSION}{name}"), name, &names))?;
            asked.entry(index).or_default().push(self.dimension(
                index,
                &format!("{DIMENSION}{name}"),
                text,
            )?);
        }
        Ok(asked.into_iter().collect())
    }

    /// A value of a dimension: one of its words, where it has some, or several of them in any order.
    fn dimension(&self, index: usize, parameter: &str, text: &str) -> Result<Part, Problem> {
        let dimension = self.entry.metric.dimensions[index];
        if text.is_empty() {
            return Ok(Part::Nothing);
        }
        if dimension.words.is_empty() {
            return Ok(Part::read(text));
        }
        let known: Vec<String> = dimension.words.iter().map(|word| word.name.to_owned()).collect();
        let Some(between) = dimension.joined_by else {
            return one_of(parameter, text, &known).map(Part::Word);
        };
        let parts = text.split(between).map(|part| one_of(parameter, part, &known));
        let mut parts: Vec<String> = parts.collect::<Result<_, _>>()?;
        parts.sort_unstable();
        Ok(Part::Word(parts.join(&between.to_string())))
    }

    fn group_by(&self) -> Result<Vec<String>, Problem> {
        let ways: Vec<String> = self
            .list("group_by")
            .map(|way| one_of("group_by", way, &self.entry.group_by))
            .collect::<Result<_, _>>()?;
        let distinct: BTreeSet<_> = ways.iter().collect();
        if distinct.len() < ways.len() || ways.len() > MOST_WAYS {
            let ja = format!("異なるものを{MOST_WAYS}つまでです。");
            let en = format!("up to {MOST_WAYS} different ones can be named.");
            return Err(Problem::parameter("group_by", &ja, &en)
                .with(json!({"parameter": "group_by", "given": ways, "allowed": self.entry.group_by})));
        }
        Ok(ways)
    }

    /// The values of a parameter that takes several, separated by commas or repeated.
    fn list(&self, name: &str) -> impl Iterator<Item = &str> {
        self.given.all(name).flat_map(|values| values.split(',')).map(str::trim)
    }

    fn compare(&self, by: &[By]) -> Result<Option<[Key; 2]>, Problem> {
        let given: Vec<Vec<String>> = self.given.all("compare").map(split).collect();
        let keys: Vec<Vec<String>> = match &given[..] {
            [] => return Ok(None),
            [both] if by.len() == 1 => both.iter().map(|value| vec![value.clone()]).collect(),
            several => several.to_vec(),
        };
        let [one, other] = &keys[..] else { return Err(self.incomparable(by)) };
        let fits = |key: &[String]| key == [ALL] || key.len() == by.len();
        if by.is_empty() || one == other || ![one, other].iter().all(|key| fits(key)) {
            return Err(self.incomparable(by));
        }
        let key = |key: &[String]| {
            if key == [ALL] {
                return Ok(Key::new());
            }
            by.iter().zip(key).map(|(by, text)| self.part(by, text)).collect::<Result<Key, Problem>>()
        };
        Ok(Some([key(one)?, key(other)?]))
    }

    fn incomparable(&self, by: &[By]) -> Problem {
        let given: Vec<_> = self.given.all("compare").collect();
        let problem = match by.len() {
            0 => Problem::parameter(
                "compare",
                "group_by と一緒に使います。",
                "it compares groups, so group_by must say which.",
            ),
            1 => Problem::parameter(
                "compare",
                "異なる2つのグループの値を「4,5」のように指定してください。",
                "it must be the values of two different groups, such as 4,5.",
            ),
            ways => Problem::parameter(
                "compare",
                &format!("2回指定し、それぞれ group_by の順に{ways}つの値をコンマで区切ってください。"),
                &format!("it must be given twice, each time with {ways} values in the order of group_by."),
            ),
        };
        problem.with(json!({"parameter": "compare", "given": given, "ways": by.len()}))
    }

    /// A part of a key, read as its way to group has it.
    fn part(&self, by: &By, text: &str) -> Result<Part, Problem> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Part::Nothing);
        }
        Ok(match by {
            By::Seat | By::Seats => Part::Number(number("compare", text, 0, 255)?),
            By::Player => Part::Player(player("compare", text)?),
            By::Option(name) => Part::of_option(&self.option(name, text)?),
            By::Dimension(index) => self.dimension(*index, "compare", text)?,
            By::Game => Part::Word(one_of("compare", text, &words(&self.entry.games))?),
            By::Variant | By::Place | By::Tag | By::Time(_) | By::Ending => Part::Word(text.to_owned()),
        })
    }

    fn quantiles(&self) -> Result<Vec<f64>, Problem> {
        let given: Vec<&str> = self.list("quantiles").collect();
        if given.is_empty() {
            return Ok(USUAL_QUANTILES.into());
        }
        let part = |text: &&str| text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
        let parts: Option<Vec<f64>> = given.iter().map(part).collect();
        parts.filter(|parts| parts.len() <= MOST_LISTED).ok_or_else(|| {
            let ja = format!("0から1までの数を、コンマで区切って{MOST_LISTED}個まで指定できます。");
            let en = format!("it must be up to {MOST_LISTED} numbers from 0 to 1, separated by commas.");
            Problem::parameter("quantiles", &ja, &en)
                .with(json!({"parameter": "quantiles", "given": given, "allowed": {"min": 0, "max": 1}}))
        })
    }

    fn size(&self, name: &str, min: u64, max: u64) -> Result<Option<u64>, Problem> {
        let number = self.given.number(name, min.cast_signed(), max.cast_signed())?;
        Ok(number.map(i64::cast_unsigned))
    }

    fn sort(&self) -> Result<Sort, Problem> {
        let mut allowed = sorts();
        allowed.retain(|sort| self.entry.has_mean() || !sort.ends_with("mean"));
        let word = self.given.word("sort", &allowed)?.unwrap_or_else(|| "key".to_owned());
        let (descending, name) = word.strip_prefix('-').map_or((false, &*word), |name| (true, name));
        let by = SORTS.iter().find(|(word, _)| *word == name).map_or(SortKey::Key, |(_, by)| *by);
        Ok(Sort { by, descending })
    }

    fn format(&self) -> Result<Option<Format>, Problem> {
        let word = self.given.word("format", &formats())?;
        Ok(word
            .and_then(|word| Format::ALL.iter().find(|(known, _)| *known == word))
            .map(|(_, format)| *format))
    }

    fn language(&self) -> Result<Option<Language>, Problem> {
        let code = self.given.word("language", &contract::languages())?;
        Ok(code.and_then(|code| Language::ALL.into_iter().find(|language| language.code() == code)))
    }

    fn theme(&self) -> Result<Theme, Problem> {
        let word = self.given.word("theme", &themes())?;
        let theme = word.and_then(|word| THEMES.iter().find(|(known, _)| *known == word));
        Ok(theme.map_or(Theme::Auto, |(_, theme)| *theme))
    }

    /// Every parameter that decides the answer, those nobody gave included.
    fn question(&self, query: &Query) -> BTreeMap<String, Vec<String>> {
        let mut question: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let decides = |(name, _): &&(String, String)| !ABOUT_SHOWING.contains(&name.as_str());
        for (name, value) in self.given.0.iter().filter(decides) {
            question.entry(name.clone()).or_default().push(value.clone());
        }
        let mut say = |name: &str, values: Vec<String>| _ = question.entry(name.to_owned()).or_insert(values);
        say("irregular", vec!["exclude".to_owned()]);
        say("min_n", vec![query.least.to_string()]);
        if self.entry.metric.kind == Kind::Number {
            say("bins", vec![query.bins.to_string()]);
            say("quantiles", vec![listed(&query.quantiles)]);
        }
        if !query.by.is_empty() {
            say("sort", vec!["key".to_owned()]);
            say("limit", vec![query.limit.to_string()]);
        }
        question
    }
}

fn listed(numbers: &[f64]) -> String {
    let mut list = String::new();
    for number in numbers {
        let comma = if list.is_empty() { "" } else { "," };
        // Writing to a string can't fail.
        _ = write!(list, "{comma}{number}");
    }
    list
}

/// The parts between commas; one behind a backslash is none that separates.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => part.push(letters.next_if_eq(&',').unwrap_or('\\')),
            ',' => parts.push(std::mem::take(&mut part)),
            other => part.push(other),
        }
    }
    parts.push(part);
    parts
}

fn player(parameter: &str, text: &str) -> Result<Uuid, Problem> {
    text.parse().map_err(|_| {
        Problem::parameter(
            parameter,
            "プレイヤーのIDでなければなりません。",
            "it must be the id of a player.",
        )
        .with(json!({"parameter": parameter, "given": text}))
    })
}

/// The complaint about a place in time that is none.
pub fn bad_as_of(given: &str) -> Problem {
    Problem::parameter(
        "as_of",
        "2026-01-31 のような日(その終わり、UTC)か、2026-01-31T18:00:00Z のような時刻か、答えやフィードのカーソルでなければなりません。",
        "it must be a day such as 2026-01-31 (its end, UTC), a time such as 2026-01-31T18:00:00Z, or a cursor that an answer or the feed gave.",
    )
    .with(json!({"parameter": "as_of", "given": given}))
}

#[cfg(test)]
mod tests;
