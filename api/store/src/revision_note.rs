//! What follows from a change of a record, behind it.

/// Counts the change, and has the record counted anew.
pub(super) const CALL_NOTE_REVISION: &str = "SELECT note_revision($1, $2)";
