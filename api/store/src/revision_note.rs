//! What follows from a change of a record, behind it.

/// Counts the change, and has the record counted anew.
pub(super) const CALL_NOTE_REVISION: &str = "SELECT note_revision($1, $2)";

/// The same of several records.
pub(super) const CALL_NOTE_REVISIONS: &str =
    "SELECT note_revision($1, n.game_id) FROM unnest($2::uuid[]) AS n (game_id) ORDER BY n.game_id";

/// Brings what has changed of what a record says of itself under commitments; the others do so, too.
pub(super) const CALL_DESCRIBE: &str = "SELECT describe_record($1, $2)";
