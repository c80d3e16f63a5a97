//! What the pads say.

super::words! {
    PAD_TITLE "pad_title": "記録パッド", "Scribe pad";
    SEAT_TITLE "seat_title": "手元パッド", "Your seat";
    PAD_NEXT "pad_next": "次に起こること", "What happens next";
    PAD_OTHER "pad_other": "ほかに", "Or";
    PAD_LOG "pad_log": "これまでの経過", "What happened";
    PAD_MORE_LOG "pad_more_log": "はじめから全部", "All from the start";
    PAD_WHOLE_TABLE "pad_whole_table": "全体を見る", "Whole table";
    PAD_REPLAY "pad_replay": "棋譜を見る", "Replay";
    PAD_UNDO "pad_undo": "一手戻す", "Undo";
    PAD_WAITS "pad_waits": "送信待ち", "Waiting to be sent";
    PAD_CORRECT "pad_correct": "訂正する", "Correct";
    PAD_CORRECT_TITLE "pad_correct_title": "{number}手目を訂正", "Correct move {number}";
    PAD_CORRECTED "pad_corrected": "訂正 – {what}", "Correction – {what}";
    PAD_NO_CORRECTION "pad_no_correction": "今は訂正できません。", "This can't be corrected just now.";
    PAD_INSTEAD "pad_instead": "ほかのことが起きていた", "Something else happened instead";
    PAD_ANSWERS "pad_answers": "項目", "What is asked";
    PAD_OPTIONAL "pad_optional": "省略できます", "optional";
    PAD_BACK "pad_back": "最後の一つを消す", "Take back the last one";
    PAD_OTHER_NUMBER "pad_other_number": "ほかの数", "Other";
    PAD_TAKE_NUMBER "pad_take_number": "この数にする", "Take this number";
    PAD_ONE_LESS "pad_one_less": "{what}を1つ減らす", "One {what} less";
    PAD_MORE "pad_more": "追加", "Add";
    PAD_LEFT "pad_left": "残り{count}", "{count} left";
    PAD_WRITE "pad_write": "言葉を書く", "Write words";
    PAD_NOTHING_YET "pad_nothing_yet": "まだ何も記録されていません。", "Nothing has been logged yet.";
    PAD_OFFLINE "pad_offline": "オフライン", "Offline";
    PAD_WAITING "pad_waiting": "{count}手を端末に保存しました。つながったら順に送ります。", "{count} moves are kept on this phone and sent in order when the network is back.";
    PAD_WAITING_ONE "pad_waiting_one": "1手を端末に保存しました。つながったら送ります。", "One move is kept on this phone and sent when the network is back.";
    PAD_GUESSING "pad_guessing": "つながるまで、ルールは確かめられません。起きたとおりに入れてください。", "Until the network is back nothing is checked against the rules: enter what happens.";
    PAD_MEANWHILE "pad_meanwhile": "その間にほかの人が記録しました。", "somebody else has logged meanwhile.";
    PAD_REALLY_HAPPENED "pad_really_happened": "本当に起きた", "It really happened";
    PAD_ALL_THE_SAME "pad_all_the_same": "それでも送る", "Send it all the same";
    PAD_UNUSUAL "pad_unusual": "ここにないこと", "Something that isn't here";
    PAD_MISTAP "pad_mistap": "押し間違い", "It was a mistap";
    PAD_DROP "pad_drop": "これを取り消す", "Leave it out";
    PAD_DROP_ALL "pad_drop_all": "待っている{count}手をすべて取り消す", "Leave out all {count}";
    PAD_REFUSED_TOKEN "pad_refused_token": "このリンクのトークンはもう使えません。記録者に新しいリンクをもらってください。", "The token of this link is no longer valid: ask the scribe for a new link.";
    PAD_STRANGER "pad_stranger": "このページは、記録者や席に渡されたリンクから開いてください。", "Open this page by the link that was given to the scribe or to a seat.";
    PAD_GONE "pad_gone": "このリンクで見られる記録はありません。リンクの終わりが欠けているか、トークンが失効したのかもしれません。リンクをくれた人か記録者に聞いてください。", "There is no record here for this link. Perhaps the link lacks its end, or its token was revoked: ask whoever gave it to you, or the scribe.";
    PAD_NOT_YOUR_TURN "pad_not_your_turn": "今できることはありません。", "There is nothing for you to do just now.";
    PAD_WAITING_FOR "pad_waiting_for": "入力しました。{people}を待っています。", "Entered. Waiting for {people}.";
    PAD_WITHDRAW "pad_withdraw": "入れ直す", "Change it";
}
