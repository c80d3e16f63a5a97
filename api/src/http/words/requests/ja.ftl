### リクエストのどこが違うか、日本語。文の書き方：engine/src/words/ja.ftl。
### パラメータ、ヘッダ、項目の名前と、送られてきた値は「」に入れる。

## 本文

not-json = 本文は正しいJSONではありません。{ $line }行目の{ $column }文字目から読み取れません。
json-ends-early = 本文のJSONが途中で終わっています。
nul-character = 文字U+0000は使えません。
body-not-received = 本文を受け取れませんでした。
must-be = { $field-present ->
    [yes] 「{ $field }」は{ $expected }でなければなりません。
   *[no] 本文は{ $expected }でなければなりません。
}
unreadable = { $field-present ->
    [yes] 「{ $field }」の値を読み取れません。
   *[no] 本文を読み取れません。
}
missing-field = 「{ $field }」がありません。
repeated-field = 「{ $field }」が2回以上あります。
unknown-field = { $allowed-count ->
    [0] ここに「{ $field }」という項目はありません。
   *[other] ここに「{ $field }」という項目はありません。ある項目：{ $allowed }。
}
not-among = { $allowed-count ->
    [0] 「{ $field }」を「{ $input }」にはできません。ここで使えるものはありません。
   *[other] 「{ $field }」を「{ $input }」にはできません。使えるもの：{ $allowed }。
}
invisible-name = { $field-present ->
    [yes] 「{ $field }」には、目に見える文字、数字、記号のどれかが必要です。
   *[no] 名前には、目に見える文字、数字、記号のどれかが必要です。
}
name-letters = { $field-present ->
    [yes] 「{ $field }」は{ $most }文字までですが、{ $input }文字あります。
   *[no] 名前は{ $most }文字までですが、{ $input }文字あります。
}
name-bytes = { $field-present ->
    [yes] 「{ $field }」は{ $most }バイトまでですが、{ $input }バイトあります。
   *[no] 名前は{ $most }バイトまでですが、{ $input }バイトあります。
}

## パラメータとヘッダ

unknown-parameter = { $allowed-count ->
    [0] ここに「{ $name }」というパラメータはありません。
   *[other] ここに「{ $name }」というパラメータはありません。あるパラメータ：{ $allowed }。
}
too-long = 「{ $name }」は{ $most }文字までです。
too-often = 「{ $name }」は{ $most }回までしか使えません。
only-once = 「{ $name }」は1回しか使えません。
empty = 「{ $name }」を空にはできません。
idempotency-key = 「{ $name }」は、目に見えるASCII文字で1文字から255文字まででなければなりません。
key-means-nothing = ここでは「{ $name }」は意味を持ちません。このリクエストは、そのまま送り直してもそれ以上何も変わりません。このヘッダーを外してください。
if-match = 「{ $name }」は、ETagと同じ引用符付きの版か、*でなければなりません。
one-host = 「{ $name }」は、1つの名前かアドレスでなければなりません。
unknown-host = このサービスの名前は「{ $host }」ではありません。
of-this-stream = 「{ $name }」は、このストリームから受け取ったIDでなければなりません。
of-the-feed = 「{ $name }」は、このフィードから受け取ったカーソルか「now」でなければなりません。
of-a-page = 「{ $name }」は、前のページで受け取ったカーソルでなければなりません。
of-another-search = 「{ $name }」は別の検索のものです。絞り込みや並び順を変えたときは、最初のページから始めてください。
no-such-seat = 「{ $name }」の席は、この卓にありません。
whose-part = 「{ $name }」で、どの席の分かを指定してください。
same-player = 「{ $name }」が同じプレイヤーです。別のプレイヤーを指定してください。
record-not-found = 「{ $name }」の記録が見つからないので、その続きは出せません。
operator-key-needed = 運営者の鍵が Bearer トークンとして必要です。
too-costly = この答えは計算に { $seconds } 秒を超えるプロセッサ時間がかかったため、途中でやめました。一度に尋ねる範囲を狭めてください。

## 統計への問い

too-many-players = 「{ $name }」で指定できるのは{ $most }人までです。
too-many-groupings = 「{ $name }」には、異なるものを{ $most }つまで指定できます。
compare-needs-groups = 「{ $name }」はグループを比べるものなので、「{ $groups }」も指定してください。
compare-two-groups = 「{ $name }」には、異なる2つのグループの値を、4,5のように指定してください。
compare-twice = 「{ $name }」は2回使い、それぞれに「{ $groups }」の順で{ $count }つの値をコンマで区切って指定してください。
quantiles = 「{ $name }」は、0から1までの数をコンマで区切ったもので、{ $most }個まででなければなりません。
as-of = 「{ $name }」は、2026-01-31のような日（UTCでその日の終わり）か、2026-01-31T18:00:00Zのような時刻か、答えやフィードから受け取ったカーソルか、「now」でなければなりません。

## 起きたことの検索

unreadable-condition = 条件「{ $input }」を読み取れません。number=30やsum<numberのように書いてください。
unknown-search-term = 「{ $input }」という出来事はありません。
unknown-detail = 「{ $kind }」に、条件を付けられる項目「{ $input }」はありません。
impossible-value = 「{ $field }」が「{ $input }」になることはありません。
not-ordered = 「{ $field }」は数ではないので、大小を比べられません。
allowed = { $allowed-count ->
    [0] ここで使えるものはありません。
   *[other] 使えるもの：{ $allowed }。
}

## あるべきもの

whole-number = 整数
whole-number-in = { $bounds }の整数
number = 数
characters = 文字列
true-or-false = trueかfalse
list = 配列
object = JSONオブジェクト
player-id = プレイヤーのID
id = 0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001のようなID
day-or-time = 2026-01-31のような日か、2026-01-31T18:00:00Zのような時刻
time = 2026-01-31T18:00:00Zのような時刻
time-zone = Asia/Tokyoか+09:00のようなタイムゾーン
person = 名前か、「name」か「player」のあるオブジェクトか、null
perspective = 「public」か席の番号
