//! What the page that opens a record says.

super::words! {
    OPEN_TITLE "open_title": "記録をはじめる", "Open a record";
    WHO_SITS "who_sits": "だれがどこに", "Who sits where";
    HOW_MANY "how_many": "人数", "Players";
    CLOCKWISE "clockwise": "時計回りに。名前は空けたままでもかまいません。", "Clockwise. Names may be left out.";
    OPTIONS "options": "遊び方", "How it is played";
    WHO_READS "who_reads": "だれが見られるか", "Who may see it";
    READS_PUBLIC "reads_public": "だれでも（一覧に載ります）", "Everybody; it is listed";
    READS_UNLISTED "reads_unlisted": "リンクを知っている人", "Everybody who has the link";
    READS_PRIVATE "reads_private": "リンクを渡した人だけ", "Only people to whom you give a link";
    FOR_ODDS "for_odds": "あとで確率を見るために（任意）", "For odds afterwards (optional)";
    FOR_ODDS_ABOUT "for_odds_about": "終わった対局のふり返りでは、これを使って確率を計算します。全部埋めるか、全部空けておいてください。次に開くときのために、このブラウザが覚えます。", "Looking back at the finished game, odds are worked out from these. Fill in all of them or none. This browser remembers them for the next record.";
    LIST_INCOMPLETE "list_incomplete": "「{label}」は全部埋めるか、全部空けておいてください。", "Fill in all of “{label}”, or none.";
    WHERE "where": "場所（任意）", "Where (optional)";
    DO_OPEN "do_open": "記録を開く", "Open the record";
    KEY "key": "管理者の鍵", "The operator’s key";
    KEY_WHY "key_why": "このサービスでは、記録を開くのに管理者の鍵が必要です。このタブの中だけに置かれます。", "This service asks for the operator’s key to open a record. It stays in this tab.";
    OPENED "opened": "記録を開きました", "The record is open";
    TO_WRITE "to_write": "記録パッドへ", "Start writing";
    LINKS_ABOUT "links_about": "席ごとのリンクです。席の人は自分に見えるものだけを見て、自分の手を記録できます。リンクはここでだけ表示されます。", "A link for each seat: it shows what that seat sees and logs its own moves. These links are shown only here.";
    SCRIBE_LINK "scribe_link": "記録者のリンク", "The scribe’s link";
    SCRIBE_WARNING "scribe_warning": "すべてが見え、すべてを記録できます。", "It sees everything and may log everything.";
    WATCH_LINK "watch_link": "観戦のリンク", "The link to watch";
    SHOW_QR "show_qr": "QRコード", "QR code";
    WHO_IS "who_is": "「{name}」はだれか", "Who {name} is";
    WHO_GUEST "who_guest": "ゲスト", "a guest";
    WHO_PROFILE "who_profile": "{name}のプロフィール", "the profile of {name}";
    WHO_KEY "who_key": "プロフィールの鍵（要るとき）", "The profile’s key, if it is needed";
    WHO_NEW "who_new": "プロフィールを作る", "make a profile";
    PROFILE_KEY "profile_key": "{name}のプロフィールの鍵", "The key of {name}’s profile";
    PROFILE_KEY_ABOUT "profile_key_about": "席に着いたり、名前を変えたり、プロフィールを消したりするための鍵です。本人に渡してください。ここでだけ表示されます。このブラウザは、また席に着けるために鍵を覚えています。", "It puts the player on a seat, renames or erases the profile. Give it to its owner: it is shown only here. This browser keeps it, so that you can seat them again.";
    EDIT_RECORD "edit_record": "名前・場所・日付・タグ", "Names, place, day and tags";
    EDIT_DAY "edit_day": "対局日", "Day";
    EDIT_TAGS "edit_tags": "タグ（読点で区切る）", "Tags, with commas between";
    EDIT_SAVED "edit_saved": "記録を書きかえました。", "The record was changed.";
    ANOTHER "another": "別のゲームにする", "Another game";
}
