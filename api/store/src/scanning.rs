//! Queries that look through many rows.

/// The right to look through many rows. Functions that do ask for one, so that no caller does it unnoticed; who has it, the
/// program decides.
pub trait MayScan: Sync {}
