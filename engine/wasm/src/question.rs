//! The questions of a page. Their answers have the shapes of the service's API.

use kifu_engine::board::Layout;
use kifu_engine::rules::RulesVersion;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::text::Language;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A request of a page, as `{"open": …}`, `{"ask": …}` and so on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Opens an empty record. The answer is the number by which it is asked.
    Open(Head),
    /// Makes an independent copy of a record. The answer is its number.
    Fork(usize),
    /// Forgets a record.
    Close(usize),
    /// Asks a record.
    Ask {
        /// The number of the record.
        record: usize,
        /// The question.
        question: Question,
    },
}

/// The head of a record. The answer of `/v1/games/{id}` is one; fields that the engine does not need are left unread.
#[derive(Debug, Deserialize)]
pub struct Head {
    /// The slug of the game.
    pub game: String,
    /// How many sit at the table.
    pub seats: u8,
    /// The game's options.
    pub options: Value,
    /// The rules that the record is played by; the newest if there are none.
    pub rules_version: Option<RulesVersion>,
    /// The people, by seat.
    #[serde(default)]
    pub seating: Vec<Seated>,
}

/// The person on a seat.
#[derive(Debug, Deserialize)]
pub struct Seated {
    /// The name of the person; `null` for somebody without a name.
    pub name: Option<String>,
    /// True: the person was erased.
    #[serde(default)]
    pub erased: bool,
}

/// An entry of a log, as the service sends it.
#[derive(Debug, Deserialize)]
pub struct LoggedEntry {
    /// When it was logged.
    pub at: String,
    /// The entry.
    pub entry: Value,
}

/// A question about one record.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Adds entries of the log. The answer is the position.
    Add(Vec<LoggedEntry>),
    /// Judges an entry that somebody enters and adds it. The answer is the entry as it is stored.
    Enter {
        /// Who enters it: the scribe or a seat.
        viewer: Viewer,
        /// The entry.
        entry: Value,
        /// The time of the entry.
        at: String,
    },
    /// The game's name, and the secrets that it may have.
    Game {},
    /// The log as a viewer sees it.
    Entries {
        /// The perspective; everything that this record holds if there is none.
        perspective: Option<Viewer>,
    },
    /// The position.
    Position {},
    /// The legal moves.
    Choices {},
    /// The forms by which a viewer enters a move.
    Forms {
        /// Who enters it.
        viewer: Viewer,
        /// The event that it corrects.
        instead_of: Option<Seq>,
    },
    /// The replay: the start and all steps.
    Replay {
        /// The perspective; everything that this record holds if there is none.
        perspective: Option<Viewer>,
    },
    /// The picture of the position after a step.
    Board {
        /// The step.
        step: usize,
        /// The language of its words.
        language: Language,
        /// The layout.
        layout: Layout,
        /// The perspective.
        perspective: Option<Viewer>,
        /// Draw facts that became known later, too.
        hindsight: bool,
        /// Draw chances where their things lie: of a record that is over.
        #[serde(default)]
        chances: bool,
    },
    /// The analysis of a record that is over.
    Analysis {
        /// Whose odds they are: everybody's if there is none.
        perspective: Option<Viewer>,
        /// The only step that is solved, for which there is more time than for all.
        step: Option<usize>,
        /// The facts that stand in for facts that the record lacks.
        #[serde(default = "no_facts")]
        assumed: Value,
    },
}

fn no_facts() -> Value {
    Value::Object(Map::new())
}
