//! Selects the games and observations of a chunk that count.

use std::cell::RefCell;

use ahash::AHashMap;
use rayon::prelude::*;
use uuid::Uuid;

use super::ScanInput;
use crate::columns::dictionary_column::DictionaryColumn;
use crate::columns::games::Games;
use crate::columns::observations::WHOLE_TABLE;
use crate::question::{Filter, Inclusion, KeyPart, PlayerRedirects, Question, options};
use kifu_names::NameKey;

/// The part of a chunk that counts.
pub struct ChunkSelection<'p> {
    /// The input.
    pub input: &'p ScanInput,
    /// The rows of the games that count, in their order.
    pub games: Vec<u32>,
    /// By code of a player, true if that player's observations count; all count, if `None`.
    of: Option<Vec<bool>>,
    /// The values of dimensions that count, by code.
    dimensions: Vec<(&'p [u32], Vec<bool>)>,
}

/// The keys of people's own words. Chunks repeat these words again and again.
#[derive(Default)]
struct NameKeyCache<'p>(RefCell<AHashMap<&'p str, NameKey>>);

impl<'p> NameKeyCache<'p> {
    /// True if the word has this key.
    fn is(&self, word: &'p str, key: &NameKey) -> bool {
        self.0.borrow_mut().entry(word).or_insert_with(|| NameKey::of(word)) == key
    }
}

impl<'p> ChunkSelection<'p> {
    /// The selections of these chunks for a question, on as many threads as there are.
    pub fn all(inputs: &'p [ScanInput], question: &Question) -> Vec<Self> {
        inputs
            .par_iter()
            .map_init(NameKeyCache::default, |name_keys, input| Self::of(input, question, name_keys))
            .collect()
    }

    /// The selection of one chunk.
    pub fn new(input: &'p ScanInput, question: &Question) -> Self {
        Self::of(input, question, &NameKeyCache::default())
    }

    fn of(input: &'p ScanInput, question: &Question, name_keys: &NameKeyCache<'p>) -> Self {
        let Question { filter, redirects, .. } = question;
        let column = |(index, allowed): &(usize, Vec<KeyPart>)| {
            let column = &input.observations.dimensions[*index];
            let counts = |word: &Option<String>| {
                allowed.contains(&word.as_deref().map_or(KeyPart::Missing, KeyPart::read))
            };
            (column.codes.as_slice(), column.values.iter().map(counts).collect())
        };
        let of = (!filter.of.is_empty()).then(|| {
            let who = redirects.who(&filter.of);
            let is_of =
                |id: &Option<Uuid>| id.and_then(|id| redirects.now(id)).is_some_and(|id| who.contains(&id));
            by_code(&input.games.players.values, is_of)
        });
        Self {
            input,
            games: games(input, filter, redirects, of.as_deref(), name_keys),
            of,
            dimensions: filter.dimensions.iter().map(column).collect(),
        }
    }

    /// The observations of a game that count.
    pub fn rows(&self, game: usize) -> impl Iterator<Item = usize> + Clone {
        self.input.observations.games.of(game).filter(move |row| self.counts(game, *row))
    }

    /// True if an observation of a game that counts does.
    #[inline]
    fn counts(&self, game: usize, row: usize) -> bool {
        self.of.as_ref().is_none_or(|of| self.is_of(of, game, self.input.observations.seats[row]))
            && self.dimensions.iter().all(|(codes, counts)| counts[codes[row] as usize])
    }

    /// True if observations of this seat count, as far as that depends on who sits there.
    pub fn counts_seat(&self, game: usize, seat: u8) -> bool {
        self.of.as_ref().is_none_or(|of| self.is_of(of, game, seat))
    }

    fn is_of(&self, of: &[bool], game: usize, seat: u8) -> bool {
        let mut seats = self.input.games.base.seat_offsets.of(game);
        seat != WHOLE_TABLE
            && seats.nth(seat.into()).is_some_and(|at| of[self.input.games.players.codes[at] as usize])
    }
}

impl Question {
    /// True if it leaves out simulated games that fit it.
    pub fn omits_simulated(&self, inputs: &[ScanInput]) -> bool {
        if self.filter.simulated != Inclusion::Out {
            return false;
        }
        let with_them =
            Self { filter: Filter { simulated: Inclusion::In, ..self.filter.clone() }, ..self.clone() };
        inputs.iter().any(|input| !ChunkSelection::new(input, &with_them).games.is_empty())
    }

    /// True if it is about a player who is at no table that these pages count.
    pub fn asks_for_a_stranger(&self, pages: &[ScanInput]) -> bool {
        let Filter { players, group, of, .. } = &self.filter;
        let ids = players.iter().chain(group).chain(of);
        ids.copied().any(|id| !pages.iter().any(|page| page.seats(id, self)))
    }
}

impl ScanInput {
    /// True if this player sits at a table that counts.
    fn seats(&self, id: Uuid, question: &Question) -> bool {
        let redirects = &question.redirects;
        let Some(player) = redirects.now(id) else { return false };
        let everything = Question { redirects: redirects.clone(), ..Question::default() };
        let selection = ChunkSelection::new(self, &everything);
        let players = &self.games.players;
        let is_player = |at: usize| players.get(at).and_then(|id| redirects.now(id)) == Some(player);
        selection.games.iter().any(|game| self.games.base.seat_offsets.of(*game as usize).any(is_player))
    }
}

/// The games that count; of those at which somebody sits whose observations do, if that matters.
fn games<'p>(
    input: &'p ScanInput,
    filter: &Filter,
    redirects: &PlayerRedirects,
    of: Option<&[bool]>,
    name_keys: &NameKeyCache<'p>,
) -> Vec<u32> {
    let games = &*input.games;
    if !filter.games.is_empty() && !filter.games.iter().any(|game| **game == *input.game) {
        return Vec::new();
    }
    let options = (!filter.options.is_empty())
        .then(|| AllowedCodes::new(&games.setup.options, |text| has_options(filter, text)));
    let place = filter.place.as_deref().map(NameKey::of).map(|required| {
        AllowedCodes::new(&games.details.place, move |place| {
            place.as_ref().is_some_and(|place| name_keys.is(place, &required))
        })
    });
    let endings = (!filter.endings.is_empty())
        .then(|| AllowedCodes::new(&games.setup.ending, |ending| filter.endings.contains(ending)));
    let versions = (!filter.rules_versions.is_empty()).then(|| {
        AllowedCodes::new(&games.setup.rules_version, |version| filter.rules_versions.contains(version))
    });
    let allowed: Vec<AllowedCodes<'_>> = [options, versions, place, endings].into_iter().flatten().collect();
    let lists = ListFilter::new(games, filter, redirects, of, name_keys);
    if !lists.can_fit() {
        return Vec::new();
    }
    let counts = |row: usize| {
        games.base.from[row] <= input.position
            && input.position < games.base.until[row]
            && filter.from.is_none_or(|from| from <= games.played_at[row])
            && filter.to.is_none_or(|to| games.played_at[row] < to)
            && filter.irregular.counts(games.base.irregular[row])
            && filter.simulated.counts(games.base.simulated[row])
            && allowed.iter().all(|allowed| allowed.has(row))
            && (lists.ask_nothing || lists.fit(games, row))
    };
    let mut tombstones = input.tombstones.iter().peekable();
    let mut counting = Vec::with_capacity(games.len());
    for row in (0..).take(games.len()) {
        if tombstones.next_if_eq(&&row).is_none() && counts(row as usize) {
            counting.push(row);
        }
    }
    counting
}

/// The values of a column that count.
struct AllowedCodes<'p> {
    codes: &'p [u32],
    /// By code.
    counts: Vec<bool>,
}

impl<'p> AllowedCodes<'p> {
    fn new<T>(column: &'p DictionaryColumn<T>, counts: impl Fn(&'p T) -> bool) -> Self {
        Self { codes: &column.codes, counts: column.values.iter().map(counts).collect() }
    }

    fn has(&self, row: usize) -> bool {
        self.counts[self.codes[row] as usize]
    }
}

/// Conditions on the lists of a game: its tags and its seats.
struct ListFilter<'s> {
    tags: RequiredValues,
    /// By code of a tag, whether games with it don't count; empty if they all do.
    excluded_tags: Vec<bool>,
    seats: Vec<usize>,
    players: RequiredValues,
    group: RequiredValues,
    /// How many seats the group takes.
    members: usize,
    /// Players of whom one must sit there, by code.
    of: Option<&'s [bool]>,
    /// True: nothing is asked of them.
    ask_nothing: bool,
}

/// Things of which a game must have all.
struct RequiredValues {
    /// By code, which of them it is, as a bit.
    bits: Vec<u32>,
    /// All of them; 0 if nothing is wanted.
    all: u32,
}

impl RequiredValues {
    /// Lists in questions are short: fewer than 32.
    fn new<'p, T, W>(values: &'p [T], required: &[W], is: impl Fn(&'p T, &W) -> bool) -> Self {
        if required.is_empty() {
            return Self { bits: vec![0; values.len()], all: 0 };
        }
        let bits = |value| {
            let places = (0..).zip(required).filter(|(_, required)| is(value, required));
            places.fold(0, |bits, (place, _)| bits | 1 << place)
        };
        Self { bits: values.iter().map(bits).collect(), all: (1 << required.len()) - 1 }
    }

    /// Players at the table; if one of them is nobody by now, no table has them all.
    fn players(games: &Games, redirects: &PlayerRedirects, ids: &[Uuid]) -> Self {
        let who = redirects.who(ids);
        let mut required = Self::new(&games.players.values, &who, |id, required| {
            id.and_then(|id| redirects.now(id)) == Some(*required)
        });
        if ids.iter().any(|id| redirects.now(*id).is_none()) {
            required.all = u32::MAX;
        }
        required
    }

    /// True if they are all among the values.
    fn are_there(&self) -> bool {
        self.bits.iter().fold(0, |found, bits| found | bits) & self.all == self.all
    }

    fn are_in<'c>(&self, codes: impl Fn() -> &'c [u32]) -> bool {
        let found = || codes().iter().fold(0, |found, code| found | self.bits[*code as usize]);
        self.all == 0 || found() == self.all
    }
}

impl<'s> ListFilter<'s> {
    fn new<'p>(
        games: &'p Games,
        filter: &Filter,
        redirects: &PlayerRedirects,
        of: Option<&'s [bool]>,
        name_keys: &NameKeyCache<'p>,
    ) -> Self {
        let known_tags = &games.details.tags.values;
        let [tags, excluded] = [&filter.tags, &filter.without_tags]
            .map(|tags| tags.iter().map(|tag| NameKey::of(tag)).collect::<Vec<_>>());
        let is_excluded = |tag: &'p String| excluded.iter().any(|excluded| name_keys.is(tag, excluded));
        let mut excluded_tags: Vec<bool> = known_tags.iter().map(is_excluded).collect();
        if !excluded_tags.contains(&true) {
            excluded_tags.clear();
        }
        Self {
            ask_nothing: tags.is_empty()
                && excluded_tags.is_empty()
                && filter.seats.is_empty()
                && !filter.asks_for_players(),
            tags: RequiredValues::new(known_tags, &tags, |tag, required| name_keys.is(tag, required)),
            excluded_tags,
            seats: filter.seats.clone(),
            players: RequiredValues::players(games, redirects, &filter.players),
            group: RequiredValues::players(games, redirects, &filter.group),
            members: redirects.who(&filter.group).len(),
            of,
        }
    }

    /// True if any game of the chunk can meet the conditions.
    fn can_fit(&self) -> bool {
        [&self.tags, &self.players, &self.group].into_iter().all(RequiredValues::are_there)
            && self.of.is_none_or(|of| of.contains(&true))
    }

    fn fit(&self, games: &Games, row: usize) -> bool {
        let seats = games.base.seat_offsets.of(row);
        let players = || &games.players.codes[seats.clone()];
        let tags = || &games.details.tags.codes[games.details.tag_offsets.of(row)];
        (self.seats.is_empty() || self.seats.contains(&seats.len()))
            && self.tags.are_in(tags)
            && (self.excluded_tags.is_empty() || !tags().iter().any(|tag| self.excluded_tags[*tag as usize]))
            && self.players.are_in(players)
            && (self.group.all == 0 || seats.len() == self.members && self.group.are_in(players))
            && self.of.is_none_or(|of| players().iter().any(|player| of[*player as usize]))
    }
}

fn by_code<T, R>(values: &[T], what: impl Fn(&T) -> R) -> Vec<R> {
    values.iter().map(what).collect()
}

fn has_options(filter: &Filter, text: &str) -> bool {
    let options = options(text);
    filter.options.iter().all(|(name, values)| options.get(name).is_some_and(|value| values.contains(value)))
}
