//! Search terms: how the contents of a record are stored, and how a search asks for them.

use std::collections::{BTreeMap, BTreeSet};

use kifu_engine::message::{Message, Quote};
use serde_json::{Value, json};

use crate::http::problem::Problem;
use crate::http::words::Field;
use crate::http::words::requests::Requests;
use kifu_engine::vocabulary::{self, Fields as FieldValues, Values};
use kifu_store::SearchTerm;

const PARAMETER: &str = "contains";
/// Longest comparison first, so that `<=` is not read as `<`.
const COMPARISONS: [(&str, Comparison); 6] = [
    ("!=", Comparison::Differs),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("=", Comparison::Equals),
    ("<", Comparison::Below),
    (">", Comparison::Above),
];

/// The search terms of a move, effect or breach: its searchable fields, lists without order or repetition; once each
/// field by itself, and once all of them if they are several. Fields that are unknown or not of this game are left
/// out.
pub fn terms(slug: &str, event: &Value) -> Vec<SearchTerm> {
    let kind = event["type"].as_str().unwrap_or_default();
    let Some(searchable) = vocabulary::games().get(slug).and_then(|game| game.fields_by_type.get(kind))
    else {
        return Vec::new();
    };
    let fields = searchable.keys().filter_map(|name| Some((name.as_str(), without_unknown(&event[name])?)));
    let fields: TermFields = fields.collect();
    let alone = fields.iter().map(|(name, value)| (Some(*name), TermFields::from([(*name, value.clone())])));
    let mut search_terms: Vec<_> = alone.map(|(name, field)| term(slug, kind, name, &field)).collect();
    if fields.len() > 1 {
        search_terms.push(term(slug, kind, None, &fields));
    }
    search_terms
}

type TermFields<'f> = BTreeMap<&'f str, Value>;

fn term(slug: &str, kind: &str, field: Option<&str>, fields: &TermFields<'_>) -> SearchTerm {
    SearchTerm {
        id: id(slug, kind, field, fields),
        game: slug.to_owned(),
        kind: kind.to_owned(),
        field: field.map(str::to_owned),
        fields: json!(fields).into(),
    }
}

/// The id under which a record says that a move, effect or breach of this type happened at all.
pub fn id_of_any(slug: &str, kind: &str) -> i64 {
    id(slug, kind, None, &TermFields::new())
}

fn id(slug: &str, kind: &str, field: Option<&str>, fields: &TermFields<'_>) -> i64 {
    let digest = blake3::hash(json!([slug, kind, field, fields]).to_string().as_bytes());
    digest.as_bytes()[..8].iter().fold(0, |id: i64, byte| id << 8 | i64::from(*byte))
}

fn without_unknown(value: &Value) -> Option<Value> {
    match value {
        Value::Number(_) | Value::Bool(_) | Value::String(_) => Some(value.clone()),
        Value::Array(values) => {
            let mut elements: Vec<_> = values.iter().filter(|v| !v.is_null()).cloned().collect();
            elements.sort_by_cached_key(ToString::to_string);
            elements.dedup();
            (!elements.is_empty()).then_some(Value::Array(elements))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// A condition of a search: a type of move, effect or breach, with conditions on its fields that one of them meets
/// together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermCondition {
    /// Its type.
    pub kind: String,
    /// The games in which it can happen.
    pub games: Vec<GameCondition>,
}

/// The condition on the records of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCondition {
    /// The game.
    pub slug: &'static str,
    /// The condition on each field by itself, as a path of SQL/JSON.
    pub each: BTreeMap<String, String>,
    /// The condition on all fields together, where it says more.
    pub together: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equals,
    Differs,
    AtMost,
    AtLeast,
    Below,
    Above,
}

impl TermCondition {
    /// Reads `counted,number=30,sum<number` of one of these games. Whatever is not of their
    /// vocabulary is named, with what is.
    pub fn read(text: &str, of: &[&'static str]) -> Result<Self, Problem> {
        let mut parts = text.split(',').map(str::trim);
        let kind = parts.next().unwrap_or_default();
        let conditions = parts.map(Condition::split).collect::<Result<Vec<_>, _>>()?;
        let all = vocabulary::games().iter().filter(|(slug, _)| of.contains(*slug));
        let candidates: Vec<_> =
            all.filter_map(|(slug, game)| Some((*slug, game.fields_by_type.get(kind)?))).collect();
        if candidates.is_empty() {
            return Err(unknown_kind(kind, of));
        }
        let mut first_problem = None;
        let mut games = Vec::new();
        for (slug, fields) in candidates {
            let paths = conditions.iter().map(|condition| condition.predicate(kind, fields));
            match paths.collect::<Result<Vec<_>, _>>() {
                Ok(paths) => games.push(GameCondition::new(slug, &paths)),
                Err(problem) => first_problem = first_problem.or(Some(problem)),
            }
        }
        match first_problem {
            Some(problem) if games.is_empty() => Err(problem),
            _ => Ok(Self { kind: kind.to_owned(), games }),
        }
    }
}

impl GameCondition {
    fn new(slug: &'static str, conditions: &[Predicate<'_>]) -> Self {
        let mut each: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for condition in conditions.iter().filter(|condition| !condition.on_others) {
            each.entry(condition.field).or_default().push(&condition.path);
        }
        let says_more = each.len() > 1 || conditions.iter().any(|condition| condition.on_others);
        let all: Vec<_> = conditions.iter().map(|condition| condition.path.as_str()).collect();
        let each = each.into_iter().map(|(field, paths)| (field.to_owned(), filter(&paths))).collect();
        Self { slug, each, together: says_more.then(|| filter(&all)) }
    }
}

fn filter(predicates: &[&str]) -> String {
    format!("$ ? ({})", predicates.join(" && "))
}

/// A condition as a predicate of SQL/JSON, made of nothing but names and values of the vocabulary.
struct Predicate<'q> {
    field: &'q str,
    /// True: it asks for the values of other fields.
    on_others: bool,
    path: String,
}

/// A field compared with values, any of which will do, or with another field.
#[derive(Clone, Copy, Debug)]
struct Condition<'q> {
    field: &'q str,
    comparison: Comparison,
    values: &'q str,
}

impl<'q> Condition<'q> {
    fn split(text: &'q str) -> Result<Self, Problem> {
        let at = text.find(['!', '<', '>', '=']);
        let read = at.and_then(|at| {
            let (sign, comparison) = COMPARISONS.iter().find(|(sign, _)| text[at..].starts_with(sign))?;
            Some(Self {
                field: text[..at].trim(),
                comparison: *comparison,
                values: text[at + sign.len()..].trim(),
            })
        });
        read.ok_or_else(|| {
            let message = Requests::UnreadableCondition { input: Quote(text.to_owned()) };
            Problem::parameter(PARAMETER, message).with(json!({"parameter": PARAMETER, "input": text}))
        })
    }

    fn predicate(&self, kind: &str, fields: &FieldValues) -> Result<Predicate<'q>, Problem> {
        let values = fields.get(self.field).ok_or_else(|| unknown_field(self.field, kind, fields))?;
        let field = member(self.field);
        let ordered = !matches!(self.comparison, Comparison::Equals | Comparison::Differs);
        if ordered && !values.numbers {
            return Err(not_ordered(self.field));
        }
        let read = |text: &str| self.operand(text.trim(), values, fields, ordered);
        let operands = self.values.split('|').map(read).collect::<Result<Vec<_>, _>>()?;
        let sign = match self.comparison {
            Comparison::Equals | Comparison::Differs => "==",
            Comparison::AtMost => "<=",
            Comparison::AtLeast => ">=",
            Comparison::Below => "<",
            Comparison::Above => ">",
        };
        let any: Vec<_> = operands.iter().map(|operand| format!("{field} {sign} {operand}")).collect();
        let any = any.join(" || ");
        let path = match self.comparison {
            Comparison::Differs => {
                let presence = operands.iter().filter(|operand| operand.starts_with('@'));
                let presence: String =
                    presence.map(|operand| [" && exists(", operand, ")"].concat()).collect();
                format!("(exists({field}){presence} && !({any}))")
            }
            _ => format!("({any})"),
        };
        let on_others = operands.iter().any(|operand| operand.starts_with('@'));
        Ok(Predicate { field: self.field, on_others, path })
    }

    fn operand(
        &self,
        text: &str,
        values: &Values,
        fields: &FieldValues,
        ordered: bool,
    ) -> Result<String, Problem> {
        let value = values.read(text).filter(|value| !ordered || value.is_number());
        let other = || fields.get(text).filter(|other| other.numbers == values.numbers).map(|_| member(text));
        value.map(|value| value.to_string()).or_else(other).ok_or_else(|| {
            let numbers =
                fields.iter().filter(|(name, of)| of.numbers && values.numbers && *name != self.field);
            let numbers = numbers.map(|(name, _)| name.clone());
            let allowed: Vec<_> = values.allowed().into_iter().chain(numbers).collect();
            unknown_value(text, self.field, &allowed)
        })
    }
}

fn member(field: &str) -> String {
    format!("@.{}", Value::from(field))
}

fn unknown_kind(input: &str, of: &[&str]) -> Problem {
    let all = vocabulary::games().iter().filter(|(slug, _)| of.contains(*slug));
    let allowed: BTreeSet<_> = all.flat_map(|(_, game)| game.fields_by_type.keys()).cloned().collect();
    let allowed: Vec<_> = allowed.into_iter().collect();
    invalid(Requests::UnknownSearchTerm { input: Quote(input.to_owned()) }, input, &allowed)
}

fn unknown_field(input: &str, kind: &str, fields: &FieldValues) -> Problem {
    let message = Requests::UnknownDetail { kind: kind.into(), input: Quote(input.to_owned()) };
    invalid(message, input, &fields.keys().cloned().collect::<Vec<_>>())
}

fn unknown_value(input: &str, field: &str, allowed: &[String]) -> Problem {
    let message = Requests::ImpossibleValue { field: field.into(), input: Quote(input.to_owned()) };
    invalid(message, input, allowed)
}

fn not_ordered(field: &str) -> Problem {
    invalid(Requests::NotOrdered { field: field.into() }, field, &["=".to_owned(), "!=".to_owned()])
}

fn invalid(why: Requests, input: &str, allowed: &[String]) -> Problem {
    let possible = Requests::Allowed { allowed: Field::list(allowed) };
    Problem::parameter(PARAMETER, Message::from(why).followed_by(possible))
        .with(json!({"parameter": PARAMETER, "input": input, "allowed": allowed}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::problem::Code;

    fn path(text: &str, game: &'static str) -> String {
        let condition = TermCondition::read(text, &[game]).unwrap().games.remove(0);
        let each = condition.each.into_iter().map(|(field, path)| format!("{field}: {path}"));
        each.chain(condition.together).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn conditions_become_paths() {
        for (text, expected) in [
            ("counted", ""),
            ("counted,number=30", r#"number: $ ? ((@."number" == 30))"#),
            (
                "counted, number = 30 , sum<number",
                r#"number: $ ? ((@."number" == 30)); $ ? ((@."number" == 30) && (@."sum" < @."number"))"#,
            ),
            ("counted,seat=0|2", r#"seat: $ ? ((@."seat" == 0 || @."seat" == 2))"#),
            ("counted,sum!=7", r#"sum: $ ? ((exists(@."sum") && !(@."sum" == 7)))"#),
            (
                "counted,sum!=number",
                r#"$ ? ((exists(@."sum") && exists(@."number") && !(@."sum" == @."number")))"#,
            ),
            ("counted,sum>=7,sum<=9", r#"sum: $ ? ((@."sum" >= 7) && (@."sum" <= 9))"#),
            (
                "counted,sum>7,number=8",
                r#"number: $ ? ((@."number" == 8)); sum: $ ? ((@."sum" > 7)); $ ? ((@."sum" > 7) && (@."number" == 8))"#,
            ),
            ("breach,rule=x\"y", r#"rule: $ ? ((@."rule" == "x\"y"))"#),
        ] {
            assert_eq!(path(text, "not_my_fault"), expected, "{text}");
        }
    }

    #[test]
    fn an_impossible_condition_lists_the_possible_ones() {
        for (text, allowed) in [
            ("", "counted"),
            ("countd", "counted"),
            ("counted,", "number"),
            ("counted,numbr=3", "number"),
            ("counted,number=many", "seat"),
            ("counted,number", "number=30"),
            ("counted,=3", "number"),
            ("counted,number=3|", "1, 2, 3"),
            ("game_over,ending<thirty", "="),
            ("game_over,ending=won", "thirty"),
            ("breach,move=jump", "declare"),
        ] {
            let problem = TermCondition::read(text, &["not_my_fault"]).unwrap_err();
            assert!(problem.message().en.contains(allowed), "{text}: {}", problem.message().en);
            assert!(problem.message().ja.contains(allowed) || allowed == "number=30", "{text}");
            assert_eq!(problem.code(), Code::MalformedParameter);
        }
    }

    #[test]
    fn only_games_with_all_fields_are_searched() {
        let all: Vec<_> = vocabulary::games().keys().copied().collect();
        let counted = TermCondition::read("counted,number=30", &all).unwrap();
        assert_eq!(counted.games.iter().map(|of| of.slug).collect::<Vec<_>>(), ["not_my_fault"]);
        assert!(TermCondition::read("counted", &all).unwrap().games.len() > 1);
    }

    #[test]
    fn a_search_term_has_no_order_and_no_unknown_values() {
        let terms_of = |hands: Value| terms("punyon_ken", &json!({"type": "throw", "hands": hands}));
        let one = terms_of(json!(["rock", "paper", "rock", null]));
        assert_eq!(one, terms_of(json!(["paper", "rock"])));
        assert_ne!(one, terms_of(json!(["paper"])));
        assert_eq!(terms_of(json!([null])), []);
        assert_eq!(terms("punyon_ken", &json!({"type": "fly"})), []);
    }

    #[test]
    fn several_fields_make_a_term_each_and_one_together() {
        let warned = terms("not_my_fault", &json!({"type": "suspended", "seat": 1, "suspensions": 2}));
        let search_terms: Vec<_> =
            warned.iter().map(|one| (one.field.as_deref(), one.fields.as_str())).collect();
        let seat = (Some("seat"), r#"{"seat":1}"#);
        assert_eq!(
            search_terms,
            [seat, (Some("suspensions"), r#"{"suspensions":2}"#), (None, r#"{"seat":1,"suspensions":2}"#)]
        );
    }
}
