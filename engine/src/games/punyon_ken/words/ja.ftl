### ぷにょん拳、日本語。文の書き方は engine/src/words/ja.ftl を参照。

## もの

rock = グー
scissors = チョキ
paper = パー
palm-up = 掌は上
palm-down = 掌は下

## できること

throw-kind = じゃんけんをする

## 記録：じゃんけん

both-throw = 2人とも{ $hand }を出します。
throws = { $throws }を出します。
throws-hand = { $seat }は{ $hand }
drawn = あいこなので、何も変わりません。
throw-won = { $seat }が{ $hand }でじゃんけんに勝ちます。

## 記録：勝ち負けのあと

fingers-bent = { $seat }は指を{ $count }本曲げます。曲げた指は{ $bent }本になります。
palm-turned-down = { $seat }は掌を下に向けます。
palm-turned-up = 掌が下向きのときに負けた{ $seat }は、掌を上に戻します。
won-by-fingers = 指が5本とも曲がったので、{ $seat }がゲームに勝ちます！
won-by-palm = 掌が下向きのときにパーで勝ったので、{ $seat }がゲームに勝ちます！

## 判定（PK-1、PK-2）

wrong-number-of-seats = ぷにょん拳は2人で遊びます。{ $input }人では遊べません。
throws-given = 出した手の数（1人に1つ）

## 盤面

to-be-thrown = 2人がじゃんけんをするところです。
won-by-fingers-board = 指が5本とも曲がったので、{ $seat }がゲームに勝ちました。
won-by-palm-board = 掌が下向きのときにパーで勝ったので、{ $seat }がゲームに勝ちました。
wins = 勝ち！
hand-board = { $seat }の曲げた指は5本中{ $bent }本、{ $palm }です。
could-win = { $throws-count ->
    [0] 次に勝ってもゲームには勝たない
   *[other] 次に{ $throws-or }で勝てばゲームに勝ち
}
could-win-board = { $throws-count ->
    [0] { $seat }は、次に勝ってもゲームには勝ちません。
   *[other] { $seat }は、次に{ $throws-or }で勝てばゲームに勝ちます。
}

## 入力

throw-label = 出した手

## 分析

chance-turned = この手で、最善を尽くしたときの{ $seat }の勝つ見込みは{ $before }%から{ $after }%になりました。
chances-graph = 最善を尽くしたとき、それぞれが勝つ見込み
seat-line = { $seat }
