//! Set-up choices as people are offered them before a game: their names and their values.

use schemars::JsonSchema;
use serde::Serialize;

use crate::message::Phrase;
use crate::statistics::LabelledWord;

/// One field of a game's options that people choose by hand. Fields that only few ever need have none.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Setting {
    /// The field of the options.
    pub name: &'static str,
    /// The label for people.
    pub label: Phrase,
    /// The values that it may have.
    pub offers: Offers,
}

/// The values of a setting, and its usual value: the default of the options.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "SettingValues")]
pub enum Offers {
    /// Yes or no; usually no.
    Switch,
    /// One of these; usually the first.
    OneOf {
        /// The values.
        of: &'static [Offer],
    },
    /// A whole number; usually the least.
    Number {
        /// The least.
        least: u8,
        /// The most.
        most: u8,
    },
    /// A seat; usually the first.
    Seat,
}

/// A value that a setting may have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "SettingOption")]
pub struct Offer {
    /// As in the options.
    pub value: &'static str,
    /// The label for people.
    pub label: Phrase,
    /// The number of seats that it needs, if it needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
}

/// A list in a game's options that only odds need: the sides of a die, or the number of each card. It may be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct ListSetting {
    /// The field of the options.
    pub name: &'static str,
    /// The label for people.
    pub label: Phrase,
    /// How many entries it has.
    pub length: u8,
    /// The words that can be in it; none where it has numbers, one for each number from 0.
    pub words: &'static [LabelledWord],
}
