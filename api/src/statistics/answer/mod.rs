//! Answers from the columns: one pass over the chunks, game by game.
//!
//! First it is settled which games count ([`selection`]), which values they have ([`domain`]) and which groups there
//! can be ([`keys`]). Then every observation that counts is added to what its game says of all of them and of its
//! group, and every game, at its end, to the sums from which the estimates come.

pub mod domain;
pub mod figures;
pub mod group;
mod keys;
pub mod question;
pub mod selection;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same small whole numbers, added up in whatever order")]
mod tests;

use std::sync::Arc;

use ahash::AHashMap;

use self::domain::{Domain, Meaning};
use self::group::{Added, Group};
use self::keys::{PageWays, Ways};
use self::question::{Key, Question};
use self::selection::Selection;
use crate::statistics::both::both;
use crate::statistics::columns::games::Games;
use crate::statistics::columns::observed::Observed;
use crate::statistics::estimate::{Common, Pair};

/// Keys up to so many have a place each in a list; if there can be more, those met are in a map.
const FEW: u64 = 1 << 20;
/// So many games are worth a second thread.
const MANY: usize = 20_000;

/// A chunk as far as one question needs it.
pub struct Page {
    /// The kind of game.
    pub game: Arc<str>,
    /// The games.
    pub games: Arc<Games>,
    /// Rows that a later chunk has anew, in their order.
    pub dead: Arc<Vec<u32>>,
    /// The metric's observations.
    pub observed: Arc<Observed>,
}

/// What the columns say.
#[derive(Debug, PartialEq)]
pub struct Answer {
    /// The values that were met.
    pub domain: Domain,
    /// All observations together.
    pub total: Group,
    /// Each group by key, in no order; none where no grouping was asked for.
    pub groups: Vec<(Key, Group)>,
    /// The two groups that were to be compared.
    pub compared: Option<Compared>,
}

/// One side of a comparison.
#[derive(Clone, Copy)]
enum Side {
    /// The group whose key has this number; none, if nothing can have it.
    Group(Option<u64>),
    /// All observations together.
    All,
}

impl Side {
    fn of(key: &Key, ways: &Ways) -> Self {
        if key.is_empty() { Self::All } else { Self::Group(ways.number(key)) }
    }

    fn slot(self, places: &Places) -> Option<usize> {
        match self {
            Self::Group(number) => places.get(number?),
            Self::All => Some(0),
        }
    }
}

/// Two groups, and what they have in common.
#[derive(Debug, PartialEq)]
pub struct Compared {
    /// The groups, as far as there are any observations of them.
    pub groups: [Option<Group>; 2],
    /// In their sums.
    pub common: Common,
    /// In the shares of their bars.
    pub bars: AHashMap<u32, Common>,
}

/// Answers a question from these pages.
pub fn answer(pages: &[Page], question: &Question) -> Answer {
    answer_in_two(pages, question, MANY)
}

/// The same, on two threads if there are so many games.
fn answer_in_two(pages: &[Page], question: &Question, many: usize) -> Answer {
    let selections = Selection::all(pages, question);
    let (domain, meanings) = Domain::new(&selections, question.bins, !question.by.is_empty());
    let (ways, of_pages) = Ways::new(&selections, question);
    let compared = question.compare.as_ref().map(|keys| keys.each_ref().map(|key| Side::of(key, &ways)));
    let parts = selections.iter().zip(&meanings).zip(&of_pages);
    let parts: Vec<Part> =
        parts.map(|((selection, meanings), ways)| Part { selection, meanings, ways }).collect();
    let grouping = Grouping::of(&of_pages, question);
    let count = |parts: &[Part]| {
        let mut counting = Counting::new(&domain, &ways, grouping, compared);
        for part in parts {
            counting.read(part);
        }
        counting
    };
    let games: usize = selections.iter().map(|selection| selection.games.len()).sum();
    let mut counted = if games < many { count(&parts) } else { in_two(&parts, games, count) };
    let compared = compared.map(|sides| counted.compared(sides));
    Answer { total: counted.total(), groups: counted.groups(&ways), compared, domain }
}

/// The first half of the games here, the others on another thread.
fn in_two<'a>(
    parts: &[Part<'a>],
    games: usize,
    count: impl Fn(&[Part<'a>]) -> Counting<'a> + Sync,
) -> Counting<'a> {
    let mut before = 0;
    let half = parts.iter().take_while(|part| {
        before += part.selection.games.len();
        2 * before <= games
    });
    let (one, other) = parts.split_at(half.count());
    let (mut counted, other) = both(|| count(one), || count(other));
    counted.join(other);
    counted
}

/// A page as it is read.
struct Part<'a> {
    selection: &'a Selection<'a>,
    /// By code.
    meanings: &'a [Meaning],
    ways: &'a PageWays<'a>,
}

/// How the observations of a game are spread over groups.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grouping {
    /// There are no groups.
    No,
    /// All of a game are in one group: together the groups are everything, and nothing is counted twice. Not where a
    /// group is compared with everything.
    Whole,
    /// They may be in several.
    Spread,
}

impl Grouping {
    fn of(pages: &[PageWays], question: &Question) -> Self {
        let with_all = question.compare.iter().flatten().any(Key::is_empty);
        match () {
            () if question.by.is_empty() => Self::No,
            () if !with_all && pages.iter().all(PageWays::keep_games_whole) => Self::Whole,
            () => Self::Spread,
        }
    }
}

/// Groups being counted. They are slots here; slot 0 is all observations together.
struct Counting<'a> {
    domain: &'a Domain,
    grouping: Grouping,
    slots: Vec<Slot>,
    /// By number of the key.
    places: Places,
    game: AtHand,
    compared: Option<[Side; 2]>,
    common: Common,
    bars: AHashMap<u32, Common>,
    /// What the keys of the game at hand have in common.
    of_game: Vec<u64>,
}

/// A group, by the number of its key.
struct Slot {
    number: u64,
    group: Group,
}

/// The game that is being read: what it adds to the few groups that it has observations of. Only they are looked at
/// with every observation, however many groups there are.
#[derive(Default)]
struct AtHand {
    /// By slot, where in `added` it is, counted from 1; 0 if the game adds nothing.
    places: Vec<u32>,
    /// The slots that it adds to.
    touched: Vec<usize>,
    /// What it adds to them, in their order; behind that, what earlier games have left empty.
    added: Vec<Added>,
}

impl AtHand {
    fn to(&mut self, slot: usize, domain: &Domain) -> &mut Added {
        if self.places.len() <= slot {
            self.places.resize(slot + 1, 0);
        }
        let place = &mut self.places[slot];
        if *place == 0 {
            self.touched.push(slot);
            *place = u32::try_from(self.touched.len()).unwrap_or(u32::MAX);
            if self.added.len() < self.touched.len() {
                self.added.push(Added::new(domain));
            }
        }
        &mut self.added[*place as usize - 1]
    }

    fn added_to(&self, slot: usize) -> Option<&Added> {
        let place = self.places.get(slot).copied().filter(|place| *place > 0)?;
        self.added.get(place as usize - 1)
    }
}

/// Which slot a key has; 0 for none.
enum Places {
    List(Vec<u32>),
    Map(AHashMap<u64, u32>),
}

impl<'a> Counting<'a> {
    fn new(domain: &'a Domain, ways: &Ways, grouping: Grouping, compared: Option<[Side; 2]>) -> Self {
        let total = Slot { number: 0, group: Group::new(domain) };
        let size = usize::try_from(ways.size()).ok().filter(|_| ways.size() <= FEW);
        Self {
            domain,
            grouping,
            slots: vec![total],
            places: size.map_or_else(|| Places::Map(AHashMap::new()), |size| Places::List(vec![0; size])),
            game: AtHand::default(),
            compared,
            common: Common::default(),
            bars: AHashMap::new(),
            of_game: Vec::new(),
        }
    }

    fn read(&mut self, part: &Part) {
        let codes = &part.selection.page.observed.values.codes;
        for game in &part.selection.games {
            let game = *game as usize;
            if self.grouping != Grouping::Whole {
                for row in part.selection.rows(game) {
                    self.observe(0, part.meanings[codes[row] as usize]);
                }
            }
            if self.grouping != Grouping::No {
                self.read_groups(part, game);
            }
            self.end_of_game();
        }
    }

    fn read_groups(&mut self, part: &Part, game: usize) {
        let codes = &part.selection.page.observed.values.codes;
        let mut of_game = std::mem::take(&mut self.of_game);
        part.ways.of_game(game, &mut of_game);
        for of_game in &of_game {
            for row in part.selection.rows(game) {
                let slot = self.slot(of_game + part.ways.of_row(game, row));
                self.observe(slot, part.meanings[codes[row] as usize]);
            }
        }
        self.of_game = of_game;
    }

    fn slot(&mut self, number: u64) -> usize {
        let place = self.places.at(number);
        if *place == 0 {
            *place = u32::try_from(self.slots.len()).unwrap_or(u32::MAX);
            self.slots.push(Slot { number, group: Group::new(self.domain) });
        }
        *place as usize
    }

    fn observe(&mut self, slot: usize, meaning: Meaning) {
        self.game.to(slot, self.domain).observe(meaning);
        if self.domain.is_binned {
            self.slots[slot].group.tally(meaning, self.domain);
        }
    }

    fn end_of_game(&mut self) {
        if let Some(compared) = self.compared {
            self.compare(compared);
        }
        let AtHand { places, touched, added } = &mut self.game;
        for (slot, added) in touched.drain(..).zip(added) {
            places[slot] = 0;
            self.slots[slot].group.end_of_game(added);
        }
    }

    fn compare(&mut self, sides: [Side; 2]) {
        let Self { places, game, common: in_sums, bars, .. } = self;
        let added = |side: Side| game.added_to(side.slot(places)?);
        let [Some(one), Some(other)] = sides.map(added) else { return };
        in_sums.add(one.known, other.known);
        for bar in one.bars().chain(other.bars()) {
            let common = bars.entry(bar).or_default();
            let [one, other] = [one, other].map(|game| game.of_bar(bar));
            let both = one.sum > 0.0 && other.sum > 0.0;
            // A bar that both have comes by twice.
            let times = if both { 0.5 } else { 1.0 };
            common.sum_sum += times * one.sum * other.sum;
            common.sum_count += times * one.sum * other.n;
            common.count_sum += times * one.n * other.sum;
        }
    }

    fn join(&mut self, other: Self) {
        let mut slots = other.slots.into_iter();
        if let Some(total) = slots.next() {
            self.slots[0].group += total.group;
        }
        for Slot { number, group } in slots {
            let slot = self.slot(number);
            self.slots[slot].group += group;
        }
        self.common += other.common;
        for (bar, common) in other.bars {
            *self.bars.entry(bar).or_default() += common;
        }
    }

    fn compared(&mut self, sides: [Side; 2]) -> Compared {
        let groups = sides.map(|side| Some(self.slots[side.slot(&self.places)?].group.clone()));
        let mut bars = std::mem::take(&mut self.bars);
        for common in bars.values_mut() {
            common.count_count = self.common.count_count;
        }
        Compared { groups, common: self.common, bars }
    }

    /// All observations together.
    fn total(&mut self) -> Group {
        let mut total = self.slots.swap_remove(0).group;
        if self.grouping == Grouping::Whole {
            for slot in &self.slots {
                total += slot.group.clone();
            }
        }
        total
    }

    /// Every group but that of all.
    fn groups(self, ways: &Ways) -> Vec<(Key, Group)> {
        let of_keys = self.slots.into_iter();
        of_keys.map(|slot| (ways.key(slot.number), slot.group)).collect()
    }
}

impl Places {
    fn get(&self, number: u64) -> Option<usize> {
        let place = match self {
            Self::List(places) => places[usize::try_from(number).ok()?],
            Self::Map(places) => *places.get(&number)?,
        };
        (place > 0).then_some(place as usize)
    }

    fn at(&mut self, number: u64) -> &mut u32 {
        match self {
            Self::List(places) => &mut places[usize::try_from(number).unwrap_or(usize::MAX)],
            Self::Map(places) => places.entry(number).or_default(),
        }
    }
}

impl Compared {
    /// The groups with what they have in common; `None` unless both are there.
    pub fn pair(&self) -> Option<Pair> {
        let [Some(one), Some(other)] = &self.groups else { return None };
        Some(Pair { one: one.sums, other: other.sums, common: self.common })
    }

    /// The same for the shares of a bar.
    pub fn pair_of_bar(&self, bar: u32) -> Option<Pair> {
        let [Some(one), Some(other)] = &self.groups else { return None };
        let none = Common { count_count: self.common.count_count, ..Common::default() };
        let common = self.bars.get(&bar).copied().unwrap_or(none);
        Some(Pair { one: one.share(one.bar(bar)), other: other.share(other.bar(bar)), common })
    }
}
