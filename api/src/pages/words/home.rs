//! What the home page says.

super::words! {
    HOME_TITLE "home_title": "卓上のすべての手を、棋譜に。", "Every move at the table, written down.";
    HOME_ABOUT "home_about": "対局を記録し、一手ずつ再現し、離れた席からも見守れます。", "Log a game as it is played, replay it move by move, watch it from afar.";
    START_RECORD "start_record": "記録をはじめる", "Open a record";
    SEATS_FROM_TO "seats_from_to": "{least}〜{most}人", "{least}–{most} players";
    SEATS_JUST "seats_just": "{least}人", "{least} players";
    FIND "find": "記録を探す", "Find records";
    FIND_WORDS "find_words": "名前・場所・タグ", "Names, places, tags";
    FIND_DO "find_do": "探す", "Search";
    FILTERS "filters": "くわしく探す", "More filters";
    GAME "game": "ゲーム", "Game";
    ANY "any": "すべて", "Any";
    STATUS "status": "進み具合", "Status";
    PLAYER "player": "座っている人", "Somebody at the table";
    WINNER "winner": "勝った人", "Who won";
    FROM "from": "この日から", "From";
    TO "to": "この日まで", "Until";
    HAPPENED "happened": "起きたこと（例：counted,number=30）", "What happened (such as counted,number=30)";
    ORDER "order": "並べ方", "Order";
    ORDER_OPENED "order_opened": "新しい順", "Newest first";
    ORDER_PLAYED "order_played": "対局日の新しい順", "Latest played first";
    ORDER_MOVES "order_moves": "手数の多い順", "Longest first";
    ORDER_POINTS "order_points": "最高点の高い順", "Most points first";
    ORDER_SCORE "order_score": "得点の高い順", "Highest score first";
    FOUND "found": "見つかった記録", "Records found";
    FOUND_COUNT "found_count": "{count}件", "{count} records";
    FOUND_COUNT_ONE "found_count_one": "{count}件", "{count} record";
    FOUND_MORE "found_more": "{count}件以上", "{count} records or more";
    FOUND_NONE "found_none": "あてはまる記録はありません。", "No record fits.";
    MORE "more": "続きを見る", "Show more";
    ALL_TABLES "all_tables": "すべての卓へ戻る", "Back to all tables";
    LIVE_NOW "live_now": "進行中の卓", "Live tables";
    LIVE_NONE "live_none": "今は進行中の卓がありません。ひとつ開いてみませんか。", "No table is live just now. Why not open one?";
    RECENT "recent": "最近の記録", "Recent games";
    RECENT_NONE "recent_none": "終わった対局はまだありません。", "No game has been finished yet.";
    NOTABLE "notable": "目をひく記録", "Notable games";
    NOTABLE_LONG "notable_long": "長い対局", "A long game";
    NOTABLE_POINTS "notable_points": "高い点", "Many points";
    NOTABLE_SCORE "notable_score": "高い得点", "A high score";
    NOTABLE_IRREGULAR "notable_irregular": "反則のあった対局", "Somebody broke a rule";
}
