//! Two groups that are compared.

use serde_json::json;

use super::Asking;
use super::filter::player;
use crate::given::{number, one_of, words};
use crate::problem::Problem;
use crate::statistics::answer::question::{By, Key, Part};

/// All observations together, as one side of a comparison.
const ALL: &str = "*";

impl Asking<'_> {
    pub(super) fn compare(&self, by: &[By]) -> Result<Option<[Key; 2]>, Problem> {
        let given: Vec<Vec<String>> = self.given.all("compare").map(split).collect();
        let keys: Vec<Vec<String>> = match &given[..] {
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

    fn incomparable(&self, by: &[By]) -> Problem {
        let given: Vec<_> = self.given.all("compare").collect();
        let problem = match by.len() {
            0 => Problem::parameter(
                "compare",
                "group_by と一緒に使います。",
                "it compares groups, so group_by must say which.",
            ),
            1 => Problem::parameter(
                "compare",
                "異なる2つのグループの値を「4,5」のように指定してください。",
                "it must be the values of two different groups, such as 4,5.",
            ),
            ways => Problem::parameter(
                "compare",
                &format!("2回指定し、それぞれ group_by の順に{ways}つの値をコンマで区切ってください。"),
                &format!("it must be given twice, each time with {ways} values in the order of group_by."),
            ),
        };
        problem.with(json!({"parameter": "compare", "given": given, "ways": by.len()}))
    }

    /// A part of a key, read as its way to group has it.
    fn part(&self, by: &By, text: &str) -> Result<Part, Problem> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Part::Nothing);
        }
        Ok(match by {
            By::Seat | By::Seats => Part::Number(number("compare", text, 0, 255)?),
            By::Player => Part::Player(player("compare", text)?),
            By::Option(name) => Part::of_option(&self.option(name, text)?),
            By::Dimension(index) => self.dimension(*index, "compare", text)?,
            By::Game => Part::Word(one_of("compare", text, &words(&self.entry.games))?),
            By::Variant | By::Place | By::Tag | By::Time(_) | By::Ending => Part::Word(text.to_owned()),
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
