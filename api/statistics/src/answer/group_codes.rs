//! The groups of each observation of a chunk.

use std::borrow::Cow;

use super::ScanInput;
use super::group_by::KeyParts;
use super::selection::ChunkSelection;
use crate::columns::dictionary_column::DictionaryColumn;
use crate::columns::games::Games;
use crate::columns::observations::WHOLE_TABLE;
use crate::period::Period;
use crate::question::{GameParts, KeyPart, KeySource, PlayerRedirects, column, options};

/// Finds the groups of a chunk's observations.
pub struct GroupCodes<'p> {
    input: &'p ScanInput,
    /// A column of games, and by its codes what it adds to the code of a group.
    of_games: Vec<(Cow<'p, [u32]>, Vec<u64>)>,
    /// A source of observations, and by its codes what it adds to the code of a group.
    of_rows: Vec<(RowSource<'p>, Vec<u64>)>,
    /// By code of a tag, and last that of games without any; if tags are asked for.
    tags: Option<Vec<u64>>,
}

/// A chunk's source of one grouping; with it goes the index of each of its codes.
pub enum CodeSource<'p> {
    /// A column of games, or one that was made of it.
    Games(Cow<'p, [u32]>),
    /// The games' tags.
    Tags,
    /// A source that can differ between the observations of a game.
    Rows(RowSource<'p>),
}

/// A source by which observations are grouped.
pub enum RowSource<'p> {
    /// By code of a dimension of the metric.
    Dimension(&'p [u32]),
    /// By seat.
    Seat,
    /// By code of the player; the last code is for nobody.
    Player,
    /// By code of a dimension the other seat, and by code the player there; the last code is for nobody.
    OtherPlayer(&'p [u32], Vec<u8>),
    /// By the number of the game for the player, seat after seat; the first code is for nobody.
    NthGame(Vec<u32>),
}

impl<'p> GroupCodes<'p> {
    /// Makes the codes from a chunk's sources, with the stride of each expression of `group_by`.
    pub fn new(
        input: &'p ScanInput,
        sources: impl Iterator<Item = ((CodeSource<'p>, Vec<u32>), u64)>,
    ) -> Self {
        let (mut of_games, mut of_rows, mut tags) = (Vec::new(), Vec::new(), None);
        for ((source, indexes), stride) in sources {
            let codes: Vec<u64> = indexes.into_iter().map(|index| u64::from(index) * stride).collect();
            match source {
                CodeSource::Games(column) => of_games.push((column, codes)),
                CodeSource::Tags => tags = Some(codes),
                CodeSource::Rows(source) => of_rows.push((source, codes)),
            }
        }
        Self { input, of_games, of_rows, tags }
    }

    /// The common part of the codes of a game's groups: one number, or one for each of its tags.
    #[inline]
    pub fn of_game(&self, game: usize, bases: &mut Vec<u64>) {
        bases.clear();
        let base = self.of_games.iter().map(|(column, codes)| codes[column[game] as usize]).sum();
        let Some(tags) = &self.tags else { return bases.push(base) };
        let details = &self.input.games.details;
        for at in details.tag_offsets.of(game) {
            let code = base + tags[details.tags.codes[at] as usize];
            if !bases.contains(&code) {
                bases.push(code);
            }
        }
        if bases.is_empty() {
            bases.push(base + tags[tags.len() - 1]);
        }
    }

    /// The number that an observation of a game adds to that.
    #[inline]
    pub fn of_row(&self, game: usize, row: usize) -> u64 {
        let code = |(source, codes): &(RowSource, Vec<u64>)| match source {
            RowSource::Dimension(column) => codes[column[row] as usize],
            RowSource::OtherPlayer(column, seats) => {
                player_code(self.input, game, seats[column[row] as usize], codes)
            }
            RowSource::Seat | RowSource::Player | RowSource::NthGame(_) => {
                source.code_of_seat(self.input, game, self.input.observations.seats[row], codes)
            }
        };
        self.of_rows.iter().map(code).sum()
    }

    /// The number that an observation of this seat adds, if it has no dimensions.
    pub fn of_seat(&self, game: usize, seat: u8) -> u64 {
        self.of_rows.iter().map(|(source, codes)| source.code_of_seat(self.input, game, seat, codes)).sum()
    }
}

impl RowSource<'_> {
    #[inline]
    fn code_of_seat(&self, input: &ScanInput, game: usize, seat: u8, codes: &[u64]) -> u64 {
        match self {
            Self::Dimension(_) | Self::OtherPlayer(..) => 0,
            Self::Seat => codes[usize::from(seat)],
            Self::Player => player_code(input, game, seat, codes),
            Self::NthGame(numbers) => {
                let numbers = &numbers[input.games.base.seat_offsets.of(game)];
                codes[numbers.get(usize::from(seat)).map_or(0, |number| *number as usize)]
            }
        }
    }
}

/// The code of who sits on a seat of a game; the last one is nobody's.
#[inline]
fn player_code(input: &ScanInput, game: usize, seat: u8, codes: &[u64]) -> u64 {
    let table = &input.games.players.codes[input.games.base.seat_offsets.of(game)];
    let nobody = codes[codes.len() - 1];
    table.get(usize::from(seat)).map_or(nobody, |player| codes[*player as usize])
}

impl<'p> CodeSource<'p> {
    /// Reads the source of one expression of `group_by` in a chunk, and the index of each of its codes.
    pub fn read(
        selection: &ChunkSelection<'p>,
        parts: &mut KeyParts,
        redirects: &PlayerRedirects,
        game_numbers: Option<&Vec<u32>>,
    ) -> (Self, Vec<u32>) {
        let input = selection.input;
        let games = &*input.games;
        let selected = || selection.games.iter().map(|game| *game as usize);
        match parts.source() {
            KeySource::Seat => {
                let part = |seat: u8| {
                    if seat == WHOLE_TABLE { KeyPart::Missing } else { KeyPart::Number(seat.into()) }
                };
                (Self::Rows(RowSource::Seat), parts.insert_used((0..=WHOLE_TABLE).map(part), seats(input)))
            }
            KeySource::Player => (Self::Rows(RowSource::Player), players(games, parts, redirects)),
            KeySource::OtherPlayer(index) => {
                let column = &input.observations.dimensions[index];
                let seat = |word: &Option<String>| word.as_deref().and_then(|word| word.parse().ok());
                let seats = column.values.iter().map(|word| seat(word).unwrap_or(WHOLE_TABLE)).collect();
                (Self::Rows(RowSource::OtherPlayer(&column.codes, seats)), players(games, parts, redirects))
            }
            KeySource::NthGame => {
                let numbers = game_numbers.cloned().unwrap_or_default();
                let most = numbers.iter().max().copied().unwrap_or_default();
                (Self::Rows(RowSource::NthGame(numbers)), parts.insert_game_numbers(most))
            }
            KeySource::Tag => {
                let tags = games.details.tags.values.iter().cloned().map(KeyPart::Word);
                let used =
                    used(&games.details.tags, selected().flat_map(|game| games.details.tag_offsets.of(game)));
                let indexes =
                    parts.insert_used(tags.chain([KeyPart::Missing]), used.into_iter().chain([true]));
                (Self::Tags, indexes)
            }
            KeySource::Dimension(index) => {
                let column = &input.observations.dimensions[index];
                let part = |word: &Option<String>| word.as_deref().map_or(KeyPart::Missing, KeyPart::read);
                (
                    Self::Rows(RowSource::Dimension(&column.codes)),
                    parts.insert_all(column.values.iter().map(part)),
                )
            }
            KeySource::Option(name) => {
                let option =
                    |text: &String| options(text).get(&name).map_or(KeyPart::Missing, KeyPart::of_option);
                Self::of_games(parts, column(&games.setup.options, option))
            }
            KeySource::Place => {
                let column = &games.details.place;
                let part = |place: &Option<String>| place.clone().map_or(KeyPart::Missing, KeyPart::Word);
                let indexes = parts.insert_used(column.values.iter().map(part), used(column, selected()));
                (Self::Games(Cow::Borrowed(&column.codes)), indexes)
            }
            KeySource::Game(_, read) => Self::of_games(parts, read(games, &input.game)),
            KeySource::Time(period, zone) => {
                let mut code = |at: &i64| {
                    parts.insert_number(period.number(zone.clock(*at)), |number| of_period(period, number))
                };
                let codes: Vec<u32> = games.played_at.iter().map(&mut code).collect();
                let last = codes.iter().max().copied().unwrap_or_default();
                (Self::Games(Cow::Owned(codes)), (0..=last).collect())
            }
        }
    }

    fn of_games(parts: &mut KeyParts, (codes, of_codes): GameParts<'p>) -> (Self, Vec<u32>) {
        (Self::Games(codes), parts.insert_all(of_codes.into_iter()))
    }
}

/// By code, whether any of these rows has it.
fn used<T>(column: &DictionaryColumn<T>, rows: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut used = vec![false; column.values.len()];
    rows.for_each(|row| used[column.codes[row] as usize] = true);
    used
}

/// The seats that are observed.
fn seats(input: &ScanInput) -> Vec<bool> {
    let mut used = vec![false; usize::from(WHOLE_TABLE) + 1];
    if input.opponents.is_some() {
        let most = (0..input.games.len()).map(|game| input.games.seats(game)).max().unwrap_or_default();
        used[..most.into()].fill(true);
    }
    for seat in &*input.observations.seats {
        used[usize::from(*seat)] = true;
    }
    used
}

fn of_period(period: Period, number: i64) -> KeyPart {
    if period == Period::Hour {
        return KeyPart::Number(number);
    }
    period.name(number).map_or(KeyPart::Missing, KeyPart::Word)
}

/// The indexes of the players of a chunk by their codes, and last that of nobody.
fn players(games: &Games, parts: &mut KeyParts, redirects: &PlayerRedirects) -> Vec<u32> {
    let ids = games.players.values.iter().chain([&None]);
    ids.map(|id| parts.insert_player(*id, redirects)).collect()
}
