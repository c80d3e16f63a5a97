//! What the page that opens a record says.

super::words! {
    OPEN_TITLE "open_title": "記録をはじめる", "Open a record";
}
