//! Declaring the messages of a game.

/// Declares an enum of messages with typed arguments, and the catalogue of their templates.
///
/// The template of `TileNotInHand { seat: Seat, tile: Tile }` is `tile-not-in-hand`, its variables are `$seat` and
/// `$tile`. A field is of any type that is an [`Argument`](crate::message::Argument). Where its type has values that
/// this message never has, samples stand behind it: `round: i64 = [1, 12]`.
///
/// ```
/// use kifu_engine::message::{Message, Render};
/// use kifu_engine::seat::Seat;
/// use kifu_engine::text::{Language, Names};
///
/// kifu_engine::messages! {
///     /// What happens at a table for tea.
///     pub enum Tea in "tea" {
///         en: "pours = { $cups ->
///     [one] { $seat } pours a cup.
///    *[other] { $seat } pours { $cups } cups.
/// }",
///         ja: "pours = { $seat }が{ $cups }杯つぎます。",
///         Pours { seat: Seat, cups: u8 },
///     }
/// }
///
/// let names = Names::new(&[Some("Aki".to_owned()), None]);
/// let pours = Message::from(Tea::Pours { seat: Seat::new(0), cups: 1 });
/// assert_eq!(pours.render(&names, Language::En), "Aki pours a cup.");
/// let pours = Message::from(Tea::Pours { seat: Seat::new(1), cups: 2 });
/// assert_eq!(pours.render(&names, Language::Ja), "席2が2杯つぎます。");
/// ```
#[macro_export]
macro_rules! messages {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident in $place:literal {
            en: $en:expr,
            ja: $ja:expr,
            $($variant:ident $({ $($field:ident: $type:ty $(= $samples:expr)?),* $(,)? })?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the templates say what they are")]
        $vis enum $name {
            $($variant $({ $($field: $type),* })?),*
        }

        impl $name {
            /// The templates.
            $vis fn catalogue() -> &'static $crate::message::Catalogue {
                static CATALOGUE: $crate::message::Catalogue =
                    $crate::message::Catalogue::new($place, $en, $ja, $name::samples);
                &CATALOGUE
            }

            /// Every message with some arguments of every kind.
            fn samples() -> Vec<$crate::message::Message> {
                [$($crate::messages!(@samples $name, $variant $({ $($field: $type $(= $samples)?),* })?)),*].concat()
            }

            /// In both languages, with the people at the table called by these names.
            #[allow(dead_code, reason = "not every game has labels")]
            $vis fn text(self, names: &$crate::text::Names) -> $crate::text::Text {
                $crate::message::Message::from(self).text(names)
            }
        }

        impl From<$name> for $crate::message::Message {
            fn from(message: $name) -> Self {
                match message {
                    $($name::$variant $({ $($field),* })? => $crate::message::Message::new(
                        $name::catalogue(),
                        {
                            const NAME: &str = stringify!($variant);
                            const BYTES: [u8; $crate::message::kebab_len(NAME)] = $crate::message::kebab(NAME);
                            const ID: &str = match std::str::from_utf8(&BYTES) {
                                Ok(id) => id,
                                Err(_) => NAME,
                            };
                            ID
                        },
                        vec![$($((stringify!($field), $crate::message::Argument::into_arg($field))),*)?],
                    ),)*
                }
            }
        }

        impl $crate::message::Declared for $name {
            fn detail(&self) -> $crate::message::Detail {
                let fields: Vec<Option<_>> = match self {
                    $(Self::$variant $({ $($field),* })? => {
                        vec![$($($crate::message::detail_field(stringify!($field), $field)),*)?]
                    })*
                };
                fields.into_iter().flatten().collect()
            }
        }

        impl $crate::message::Render for $name {
            fn render(&self, names: &$crate::text::Names, language: $crate::text::Language) -> String {
                $crate::message::Message::from(self.clone()).render(names, language)
            }
        }
    };

    (@samples $name:ident, $variant:ident) => {
        vec![$crate::message::Message::from($name::$variant)]
    };

    (@samples $name:ident, $variant:ident { $($field:ident: $type:ty $(= $samples:expr)?),* }) => {{
        let counts = [$($crate::messages!(@values $type $(= $samples)?).len()),*];
        let sample = |turn: Vec<usize>| {
            let mut turn = turn.into_iter();
            $(let $field = $crate::messages!(@values $type $(= $samples)?).into_iter().nth(turn.next()?)?;)*
            Some($crate::message::Message::from($name::$variant { $($field),* }))
        };
        let turns = $crate::message::Catalogue::combinations(&counts).into_iter();
        turns.filter_map(sample).collect::<Vec<_>>()
    }};

    (@values $type:ty) => {
        <$type as $crate::message::Argument>::samples()
    };

    (@values $type:ty = $samples:expr) => {
        Vec::<$type>::from($samples)
    };
}

/// How long the id of a message with this name is.
pub const fn kebab_len(name: &str) -> usize {
    let (bytes, mut at, mut len) = (name.as_bytes(), 0, 0);
    while at < bytes.len() {
        len += if at > 0 && bytes[at].is_ascii_uppercase() { 2 } else { 1 };
        at += 1;
    }
    len
}

/// The id of a message: `TileNotInHand` is `tile-not-in-hand`.
pub const fn kebab<const LEN: usize>(name: &str) -> [u8; LEN] {
    let (bytes, mut at, mut to, mut id) = (name.as_bytes(), 0, 0, [b'-'; LEN]);
    while at < bytes.len() {
        if at > 0 && bytes[at].is_ascii_uppercase() {
            to += 1;
        }
        id[to] = bytes[at].to_ascii_lowercase();
        at += 1;
        to += 1;
    }
    id
}
