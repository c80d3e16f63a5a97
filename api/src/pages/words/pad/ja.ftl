### 記録パッドと手元パッド。

pad-title = 記録パッド
seat-title = 手元パッド
pad-other = ほかに
pad-log = これまでの経過
pad-more-log = はじめから全部
pad-whole-table = 全体を見る
pad-replay = 棋譜を見る
pad-undo = 一手戻す
pad-waits = 送信待ち
pad-correct = 訂正する
pad-correct-title = { $number }手目を訂正
pad-corrected = 訂正 – { $what }
pad-no-correction = 今は訂正できません。
pad-instead = ほかのことが起きていた
pad-answers = 項目
pad-optional = 省略できます
pad-back = 最後の一つを消す
pad-other-number = ほかの数
pad-take-number = この数にする
pad-one-less = { $what }を1つ減らす
pad-more = 追加
pad-left = 残り{ $count }
pad-write = 言葉を書く
pad-time-left = 残り時間{ " " }
pad-time-over = 時間になりました。
pad-nothing-yet = まだ何も記録されていません。
pad-offline = オフライン
pad-waiting-here = つながるのを待っている手が{ $count }手あります。この端末には保存できないので、送り終わるまでこのページを開いたままにしてください。
pad-waiting = { $count }手を端末に保存しました。つながったら順に送ります。
pad-really-happened = 本当に起きた
pad-unusual = ここにないこと
pad-lost-draft = 入力中でした：{ $what }
pad-mistap = 押し間違い
pad-drop = これを取り消す
pad-drop-all = 待っている{ $count }手をすべて取り消す
pad-refused-token = このリンクのトークンはもう使えません。記録者に新しいリンクをもらってください。
pad-stranger = このページは、記録者や席に渡されたリンクから開いてください。
pad-gone = このリンクで見られる記録はありません。リンクの終わりが欠けているか、トークンが失効したのかもしれません。リンクをくれた人か記録者に聞いてください。
pad-not-your-turn = 今できることはありません。
pad-waiting-for = 入力しました。{ $people }を待っています。
pad-abandon = ゲームを中断する
pad-abandon-sure = もう一度押すと中断します
pad-forget = この端末から卓の記録を消す
pad-forget-sure = { $count ->
    [0] もう一度押すと消えます。戻るにはリンクが必要です
   *[other] もう一度押すと消えます。送っていない{ $count }手も失われます
}
claim = これは私
claim-title = この席のプロフィール
claim-about = プロフィールとつなぐと、この対局があなたの成績に入ります。
claim-name = 「{ $seat }」のプロフィールの名前
claim-save = つなぐ
claim-nobody = プロフィールの名前を入れてください。
claim-done = つながりました。
pad-withdraw = 入れ直す
