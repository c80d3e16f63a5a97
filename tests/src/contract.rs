//! What the service says it answers.

use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::folder::binary;

/// The contract with the pages for people, as `kifu contract --pages` prints it; shared parameters stand in their place.
pub fn contract() -> &'static Value {
    static CONTRACT: OnceLock<Value> = OnceLock::new();
    CONTRACT.get_or_init(|| {
        let printed = Command::new(binary()).args(["contract", "--pages"]).output().unwrap();
        assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
        let mut contract: Value = serde_json::from_slice(&printed.stdout).unwrap();
        let shared = contract["components"]["parameters"].clone();
        let paths = contract["paths"].as_object_mut().unwrap().values_mut();
        for operation in paths.flat_map(|path| path.as_object_mut().unwrap().values_mut()) {
            for parameter in operation["parameters"].as_array_mut().unwrap() {
                if let Some(reference) = parameter.get("$ref").and_then(Value::as_str) {
                    *parameter = shared[reference.rsplit('/').next().unwrap()].clone();
                }
            }
        }
        contract
    })
}
