//! Which group an observation belongs to.

use std::borrow::Cow;
use std::ops::Range;

use ahash::AHashMap;
use uuid::Uuid;

use super::Page;
use super::numbered::Numbered;
use super::question::{By, Key, Part, People, Period, Question, options, variant};
use super::selection::Selection;
use crate::statistics::columns::coded::Coded;
use crate::statistics::columns::games::Games;
use crate::statistics::columns::observed::TABLE;

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

/// The ways to group of a question, with all parts of keys that its pages have.
///
/// A key is a number: the codes of its parts, one digit each in a system of mixed radix.
#[derive(Clone)]
pub struct Ways {
    ways: Vec<Way>,
}

/// Where keys stand in their order, by their numbers.
pub struct Ranks {
    /// Of each way, by the code of a part.
    of_parts: Vec<Vec<u64>>,
}

/// One way to group.
#[derive(Clone)]
struct Way {
    by: By,
    parts: Vec<Part>,
    /// By what is compared.
    known: AHashMap<Part, u32>,
    /// The same by how it is spelled, where that is not what is compared.
    spelled: AHashMap<Part, u32>,
    /// Parts that follow from a number, by the number.
    by_number: AHashMap<i64, u32>,
    /// Who somebody is by now, by what they were.
    by_player: AHashMap<Option<Uuid>, u32>,
}

/// Where the groups of a page's observations are found.
pub struct PageWays<'p> {
    page: &'p Page,
    of_games: Vec<OfGames<'p>>,
    of_rows: Vec<OfRows<'p>>,
    /// The tags' codes, if they are asked for.
    tags: Option<Vec<u64>>,
    no_tag: u64,
}

/// The digits of games: a code each, and what it stands for.
struct OfGames<'p> {
    codes: Cow<'p, [u32]>,
    digits: Vec<u64>,
}

/// The digits of observations.
enum OfRows<'p> {
    /// By code of a dimension.
    Dimension(&'p [u32], Vec<u64>),
    /// By seat.
    Seat(Vec<u64>),
    /// By code of who sat there; the last one is nobody's.
    Player(Vec<u64>),
}

/// A source before it is known how many parts each way has.
enum Source<'p> {
    Games(Cow<'p, [u32]>),
    Dimension(&'p [u32]),
    Seat,
    Player,
    Tags,
}

impl Ways {
    /// Those of a question before any page is read.
    pub fn new(question: &Question) -> Self {
        Self { ways: question.by.iter().map(|by| Way::new(by.clone())).collect() }
    }

    /// Reads the pages: the same ways with what these have as well.
    pub fn read<'p>(self, selections: &[Selection<'p>], question: &Question) -> (Self, Vec<PageWays<'p>>) {
        let Self { mut ways } = self;
        ways.iter_mut().for_each(Way::find_parts);
        let found: Vec<Vec<_>> = selections
            .iter()
            .map(|selection| ways.iter_mut().map(|way| way.read(selection, &question.people)).collect())
            .collect();
        let ways = Self { ways };
        let of_pages =
            selections.iter().zip(found).map(|(selection, found)| ways.page(selection.page, found));
        let of_pages = of_pages.collect();
        (ways, of_pages)
    }

    /// How many keys there can be.
    pub fn size(&self) -> u64 {
        self.ways.iter().map(|way| way.parts.len() as u64).product()
    }

    /// Whether a game may be in more than one group with the same observation.
    pub fn have_tags(&self) -> bool {
        self.ways.iter().any(|way| way.by == By::Tag)
    }

    /// Whether observations of one game may be in different groups.
    pub fn tell_rows_apart(&self) -> bool {
        self.ways.iter().any(|way| matches!(way.by, By::Dimension(_) | By::Seat | By::Player))
    }

    /// The number of the same key where these ways have more parts.
    pub fn renumber(&self, mut number: u64, to: &Self) -> u64 {
        let digits = self.ways.iter().zip(to.strides()).map(|(way, stride)| {
            let radix = way.parts.len().max(1) as u64;
            let digit = number % radix;
            number /= radix;
            digit * stride
        });
        digits.sum()
    }

    /// The same in less memory: until pages are read, nothing has to be found in them.
    #[must_use]
    pub fn packed(self) -> Self {
        let way = |Way { by, mut parts, .. }| {
            parts.shrink_to_fit();
            Way { parts, ..Way::new(by) }
        };
        Self { ways: self.ways.into_iter().map(way).collect() }
    }

    /// About how much memory they take when they are packed.
    pub fn bytes(&self) -> usize {
        let word = |part: &Part| if let Part::Word(word) = part { word.len() } else { 0 };
        let way = |way: &Way| way.parts.iter().map(|part| size_of::<Part>() + word(part)).sum::<usize>();
        self.ways.iter().map(way).sum()
    }

    /// What a number says.
    pub fn key(&self, mut number: u64) -> Key {
        let mut key = Vec::new();
        for way in &self.ways {
            let radix = way.parts.len() as u64;
            key.push(way.parts[usize::try_from(number % radix).unwrap_or_default()].clone());
            number /= radix;
        }
        key
    }

    /// The number of a key; `None` if nothing can have it.
    pub fn number(&self, key: &Key) -> Option<u64> {
        let digits = self.ways.iter().zip(key).zip(self.strides());
        digits.map(|((way, part), stride)| Some(u64::from(way.code(part)?) * stride)).sum()
    }

    /// A key as it is told, whatever its spelling.
    pub fn told(&self, key: &Key) -> Key {
        if key.is_empty() {
            Key::new()
        } else {
            self.number(key).map_or_else(|| key.clone(), |number| self.key(number))
        }
    }

    /// The order of all keys: by their first parts, those with the same by the next, and so on.
    pub fn ranks(&self) -> Ranks {
        let mut stride = 1;
        let ranks = |way: &Way| {
            let ranks = way.ranks(stride);
            stride *= way.parts.len() as u64;
            ranks
        };
        let mut of_parts: Vec<_> = self.ways.iter().rev().map(ranks).collect();
        of_parts.reverse();
        Ranks { of_parts }
    }

    fn strides(&self) -> impl Iterator<Item = u64> {
        self.ways.iter().scan(1, |stride, way| {
            let this = *stride;
            *stride *= way.parts.len() as u64;
            Some(this)
        })
    }

    fn page<'p>(&self, page: &'p Page, found: Vec<(Source<'p>, Vec<u32>)>) -> PageWays<'p> {
        let mut ways = PageWays { page, of_games: Vec::new(), of_rows: Vec::new(), tags: None, no_tag: 0 };
        for ((source, codes), stride) in found.into_iter().zip(self.strides()) {
            let mut digits: Vec<u64> = codes.into_iter().map(|code| u64::from(code) * stride).collect();
            match source {
                Source::Games(codes) => ways.of_games.push(OfGames { codes, digits }),
                Source::Dimension(codes) => ways.of_rows.push(OfRows::Dimension(codes, digits)),
                Source::Seat => ways.of_rows.push(OfRows::Seat(digits)),
                Source::Player => ways.of_rows.push(OfRows::Player(digits)),
                Source::Tags => {
                    ways.no_tag = digits.pop().unwrap_or_default();
                    ways.tags = Some(digits);
                }
            }
        }
        ways
    }
}

impl Ranks {
    /// The rank of a key.
    pub fn of(&self, mut number: u64) -> u64 {
        let ranks = self.of_parts.iter().map(|ranks| {
            let (part, radix) = (number % ranks.len() as u64, ranks.len() as u64);
            number /= radix;
            ranks[usize::try_from(part).unwrap_or_default()]
        });
        ranks.sum()
    }
}

impl PageWays<'_> {
    /// What the keys of a game's observations have in common: one number, or one for each of its tags.
    #[inline]
    pub fn of_game(&self, game: usize, numbers: &mut Vec<u64>) {
        numbers.clear();
        let of_games = self.of_games.iter().map(|way| way.digits[way.codes[game] as usize]).sum();
        let Some(tags) = &self.tags else { return numbers.push(of_games) };
        for at in self.page.games.scene.tagged.of(game) {
            let number = of_games + tags[self.page.games.scene.tags.codes[at] as usize];
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        if numbers.is_empty() {
            numbers.push(of_games + self.no_tag);
        }
    }

    /// What each of these observations of a game adds to that.
    pub fn of_rows(&self, game: usize, rows: Range<usize>, numbers: &mut Vec<u64>) {
        numbers.clear();
        if let [OfRows::Dimension(codes, digits)] = &self.of_rows[..] {
            return numbers.extend(codes[rows].iter().map(|code| digits[*code as usize]));
        }
        numbers.resize(rows.len(), 0);
        for way in &self.of_rows {
            way.add(self.page, game, rows.clone(), numbers);
        }
    }

    /// What an observation of this seat adds to that, if it has no dimensions.
    pub fn of_seat(&self, game: usize, seat: u8) -> u64 {
        self.of_rows.iter().map(|way| way.of_seat(self.page, game, seat)).sum()
    }
}

impl OfRows<'_> {
    fn add(&self, page: &Page, game: usize, rows: Range<usize>, numbers: &mut [u64]) {
        if let Self::Dimension(codes, digits) = self {
            let codes = codes[rows].iter().map(|code| digits[*code as usize]);
            numbers.iter_mut().zip(codes).for_each(|(number, digit)| *number += digit);
            return;
        }
        let seats = &page.observed.seats[rows];
        numbers.iter_mut().zip(seats).for_each(|(number, seat)| *number += self.of_seat(page, game, *seat));
    }

    /// What tells observations of this seat from others.
    fn of_seat(&self, page: &Page, game: usize, seat: u8) -> u64 {
        match self {
            Self::Dimension(..) => 0,
            Self::Seat(digits) => digits[usize::from(seat)],
            Self::Player(digits) => {
                let table = &page.games.players.codes[page.games.stays.seated.of(game)];
                let nobody = digits[digits.len() - 1];
                table.get(usize::from(seat)).map_or(nobody, |player| digits[*player as usize])
            }
        }
    }
}

impl Way {
    fn new(by: By) -> Self {
        Self {
            by,
            parts: Vec::new(),
            known: AHashMap::new(),
            spelled: AHashMap::new(),
            by_number: AHashMap::new(),
            by_player: AHashMap::new(),
        }
    }

    /// Makes sure that parts are found by what is compared.
    fn find_parts(&mut self) {
        if self.known.is_empty() {
            let is_free_text = self.by.is_free_text();
            let compared = |part: &Part| if is_free_text { part.folded() } else { part.clone() };
            self.known = self.parts.iter().map(compared).zip(0..).collect();
        }
    }

    /// The code of a part; words of people's own are told in the spelling that comes first.
    fn learn(&mut self, part: Part) -> u32 {
        if !self.by.is_free_text() {
            return self.learn_as(part.clone(), part);
        }
        if let Some(code) = self.spelled.get(&part) {
            return *code;
        }
        let code = self.learn_as(part.folded(), part.clone());
        self.spelled.insert(part, code);
        code
    }

    fn learn_as(&mut self, compared: Part, part: Part) -> u32 {
        if let Some(code) = self.known.get(&compared) {
            let told = &mut self.parts[*code as usize];
            if part < *told {
                *told = part;
            }
            return *code;
        }
        let code = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        self.known.insert(compared, code);
        self.parts.push(part);
        code
    }

    fn code(&self, part: &Part) -> Option<u32> {
        let compared = if self.by.is_free_text() { part.folded() } else { part.clone() };
        self.known.get(&compared).copied()
    }

    /// By code, how many parts come before, as often as there are keys that begin with the same part.
    fn ranks(&self, keys: u64) -> Vec<u64> {
        let mut codes: Vec<usize> = (0..self.parts.len()).collect();
        codes.sort_unstable_by_key(|code| &self.parts[*code]);
        let mut ranks = vec![0; codes.len()];
        codes.into_iter().zip(0..).for_each(|(code, rank): (usize, u64)| ranks[code] = rank * keys);
        ranks
    }

    fn learn_all(&mut self, parts: impl Iterator<Item = Part>) -> Vec<u32> {
        parts.map(|part| self.learn(part)).collect()
    }

    /// The same of parts of which only some are told. The spelling of a game that does not count is none of anybody's
    /// business.
    fn learn_told(
        &mut self,
        parts: impl Iterator<Item = Part>,
        told: impl IntoIterator<Item = bool>,
    ) -> Vec<u32> {
        parts.zip(told).map(|(part, told)| if told { self.learn(part) } else { 0 }).collect()
    }

    /// Where a page says how its observations are grouped, and the codes of what it says.
    fn read<'p>(&mut self, selection: &Selection<'p>, people: &People) -> (Source<'p>, Vec<u32>) {
        let page = selection.page;
        let games = &*page.games;
        match self.by.clone() {
            By::Seat => {
                let part = |seat: u8| if seat == TABLE { Part::Nothing } else { Part::Number(seat.into()) };
                (Source::Seat, self.learn_told((0..=TABLE).map(part), seats(page)))
            }
            By::Player => {
                let ids = games.players.values.iter().chain([&None]);
                (Source::Player, ids.map(|id| self.of_player(*id, people)).collect())
            }
            By::Tag => {
                let tags = games.scene.tags.values.iter().cloned().map(Part::Word);
                let told = told(
                    &games.scene.tags,
                    selection.games.iter().flat_map(|game| games.scene.tagged.of(*game as usize)),
                );
                (Source::Tags, self.learn_told(tags.chain([Part::Nothing]), told.into_iter().chain([true])))
            }
            By::Dimension(index) => {
                let column = &page.observed.dimensions[index];
                let parts =
                    column.values.iter().map(|word| word.as_deref().map_or(Part::Nothing, Part::read));
                (Source::Dimension(&column.codes), self.learn_all(parts))
            }
            By::Option(name) => self.column(&games.setup.options, |said| {
                options(&page.game, said).get(&name).map_or(Part::Nothing, Part::of_option)
            }),
            By::Variant => self.column(&games.setup.options, |said| variant(&options(&page.game, said))),
            By::Place => {
                let told = told(&games.scene.place, selection.games.iter().map(|game| *game as usize));
                let place = |place: &Option<String>| place.clone().map_or(Part::Nothing, Part::Word);
                let codes = self.learn_told(games.scene.place.values.iter().map(place), told);
                (Source::Games(Cow::Borrowed(&games.scene.place.codes)), codes)
            }
            By::Ending => self.column(&games.setup.ending, |ending| Part::Word(ending.clone())),
            By::Game => {
                let code = self.learn(Part::Word(page.game.to_string()));
                (Source::Games(Cow::Owned(vec![0; games.len()])), vec![code])
            }
            By::Seats => {
                let seats = |game| i64::try_from(games.seats(game)).unwrap_or(i64::MAX);
                self.numbered(games, seats, Part::Number)
            }
            By::Time(period) => {
                self.numbered(games, |game| games.at[game].div_euclid(DAY), |day| of_day(period, day))
            }
        }
    }

    fn column<'p, T>(&mut self, column: &'p Coded<T>, part: impl Fn(&T) -> Part) -> (Source<'p>, Vec<u32>) {
        (Source::Games(Cow::Borrowed(&column.codes)), self.learn_all(column.values.iter().map(part)))
    }

    /// By something that follows from a number that games have.
    fn numbered<'p>(
        &mut self,
        games: &Games,
        number: impl Fn(usize) -> i64,
        part: impl Fn(i64) -> Part,
    ) -> (Source<'p>, Vec<u32>) {
        let mut codes = Numbered::of((0..games.len()).map(&number));
        let mut digits = Vec::new();
        let mut code = |number| {
            *codes.at(number).get_or_insert_with(|| {
                digits.push(self.of_number(number, &part));
                u32::try_from(digits.len() - 1).unwrap_or(u32::MAX)
            })
        };
        let codes = (0..games.len()).map(|game| code(number(game))).collect();
        (Source::Games(Cow::Owned(codes)), digits)
    }

    /// The code of who somebody is by now.
    fn of_player(&mut self, id: Option<Uuid>, people: &People) -> u32 {
        if let Some(code) = self.by_player.get(&id) {
            return *code;
        }
        let now = id.and_then(|id| people.now(id));
        let code = self.learn(now.map_or(Part::Nothing, Part::Player));
        self.by_player.insert(id, code);
        code
    }

    /// The code of the part that follows from a number: each is made once, on whatever page it is met.
    fn of_number(&mut self, number: i64, part: impl Fn(i64) -> Part) -> u32 {
        if let Some(code) = self.by_number.get(&number) {
            return *code;
        }
        let code = self.learn(part(number));
        self.by_number.insert(number, code);
        code
    }
}

/// By code, whether any of these rows has it.
fn told<T>(column: &Coded<T>, rows: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut told = vec![false; column.values.len()];
    rows.for_each(|row| told[column.codes[row] as usize] = true);
    told
}

/// Which seats are observed.
fn seats(page: &Page) -> Vec<bool> {
    let mut met = vec![false; usize::from(TABLE) + 1];
    if page.tables.is_some() {
        let most = (0..page.games.len()).map(|game| page.games.seats(game)).max().unwrap_or_default();
        met[..most].fill(true);
    }
    for seat in &*page.observed.seats {
        met[usize::from(*seat)] = true;
    }
    met
}

fn of_day(period: Period, day: i64) -> Part {
    day.checked_mul(DAY).and_then(|millis| period.of(millis)).map_or(Part::Nothing, Part::Word)
}
