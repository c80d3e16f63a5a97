//! Answers from the columns: one pass over the chunks, game by game.
//!
//! First it is settled which games count ([`selection`]), which values they have ([`domain`]) and which groups there
//! can be ([`keys`]). Then every observation that counts is added to what its game says of all of them and of its
//! group, and every game, at its end, to the sums from which the estimates come.

mod alone;
mod counting;
pub mod domain;
pub mod figures;
mod game;
pub mod group;
mod keys;
pub mod order;
mod part;
mod places;
mod plan;
pub mod question;
mod seated;
pub mod selection;
pub mod tables;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same small whole numbers, added up in whatever order")]
mod tests;

use std::sync::Arc;

use ahash::AHashMap;

use self::counting::Counting;
use self::domain::Domain;
use self::group::Group;
use self::keys::Ways;
use self::part::Part;
use self::plan::{Groups, Plan, Side};
use self::question::{Key, Question};
use self::selection::Selection;
use self::tables::Tables;
use crate::statistics::both::both;
use crate::statistics::columns::games::Games;
use crate::statistics::columns::observed::Observed;
use crate::statistics::estimate::{Common, Pair};

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
    /// If these are read off the tables, who sits there; then `observed` has their values alone.
    pub tables: Option<Tables>,
}

/// What the columns say.
#[derive(Debug, PartialEq)]
pub struct Answer {
    /// The values that were met.
    pub domain: Domain,
    /// All observations together.
    pub total: Group,
    /// Each group by key, as they are to be shown; none where no grouping was asked for.
    pub groups: Vec<(Key, Group)>,
    /// How many more there are.
    pub left_out: usize,
    /// The two groups that were to be compared.
    pub compared: Option<Compared>,
}

/// Two groups, and what they have in common.
#[derive(Debug, PartialEq)]
pub struct Compared {
    /// Their keys, as they are told.
    pub keys: [Key; 2],
    /// The groups, as far as there are any observations of them.
    pub groups: [Option<Group>; 2],
    /// In their sums.
    pub common: Common,
    /// In the shares of their bars.
    pub bars: AHashMap<u32, Common>,
}

/// Answers a question from these pages.
pub fn answer(pages: &[Page], question: &Question) -> Answer {
    answer_within(pages, question, &USUAL)
}

/// How much work is worth how much effort.
struct Limits {
    /// So many observations are worth a second thread.
    alone: usize,
    /// If there can be so many bars in all groups together, each is counted at once; if more, only those of the groups
    /// that are shown, in a second pass.
    at_once: u64,
}

const USUAL: Limits = Limits { alone: 50_000, at_once: 1 << 20 };

/// Numbers that are sorted into bars are counted, too, each for itself: about as much work as so many bars.
const NUMBERS: u64 = 400;

fn answer_within(pages: &[Page], question: &Question, limits: &Limits) -> Answer {
    let selections = Selection::all(pages, question);
    let (domain, meanings) = Domain::new(&selections, question.bins);
    let (ways, of_pages) = Ways::new(&selections, question);
    let parts = selections.iter().zip(&meanings).zip(&of_pages);
    let parts: Vec<Part> = parts
        .map(|((selection, meanings), ways)| Part { selection, games: &selection.games, meanings, ways })
        .collect();
    let compare = question.compare.as_ref().map(|keys| keys.each_ref().map(|key| ways.told(key)));
    let compared = compare.as_ref().map(|keys| keys.each_ref().map(|key| Side::of(key, &ways)));
    let is_grouped = !question.by.is_empty();
    let bars = if domain.is_binned { NUMBERS } else { domain.bars.len() as u64 };
    let at_once = !is_grouped || ways.size().saturating_mul(bars) <= limits.at_once;
    let groups = match (is_grouped, at_once) {
        (false, _) => Groups::None,
        (true, true) => Groups::All,
        (true, false) => Groups::Outlined,
    };
    let first =
        Plan { domain: &domain, ways: &ways, total: true, groups, compared: compared.filter(|_| at_once) };
    let mut counted = count(&parts, &first, limits);
    let (mut common, mut bars) = counted.common();
    let (total, mut groups) = counted.finish();
    let sides: Vec<u64> = compared.iter().flatten().filter_map(Side::number).collect();
    let left_out = question.order.arrange(&mut groups, &ways.ranks(), &sides);
    if !at_once {
        let numbers: Vec<u64> = groups.iter().map(|(number, _)| *number).collect();
        let second = Plan { total: false, groups: Groups::Only(&numbers), compared, ..first };
        let mut counted = count(&parts, &second, limits);
        (common, bars) = counted.common();
        (_, groups) = counted.finish();
    }
    let groups: Vec<(Key, Group)> =
        groups.into_iter().map(|(number, group)| (ways.key(number), group)).collect();
    let compared = compare.map(|keys| {
        let of_key = |key: &Key| groups.iter().find(|(other, _)| other == key).map(|(_, group)| group);
        let group = |key: &Key| if key.is_empty() { Some(&total) } else { of_key(key) }.cloned();
        Compared { groups: keys.each_ref().map(group), keys, common, bars }
    });
    Answer { domain, total, groups, left_out, compared }
}

/// Counts, on two threads if there is so much of it.
fn count<'a>(parts: &[Part], plan: &'a Plan<'a>, limits: &Limits) -> Counting<'a> {
    let work: usize = parts.iter().map(Part::work).sum();
    let games = parts.iter().map(|part| part.games.len()).sum();
    if work < limits.alone {
        return Counting::of(plan, parts, games);
    }
    let (one, other) = halves(parts, work / 2);
    let (mut counted, other) = both(|| Counting::of(plan, &one, games), || Counting::of(plan, &other, games));
    counted.join(other);
    counted
}

/// The first parts with so much work, and what is left.
fn halves<'a>(parts: &[Part<'a>], mut work: usize) -> (Vec<Part<'a>>, Vec<Part<'a>>) {
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for part in parts {
        let games = part.games.len();
        let first = (games * work).checked_div(part.work()).unwrap_or_default().min(games);
        work = work.saturating_sub(part.work());
        let (of_one, of_other) = part.games.split_at(first);
        one.push(Part { games: of_one, ..*part });
        other.push(Part { games: of_other, ..*part });
    }
    (one, other)
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
