//! What the rules pages say.

super::words! {
    RULES_TITLE "rules_title": "ゲームとルール", "Games and their rules";
    RULES_ABOUT "rules_about": "番号は、記録できなかった手の説明に出てくるルール番号です。", "The numbers are those by which a refused move names its rule.";
    READ_RULES "read_rules": "ルールを読む", "Read the rules";
    RULES_OPEN "rules_open": "このゲームの記録をはじめる", "Open a record of this game";
    RULES_FIND "rules_find": "このゲームの記録を探す", "Find records of this game";
    CONTENTS "contents": "目次", "Contents";
}
