//! The notices to a receiver, as the `webhooks` of the contract.

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::notice::{AboutRecord, AboutWebhook, NoticeBody, NoticeKind, PING};

const HEADERS: [(&str, &str); 3] = [
    ("webhook-id", "The id of the notice, the same at every attempt."),
    ("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
    ("webhook-signature", "One `v1,` and base64 of HMAC-SHA256 a secret, separated by blanks."),
];

/// Every notice that is sent, by its type.
pub fn document(generator: &mut SchemaGenerator) -> Value {
    let record = generator.subschema_for::<NoticeBody<AboutRecord>>().to_value();
    let ping = generator.subschema_for::<NoticeBody<AboutWebhook>>().to_value();
    let records = NoticeKind::ALL.iter().map(|what| (what.word(), &record));
    let notices = records.chain([(PING, &ping)]);
    Value::Object(notices.map(|(word, body)| (word.to_owned(), notice(word, body))).collect::<Map<_, _>>())
}

fn notice(word: &str, body: &Value) -> Value {
    let parameters: Vec<_> = HEADERS
        .iter()
        .map(|(name, about)| {
            json!({"name": name, "in": "header", "required": true, "description": about, "schema": {"type": "string"}})
        })
        .collect();
    let typed = json!({"allOf": [body, {"properties": {"type": {"const": word}}}]});
    json!({"post": {
        "operationId": format!("notice_{}", word.replace('.', "_")),
        "summary": "Signed as Standard Webhooks 1.0.0 has it; sent again until it is answered with 2xx",
        "tags": ["webhooks"],
        "parameters": parameters,
        "requestBody": {"required": true, "content": {"application/json": {"schema": typed}}},
        "security": [],
        "responses": {"2XX": {"description": "It arrived"}},
    }})
}
