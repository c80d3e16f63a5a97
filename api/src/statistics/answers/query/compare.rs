//! Two groups that are compared.
//!
//! One group against all (`compare=4,*`) is a comparison like any other: the games that all observations and the group
//! share are treated as for two groups that share games.

use serde_json::json;

use super::StatisticsReader;
use super::filter::player;
use crate::http::problem::Problem;
use crate::http::query_params::{number, one_of};
use crate::http::words::Field;
use crate::http::words::requests::Requests;
use kifu_statistics::groupings::{self, GroupingValues};
use kifu_statistics::question::{GroupByExpr, Key, KeyPart, KeySource};

/// All observations together, as one side of a comparison.
const ALL: &str = "*";

impl StatisticsReader<'_> {
    pub(super) fn compare(&self, by: &[GroupByExpr]) -> Result<Option<[Key; 2]>, Problem> {
        let sides: Vec<Vec<String>> = self.params.all("compare").map(split).collect();
        let keys: Vec<Vec<String>> = match &sides[..] {
            [] => return Ok(None),
            [both] if by.len() == 1 => both.iter().map(|value| vec![value.clone()]).collect(),
            several => several.to_vec(),
        };
        let [one, other] = &keys[..] else { return Err(self.incomparable(by)) };
        let fits = |key: &[String]| key == [ALL] || key.len() == by.len();
        if by.is_empty() || one == other || ![one, other].iter().all(|key| fits(key)) {
            return Err(self.incomparable(by));
        }
        let key = |key: &[String]| {
            if key == [ALL] {
                return Ok(Key::new());
            }
            by.iter().zip(key).map(|(by, text)| self.part(by, text)).collect::<Result<Key, Problem>>()
        };
        Ok(Some([key(one)?, key(other)?]))
    }

    fn incomparable(&self, by: &[GroupByExpr]) -> Problem {
        let sides: Vec<_> = self.params.all("compare").collect();
        let (name, groups) = (Field::from("compare"), Field::from("group_by"));
        let message = match by.len() {
            0 => Requests::CompareNeedsGroups { name, groups },
            1 => Requests::CompareTwoGroups { name },
            count => Requests::CompareTwice { name, groups, count },
        };
        Problem::parameter("compare", message)
            .with(json!({"parameter": "compare", "input": sides, "groupings": by.len()}))
    }

    /// A part of a key, read as its way to group has it.
    fn part(&self, by: &GroupByExpr, text: &str) -> Result<KeyPart, Problem> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(KeyPart::Missing);
        }
        let Some(grouping) = groupings::find(&by.name) else {
            return match &by.source {
                KeySource::Option(name) => Ok(KeyPart::of_option(&self.option(name, text)?)),
                _ => self.dimension(by.dimension().unwrap_or_default(), "compare", text),
            };
        };
        Ok(match grouping.values {
            GroupingValues::Seats | GroupingValues::SeatCounts => {
                KeyPart::Number(number("compare", text, 0, 255)?)
            }
            GroupingValues::Numbers(least, most) => KeyPart::Number(number("compare", text, least, most)?),
            GroupingValues::Players => KeyPart::Player(player("compare", text)?),
            GroupingValues::Games => KeyPart::Word(one_of("compare", text, &self.entry.games)?),
            GroupingValues::Words(words @ [_, ..]) => {
                let words: Vec<&str> = words.iter().map(|word| word.name).collect();
                KeyPart::Word(one_of("compare", text, &words)?)
            }
            _ => KeyPart::Word(text.to_owned()),
        })
    }
}

/// The parts between commas; one behind a backslash is none that separates.
pub(super) fn split(text: &str) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => part.push(letters.next_if_eq(&',').unwrap_or('\\')),
            ',' => parts.push(std::mem::take(&mut part)),
            other => part.push(other),
        }
    }
    parts.push(part);
    parts
}
