//! A question to the columns: which games, which observations of them, and how to group.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;
use uuid::Uuid;

use crate::columns::column_groups::ColumnGroup;
use crate::columns::dictionary_column::DictionaryColumn;
use crate::columns::games::Games;
use crate::period::Period;
use crate::time_zone::TimeZone;
use kifu_engine::statistics::LabelledWord;
use kifu_names::NameKey;

/// A question about one metric.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The games and observations that count.
    pub filter: Filter,
    /// The ways to group the observations; the groups' keys have a part for each.
    pub by: Vec<GroupByExpr>,
    /// Two groups to be compared, one less the other; a key without parts is all observations together.
    pub compare: Option<[Key; 2]>,
    /// The groups that are shown, and their order.
    pub order: Order,
    /// The limit of stretches into which numbers are sorted, where there are more different ones.
    pub bins: usize,
    /// The present ids of players.
    pub redirects: PlayerRedirects,
}

/// Players who are not, or no longer, called by the id that the columns have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRedirects(HashMap<Uuid, Option<Uuid>>);

/// The observations that count. An empty field leaves out nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The kinds of games; one of them.
    pub games: Vec<String>,
    /// Played at or after, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Played before.
    pub to: Option<i64>,
    /// Played here, whatever the width and case of the letters.
    pub place: Option<String>,
    /// With all of these tags, compared like places.
    pub tags: Vec<String>,
    /// With none of these.
    pub without_tags: Vec<String>,
    /// The numbers of seats; one of them.
    pub seats: Vec<usize>,
    /// With these options: name, and values of which it has one.
    pub options: Vec<(String, Vec<Value>)>,
    /// Played by one of these versions of the rules.
    pub rules_versions: Vec<u16>,
    /// With all of these players at the table.
    pub players: Vec<Uuid>,
    /// With these at the table and nobody else.
    pub group: Vec<Uuid>,
    /// The endings; one of them.
    pub endings: Vec<String>,
    /// Games in which a rule was broken.
    pub irregular: Inclusion,
    /// Games that a program played against itself.
    pub simulated: Inclusion,
    /// Only observations of the seats of these players.
    pub of: Vec<Uuid>,
    /// Only observations with one of these values in a dimension, by its place among them.
    pub dimensions: Vec<(usize, Vec<KeyPart>)>,
}

impl Filter {
    /// True if it matters who sat where.
    pub fn asks_for_players(&self) -> bool {
        let Self { players, group, of, .. } = self;
        [players, group, of].into_iter().any(|ids| !ids.is_empty())
    }

    /// The players who sit at every table that is left: wherever there is one, everybody may know that they do.
    pub fn seated(&self) -> impl Iterator<Item = Uuid> {
        let only = if let [only] = self.of[..] { Some(only) } else { None };
        self.players.iter().chain(&self.group).copied().chain(only)
    }
}

/// The order of groups, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The sort key.
    pub by: SortKey,
    /// Put the greatest first.
    pub descending: bool,
    /// Figures of smaller groups are held back: nothing may be sorted by them.
    pub least: LeastSize,
    /// The limit of groups.
    pub limit: usize,
}

/// How large a group must be for its figures to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeastSize {
    /// So many observations.
    pub observations: u64,
    /// So many games.
    pub games: u64,
}

/// The sort key of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// Their keys.
    Key,
    /// Their mean or share, drawn towards that of all groups ([`shrinkage`](crate::estimate::shrinkage)); those without
    /// come last.
    Mean,
    /// How many observations they have.
    Size,
}

impl Default for Order {
    /// All, by their keys.
    fn default() -> Self {
        Self { by: SortKey::Key, descending: false, least: LeastSize::default(), limit: usize::MAX }
    }
}

/// The treatment of games that are left out unless somebody asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inclusion {
    /// They don't count.
    #[default]
    Out,
    /// They count like others.
    In,
    /// Only they count.
    Only,
}

/// A way to group observations, as a question about a metric has it.
#[derive(Clone, Debug)]
pub struct GroupByExpr {
    /// The name in questions and answers.
    pub name: String,
    /// The source of its values.
    pub source: KeySource,
    /// The words that its values can be, in their order; none where they are numbers or free.
    pub words: &'static [LabelledWord],
}

/// The source of the values that observations are grouped by.
#[derive(Clone, Debug)]
pub enum KeySource {
    /// The seat observed.
    Seat,
    /// The player who sat there.
    Player,
    /// The player on the other seat that the observation is of; the dimension that has that seat, by its place among
    /// the dimensions.
    OtherPlayer(usize),
    /// The number of the game among the player's games of this kind, from 1.
    NthGame,
    /// An option of the game.
    Option(String),
    /// The place where it was played.
    Place,
    /// A tag: the observations of a game are in the group of each that it has.
    Tag,
    /// When it was played.
    Time(Period, TimeZone),
    /// Something that each game has once: the columns that it is read from, and how, of games of this kind.
    Game(ColumnGroup, for<'p> fn(&'p Games, &str) -> GameParts<'p>),
    /// A dimension of the metric, by its place among them.
    Dimension(usize),
}

/// The code that each game of a chunk has, and the part of a key that each code stands for.
pub type GameParts<'p> = (Cow<'p, [u32]>, Vec<KeyPart>);

/// The key of a group, with a part for each way to group.
pub type Key = Vec<KeyPart>;

/// One part of a key; numbers come before words, nothing comes last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyPart {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
    /// A player.
    Player(Uuid),
    /// No value.
    Missing,
}

impl KeyPart {
    /// A word, or the number it spells.
    pub fn read(word: &str) -> Self {
        word.parse().map_or_else(|_| Self::Word(word.to_owned()), Self::Number)
    }

    /// The value of an option.
    pub fn of_option(value: &Value) -> Self {
        match value {
            Value::Null => Self::Missing,
            Value::Number(number) => {
                number.as_i64().map_or_else(|| Self::Word(number.to_string()), Self::Number)
            }
            Value::String(word) => Self::Word(word.clone()),
            other => Self::Word(other.to_string()),
        }
    }

    /// The part with the width and case of words folded, for words of people's own.
    #[must_use]
    pub fn folded(&self) -> Self {
        match self {
            Self::Word(word) => Self::Word(NameKey::of(word).into()),
            other => other.clone(),
        }
    }
}

impl Inclusion {
    /// Tells if a game counts that is one of those, or is not.
    #[inline]
    pub fn counts(self, is_one_of_them: bool) -> bool {
        match self {
            Self::Out => !is_one_of_them,
            Self::In => true,
            Self::Only => is_one_of_them,
        }
    }
}

impl GroupByExpr {
    /// True if groups are players.
    pub fn is_of_players(&self) -> bool {
        matches!(self.source, KeySource::Player | KeySource::OtherPlayer(_))
    }

    /// True if groups are by the number of the game.
    pub fn is_by_number(&self) -> bool {
        matches!(self.source, KeySource::NthGame)
    }

    /// The dimension that it is read from, by its place.
    pub fn dimension(&self) -> Option<usize> {
        match self.source {
            KeySource::Dimension(place) | KeySource::OtherPlayer(place) => Some(place),
            _ => None,
        }
    }

    /// True if the words are people's own.
    pub fn is_free_text(&self) -> bool {
        matches!(self.source, KeySource::Place | KeySource::Tag)
    }

    /// The column groups needed to read it.
    fn column_groups(&self) -> &[ColumnGroup] {
        match &self.source {
            KeySource::Seat | KeySource::Dimension(_) => &[],
            KeySource::Player | KeySource::OtherPlayer(_) => &[ColumnGroup::Players],
            KeySource::NthGame => &[ColumnGroup::Ids, ColumnGroup::PlayedAt, ColumnGroup::Players],
            KeySource::Option(_) => &[ColumnGroup::Setup],
            KeySource::Place | KeySource::Tag => &[ColumnGroup::Details],
            KeySource::Time(..) => &[ColumnGroup::PlayedAt],
            KeySource::Game(column_group, _) => std::slice::from_ref(column_group),
        }
    }
}

impl Question {
    /// The column groups needed to answer it.
    pub fn column_groups(&self) -> Vec<ColumnGroup> {
        let Filter { games: _, seats: _, irregular: _, dimensions: _, from, to, place, .. } = &self.filter;
        let Filter { tags, without_tags, options, rules_versions, endings, simulated: _, .. } = &self.filter;
        let is_by = |group: &ColumnGroup| self.by.iter().any(|by| by.column_groups().contains(group));
        let needed = [
            (ColumnGroup::Base, true),
            (ColumnGroup::Ids, false),
            (ColumnGroup::PlayedAt, from.is_some() || to.is_some()),
            (ColumnGroup::Setup, !options.is_empty() || !rules_versions.is_empty() || !endings.is_empty()),
            (ColumnGroup::Details, place.is_some() || !tags.is_empty() || !without_tags.is_empty()),
            (ColumnGroup::Players, self.filter.asks_for_players()),
        ];
        let needed = needed.into_iter().filter(|(group, filtered)| *filtered || is_by(group));
        needed.map(|(group, _)| group).collect()
    }
}

impl PlayerRedirects {
    /// Merged profiles stand for their successors, erased ones for nobody.
    pub fn new(changed: impl IntoIterator<Item = (Uuid, Option<Uuid>)>) -> Self {
        Self(changed.into_iter().collect())
    }

    /// The player that an id stands for now; `None` if it stands for nobody.
    pub fn now(&self, id: Uuid) -> Option<Uuid> {
        self.0.get(&id).copied().unwrap_or(Some(id))
    }

    /// The players that these ids stand for now, each once; the erased are left out.
    pub fn who(&self, ids: &[Uuid]) -> Vec<Uuid> {
        let mut who = Vec::new();
        for id in ids.iter().filter_map(|id| self.now(*id)) {
            if !who.contains(&id) {
                who.push(id);
            }
        }
        who
    }
}

/// The parts of keys that the values of a column of games are.
pub fn column<T>(column: &DictionaryColumn<T>, part: impl Fn(&T) -> KeyPart) -> GameParts<'_> {
    (Cow::Borrowed(&column.codes), column.values.iter().map(part).collect())
}

/// The options of a record.
pub fn options(text: &str) -> serde_json::Map<String, Value> {
    serde_json::from_str(text).unwrap_or_default()
}

/// All options together in one word, in the order of their names: `edition=second pack=2`.
pub fn variant(options: &serde_json::Map<String, Value>) -> KeyPart {
    let names: std::collections::BTreeSet<_> = options.keys().collect();
    let said = names.into_iter().filter_map(|name| {
        let value = match KeyPart::of_option(&options[name]) {
            KeyPart::Number(number) => number.to_string(),
            KeyPart::Word(word) => word,
            KeyPart::Player(_) | KeyPart::Missing => return None,
        };
        Some(format!("{name}={value}"))
    });
    match said.collect::<Vec<_>>().join(" ") {
        none if none.is_empty() => KeyPart::Missing,
        said => KeyPart::Word(said),
    }
}
