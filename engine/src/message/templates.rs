//! The variables of templates, read off their syntax.

use std::collections::{BTreeMap, HashMap};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// A variable of a template: an argument, and which form of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable {
    /// As the template has it: `tiles-count`.
    pub name: String,
    /// The argument: `tiles`.
    pub arg: String,
    /// Which form of it.
    pub form: ArgumentForm,
}

/// The form in which a template takes an argument, by the ending of the variable's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArgumentForm {
    /// `$tiles`: its words.
    Words(Join),
    /// `$tiles-count`: how many a list has.
    Count,
    /// `$tile-present`: `yes` or `no`.
    Present,
    /// `$animal-id`: the id of the term, to choose by.
    Id,
    /// `$animal-many`, `$animals-many-or`: any other ending is an attribute of the term.
    Attribute(String, Join),
}

/// How the things in a list stand beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Join {
    /// `$tiles`: "a, b and c", 「a、b、c」.
    And,
    /// `$tiles-or`: "a, b or c", 「aかbかc」.
    Or,
    /// `$seats-with`: "a, b and c"; 「aとb」 of two, 「a、b、c」 of more.
    With,
    /// `$tiles-dots`: "a, b, c", 「a・b・c」.
    Dots,
}

impl Variable {
    pub(super) fn new(name: &str) -> Self {
        let (arg, ending) = name.split_once('-').unwrap_or((name, ""));
        let (ending, join) = match ending.rsplit_once('-').unwrap_or(("", ending)) {
            (attribute, "or") => (attribute, Join::Or),
            (attribute, "with") => (attribute, Join::With),
            (attribute, "dots") => (attribute, Join::Dots),
            _ => (ending, Join::And),
        };
        let form = match ending {
            "" => ArgumentForm::Words(join),
            "count" => ArgumentForm::Count,
            "present" => ArgumentForm::Present,
            "id" => ArgumentForm::Id,
            attribute => ArgumentForm::Attribute(attribute.to_owned(), join),
        };
        Self { name: name.to_owned(), arg: arg.to_owned(), form }
    }
}

/// The variables of the templates of a file.
#[derive(Default)]
pub(super) struct Templates<'a> {
    /// The variables of each template and the ids that it refers to, by id. The id of a term begins with `-`.
    of: BTreeMap<String, (Vec<&'a str>, Vec<String>)>,
}

impl<'a> Templates<'a> {
    pub(super) fn read(resource: &'a FluentResource) -> Self {
        let mut templates = Self::default();
        for entry in resource.entries() {
            let (id, value, attributes) = match entry {
                Entry::Message(message) => {
                    (message.id.name.to_owned(), message.value.as_ref(), &message.attributes)
                }
                Entry::Term(term) => (format!("-{}", term.id.name), Some(&term.value), &term.attributes),
                _ => continue,
            };
            let (variables, refers) = templates.of.entry(id).or_default();
            for pattern in value.into_iter().chain(attributes.iter().map(|attribute| &attribute.value)) {
                walk(pattern, variables, refers);
            }
        }
        templates
    }

    /// All variables of a message, its own and those of the templates it refers to, by its id.
    pub(super) fn all_variables(&self) -> HashMap<String, Vec<Variable>> {
        let of = |id: &String| {
            let mut all = Vec::new();
            self.collect(id, &mut all);
            all.sort();
            all.dedup();
            (id.clone(), all)
        };
        self.of.keys().filter(|id| !id.starts_with('-')).map(of).collect()
    }

    fn collect(&self, id: &str, all: &mut Vec<Variable>) {
        let Some((variables, refers)) = self.of.get(id) else { return };
        all.extend(variables.iter().map(|name| Variable::new(name)));
        // A term has the arguments that it is given in the template, never those of the message.
        for refers in refers.iter().filter(|refers| !refers.starts_with('-') && **refers != id) {
            self.collect(refers, all);
        }
    }

    pub(super) fn unused_terms(&self) -> Vec<String> {
        let used = |id: &String| self.of.values().any(|(_, refers)| refers.contains(id));
        let unused = self.of.keys().filter(|id| id.starts_with('-') && !used(id));
        unused.map(|id| format!("nothing uses {id}")).collect()
    }
}

fn walk<'a>(pattern: &'a Pattern<&'a str>, variables: &mut Vec<&'a str>, refers: &mut Vec<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                walk_inline(inline, variables, refers);
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                walk_inline(selector, variables, refers);
                for variant in variants {
                    walk(&variant.value, variables, refers);
                }
            }
            PatternElement::TextElement { .. } => {}
        }
    }
}

fn walk_inline<'a>(
    inline: &'a InlineExpression<&'a str>,
    variables: &mut Vec<&'a str>,
    refers: &mut Vec<String>,
) {
    match inline {
        InlineExpression::VariableReference { id } => variables.push(id.name),
        InlineExpression::MessageReference { id, .. } => refers.push(id.name.to_owned()),
        InlineExpression::TermReference { id, arguments, .. } => {
            refers.push(format!("-{}", id.name));
            for named in arguments.iter().flat_map(|arguments| &arguments.named) {
                walk_inline(&named.value, variables, refers);
            }
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            for inline in &arguments.positional {
                walk_inline(inline, variables, refers);
            }
        }
        InlineExpression::Placeable { expression } => match &**expression {
            Expression::Inline(inline) => walk_inline(inline, variables, refers),
            Expression::Select { selector, variants } => {
                walk_inline(selector, variables, refers);
                for variant in variants {
                    walk(&variant.value, variables, refers);
                }
            }
        },
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
    }
}
