//! What the rules pages say.

super::words! {
    RULES_TITLE "rules_title": "ゲームとルール", "Games and their rules";
    RULES_ABOUT "rules_about": "余白の小さな記号は、ルールの番号です。受け付けられない手は、この番号でルールを示します。Iの付く番号は、説明書に書かれていないところを私たちが決めたものです。", "The small marks in the margin are the names of rules: a move that is refused names the rule it breaks. Marks with an I stand where the rulebook is silent or unclear, and we chose.";
    RULES_OF_BEFORE "rules_of_before": "これは前のルール（第{version}版）です。この版で記録された対局は、これからもこの版のルールで読みます。", "These are earlier rules (version {version}). Games that were recorded by them keep them.";
    RULES_NEWEST "rules_newest": "いまのルール", "Today’s rules";
    READ_RULES "read_rules": "ルールを読む", "Read the rules";
    RULES_OPEN "rules_open": "このゲームの記録をはじめる", "Open a record of this game";
    RULES_FIND "rules_find": "このゲームの記録を探す", "Find records of this game";
    CONTENTS "contents": "目次", "Contents";
}
