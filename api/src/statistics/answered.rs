//! Answers as they are shown, and those that were given lately.
//!
//! A page shows an answer as a table, as a chart and as a file; many people look at the same page. As long as what was
//! counted is the same, it is counted once.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use actix_web::web;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use uuid::Uuid;

use super::answer::domain::Stretch;
use super::answer::figures::Telling;
use super::answer::group::Group as Counted;
use super::answer::question::{Key, Question};
use super::answer::{Answer, Page, answer};
use super::archive::When;
use super::catalogue::Entry;
use super::query::{Query, Sort, SortKey};
use super::values::{Figures, Group, Note, Values};
use crate::problem::{Code, Problem};

/// How much memory the answers that are kept may take, in bytes.
const KEPT: u64 = 16 << 20;
/// About how large an answer is.
const USUAL: u64 = 16 << 10;

/// What decides an answer but for the names of players: a digest of the question and of what was counted.
pub type Digest = [u8; 32];

/// Makes the pages that a question is about; only asked for if its answer is not known.
pub type Pages = Box<dyn FnOnce() -> Vec<Page> + Send>;

/// The answers that were given lately.
pub struct Answers {
    kept: Cache<Digest, Arc<Answered>, Weight>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Digest, Arc<Answered>> for Weight {
    fn weight(&self, _: &Digest, answered: &Arc<Answered>) -> u64 {
        answered.bytes() as u64
    }
}

impl Default for Answers {
    fn default() -> Self {
        let options = OptionsBuilder::new()
            .shards(2)
            .weight_capacity(KEPT)
            .estimated_items_capacity(usize::try_from(KEPT / USUAL).unwrap_or(usize::MAX))
            .build()
            .expect("all that has no default is given");
        let kept =
            Cache::with_options(options, Weight, DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self { kept }
    }
}

impl Answers {
    /// The answer to this question over these pages. Whoever asks what somebody else is just asking waits for theirs.
    pub async fn get(
        &self,
        digest: Digest,
        pages: Pages,
        entry: &'static Entry,
        query: &Arc<Query>,
        moment: &When,
    ) -> Result<Arc<Answered>, Problem> {
        let count = async {
            let counted = evaluate(pages, entry, Arc::clone(query), moment).await?;
            Ok(Arc::new(counted))
        };
        self.kept.get_or_insert_async(&digest, count).await
    }
}

/// What was counted, and what of it is shown.
pub struct Answered {
    answer: Answer,
    groups: Vec<(Key, Counted)>,
    left_out: usize,
    /// The players it is about, who are called as they are called by now.
    pub players: BTreeSet<Uuid>,
    unknown_player: bool,
}

/// Counts, away from the threads that answer requests.
async fn evaluate(
    pages: Pages,
    entry: &'static Entry,
    query: Arc<Query>,
    moment: &When,
) -> Result<Answered, Problem> {
    let (as_of, people) = (moment.position, moment.people.clone());
    let evaluate = move || {
        let pages = pages();
        let question = Question {
            filter: query.filter.clone(),
            by: query.by.clone(),
            compare: query.compare.clone(),
            bins: query.bins,
            as_of,
            people,
        };
        let mut answer = answer(&pages, &question);
        let mut groups = std::mem::take(&mut answer.groups);
        sort(&mut groups, query.sort, query.least);
        let left_out = leave_out(&mut groups, query.limit, query.compare.as_ref());
        let unknown_player = answer.total.n() == 0 && question.asks_for_a_stranger(&pages);
        let nobody = HashMap::new();
        let telling = telling(entry, &query, &nobody, &answer);
        let mut players = telling.players(&answer, &groups, query.compare.as_ref());
        if answer.total.n() > 0 {
            players.extend(query.filter.seated());
        }
        Answered { answer, groups, left_out, players, unknown_player }
    };
    web::block(evaluate).await.map_err(|_| Problem::plain(Code::Internal))
}

/// Leaves as many groups as there may be, and those that are compared; how many others there were.
fn leave_out(groups: &mut Vec<(Key, Counted)>, limit: usize, compare: Option<&[Key; 2]>) -> usize {
    let all = groups.len();
    let beyond = groups.split_off(limit.min(all));
    let is_compared = |(key, _): &(Key, Counted)| compare.is_some_and(|keys| keys.contains(key));
    groups.extend(beyond.into_iter().filter(is_compared));
    all - groups.len()
}

fn telling<'a>(
    entry: &Entry,
    query: &'a Query,
    names: &'a HashMap<Uuid, String>,
    answer: &'a Answer,
) -> Telling<'a> {
    Telling {
        kind: entry.metric.kind,
        of_players: entry.is_of_players(),
        quantiles: &query.quantiles,
        least: query.least,
        by: &query.group_by,
        names,
        domain: &answer.domain,
    }
}

/// Groups of the same mean or size stay in the order of their keys.
fn sort(groups: &mut [(Key, Counted)], sort: Sort, least: u64) {
    groups.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mean = |group: &Counted| group.sums.mean().filter(|_| group.n() >= least);
    let order = |one: std::cmp::Ordering| if sort.descending { one.reverse() } else { one };
    match sort.by {
        SortKey::Key if sort.descending => groups.reverse(),
        SortKey::Key => {}
        SortKey::Size => groups.sort_by(|(_, one), (_, other)| order(one.n().cmp(&other.n()))),
        SortKey::Mean => groups.sort_by(|(_, one), (_, other)| match (mean(one), mean(other)) {
            (Some(one), Some(other)) => order(one.total_cmp(&other)),
            (one, other) => one.is_none().cmp(&other.is_none()),
        }),
    }
}

impl Answered {
    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        let groups = self.groups.iter().map(|(_, group)| group);
        let domain = &self.answer.domain;
        let domain = domain.numbers.len() * size_of::<f64>() + domain.bars.len() * size_of::<Stretch>();
        size_of::<Self>()
            + domain
            + [&self.answer.total].into_iter().chain(groups).map(Counted::bytes).sum::<usize>()
    }

    /// The answer in people's words and numbers.
    pub fn values(
        &self,
        entry: &'static Entry,
        query: &Query,
        names: &HashMap<Uuid, String>,
        moment: &When,
        cursor: String,
    ) -> Values {
        let telling = telling(entry, query, names, &self.answer);
        let mut total = telling.figures(&self.answer.total);
        if self.unknown_player {
            total.notes.push(Note::UnknownPlayer);
        }
        let group =
            |(key, group): &(Key, Counted)| Group { key: telling.key(key), figures: telling.figures(group) };
        let groups = (!query.by.is_empty()).then(|| self.groups.iter().map(group).collect::<Vec<_>>());
        let compared = query.compare.as_ref().zip(self.answer.compared.as_ref());
        let comparison = compared.map(|(keys, compared)| telling.comparison(keys, compared));
        let figures = [&total].into_iter().chain(groups.iter().flatten().map(|group| &group.figures));
        let notes: BTreeSet<Note> = figures
            .flat_map(|figures: &Figures| &figures.notes)
            .chain(comparison.iter().flat_map(|comparison| &comparison.notes))
            .copied()
            .collect();
        Values {
            metric: entry.clone(),
            question: query.question.clone(),
            as_of: moment.as_of,
            cursor,
            total,
            groups,
            left_out: self.left_out as u64,
            comparison,
            notes: notes.into_iter().map(Note::explained).collect(),
            people: names.clone(),
        }
    }
}
