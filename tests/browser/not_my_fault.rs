//! A table of Not My Fault!, whose moves are one number each.

use kifu_tests::{Service, Table};
use serde_json::{Value, json};

pub fn open(service: &Service) -> Table {
    service.open(&json!({"game": "not_my_fault", "seats": ["Aki", "Beni", "Chika"]}))
}

pub fn declare(seat: u8, number: u8) -> Value {
    json!({"type": "declare", "seat": seat, "number": number})
}

/// The numbers declared so far.
pub fn numbers(table: &Table) -> Vec<Value> {
    table.entries().iter().map(|entry| entry["number"].clone()).collect()
}
