//! What every page says.

super::words! {
    NAME "name": "棋譜", "Kifu";
    TAGLINE "tagline": "卓上ゲームの棋譜", "Tabletop games, move by move";
    TO_CONTENT "to_content": "本文へ進む", "Skip to the content";
    TABLES "tables": "卓と記録", "Tables";
    STATISTICS "statistics": "統計", "Statistics";
    RULES "rules": "ルール", "Rules";
    API "api": "API", "API";
    MAIN_MENU "main_menu": "メインメニュー", "Main menu";
    OTHER_LANGUAGE "other_language": "English", "日本語";
    THEME "theme": "明るさ", "Theme";
    THEME_AUTO "theme_auto": "端末に合わせる", "As the device";
    THEME_LIGHT "theme_light": "明るい", "Light";
    THEME_DARK "theme_dark": "暗い", "Dark";
    ABOUT_LICENCE "about_licence": "棋譜は自由なソフトウェアです（MITまたはApache-2.0）。", "Kifu is free software (MIT or Apache-2.0).";
    NEEDS_SCRIPT "needs_script": "このページにはJavaScriptが必要です。", "This page needs JavaScript.";
    OFFLINE "offline": "今はサービスにつながりません。もう一度試します…", "The service can't be reached just now. Trying again …";
    UNREACHABLE "unreachable": "サービスにつながりません。", "The service can't be reached.";
    RULE "rule": "ルール {rule}", "Rule {rule}";
    SEAT "seat": "席{seat}", "Seat {seat}";
    LABELLED "labelled": "{label}：{what}", "{label}: {what}";
    LIST_MARK "list_mark": "、", ", ";
    SOMEONE "someone": "だれか", "Someone";
    CLOSE "close": "閉じる", "Close";
    CANCEL "cancel": "やめる", "Cancel";
    LOADING "loading": "読み込み中…", "Loading …";
    RETRY "retry": "もう一度", "Try again";
    COPY_LINK "copy_link": "リンクをコピー", "Copy the link";
    COPY_BY_HAND "copy_by_hand": "選択しました。コピーしてください", "Selected: copy it";
    COPIED "copied": "コピーしました", "Copied";
    SHARE_LINK "share_link": "送る", "Share";
    QR_OF "qr_of": "「{what}」のQRコード", "QR code: {what}";
    MOVES "moves": "{count}手", "{count} moves";
    MOVES_ONE "moves_one": "{count}手", "{count} move";
    STATUS_LIVE "status_live": "進行中", "Live";
    STATUS_OVER "status_over": "終局", "Over";
    STATUS_ABANDONED "status_abandoned": "中断", "Abandoned";
    IRREGULAR "irregular": "反則を含む", "Irregular";
}
