//! The values that a question meets, and the bars in which they are counted.

use ahash::{AHashMap, AHashSet};
use uuid::Uuid;

use super::selection::Selection;
use crate::statistics::columns::observed::Value;

/// All different values of the observations that count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Domain {
    /// The numbers, the smallest first.
    pub numbers: Vec<f64>,
    /// What is counted together.
    pub bars: Vec<Stretch>,
    /// Whether bars hold more than one number.
    pub is_binned: bool,
    /// What the values mean: the numbers in their order, then the words.
    pub values: Vec<Meaning>,
    /// The words, in their order, but for players.
    words: Vec<String>,
    /// The players, whose words come behind the others.
    players: Vec<Uuid>,
}

/// Where the bars and numbers of a domain are in another; `None` if they are not there.
pub struct Moved {
    /// By bar.
    pub bars: Vec<Option<u32>>,
    /// By number: the places of words, of which each has a bar of its own, are not asked for.
    pub numbers: Vec<Option<u32>>,
    /// How many values there are now.
    pub values: usize,
}

/// What a bar counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Stretch {
    /// One number.
    Number(f64),
    /// Numbers from this one up to that, which is not part of it.
    Between(f64, f64),
    /// One word.
    Word(String),
}

/// What a code of a page means to the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// A value that is known.
    Known {
        /// What it adds to a sum; a word adds nothing.
        number: f64,
        /// Its place among the values.
        value: u32,
        /// Its bar.
        bar: u32,
    },
    /// A value that was never revealed and lies between these.
    Unknown(f64, f64),
}

impl Meaning {
    /// Its bar, if it is known.
    #[inline]
    pub fn bar(self) -> Option<u32> {
        if let Self::Known { bar, .. } = self { Some(bar) } else { None }
    }

    /// Its place among the values, if it is known.
    #[inline]
    pub fn value(self) -> Option<u32> {
        if let Self::Known { value, .. } = self { Some(value) } else { None }
    }
}

impl Domain {
    /// Of these selections, with at most so many bars, 2 or more, for the numbers.
    pub fn new<'s>(
        selections: impl IntoIterator<Item = &'s Selection<'s>, IntoIter: Clone>,
        bins: usize,
    ) -> Self {
        Self::of(different(selections.into_iter(), bins), bins)
    }

    /// Of these selections, and with the words of another domain and numbers that were met there.
    pub fn beyond<'s>(
        before: &Self,
        met_before: &[f64],
        selections: impl IntoIterator<Item = &'s Selection<'s>>,
        bins: usize,
    ) -> Self {
        let mut different = among(selections.into_iter(), met);
        different.numbers.extend(met_before);
        different.words.extend(before.words.iter().map(String::as_str));
        different.players.extend(&before.players);
        different.sort();
        Self::of(different, bins)
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let words = 2 * (self.words.len() + self.players.len()) * size_of::<Uuid>();
        self.values.len() * (size_of::<Meaning>() + size_of::<f64>())
            + self.bars.len() * size_of::<Stretch>()
            + words
    }

    /// Where everything is in another domain that has all of the words.
    pub fn moved(&self, to: &Self) -> Moved {
        let [ours, theirs] = [self, to].map(Self::bars_of_numbers);
        let bar = |bar: &Stretch| theirs.iter().position(|other| other == bar).map(place);
        let word = |word: &String| to.words.binary_search(word).ok().map(|at| place(theirs.len() + at));
        let before = theirs.len() + to.words.len();
        let player = |id: &Uuid| to.players.binary_search(id).ok().map(|at| place(before + at));
        let words = self.words.iter().map(word).chain(self.players.iter().map(player));
        let number =
            |number: &f64| to.numbers.binary_search_by(|other| other.total_cmp(number)).ok().map(place);
        Moved {
            bars: ours.iter().map(bar).chain(words).collect(),
            numbers: self.numbers.iter().map(number).collect(),
            values: to.values.len(),
        }
    }

    fn bars_of_numbers(&self) -> &[Stretch] {
        &self.bars[..self.bars.len() - self.words.len() - self.players.len()]
    }

    fn of(different: Different, bins: usize) -> Self {
        let Different { numbers, words, players } = different;
        let (mut bars, of_number) = sort_into_bars(&numbers, bins);
        let is_binned = bars.len() < numbers.len();
        let of_words = (bars.len()..bars.len() + words.len() + players.len()).map(place);
        let of_values = numbers.iter().copied().zip(of_number).chain(of_words.map(|bar| (0.0, bar)));
        let known = |(value, (number, bar))| Meaning::Known { number, value, bar };
        let values = (0..).zip(of_values).map(known).collect();
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        bars.extend(words.iter().cloned().chain(players.iter().map(Uuid::to_string)).map(Stretch::Word));
        Self { numbers, bars, is_binned, values, words, players }
    }

    /// What the codes of these pages mean, by page and code.
    pub fn meanings(&self, selections: &[Selection]) -> Vec<Vec<Meaning>> {
        let (of_number, of_words) = self.values.split_at(self.numbers.len());
        let (of_word, of_player) = of_words.split_at(self.words.len());
        let words = self.words.iter().map(String::as_str);
        let of_word: AHashMap<&str, Meaning> = words.zip(of_word.iter().copied()).collect();
        let of_player: AHashMap<Uuid, Meaning> =
            self.players.iter().copied().zip(of_player.iter().copied()).collect();
        let number = |number: f64| self.numbers.partition_point(|known| known.total_cmp(&number).is_lt());
        // What no observation has that counts means nothing.
        let nothing = Meaning::Unknown(0.0, 0.0);
        let meaning = |value: &Value| match value {
            Value::Number(of) => of_number.get(number(of + 0.0)).copied().unwrap_or(nothing),
            Value::Word(word) => of_word.get(word.as_str()).copied().unwrap_or(nothing),
            Value::Player(id) => of_player.get(id).copied().unwrap_or(nothing),
            Value::Between(low, high) => Meaning::Unknown(*low, *high),
        };
        let of_page =
            |selection: &Selection| selection.page.observed.values.values.iter().map(meaning).collect();
        selections.iter().map(of_page).collect()
    }
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The different values, in their order.
#[derive(Default)]
struct Different<'s> {
    numbers: Vec<f64>,
    words: Vec<&'s str>,
    players: Vec<Uuid>,
}

/// Where there are few numbers, those that no observation has which counts are among them: they change nothing, and to
/// leave them out takes a look at every observation.
fn different<'s>(selections: impl Iterator<Item = &'s Selection<'s>> + Clone, bins: usize) -> Different<'s> {
    let found = among(selections.clone(), all);
    if found.numbers.len() <= bins { found } else { among(selections, met) }
}

fn among<'s>(
    selections: impl Iterator<Item = &'s Selection<'s>>,
    which: impl Fn(&Selection) -> Vec<bool>,
) -> Different<'s> {
    let (mut numbers, mut words, mut players) = (AHashSet::new(), AHashSet::new(), AHashSet::new());
    for selection in selections {
        let values = &selection.page.observed.values.values;
        for (value, _) in values.iter().zip(which(selection)).filter(|(_, counts)| *counts) {
            match value {
                Value::Number(number) => _ = numbers.insert((number + 0.0).to_bits()),
                Value::Word(word) => _ = words.insert(word.as_str()),
                Value::Player(id) => _ = players.insert(*id),
                Value::Between(..) => {}
            }
        }
    }
    let mut different = Different {
        numbers: numbers.into_iter().map(f64::from_bits).collect(),
        words: words.into_iter().collect(),
        players: players.into_iter().collect(),
    };
    different.sort();
    different
}

impl Different<'_> {
    /// In their order, each once.
    fn sort(&mut self) {
        self.numbers.sort_unstable_by(f64::total_cmp);
        self.numbers.dedup_by(|one, other| one.total_cmp(other).is_eq());
        self.words.sort_unstable();
        self.words.dedup();
        self.players.sort_unstable();
        self.players.dedup();
    }
}

/// By code: all of them.
fn all(selection: &Selection) -> Vec<bool> {
    vec![true; selection.page.observed.values.values.len()]
}

/// By code, whether any observation that counts has it; who sits somewhere is there anyway.
fn met(selection: &Selection) -> Vec<bool> {
    if selection.page.tables.is_some() {
        return all(selection);
    }
    let values = &selection.page.observed.values;
    let mut met = vec![false; values.values.len()];
    for game in &selection.games {
        let game = *game as usize;
        if selection.takes_all_rows() {
            let codes = &values.codes[selection.page.observed.games.of(game)];
            for code in codes {
                met[*code as usize] = true;
            }
        } else {
            selection.rows(game).for_each(|row| met[values.codes[row] as usize] = true);
        }
    }
    met
}

/// A bar for each number or, if there are too many, stretches of one width; and the bar of each number.
fn sort_into_bars(numbers: &[f64], most: usize) -> (Vec<Stretch>, Vec<u32>) {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
        return (Vec::new(), Vec::new());
    };
    if numbers.len() <= most {
        return (numbers.iter().copied().map(Stretch::Number).collect(), (0..).take(numbers.len()).collect());
    }
    let width = Width::into_at_most(most, *first, *last);
    let (mut bars, mut of_number, mut at) = (Vec::new(), Vec::new(), None);
    for number in numbers {
        let index = width.index(*number);
        if at != Some(index) {
            at = Some(index);
            bars.push(Stretch::Between(width.start(index), width.start(index + 1.0)));
        }
        of_number.push(place(bars.len() - 1));
    }
    (bars, of_number)
}

/// 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy)]
struct Width {
    factor: f64,
    power: i32,
}

impl Width {
    /// The smallest width by which the numbers from first to last fall into at most so many stretches.
    fn into_at_most(most: usize, first: f64, last: f64) -> Self {
        let narrowest = (last - first) / most as f64;
        #[expect(clippy::cast_possible_truncation, reason = "logarithms are small")]
        let power = narrowest.log10().floor().max(-300.0) as i32;
        let widths = (power..).flat_map(|power| [1.0, 2.0, 5.0].map(|factor| Self { factor, power }));
        let fits = |width: &Self| width.index(last) - width.index(first) + 1.0 <= most as f64;
        widths.take(1000).find(fits).unwrap_or(Self { factor: 1.0, power: 308 })
    }

    fn index(self, number: f64) -> f64 {
        let exact = self.unscaled(number);
        let near = exact.round();
        if (exact - near).abs() < 1e-9 * near.abs().max(1.0) { near } else { exact.floor() }
    }

    fn start(self, index: f64) -> f64 {
        let whole = index * self.factor;
        if self.power < 0 { whole / 10_f64.powi(-self.power) } else { whole * 10_f64.powi(self.power) }
    }

    fn unscaled(self, number: f64) -> f64 {
        let scaled =
            if self.power < 0 { number * 10_f64.powi(-self.power) } else { number / 10_f64.powi(self.power) };
        scaled / self.factor
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_few_numbers_have_a_bar_each() {
        assert_eq!(sort_into_bars(&[1.0, 2.5], 2).0, [Stretch::Number(1.0), Stretch::Number(2.5)]);
        assert_eq!(sort_into_bars(&[], 2).0, []);
    }

    #[test]
    fn many_numbers_fall_into_stretches_with_round_ends() {
        let tenths: Vec<f64> = (0..10).map(|tenth| f64::from(tenth) / 10.0).collect();
        let (bars, of_number) = sort_into_bars(&tenths, 5);
        assert_eq!(bars[1], Stretch::Between(0.2, 0.4));
        assert_eq!(of_number, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
        let (bars, _) = sort_into_bars(&[-7.0, 18.0, 1000.0], 2);
        assert_eq!(bars, [Stretch::Between(-2000.0, 0.0), Stretch::Between(0.0, 2000.0)]);
    }

    proptest! {
        #[test]
        fn every_number_lies_in_its_bar(
            numbers in prop::collection::btree_set(-9_000_i32..9_000, 2..60),
            scale in prop_oneof![Just(0.001), Just(0.25), Just(1.0), Just(1e6)],
            most in 2_usize..30,
        ) {
            let numbers: Vec<f64> = numbers.into_iter().map(|number| f64::from(number) * scale).collect();
            let (bars, of_number) = sort_into_bars(&numbers, most);
            prop_assert!(bars.len() <= most);
            for (number, bar) in numbers.iter().zip(of_number) {
                match bars[bar as usize] {
                    Stretch::Number(alone) => prop_assert!(alone.total_cmp(number).is_eq()),
                    Stretch::Between(from, to) => {
                        let near = 1e-9 * (to - from);
                        prop_assert!(from - near <= *number && *number < to + near, "{} {:?}", number, bars);
                    }
                    Stretch::Word(_) => prop_assert!(false),
                }
            }
        }
    }
}
