//! The templates of a game in both languages, and filling them in.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use kifu_names::isolated;

use super::templates::{ArgumentForm, Join, Templates, Variable};
use super::{Arg, Message, Pattern, Render};
use crate::text::{Language, Names, Text};

/// The templates of a game.
pub struct Catalogue {
    /// The slug of the game, or the name of another set of templates.
    pub name: &'static str,
    sources: [&'static str; 2],
    samples: fn() -> Vec<Message>,
    loaded: OnceLock<[Loaded; 2]>,
    texts: OnceLock<HashMap<String, Text>>,
}

/// The templates in one language.
struct Loaded {
    bundle: FluentBundle<FluentResource>,
    /// The variables of each template.
    variables: HashMap<String, Vec<Variable>>,
    errors: Vec<String>,
}

impl Catalogue {
    /// A catalogue of these templates; `samples` gives every message with some arguments.
    pub const fn new(
        name: &'static str,
        en: &'static str,
        ja: &'static str,
        samples: fn() -> Vec<Message>,
    ) -> Self {
        Self { name, sources: [ja, en], samples, loaded: OnceLock::new(), texts: OnceLock::new() }
    }

    /// Every message with some arguments of every kind, those of one template one after the other.
    pub fn samples(&self) -> Vec<Message> {
        (self.samples)()
    }

    /// The variables of each template of a language, by id.
    pub fn variables(&self, language: Language) -> &HashMap<String, Vec<Variable>> {
        &self.loaded(language).variables
    }

    /// The words of each template of a language, by id, for readers that know no Fluent. An attribute has its name and
    /// a dot behind the id.
    pub fn patterns(&self, language: Language) -> BTreeMap<String, Pattern> {
        let Loaded { bundle, variables, .. } = self.loaded(language);
        let messages = variables.keys().filter_map(|id| Some((id, bundle.get_message(id)?)));
        let parts = messages.flat_map(|(id, message)| {
            let attributes =
                message.attributes().map(move |part| (format!("{id}.{}", part.id()), part.value()));
            message.value().map(|value| (id.clone(), value)).into_iter().chain(attributes)
        });
        parts.filter_map(|(id, pattern)| Some((id, Pattern::read(pattern)?))).collect()
    }

    /// The words of every template that takes no values, by id.
    pub fn texts(&self) -> &HashMap<String, Text> {
        self.texts.get_or_init(|| {
            let [mut ja, en] = Language::ALL.map(|language| self.patterns(language));
            let both = |(id, en)| match (ja.remove(&id)?, en) {
                (Pattern::Words(ja), Pattern::Words(en)) => Some((id, Text::new(ja, en))),
                _ => None,
            };
            en.into_iter().filter_map(both).collect()
        })
    }

    /// The words of a template that takes no values.
    pub fn text(&self, id: &str) -> Option<&Text> {
        self.texts().get(id)
    }

    /// The errors in the templates of a language: syntax, ids that occur twice, terms that nothing uses.
    pub fn errors(&self, language: Language) -> &[String] {
        &self.loaded(language).errors
    }

    /// Renders a message, and returns the errors if that fails.
    ///
    /// # Errors
    ///
    /// A sentence for engineers: which template or argument is missing.
    pub fn check(&self, message: &Message, names: &Names, language: Language) -> Result<String, String> {
        self.try_format(message.id(), None, message.args(), names, language)
    }

    /// Which sample of each argument to take, turn by turn: each occurs, and two arguments of one type differ. Where
    /// there are few, they occur in every combination.
    pub fn combinations(counts: &[usize]) -> Vec<Vec<usize>> {
        const MAX_COMBINED_COUNTS: usize = 4;
        let all: usize = counts.iter().product();
        let turns = if all <= MAX_COMBINED_COUNTS { all } else { counts.iter().copied().max().unwrap_or(1) };
        let turn = |turn: usize| {
            let mut rest = turn;
            let sample_index = |(position, count): (usize, &usize)| {
                let digit = rest % count;
                rest /= count;
                if all <= MAX_COMBINED_COUNTS { digit } else { (turn + position) % count }
            };
            counts.iter().enumerate().map(sample_index).collect()
        };
        (0..turns).map(turn).collect()
    }

    /// The words of a template. A test renders every message, so the id stands for the words only in a build that no
    /// test has seen.
    pub(super) fn format(
        &self,
        id: &'static str,
        args: &[(&'static str, Arg)],
        names: &Names,
        language: Language,
    ) -> String {
        self.try_format(id, None, args, names, language).unwrap_or_else(|_| id.to_owned())
    }

    fn try_format(
        &self,
        id: &str,
        attribute: Option<&str>,
        args: &[(&'static str, Arg)],
        names: &Names,
        language: Language,
    ) -> Result<String, String> {
        let Loaded { bundle, variables, .. } = self.loaded(language);
        let missing = || format!("{}: {id} has no words in {}", self.name, language.code());
        let template = bundle.get_message(id).ok_or_else(missing)?;
        let pattern = match attribute {
            Some(attribute) => template.get_attribute(attribute).map(|attribute| attribute.value()),
            None => template.value(),
        };
        let mut values = FluentArgs::new();
        for variable in variables.get(id).into_iter().flatten() {
            if let Some((_, arg)) = args.iter().find(|(name, _)| *name == variable.arg) {
                values.set(variable.name.as_str(), value(arg, &variable.form, names, language)?);
            }
        }
        let mut errors = Vec::new();
        let words =
            bundle.format_pattern(pattern.ok_or_else(missing)?, Some(&values), &mut errors).into_owned();
        if errors.is_empty() { Ok(words) } else { Err(format!("{}: {id}: {errors:?}", self.name)) }
    }

    fn loaded(&self, language: Language) -> &Loaded {
        let [ja, en] = self.loaded.get_or_init(|| {
            let [ja, en] = self.sources;
            [load(ja, Language::Ja), load(en, Language::En)]
        });
        match language {
            Language::Ja => ja,
            Language::En => en,
        }
    }
}

/// An argument as a template asks for it.
fn value(
    arg: &Arg,
    form: &ArgumentForm,
    names: &Names,
    language: Language,
) -> Result<FluentValue<'static>, String> {
    Ok(match (arg, form) {
        (Arg::Number(number), ArgumentForm::Words(_)) => number_value(*number),
        (Arg::List(list), ArgumentForm::Words(join)) => {
            let words: Vec<String> = list.iter().map(|arg| words(arg, names, language)).collect();
            language.list(&words, *join).into()
        }
        (_, ArgumentForm::Words(_)) => words(arg, names, language).into(),
        (Arg::List(list), ArgumentForm::Count) => FluentValue::from(list.len()),
        (Arg::Nothing, ArgumentForm::Present) => "no".into(),
        (_, ArgumentForm::Present) => "yes".into(),
        (Arg::Words(message), ArgumentForm::Id) => message.id().into(),
        (Arg::Words(message), ArgumentForm::Attribute(name, _)) => {
            attribute(message, name, names, language)?.into()
        }
        (Arg::List(list), ArgumentForm::Attribute(name, join)) => {
            let of = |arg: &Arg| match arg {
                Arg::Words(message) => attribute(message, name, names, language),
                other => Err(format!("{other:?} has no attributes")),
            };
            let words: Vec<String> = list.iter().map(of).collect::<Result<_, _>>()?;
            language.list(&words, *join).into()
        }
        _ => return Err(format!("{arg:?} has no form {form:?}")),
    })
}

/// Another form of a term.
fn attribute(message: &Message, name: &str, names: &Names, language: Language) -> Result<String, String> {
    match &message.body {
        super::Body::Template { catalogue, id, args } => {
            catalogue.try_format(id, Some(name), args, names, language)
        }
        super::Body::Name(name) => Ok(name.of(language).to_owned()),
    }
}

/// Fluent counts in floating point; a number that does not fit is written as it is.
#[expect(clippy::cast_precision_loss, reason = "numbers beyond 2^53 are not cast")]
fn number_value(number: i64) -> FluentValue<'static> {
    const MAX_EXACT_INTEGER: u64 = 1 << 53;
    if number.unsigned_abs() <= MAX_EXACT_INTEGER {
        (number as f64).into()
    } else {
        number.to_string().into()
    }
}

fn words(arg: &Arg, names: &Names, language: Language) -> String {
    match arg {
        Arg::Seat(seat) => names.in_sentence(*seat, language),
        Arg::Number(number) => number.to_string(),
        Arg::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Arg::Words(message) => message.render(names, language),
        Arg::Verbatim(words) => isolated(words).into_owned(),
        Arg::List(list) => {
            let words: Vec<String> = list.iter().map(|arg| words(arg, names, language)).collect();
            language.list(&words, Join::And)
        }
        Arg::Nothing => String::new(),
    }
}

impl Language {
    /// The separator of two sentences.
    pub(crate) fn between_sentences(self) -> &'static str {
        match self {
            Self::Ja => "",
            Self::En => " ",
        }
    }

    /// Several things in a row.
    fn list(self, words: &[String], join: Join) -> String {
        let last = match (self, join) {
            (Self::Ja, Join::Dots) => return words.join("・"),
            (Self::Ja, Join::Or) => return words.join("か"),
            (Self::Ja, Join::With) if words.len() == 2 => return words.join("と"),
            (Self::Ja, Join::And | Join::With) => return words.join("、"),
            (Self::En, Join::Dots) => return words.join(", "),
            (Self::En, Join::Or) => " or ",
            (Self::En, Join::And | Join::With) => " and ",
        };
        match words {
            [] => String::new(),
            [only] => only.clone(),
            [but_last @ .., end] => [&but_last.join(", "), last, end].concat(),
        }
    }
}

fn load(source: &'static str, language: Language) -> Loaded {
    let (resource, mut errors) = match FluentResource::try_new(source.to_owned()) {
        Ok(resource) => (resource, Vec::new()),
        Err((resource, errors)) => (resource, errors.iter().map(ToString::to_string).collect()),
    };
    let found = Templates::read(&resource);
    errors.extend(found.unused_terms());
    let variables = found.all_variables();
    let mut bundle = FluentBundle::new_concurrent(language.code().parse().into_iter().collect());
    bundle.set_use_isolating(false);
    let capitalised = bundle.add_function("CAP", |positional, _| match positional {
        [FluentValue::String(words)] => capitalised(words).into(),
        [other] => other.clone().into_owned(),
        _ => FluentValue::Error,
    });
    errors.extend(capitalised.err().map(|error| error.to_string()));
    let added = bundle.add_resource(resource);
    errors.extend(added.err().into_iter().flatten().map(|error| error.to_string()));
    Loaded { bundle, variables, errors }
}

/// `CAP($tile)`: the words as at the beginning of a sentence.
fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl PartialEq for Catalogue {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
