//! Any game behind the one face.

use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

use super::entries::lenient_numbers;
use super::{AnyGame, AnyRecord, Opening, Rejected, Schemas, encode};
use crate::game::{Game, Meta, Pick};
use crate::joint::Part;
use crate::malformed::{self, Malformed, Subject};
use crate::message::Catalogue;
use crate::record::Record;

/// A game as the registry holds it.
pub struct Registered<G>(PhantomData<fn() -> G>);

impl<G> Registered<G> {
    /// This game, erased.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Registered<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> AnyGame for Registered<G> {
    fn meta(&self) -> &'static Meta {
        const { &G::META }
    }

    fn catalogue(&self) -> &'static Catalogue {
        G::catalogue()
    }

    fn schemas(&self) -> Schemas {
        Schemas {
            options: schema::<G::Options>(),
            moves: schema::<G::Move>(),
            effects: schema::<G::Effect>(),
            choices: schema::<G::Choice>(),
            parts: G::Part::ANY.then(schema::<G::Part>),
            view: schema::<G::View>(),
        }
    }

    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyRecord>, Rejected> {
        Ok(Box::new(Record::<G>::open(opening.seats, &read_options::<G>(&opening.options)?)?))
    }

    fn sample_opening(&self, pick: &mut dyn Pick) -> Opening {
        let (seats, options) = G::sample_opening(pick);
        Opening { seats, options: encode(&options) }
    }

    fn all_options(&self, options: &Value) -> Result<Value, Rejected> {
        Ok(encode(&read_options::<G>(options)?))
    }
}

fn read_options<G: Game>(options: &Value) -> Result<G::Options, Malformed> {
    lenient_numbers(options, |value| malformed::read(Subject::Options, value))
}

/// The shape of a type, whole.
pub(super) fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    SchemaGenerator::new(settings).into_root_schema_for::<T>()
}
