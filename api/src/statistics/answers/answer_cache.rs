//! The cache of finished answers. As long as the counted games are the same, a question is computed once.
//!
//! A page shows an answer as a table, as a chart and as a file; many people look at the same page.
//!
//! Nothing is precomputed or kept in parts. Partial answers that grew and shrank as games ended took 1,800 lines and
//! brought the median from 4 to 1 ms, which nobody notices. Names of players are not in the cache, since they change
//! without anything being counted.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use uuid::Uuid;

use super::query::StatisticsQuery;
use crate::http::cost::{Permit, Scans, Slot};
use crate::http::problem::Problem;
use crate::operation::weighted_cache::{CacheSize, Eviction, weighted_cache};
use kifu_engine::statistics::Metric;
use kifu_statistics::answer::figures::FigureWriter;
use kifu_statistics::answer::{Answer, ScanInput, answer};
use kifu_statistics::catalogue::CatalogueEntry;
use kifu_statistics::chunk::{Snapshot, SnapshotId};
use kifu_statistics::estimate::CriticalValues;
use kifu_statistics::question::{KeyPart, Question, SortKey};
use kifu_statistics::values::{
    GroupComparison, Observations, ShareDifference, StatisticalGroup, StatisticalNote, StatisticalValue,
    Statistics, ValueCount,
};

/// How much memory the answers that were given lately may take, in bytes.
const ANSWER_CACHE_BYTES: u64 = 16 << 20;
/// About how large an answer is.
const TYPICAL_ANSWER_BYTES: u64 = 16 << 10;

/// The key of an answer: all that decides it but the names of players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnswerKey {
    /// The metric's id.
    metric: &'static str,
    /// Every parameter that decides the answer, with its values.
    question: BTreeMap<String, Vec<String>>,
    /// The place in the feed that it is of, shard by shard, if it is not of now.
    as_of: Option<Arc<[i64]>>,
    /// The snapshot that was counted.
    snapshot: SnapshotId,
}

/// Makes what a question is answered from; only called if its answer is not cached.
pub type Inputs = Box<dyn FnOnce() -> Vec<ScanInput> + Send>;

/// The answers that were given lately.
pub struct AnswerCache(Cache<AnswerKey, Arc<CachedAnswer>, AnswerWeight>);

#[derive(Clone)]
struct AnswerWeight;

impl Weighter<AnswerKey, Arc<CachedAnswer>> for AnswerWeight {
    fn weight(&self, _: &AnswerKey, answer: &Arc<CachedAnswer>) -> u64 {
        answer.bytes() as u64
    }
}

impl AnswerKey {
    /// The key of a question asked of a snapshot.
    pub fn new(entry: &'static CatalogueEntry, query: &StatisticsQuery, snapshot: &Snapshot) -> Self {
        Self {
            metric: &entry.id,
            question: query.echo.clone(),
            as_of: query.as_of.as_ref().map(|_| Arc::clone(&snapshot.positions)),
            snapshot: snapshot.id,
        }
    }
}

impl Default for AnswerCache {
    fn default() -> Self {
        let size =
            CacheSize { bytes: ANSWER_CACHE_BYTES, typical_value_bytes: TYPICAL_ANSWER_BYTES, shards: 1 };
        Self(weighted_cache(size, Eviction::LeastUsedWithRoomForNew, AnswerWeight))
    }
}

impl AnswerCache {
    /// Forgets all answers.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// The answer to this question over these chunks. A question that is just being answered for another client waits
    /// for that answer.
    ///
    /// # Errors
    ///
    /// If it is not worked out. Nothing is cached then.
    pub async fn get(
        &self,
        (inputs, slot): (Inputs, &Slot<Scans>),
        entry: &'static CatalogueEntry,
        query: &Arc<StatisticsQuery>,
        snapshot: &Snapshot,
    ) -> Result<Arc<CachedAnswer>, Problem> {
        let key = AnswerKey::new(entry, query, snapshot);
        let evaluate = async {
            let (query, snapshot) = (Arc::clone(query), snapshot.clone());
            let work = move |permit: &Permit<Scans>| evaluate(permit, inputs, entry, (&query, &snapshot));
            slot.run(work).await.map(Arc::new)
        };
        self.0.get_or_insert_async(&key, evaluate).await
    }
}

/// A finished answer. It has ids in place of players' names: names change without anything being counted.
#[derive(Clone)]
pub struct CachedAnswer {
    total: Observations,
    groups: Option<Vec<StatisticalGroup>>,
    omitted: usize,
    comparison: Option<GroupComparison>,
    /// The players it is about, who are called as they are called by now.
    pub players: BTreeSet<Uuid>,
}

/// Tells for means over all observations, and for those of groups, if they tell the observations of a set apart.
fn has_means(metric: &Metric, question: &Question) -> [bool; 2] {
    let filtered = |name: &&str| match *name {
        "player" => !question.filter.of.is_empty(),
        name => {
            let one = |(index, values): &(usize, Vec<KeyPart>)| {
                metric.dimensions[*index].name == name && values.len() == 1
            };
            question.filter.dimensions.iter().any(one)
        }
    };
    let of_total = metric.means_by.is_empty() || metric.means_by.iter().any(filtered);
    let grouped = |name: &&str| question.by.iter().any(|by| by.name == **name);
    [of_total, of_total || metric.means_by.iter().any(grouped)]
}

/// Reads the columns; not for threads that answer requests.
fn evaluate(
    _permit: &Permit<Scans>,
    inputs: Inputs,
    entry: &CatalogueEntry,
    (query, snapshot): (&StatisticsQuery, &Snapshot),
) -> CachedAnswer {
    let inputs = inputs();
    let question = Question { redirects: snapshot.redirects.clone(), ..query.question.clone() };
    let answer = answer(&inputs, &question);
    let mut finished = CachedAnswer::new(&answer, entry, query);
    let is_ranked = question.order.by == SortKey::Mean || question.compare.is_some();
    if question.order.by == SortKey::Mean && answer.groups.len() + answer.omitted > 1 {
        finished.total.notes.push(StatisticalNote::ShrunkOrder);
    }
    if is_ranked && answer.groups.len() + answer.omitted > 2 {
        finished.total.notes.push(StatisticalNote::ManyGroups);
    }
    if answer.total.n() > 0 {
        finished.players.extend(question.filter.seated());
    } else if question.asks_for_a_stranger(&inputs) {
        finished.total.notes.push(StatisticalNote::UnknownPlayer);
    } else if question.omits_simulated(&inputs) {
        finished.total.notes.push(StatisticalNote::OnlySimulated);
    }
    finished
}

impl CachedAnswer {
    fn new(answer: &Answer, entry: &CatalogueEntry, query: &StatisticsQuery) -> Self {
        let groups = answer.groups.len() + answer.omitted;
        let writer = FigureWriter {
            kind: entry.metric.kind,
            of_players: entry.is_of_players(),
            quantiles: &query.quantiles,
            least: query.question.order.least,
            by: &query.question.by,
            simultaneous: CriticalValues::of_several(groups),
            pairs: groups * groups.saturating_sub(1) / 2,
            range: entry.metric.range,
            shrinkage: answer.shrinkage,
            has_means: has_means(entry.metric, &query.question),
            dictionary: &answer.dictionary,
        };
        let mut finished = Self {
            total: writer.total(&answer.total),
            groups: (!query.question.by.is_empty()).then(|| writer.groups(&answer.groups)),
            omitted: answer.omitted,
            comparison: answer.compared.as_ref().map(|compared| writer.comparison(compared)),
            players: BTreeSet::new(),
        };
        finished.players = finished.values().filter_map(|value| value.player()).collect();
        finished
    }

    /// Every value that may be a player.
    fn values(&mut self) -> impl Iterator<Item = &mut StatisticalValue> {
        let groups = self.groups.iter_mut().flatten();
        let comparison = self.comparison.iter_mut().flat_map(GroupComparison::values);
        self.total.values().chain(groups.flat_map(StatisticalGroup::values)).chain(comparison)
    }

    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        let groups = self.groups.iter().flatten();
        let figures = groups.map(|group| &group.figures).chain([&self.total]);
        let shares = self.comparison.iter().map(|comparison| comparison.shares.len());
        let bars = figures.map(|figures| {
            size_of::<StatisticalGroup>() + figures.distribution.len() * size_of::<ValueCount>()
        });
        size_of::<Self>() + bars.sum::<usize>() + shares.sum::<usize>() * size_of::<ShareDifference>()
    }

    /// The answer in people's words and numbers.
    pub fn named(
        &self,
        entry: &'static CatalogueEntry,
        query: &StatisticsQuery,
        names: &HashMap<Uuid, String>,
        snapshot: &Snapshot,
        cursor: String,
    ) -> Statistics {
        let mut answer = self.clone();
        answer.values().for_each(|value| value.name(names));
        let Self { total, groups, omitted, comparison, .. } = answer;
        let figures = [&total].into_iter().chain(groups.iter().flatten().map(|group| &group.figures));
        let notes: BTreeSet<StatisticalNote> = figures
            .flat_map(|figures: &Observations| &figures.notes)
            .chain(comparison.iter().flat_map(|comparison| &comparison.notes))
            .copied()
            .chain(query.as_of.is_some().then_some(StatisticalNote::DetailsAsNow))
            .collect();
        Statistics {
            metric: entry.clone(),
            question: query.echo.clone(),
            as_of: snapshot.as_of,
            cursor,
            total,
            groups,
            omitted: omitted as u64,
            comparison,
            notes: notes.into_iter().map(StatisticalNote::explained).collect(),
            player_names: names.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::http::cost::Admission;
    use crate::statistics::answers::query::{DEFAULT_GROUPS, read};
    use kifu_statistics::answer::figures::MAX_VALUES;
    use kifu_statistics::catalogue::find;
    use kifu_statistics::question::PlayerRedirects;
    use kifu_statistics::values::GroupKey;

    fn snapshot(id: u8, position: i64) -> Snapshot {
        Snapshot {
            positions: [position].into(),
            as_of: DateTime::UNIX_EPOCH,
            redirects: PlayerRedirects::default(),
            id: SnapshotId([id; 32]),
        }
    }

    fn query_of(metric: &str, parameters: &str) -> (&'static CatalogueEntry, StatisticsQuery) {
        let entry = find(metric).unwrap();
        let params = parameters.split('&').filter_map(|one| one.split_once('='));
        let params: Vec<_> = params.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        (entry, read(entry, &params).unwrap())
    }

    #[test]
    fn the_largest_answers_are_cached_unless_more_groups_are_asked_for_than_by_default() {
        let bar = ValueCount {
            value: StatisticalValue::nameless(Uuid::nil()),
            to: None,
            n: 1,
            share: 0.5,
            interval: None,
            bounds: None,
        };
        let total = Observations { distribution: vec![bar; MAX_VALUES], ..Observations::default() };
        let group = StatisticalGroup { key: GroupKey(Vec::new()), figures: total.clone() };
        let groups = Some(vec![group; DEFAULT_GROUPS]);
        let answer = CachedAnswer { total, groups, omitted: 0, comparison: None, players: BTreeSet::new() };
        let (answers, (entry, query)) = (AnswerCache::default(), query_of("common.won", "group_by=seat"));
        let key = AnswerKey::new(entry, &query, &snapshot(0, 9));
        answers.0.insert(key.clone(), Arc::new(answer));
        assert!(answers.0.get(&key).is_some());
    }

    #[test]
    fn a_key_depends_only_on_the_query_and_the_snapshot() {
        let key = |metric: &str, parameters: &str, id, position| {
            let (entry, query) = query_of(metric, parameters);
            AnswerKey::new(entry, &query, &snapshot(id, position))
        };
        let won = key("common.won", "group_by=seat", 0, 9);
        for same in ["&format=csv", "&theme=dark", "&width=300", "&language=ja", "&limit=100"] {
            assert_eq!(key("common.won", &format!("group_by=seat{same}"), 0, 9), won, "{same}");
        }
        assert_eq!(key("common.won", "group_by=seat", 0, 10), won, "nothing else was counted by then");
        assert_ne!(key("common.won", "group_by=seat", 1, 9), won);
        assert_ne!(key("common.place", "group_by=seat", 0, 9), won);
        for other in ["", "group_by=seats", "group_by=seat&limit=3", "group_by=seat&sort=-mean"] {
            assert_ne!(key("common.won", other, 0, 9), won, "{other}");
        }
        let earlier = "group_by=seat&as_of=2026-01-01";
        assert_ne!(key("common.won", earlier, 0, 9), won);
        assert_ne!(key("common.won", earlier, 0, 8), key("common.won", earlier, 0, 9));
    }

    #[actix_web::test]
    #[expect(clippy::disallowed_methods, reason = "a test")]
    async fn a_query_is_answered_once_for_a_snapshot() {
        let (entry, query) = query_of("common.won", "group_by=seats");
        let (answers, query) = (AnswerCache::default(), Arc::new(query));
        let admission = Admission::of_service(&Arc::default());
        let slot = admission.slot().await.unwrap();
        let none = || -> Inputs { Box::new(Vec::new) };
        let first = answers.get((none(), &slot), entry, &query, &snapshot(0, 9)).await.unwrap();
        let panics = || -> Inputs { Box::new(|| panic!("it is cached")) };
        let again = answers.get((panics(), &slot), entry, &query, &snapshot(0, 9)).await.unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        let later = answers.get((none(), &slot), entry, &query, &snapshot(1, 9)).await.unwrap();
        assert!(!Arc::ptr_eq(&first, &later));
    }
}
