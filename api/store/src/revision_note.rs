//! Statements that follow a change of a record.

queries! {
    /// Counts the change, and has the record counted anew.
    pub(super) const CALL_NOTE_REVISION: () = "SELECT note_revision($1, $2)";

    /// Counts changes of several records, and has each counted anew.
    pub(super) const CALL_NOTE_REVISIONS: () =
        "SELECT note_revision($1, n.game_id) FROM unnest($2::uuid[]) AS n (game_id) ORDER BY n.game_id";

    /// Brings changes of a record's description under commitments; the other statements here do so, too.
    pub(super) const CALL_DESCRIBE: () = "SELECT describe_record($1, $2)";
}
