### イヌがきた Dancing Villager、日本語。文の書き方は engine/src/words/ja.ftl を参照。

## もの

meat = 肉
charcoal = 炭
dog = イヌ
fire = 炎
hand-up = ハンドアップ
    .villagers = ハンドアップ
hand-down = ハンドダウン
    .villagers = ハンドダウン
flat = フラット
    .villagers = フラット
standing = 立つ
    .villagers = 立った村人
leaning = よりかかる
    .villagers = よりかかった村人

## できること

place-dog-kind = 新しいイヌを置く
throw-kind = 村人をふる
take-dogs-kind = 場のイヌを取る
take-fire-kind = 炎を取る
foul-kind = おてつきをする

## 記録：プレイヤーがすること

first-dog-placed = 最初のイヌを{ $seat }の前に置きます。
new-dog-placed = 新しいイヌを{ $seat }の前に置きます。
old-dog-placed = 場のイヌを{ $seat }の前に置き直します。
thrown = 「イヌがきた！」　全員が村人をふります。{ $landed-dots }です。
landed = { $kind-villagers }{ $count }個
nothing-thrown = 「イヌがきた！」　しかし、誰も村人をふりません。
stacked = 村人が重なっています。
dogs-grabbed = 場のイヌを、{ $takers }取ります。
taker = { $seat }が{ $dogs }匹
no-dog-grabbed = 誰も場のイヌを取りません。
fire-taken = { $seat }が真っ先に炎を取り、イヌの襲来を防ぎます。
foul = { $seat }のおてつきです。
foul-touched = { $seat }のおてつきです。間違えて{ $touched }に触れます。

## 記録：その結果

sticks-taken = { $stick }のスティックを{ $count }本取り除きます。
sticks-left = 残りは{ $left }本です。
cancelled-out = ハンドアップもハンドダウンも{ $each }個なので、スティックは取り除きません。
dogs-gained = { $seat }は村人が{ $count }個立ったので、群れからイヌを{ $count }匹もらいます（合計{ $dogs }匹）。
dog-joined = 村人がすべてフラットなので、群れからイヌが1匹加わり、場のイヌは{ $field }匹になります。
dog-race = 肉がなくなりました。場のイヌは早い者勝ちです！
fire-race = 炭がなくなり、イヌの襲来です。炎は早い者勝ちです！
dogs-taken = { $seat }のイヌは{ $dogs }匹になります。
villager-lost = { $seat }は村人を1個失い、残りは{ $villagers }個です。
last-villager-lost = { $seat }は最後の村人を失います。
no-dog-escaped = { $seat }には逃げるイヌがいません。村人は{ $villagers }個に戻ります。
dogs-escaped = { $seat }のイヌ{ $dogs }匹は群れに逃げ、村人は{ $villagers }個に戻ります。
seven-dogs = { $seat }のイヌが{ $dogs }匹になったので、ゲームが終わります。
round-began = { $round }ラウンド目を始めます。スティックをすべて並べ直し、場のイヌは{ $field }匹です。
game-ended = ゲーム終了です。{ $winners-with }の勝ちです。

## 数

results-given = 結果のあるプレイヤーの数
taken-given = 取ったイヌを数えたプレイヤーの数
landed-quantity = { $kind-villagers }の数
taken-quantity = 1人が取ったイヌの数

## 判定：人数（DV-1）

wrong-number-of-seats = このゲームは2人から4人で遊びます。{ $input }人では遊べません。

## 判定：村人をふる（DV-2）

wrong-villagers = { $seat }がふる村人は{ $villagers }個です。{ $input }個ではありません。
wrong-villagers-thrown = { $seat }は{ $villagers }個ふるはずの村人を{ $input ->
    [0] 1個もふりませんでした
   *[other] { $input }個ふりました
}。

## 判定：イヌの取り合い（DV-9、DV-I3）

too-many-dogs = 場のイヌは{ $field }匹なので、{ $input }匹は取れません。
dog-not-taken = 取り合いでは、場のイヌが必ず取られます。
dogs-not-taken = 取り合いでは、場のイヌ{ $field }匹がすべて取られます。{ $input }匹ではありません。
dogs-left = 取り合いの後、場にイヌが{ $left }匹残りました。

## 判定：イヌの置き場所（DV-13）

no-new-dog = 前のラウンドでイヌは取られていないので、場のイヌはそのままです。
dog-moved = 前のラウンドでイヌは取られていないのに、場のイヌの置き場所を変えました。

## 盤面

throw-board = { $round }ラウンド目の{ $throw }回目です。全員が村人をふります。
dog-race-board = 肉がなくなりました。場のイヌは早い者勝ちです！
fire-race-board = 炭がなくなりました。炎は早い者勝ちです！
last-race-board = イヌが7匹になったので、この取り合いで終わりです。
over-board = ゲーム終了です。勝者は{ $winners-with }です。
charcoal-board = 炭{ $charcoal }本（全3本）
meat-board = 肉{ $meat }本（全5本）
sticks-board = 炎のまわりのスティックは、炭が3本中{ $charcoal }本、肉が5本中{ $meat }本です。
field-board = 場のイヌは{ $field }匹です。
field-before-board = 場のイヌは{ $field ->
    [1] 1匹で、{ $seat }
   *[other] { $field }匹で、先頭は{ $seat }
}の前にいます。
seat-remark = 村人{ $villagers }個・イヌ{ $dogs }匹
place-remark = { $place }位・{ seat-remark }
seat-board = { $seat }の村人は{ $villagers }個、イヌは{ $dogs }匹です。
place-board = { $seat }は{ $place }位で、村人は{ $villagers }個、イヌは{ $dogs }匹です。

## 入力

place-dog-label = 新しいイヌを置く
before-label = 誰の前
throw-label = ふる
stacked-label = 重なり
stacked-key = 重なりあり
take-dogs-label = イヌを取る
field-label = 場のイヌ{ $field }匹
take-fire-label = 炎を取る
foul-label = おてつき
foul-touched-label = おてつき（{ $touched }）
## 分析

took-lead = { $seat }のイヌがいちばん多くなりました。
ended-against-odds = ここでふってラウンドが終わりました。その見込みは{ $percent }%でした。
dogs-graph = それぞれのイヌの数
seat-line = { $seat }
next-throw-table = 次にふったとき（それぞれの村人の状態の割合から）
throw-chance-column = 見込み
round-ends-row = ラウンドが終わる
meat-gone-row = 肉がなくなる
charcoal-gone-row = 炭がなくなる
wins-table = 自分のイヌの数と、ほかの席で最も多いイヌの数が同じときに勝った割合
won-column = 勝った割合
interval-column = 95%の範囲
share-interval = { $low }%〜{ $high }%
