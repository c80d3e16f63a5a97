//! Unions over the games, one named schema a variant. The constants `game` and `type` distinguish the variants; there
//! is no `discriminator` beside them, since generators for Rust would then write that field twice.

use std::collections::{BTreeMap, BTreeSet};

use kifu_engine::erased::{AnyGame, Schemas, common_entry_schema};
use kifu_engine::game::Meta;
use kifu_engine::games;
use schemars::Schema;
use serde_json::{Map, Value, json};

use super::generators::absent_is_not_null;
use super::{COMPONENTS, Generators};

/// What is said of `game` where it is sent too. All answers have it.
const OPTIONAL: &str = "Optional when sent.";

/// Words, capitalised and joined: `you_cry_wolf` becomes `YouCryWolf`.
pub(super) fn camel(snake: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    snake.split(['_', '-', '.']).map(capital).collect()
}

/// Adds the types that stand for those of any game. What is answered says its game, so its unions are of shapes that
/// differ (`oneOf`); what is sent need not, so that the same object may be a move of several games (`anyOf`).
pub fn add_unions(schemas: &mut Map<String, Value>) {
    let common = union(schemas, "Common", "Entry", common_entry_schema(), &|schema| {
        schema["properties"]["game"] = json!({"$ref": reference("GameKind"), "description": OPTIONAL});
    });
    let about = "What it should have said.";
    schemas["CommonAmendEntry"]["properties"]["with"] =
        json!({"$ref": reference("NewMove"), "description": about});
    let game_move = json!({"$ref": reference("Move")});
    schemas["Dispute"]["properties"]["stated"]["$ref"] = reference("Move").into();
    schemas["Dispute"]["properties"]["applied"]["items"] = game_move;
    let (mut moves, mut effects, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    let (mut states, mut options, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    let mut analyses = Vec::new();
    add_shared(schemas);
    for game in games::ALL {
        let slug = game.meta().slug;
        let name = camel(slug);
        let shapes = shapes(*game, &name, schemas);
        let sent = |schema: &mut Value| may_say_game(schema, slug);
        let answered = |schema: &mut Value| says_game(schema, slug);
        let marked = |schema: &mut Value| {
            add_marks(schema);
            sent(schema);
        };
        moves.push(union(schemas, &name, "Move", shapes.moves, &marked));
        effects.push(union(schemas, &name, "Effect", shapes.effects, &answered));
        choices.push(union(schemas, &name, "Choice", shapes.choices, &answered));
        parts.extend(shapes.parts.map(|shape| union(schemas, &name, "Part", shape, &sent)));
        let (mut state, mut option) = (shapes.view.to_value(), shapes.options.to_value());
        let mut said = shapes.analysed_step.to_value();
        answered(&mut state);
        answered(&mut said);
        sent(&mut option);
        analyses.push(named(schemas, &format!("{name}AnalysisStep"), said));
        states.push(named(schemas, &format!("{name}State"), state));
        options.push(named(schemas, &format!("{name}Options"), option));
    }
    let entries: Vec<_> = std::iter::once(common.clone()).chain(moves.iter().cloned()).collect();
    for (name, of) in [("Move", &moves), ("Part", &parts), ("Options", &options), ("Entry", &entries)] {
        named(schemas, &format!("New{name}"), json!({ "anyOf": of }));
    }
    for (name, of) in [
        ("Move", moves),
        ("Effect", effects),
        ("Choice", choices),
        ("Part", parts),
        ("State", states),
        ("AnalysisStep", analyses),
        ("Options", options),
        ("Entry", entries),
    ] {
        named(schemas, name, json!({ "oneOf": of }));
    }
    let entry = json!({"$ref": reference("NewEntry")});
    let several = json!({"type": "array", "items": entry, "minItems": 1, "maxItems": 1000});
    named(schemas, "NewEntries", json!({"anyOf": [entry, several]}));
    named(schemas, "OpenedEntry", opened_entry());
}

fn reference(name: &str) -> String {
    format!("{COMPONENTS}{name}")
}

/// The shape of what is answered of one game, which says so.
fn says_game(schema: &mut Value, slug: &str) {
    schema["properties"]["game"] = json!({"type": "string", "const": slug});
    match &mut schema["required"] {
        Value::Array(required) => required.push("game".into()),
        required => *required = json!(["game"]),
    }
}

/// The shape of what is sent of one game, and answered too.
fn may_say_game(schema: &mut Value, slug: &str) {
    schema["properties"]["game"] = json!({"type": "string", "const": slug, "description": OPTIONAL});
}

/// What any move of a log may say beside what it is.
fn add_marks(schema: &mut Value) {
    let about = "Record it although it breaks a soft rule, because it really happened.";
    schema["properties"]["irregular"] = json!({"type": "boolean", "default": false, "description": about});
    let about = "Seats logged it themselves, each knowing only what it knew. The service says so, no client.";
    schema["properties"]["statement"] = json!({"type": "boolean", "readOnly": true, "description": about});
}

/// Adds what the shapes of several games refer to where it is the same in each: such a type stands once.
fn add_shared(schemas: &mut Map<String, Value>) {
    let mut by_name: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for game in games::ALL {
        let mut generators = Generators::default();
        game.schemas_by(&mut generators.requests, &mut generators.answers);
        for (name, schema) in generators.finish() {
            by_name.entry(name).or_default().push(schema);
        }
    }
    by_name.retain(|name, found| {
        let stands_already = schemas.get(name);
        found.iter().all(|one| stands_already.unwrap_or(&found[0]) == one)
            && (found.len() > 1 || stands_already.is_some())
    });
    // What refers to a type that differs between games differs itself.
    loop {
        let shared: BTreeSet<String> = by_name.keys().cloned().collect();
        by_name.retain(|_, found| {
            let mut refers_to_shared = true;
            each_reference(&mut found[0], &mut |reference| {
                refers_to_shared &= shared.contains(reference.strip_prefix(COMPONENTS).unwrap_or_default());
            });
            refers_to_shared
        });
        if by_name.len() == shared.len() {
            break;
        }
    }
    schemas.extend(by_name.into_iter().map(|(name, mut found)| (name, found.swap_remove(0))));
}

/// The shapes of a game. What they refer to is added under the name of the game, so that types of two games may be
/// called the same; types of no game stand once.
fn shapes(game: &dyn AnyGame, name: &str, schemas: &mut Map<String, Value>) -> Schemas {
    let mut generators = Generators::default();
    let shapes = game.schemas_by(&mut generators.requests, &mut generators.answers);
    let definitions = generators.finish();
    let own: BTreeSet<_> = definitions
        .iter()
        .filter(|(name, schema)| schemas.get(*name) != Some(*schema))
        .map(|(name, _)| name)
        .collect();
    let prefix = |schema: &Value| {
        let mut schema = schema.clone();
        each_reference(&mut schema, &mut |reference| {
            let of = reference.strip_prefix(COMPONENTS).unwrap_or_default();
            if own.contains(&of.to_owned()) {
                *reference = format!("{COMPONENTS}{name}{of}");
            }
        });
        schema
    };
    for own in &own {
        named(schemas, &format!("{name}{own}"), prefix(&definitions[*own]));
    }
    let sent = |schema: Schema| Schema::try_from(prefix(&schema.to_value())).unwrap_or_default();
    let answered = |schema: Schema| {
        let mut schema = prefix(&schema.to_value());
        absent_is_not_null(&mut schema);
        Schema::try_from(schema).unwrap_or_default()
    };
    Schemas {
        options: sent(shapes.options),
        moves: sent(shapes.moves),
        effects: answered(shapes.effects),
        choices: answered(shapes.choices),
        parts: shapes.parts.map(sent),
        view: answered(shapes.view),
        analysed_step: answered(shapes.analysed_step),
    }
}

fn each_reference(value: &mut Value, change: &mut impl FnMut(&mut String)) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                change(reference);
            }
            fields.values_mut().for_each(|value| each_reference(value, change));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| each_reference(value, change)),
        _ => {}
    }
}

/// Names every variant of a union that `type` tells apart, and the union itself.
fn union(
    schemas: &mut Map<String, Value>,
    game: &str,
    what: &str,
    schema: Schema,
    change: &dyn Fn(&mut Value),
) -> Value {
    let mut variants = Vec::new();
    for mut variant in variants_of(schema.to_value()) {
        let Some(tag) = variant["properties"]["type"]["const"].as_str().map(str::to_owned) else { continue };
        change(&mut variant);
        variants.push(named(schemas, &format!("{game}{}{what}", camel(&tag)), variant));
    }
    named(schemas, &format!("{game}{what}"), json!({ "oneOf": variants }))
}

fn variants_of(mut schema: Value) -> Vec<Value> {
    match schema.get_mut("oneOf").or(None).map(Value::take) {
        Some(Value::Array(variants)) => variants,
        _ => vec![schema],
    }
}

/// Gives every game its own of the shapes that hold others of the game, in the place of what holds those of any game.
pub fn tell_games_apart(schemas: &mut Map<String, Value>) {
    by_game(schemas, "OpenRequest", |fields, meta, name| {
        fields["seats"]["minItems"] = meta.seats.0.into();
        fields["seats"]["maxItems"] = meta.seats.1.into();
        fields["options"]["$ref"] = reference(&format!("{name}Options")).into();
    });
    for step in ["Step", "ReplayStep"] {
        by_game(schemas, step, |fields, _, name| {
            fields["move"]["$ref"] = reference(&format!("{name}Move")).into();
            fields["state"]["$ref"] = reference(&format!("{name}State")).into();
            fields["effects"]["items"]["$ref"] = reference(&format!("{name}Effect")).into();
        });
    }
}

fn by_game(schemas: &mut Map<String, Value>, what: &str, fill: impl Fn(&mut Value, &Meta, &str)) {
    let shape = schemas.remove(what).unwrap_or_default();
    let mut variants = Vec::new();
    for game in games::ALL {
        let (meta, name) = (game.meta(), camel(game.meta().slug));
        let mut own = shape.clone();
        own["properties"]["game"] = json!({"type": "string", "const": meta.slug});
        fill(&mut own["properties"], meta, &name);
        variants.push(named(schemas, &format!("{name}{what}"), own));
    }
    named(schemas, what, json!({ "oneOf": variants }));
}

/// The first event of every record, as the feed shows it.
fn opened_entry() -> Value {
    json!({
        "description": "The record was opened.",
        "type": "object",
        "properties": {
            "type": {"type": "string", "const": "opened"},
            "game": {"$ref": "#/components/schemas/GameKind"},
            "seats": {"type": "integer", "minimum": 1, "maximum": 255},
            "options": {"$ref": "#/components/schemas/Options"},
            "rules_version": {"type": "integer", "minimum": 1},
            "copy_of": {"$ref": "#/components/schemas/CopyOf"},
        },
        "required": ["type", "game", "seats", "options", "rules_version"],
    })
}

fn named(schemas: &mut Map<String, Value>, name: &str, schema: Value) -> Value {
    let before = schemas.insert(name.to_owned(), schema);
    debug_assert!(before.is_none(), "two schemas are called {name}");
    json!({ "$ref": reference(name) })
}
