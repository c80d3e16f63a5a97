//! What was counted of pages.
//!
//! Large chunks hardly ever change, and what they add to a question is kept ([`Counted::settled`]). When games were counted
//! since, only these are read, and come on top of it ([`Counted::onto`]): an answer takes as long as what is new, not as
//! the archive. When there is another large chunk, or when games in one count no more, what is kept grows by the one
//! ([`Counted::grown`]) or loses the others ([`Counted::less`]).

use ahash::AHashMap;

use super::counting::Counting;
use super::domain::{Domain, Meaning, Moved};
use super::group::Group;
use super::keys::{PageWays, Ways};
use super::outline::Outline;
use super::part::Part;
use super::places::Places;
use super::plan::{Groups, Plan, Side};
use super::question::{By, Key, Question};
use super::selection::Selection;
use super::{Answer, Compared, Limits, Page};
use crate::statistics::both::both;
use crate::statistics::estimate::Common;

/// Numbers that are sorted into bars are counted, too, each for itself: about as much work as so many bars.
const NUMBERS: u64 = 400;
/// So many groups are kept at most.
const OUTLINES: u64 = 1 << 16;

/// All that was counted of some pages.
#[derive(Clone)]
pub struct Counted {
    domain: Domain,
    /// The numbers that were met, in their order; none unless further pages are to come on top.
    met: Vec<f64>,
    ways: Ways,
    /// All observations together.
    total: Group,
    /// All groups by their numbers, without bars; none unless further pages are to come on top.
    outlines: Vec<(u64, Outline)>,
    /// Those whose bars are known by their numbers; where nothing comes on top, those that are shown in their order.
    shown: Vec<(u64, Group)>,
    /// How many are not shown.
    left_out: usize,
    /// What two groups have in common that are compared.
    common: InCommon,
}

/// What two groups have in common: in their sums, and in the shares of their bars.
type InCommon = (Common, AHashMap<u32, Common>);

/// What comes of further pages on top of what was counted.
pub enum Onto {
    /// All of it together.
    Counted(Box<Counted>),
    /// The bars of these groups, by the numbers that they have there, have to be counted first.
    Without(Vec<u64>),
    /// Everything has to be counted anew: values fall into other bars now.
    Nothing,
}

impl Counted {
    /// Counts these pages, and nothing will come on top.
    pub fn of(pages: &[Page], question: &Question, limits: &Limits) -> Self {
        Self::of_survey(Survey::new(pages, &[], question), question, limits, false)
    }

    /// Counts these pages, so that others can come on top; `None` if there can be too many groups to keep them. Bars are
    /// cut as those others will want them.
    pub fn settled(pages: &[Page], others: &[Page], question: &Question, limits: &Limits) -> Option<Self> {
        let survey = Survey::new(pages, others, question);
        let are_few = survey.ways.size() <= OUTLINES;
        are_few.then(|| Self::of_survey(survey, question, limits, true).packed())
    }

    /// The same in less memory.
    fn packed(mut self) -> Self {
        self.outlines.shrink_to_fit();
        let shown = self.shown.into_iter().map(|(number, group)| (number, group.packed())).collect();
        Self { total: self.total.packed(), ways: self.ways.packed(), shown, ..self }
    }

    fn of_survey(survey: Survey, question: &Question, limits: &Limits, is_settled: bool) -> Self {
        let First { total, mut groups, mut common, at_once } = survey.first(question, limits);
        let outlines = groups.iter().filter(|_| is_settled).map(|(number, group)| (*number, group.outline));
        let outlines = outlines.collect();
        let left_out = survey.arrange(&mut groups, question);
        if !at_once {
            (groups, common) = survey.second(&numbers(&groups), question, limits);
        }
        let Survey { domain, ways, .. } = survey;
        let counted =
            Self { domain, met: Vec::new(), ways, total, outlines, shown: groups, left_out, common };
        let met = if is_settled { counted.met() } else { Vec::new() };
        Self { met, ..counted }
    }

    /// Counts these pages on top.
    pub fn onto(&self, pages: &[Page], question: &Question, limits: &Limits) -> Onto {
        let survey = Survey::beyond(self, pages, &[], question);
        let Some(moved) = self.moved(&survey) else { return Onto::Nothing };
        let first = survey.first(question, limits);
        let (mut all, places) = self.outlines_with(&first.groups, &survey.ways);
        let left_out = survey.arrange(&mut all, question);
        let numbers = numbers(&all);
        let before = self.shown_as(&survey.ways);
        let without = numbers.iter().filter(|number| !before.contains_key(number));
        let without = without.filter_map(|number| self.outlines.get(places.get(*number)?));
        let without: Vec<u64> = without.map(|(number, _)| *number).collect();
        if !without.is_empty() {
            return Onto::Without(without);
        }
        let together = self.together(survey, &moved, first, &numbers, question, limits);
        Onto::Counted(Self { left_out, ..together }.into())
    }

    /// The same with further settled pages; `None` if there can be too many groups to keep them, or if values fall into
    /// other bars now. Bars are cut as these others will want them.
    pub fn grown(
        &self,
        pages: &[Page],
        others: &[Page],
        question: &Question,
        limits: &Limits,
    ) -> Option<Self> {
        let survey = Survey::beyond(self, pages, others, question);
        let moved = self.moved(&survey).filter(|_| survey.ways.size() <= OUTLINES)?;
        let first = survey.first(question, limits);
        let (outlines, places) = self.outlines_with(&first.groups, &survey.ways);
        let mut shown = outlines.clone();
        survey.arrange(&mut shown, question);
        // Nothing is known of the bars that others of them had before.
        let is_new = |number: &u64| places.get(*number).is_some_and(|place| place >= self.outlines.len());
        let mut numbers: Vec<u64> = numbers(&shown).into_iter().filter(is_new).collect();
        numbers.extend(self.shown_as(&survey.ways).keys());
        let together = self.together(survey, &moved, first, &numbers, question, limits);
        let met = together.met();
        Some(Self { met, outlines, ..together }.packed())
    }

    /// The same without games of these pages, which were counted; `None` if groups are called as people spelled them:
    /// what they are called may have been there only.
    pub fn less(&self, gone: &[Page], question: &Question, limits: &Limits) -> Option<Self> {
        if question.by.iter().any(By::is_free_text) {
            return None;
        }
        let survey = Survey::again(self, gone, question);
        let First { total, groups, mut common, at_once } = survey.first(question, limits);
        let values = self.domain.values.len();
        let gone = groups.iter().map(|(number, group)| (*number, group.outline));
        let outlines = without(&self.outlines, gone, |outline, gone| *outline - gone);
        let mut of_shown = groups;
        if !at_once {
            (of_shown, common) = survey.second(&numbers(&self.shown), question, limits);
        }
        let mut less = Self {
            total: self.total.less(&total, values),
            outlines,
            shown: without(&self.shown, of_shown, |group, gone| group.less(&gone, values)),
            ..self.clone()
        };
        less.common.0 -= common.0;
        for (bar, of_bar) in common.1 {
            *less.common.1.entry(bar).or_default() -= of_bar;
        }
        less.met = less.met();
        Some(less)
    }

    /// Where everything is in a survey beyond it; `None` if values fall into other bars there.
    fn moved(&self, survey: &Survey) -> Option<Moved> {
        let moved = self.domain.moved(&survey.domain);
        let is_lost = |(bar, _): &(u32, _)| moved.bars[*bar as usize].is_none();
        (!self.total.seen().iter().any(is_lost)).then_some(moved)
    }

    /// The groups whose bars are known, by the numbers that they have there.
    fn shown_as(&self, to: &Ways) -> AHashMap<u64, &Group> {
        self.shown.iter().map(|(number, group)| (self.ways.renumber(*number, to), group)).collect()
    }

    /// The numbers that were met.
    fn met(&self) -> Vec<f64> {
        self.total.numbers(&self.domain).into_iter().map(|(number, _)| number).collect()
    }

    /// This and what a survey beyond it has counted: of groups, those of these numbers.
    fn together(
        &self,
        survey: Survey,
        moved: &Moved,
        first: First,
        numbers: &[u64],
        question: &Question,
        limits: &Limits,
    ) -> Self {
        let First { total, groups: mut fresh, mut common, at_once } = first;
        if !at_once {
            (fresh, common) = survey.second(numbers, question, limits);
        }
        let fresh: AHashMap<u64, Group> = fresh.into_iter().collect();
        let before = self.shown_as(&survey.ways);
        let detail = survey.plan(Groups::Only(numbers), None).detail(numbers.len() as u64);
        let of_group = |number: u64| {
            let before = before.get(&number).map(|group| group.moved(moved, detail));
            let mut group = before.unwrap_or_else(|| Group::new(detail));
            fresh.get(&number).into_iter().for_each(|fresh| group += fresh);
            (number, group)
        };
        let shown = numbers.iter().copied().map(of_group).collect();
        let mut all = self.total.moved(moved, survey.plan(Groups::None, None).detail(1));
        all += &total;
        let common = self.common_with(common, moved);
        let Survey { domain, ways, .. } = survey;
        let (met, outlines) = (Vec::new(), Vec::new());
        Self { domain, met, ways, total: all, outlines, shown, left_out: 0, common }
    }

    /// The outlines of all groups, with these, by the numbers that they have there; and where each is: first those that
    /// were known, in their order.
    fn outlines_with(&self, groups: &[(u64, Group)], to: &Ways) -> (Vec<(u64, Outline)>, Places) {
        let mut all = self.outlines.clone();
        let mut places = Places::new(to.size());
        for (place, (number, _)) in all.iter_mut().enumerate() {
            *number = self.ways.renumber(*number, to);
            places.get_or_insert(*number, place);
        }
        for (number, group) in groups {
            let place = places.get_or_insert(*number, all.len());
            match all.get_mut(place) {
                Some((_, ours)) => *ours += group.outline,
                None => all.push((*number, group.outline)),
            }
        }
        (all, places)
    }

    /// The same with the bars of these groups, from the same pages.
    #[must_use]
    pub fn with(&self, numbers: &[u64], pages: &[Page], question: &Question, limits: &Limits) -> Self {
        let (groups, _) = Survey::again(self, pages, question).second(numbers, question, limits);
        let mut with = self.clone();
        with.shown.extend(groups.into_iter().map(|(number, group)| (number, group.packed())));
        with
    }

    fn common_with(&self, (mut common, mut bars): InCommon, moved: &Moved) -> InCommon {
        common += self.common.0;
        for (bar, of_bar) in &self.common.1 {
            if let Some(bar) = moved.bars[*bar as usize] {
                *bars.entry(bar).or_default() += *of_bar;
            }
        }
        for of_bar in bars.values_mut() {
            of_bar.count_count = common.count_count;
        }
        (common, bars)
    }

    /// What is answered.
    pub fn answer(self, question: &Question) -> Answer {
        let Self { domain, ways, total, shown, left_out, common: (common, bars), .. } = self;
        let groups: Vec<(Key, Group)> =
            shown.into_iter().map(|(number, group)| (ways.key(number), group)).collect();
        let compared = question.compare.as_ref().map(|keys| {
            let keys = keys.each_ref().map(|key| ways.told(key));
            let of_key = |key: &Key| groups.iter().find(|(other, _)| other == key).map(|(_, group)| group);
            let group = |key: &Key| if key.is_empty() { Some(&total) } else { of_key(key) }.cloned();
            Compared { groups: keys.each_ref().map(group), keys, common, bars }
        });
        Answer { domain, total, groups, left_out, compared }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let groups = self.shown.iter().map(|(_, group)| group.bytes());
        self.outlines.len() * size_of::<(u64, Outline)>()
            + groups.sum::<usize>()
            + self.domain.bytes()
            + self.ways.bytes()
            + self.common.1.len() * size_of::<Common>()
    }
}

fn numbers<G>(groups: &[(u64, G)]) -> Vec<u64> {
    groups.iter().map(|(number, _)| *number).collect()
}

/// Groups without what is gone of them, as far as they have any games left.
fn without<G: AsRef<Outline> + Clone>(
    groups: &[(u64, G)],
    gone: impl IntoIterator<Item = (u64, G)>,
    less: impl Fn(&G, G) -> G,
) -> Vec<(u64, G)> {
    let mut gone: AHashMap<u64, G> = gone.into_iter().collect();
    let left = groups.iter().map(|(number, group)| match gone.remove(number) {
        Some(gone) => (*number, less(group, gone)),
        None => (*number, group.clone()),
    });
    left.filter(|(_, group)| group.as_ref().games > 0).collect()
}

/// Pages as a question sees them.
struct Survey<'p> {
    selections: Vec<Selection<'p>>,
    domain: Domain,
    /// By page and code.
    meanings: Vec<Vec<Meaning>>,
    ways: Ways,
    of_pages: Vec<PageWays<'p>>,
}

/// What a first pass counts.
struct First {
    total: Group,
    /// All groups; with their bars, if these are counted at once.
    groups: Vec<(u64, Group)>,
    common: InCommon,
    at_once: bool,
}

impl<'p> Survey<'p> {
    /// Of these pages, with values that other pages have as well.
    fn new(pages: &'p [Page], others: &[Page], question: &Question) -> Self {
        let (selections, others) = (Selection::all(pages, question), Selection::all(others, question));
        let domain = Domain::new(selections.iter().chain(&others), question.bins);
        Self::of(selections, domain, Ways::new(question), question)
    }

    /// With values and groups that were counted before, and with values that other pages have as well.
    fn beyond(before: &Counted, pages: &'p [Page], others: &[Page], question: &Question) -> Self {
        let (selections, others) = (Selection::all(pages, question), Selection::all(others, question));
        let all = selections.iter().chain(&others);
        let domain = Domain::beyond(&before.domain, &before.met, all, question.bins);
        Self::of(selections, domain, before.ways.clone(), question)
    }

    /// As these same pages were counted before.
    fn again(before: &Counted, pages: &'p [Page], question: &Question) -> Self {
        let selections = Selection::all(pages, question);
        Self::of(selections, before.domain.clone(), before.ways.clone(), question)
    }

    fn of(selections: Vec<Selection<'p>>, domain: Domain, ways: Ways, question: &Question) -> Self {
        let meanings = domain.meanings(&selections);
        let (ways, of_pages) = ways.read(&selections, question);
        Self { selections, domain, meanings, ways, of_pages }
    }

    /// Everything, and all groups or their outlines.
    fn first(&self, question: &Question, limits: &Limits) -> First {
        let is_grouped = !question.by.is_empty();
        let bars = if self.domain.is_binned { NUMBERS } else { self.domain.bars.len() as u64 };
        let at_once = !is_grouped || self.ways.size().saturating_mul(bars) <= limits.at_once;
        let groups = match (is_grouped, at_once) {
            (false, _) => Groups::None,
            (true, true) => Groups::All,
            (true, false) => Groups::Outlined,
        };
        let compared = self.compared(question).filter(|_| at_once);
        let plan = Plan { total: true, ..self.plan(groups, compared) };
        let mut counting = self.count(&plan, limits);
        let common = counting.common();
        let (total, groups) = counting.finish();
        First { total, groups, common, at_once }
    }

    /// These groups with their bars, and what those have in common that are compared.
    fn second(&self, numbers: &[u64], question: &Question, limits: &Limits) -> (Vec<(u64, Group)>, InCommon) {
        let plan = self.plan(Groups::Only(numbers), self.compared(question));
        let mut counting = self.count(&plan, limits);
        let common = counting.common();
        (counting.finish().1, common)
    }

    /// Leaves the groups that are shown in their order; how many others there were.
    fn arrange<G: AsRef<Outline>>(&self, groups: &mut Vec<(u64, G)>, question: &Question) -> usize {
        let sides: Vec<u64> = self.compared(question).iter().flatten().filter_map(Side::number).collect();
        question.order.arrange(groups, &self.ways.ranks(), &sides)
    }

    fn compared(&self, question: &Question) -> Option<[Side; 2]> {
        question.compare.as_ref().map(|keys| keys.each_ref().map(|key| Side::of(key, &self.ways)))
    }

    fn plan<'a>(&'a self, groups: Groups<'a>, compared: Option<[Side; 2]>) -> Plan<'a> {
        Plan { domain: &self.domain, ways: &self.ways, total: false, groups, compared }
    }

    /// Counts, on two threads if there is so much of it.
    fn count<'a>(&'a self, plan: &'a Plan<'a>, limits: &Limits) -> Counting<'a> {
        let pages = self.selections.iter().zip(&self.meanings).zip(&self.of_pages);
        let parts = pages.map(|((selection, meanings), ways)| Part {
            selection,
            games: &selection.games,
            meanings,
            ways,
        });
        let parts: Vec<Part> = parts.collect();
        let work: usize = parts.iter().map(Part::work).sum();
        let games = parts.iter().map(|part| part.games.len()).sum();
        if work < limits.alone {
            return Counting::of(plan, &parts, games);
        }
        let (one, other) = halves(&parts, work / 2);
        let (mut counted, other) =
            both(|| Counting::of(plan, &one, games), || Counting::of(plan, &other, games));
        counted.join(other);
        counted
    }
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
