//! The finding about one thing that a start needs.

use std::fmt;

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All is well.
    Ok,
    /// It works, and could be better.
    Note,
    /// The service would not start, or would not work.
    Wrong,
}

/// The finding about one thing.
#[derive(Debug)]
pub struct Finding {
    /// How it stands.
    pub state: State,
    subject: &'static str,
    lines: Vec<String>,
}

impl Finding {
    fn new(state: State, subject: &'static str, text: impl fmt::Display) -> Self {
        Self { state, subject, lines: text.to_string().lines().map(str::to_owned).collect() }
    }

    /// A finding that all is well, in figures and names.
    pub fn ok(subject: &'static str, what: impl fmt::Display) -> Self {
        Self::new(State::Ok, subject, what)
    }

    /// A finding that could be better, with the remedy, in English and Japanese.
    pub fn note(subject: &'static str, en: impl fmt::Display, ja: impl fmt::Display) -> Self {
        Self::new(State::Note, subject, format_args!("{en}\n{ja}"))
    }

    /// A finding that hinders a start, with the remedy, in English and Japanese.
    pub fn wrong(subject: &'static str, en: impl fmt::Display, ja: impl fmt::Display) -> Self {
        Self::new(State::Wrong, subject, format_args!("{en}\n{ja}"))
    }

    /// It hinders a start, as an error says, which speaks both languages.
    pub fn failed(subject: &'static str, error: impl fmt::Display) -> Self {
        Self::new(State::Wrong, subject, error)
    }
}

impl fmt::Display for Finding {
    /// A line for the finding, and further ones below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Ok => "ok",
            State::Note => "note",
            State::Wrong => "WRONG",
        };
        write!(f, "{state:<6}{:<18}", self.subject)?;
        f.write_str(&self.lines.join("\n                        "))
    }
}
