### 問題の種類、日本語。題には「。」を付けず、どうすればよいかを`.help`に文で書く。
### 文の書き方：engine/src/words/ja.ftl。ここではヘッダ、メソッド、コマンドの名前も文に出る。

help = { $code-help }

## 送られたもの

malformed-body = 本文を読み取れません
    .help = APIの仕様にある形のJSONを送ってください。直すべき項目はメッセージにあります。
malformed-move = 手を読み取れません
    .help = APIの仕様にあるこのゲームの手と見比べてください。直すべき項目はメッセージにあります。
malformed-parameter = パラメータを読み取れません
    .help = メッセージにあるクエリパラメータかヘッダを直してください。
unknown-game = そのゲームはありません
    .help = ゲームの一覧はGET /v1/rulesで見られます。
outdated-cursor = このカーソルは、データベースが復元されるか入れ替わる前のものです
    .help = フィードを最初から、または現在の末尾から読み直してください。復元された時点より後に受け取った内容は、記録と違うか、記録にない場合があります。
method-not-allowed = このアドレスでそのメソッドは使えません
    .help = 使えるメソッドはAllowヘッダにあります。
not-acceptable = その形式では出せません
    .help = application/jsonを求めるか、Acceptヘッダを省いてください。
malformed-head = リクエストがHTTPとして正しくありません
    .help = リクエスト行とヘッダを確かめてください。ホスト名のヘッダは1つだけ必要です。
head-too-slow = リクエストのヘッダの送信が遅すぎます
    .help = 何も記録されていません。もう一度送ってください。
head-too-large = リクエストのヘッダが大きすぎます
    .help = ヘッダを減らすか、短くしてください。
body-too-slow = 本文の送信が遅すぎます
    .help = 何も記録されていません。もう一度送ってください。Idempotency-Keyを付けていた場合は、同じものを付けてください。
body-too-large = 本文が大きすぎます
    .help = 小さく分けて送ってください。
unsupported-media-type = 本文はJSONでなければなりません
    .help = 「Content-Type: application/json」を付けて送ってください。ほかに使える形式は、この応答のAcceptヘッダにあります。
unsupported-encoding = 圧縮した本文は受け付けられません
    .help = Content-Encodingを付けずに送ってください。
unsatisfiable-range = ファイルにその範囲はありません
    .help = ファイルの長さは、この応答のContent-Rangeヘッダにあります。
unknown-host = このサービスの名前ではありません
    .help = サービス自身のアドレスで接続してください。運営者は--public-urlか--allowed-hostで名前を追加できます。

## トークンと権限

misplaced-secret = トークンや鍵をここに書くことはできません
    .help = アドレスや記録の中には書かず、「Authorization: Bearer」で送ってください。ほかの人に見られたかもしれないので、新しいものを発行してください。
unauthenticated = 有効なトークンが必要です
    .help = 記録者か席のトークン、または運営者の鍵を「Authorization: Bearer」で送ってください。
forbidden = このトークンではできません
    .help = 席のトークンで記録できるのは、その席の手だけです。観戦者は読むことだけができます。ほかのことには記録者のトークンが必要です。
cross-site = 他のサイトのページからはできません
    .help = このサービスのページを使うか、トークンを「Authorization: Bearer」で送ってください。公開されているものは、どこからでも読めます。
token-ended = このトークンはもう使えません
    .help = POST …/tokensで新しいトークンを発行してください。
last-scribe-token = これは記録者の最後のトークンです
    .help = 再発行するか、期限のない別のトークンを先に発行してください。最後のトークンを失効させられるのは、運営者だけです。
too-many-tokens = この記録のトークンはこれ以上増やせません
    .help = 使われていないトークンを失効させてください。
too-many-failures = このアドレスから誤ったトークンが何度も送られました
    .help = Retry-Afterヘッダの秒数だけ待ってください。以前ここから使われたトークンは、引き続き使えます。

## 記録

not-found = 見つかりません
    .help = アドレスを確かめてください。非公開の記録は、その記録のトークンがなければ見られません。
key-reused = このIdempotency-Keyは別のリクエストに使われています
    .help = 新しいリクエストには新しいキーを使ってください。再送するときは、本文をまったく同じにしてください。
record-full = この記録にはこれ以上書き足せません
    .help = 何も記録されていません。新しい記録を開くか、有効な手だけを引き継ぐ写しを作ってください。運営者はKIFU_MAX_RECORD_EVENTSでイベント数の上限を変えられます。
unreadable-record = この記録は最後まで再現できません
    .help = 再現できないイベントの手前までは読めますが、書き足すことはできません。
record-conflict = 同じIDの別の記録があります
    .help = 何も変わっていません。ファイルとここにある記録を比べてください。食い違う箇所はメッセージにあります。
not-finished = このゲームには結果がありません
    .help = プレイ記録として取り出せるのは、終わったゲームだけです。記録そのものはいつでも取り出せます。
still-live = ゲームはまだ終わっていません
    .help = 分析には、遊んでいる人に見えないことも出ます。ゲームが終わってからもう一度送ってください。
stale-version = 記録はその間に変わっています
    .help = その間の出来事は「values」にあります。それでも送る場合は、新しいETagでもう一度送ってください。
version-required = If-Matchが必要です
    .help = 読んだ版のETagをIf-Matchで送ってください。再送が次の選択に数えられるのを防ぎます。この保護が要らなければ、*を送ってください。
violation = ルール上できません
    .help = どのルールかは応答にあります。「can_record_anyway」がtrueで、本当に起きたことなら、「irregular」をtrueにして手をもう一度送ってください。

## プレイヤー

erased = このプレイヤーは消されました
    .help = 対局の記録は残り、席には「だれか」と表示されます。名前は元に戻せません。
sat-together = 同じ卓に着いたことがあるので、2人は別の人です
    .help = 席の入力が違っていた場合は、PUT /v1/games/…/seats/…で直してから統合してください。
seat-taken = その席には別のプレイヤーがいます
    .help = 引き継げるのはゲストの席だけです。記録者はPUT /v1/games/…/seats/…で席のプレイヤーを変えられます。
seat-needs-consent = そのプレイヤーの同意がありません
    .help = だれが自分を席に着けてよいかは、プレイヤーが決めます。IDと一緒にそのプレイヤーのトークンを送るか、ゲストの名前を指定してください。その席は後でプレイヤーが引き継げます。だれが着けてもよいと決めたプレイヤーは、トークンがなくても席に着けられます。
unknown-player = そのプレイヤーはいません
    .help = POST /v1/playersで作ったプレイヤーのIDか、ゲストの名前を指定してください。
unfit-seats = 指定された人が卓の席と合いません
    .help = 卓のすべての席について、だれが座るかを指定してください。同じプレイヤーを2つの席に置くことはできません。

## Webhook

webhook-key-missing = Webhookには、秘密を暗号化する鍵が必要です
    .help = 運営者がKIFU_WEBHOOK_KEYに乱数の文字列を設定してください。すべてのインスタンスで同じものにします。
webhook-disabled = このWebhookは止められています
    .help = 先にPATCHで「enabled」をtrueにしてください。
too-many-webhooks = Webhookが多すぎます
    .help = 不要になったものを消してください。

## サービス

too-many-requests = リクエストが多すぎます
    .help = Retry-Afterヘッダの秒数だけ待ってください。残りの回数はRateLimitヘッダにあります。
too-many-own-streams = 開いているストリームが多すぎます
    .help = もう読んでいないものを閉じてください。
too-many-streams = 今はストリームが多すぎます
    .help = 少し待つか、別のインスタンスに接続してください。ほかのリクエストにはいつも通り応えます。
busy = 今は問い合わせが多すぎます
    .help = 少し待って、もう一度送ってください。記録かプレイヤーのトークンがあれば、順番を待つ必要はありません。
outcome-unknown = 記録されたかどうかがわかりません。同じIdempotency-Keyでもう一度送ってください
    .help = 少し待って、同じIdempotency-Keyでもう一度送ってください。二重に記録されることはありません。キーがなければ、先に記録を確かめてください。
unavailable = 今はサービスを使えません
    .help = 少し待って、同じIdempotency-Keyでもう一度送ってください。二重に記録されることはありません。
not-counted-yet = カーソルの位置までの統計は、まだ数え終わっていません
    .help = Retry-Afterヘッダーの秒数だけ待って、もう一度送ってください。記録は済んでいて、統計は普通1秒以内に追いつきます。
internal = サービスの側で問題が起きました
    .help = 原因は、リクエストのIDとともにサービスのログに残っています。
