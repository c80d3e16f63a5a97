//! Answers as they are shown, those that were given lately, and what others like them would begin with.
//!
//! A page shows an answer as a table, as a chart and as a file; many people look at the same page. As long as what was
//! counted is the same, it is counted once.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use actix_web::web;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use uuid::Uuid;

use super::answer::counted::Counted;
use super::answer::figures::{Telling, WORDS, WORDS_OF_GROUP};
use super::answer::group::Group as Sums;
use super::answer::question::{Key, People, Question};
use super::answer::{Answer, Page, answer, answer_once};
use super::archive::When;
use super::catalogue::Entry;
use super::query::Query;
use super::values::{Bar, Comparison, Figures, Group, Note, Seen, ShareDifference, Values};
use crate::problem::{Code, Problem};

/// How much memory the answers that are kept may take, in bytes.
const KEPT: u64 = 16 << 20;
/// About how large an answer is.
const USUAL: u64 = 16 << 10;
/// About how large what settled chunks add to a question is.
const USUAL_COUNTED: u64 = 64 << 10;

/// What decides an answer but for the names of players: a digest of the question and of what was counted.
pub type Digest = [u8; 32];

/// Makes the pages that a question is about; only asked for if its answer is not known.
pub type Pages = Box<dyn FnOnce() -> Vec<Page> + Send>;

/// The answers that were given lately.
pub struct Answers {
    kept: Cache<Digest, Arc<Answered>, Weight>,
    /// What settled chunks add to questions that were asked lately: other answers to them need only what came since.
    counted: Arc<Cache<Digest, Arc<Counted>, Weight>>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Digest, Arc<Counted>> for Weight {
    fn weight(&self, _: &Digest, counted: &Arc<Counted>) -> u64 {
        counted.bytes() as u64
    }
}

impl Weighter<Digest, Arc<Answered>> for Weight {
    fn weight(&self, _: &Digest, answered: &Arc<Answered>) -> u64 {
        answered.bytes() as u64
    }
}

/// Keeps so many bytes of things that are usually so large.
fn cache<V: Clone>(bytes: u64, usual: u64) -> Cache<Digest, V, Weight>
where
    Weight: Weighter<Digest, V>,
{
    let options = OptionsBuilder::new()
        .shards(1)
        .weight_capacity(bytes)
        // What is new has half of the room, so that the largest fit.
        .hot_allocation(0.5)
        .estimated_items_capacity(usize::try_from(bytes / usual).unwrap_or(usize::MAX).max(16))
        .build()
        .expect("all that has no default is given");
    Cache::with_options(options, Weight, DefaultHashBuilder::default(), DefaultLifecycle::default())
}

impl Answers {
    /// None yet; what settled chunks add may take so much memory, in bytes.
    pub fn new(counted: u64) -> Self {
        Self { kept: cache(KEPT, USUAL), counted: cache(counted, USUAL_COUNTED).into() }
    }

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
            let counted = Arc::clone(&self.counted);
            let answered = evaluate(pages, entry, Arc::clone(query), moment, counted).await?;
            Ok(Arc::new(answered))
        };
        self.kept.get_or_insert_async(&digest, count).await
    }
}

/// What is told of what was counted. Whoever is in it has no name here: names change without anything being counted.
#[derive(Clone)]
pub struct Answered {
    total: Figures,
    groups: Option<Vec<Group>>,
    left_out: usize,
    comparison: Option<Comparison>,
    /// The players it is about, who are called as they are called by now.
    pub players: BTreeSet<Uuid>,
}

/// What decides what the settled chunks add to a question.
fn settled(pages: &[Page], entry: &Entry, query: &Query, people: &People) -> Digest {
    let mut digest = blake3::Hasher::new();
    digest.update(format!("{:?}", (&entry.id, entry.metric.version, &query.question)).as_bytes());
    digest.update(&people.digest());
    for page in pages {
        let Some((generation, shard, chunk)) = page.settled else { continue };
        digest.update(&generation.to_le_bytes()).update(&shard.to_le_bytes()).update(&chunk.to_le_bytes());
        digest.update(&page.dead.len().to_le_bytes());
    }
    *digest.finalize().as_bytes()
}

/// Counts, away from the threads that answer requests.
async fn evaluate(
    pages: Pages,
    entry: &'static Entry,
    query: Arc<Query>,
    moment: &When,
    counted: Arc<Cache<Digest, Arc<Counted>, Weight>>,
) -> Result<Answered, Problem> {
    let (as_of, people) = (moment.position, moment.people.clone());
    let evaluate = move || {
        let mut pages = pages();
        // An earlier moment is asked for once.
        let key = query.as_of.is_none().then(|| settled(&pages, entry, &query, &people));
        let question = Question {
            filter: query.filter.clone(),
            by: query.by.clone(),
            compare: query.compare.clone(),
            order: query.order,
            bins: query.bins,
            as_of,
            people,
        };
        let answer = match key {
            Some(key) => {
                let known = counted.get(&key);
                let (answer, keep) = answer(&mut pages, &question, known.clone());
                let is_new = |keep: &Arc<_>| known.is_none_or(|known| !Arc::ptr_eq(&known, keep));
                keep.filter(is_new).into_iter().for_each(|keep| counted.insert(key, keep));
                answer
            }
            None => answer_once(&pages, &question),
        };
        let mut answered = Answered::new(&answer, entry, &query);
        if answer.total.n() > 0 {
            answered.players.extend(query.filter.seated());
        } else if question.asks_for_a_stranger(&pages) {
            answered.total.notes.push(Note::UnknownPlayer);
        }
        answered
    };
    web::block(evaluate).await.map_err(|_| Problem::plain(Code::Internal))
}

impl Answered {
    fn new(answer: &Answer, entry: &Entry, query: &Query) -> Self {
        let telling = Telling {
            kind: entry.metric.kind,
            of_players: entry.is_of_players(),
            quantiles: &query.quantiles,
            least: query.order.least,
            by: &query.group_by,
            domain: &answer.domain,
        };
        let group = |(key, group): &(Key, Sums)| Group {
            key: telling.key(key),
            figures: telling.figures(group, WORDS_OF_GROUP),
        };
        let mut answered = Self {
            total: telling.figures(&answer.total, WORDS),
            groups: (!query.by.is_empty()).then(|| answer.groups.iter().map(group).collect()),
            left_out: answer.left_out,
            comparison: answer.compared.as_ref().map(|compared| telling.comparison(compared)),
            players: BTreeSet::new(),
        };
        answered.players = answered.values().filter_map(|value| value.player()).collect();
        answered
    }

    /// Every value that may be a player.
    fn values(&mut self) -> impl Iterator<Item = &mut Seen> {
        let groups = self.groups.iter_mut().flatten();
        let comparison = self.comparison.iter_mut().flat_map(Comparison::values);
        self.total.values().chain(groups.flat_map(Group::values)).chain(comparison)
    }

    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        let groups = self.groups.iter().flatten();
        let figures = groups.map(|group| &group.figures).chain([&self.total]);
        let shares = self.comparison.iter().map(|comparison| comparison.shares.len());
        let bars = figures.map(|figures| size_of::<Group>() + figures.distribution.len() * size_of::<Bar>());
        size_of::<Self>() + bars.sum::<usize>() + shares.sum::<usize>() * size_of::<ShareDifference>()
    }

    /// The answer in people's words and numbers.
    pub fn told(
        &self,
        entry: &'static Entry,
        query: &Query,
        names: &HashMap<Uuid, String>,
        moment: &When,
        cursor: String,
    ) -> Values {
        let mut told = self.clone();
        told.values().for_each(|value| value.name(names));
        let Self { total, groups, left_out, comparison, .. } = told;
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
            left_out: left_out as u64,
            comparison,
            notes: notes.into_iter().map(Note::explained).collect(),
            people: names.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::catalogue::find;
    use crate::statistics::query::{USUAL_GROUPS, read};
    use crate::statistics::values::GroupKey;

    #[test]
    fn the_largest_answers_are_kept_unless_more_groups_are_asked_for_than_usual() {
        let bar = Bar {
            value: Seen::nameless(Uuid::nil()),
            to: None,
            n: 1,
            share: 0.5,
            interval: None,
            bounds: None,
        };
        let total = Figures { distribution: vec![bar; WORDS], ..Figures::default() };
        let group = Group { key: GroupKey(Vec::new()), figures: total.clone() };
        let groups = Some(vec![group; usize::try_from(USUAL_GROUPS).unwrap()]);
        let answered = Answered { total, groups, left_out: 0, comparison: None, players: BTreeSet::new() };
        let answers = Answers::new(0);
        answers.kept.insert([0; 32], Arc::new(answered));
        assert!(answers.kept.get(&[0; 32]).is_some());
    }

    #[test]
    fn what_settled_chunks_add_is_known_as_long_as_nothing_in_them_changes() {
        let entry = find("general.won").unwrap();
        let asked = |given: &[(&str, &str)]| {
            let given: Vec<_> = given.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            read(entry, &given).unwrap()
        };
        let page = |settled, dead: &[u32]| Page {
            game: "bremen".into(),
            games: Arc::default(),
            dead: dead.to_vec().into(),
            observed: Arc::default(),
            tables: None,
            settled,
        };
        let (query, people) = (asked(&[]), People::default());
        let chunk = (1, 0, 7);
        let known = settled(&[page(Some(chunk), &[3])], entry, &query, &people);
        let beside = [page(None, &[]), page(Some(chunk), &[3]), page(None, &[1])];
        assert_eq!(settled(&beside, entry, &query, &people), known);
        for (pages, query, people) in [
            (vec![page(Some(chunk), &[3, 4])], &query, &people),
            (vec![page(Some((1, 0, 8)), &[3])], &query, &people),
            (vec![page(Some((2, 0, 7)), &[3])], &query, &people),
            (vec![page(Some(chunk), &[3]), page(Some((1, 1, 7)), &[])], &query, &people),
            (vec![page(Some(chunk), &[3])], &asked(&[("group_by", "seat")]), &people),
            (vec![page(Some(chunk), &[3])], &query, &People::new([(Uuid::nil(), None)])),
        ] {
            assert_ne!(settled(&pages, entry, query, people), known);
        }
    }
}
