//! The service `kifu`.
fn main() {}
