//! The parameters of a search in `GET /v1/games`, read and checked. An archive takes those that say which
//! records are wanted.
//!
//! One parser says which records are meant: a list, an archive and `kifu export --where` take the same parameters. Only
//! a whole export and `kifu verify` walk over the records themselves.

use std::collections::BTreeSet;

use kifu_engine::games::slugs;
use kifu_engine::malformed::MAX_SAFE_INTEGER;
use serde_json::{Map, Value, json};

use super::cursor::{self, Fingerprint};
use super::document::{self, WINNERS};
use super::term::TermCondition;
use crate::http::contract::Parameter;
use crate::http::media::{CSV, JSON, NDJSON};
use crate::http::problem::Problem;
use crate::http::query_params::{QueryParams, TIME_PATTERN, TIME_ZONE, not_among, unknown_parameter, words};
use crate::records::opening::find_game;
use kifu_engine::vocabulary;
use kifu_names::NameKey;
use kifu_store::{Filter, Json, PlayerId, Range, Sort, SortKey, SortPosition, Visibility};

/// Records on a page at most.
const MAX_RECORDS_PER_PAGE: u64 = 100;
/// The name of an option stands behind this.
const OPTION_PREFIX: &str = "option.";

/// The conditions on records.
#[derive(Debug)]
pub struct RecordConditions {
    /// All filters but those that the store must first look up, and the visibility.
    pub filters: Vec<Filter>,
    /// The moves, effects and breaches that a record must contain.
    pub terms: Vec<TermCondition>,
    /// The visibilities to find; empty if none was given.
    pub visibilities: Vec<Visibility>,
}

/// A search as it was asked.
#[derive(Debug)]
pub struct SearchQuery {
    /// The conditions on records.
    pub conditions: RecordConditions,
    /// Their order.
    pub sort: Sort,
    /// The position to go on from.
    pub after: Option<SortPosition>,
    /// How many on a page, where that was said.
    pub limit: Option<usize>,
    /// Count all matches.
    pub total: bool,
    /// The fingerprint of the search that its cursors belong to.
    pub fingerprint: Fingerprint,
    /// The format, if one was given.
    pub format: Option<ListFormat>,
}

/// The format of a list of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFormat {
    /// A page.
    Json,
    /// A record a line.
    Ndjson,
    /// A row a record.
    Csv,
}

impl ListFormat {
    const ALL: [(&str, Self); 3] = [("json", Self::Json), ("ndjson", Self::Ndjson), ("csv", Self::Csv)];

    /// The media type of a list in it.
    pub const fn media(self) -> &'static str {
        match self {
            Self::Json => JSON,
            Self::Ndjson => NDJSON,
            Self::Csv => CSV,
        }
    }

    /// The format of this media type.
    pub fn of(media: &str) -> Self {
        Self::ALL
            .map(|(_, format)| format)
            .into_iter()
            .find(|format| format.media() == media)
            .unwrap_or(Self::Json)
    }
}

/// The parameters of a search.
#[rustfmt::skip]
pub fn parameters() -> Vec<Parameter> {
    let mut all = filters();
    all.extend([
        Parameter::words("sort", sorts, "The order; `-` puts the greatest first. Records without what is sorted by are left out."),
        Parameter::pattern("cursor", cursor::CURSOR_PATTERN, "Where to go on, as a page gave it."),
        Parameter::integer("limit", 1, MAX_RECORDS_PER_PAGE, "How many at most; JSON has 20 if nothing is said, NDJSON and CSV have all."),
        Parameter::boolean("total", "Also count all records that fit; in JSON."),
        Parameter::words("format", formats, "As what; else as `Accept` wants."),
    ]);
    all
}

/// The parameters that say which records are wanted.
#[rustfmt::skip]
pub fn filters() -> Vec<Parameter> {
    let mut all = vec![
        Parameter::words("game", slugs, "Only these kinds of games.").repeated(),
        Parameter::text("player", "Only records with this player (an id) or somebody of this name at the table; repeated, with all of them.").repeated(),
        Parameter::text("winner", "Only records that somebody of this name won."),
        Parameter::pattern("from", TIME_PATTERN, "Only records played then or later: a day or a time."),
        Parameter::pattern("to", TIME_PATTERN, "Only records played until then: a day, which belongs to it, or a time."),
        TIME_ZONE,
        Parameter::text("place", "Only records played there."),
        Parameter::text("tag", "Only records with this tag; repeated, with all of them.").repeated(),
        Parameter::text("without_tag", "Only records without this tag; repeated, without any of them.").repeated(),
        Parameter::text("q", "Only records with all these words in names, place or tags."),
        Parameter::words("status", statuses, "Only live, over or abandoned records.").repeated(),
        Parameter::integer("seats", 1, 255, "Only tables of so many.").repeated(),
        Parameter::words("winners", winners, "Only records that so many of the table won."),
        Parameter::text("ending", "Only records that ended so: the game's word."),
        Parameter::text("title", "Only records that earned this title, in either language."),
        Parameter::signed("score_min", "Only records with this score of the whole table, or more."),
        Parameter::signed("score_max", "Only records with this score of the whole table, or less."),
        Parameter::signed("points_min", "Only records in which the best seat got these points or more."),
        Parameter::signed("points_max", "Only records in which the best seat got these points or less."),
        Parameter::integer("moves_min", 0, MAX_SAFE_INTEGER, "Only records of so many moves, or more."),
        Parameter::integer("moves_max", 0, MAX_SAFE_INTEGER, "Only records of so many moves, or less."),
        Parameter::boolean("irregular", "Only records with a move against the rules, or only those without."),
        Parameter::text("contains", "Only records that have ended and contain this: a type of move or effect, or `breach`, with conditions that one and the same of them keeps, such as `counted,number=30,sum<number`. Comparisons: `=`, `!=`, `<`, `<=`, `>`, `>=`, with a value, several (`0|2`), or the name of another field. Repeated, all of it.").repeated(),
        Parameter::words("visibility", visibilities, "With the operator's key: records that only who knows them finds.").repeated(),
        Parameter::boolean("copies", "Copies made to try out what if, too."),
    ];
    all.extend(options().into_iter().map(|name| {
        Parameter::of(format!("{OPTION_PREFIX}{name}"), json!({"type": "string"}), "Only records with this option.")
    }));
    all
}

fn statuses() -> Vec<String> {
    words(&["live", "over", "abandoned"])
}

fn winners() -> Vec<String> {
    words(&WINNERS)
}

fn visibilities() -> Vec<String> {
    words(&["public", "unlisted", "private"])
}

fn sorts() -> Vec<String> {
    SORTS.iter().flat_map(|(word, _)| [format!("-{word}"), (*word).to_owned()]).collect()
}

fn formats() -> Vec<String> {
    ListFormat::ALL.map(|(word, _)| word.to_owned()).to_vec()
}

const SORTS: [(&str, SortKey); 6] = [
    ("opened", SortKey::Opened),
    ("played", SortKey::Played),
    ("ended", SortKey::Ended),
    ("moves", SortKey::Moves),
    ("points", SortKey::Points),
    ("score", SortKey::Score),
];

/// The names of the options of all games.
fn options() -> BTreeSet<String> {
    vocabulary::games().values().flat_map(|game| game.options.keys().cloned()).collect()
}

/// Reads the parameters of a request, in the order given.
pub fn read(params: &[(String, String)]) -> Result<SearchQuery, Problem> {
    let params = SearchReader(QueryParams(params));
    params.check(&parameters())?;
    let fingerprint = params.fingerprint();
    let after = params.one("cursor")?.map(|cursor| cursor::read(fingerprint, cursor)).transpose()?;
    Ok(SearchQuery {
        conditions: params.conditions()?,
        sort: params.sort()?,
        after,
        limit: params.number("limit", 1, MAX_RECORDS_PER_PAGE.cast_signed())?,
        total: params.boolean("total")?.unwrap_or(false),
        fingerprint,
        format: params.choice("format", &ListFormat::ALL)?,
    })
}

/// Reads the parameters that filter records. The caller has checked if others may stand beside them.
pub fn conditions(params: QueryParams<'_>) -> Result<RecordConditions, Problem> {
    SearchReader(params).conditions()
}

/// A player by id, or somebody by name.
fn player(who: &str) -> Filter {
    who.parse().map_or_else(|_| Filter::Named(NameKey::of(who)), |id| Filter::Player(PlayerId(id)))
}

/// The given parameters, read as a search.
struct SearchReader<'q>(QueryParams<'q>);

impl<'q> std::ops::Deref for SearchReader<'q> {
    type Target = QueryParams<'q>;

    fn deref(&self) -> &QueryParams<'q> {
        &self.0
    }
}

impl SearchReader<'_> {
    /// The fingerprint of the parameters that decide the list and its order.
    fn fingerprint(&self) -> Fingerprint {
        let decides = |name: &str| !["cursor", "limit", "total", "format"].contains(&name);
        Fingerprint::of(
            self.0.0.iter().map(|(name, value)| (&**name, &**value)).filter(|(name, _)| decides(name)),
        )
    }

    fn conditions(&self) -> Result<RecordConditions, Problem> {
        let slugs = self.slugs()?;
        let mut filters = self.head_filters()?;
        filters.extend(self.result_filters()?);
        if self.all("game").next().is_some() {
            filters.push(Filter::Games(slugs.iter().map(|slug| (*slug).to_owned()).collect()));
        }
        for (name, value) in self.with_prefix(OPTION_PREFIX) {
            filters.push(option(name, value, &slugs)?);
        }
        let terms = self.all("contains").map(|requested| TermCondition::read(requested, &slugs));
        Ok(RecordConditions {
            filters,
            terms: terms.collect::<Result<_, _>>()?,
            visibilities: self.visibilities()?,
        })
    }

    /// The games asked for; all of them if none is.
    fn slugs(&self) -> Result<Vec<&'static str>, Problem> {
        let requested = self.all("game").map(|slug| find_game(slug).map(|game| game.meta().slug));
        let requested: Vec<_> = requested.collect::<Result<_, _>>()?;
        Ok(if requested.is_empty() { vocabulary::games().keys().copied().collect() } else { requested })
    }

    fn head_filters(&self) -> Result<Vec<Filter>, Problem> {
        let mut filters: Vec<_> = self.texts("player")?.iter().map(|who| player(who)).collect();
        filters.extend(self.texts("tag")?.iter().map(|tag| Filter::Tag(NameKey::of(tag))));
        filters.extend(self.texts("without_tag")?.iter().map(|tag| Filter::WithoutTag(NameKey::of(tag))));
        filters.extend(self.text("place")?.map(|place| Filter::Place(NameKey::of(&place))));
        filters.extend(self.text("q")?.iter().flat_map(|text| each_word(text)));
        filters.extend(self.time("from", false)?.map(Filter::From));
        filters.extend(self.time("to", true)?.map(Filter::Before));
        if !self.boolean("copies")?.unwrap_or(false) {
            filters.push(Filter::ExcludeCopies);
        }
        let seats = self.numbers("seats", 1, 255)?;
        if !seats.is_empty() {
            filters.push(Filter::Seats(seats));
        }
        Ok(filters)
    }

    fn result_filters(&self) -> Result<Vec<Filter>, Problem> {
        let mut filters: Vec<_> =
            self.text("winner")?.map(|name| Filter::Winner(NameKey::of(&name))).into_iter().collect();
        let statuses = self.words("status", &statuses())?;
        if !statuses.is_empty() {
            filters.push(Filter::Result(statuses.iter().map(|status| document::is(status)).collect()));
        }
        filters.extend(self.range("score", -MAX_SAFE_INTEGER.cast_signed())?.map(Filter::Score));
        filters.extend(self.range("points", -MAX_SAFE_INTEGER.cast_signed())?.map(Filter::Points));
        filters.extend(self.range("moves", 0)?.map(Filter::Moves));
        let winners = self.word("winners", &winners())?;
        let about = [
            winners.map(|winners| document::won_by(&winners)),
            self.boolean("irregular")?.map(|irregular| document::regular(!irregular)),
            self.text("ending")?.map(|ending| document::ended(&ending)),
            self.text("title")?.map(|title| document::titled(&title)),
        ];
        filters.extend(about.into_iter().flatten().map(|word| Filter::Result(vec![word])));
        Ok(filters)
    }

    /// The parameters `…_min` and `…_max`.
    fn range(&self, name: &str, least: i64) -> Result<Option<Range>, Problem> {
        let most = MAX_SAFE_INTEGER.cast_signed();
        let min = self.number(&format!("{name}_min"), least, most)?;
        let max = self.number(&format!("{name}_max"), least, most)?;
        Ok((min.is_some() || max.is_some()).then_some(Range { min, max }))
    }

    fn visibilities(&self) -> Result<Vec<Visibility>, Problem> {
        let requested = self.words("visibility", &visibilities())?;
        Ok(requested.iter().filter_map(|word| Visibility::parse(word).ok()).collect())
    }

    fn sort(&self) -> Result<Sort, Problem> {
        let word = self.word("sort", &sorts())?.unwrap_or_else(|| "-opened".to_owned());
        let (descending, name) = word.strip_prefix('-').map_or((false, &*word), |name| (true, name));
        let key = SORTS.iter().find(|(word, _)| *word == name).map_or(SortKey::Opened, |(_, key)| *key);
        Ok(Sort { key, descending })
    }
}

/// A filter for an option that these games have.
fn option(name: &str, text: &str, slugs: &[&str]) -> Result<Filter, Problem> {
    let parameter = format!("{OPTION_PREFIX}{name}");
    let games = slugs.iter().filter_map(|slug| Some((*slug, vocabulary::games().get(slug)?)));
    let having: Vec<_> =
        games.clone().filter_map(|(slug, game)| Some((slug, game.options.get(name)?))).collect();
    if having.is_empty() {
        let allowed: BTreeSet<_> = games.flat_map(|(_, game)| game.options.keys()).collect();
        return Err(unknown_parameter(
            &parameter,
            allowed.iter().map(|name| format!("{OPTION_PREFIX}{name}")),
        ));
    }
    let Some(value) = having.iter().find_map(|(_, values)| values.read(text)) else {
        let allowed: BTreeSet<_> = having.iter().flat_map(|(_, values)| values.allowed()).collect();
        return Err(not_among(&parameter, text, &allowed));
    };
    Ok(Filter::Option(Json::from(Value::Object(Map::from_iter([(name.to_owned(), value)])))))
}

fn each_word(text: &str) -> Vec<Filter> {
    let key = NameKey::of(text);
    key.as_str().split(' ').map(|word| Filter::Words(NameKey::of(word))).collect()
}
