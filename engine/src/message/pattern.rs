//! Templates for the modules of pages, which know no Fluent.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{self, Expression, InlineExpression, PatternElement};
use fluent_syntax::unicode::unescape_unicode_to_string;
use serde::Serialize;

/// The words of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Pattern {
    /// Words in which `{name}` is the place of a value.
    Words(String),
    /// Words for each category of a number, as CLDR has them for its plurals.
    Plural {
        /// Which value is the number.
        by: String,
        /// The words, by category.
        #[serde(flatten)]
        words: BTreeMap<String, String>,
    },
}

impl Pattern {
    /// The words of a template; none if it has functions, references or a choice within a sentence.
    pub(super) fn read(pattern: &ast::Pattern<&str>) -> Option<Self> {
        let [PatternElement::Placeable { expression: Expression::Select { selector, variants } }] =
            &pattern.elements[..]
        else {
            return words(pattern).map(Self::Words);
        };
        let InlineExpression::VariableReference { id } = selector else { return None };
        let variant = |variant: &ast::Variant<&str>| match variant.key {
            ast::VariantKey::Identifier { name } => Some((name.to_owned(), words(&variant.value)?)),
            ast::VariantKey::NumberLiteral { .. } => None,
        };
        let words = variants.iter().map(variant).collect::<Option<_>>()?;
        Some(Self::Plural { by: id.name.to_owned(), words })
    }

    /// The words, if no number chooses among several.
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Words(words) => Some(words),
            Self::Plural { .. } => None,
        }
    }

    /// All words.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Words(words) => vec![words],
            Self::Plural { words, .. } => words.values().map(String::as_str).collect(),
        }
    }

    /// The names of the values that are shown.
    pub fn places(&self) -> BTreeSet<&str> {
        let places = self.texts().into_iter().flat_map(|text| text.split('{').skip(1));
        places.filter_map(|rest| rest.split('}').next()).collect()
    }
}

fn words(pattern: &ast::Pattern<&str>) -> Option<String> {
    let part = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => Some((*value).to_owned()),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
            InlineExpression::VariableReference { id } => Some(format!("{{{}}}", id.name)),
            InlineExpression::StringLiteral { value } => Some(unescape_unicode_to_string(value).into_owned()),
            _ => None,
        },
        PatternElement::Placeable { .. } => None,
    };
    pattern.elements.iter().map(part).collect()
}
