//! Answers from the columns: one pass over the chunks, game by game.
//!
//! First it is settled which games count ([`selection`]), which values they have ([`domain`]) and which groups there
//! can be ([`keys`]). Then every observation that counts is added to what its game says of all of them and of its
//! group, and every game, at its end, to the sums from which the estimates come.

mod alone;
mod counted;
mod counting;
pub mod domain;
pub mod figures;
mod game;
pub mod group;
pub mod kept;
mod keys;
mod numbered;
pub mod order;
mod outline;
mod part;
mod places;
mod plan;
pub mod question;
mod seated;
pub mod selection;
mod spread;
pub mod tables;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same small whole numbers, added up in whatever order")]
mod tests;

use std::sync::Arc;

use ahash::AHashMap;

use self::counted::Counted;
use self::domain::Domain;
use self::group::Group;
use self::kept::Kept;
use self::question::{Key, Question};
use self::tables::Tables;
use crate::statistics::archive::ChunkId;
use crate::statistics::columns::games::Games;
use crate::statistics::columns::observed::Observed;
use crate::statistics::estimate::{Common, Pair};

/// A chunk as far as one question needs it.
#[derive(Clone)]
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
    /// Which chunk it is, if that is so large that it hardly ever changes.
    pub settled: Option<ChunkId>,
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

/// Answers a question from these pages, in whatever order they come. What its settled pages add may be known from an
/// earlier answer to the same question; if it is worth keeping, it comes back for the next one.
pub fn answer(
    pages: &mut [Page],
    question: &Question,
    kept: Option<Arc<Kept>>,
) -> (Answer, Option<Arc<Kept>>) {
    answer_within(pages, question, kept, &USUAL)
}

/// What is worth keeping for those who will ask this, at the pace of one thread; `None` if nothing is.
pub fn foresee(pages: &mut [Page], question: &Question) -> Option<Kept> {
    let limits = Limits { alone: usize::MAX, ..USUAL };
    let (settled, others) = settled_and_others(pages);
    is_worth_keeping(settled, &limits).then(|| Kept::of(settled, others, question, &limits)).flatten()
}

/// Answers a question that nobody will ask again.
pub fn answer_once(pages: &[Page], question: &Question) -> Answer {
    Counted::of(pages, question, &USUAL).answer(question)
}

/// How much work is worth how much effort.
pub struct Limits {
    /// So many observations are worth a second thread.
    alone: usize,
    /// So many games are worth keeping what they add.
    kept: usize,
    /// If there can be so many bars in all groups together, each is counted at once; if more, only those of the groups
    /// that are shown, in a second pass.
    at_once: u64,
}

/// So many games in large chunks are worth keeping what they add to a question.
pub const KEPT_FROM: usize = 8192;

const USUAL: Limits = Limits { alone: 50_000, kept: KEPT_FROM, at_once: 1 << 20 };

fn answer_within(
    pages: &mut [Page],
    question: &Question,
    kept: Option<Arc<Kept>>,
    limits: &Limits,
) -> (Answer, Option<Arc<Kept>>) {
    let (settled, others) = settled_and_others(pages);
    let kept = kept.and_then(|kept| kept.brought_up(settled, others, question, limits)).or_else(|| {
        let anew = is_worth_keeping(settled, limits).then(|| Kept::of(settled, others, question, limits));
        anew.flatten().map(Arc::new)
    });
    let Some(kept) = kept else { return (Counted::of(pages, question, limits).answer(question), None) };
    let (answer, kept) = kept.answer(settled, others, question, limits);
    let answer = answer.unwrap_or_else(|| Counted::of(pages, question, limits).answer(question));
    (answer, Some(kept))
}

fn settled_and_others(pages: &mut [Page]) -> (&[Page], &[Page]) {
    pages.sort_by_key(|page| page.settled.is_none());
    pages.split_at(pages.partition_point(|page| page.settled.is_some()))
}

fn is_worth_keeping(settled: &[Page], limits: &Limits) -> bool {
    settled.iter().map(|page| page.games.len()).sum::<usize>() >= limits.kept
}

impl Page {
    /// Nothing but these rows of it, in their order.
    fn only(&self, rows: &[u32]) -> Self {
        let mut rows = rows.iter().copied().peekable();
        let dead = (0..).take(self.games.len()).filter(|row| rows.next_if_eq(row).is_none());
        Self { dead: Arc::new(dead.collect()), ..self.clone() }
    }
}

impl Compared {
    /// The groups with what they have in common; `None` unless both are there.
    pub fn pair(&self) -> Option<Pair> {
        let [Some(one), Some(other)] = &self.groups else { return None };
        Some(Pair { one: one.outline.sums, other: other.outline.sums, common: self.common })
    }

    /// The same for the shares of a bar.
    pub fn pair_of_bar(&self, bar: u32) -> Option<Pair> {
        let [Some(one), Some(other)] = &self.groups else { return None };
        let none = Common { count_count: self.common.count_count, ..Common::default() };
        let common = self.bars.get(&bar).copied().unwrap_or(none);
        Some(Pair { one: one.share(one.bar(bar)), other: other.share(other.bar(bar)), common })
    }
}
