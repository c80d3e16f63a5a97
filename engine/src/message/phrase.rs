//! Texts that take no values, as constants.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::Catalogue;
use crate::text::Text;

/// A catalogue of texts, so that constants can name them.
#[derive(Clone, Copy)]
pub struct Phrases(pub fn() -> &'static Catalogue);

/// A constant catalogue of texts: those of `en.ftl` and `ja.ftl` in a folder, or these.
#[macro_export]
macro_rules! phrases {
    ($name:literal, $folder:literal) => {
        $crate::phrases!(
            $name,
            include_str!(concat!($folder, "/en.ftl")),
            include_str!(concat!($folder, "/ja.ftl"))
        )
    };
    ($name:literal, $en:expr, $ja:expr) => {
        $crate::message::Phrases(|| {
            static CATALOGUE: $crate::message::Catalogue =
                $crate::message::Catalogue::new($name, $en, $ja, Vec::new);
            &CATALOGUE
        })
    };
}

/// A text of a catalogue, by its id: the kind of a thing, and its name.
#[derive(Clone, Copy)]
pub struct Phrase {
    catalogue: Phrases,
    kind: &'static str,
    name: &'static str,
    attribute: Option<&'static str>,
}

/// Stands for a text that a catalogue lacks; a test finds it.
static MISSING: Text = Text::fixed("?", "?");

impl Phrases {
    /// The text with the id `kind-name`.
    pub const fn phrase(self, kind: &'static str, name: &'static str) -> Phrase {
        Phrase { catalogue: self, kind, name, attribute: None }
    }

    /// The text with this id, if there is one.
    pub fn find(self, id: &str) -> Option<&'static Text> {
        (self.0)().text(id)
    }
}

impl Phrase {
    /// An attribute of the same template.
    #[must_use]
    pub const fn attribute(mut self, attribute: &'static str) -> Self {
        self.attribute = Some(attribute);
        self
    }

    /// Its id, with that of the attribute behind a dot.
    pub fn id(&self) -> String {
        let Self { kind, name, .. } = self;
        self.attribute.map_or_else(|| format!("{kind}-{name}"), |part| format!("{kind}-{name}.{part}"))
    }

    /// The catalogue that has it.
    pub fn catalogue(&self) -> &'static Catalogue {
        (self.catalogue.0)()
    }

    /// The text.
    pub fn text(&self) -> &'static Text {
        self.catalogue.find(&self.id()).unwrap_or(&MISSING)
    }

    /// An attribute of the same template, one of several with a number.
    pub fn numbered(&self, attribute: &str, number: u32) -> &'static Text {
        self.catalogue.find(&format!("{}.{attribute}-{number}", self.id())).unwrap_or(&MISSING)
    }
}

impl Deref for Phrase {
    type Target = Text;

    fn deref(&self) -> &Text {
        self.text()
    }
}

impl From<Phrase> for Text {
    fn from(phrase: Phrase) -> Self {
        let Self { ja, en } = phrase.text();
        Self::fixed(ja, en)
    }
}

impl PartialEq for Phrase {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl fmt::Debug for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text().serialize(serializer)
    }
}

impl JsonSchema for Phrase {
    fn schema_name() -> Cow<'static, str> {
        Text::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Text::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Text::json_schema(generator)
    }
}
