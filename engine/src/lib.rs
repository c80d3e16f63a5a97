//! Kifu engine.
