//! A move in force with what followed, as readers get it: everything that is of a game says of which one.

use kifu_engine::erased::{AnyRecord, DisputeView, StepView, with_game};
use kifu_engine::seq::Seq;
use kifu_engine::text::Text;
use kifu_engine::violation::ViolationView;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// A move in force with what followed.
#[derive(Debug, Serialize)]
pub struct Step {
    /// The slug of the game.
    pub game: &'static str,
    /// The move and what followed, each with its game.
    #[serde(flatten)]
    pub played: StepView,
}

impl Step {
    /// A step of this record.
    pub fn of(record: &dyn AnyRecord, played: StepView) -> Self {
        let game = record.meta().slug;
        let all = |values: Vec<_>| values.into_iter().map(|value| with_game(game, value)).collect();
        let played = StepView {
            mv: with_game(game, played.mv),
            effects: all(played.effects),
            state: with_game(game, played.state),
            dispute: played.dispute.map(|dispute| dispute_of(game, dispute)),
            ..played
        };
        Self { game, played }
    }

    /// Steps of this record.
    pub fn all_of(record: &dyn AnyRecord, steps: Vec<StepView>) -> Vec<Self> {
        steps.into_iter().map(|step| Self::of(record, step)).collect()
    }
}

/// The shape of the steps of any game; the contract has one for each game, and their union.
impl JsonSchema for Step {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Step".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let violation = generator.subschema_for::<ViolationView>();
        let text = generator.subschema_for::<Text>();
        let seq = generator.subschema_for::<Seq>();
        let dispute = generator.subschema_for::<DisputeView>();
        let described = |about: &str, mut schema: Schema| {
            schema.insert("description".to_owned(), about.into());
            schema
        };
        json_schema!({
            "description": "A move in force with what followed.",
            "type": "object",
            "properties": {
                "game": {"$ref": "#/components/schemas/GameKind"},
                "seq": described("The event that recorded the move, as this viewer counts.", seq),
                "move": {"$ref": "#/components/schemas/Move", "description": "The move."},
                "irregular": {"type": "boolean", "description": "Whether it was recorded as irregular."},
                "dispute": described(
                    "What the position keeps of it, where it does not agree with what others said.", dispute
                ),
                "breaches": {
                    "type": "array", "items": violation, "description": "The rules it broke all the same.",
                },
                "effects": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Effect"},
                    "description": "What followed by rule.",
                },
                "narration": {
                    "type": "array", "items": text, "description": "Move, breaches and effects in words.",
                },
                "state": {"$ref": "#/components/schemas/State", "description": "The position after it."},
            },
            "required": ["game", "seq", "move", "irregular", "breaches", "effects", "narration", "state"],
        })
    }
}

/// A dispute whose moves say their game.
pub fn dispute_of(game: &str, dispute: DisputeView) -> DisputeView {
    DisputeView {
        stated: with_game(game, dispute.stated),
        applied: dispute.applied.into_iter().map(|mv| with_game(game, mv)).collect(),
        ..dispute
    }
}
