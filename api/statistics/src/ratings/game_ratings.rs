//! Games in the order they were played, and the ratings that follow from them.
//!
//! A rating depends on all games before it. So every player has a history, one step a game. If a game in the middle
//! changes, histories are cut off there and the later games are rated again. Appended games are rated alone. The result
//! is always that of rating all games from the start.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use super::rate::{NEWCOMER, SkillDistribution, cooperative, ranked, unplayed};
use crate::answer::ScanInput;
use crate::answer::selection::ChunkSelection;
use crate::chunk::{ChunkId, LoadedChunk};
use crate::columns::dictionary_column::code_of;
use crate::columns::games::Games;
use crate::columns::observations::{ObservationColumns, Value};
use crate::question::{Filter, PlayerRedirects, Question};

/// The number of a player of whom nothing is known.
const NO_PLAYER: u32 = u32::MAX;

/// A game as ratings see it.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// When it was played, in milliseconds since 1970.
    pub played_at: i64,
    /// The record.
    pub id: Uuid,
    /// The number of its variant in [`GameRatings::variants`].
    pub variant: u32,
    /// The seats with their players and results.
    pub seats: Box<[Seat]>,
}

/// A seat of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seat {
    player: u32,
    /// Its place, 1 the best.
    pub place: u8,
    /// True: it won.
    pub won: bool,
    /// Its points, where the game has them.
    pub points: Option<f64>,
}

/// The change of somebody's rating by one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingStep {
    game: u32,
    seat: u8,
    /// The rating after it.
    pub rating: SkillDistribution,
}

/// Options of a game, and how many played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The options, as JSON.
    pub options: Arc<str>,
    /// How many seats.
    pub seats: u8,
}

/// The location of a game: the place of the chunk in [`GameRatings::chunks`], and the row.
type RowLocation = (u32, u32);

/// A chunk that was read, with the rows of it that are dead.
#[derive(Clone, Debug)]
struct RatedChunk {
    id: ChunkId,
    tombstones: Arc<Vec<u32>>,
}

/// The ratings of one kind of game.
#[derive(Debug)]
pub struct GameRatings {
    /// True: all play together.
    cooperative: bool,
    filter: Filter,
    redirects: PlayerRedirects,
    chunks: Vec<RatedChunk>,
    /// The games in the order they were played; those of one time by id.
    games: Vec<(RatedGame, RowLocation)>,
    players: DenseIndex<Uuid>,
    variants: DenseIndex<Variant>,
    histories: Vec<Vec<RatingStep>>,
    /// The ratings of the game itself, for games that are played together.
    of_variants: Vec<Vec<RatingStep>>,
}

/// Things with consecutive numbers.
#[derive(Debug)]
struct DenseIndex<T> {
    numbers: HashMap<T, u32>,
    things: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> DenseIndex<T> {
    fn number(&mut self, thing: T) -> u32 {
        let next = code_of(self.things.len());
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.things.push(thing.clone());
            next
        })
    }
}

impl<T> Default for DenseIndex<T> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), things: Vec::new() }
    }
}

impl GameRatings {
    /// Ratings without games yet. The filter selects the games; all play together against the game, or each for
    /// themselves.
    pub fn new(cooperative: bool, filter: Filter) -> Self {
        Self {
            cooperative,
            filter,
            redirects: PlayerRedirects::default(),
            chunks: Vec::new(),
            games: Vec::new(),
            players: DenseIndex::default(),
            variants: DenseIndex::default(),
            histories: Vec::new(),
            of_variants: Vec::new(),
        }
    }

    /// True if it was made of these chunks and people.
    pub fn is_of(&self, chunks: &[LoadedChunk], redirects: &PlayerRedirects) -> bool {
        let tombstones: HashMap<ChunkId, usize> =
            chunks.iter().map(|chunk| (chunk.id, chunk.tombstones.len())).collect();
        let is_as_read = |chunk: &RatedChunk| tombstones.get(&chunk.id) == Some(&chunk.tombstones.len());
        tombstones.len() == self.chunks.len()
            && self.redirects == *redirects
            && self.chunks.iter().all(is_as_read)
    }

    /// Takes the archive as it stands now; how many games were rated for it.
    pub fn update(&mut self, chunks: &[LoadedChunk], redirects: &PlayerRedirects) -> usize {
        if self.redirects != *redirects {
            *self = Self::new(self.cooperative, std::mem::take(&mut self.filter));
            self.redirects = redirects.clone();
        }
        let removed = self.removed(chunks);
        let mut new: Vec<(RatedGame, RowLocation)> = Vec::new();
        let remaining = self.chunks.iter().zip(&removed.chunks).filter(|(_, removed)| !**removed);
        let known_chunks: HashSet<ChunkId> = remaining.map(|(chunk, _)| chunk.id).collect();
        let new_chunks: Vec<&LoadedChunk> =
            chunks.iter().filter(|chunk| !known_chunks.contains(&chunk.id)).collect();
        let begin = self.chunks.len();
        for (place, chunk) in (begin..).zip(&new_chunks) {
            self.chunks.push(RatedChunk { id: chunk.id, tombstones: chunk.tombstones.clone() });
            self.read(chunk, code_of(place), &mut new);
        }
        new.sort_unstable_by_key(|(game, _)| order(game));
        let from = self.put(new, &removed);
        self.forget(&removed);
        self.rate(from)
    }

    /// Finds the rows that were read and that the archive no longer has. From now on the chunks have the new dead rows.
    fn removed(&mut self, chunks: &[LoadedChunk]) -> RemovedRows {
        let by_id: HashMap<ChunkId, &LoadedChunk> = chunks.iter().map(|chunk| (chunk.id, chunk)).collect();
        let mut removed = RemovedRows::default();
        for (place, chunk) in (0..).zip(&mut self.chunks) {
            // With fewer dead rows this look at the archive is older than ours: the chunk is read anew.
            let now = by_id.get(&chunk.id).filter(|now| chunk.tombstones.len() <= now.tombstones.len());
            removed.chunks.push(now.is_none());
            let Some(now) = now else { continue };
            if chunk.tombstones.len() < now.tombstones.len() {
                let died = now.tombstones.iter().filter(|row| chunk.tombstones.binary_search(row).is_err());
                removed.rows.extend(died.map(|row| (place, *row)));
                chunk.tombstones = now.tombstones.clone();
            }
        }
        removed
    }

    /// Chunks that are gone leave their places to those behind them.
    fn forget(&mut self, removed: &RemovedRows) {
        if !removed.chunks.contains(&true) {
            return;
        }
        let mut places = Vec::with_capacity(self.chunks.len());
        let mut next = 0_u32;
        self.chunks = std::mem::take(&mut self.chunks)
            .into_iter()
            .enumerate()
            .filter(|(place, _)| {
                let remains = !removed.chunks.get(*place).is_some_and(|removed| *removed);
                places.push(next);
                next += u32::from(remains);
                remains
            })
            .map(|(_, chunk)| chunk)
            .collect();
        for (_, (chunk, _)) in &mut self.games {
            *chunk = places[*chunk as usize];
        }
    }

    /// The games of a chunk that count.
    fn read(&mut self, chunk: &LoadedChunk, place: u32, into: &mut Vec<(RatedGame, RowLocation)>) {
        let page = ScanInput {
            position: chunk.position,
            game: chunk.game.clone(),
            games: chunk.games.clone(),
            tombstones: chunk.tombstones.clone(),
            observations: Arc::default(),
            opponents: None,
        };
        let (filter, redirects) = (self.filter.clone(), self.redirects.clone());
        let question = Question { filter, redirects, ..Question::default() };
        let points = chunk.observations.values().next();
        let games = &*chunk.games;
        let now = |id: &Option<Uuid>| id.and_then(|id| question.redirects.now(id));
        let players: Vec<u32> = games.players.values.iter().map(|id| self.code(now(id))).collect();
        let options: Vec<Arc<str>> =
            games.setup.options.values.iter().map(|options| options.as_str().into()).collect();
        for row in ChunkSelection::new(&page, &question).games {
            let at = row as usize;
            let options = options[games.setup.options.codes[at] as usize].clone();
            let seats = games.seats(at);
            let played = RatedGame {
                played_at: games.played_at[at],
                id: games.ids[at],
                variant: self.variants.number(Variant { options, seats }),
                seats: seats_of(games, at, &players, points.map(|points| &**points)),
            };
            into.push((played, (place, row)));
        }
        self.of_variants.resize_with(self.variants.things.len(), Vec::new);
    }

    fn code(&mut self, player: Option<Uuid>) -> u32 {
        let Some(player) = player else { return NO_PLAYER };
        let code = self.players.number(player);
        self.histories.resize_with(self.players.things.len(), Vec::new);
        code
    }

    /// Takes new games and leaves out those that are gone; from where on the games are other ones than before. One
    /// that is gone from one chunk and in another one now is the same.
    fn put(&mut self, new: Vec<(RatedGame, RowLocation)>, removed: &RemovedRows) -> usize {
        let first_gone = self.games.iter().position(|(_, source)| removed.has(*source));
        let first_new =
            new.first().map(|(new, _)| self.games.partition_point(|(game, _)| order(game) < order(new)));
        let Some(from) = first_gone.into_iter().chain(first_new).min() else { return self.games.len() };
        let before = self.games.split_off(from);
        let mut new = new.into_iter().peekable();
        let mut changed = None;
        for (old, source) in before {
            while let Some(earlier) = new.next_if(|(new, _)| order(new) < order(&old)) {
                changed.get_or_insert(self.games.len());
                self.games.push(earlier);
            }
            if !removed.has(source) {
                self.games.push((old, source));
            } else if let Some(again) = new.next_if(|(new, _)| *new == old) {
                self.games.push(again);
            } else {
                changed.get_or_insert(self.games.len());
            }
        }
        let changed = changed.unwrap_or(self.games.len());
        self.games.extend(new);
        changed
    }

    /// Rates all games from this one on, and returns how many there were.
    fn rate(&mut self, from: usize) -> usize {
        let is_before = |step: &RatingStep| (step.game as usize) < from;
        for history in self.histories.iter_mut().chain(&mut self.of_variants) {
            while history.last().is_some_and(|step| !is_before(step)) {
                history.pop();
            }
        }
        for number in from..self.games.len() {
            self.rate_one(number);
        }
        self.games.len() - from
    }

    fn rate_one(&mut self, number: usize) {
        let game = code_of(number);
        let played = &self.games[number].0;
        if played.seats.iter().all(|seat| seat.player == NO_PLAYER) {
            return;
        }
        let last = |history: Option<&Vec<RatingStep>>| {
            history.and_then(|history| history.last()).map(|step| step.rating)
        };
        let rating_of = |seat: &Seat| last(self.histories.get(seat.player as usize)).unwrap_or(NEWCOMER);
        let rated = if self.cooperative {
            let seats: Vec<SkillDistribution> = played.seats.iter().map(rating_of).collect();
            let variant = &mut self.of_variants[played.variant as usize];
            let before = last(Some(variant)).unwrap_or_else(|| unplayed(seats.len()));
            let won = played.seats.iter().all(|seat| seat.won);
            let (rated, rating) = cooperative(&seats, before, won);
            variant.push(RatingStep { game, seat: 0, rating });
            rated
        } else {
            let seats: Vec<(SkillDistribution, u8)> =
                played.seats.iter().map(|seat| (rating_of(seat), seat.place)).collect();
            ranked(&seats)
        };
        for ((seat, place), rating) in (0..).zip(&played.seats).zip(rated) {
            if let Some(history) = self.histories.get_mut(place.player as usize) {
                history.push(RatingStep { game, seat, rating });
            }
        }
    }

    /// The players who have played, in no order.
    pub fn players(&self) -> impl Iterator<Item = (Uuid, &[RatingStep])> {
        let players = self.players.things.iter().zip(&self.histories);
        players.filter(|(_, history)| !history.is_empty()).map(|(id, history)| (*id, history.as_slice()))
    }

    /// The results of a player, game by game.
    pub fn history(&self, player: Uuid) -> &[RatingStep] {
        let number = self.players.numbers.get(&player);
        number.map_or(&[], |number| &self.histories[*number as usize])
    }

    /// The game of a step, and the seat it is about.
    pub fn game(&self, step: &RatingStep) -> (&RatedGame, &Seat) {
        let played = &self.games[step.game as usize].0;
        (played, &played.seats[usize::from(step.seat)])
    }

    /// Everybody else who is known at the table of a step.
    pub fn others(&self, step: &RatingStep) -> impl Iterator<Item = (Uuid, &Seat)> {
        let (played, _) = self.game(step);
        let others =
            (0..).zip(&played.seats).filter(move |(seat, _)| *seat != step.seat).map(|(_, seat)| seat);
        others.filter_map(|seat| Some((*self.players.things.get(seat.player as usize)?, seat)))
    }

    /// The variants of a game that is played together: each that somebody known has played, how often it was won, and
    /// its rating.
    pub fn variants(&self) -> impl Iterator<Item = (&Variant, &[RatingStep])> {
        let variants = self.variants.things.iter().zip(&self.of_variants);
        variants
            .filter(|(_, history)| !history.is_empty())
            .map(|(variant, history)| (variant, history.as_slice()))
    }

    /// How many games, those of nobody known included.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let seats: usize = self.games.iter().map(|(game, _)| game.seats.len()).sum();
        let steps: usize = self.histories.iter().chain(&self.of_variants).map(Vec::capacity).sum();
        let of_player = 2 * size_of::<Uuid>() + size_of::<Vec<RatingStep>>() + 8;
        self.games.capacity() * size_of::<(RatedGame, RowLocation)>()
            + seats * size_of::<Seat>()
            + steps * size_of::<RatingStep>()
            + self.players.things.len() * of_player
            + self
                .chunks
                .iter()
                .map(|chunk| size_of::<RatedChunk>() + chunk.tombstones.len() * 4)
                .sum::<usize>()
    }
}

/// The rows that are no longer in the archive.
#[derive(Default)]
struct RemovedRows {
    /// By place of the chunk.
    chunks: Vec<bool>,
    rows: HashSet<RowLocation>,
}

impl RemovedRows {
    fn has(&self, source: RowLocation) -> bool {
        self.chunks[source.0 as usize] || !self.rows.is_empty() && self.rows.contains(&source)
    }
}

fn order(game: &RatedGame) -> (i64, Uuid) {
    (game.played_at, game.id)
}

/// Nobody is rated twice at one table.
fn seats_of(games: &Games, row: usize, players: &[u32], points: Option<&ObservationColumns>) -> Box<[Seat]> {
    let mut seats: Vec<Seat> = Vec::with_capacity(games.seats(row).into());
    for at in games.base.seat_offsets.of(row) {
        let player = players[games.players.codes[at] as usize];
        let player = if seats.iter().any(|seat| seat.player == player) { NO_PLAYER } else { player };
        seats.push(Seat {
            player,
            place: games.results.places[at],
            won: games.results.won[at],
            points: None,
        });
    }
    if let Some(points) = points {
        for at in points.games.of(row) {
            if let (Some(seat), Value::Number(number)) =
                (seats.get_mut(usize::from(points.seats[at])), points.values.get(at))
            {
                seat.points = Some(*number);
            }
        }
    }
    seats.into()
}
