//! Shapes that hold other shapes of a game: one for each game, and their union. The constant `game` tells them apart;
//! there is no `discriminator` beside it, since generators for Rust would then write that field twice.

use heck::ToUpperCamelCase;
use kifu_engine::game::Meta;
use kifu_engine::games;
use serde_json::{Map, Value, json};

use super::COMPONENTS;

/// Gives every game its own versions of the shapes that hold other shapes of the game.
pub fn split_by_game(schemas: &mut Map<String, Value>) {
    for_each_game(schemas, "OpenRequest", |fields, meta, name| {
        fields["seats"]["minItems"] = meta.seats.0.into();
        fields["seats"]["maxItems"] = meta.seats.1.into();
        fields["options"]["$ref"] = reference(&format!("{name}Options")).into();
    });
    for step in ["Step", "ReplayStep"] {
        for_each_game(schemas, step, |fields, _, name| {
            fields["move"]["$ref"] = reference(&format!("{name}Move")).into();
            fields["state"]["$ref"] = reference(&format!("{name}State")).into();
            fields["effects"]["items"]["$ref"] = reference(&format!("{name}Effect")).into();
        });
    }
}

fn for_each_game(schemas: &mut Map<String, Value>, what: &str, fill: impl Fn(&mut Value, &Meta, &str)) {
    let shape = schemas.remove(what).unwrap_or_default();
    let mut variants = Vec::new();
    for game in games::ALL {
        let (meta, name) = (game.meta(), game.meta().slug.to_upper_camel_case());
        let mut own = shape.clone();
        own["properties"]["game"] = json!({"type": "string", "const": meta.slug});
        fill(&mut own["properties"], meta, &name);
        variants.push(named(schemas, &format!("{name}{what}"), own));
    }
    named(schemas, what, json!({ "oneOf": variants }));
}

fn reference(name: &str) -> String {
    format!("{COMPONENTS}{name}")
}

fn named(schemas: &mut Map<String, Value>, name: &str, schema: Value) -> Value {
    let before = schemas.insert(name.to_owned(), schema);
    debug_assert!(before.is_none(), "two schemas are called {name}");
    json!({ "$ref": reference(name) })
}
