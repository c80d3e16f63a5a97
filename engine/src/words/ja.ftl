### どのゲームの記録でも使う文、日本語。
###
### すべてのゲームの文の書き方：
### - 文はどれも「です・ます」。手と効果は現在形（「出します」）、記録された反則は過去形（「出しました」）。
###   見出しやボタンなど短い語は体言止めか辞書形で、「。」を付けない。
### - 句読点・かっこ・「！」「：」は全角、数字は半角で前後に空白を置かない。人や文は「、」、物は「・」で並べる。
### - 人は名前で呼び、敬称は付けない。名前のない人は「席1」「席2」、1から数える。
### - ゲームの言葉は元の説明書のもの。JSONの項目名や手の種類の英語名は文に出さない。
### - 手の種類は辞書形で言う：「コマを出す」。「~ことはできません」に続くように。

## どのゲームにもあるルール

game-over = このゲームはもう終わっています。
not-your-turn = { $seat }の手番ではありません。今は{ $turn }の手番です。
played-out-of-turn = { $turn }の手番なのに、{ $seat }が手番を行いました。
wrong-phase = { $possible-count ->
    [0] 今は「{ $input }」ことはできません。
   *[other] 今は「{ $input }」ことはできません。今できるのは、{ $possible-or }ことです。
}
no-joint-move = 今は、全員が同時に決めることはありません。
no-such-seat = その席はありません。このテーブルは{ $count }席です。
out-of-bounds = { $what }は{ $allowed }でなければなりませんが、{ $input }になっています。

## 訂正とコメント

nothing-to-take-back = 取り消せる手はもうありません。
not-in-force = イベント{ $event }は今有効な手ではないので、訂正できません。
no-such-event = イベント{ $event }はありません。{ $last ->
    [0] この記録にはまだイベントがありません。
   *[other] 最後のイベントは{ $last }です。
}

## 反則：ルールに反して本当に行われ、そのまま記録されたこと

breach = 反則（{ $rule }）：{ $breach }

## 訂正できない

later-move-breaks = そう訂正すると、あとのイベント{ $event }『{ $said }』が{ $rule }に反します。{ $why }

## 食い違い

disputed = 食い違い：『{ $said }』という記録は、{ $with-present ->
    [yes] イベント{ $with }
   *[no] ほかの記録
}と合わないので保留しています。

## 数の範囲

at-least = { $least }以上
at-most = { $most }以下
between = { $least }から{ $most }まで
exactly = { $number }
one-of = { $numbers-or }

## 消された人

someone = だれか
someone-on = だれか（{ $seat }）

## 数えるもの

values-by-seat = 席ごとの値の数
moves-to-take-back = 取り消す手の数
event-number = イベントの番号

## 入力

who-label = 誰

## そのゲームにない手

other-kind = その手を行う

## 上の文を試すためだけのもの

kind-sample = カードを配る

## 読めないJSON。項目名や決まった語は、書かれたとおりに「」で示す

no-type = 手は、「type」に手の種類を書いたオブジェクトでなければなりません。
no-json = { $subject }はJSONとして読めません。{ $line }行目の{ $column }文字目に誤りがあります。
wrong-value = { $path-present ->
    [yes] { $path }
   *[no] { $subject }
}は{ $expected }でなければなりません{ $input-present ->
    [yes] が、{ $input }になっています
   *[no] { "" }
}。
impossible-value = { $path-present ->
    [yes] { $path }
   *[no] { $subject }
}を{ $input-present ->
    [yes] { $input }
   *[no] このような値
}にすることはできません。
unknown-field = { $path-present ->
    [yes] { $path }に
   *[no] { "" }
}項目{ $field }はありません。{ $allowed-count ->
    [0] ここに項目は書けません。
   *[other] ここに書ける項目は{ $allowed-with }です。
}
missing-field = { $path-present ->
    [yes] { $path }に
   *[no] { "" }
}項目{ $field }がありません。
blank-text = { $field }に、目に見える文字がありません。
long-text = { $field }は{ $length }文字あります。書けるのは{ $most }文字までです。

the-move = 手
the-options = オプション
the-part = 席の入力
the-body = リクエストの本文
the-facts = 仮定

quoted = 「{ $text }」
whole-number = 整数
whole-number-between = { $least }から{ $most }までの整数
whole-number-from = { $least }以上の整数
any-number = 数
true-or-false = 「true」か「false」
some-text = 文字列
one-word = { $words-count ->
    [1] { $words }
   *[other] { $words-or }
}
one-of-many = { $first }から{ $last }までの{ $count }語のどれか
some-list = リスト
list-of = 要素が{ $length }個のリスト
some-object = オブジェクト
seat-number = 席の番号
either = { $alternatives-or }
empty = 空
other-value = ほかの値
digits = { $digits }
huge-number = 大きすぎる数
