### 記録について、日本語。文の書き方：engine/src/words/ja.ftl。
### 項目の名前と、送られてきた値は「」に入れる。

## 記録を開く、変える

unknown-game = 「{ $input }」というゲームはありません。あるゲーム：{ $games }。
number-of-seats = 席の数は{ $allowed }でなければなりませんが、{ $input }になっています。
seats-of-table = 「{ $field }」では、この卓の{ $table }席すべてについて指定してください。{ $input }席分になっています。
moves-at-once = 手は一度に1手から{ $most }手まで送れます。
cannot-remove = 「{ $field }」は取り除けません。
too-many-tags = 「{ $field }」のタグは{ $most }個までですが、{ $input }個あります。
already-past = 「{ $field }」の時刻はもう過ぎています。
time-of-play = 「{ $field }」は、1900年から明日までの日時でなければなりません。
seat-number = 「{ $field }」は、0から{ $last }までの席の番号でなければなりません。
only-seat-has-seat = 「{ $field }」を指定できるのは、役割が「seat」のときだけです。
no-step = { $at }手目はありません。最後は{ $last }手目です。
copy-easier-to-find = 写しを、元の記録より見つけやすくはできません。元の記録の記録者なら、そのような写しを作れます。
copy-by-scribe = 元の記録より見つけやすい写しを作れるのは、その記録者だけです。

## その間の変化と、上限

stale-version = 記録はその間に変わっています。今の版は{ $version }です。
stale-revision = その間に、記録の手以外のことが変わっています。読み直してください。
too-many-events = この記録には、上限の{ $most }件のイベントがあります。取り消し、訂正、注釈も数えます。
too-long = これを加えると、記録が上限の{ $most }MiBを超えます。もっと短いものなら書き足せるかもしれません。
seat-too-many-events = この席が自分で記録したイベントは、上限の{ $most }件に達しています。
seat-too-long = これを加えると、この席が自分で記録した分が上限の{ $most }KiBを超えます。もっと短いものなら書き足せるかもしれません。
too-many-corrections = この記録の取り消しと訂正は上限に達しています。取り消しと訂正によって、のべ{ $most }手が判定し直されています。

## 人

player-twice = プレイヤー{ $player }が、{ $first }と{ $second }の両方にいます。
player-erased = プレイヤー{ $player }は消されました。
unknown-player = プレイヤー{ $player }はいません。
no-consent = プレイヤー{ $player }は、席に着くことに同意していません。そのプレイヤーのトークンか、ゲストの名前を送ってください。
claim-of = ゲームと席、ゲームとゲスト、またはゲストだけを指定してください。
claims-at-once = 一度に引き継げるのは1席から{ $most }席までです。
merged-with-self = 「{ $field }」が同じプレイヤーです。自分自身とは統合できません。
merger-needs-both = 統合には両方のプレイヤーのトークンが必要です。もう一方のトークンを本文の「{ $field }」で送ってください。

## ファイル

not-over-yet = ゲームはまだ終わっていません。
abandoned = ゲームは途中でやめられました。結果がないので、プレイ記録にはできません。
record-unreadable = 保存されている記録を、この版では読み取れません。
event-missing = イベント{ $event }がありません。
event-unreplayable = イベント{ $event }を再現できません。
passed-over = 最後まで読み取れない記録が{ $count }件あったため、除きました。ほかの記録はすべて揃っています。
no-tree-head = 各記録の証明は揃っていますが、ほかの記録のイベントが欠けているため、全体の署名はありません。欠けているものは検証のコマンドで確認できます。
at-event = イベント{ $event }：{ $message }
field-differs = 同じIDの別の記録があります。「{ $field }」が違います。
event-differs = 同じIDの別の記録があります。イベント{ $event }から違います。
ends-earlier = 同じIDの別の記録があります。それはイベント{ $event }で終わりますが、ファイルには続きがあります。
line-too-long = 行が長すぎます。{ $most }バイトまでです。
import-stopped = データベースから応答がないため、取り込みを中断しました。そこまでの記録は取り込み済みです。同じファイルをもう一度取り込んでください。既にある記録はそのまま残ります。
other-format = ファイル形式の第{ $input }版は読み取れません。読み取れるのは第{ $supported }版だけです。
in-the-future = 「{ $field }」が今より後の時刻です。
before-earlier = 「{ $field }」が、記録を開いた時刻か前のイベントより早くなっています。
status-differs = 記録を再現した結果が、ファイルの「{ $field }」と違います。
names-for-seats = 「{ $field }」に{ $names }人の名前がありますが、卓の席は{ $seats }つです。

## ストリーム

read-too-slowly = 読み取りが遅すぎるので、接続を切ります。最後のIDを付けて接続すると、続きを受け取れます。
token-revoked = このトークンは失効しました。
token-expired = このトークンの期限が切れました。
became-private = この記録は非公開になりました。
database-replaced = データベースが復元されるか入れ替わりました。最初から読み直してください。受け取った内容は、記録と違うことがあります。
service-stops = サービスを停止します。最後のIDを付けて接続すると、続きを受け取れます。
over-and-open = 対局は終わりました。記録のすべてが公開されています。
