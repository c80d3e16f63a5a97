//! Unions over the games, discriminated by `type`, one named schema a variant.

use kifu_engine::erased::{AnyGame, common_entry_schema};
use kifu_engine::games;
use schemars::Schema;
use serde_json::{Map, Value, json};

use kifu_engine::slug::slug_schema;

/// The words of a game's slug, capitalised: `you_cry_wolf` becomes `YouCryWolf`.
fn camel(snake: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    snake.split(['_', '-']).map(capital).collect()
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
        let shapes = AnyGame::schemas(*game);
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

/// Names every variant of a union discriminated by `type`, and the union itself.
fn union(schemas: &mut Map<String, Value>, game: &str, what: &str, schema: Schema, irregular: bool) -> Value {
    let mut variants = Vec::new();
    let mut mapping = Map::new();
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
        mapping.insert(tag, reference["$ref"].clone());
        variants.push(reference);
    }
    let discriminator = json!({"propertyName": "type", "mapping": mapping});
    named(schemas, &format!("{game}{what}"), json!({"oneOf": variants, "discriminator": discriminator}))
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
    let mut mapping = Map::new();
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
        mapping.insert(meta.slug.to_owned(), reference["$ref"].clone());
        variants.push(reference);
    }
    let discriminator = json!({"propertyName": "game", "mapping": mapping});
    named(schemas, "OpenRequest", json!({"oneOf": variants, "discriminator": discriminator}));
}

/// The first event of every record, as the feed shows it.
fn opened_entry() -> Value {
    json!({
        "description": "The record was opened.",
        "type": "object",
        "properties": {
            "type": {"type": "string", "const": "opened"},
            "game": slug_schema(),
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
