//! The values that a question meets, and the bins in which they are counted.

use crate::columns::dictionary_column::code_of;
use ahash::{AHashMap, AHashSet};
use rayon::prelude::*;
use uuid::Uuid;

use super::selection::ChunkSelection;
use crate::columns::observations::Value;

/// All different values of the observations that count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueDictionary {
    /// The numbers, the smallest first.
    pub numbers: Vec<f64>,
    /// The bins, each counted together.
    pub bins: Vec<Bin>,
    /// True: bins hold more than one number.
    pub is_binned: bool,
    /// The decoded values: the numbers in their order, then the words.
    pub values: Vec<DecodedValue>,
    /// The words, in their order, but for players.
    words: Vec<String>,
    /// The players, whose words come behind the others.
    players: Vec<Uuid>,
}

/// The values that a bin counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Bin {
    /// One number.
    Number(f64),
    /// Numbers from this one up to that, which is not part of it.
    Between(f64, f64),
    /// One word.
    Word(String),
}

/// The meaning of a page's code for the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DecodedValue {
    /// A value that is known.
    Known {
        /// The number it adds to a sum; 0 for a word.
        number: f64,
        /// Its place among the values.
        value: u32,
        /// Its bin.
        bin: u32,
    },
    /// A value that was never revealed and lies between these.
    Unknown(f64, f64),
}

impl ValueDictionary {
    /// The values of these selections, with at most so many bins, 2 or more, for the numbers.
    pub fn new(selections: &[ChunkSelection], bins: usize) -> Self {
        Self::of(different(selections, bins), bins)
    }

    fn of(different: DistinctValues, bins: usize) -> Self {
        let DistinctValues { numbers, words, players } = different;
        let (mut bins, of_number) = bin_numbers(&numbers, bins);
        let is_binned = bins.len() < numbers.len();
        let of_words = (bins.len()..bins.len() + words.len() + players.len()).map(code_of);
        let of_values = numbers.iter().copied().zip(of_number).chain(of_words.map(|bin| (0.0, bin)));
        let decode = |(value, (number, bin))| DecodedValue::Known { number, value, bin };
        let values = (0..).zip(of_values).map(decode).collect();
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        bins.extend(words.iter().cloned().chain(players.iter().map(Uuid::to_string)).map(Bin::Word));
        Self { numbers, bins, is_binned, values, words, players }
    }

    /// The meanings of the codes of these chunks, by chunk and code.
    pub fn decode(&self, selections: &[ChunkSelection]) -> Vec<Vec<DecodedValue>> {
        let (of_number, of_words) = self.values.split_at(self.numbers.len());
        let (of_word, of_player) = of_words.split_at(self.words.len());
        let words = self.words.iter().map(String::as_str);
        let of_word: AHashMap<&str, DecodedValue> = words.zip(of_word.iter().copied()).collect();
        let of_player: AHashMap<Uuid, DecodedValue> =
            self.players.iter().copied().zip(of_player.iter().copied()).collect();
        let number = |number: f64| self.numbers.partition_point(|earlier| earlier.total_cmp(&number).is_lt());
        // A value that no counted observation has means nothing.
        let nothing = DecodedValue::Unknown(0.0, 0.0);
        let decoded = |value: &Value| match value {
            Value::Number(of) => of_number.get(number(of + 0.0)).copied().unwrap_or(nothing),
            Value::Word(word) => of_word.get(word.as_str()).copied().unwrap_or(nothing),
            Value::Player(id) => of_player.get(id).copied().unwrap_or(nothing),
            Value::Between(low, high) => DecodedValue::Unknown(*low, *high),
        };
        let of_chunk = |selection: &ChunkSelection| {
            selection.input.observations.values.values.iter().map(decoded).collect()
        };
        selections.iter().map(of_chunk).collect()
    }
}

/// The different values, in their order.
#[derive(Default)]
struct DistinctValues<'s> {
    numbers: Vec<f64>,
    words: Vec<&'s str>,
    players: Vec<Uuid>,
}

/// Finds the different values. Where there are few numbers, those of no counted observation stay in: they change
/// nothing, and to leave them out takes a look at every observation.
fn different<'s>(selections: &'s [ChunkSelection<'s>], bins: usize) -> DistinctValues<'s> {
    let found = among(selections, all);
    if found.numbers.len() <= bins { found } else { among(selections, used) }
}

fn among<'s>(
    selections: &'s [ChunkSelection<'s>],
    which: impl Fn(&ChunkSelection) -> Vec<bool> + Sync + Send,
) -> DistinctValues<'s> {
    let (mut numbers, mut words, mut players) = (AHashSet::new(), AHashSet::new(), AHashSet::new());
    let counting: Vec<Vec<bool>> = selections.par_iter().map(which).collect();
    for (selection, counting) in selections.iter().zip(counting) {
        let values = &selection.input.observations.values.values;
        for (value, _) in values.iter().zip(counting).filter(|(_, counts)| *counts) {
            match value {
                Value::Number(number) => _ = numbers.insert((number + 0.0).to_bits()),
                Value::Word(word) => _ = words.insert(word.as_str()),
                Value::Player(id) => _ = players.insert(*id),
                Value::Between(..) => {}
            }
        }
    }
    let mut different = DistinctValues {
        numbers: numbers.into_iter().map(f64::from_bits).collect(),
        words: words.into_iter().collect(),
        players: players.into_iter().collect(),
    };
    different.numbers.sort_unstable_by(f64::total_cmp);
    different.words.sort_unstable();
    different.players.sort_unstable();
    different
}

/// By code: all of them.
fn all(selection: &ChunkSelection) -> Vec<bool> {
    vec![true; selection.input.observations.values.values.len()]
}

/// By code, whether any observation that counts has it; who sits somewhere is there anyway.
fn used(selection: &ChunkSelection) -> Vec<bool> {
    if selection.input.opponents.is_some() {
        return all(selection);
    }
    let values = &selection.input.observations.values;
    let mut used = vec![false; values.values.len()];
    for game in &selection.games {
        let game = *game as usize;
        selection.rows(game).for_each(|row| used[values.codes[row] as usize] = true);
    }
    used
}

/// A bin for each number or, if there are too many, stretches of one width; and the bin of each number.
fn bin_numbers(numbers: &[f64], max_bins: usize) -> (Vec<Bin>, Vec<u32>) {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
        return (Vec::new(), Vec::new());
    };
    if numbers.len() <= max_bins {
        return (numbers.iter().copied().map(Bin::Number).collect(), (0..).take(numbers.len()).collect());
    }
    let width = BinWidth::for_max_bins(max_bins, *first, *last);
    let (mut bins, mut of_number, mut at) = (Vec::new(), Vec::new(), None);
    for number in numbers {
        let index = width.index(*number);
        if at != Some(index) {
            at = Some(index);
            bins.push(Bin::Between(width.start(index), width.start(index + 1.0)));
        }
        of_number.push(code_of(bins.len() - 1));
    }
    (bins, of_number)
}

/// 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy)]
struct BinWidth {
    factor: f64,
    power: i32,
}

impl BinWidth {
    /// The smallest width by which the numbers from first to last fall into at most so many stretches.
    fn for_max_bins(max_bins: usize, first: f64, last: f64) -> Self {
        let min_width = (last - first) / max_bins as f64;
        #[expect(clippy::cast_possible_truncation, reason = "logarithms are small")]
        let power = min_width.log10().floor().max(-300.0) as i32;
        let widths = (power..).flat_map(|power| [1.0, 2.0, 5.0].map(|factor| Self { factor, power }));
        let fits = |width: &Self| width.index(last) - width.index(first) + 1.0 <= max_bins as f64;
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
        assert_eq!(bin_numbers(&[1.0, 2.5], 2).0, [Bin::Number(1.0), Bin::Number(2.5)]);
        assert_eq!(bin_numbers(&[], 2).0, []);
    }

    #[test]
    fn many_numbers_fall_into_stretches_with_round_ends() {
        let tenths: Vec<f64> = (0..10).map(|tenth| f64::from(tenth) / 10.0).collect();
        let (bins, of_number) = bin_numbers(&tenths, 5);
        assert_eq!(bins[1], Bin::Between(0.2, 0.4));
        assert_eq!(of_number, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
        let (bins, _) = bin_numbers(&[-7.0, 18.0, 1000.0], 2);
        assert_eq!(bins, [Bin::Between(-2000.0, 0.0), Bin::Between(0.0, 2000.0)]);
    }

    proptest! {
        #[test]
        fn every_number_lies_in_its_bar(
            numbers in prop::collection::btree_set(-9_000_i32..9_000, 2..60),
            scale in prop_oneof![Just(0.001), Just(0.25), Just(1.0), Just(1e6)],
            max_bins in 2_usize..30,
        ) {
            let numbers: Vec<f64> = numbers.into_iter().map(|number| f64::from(number) * scale).collect();
            let (bins, of_number) = bin_numbers(&numbers, max_bins);
            prop_assert!(bins.len() <= max_bins);
            for (number, bin) in numbers.iter().zip(of_number) {
                match bins[bin as usize] {
                    Bin::Number(alone) => prop_assert!(alone.total_cmp(number).is_eq()),
                    Bin::Between(from, to) => {
                        let near = 1e-9 * (to - from);
                        prop_assert!(from - near <= *number && *number < to + near, "{} {:?}", number, bins);
                    }
                    Bin::Word(_) => prop_assert!(false),
                }
            }
        }
    }
}
