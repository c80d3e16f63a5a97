//! What the page of a record says.

super::words! {
    RECORD_TITLE "record_title": "記録", "A record";
}
