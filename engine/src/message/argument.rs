//! Arguments of templates.

use crate::count;
use serde_json::{Map, Value, json};

use super::Message;
use crate::json::encode;
use crate::seat::Seat;
use crate::seq::Seq;

/// An argument of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A person, by the seat.
    Seat(Seat),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Words of the same catalogue or another: a tile, a role, a part of a sentence.
    Words(Message),
    /// Text that is equal in every language: a person's own words, the id of a rule.
    Verbatim(String),
    /// Several of a kind.
    List(Vec<Self>),
    /// An unknown or missing value.
    Nothing,
}

impl Arg {
    /// Every seat that it names.
    pub fn seats(&self) -> Vec<Seat> {
        match self {
            Self::Seat(seat) => vec![*seat],
            Self::Words(message) => message.seats(),
            Self::List(args) => args.iter().flat_map(Self::seats).collect(),
            Self::Number(_) | Self::Flag(_) | Self::Verbatim(_) | Self::Nothing => Vec::new(),
        }
    }
}

/// A type that messages take as an argument.
pub trait Argument: Sized {
    /// Its value for a template.
    fn into_arg(self) -> Arg;

    /// Its value in the detail of a violation; none if it is there for the words only.
    fn data(&self) -> Option<Value> {
        None
    }

    /// Some values, so that every message can be tried.
    fn samples() -> Vec<Self>;
}

/// The values of a violation's detail, by name.
pub type Detail = Map<String, Value>;

/// The value of an argument in the detail of a violation, with its name. For an argument that is no data, the detail
/// has the seats that it names, so that no seat of a message is missing there.
pub fn detail_field<T: Argument + Clone>(name: &str, argument: &T) -> Option<(String, Value)> {
    let seats = || Some(argument.clone().into_arg().seats()).filter(|seats| !seats.is_empty());
    let data = argument.data().or_else(|| seats().map(|seats| json!({"seats": seats})));
    Some((name.to_owned(), data?))
}

/// A thing of a game that has a name: a tile, an animal, a role, a kind of move.
pub trait Term: Sized {
    /// Its name. The attributes of the template are other forms of it.
    fn message(&self) -> Message;

    /// As [`Argument::data`].
    fn data(&self) -> Option<Value> {
        None
    }

    /// Some of its values; all of them where they are few.
    fn samples() -> Vec<Self>;
}

impl<T: Term> Argument for T {
    fn into_arg(self) -> Arg {
        Arg::Words(self.message())
    }

    fn data(&self) -> Option<Value> {
        T::data(self)
    }

    fn samples() -> Vec<Self> {
        T::samples()
    }
}

impl Argument for Seat {
    fn into_arg(self) -> Arg {
        Arg::Seat(self)
    }

    fn data(&self) -> Option<Value> {
        Some(encode(self))
    }

    fn samples() -> Vec<Self> {
        [0, 1, 2].map(Self::new).into()
    }
}

impl Argument for bool {
    fn into_arg(self) -> Arg {
        Arg::Flag(self)
    }

    fn samples() -> Vec<Self> {
        vec![false, true]
    }
}

impl Argument for Seq {
    fn into_arg(self) -> Arg {
        Arg::Number(self.into())
    }

    fn samples() -> Vec<Self> {
        vec![Self(7)]
    }
}

macro_rules! numbers {
    ($($number:ty: $convert:expr),+) => { $(
        impl Argument for $number {
            fn into_arg(self) -> Arg {
                Arg::Number($convert(self))
            }

            fn samples() -> Vec<Self> {
                vec![3, 1, 0]
            }
        }
    )+ };
}
numbers! { u8: i64::from, i64: i64::from, u64: u64::cast_signed, usize: count::to_i64 }

/// Lists of samples and the empty list, for a message that says something else where there is nothing.
pub fn lists_or_none<T: Argument>() -> Vec<Vec<T>> {
    let mut lists = <Vec<T> as Argument>::samples();
    lists.push(Vec::new());
    lists
}

impl<T: Argument> Argument for Vec<T> {
    fn into_arg(self) -> Arg {
        Arg::List(self.into_iter().map(T::into_arg).collect())
    }

    fn data(&self) -> Option<Value> {
        let data: Vec<Value> = self.iter().filter_map(T::data).collect();
        (!data.is_empty()).then(|| data.into())
    }

    /// All, one, two.
    fn samples() -> Vec<Self> {
        let count = T::samples().len();
        [count, 1, 2.min(count)].into_iter().map(|n| T::samples().into_iter().take(n).collect()).collect()
    }
}

impl<T: Argument> Argument for Option<T> {
    fn into_arg(self) -> Arg {
        self.map_or(Arg::Nothing, T::into_arg)
    }

    fn samples() -> Vec<Self> {
        std::iter::once(None).chain(T::samples().into_iter().map(Some)).collect()
    }
}

/// Words as a person wrote them.
#[derive(Clone, Debug, PartialEq)]
pub struct Quote(pub String);

impl Argument for Quote {
    fn into_arg(self) -> Arg {
        Arg::Verbatim(self.0)
    }

    fn samples() -> Vec<Self> {
        vec![Self("…".to_owned())]
    }
}

/// The id of a rule, as on the rules page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleId(pub &'static str);

impl Argument for RuleId {
    fn into_arg(self) -> Arg {
        Arg::Verbatim(self.0.to_owned())
    }

    fn samples() -> Vec<Self> {
        vec![Self("G-2")]
    }
}
