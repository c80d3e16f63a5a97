//! The fields that answers add to a request: the game.

use kifu_engine::erased::GAME_FIELD;
use serde_json::Value;

/// An entry or a part as it was sent.
///
/// # Panics
///
/// If the answer does not say its game.
pub fn bare(answer: &Value) -> Value {
    let mut sent = answer.clone();
    let remove = |place: &mut Value| {
        let game = place.as_object_mut().and_then(|fields| fields.remove(GAME_FIELD));
        assert!(game.is_some_and(|game| game.is_string()), "it does not say its game: {answer}");
    };
    remove(&mut sent);
    if sent["type"] == "amend" {
        remove(&mut sent["with"]);
    }
    sent
}
