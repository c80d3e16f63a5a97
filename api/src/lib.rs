//! The service `kifu`, as a library: what `main` and the tests start.

pub mod store;
