//! The texts of charts, in both languages.

use kifu_engine::games;
use kifu_engine::message::{Phrases, Render};
use kifu_engine::phrases;
use kifu_engine::seat::Seat;
use kifu_engine::setting::Offers;
use kifu_engine::statistics::{MetricKind, OTHER_SEAT};
use kifu_engine::text::{Language, Names};

use kifu_statistics::catalogue::{CatalogueEntry, OPTION_PREFIX};
use kifu_statistics::estimate::Interval;
use kifu_statistics::groupings::{self, GroupingValues};
use kifu_statistics::titles;
use kifu_statistics::values::{GroupKey, StatisticalValue};
use kifu_statistics::words::{StatisticsWords, Written};

/// The words of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words(pub Language);

/// Titles of the query parameters that filter, and by which nothing is grouped.
const TITLES: Phrases = phrases!("charts", "words");

impl Words {
    /// A message in this language.
    pub fn say(self, message: &StatisticsWords) -> String {
        message.render(&Names::none(0), self.0)
    }

    /// The separator of sentences.
    pub fn between_sentences(self) -> &'static str {
        match self.0 {
            Language::Ja => "",
            Language::En => " ",
        }
    }

    /// The title of a query parameter.
    pub fn parameter_title(self, entry: &CatalogueEntry, parameter: &str) -> String {
        let filter = || TITLES.find(&format!("parameter-{parameter}"));
        let title = entry.title_of(parameter).or_else(filter).map_or(parameter, |title| title.of(self.0));
        // It stands within a line.
        if groupings::find(parameter).is_some() { title.to_lowercase() } else { title.to_owned() }
    }

    /// The label of a group.
    pub fn group_label(self, entry: &CatalogueEntry, GroupKey(parts): &GroupKey) -> String {
        if parts.is_empty() {
            return self.say(&StatisticsWords::AllTogether);
        }
        let key_part_label =
            |(parameter, value): &(String, StatisticalValue)| self.key_part_label(entry, parameter, value);
        parts.iter().map(key_part_label).collect::<Vec<_>>().join(" · ")
    }

    fn key_part_label(self, entry: &CatalogueEntry, parameter: &str, value: &StatisticalValue) -> String {
        let values = groupings::find(parameter).map(|grouping| grouping.values);
        match (values, value) {
            (Some(GroupingValues::Players), StatisticalValue::Missing(())) => {
                self.say(&StatisticsWords::NobodyKnown)
            }
            (_, StatisticalValue::Missing(())) => self.say(&StatisticsWords::NoValue),
            (_, StatisticalValue::Whole(seat))
                if values == Some(GroupingValues::Seats) || is_of_seats(entry, parameter) =>
            {
                match u8::try_from(*seat) {
                    Ok(seat) => self.say(&StatisticsWords::SeatNumber { seat: Seat::new(seat) }),
                    Err(_) => seat.to_string(),
                }
            }
            (Some(GroupingValues::SeatCounts), StatisticalValue::Whole(count)) => {
                self.say(&StatisticsWords::SeatCount { count: *count })
            }
            (_, StatisticalValue::Whole(_) | StatisticalValue::Number(_)) => {
                format!("{} {}", self.parameter_title(entry, parameter), self.value(entry, value))
            }
            (_, StatisticalValue::Word(word)) => self.parameter_value(entry, parameter, word),
            (_, StatisticalValue::Player(_)) => self.value(entry, value),
        }
    }

    /// The title of a value of a query parameter.
    pub fn parameter_value(self, entry: &CatalogueEntry, parameter: &str, value: &str) -> String {
        titles::of_value(entry, parameter, value)
            .map_or_else(|| value.to_owned(), |title| title.of(self.0).to_owned())
    }

    /// A number, word or player that was observed.
    pub fn value(self, entry: &CatalogueEntry, value: &StatisticalValue) -> String {
        match value {
            StatisticalValue::Word(word) => {
                titles::of_word(entry, word).map_or(&**word, |title| title.of(self.0)).to_owned()
            }
            StatisticalValue::Whole(_) | StatisticalValue::Player(_) => value.text().into_owned(),
            StatisticalValue::Number(value) => number(*value),
            StatisticalValue::Missing(()) => self.say(&StatisticsWords::NoValue),
        }
    }

    /// The name of a game.
    pub fn game(self, slug: &str) -> String {
        games::find(slug).map_or_else(|| slug.to_owned(), |game| game.meta().name.of(self.0).to_owned())
    }

    /// A mean of this kind of metric: a number or a share.
    pub fn mean(self, kind: MetricKind, mean: f64) -> String {
        if kind == MetricKind::Number { number(mean) } else { self.share(mean) }
    }

    /// An interval in words, each end as `write` writes it.
    pub fn interval(self, interval: Interval, write: impl Fn(f64) -> String) -> String {
        let (low, high) = (write(interval.low), write(interval.high));
        self.say(&StatisticsWords::Range { low: Written(low), high: Written(high) })
    }

    /// A share in per cent.
    pub fn share(self, share: f64) -> String {
        self.say(&StatisticsWords::Share { number: Written(rounded(share * 100.0, 1)) })
    }

    /// A share at an axis.
    pub fn tick_of_share(self, share: f64) -> String {
        self.say(&StatisticsWords::Share {
            number: Written(without_trailing_zeros(&rounded(share * 100.0, 2))),
        })
    }
}

/// True if the values of a dimension or an option are seats.
fn is_of_seats(entry: &CatalogueEntry, parameter: &str) -> bool {
    let setting = || entry.setting(parameter.strip_prefix(OPTION_PREFIX)?);
    parameter == OTHER_SEAT.name || setting().is_some_and(|setting| setting.offers == Offers::Seat)
}

/// A number with a suitable precision.
pub fn number(number: f64) -> String {
    let places = match number.abs() {
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 0.1 || size == 0.0 => 2,
        _ => 4,
    };
    compact(number, places)
}

/// A number at an axis.
pub fn tick(number: f64) -> String {
    compact(number, 4)
}

/// A difference of two means: points of a percentage for shares, always with its sign.
pub fn difference(kind: MetricKind, value: f64) -> String {
    let size = match kind {
        MetricKind::Number => number(value.abs()),
        _ => rounded(value.abs() * 100.0, 1),
    };
    let sign = match () {
        () if size.chars().all(|c| matches!(c, '0' | '.')) => "±",
        () if value < 0.0 => "−",
        () => "+",
    };
    format!("{sign}{size}")
}

/// How many, with a comma at every thousand.
pub fn count(count: u64) -> String {
    with_thousands(&count.to_string())
}

/// Numbers this near to 0 are rounding errors of sums that are 0.
const ROUNDING_ERROR: f64 = 1e-9;

fn compact(number: f64, places: usize) -> String {
    let size = number.abs();
    if size < ROUNDING_ERROR {
        return "0".to_owned();
    }
    if !(1e-4..1e9).contains(&size) {
        let text = format!("{number:.2e}").replace('-', "−");
        return text.replace(".00e", "e");
    }
    without_trailing_zeros(&rounded(number, places))
}

/// A number with so many places, a comma at every thousand, and a real minus.
fn rounded(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let (sign, size) = text.strip_prefix('-').map_or(("", text.as_str()), |size| ("−", size));
    let (whole, rest) = size.split_once('.').map_or((size, None), |(whole, rest)| (whole, Some(rest)));
    let sign = if size.chars().all(|c| matches!(c, '0' | '.')) { "" } else { sign };
    let rest = rest.map(|rest| format!(".{rest}")).unwrap_or_default();
    format!("{sign}{}{rest}", with_thousands(whole))
}

fn with_thousands(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn without_trailing_zeros(number: &str) -> String {
    if !number.contains('.') {
        return number.to_owned();
    }
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Words = Words(Language::En);

    #[test]
    fn numbers_have_a_suitable_precision() {
        let table = [
            (0.0, "0"),
            (-0.001, "−0.001"),
            (2.71, "2.71"),
            (2.0, "2"),
            (123.456, "123.5"),
            (1_234_567.8, "1,234,568"),
            (-20.5, "−20.5"),
            (1e12, "1e12"),
            (1.5e-7, "1.50e−7"),
            (-5.55e-17, "0"),
        ];
        for (number, text) in table {
            assert_eq!(super::number(number), text);
        }
    }

    #[test]
    fn shares_and_differences_are_in_per_cent() {
        assert_eq!(EN.share(0.5234), "52.3 %");
        assert_eq!(Words(Language::Ja).share(1.0), "100.0%");
        assert_eq!(EN.tick_of_share(0.25), "25 %");
        assert_eq!(difference(MetricKind::Share, 0.052), "+5.2");
        assert_eq!(difference(MetricKind::Number, -1.25), "−1.25");
        assert_eq!(difference(MetricKind::Share, -0.000_01), "±0.0");
    }
}
