//! Messages: texts for people, as values.
//!
//! A message is a value: the id of a template and typed arguments. It is rendered once, at the edge, for a language and
//! for the names at the table. A game declares its messages in `words.rs`; their templates are in `words/en.ftl` and
//! `words/ja.ftl`, in the syntax of [Project Fluent](https://projectfluent.org), and `words/rendered.txt` pins their
//! texts. [`messages!`](crate::messages) declares the messages with their arguments, so that a wrong argument does not
//! compile. The detail of a violation is made of the arguments of its message.

mod agreement;
mod argument;
mod catalogue;
mod declare;
mod pattern;
mod phrase;
mod templates;

pub use argument::{Arg, Argument, Detail, Quote, RuleId, Term, detail_field, lists_or_none};
pub use catalogue::Catalogue;
pub use declare::{kebab, kebab_len};
pub use pattern::Pattern;
pub use phrase::{Phrase, Phrases};
pub use templates::{ArgumentForm, Join, Variable};

use crate::seat::Seat;
use crate::text::{Language, Names, Text};

/// One sentence or several, or a part of one, not yet in any language.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    body: Body,
    /// The sentences that follow.
    then: Vec<Self>,
}

#[derive(Clone, Debug, PartialEq)]
enum Body {
    Template {
        catalogue: &'static Catalogue,
        id: &'static str,
        args: Vec<(&'static str, Arg)>,
    },
    /// The name of a thing, in the words that statistics have for it.
    Name(Text),
}

impl Message {
    /// The template with this id, with these arguments. [`messages!`](crate::messages) calls it.
    pub fn new(catalogue: &'static Catalogue, id: &'static str, args: Vec<(&'static str, Arg)>) -> Self {
        Self { body: Body::Template { catalogue, id, args }, then: Vec::new() }
    }

    /// The name of a thing, where the definitions of metrics need it as well. Sentences have templates.
    pub fn of_name(name: impl Into<Text>) -> Self {
        Self { body: Body::Name(name.into()), then: Vec::new() }
    }

    /// The id of its template; empty for a name.
    pub fn id(&self) -> &'static str {
        match &self.body {
            Body::Template { id, .. } => id,
            Body::Name(_) => "",
        }
    }

    /// Its arguments, by the names that the template gives them.
    pub fn args(&self) -> &[(&'static str, Arg)] {
        match &self.body {
            Body::Template { args, .. } => args,
            Body::Name(_) => &[],
        }
    }

    /// Adds a sentence behind this one.
    #[must_use]
    pub fn followed_by(mut self, next: impl Into<Self>) -> Self {
        self.then.push(next.into());
        self
    }

    /// Adds sentences behind this one.
    #[must_use]
    pub fn followed_by_all(mut self, next: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        self.then.extend(next.into_iter().map(Into::into));
        self
    }

    /// Every seat that it names.
    pub fn seats(&self) -> Vec<Seat> {
        let own = self.args().iter().flat_map(|(_, arg)| arg.seats());
        own.chain(self.then.iter().flat_map(Self::seats)).collect()
    }

    /// In both languages, with the people at the table called by these names.
    pub fn text(&self, names: &Names) -> Text {
        let [ja, en] = Language::ALL.map(|language| self.render(names, language));
        Text::new(ja, en)
    }

    fn sentence(&self, names: &Names, language: Language) -> String {
        match &self.body {
            Body::Template { catalogue, id, args } => catalogue.format(id, args, names, language),
            Body::Name(name) => name.of(language).to_owned(),
        }
    }
}

/// A message as [`messages!`](crate::messages) declares it.
pub trait Declared: Into<Message> {
    /// Its arguments as the detail of a violation.
    fn detail(&self) -> Detail;
}

/// Something that can be put into words.
pub trait Render {
    /// Its words in a language, with the people at the table called by these names.
    fn render(&self, names: &Names, language: Language) -> String;
}

impl<T: Render> Render for &T {
    fn render(&self, names: &Names, language: Language) -> String {
        T::render(self, names, language)
    }
}

impl Render for Message {
    fn render(&self, names: &Names, language: Language) -> String {
        let mut words = self.sentence(names, language);
        for next in &self.then {
            words.push_str(language.between_sentences());
            words.push_str(&next.render(names, language));
        }
        words
    }
}

impl Render for Text {
    fn render(&self, _: &Names, language: Language) -> String {
        self.of(language).to_owned()
    }
}
