//! What the rules pages say.

super::words! {
    RULES_TITLE "rules_title": "ゲームとルール", "Games and their rules";
}
