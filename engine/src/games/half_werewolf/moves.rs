//! Moves of people and the effects that follow, as JSON.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::IntoStaticStr;

use super::outcome::Ending;
use super::rules::camps::Camp;
use super::rules::role::Role;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};
use crate::text::NOT_BLANK;

/// An ability of the morning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "HalfWerewolfAbility")]
pub enum Ability {
    /// To look at one card.
    Seer,
    /// To exchange a card of the graveyard.
    Gravedigger,
}

impl Ability {
    /// The card that gives it.
    pub const fn role(self) -> Role {
        match self {
            Self::Seer => Role::Seer,
            Self::Gravedigger => Role::Gravedigger,
        }
    }
}

/// A face-down card before a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HalfWerewolfSeatSlot")]
pub struct SeatSlot {
    /// The seat.
    pub seat: Seat,
    /// Which of its two cards.
    #[schemars(range(min = 0, max = 1))]
    pub slot: i64,
}

/// A face-down card: `{"seat": 1, "slot": 0}` or `{"graveyard": 0}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "HalfWerewolfCardPlace")]
pub enum CardPlace {
    /// Before a seat.
    Seat(SeatSlot),
    /// In the graveyard.
    Graveyard(GraveSlot),
}

/// A face-down card in the graveyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HalfWerewolfGraveSlot")]
pub struct GraveSlot {
    /// Which of its cards.
    #[schemars(range(min = 0, max = 1))]
    pub graveyard: i64,
}

/// Reads the fields one by one, so that an error names a misspelt field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnyPlace {
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default)]
    slot: Option<i64>,
    #[serde(default)]
    graveyard: Option<i64>,
}

impl<'de> Deserialize<'de> for CardPlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match AnyPlace::deserialize(deserializer)? {
            AnyPlace { seat: Some(seat), slot: Some(slot), graveyard: None } => {
                Ok(Self::Seat(SeatSlot { seat, slot }))
            }
            AnyPlace { seat: None, slot: None, graveyard: Some(graveyard) } => {
                Ok(Self::Graveyard(GraveSlot { graveyard }))
            }
            AnyPlace { seat: Some(_), graveyard: None, .. } => Err(D::Error::missing_field("slot")),
            AnyPlace { graveyard: None, .. } => Err(D::Error::missing_field("seat")),
            _ => Err(D::Error::unknown_field("graveyard", &["seat", "slot"])),
        }
    }
}

/// The target of a vote: the number of a seat, or the word `graveyard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(
    rename = "HalfWerewolfTarget",
    description = "A seat, or the graveyard",
    schema_with = "seat_or_graveyard"
)]
pub enum Target {
    /// A seat.
    Seat(Seat),
    /// The graveyard.
    Graveyard,
}

fn seat_or_graveyard(generator: &mut SchemaGenerator) -> Schema {
    let seat = generator.subschema_for::<Seat>();
    json_schema!({"anyOf": [seat, {"type": "string", "enum": [GRAVEYARD]}]})
}

const GRAVEYARD: &str = "graveyard";

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => seat.serialize(serializer),
            Self::Graveyard => serializer.serialize_str(GRAVEYARD),
        }
    }
}

struct TargetReader;

impl serde::de::Visitor<'_> for TargetReader {
    type Value = Target;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a seat or a graveyard")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Target, E> {
        let number = serde::de::value::I64Deserializer::new(number);
        Seat::deserialize(number).map(Target::Seat)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Target, E> {
        let number = i64::try_from(number)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self));
        self.visit_i64(number?)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Target, E> {
        if word == GRAVEYARD {
            return Ok(Target::Graveyard);
        }
        Err(E::invalid_value(serde::de::Unexpected::Str(word), &self))
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TargetReader)
    }
}

/// A move at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "HalfWerewolfMove")]
#[strum(serialize_all = "snake_case")]
pub enum Move {
    /// Two cards go to each seat, the rest face down to the graveyard.
    Deal {
        /// By seat, its two cards, or null if nobody told them; left out or null if no hand is
        /// known. Hidden from the other seats.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        hands: Fact<BySeat<Fact<Vec<Role>>>>,
        /// The cards of the graveyard in slot order, if anybody knows them. Hidden from all.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        graveyard: Fact<Vec<Role>>,
    },
    /// Notes the cards that a seat knows of its own hand. The other seats do not see this move.
    Note {
        /// The seat.
        seat: Seat,
        /// The two cards it was dealt.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        dealt: Fact<Vec<Role>>,
        /// The card it passed on; allowed once the cards are passed.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        passed: Fact<Role>,
        /// The two cards it holds now, in any order; allowed once the cards are passed.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        holds: Fact<Vec<Role>>,
    },
    /// Each seat passes a card to the right, and then lays its two cards face down.
    PassCards {
        /// By seat, the card it passes on, or null if nobody told it. Hidden from all but
        /// giver and receiver.
        cards: BySeat<Fact<Role>>,
    },
    /// The seer comes forward and looks at a card.
    SeerLook {
        /// The seat that comes forward.
        seat: Seat,
        /// The card.
        target: CardPlace,
        /// The role it shows. Hidden from all but the seer.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        role: Fact<Role>,
    },
    /// The gravedigger comes forward, sees the graveyard and exchanges one of its cards.
    Dig {
        /// The seat that comes forward.
        seat: Seat,
        /// The cards of the graveyard before the exchange, in slot order. Hidden from all but
        /// the gravedigger.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        saw: Fact<Vec<Role>>,
        /// The graveyard slot of the card exchanged. Hidden from all but the gravedigger.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        #[schemars(range(min = 0, max = 1))]
        give: Fact<i64>,
        /// The card given away; follows from `saw` and `give` if both are known. Hidden from
        /// all but the gravedigger and the seat that got it.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        given_card: Fact<Role>,
        /// The card it is exchanged for.
        target: SeatSlot,
    },
    /// Nobody comes forward.
    SkipAbility {
        /// The ability that is due.
        ability: Ability,
    },
    /// A seat makes a statement worth recording.
    Statement {
        /// The seat that speaks.
        seat: Seat,
        /// The words; not blank.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 2000), extend("pattern" = NOT_BLANK))]
        text: Option<String>,
        /// The role that the seat claims to hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claims_role: Option<Role>,
    },
    /// The five minutes are over.
    EndDay {},
    /// Everybody votes at the same moment.
    Vote {
        /// By seat: the number of a seat, `graveyard`, or null if the seat shows no vote.
        ballots: BySeat<Option<Target>>,
    },
    /// All cards are turned over.
    Reveal {
        /// By seat, its two cards in slot order.
        hands: BySeat<Vec<Role>>,
        /// The graveyard in slot order.
        graveyard: Vec<Role>,
        /// The role the seer saw, if not logged before.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        looked: Fact<Role>,
        /// The cards the gravedigger saw, if not logged before.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        saw: Fact<Vec<Role>>,
        /// The graveyard slot that was given away; required if not logged before.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        #[schemars(range(min = 0, max = 1))]
        give: Fact<i64>,
    },
}

impl Move {
    /// Its `type` in JSON.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

/// The number of votes for a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfCount")]
pub struct Count {
    /// A seat or the graveyard.
    pub target: Target,
    /// The votes.
    pub votes: i64,
}

/// An effect of a move by rule.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "HalfWerewolfEffect")]
pub enum Effect {
    /// A seat that used an ability surely met the magician and was turned (HW-23).
    Turned {
        /// The seat turned.
        seat: Seat,
    },
    /// All abilities are done, and the day begins (HW-9).
    DayBegan {},
    /// The votes are counted (HW-10).
    VotesCounted {
        /// The targets that got votes, most votes first; then by seat, the graveyard last.
        counts: Vec<Count>,
    },
    /// Several targets tied for most votes, and all vote again among them (HW-11).
    Runoff {
        /// The tied targets.
        targets: Vec<Target>,
    },
    /// The runoff is tied: the village panics (HW-11).
    Panicked {},
    /// One target got most votes (HW-11).
    Executed {
        /// A seat or the graveyard.
        target: Target,
    },
    /// The cards tell the camps (HW-15 to HW-17, HW-23).
    CampsRevealed {
        /// By seat, its camp.
        camps: BySeat<Camp>,
        /// The mad wolf, if there was one.
        mad_wolf: Option<Seat>,
        /// The seats that the magician turned.
        turned: Vec<Seat>,
    },
    /// The game is over (HW-18 to HW-24).
    GameOver {
        /// How it ended.
        ending: Ending,
        /// The winners; possibly none.
        winners: Vec<Seat>,
    },
}
