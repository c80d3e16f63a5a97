//! Unions over the games, one named schema a variant. The constant `type` or `game` of each variant tells it apart; there
//! is no `discriminator` beside it, since generators for Rust would then write that field twice.

use std::collections::BTreeSet;

use kifu_engine::erased::{AnyGame, Schemas, common_entry_schema};
use kifu_engine::games;
use schemars::Schema;
use serde_json::{Map, Value, json};

use super::generators::absent_is_not_null;
use super::{COMPONENTS, Generators};

/// Words, capitalised and joined: `you_cry_wolf` becomes `YouCryWolf`.
pub(super) fn camel(snake: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    snake.split(['_', '-', '.']).map(capital).collect()
}

/// Adds the types that stand for those of any game.
pub fn add_unions(schemas: &mut Map<String, Value>) {
    let common = union(schemas, "Common", "Entry", common_entry_schema(), false);
    let amended = json!({"$ref": "#/components/schemas/Move", "description": "What it should have said."});
    schemas["CommonAmendEntry"]["properties"]["with"] = amended;
    let mut entries = vec![common.clone()];
    let (mut moves, mut effects, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    let (mut states, mut options, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for game in games::ALL {
        let name = camel(game.meta().slug);
        let shapes = shapes(*game, &name, schemas);
        moves.push(union(schemas, &name, "Move", shapes.moves, true));
        effects.push(union(schemas, &name, "Effect", shapes.effects, false));
        choices.push(union(schemas, &name, "Choice", shapes.choices, false));
        parts.extend(shapes.parts.map(|shape| union(schemas, &name, "Part", shape, false)));
        states.push(named(schemas, &format!("{name}State"), shapes.view.to_value()));
        options.push(named(schemas, &format!("{name}Options"), shapes.options.to_value()));
    }
    entries.extend(moves.iter().cloned());
    for (name, of) in [
        ("Move", moves),
        ("Effect", effects),
        ("Choice", choices),
        ("Part", parts),
        ("State", states),
        ("Options", options),
    ] {
        named(schemas, name, any_of(of));
    }
    let entry = named(schemas, "Entry", any_of(entries));
    let several = json!({"type": "array", "items": entry, "minItems": 1, "maxItems": 1000});
    named(schemas, "Entries", json!({"anyOf": [entry, several]}));
    named(schemas, "OpenedEntry", opened_entry());
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
fn union(schemas: &mut Map<String, Value>, game: &str, what: &str, schema: Schema, irregular: bool) -> Value {
    let mut variants = Vec::new();
    for mut variant in variants_of(schema.to_value()) {
        let Some(tag) = variant["properties"]["type"]["const"].as_str().map(str::to_owned) else { continue };
        if irregular {
            let about = "Record it although it breaks a soft rule, because it really happened.";
            variant["properties"]["irregular"] =
                json!({"type": "boolean", "default": false, "description": about});
            let about =
                "Seats logged it themselves, each knowing only what it knew. The service says so, no client.";
            variant["properties"]["statement"] =
                json!({"type": "boolean", "readOnly": true, "description": about});
        }
        let reference = named(schemas, &format!("{game}{}{what}", camel(&tag)), variant);
        variants.push(reference);
    }
    named(schemas, &format!("{game}{what}"), json!({ "oneOf": variants }))
}

fn variants_of(mut schema: Value) -> Vec<Value> {
    match schema.get_mut("oneOf").or(None).map(Value::take) {
        Some(Value::Array(variants)) => variants,
        _ => vec![schema],
    }
}

/// Opening a record takes each game's own options, and as many seats as its rules know.
pub fn open_requests(schemas: &mut Map<String, Value>) {
    let shape = schemas.remove("OpenRequest").unwrap_or_default();
    let mut variants = Vec::new();
    for game in games::ALL {
        let meta = game.meta();
        let name = camel(meta.slug);
        let mut request = shape.clone();
        let fields = &mut request["properties"];
        fields["game"] = json!({"type": "string", "const": meta.slug});
        fields["seats"]["minItems"] = meta.seats.0.into();
        fields["seats"]["maxItems"] = meta.seats.1.into();
        fields["options"]["$ref"] = format!("#/components/schemas/{name}Options").into();
        let reference = named(schemas, &format!("{name}OpenRequest"), request);
        variants.push(reference);
    }
    named(schemas, "OpenRequest", json!({ "oneOf": variants }));
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
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn any_of(mut of: Vec<Value>) -> Value {
    if of.len() == 1 { of.remove(0) } else { json!({ "anyOf": of }) }
}
