//! Any game behind the object-safe trait.

use std::marker::PhantomData;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use super::entries::lenient_numbers;
use super::of_game::without_game;
use super::{AnalysedStep, AnyGame, AnyRecord, Opening, PartKind, Rejected, Schemas};
use crate::analysis::{AnalysisPart, ArchiveFigure, ArchiveFigures};
use crate::game::{Chooser, Game, Meta};
use crate::json::encode;
use crate::malformed::{self, Malformed};
use crate::message::Catalogue;
use crate::record::Record;
use crate::rules::Part;
use crate::words::json::Subject;

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
        let mut generator = inlining();
        let mut of = |kind| schema_of::<G>(kind, &mut generator);
        Schemas {
            options: of(PartKind::Options),
            moves: of(PartKind::Move),
            effects: of(PartKind::Effect),
            choices: of(PartKind::Choice),
            parts: G::Part::HAS_JOINT_MOVES.then(|| of(PartKind::Part)),
            view: of(PartKind::State),
            analysed_step: of(PartKind::AnalysisStep),
        }
    }

    fn part_schema(&self, kind: PartKind, generator: &mut SchemaGenerator) -> Option<Schema> {
        if kind == PartKind::Part && !G::Part::HAS_JOINT_MOVES {
            return None;
        }
        let schema = schema_of::<G>(kind, generator);
        Some(kind.define(G::META.slug, schema, generator))
    }

    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyRecord>, Rejected> {
        let options = read_options::<G>(opening)?;
        Ok(Box::new(Record::<G>::open(opening.seats, &options, opening.rules_version)?))
    }

    fn analysis_parts(&self) -> &'static [AnalysisPart] {
        G::PARTS
    }

    fn assumable_facts(&self) -> &'static [&'static str] {
        G::FACTS
    }

    fn archive_figures(&self) -> &'static [ArchiveFigures] {
        G::ARCHIVE
    }

    fn archive_fact(&self, fact: &str, figures: &[Vec<ArchiveFigure>]) -> Option<Vec<u32>> {
        G::archive_fact(fact, figures)
    }

    fn sample_opening(&self, chooser: &mut dyn Chooser) -> Opening {
        opened_now::<G>(G::sample_opening(chooser))
    }

    fn policy_opening(&self, chooser: &mut dyn Chooser) -> Opening {
        opened_now::<G>(G::policy_opening(chooser))
    }

    fn all_options(&self, opening: &Opening) -> Result<Value, Rejected> {
        Ok(encode(&read_options::<G>(opening)?))
    }
}

/// The shape of a part of this game. Pages need none, and without shapes their engine is a tenth smaller.
fn schema_of<G: Game>(kind: PartKind, generator: &mut SchemaGenerator) -> Schema {
    if cfg!(target_family = "wasm") {
        unreachable!("no page asks for shapes");
    }
    match kind {
        PartKind::Move | PartKind::Entry => G::Move::json_schema(generator),
        PartKind::Effect => G::Effect::json_schema(generator),
        PartKind::Choice => G::Choice::json_schema(generator),
        PartKind::Part => G::Part::json_schema(generator),
        PartKind::State => G::View::json_schema(generator),
        PartKind::Options => G::Options::json_schema(generator),
        PartKind::AnalysisStep => AnalysedStep::<G::Odds, G::Ledger>::json_schema(generator),
    }
}

fn opened_now<G: Game>((seats, options): (u8, G::Options)) -> Opening {
    Opening { seats, options: encode(&options), rules_version: G::META.rules_version() }
}

/// The options of an opening. Each option left out is filled in before they are read, so that the fold of a record
/// never depends on the defaults of today.
fn read_options<G: Game>(opening: &Opening) -> Result<G::Options, Malformed> {
    let version = opening.rules_version;
    if G::META.rules_of(version).is_none() {
        return Err(Malformed::rules_version(version, G::META.rules_version()));
    }
    let sent = without_game(G::META.slug, Subject::Options, &opening.options)?;
    let all = match (encode(&G::defaults(version)), &*sent) {
        (Value::Object(mut all), Value::Object(sent)) => {
            all.extend(sent.clone());
            Value::Object(all)
        }
        (_, sent) => sent.clone(),
    };
    lenient_numbers(&all, |value| malformed::read(Subject::Options, value))
}

/// Makes schemas that are whole in themselves.
pub(super) fn inlining() -> SchemaGenerator {
    SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true).into_generator()
}
