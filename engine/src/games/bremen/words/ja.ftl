### ブレーメン、日本語。文の書き方は engine/src/words/ja.ftl を参照。

## もの

chicken = ニワトリ
donkey = ロバ
dog = イヌ
cat = ネコ
tile = { $animal }{ $number }

## できること

deal-kind = コマを配る
redeal-kind = すべてのコマを配り直す
lead-kind = 最初の親を決める
play-kind = コマを出す
reveal-kind = 手元に残ったコマを見せ合う

## 記録：配る

dealt = コマを13個ずつ配ります。
put-in-centre = 余った{ $tile }は中央に表向きで置きます。
holds = { $seat }の手元は{ $tiles-dots }です。
deals-again = { $seat }の手元にニワトリが8個以上あるので、すべて配り直します。
shows-and-deals-again = { $seat }が{ $tiles-dots }を見せます。ニワトリが8個以上あるので、すべて配り直します。
redeal-due = { $seat }の手元にニワトリが{ $chickens }個あるので、すべて配り直さなければなりません。

## 記録：ラウンド

leads-first-round = { $seat }が1ラウンド目の親です。
holds-donkey-and-leads = { $tile }を持つ{ $seat }が1ラウンド目の親です。
leads-with = { $seat }は親として{ $tile }を出します。
follows-with = { $seat }は親と同じ動物の{ $tile }を出します。
plays-another = { $seat }は{ $led }ではなく{ $tile }を出します。
takes-round = { $round }ラウンド目のコマは、{ $tile }を出した{ $seat }がすべて獲得します（合計{ $taken }個）。

## 記録：ゲームの終わり

last-tiles-unseen = 手元に残ったコマは見せずに終わります。
last-tiles = 手元に残ったコマを見せ合います。{ $tiles }です。
last-tile = { $seat }は{ $tile }
both-conditions-met = 12ラウンドが終わり、条件1と条件2の両方が満たされています。
only-animals-left-met = 12ラウンドが終わり、残った動物の条件2は満たされていますが、獲得した個数の条件1が満たされていません。
only-tiles-taken-met = 12ラウンドが終わり、獲得した個数の条件1は満たされていますが、残った動物の条件2が満たされていません。
no-condition-met = 12ラウンドが終わり、条件1も条件2も満たされていません。
won = 全員の勝利です！スコアは{ $score }点、称号は「{ $title }」です。
lost = 全員の敗北です。

## 判定：席とコマの配り方（BR-1）

wrong-number-of-seats = ブレーメンは3人か4人で遊びます。{ $input }人では遊べません。
hands-given = 席ごとの手元の数
tiles-left-given = 席ごとの残ったコマの数
tile-in-centre-missing = 3人のときは、余った1個のコマを中央に表向きで置くので、それがどのコマかも必要です。
no-tile-in-centre = 4人のときはコマをすべて配るので、中央にコマはありません。
wrong-hand-size = 配られた{ $seat }の手元は13個のはずですが、{ $input }個になっています。
tile-not-in-game = 3人のときは1・2・3のコマを使わないので、{ $tile }はありません。
tile-twice = { $tile }は1個しかありませんが、2度出てきます。
tile-in-centre = { $tile }は中央に置かれているので、誰の手元にもありません。

## 判定：8個以上のニワトリ（BR-2）

not-dealt-again = { $seat }の手元にニワトリが8個以上あったのに、配り直しませんでした。
somebody-not-dealt-again = 誰かの手元にニワトリが8個以上あったのに、配り直しませんでした。
redeal-first = { $seat }の手元にニワトリが8個以上あるので、先にすべて配り直さなければなりません。
too-few-chickens = 配り直すのはニワトリが8個以上あるときだけですが、{ $seat }の手元には多くても{ $chickens }個しかありません。
eighth-chicken = { $tile }は{ $seat }の8個目のニワトリなので、配り直しになっていたはずです。
other-hand = { $seat }が見せた手元のコマは、配られたコマと合いません。

## 判定：コマと手元（BR-3）

already-played = { $tile }はもう出されているので、誰の手元にもありません。
not-in-hand = { $tile }は{ $seat }の手元にありません。
in-another-hand = { $tile }はほかのプレイヤーに配られたので、{ $seat }の手元にはありません。

## 判定：最初の親（BR-4）

wrong-leader = 最初の親は{ $donkey }を持つプレイヤーですが、そのコマは{ $seat }の手元にありません。
led-without-donkey = { $seat }は{ $donkey }を持っていないのに最初の親になりました。
donkey-elsewhere = 最初の親の{ $leader }が{ $tile }を持っていたので、そのコマは{ $seat }の手元にはないはずです。
donkey-not-left = 最初の親の{ $seat }は{ $allowed }を出していないので、手元に残ったコマは{ $allowed }のはずです。
donkey-not-shown = 最初の親の{ $seat }の手元には{ $required }があるはずです。

## 判定：親と同じ動物（BR-6）

must-follow = { $seat }の手元に親と同じ{ $led }があるので、{ $input }は出せません。
revoked = { $seat }は{ $led }を持っていたのに{ $input }を出しました。
revoked-earlier = { $seat }は前に親と同じ{ $animal }を出さなかったので、{ $tile }は持っていないはずです。

## 判定：スコア（BR-11）

score-unknown = ゲームに勝ったので、スコアの計算に{ $seat }の手元に残ったコマが必要です。

## 盤面

to-be-dealt = コマを配るところです。
to-be-led = 最初の親を決めるところです。
in-round = 全{ $rounds }ラウンドの{ $round }ラウンド目です。
to-be-turned-over = 手元に残ったコマを見せ合うところです。
won-board = 全員の勝利です。スコアは{ $score }点、称号は「{ $title }」です。
lost-board = 全員の敗北です。
centre-board = 中央には{ $tile }があります。
played-board = { $seat }は{ $tile }を出しています。
took = 獲得{ $taken }個
seat-board = { $seat }は{ $taken }個を獲得し、手元に{ $count }個あります。
known-board = そのうち分かっているのは{ $tiles-dots }です。
lacks-board = { $seat }の手元に{ $animals-dots }はありません。

## 入力

hand = { $seat }の手元
hand-shown = 見せた手元
tile-label = コマ
centre-label = 中央のコマ
not-shown = 見せない
deal-label = 配る
redeal-label = ニワトリ8個以上で配り直す
lead-label = 最初の親
play-label = 出す
reveal-label = 手元に残ったコマを見せ合う

## 分析

win-went-here = ここで勝ちが消えました。{ $seat }が{ $tile }を出す前はまだ勝てましたが、その後は勝てません。全員の手元を開いて見た結果で、{ $seat }には見えていませんでした。
tiles-taken-graph = 取ったコマ：4人なら24・16・8・0個、3人なら24・12・0個
seat-line = { $seat }
hidden-hands-table = 見えない手元：動物ごとに最も見込みのある個数と、その見込み
likeliest-count = { $count }（{ $percent }%）
holds-chance = { $seat }が{ $animal }を1個以上持っている見込みは{ $percent }%です。
tile-wins = 全員の手元を開いて見ると、{ $tile }を出しても、まだ勝てます。
tile-loses = 全員の手元を開いて見ると、{ $tile }を出すと、もう勝てません。
