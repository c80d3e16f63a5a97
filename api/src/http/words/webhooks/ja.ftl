### Webhookについて、日本語。文の書き方：engine/src/words/ja.ftl。

## Webhookの間違い

url-too-long = 「{ $field }」は{ $most }文字までです。
no-url = 「{ $field }」がURLではありません。
not-https = 「{ $field }」はhttps://で始まらなければなりません。
user-in-url = 「{ $field }」に、ユーザー名、パスワード、フラグメントは使えません。
characters-in-url = 「{ $field }」に使えない文字があります。
no-host = 「{ $field }」にホストがありません。
not-public = 「{ $field }」は、公開されたインターネットのアドレスではありません。
event-count = 「{ $field }」には、1種類から{ $most }種類までの出来事を指定してください。

## 通知が届かなかった理由

no-public-address = このホストには、送ってよい公開アドレスがありません。
no-connection = 接続できなかったか、途中で切れました。
not-secure = 安全な接続ができませんでした。受け手の証明書を確かめてください。
no-answer = 時間内に応答がありませんでした。
not-http = 応答をHTTPとして読み取れませんでした。
redirected = 転送が返されました。転送先には送りません。
other-status = 2xx以外のステータスが返されました。
declined = 受け手が以後の通知を断りました（ステータス410）。
secret-sealed = 署名の秘密を、今の鍵では復号できません。秘密を作り直してください。
withdrawn = もう知らせることができません。Webhookを作ったトークンが無効になったか、記録が公開でなくなりました。

## 止められた理由

disabled-failing = 1つの通知を諦めるまでに、ほかの通知も1つも届かなかったので、止められました。
disabled-declined = 受け手が以後の通知を断ったので（ステータス410）、止められました。
disabled-on-request = リクエストによって止められました。
disabled-unauthorized = 作ったトークンが無効になったので、止められました。もう一度有効にすると、有効にした人のトークンで続きます。
