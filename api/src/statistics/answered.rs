//! Answers as they are shown, those that were given lately, and what others like them would begin with.
//!
//! A page shows an answer as a table, as a chart and as a file; many people look at the same page. As long as what was
//! counted is the same, it is counted once.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use actix_web::web;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use uuid::Uuid;

use super::answer::figures::{Telling, WORDS, WORDS_OF_GROUP};
use super::answer::group::Group as Sums;
use super::answer::kept::Kept;
use super::answer::question::{By, Key, Question};
use super::answer::{Answer, Page, answer, answer_once, foresee};
use super::archive::{Ground, When};
use super::catalogue::Entry;
use super::query::Query;
use super::values::{Bar, Comparison, Figures, Group, Note, Seen, ShareDifference, Values};
use crate::problem::{Code, Problem};

/// How much memory the answers that were given lately may take, in bytes.
const GIVEN: u64 = 16 << 20;
/// About how large an answer is.
const USUAL: u64 = 16 << 10;
/// About how large what settled chunks add to a question is.
const USUAL_KEPT: u64 = 64 << 10;

/// What decides an answer but for the names of players: a digest of the question and of what was counted.
pub type Digest = [u8; 32];

/// Makes the pages that a question is about; only asked for if its answer is not known.
pub type Pages = Box<dyn FnOnce() -> Vec<Page> + Send>;

/// The answers that were given lately.
pub struct Answers {
    given: Cache<Digest, Arc<Answered>, Weight>,
    known: Arc<Known>,
}

/// What settled chunks add to questions: answers to them need only what came since.
struct Known {
    /// To those that are counted ahead. Whatever else is asked, they stay.
    foreseen: Cache<Digest, Arc<Kept>, Weight>,
    /// To others that were asked lately.
    asked: Cache<Digest, Arc<Kept>, Weight>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Digest, Arc<Kept>> for Weight {
    fn weight(&self, _: &Digest, kept: &Arc<Kept>) -> u64 {
        kept.bytes() as u64
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
    /// None yet; what settled chunks add may take so much memory, in bytes, a quarter of it for questions that are not
    /// counted ahead.
    pub fn new(kept: u64) -> Self {
        let asked = kept / 4;
        let known = Known { foreseen: cache(kept - asked, USUAL_KEPT), asked: cache(asked, USUAL_KEPT) };
        Self { given: cache(GIVEN, USUAL), known: known.into() }
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
            let (query, moment, known) = (Arc::clone(query), moment.clone(), Arc::clone(&self.known));
            let answered = web::block(move || evaluate(pages, entry, &query, &moment, &known)).await;
            answered.map(Arc::new).map_err(|_| Problem::plain(Code::Internal))
        };
        self.given.get_or_insert_async(&digest, count).await
    }

    /// Makes room for what is counted ahead: nothing stays but what is known of these questions. Gives back those of which
    /// nothing is.
    pub fn unforeseen(
        &self,
        questions: impl IntoIterator<Item = (&'static Entry, Query)>,
        ground: &Ground,
    ) -> Vec<(&'static Entry, Query)> {
        let foreseen = &self.known.foreseen;
        let key = |(entry, query)| Some((counted(entry, &query, ground)?, (entry, query)));
        let questions: Vec<(Digest, (&Entry, Query))> = questions.into_iter().filter_map(key).collect();
        let keys: HashSet<&Digest> = questions.iter().map(|(key, _)| key).collect();
        foreseen.retain(|key, _| keys.contains(key));
        let unforeseen = questions.into_iter().filter(|(key, _)| !foreseen.contains_key(key));
        unforeseen.map(|(_, question)| question).collect()
    }

    /// Counts what settled chunks add to this question, unless it is known or nothing is to be gained by it. `false` if
    /// there is no room for more: something else would have to go.
    pub async fn foresee(
        &self,
        pages: Pages,
        entry: &'static Entry,
        query: Query,
        moment: When,
    ) -> Result<bool, Problem> {
        let foreseen = &self.known.foreseen;
        let key = counted(entry, &query, &moment.ground).filter(|key| !foreseen.contains_key(key));
        let Some(key) = key else { return Ok(true) };
        let count = move || foresee(&mut pages(), &question(&query, &moment)).map(Arc::new);
        let kept = web::block(count).await.map_err(|_| Problem::plain(Code::Internal))?;
        let Some(kept) = kept else { return Ok(true) };
        let fits = foreseen.weight() + kept.bytes() as u64 <= foreseen.capacity();
        if fits {
            foreseen.insert(key, kept);
        }
        Ok(fits)
    }
}

impl Known {
    fn get(&self, key: &Digest) -> Option<Arc<Kept>> {
        self.foreseen.get(key).or_else(|| self.asked.get(key))
    }

    fn put(&self, key: Digest, kept: Arc<Kept>) {
        let of = if self.foreseen.contains_key(&key) { &self.foreseen } else { &self.asked };
        of.insert(key, kept);
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

/// What decides what settled chunks add to a question: which observations count, and how they are grouped. Nothing is kept
/// of an earlier moment: it is asked for once.
fn counted(entry: &Entry, query: &Query, ground: &Ground) -> Option<Digest> {
    if query.as_of.is_some() {
        return None;
    }
    let Query { filter, by, compare, bins, .. } = query;
    let mut digest = blake3::Hasher::new();
    digest.update(format!("{:?}", (&entry.id, entry.metric.version, filter, by, compare, bins)).as_bytes());
    digest.update(&ground.generation.to_le_bytes());
    if entry.is_of_players() || by.contains(&By::Player) || filter.asks_for_players() {
        digest.update(&ground.people.digest());
    }
    Some(*digest.finalize().as_bytes())
}

fn question(query: &Query, moment: &When) -> Question {
    Question {
        filter: query.filter.clone(),
        by: query.by.clone(),
        compare: query.compare.clone(),
        order: query.order,
        bins: query.bins,
        as_of: moment.position,
        people: moment.ground.people.clone(),
    }
}

/// Counts; not for threads that answer requests.
fn evaluate(pages: Pages, entry: &Entry, query: &Query, moment: &When, all: &Known) -> Answered {
    let (mut pages, question) = (pages(), question(query, moment));
    let answer = match counted(entry, query, &moment.ground) {
        Some(key) => {
            let known = all.get(&key);
            let (answer, keep) = answer(&mut pages, &question, known.clone());
            let is_new = |keep: &Arc<_>| known.is_none_or(|known| !Arc::ptr_eq(&known, keep));
            keep.filter(is_new).into_iter().for_each(|keep| all.put(key, keep));
            answer
        }
        None => answer_once(&pages, &question),
    };
    let mut answered = Answered::new(&answer, entry, query);
    if answer.total.n() > 0 {
        answered.players.extend(query.filter.seated());
    } else if question.asks_for_a_stranger(&pages) {
        answered.total.notes.push(Note::UnknownPlayer);
    }
    answered
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
    use crate::feed::cursor::Cursor;
    use crate::live::tail::Places;
    use crate::statistics::answer::KEPT_FROM;
    use crate::statistics::answer::question::People;
    use crate::statistics::catalogue::find;
    use crate::statistics::columns::games::{Game, STILL};
    use crate::statistics::columns::observed::{One, Value};
    use crate::statistics::columns::{Chunk, Entry as Counted};
    use crate::statistics::query::{USUAL_GROUPS, read};
    use crate::statistics::values::GroupKey;
    use crate::store::Position;

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
        answers.given.insert([0; 32], Arc::new(answered));
        assert!(answers.given.get(&[0; 32]).is_some());
    }

    #[test]
    fn what_is_kept_is_of_use_for_all_questions_that_count_the_same() {
        let of = |metric: &str, asked: &str, ground: &Ground| {
            let entry = find(metric).unwrap();
            let given: Vec<_> = asked.split('&').filter_map(|one| one.split_once('=')).collect();
            let given: Vec<_> = given.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            counted(entry, &read(entry, &given).unwrap(), ground)
        };
        let (won, nobody) = ("general.won", Ground { generation: 1, people: People::default() });
        let known = of(won, "group_by=seat", &nobody);
        assert!(known.is_some());
        for shown in ["&min_n=7", "&sort=-mean", "&limit=3", "&format=csv", "&theme=dark"] {
            assert_eq!(of(won, &format!("group_by=seat{shown}"), &nobody), known, "{shown}");
        }
        for other in ["", "group_by=seats", "group_by=seat&seats=3", "group_by=seat&compare=0&compare=1"] {
            assert_ne!(of(won, other, &nobody), known, "{other}");
        }
        assert_ne!(of("general.first_player_advantage", "group_by=seat", &nobody), known);
        assert_ne!(of("general.moves", "bins=7", &nobody), of("general.moves", "bins=8", &nobody));
        assert_eq!(of(won, "group_by=seat&as_of=2026-01-01", &nobody), None);
        assert_ne!(of(won, "group_by=seat", &Ground { generation: 2, ..nobody.clone() }), known);
        let people = Ground { people: People::new([(Uuid::nil(), None)]), ..nobody.clone() };
        assert_eq!(of(won, "group_by=seat", &people), known);
        let somebody = Uuid::nil();
        for about_people in ["group_by=player".into(), format!("of={somebody}"), format!("player={somebody}")]
        {
            assert_ne!(of(won, &about_people, &people), of(won, &about_people, &nobody), "{about_people}");
        }
        assert_ne!(of("general.opponents", "", &people), of("general.opponents", "", &nobody));
    }

    #[actix_web::test]
    async fn what_is_foreseen_is_answered_from_and_there_is_no_room_for_more_than_fits() {
        let entry = find("general.won").unwrap();
        let asked = |way: &str| read(entry, &[("group_by".to_owned(), way.to_owned())]).unwrap();
        let all = many_games(&entry.id);
        let pages = |settled| -> Pages {
            let page = Page { settled, ..all.clone() };
            Box::new(move || vec![page])
        };
        let moment = When {
            position: 9,
            as_of: chrono::DateTime::UNIX_EPOCH,
            cursor: Cursor::after(Places([Position(9)])),
            ground: Ground { generation: 1, people: People::default() },
            digest: [0; 32],
        };
        let is_foreseen = |answers: &Answers, ground: &Ground| {
            answers.unforeseen([(entry, asked("seats"))], ground).is_empty()
        };
        let large = Some((1, 0, 7));
        let answers = Answers::new(1 << 20);
        assert!(!is_foreseen(&answers, &moment.ground));
        assert!(answers.foresee(pages(None), entry, asked("seats"), moment.clone()).await.unwrap());
        assert!(!is_foreseen(&answers, &moment.ground), "nothing is gained by it");
        assert!(answers.foresee(pages(large), entry, asked("seats"), moment.clone()).await.unwrap());
        assert!(is_foreseen(&answers, &moment.ground));
        let none = Box::new(|| panic!("it is known already"));
        assert!(answers.foresee(none, entry, asked("seats"), moment.clone()).await.unwrap());
        let answered = [(&answers, 1), (&Answers::new(0), 2)];
        let mut told = Vec::new();
        for (answers, digest) in answered {
            let query = Arc::new(asked("seats"));
            let answer = answers.get([digest; 32], pages(large), entry, &query, &moment).await.unwrap();
            told.push(format!("{:?}", (&answer.total, &answer.groups)));
        }
        assert_eq!(told[0], told[1]);
        let full = Answers::new(1);
        assert!(!full.foresee(pages(large), entry, asked("seats"), moment.clone()).await.unwrap());
        assert!(!is_foreseen(&full, &moment.ground));
        assert!(!is_foreseen(&answers, &Ground { generation: 2, ..moment.ground.clone() }));
        assert!(!is_foreseen(&answers, &moment.ground), "there are other chunks now");
    }

    /// As many as are worth keeping what they add.
    fn many_games(metric: &str) -> Page {
        let games = (0..KEPT_FROM).map(|number| {
            let one = |seat| One { seat, value: Value::Number(f64::from(seat)), dimensions: Vec::new() };
            let game = Game {
                id: Uuid::from_u128(number as u128),
                from: 0,
                until: STILL,
                at: 0,
                irregular: false,
                options: "{}".into(),
                place: None,
                tags: Vec::new(),
                players: vec![None; 2 + number % 3],
                won: vec![false; 2 + number % 3],
                places: vec![1; 2 + number % 3],
                ending: "end".into(),
            };
            Counted { game, observations: [(metric.to_owned(), vec![one(0), one(1)])].into() }
        });
        let Chunk { games, mut observed } = Chunk::of(games.collect(), &[(metric.to_owned(), 0)]);
        Page {
            game: "bremen".into(),
            games: games.into(),
            dead: Arc::default(),
            observed: observed.remove(metric).unwrap().into(),
            tables: None,
            settled: None,
        }
    }
}
