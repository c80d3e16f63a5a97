//! The messages of the service itself to people: typed messages, as those of the games. The templates of each subject
//! are in `en.ftl` and `ja.ftl` of its folder; what they say is pinned beside them, as a page to read: `rendered.txt`.
//! Those of answers and charts stand in [`kifu_statistics::words`].

pub mod records;
pub mod requests;
pub mod webhooks;

#[cfg(test)]
mod tests;

use kifu_engine::message::{Arg, Argument, Message, lists_or_none};
use kifu_engine::text::{Names, Text};

/// A message that names no seat, in both languages.
pub fn text(message: impl Into<Message>) -> Text {
    message.into().text(&Names::none(0))
}

/// The characters of an input that a message repeats at most.
const MAX_QUOTED_CHARS: usize = 100;

/// The quoted part of an input, cut to the length that a message may repeat.
pub fn shortened(input: &str) -> String {
    kifu_names::clipped(input, MAX_QUOTED_CHARS)
}

/// A name as it stands in a request: of a parameter, a header, a field, or a word that one of them can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field(pub String);

impl Field {
    /// Several.
    pub fn list<'n>(names: impl IntoIterator<Item = &'n (impl AsRef<str> + ?Sized + 'n)>) -> Vec<Self> {
        names.into_iter().map(Self::from).collect()
    }
}

/// Samples of lists of fields, also an empty one.
fn lists() -> Vec<Vec<Field>> {
    lists_or_none()
}

impl<T: AsRef<str> + ?Sized> From<&T> for Field {
    fn from(name: &T) -> Self {
        Self(name.as_ref().to_owned())
    }
}

impl Argument for Field {
    fn into_arg(self) -> Arg {
        Arg::Verbatim(self.0)
    }

    fn samples() -> Vec<Self> {
        ["limit", "seats"].map(Self::from).into()
    }
}
