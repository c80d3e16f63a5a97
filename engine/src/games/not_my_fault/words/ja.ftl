### Not My Fault!、日本語。文の書き方は engine/src/words/ja.ftl を参照。

## できること

declare-kind = カードを引いて宣言する
note-card-kind = 伏せたカードを書きとめる
audit-kind = 監査する
reveal-kind = カードを表にする
reshuffle-kind = 捨て札をまぜて山札を作り直す

## 記録：プレイヤーがすること

declares-first = { $seat }は{ $card-present ->
    [yes] { $card }
   *[no] カード
}を引いて伏せ、「{ $number }以上」と宣言します。
declares = { $seat }は{ $card-present ->
    [yes] { $card }
   *[no] カード
}を引いて伏せ、「全部で{ $number }以上」と宣言します。
notes-card = { $seat }が最後に伏せたカードは{ $card }です。
audits = { $seat }が「監査！」と叫びます。
turns-up = { $placed ->
    [1] 伏せたカードを表にします。
   *[other] 伏せたカードをすべて表にします。
}
turns-up-known = { $placed ->
    [1] 伏せたカードを表にします。{ $cards-dots }です。
   *[other] 伏せたカードをすべて表にします。{ $cards-dots }です。
}
a-card = { $number }
unnoted = 記録のない{ $count }枚
reshuffles = 捨て札をまぜて山札を作り直します。
makes-new-pile = 山札をまぜ直します。

## 記録：その結果

pile-remade = 山札がなくなっていたので、捨て札をまぜて{ $cards }枚の山札を作り直しました。
warned = 白いマスなので、{ $seat }の戒告カードを黄色の面にします。
accused = { $auditor }は、{ $accused }の「{ $number }以上」を疑います。
counted-less = 合計は{ $sum }で、{ $seat }の「{ $number }以上」に足りません。
counted-exactly = 合計は{ $sum }で、{ $seat }が宣言した数とちょうど同じです。
counted-more = 合計は{ $sum }で、{ $seat }の「{ $number }以上」に足ります。
suspended = { $seat }が{ $suspensions ->
    [1] 停職カードを取ります
   *[other] { $suspensions }枚目の停職カードを取ります
}。
eliminated = { $seat }は脱落します。
round-began = { $round }ラウンド目は{ $seat }から始めます。
thirty-won = ゲーム終了です。{ $winners }の一人勝ちです。
second-suspension = ゲーム終了です。{ $losers-with }が負け、{ $winners-with }が勝ちます。
last-player = ゲーム終了です。最後まで残った{ $winners }の勝ちです。

## 数

seats-quantity = 人数
cards-quantity = カードの枚数
deck-quantity = 枚数が書かれた数字の種類の数
copies-quantity = 同じ数字のカードの枚数
card-quantity = カードの数字
sum-quantity = 合計

## 判定：宣言（NMF-2、NMF-4、NMF-5、NMF-I2）

less-than-one = ラウンドの最初の宣言は1以上です。{ $input }は宣言できません。
declared-less-than-one = ラウンドの最初の宣言は1以上でなければならないのに、{ $input }でした。
not-higher = 宣言は前の宣言の{ $arrow }より大きくなければなりません。{ $input }は宣言できません。
declared-not-higher = 宣言は{ $input }で、前の宣言の{ $arrow }より大きくありませんでした。
beyond-the-track = 宣言は30までです。{ $input }は宣言できません。
white-again = { $seat }の戒告カードは黄色の面なので、白いマスの{ $input }は宣言できません。
declared-white-again = { $seat }は戒告カードが黄色の面なのに、白いマスの{ $input }を宣言しました。
nothing-to-draw = 引けるカードがないので、{ $seat }は監査しなければなりません。

## 判定：監査とカードの書きとめ（NMF-2、NMF-6）

nothing-to-audit = このラウンドの宣言はまだないので、{ $seat }は監査できません。
own-declaration = 最後に宣言したのは{ $seat }なので、自分の宣言は監査できません。
no-card = { $seat }はこのラウンドでまだカードを伏せていません。
nothing-new = { $seat }が最後に伏せたカードはもう分かっています。

## 判定：カードと合計（G-4、G-5、NMF-10）

not-in-deck = { $cards-dots }のカードは、このゲームにそれだけの枚数がありません。
nothing-to-reshuffle = 捨て札がないので、山札を作り直すことはできません。
reshuffled-nothing = 捨て札がないのに、山札をまぜ直しました。
nothing-revealed = カードか合計の、少なくとも一方が必要です。
wrong-sum = これらのカードの合計は{ $sums-or }のはずで、{ $input }ではありません。
sum-left-open = 分からないカードがあるので、合計が必要です。合計は{ $sums-or }です。
card-otherwise = { $seat }が「{ $number }以上」と宣言したときのカードは{ $input }ではなく{ $logged }と書きとめられています。
not-left = { $cards-dots }のカードは、もうそれだけの枚数が残っていません。
sum-otherwise = もう分かっているカードから、合計は{ $sums-or }のはずで、{ $input }ではありません。
range = { $least }〜{ $most }
number = { $number }

## 盤面：ラウンドと手番

round-board = { $round }ラウンド目です。
round-extreme-board = { $round }ラウンド目です（エクストリームルール）。
audit-pending = カードを表にしてください。{ $auditor }が{ $declarer }の「{ $number }以上」を監査しています。
thirty-pending = カードを表にしてください。{ $declarer }が{ $number }を宣言しました。
must-audit = 引けるカードがないので、{ $seat }は{ $accused }を監査しなければなりません。
declare-or-audit = { $seat }の手番です。宣言するか、{ $accused }を監査します。
declare-black-or-audit = { $seat }の手番です。黒いマスを宣言するか、{ $accused }を監査します。
first-declaration = { $seat }の手番です。カードを引いて宣言します。
thirty-board = ゲーム終了です。30を達成した{ $people }の一人勝ちです。
second-suspension-board = ゲーム終了です。2枚目の停職カードを取った{ $people-with }が負け、ほかの全員が勝ちました。
last-player-board = ゲーム終了です。最後まで残った{ $people }の勝ちです。

## 盤面：矢印とカード

arrow-at-start = 矢印は0です。
arrow-on-white = 矢印は{ $number }、白いマスです。
arrow-on-black = 矢印は{ $number }、黒いマスです。
face-down = { $count ->
    [0] 伏せたカードはまだありません。
   *[other] 伏せたカード{ $count }枚と、それぞれの宣言です。
}
turned-up-made = 表にしたカードの合計は{ $sum }、宣言は{ $number }で、達成です。
turned-up-suspended = 表にしたカードの合計は{ $sum }、宣言は{ $number }で{ $enough ->
    [yes] 足りました
   *[no] 足りません
}。停職カードを取るのは{ $seat }です。
placed-card = { $seat }は{ $card-present ->
    [yes] { $card }
   *[no] 不明のカード
}で「{ $number }以上」です。
piles = 捨て札は{ $discards }枚です。
piles-counted = 山札は{ $drawable }枚、捨て札は{ $discards }枚です（下は、確かな捨て札／全部）。
discarded-numbers = 確かな捨て札は、{ $numbers-dots }です。
discarded-number = { $number }が{ $all }枚中{ $gone }枚

## 盤面：プレイヤーの前

won-remark = 勝ち
out-remark = 脱落
lost-remark = 負け
turn-remark = 手番
audits-remark = 監査
declared-remark = 宣言{ $number }
seat-board = { $seat }：{ $facts }。
warning-fact = 戒告カードは{ $yellow ->
    [yes] 黄色の面、黒いマスだけ
   *[no] 灰色の面、どのマスも可
}
suspensions-fact = 停職カード{ $suspensions }枚

## 入力

card-label = 引いたカード（見た人だけ）
number-label = 宣言した数
sum-label = 合計
declare-label = 宣言する
audit-label = { $accused }の「{ $number }以上」を監査する
reshuffle-label = 捨て札をまぜて山札を作り直す
card-laid-label = 「{ $number }以上」と宣言したときのカード
note-label = 伏せたカードを書きとめる
by-sum-label = 表にして合計を記録する
by-cards-label = 表にして1枚ずつ記録する
in-order-label = 伏せられた順に
unknown-label = 不明

## 分析

declared-against-odds = { $seat }は「{ $number }以上」と宣言しました。{ $seat }に見えたものからは、足りている見込みは{ $percent }%でした。
declared-in-vain = { $seat }は「{ $number }以上」と宣言しましたが、足りないことは見えていました。
audited-rightly = { $seat }は「{ $number }以上」を監査しました。{ $seat }に見えたものからは、当たる見込みは{ $percent }%でした。合計は{ $sum }で、監査は正しかったのです。
audited-wrongly = { $seat }は「{ $number }以上」を監査しました。{ $seat }に見えたものからは、当たる見込みは{ $percent }%でした。合計は{ $sum }で、監査は外れました。
sums-graph = それぞれの宣言と、カードの合計
declared-line = 宣言
sum-line = 合計
cards-table = 伏せたカードそれぞれの数
cards-of-sum-table = 伏せたカードそれぞれの数。合計が{ $number }以上の見込みは{ $percent }%
card-line = { $place }：{ $seat }
card-chance = { $place }枚目のカード（{ $seat }）が{ $number }である見込みは{ $percent }%です。
