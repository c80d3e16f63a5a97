//! What the home page says.

super::words! {
    HOME_TITLE "home_title": "卓上の一手一手を、棋譜に。", "Every move at the table, kept.";
}
