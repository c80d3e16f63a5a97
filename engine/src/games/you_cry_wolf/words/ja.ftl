### 狼が来た!!、日本語。文の書き方は engine/src/words/ja.ftl を参照。

## もの

cow = 牛
    .counter = 頭
sheep = 羊
    .counter = 頭
sheepdog = 牧羊犬
    .counter = 匹
wolf = 狼
    .counter = 匹
animals = { $animal }{ $count }{ $animal-counter }
unknown-dice = 不明{ $count }個
placed-as-is = { $die }を
placed-otherwise = { $die }を{ $row }として

## できること

choose-first-player-kind = ファーストプレイヤーを決める
note-cup-kind = カップの中を書きとめる
open-dice-kind = オープンダイスを振る
bet-kind = ダイスを置いて宣言する
privilege-kind = 特権を使う
call-kind = コールする
reveal-kind = カップを開ける
pass-kind = パスする

## 記録：プレイヤーがすること

chosen = 狼をいちばん多く出した{ $seat }がファーストプレイヤーになります。
chosen-anyway = { $wolves }を出した{ $seat }がファーストプレイヤーになります。
chosen-with = { $wolves }でいちばん多く出した{ $seat }がファーストプレイヤーになります。
looks-under-cup = { $seat }がカップの中を見ます。{ $dice-dots }です。
rolls-open-dice = { $seat }が6個のオープンダイスを振ります。{ $dice-dots }です。
rolls-dice-openly = 6個のオープンダイスを振ります。{ $dice-dots }です。
claims = { $seat }が{ $placed }置き、「{ $claimed }」と宣言します。
uses-power = { $seat }が特権を使い、ダイスを1個振って{ $placed }置きます。
calls = { $seat }が「お前、狼少年！」と言い、{ $accused }の「{ $claimed }」をコールします。
calls-row = { $seat }が{ $row }の欄をコールします。
lifts = 全員がカップを開けます。
lifts-and-shows = 全員がカップを開けます。{ $cups }です。
cup-shown = { $seat }は{ $dice-dots }
counts = 数えると{ $counted }です。
passes = { $seat }はパスします。

## 記録：その結果

round-began = { $round }ラウンド目は{ $first_player }から始めます。
marker-returned = 「{ $claimed }」のマーカーは{ $seat }に戻ります。
sheep-taken = 予備のダイスがないので、羊の欄の1マス目にある{ $die }のダイスを振ります。
first-player-moved = ファーストプレイヤーは{ $seat }に移ります。
accused = { $accused }の「{ $claimed }」は本当でしょうか。
was-a-lie = 「{ $claimed }」は嘘でした。数えると{ $found }しかいません。
was-the-truth = 「{ $claimed }」は本当でした。数えると{ $found }です。
pays = { $payer }が{ $receiver }にチップ{ $paid }枚を払います。
pays-short = { $payer }が{ $receiver }にチップ{ $paid }枚を払います。不足分の{ $short }枚も受け取ったものとして数えます。
game-over = ゲーム終了です。{ $winners-with }の勝ちです（{ $points }点）。

## 数

wolves-given = 狼の数が書かれた人数
cups-given = カップの個数
faces-given = ダイスの面の数
boxes-quantity = 箱の数
count-quantity = 数えた数

## 判定：準備とファーストプレイヤー（YCW-1、YCW-I1）

wrong-number-of-seats = この箱の数と設定では2人から{ $most }人までで遊びます。{ $input }人では遊べません。
wolves-of-six-dice = 6個のダイスで狼が{ $input }匹出ることはありません。
not-most-wolves = 狼をいちばん多く（{ $most }匹）出したのは{ $seat }ではありません。

## 判定：ダイスとカップ（YCW-2、YCW-I3）

not-six-dice = ここで使うダイスは6個です。{ $input }個ではありません。
nothing-new = { $seat }のダイスは、6個ともすでに書きとめられています。
die-noted-otherwise = { $seat }の{ $number }個目のダイスは{ $input }ではなく{ $logged }と書きとめられています。
impossible-cup = { $seat }がこの6個を持っていたなら、ボードにあるダイスは置けなかったはずです。
impossible-bet = { $seat }のカップに{ $die }はもうありません。
pass-not-forced = { $seat }は前にパスしましたが、このダイスがあれば宣言できたはずです。
cup-noted-otherwise = { $seat }のカップの中は、前に書きとめたダイスと合いません。
not-the-rest = { $seat }のカップに残っているダイスは{ $left }個です。{ $input }個ではありません。

## 判定：宣言（YCW-5〜YCW-9、YCW-I2）

wrong-row = { $die }のダイスは{ $row }の欄には置けません。
placed-on-wrong-row = { $die }のダイスが{ $row }の欄に置かれました。
claim-too-low = { $row }の欄の宣言は、置かれているダイスの数より1つ以上大きくなければなりません。{ $least }以上が必要です。
claimed-too-little = { $row }の欄の宣言は{ $least }以上でなければならないのに、{ $input }でした。
not-outbid = { $row }の欄の宣言は、置かれているマーカーの{ $marker }より大きくなければなりません。
did-not-outbid = { $row }の欄の宣言は{ $input }で、置かれていたマーカーの{ $marker }より大きくありませんでした。
no-marker = { $seat }の3個のマーカーはすべて使われています。
empty-cup = { $seat }のカップにはもうダイスがありません。
more-than-all-dice = ダイスは全部で{ $most }個しかないので、{ $input }は宣言できません。

## 判定：特権、パス、コール（YCW-10、YCW-19、YCW-I3、YCW-I4）

no-privilege = { $seat }は特権を使えません。特権を使えるのは、手番が一巡した後のファーストプレイヤーだけです。
used-power-anyway = { $seat }は、手番が一巡した後のファーストプレイヤーではないのに特権を使いました。
nothing-to-roll = 予備のダイスも羊の欄のダイスもないので、特権は使えません。
could-act = { $seat }はまだほかのことができるので、パスできません。
passed-anyway = { $seat }は、ほかのことができたのにパスしました。
nobody-to-accuse = { $row }の欄には、コールできるほかのプレイヤーのマーカーがありません。

## 判定：カップを開ける（YCW-11）

nothing-revealed = カップの中のダイスか数えた数の、少なくとも一方が必要です。
count-left-open = 分からないダイスがあるので、数えた数が必要です。数は{ $allowed }です。
wrong-count = 数は{ $allowed }のはずで、{ $input }ではありません。

## 盤面

most-wolves-board = 狼をいちばん多く出したプレイヤーがファーストプレイヤーになります。
over-board = ゲーム終了です。
round-board = { $round }ラウンド目です。
call-board = { $caller }が{ $accused }の「{ $claimed }」をコールしています。
row-empty-board = { $row }の欄にダイスはありません。
row-board = { $row }の欄のダイスは{ $dice-dots }です。
claim-board = { $seat }が「{ $claimed }」と宣言しています。
open-dice-board = オープンダイスは{ $dice-dots }です。
spare-dice = 予備のダイス{ $count }個
spare-dice-board = 予備のダイスが{ $count }個あります。
lifted-board = カップを開けました。宣言は{ $claimed }、数えると{ $counted }です。
first-player-board = ファーストプレイヤーは{ $seat }です。
points = { $points }点
seat-board = { $seat }は{ $points }点で、自分のチップは{ $chips }枚です。
empty-cup-board = { $seat }のカップは空です。
cup-board = { $seat }のカップの中は{ $dice-dots }です。

## 入力

die-label = 置くダイス
claim-label = 宣言
count-label = 数えた数
six-dice-label = 6個のダイス
roll-open-dice-label = オープンダイスを振る
pass-label = パスする
who-label = 誰が
wolves-label = { $seat }の狼の数
with-wolves-label = 狼の数も記録する
first-player-label = ファーストプレイヤー
note-label = カップの中を書きとめる
bet-label = ダイスを置いて宣言する
privilege-label = 特権を使う
call-key = { $accused }の「{ $claimed }」
call-label = コールする
which-claim-label = どの宣言
by-count-label = 数だけ記録する
by-cups-label = カップを開ける
own-cup-label = 自分のカップを開ける
dice-left-label = 残ったダイス
unknown-label = 不明
placed-key = { $die }→{ $row }

## 分析

claimed-against-odds = { $seat }は「{ $claimed }」と宣言しました。{ $seat }に見えたものからは、当たる見込みは{ $percent }%でした。
claimed-in-vain = { $seat }は「{ $claimed }」と宣言しましたが、足りないことは見えていました。
called-rightly = { $seat }は「{ $claimed }」をコールしました。{ $seat }に見えたものからは、当たる見込みは{ $percent }%でした。数えると{ $found }で、コールは正しかったのです。
called-wrongly = { $seat }は「{ $claimed }」をコールしました。{ $seat }に見えたものからは、当たる見込みは{ $percent }%でした。数えると{ $found }で、コールは外れました。
claims-graph = それぞれの宣言と、実際の数
claimed-line = 宣言
counted-line = 実際
counts-table = 今コールしたら、いくつあるか
claim-column = 宣言
holds-column = 足りる見込み
likeliest-column = 最も見込みのある数
likeliest-count = { $count }（{ $percent }%）
claim-chance = { $claimed }以上である見込みは{ $percent }%です。
