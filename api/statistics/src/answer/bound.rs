//! A question bound to the chunks that answer it.

use super::aggregate::AggregateState;
use super::dictionary::{DecodedValue, ValueDictionary};
use super::group_by::GroupBy;
use super::group_codes::GroupCodes;
use super::scan::{Accumulator, Groups, ScanPlan, Side, Slice, scan};
use super::selection::ChunkSelection;
use super::{Answer, Compared, Limits, ScanInput};
use crate::question::{Key, Question};

/// Numbers that are sorted into bins are counted, too, each for itself: about as many cells as so many bins.
const CELLS_PER_BINNED_GROUP: u64 = 400;

/// Chunks bound to a question: which of their games count, which values these have, which groups there can be.
pub struct BoundQuery<'a> {
    question: &'a Question,
    limits: &'a Limits,
    selections: Vec<ChunkSelection<'a>>,
    dictionary: ValueDictionary,
    /// By chunk and code.
    values: Vec<Vec<DecodedValue>>,
    group_by: GroupBy,
    /// By chunk.
    codes: Vec<GroupCodes<'a>>,
}

impl<'a> BoundQuery<'a> {
    /// Binds the question to the chunks.
    pub fn new(inputs: &'a [ScanInput], question: &'a Question, limits: &'a Limits) -> Self {
        let selections = ChunkSelection::all(inputs, question);
        let dictionary = ValueDictionary::new(&selections, question.bins);
        let values = dictionary.decode(&selections);
        let (group_by, codes) = GroupBy::read(inputs, &selections, question);
        Self { question, limits, selections, dictionary, values, group_by, codes }
    }

    /// Counts. Where there can be many groups, a first pass sums up all of them, and a second one counts the values of
    /// those that are shown.
    pub fn answer(self) -> Answer {
        let sides = self.question.compare.as_ref();
        let sides = sides.map(|keys| keys.each_ref().map(|key| Side::of(key, &self.group_by)));
        let compared: Vec<u64> = sides.iter().flatten().filter_map(Side::code).collect();
        let groups = self.groups();
        let is_in_one_pass = !matches!(groups, Groups::Moments);
        let plan =
            ScanPlan { total: true, groups, compared: sides.filter(|_| is_in_one_pass), ..self.plan() };
        let first = self.scan(&plan);
        let (order, ranks) = (self.question.order, self.group_by.ranks());
        let all = first.groups.moments();
        let shrinkage = order.shrinkage(&all, &ranks);
        let shown = order.arrange(&all, &ranks, &compared, shrinkage.as_ref());
        let (total, omitted) = (first.total.state(0), all.len() - shown.len());
        let codes: Vec<u64> = shown.iter().map(|place| all[*place].0).collect();
        let plan = ScanPlan { groups: Groups::Only(&codes), compared: sides, ..self.plan() };
        let (counted, places) =
            if is_in_one_pass { (first, shown) } else { (self.scan(&plan), (0..codes.len()).collect()) };
        let group = |(code, place): (&u64, usize)| (self.group_by.key(*code), counted.groups.state(place));
        let groups: Vec<_> = codes.iter().zip(places).map(group).collect();
        let Accumulator { common, mut common_bins, .. } = counted;
        for of_bin in common_bins.values_mut() {
            of_bin.count_count = common.count_count;
        }
        let compared = self.question.compare.as_ref().map(|keys| {
            let keys = keys.each_ref().map(|key| self.group_by.canonical(key));
            let states = keys.each_ref().map(|key| state(key, &total, &groups).cloned());
            Compared { keys, groups: states, common, bins: common_bins }
        });
        Answer { dictionary: self.dictionary, total, groups, omitted, shrinkage, compared }
    }

    /// The groups that the first pass counts.
    fn groups(&self) -> Groups<'static> {
        let ValueDictionary { bins, is_binned, .. } = &self.dictionary;
        let cells = if *is_binned { CELLS_PER_BINNED_GROUP } else { bins.len() as u64 };
        let is_grouped = !self.question.by.is_empty();
        match self.group_by.size().saturating_mul(cells) {
            _ if !is_grouped => Groups::None,
            cells if cells <= self.limits.max_cells => Groups::All,
            _ => Groups::Moments,
        }
    }

    fn plan(&self) -> ScanPlan<'_> {
        let Self { dictionary, group_by, .. } = self;
        ScanPlan { dictionary, group_by, total: false, groups: Groups::None, compared: None }
    }

    fn scan<'s>(&'s self, plan: &'s ScanPlan<'s>) -> Accumulator<'s> {
        let chunks = self.selections.iter().zip(&self.values).zip(&self.codes);
        let slice =
            |((selection, values), codes): ((&'s ChunkSelection<'a>, &'s Vec<_>), &'s GroupCodes<'a>)| {
                Slice { selection, games: &selection.games, values, codes }
            };
        let slices: Vec<Slice> = chunks.map(slice).collect();
        scan(plan, &slices, self.limits.min_parallel_work)
    }
}

/// The group with this key, if there are any observations of it; all of them, if there is nothing in the key.
fn state<'a>(
    key: &Key,
    total: &'a AggregateState,
    groups: &'a [(Key, AggregateState)],
) -> Option<&'a AggregateState> {
    let of_key = || groups.iter().find(|(other, _)| other == key).map(|(_, group)| group);
    if key.is_empty() { Some(total) } else { of_key() }
}
