//! The findings of a step as a table: chances by rows and columns, and words.

use schemars::JsonSchema;
use serde::Serialize;

use crate::message::Message;
use crate::text::{Names, Text};

/// A table of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The caption.
    pub caption: Message,
    /// The name of each column.
    pub columns: Vec<Message>,
    /// The name of each row, and its cells.
    pub rows: Vec<(Message, Vec<TableCell>)>,
}

/// One cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// A chance.
    Chance(f64),
    /// Anything else in words.
    Words(Message),
    /// Nothing is known, or there is nothing to say.
    Empty,
}

impl TableCell {
    /// A chance, where there is one.
    pub fn chance(chance: Option<f64>) -> Self {
        chance.map_or(Self::Empty, Self::Chance)
    }

    /// Words, where there are any.
    pub fn words(words: Option<impl Into<Message>>) -> Self {
        words.map_or(Self::Empty, |words| Self::Words(words.into()))
    }

    /// A number that is no chance.
    pub fn number(number: impl std::fmt::Display) -> Self {
        let number = number.to_string();
        Self::Words(Message::of_name(Text::new(number.clone(), number)))
    }
}

/// A table of chances and words, as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AnalysisTable")]
pub struct TableView {
    /// The caption.
    pub caption: Text,
    /// The name of each column.
    pub columns: Vec<Text>,
    /// The rows, in order.
    pub rows: Vec<RowView>,
}

/// A row of such a table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct RowView {
    /// The name of the row.
    pub name: Text,
    /// By column, a chance or words; null where there is nothing to say.
    pub cells: Vec<Option<CellView>>,
}

/// A chance or words.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum CellView {
    /// A chance.
    Chance(f64),
    /// Anything else in words.
    Words(Text),
}

impl TableView {
    /// This table, with the people called by these names.
    pub fn of(table: &Table, names: &Names) -> Self {
        let cell = |cell: &TableCell| match cell {
            TableCell::Chance(chance) => Some(CellView::Chance(*chance)),
            TableCell::Words(words) => Some(CellView::Words(words.text(names))),
            TableCell::Empty => None,
        };
        let row = |(name, cells): &(Message, Vec<TableCell>)| RowView {
            name: name.text(names),
            cells: cells.iter().map(cell).collect(),
        };
        Self {
            caption: table.caption.text(names),
            columns: table.columns.iter().map(|column| column.text(names)).collect(),
            rows: table.rows.iter().map(row).collect(),
        }
    }
}
