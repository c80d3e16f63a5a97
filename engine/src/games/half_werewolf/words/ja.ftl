### ハーフ人狼、日本語。文の書き方は engine/src/words/ja.ftl を参照。

## カード

any-card = { $role }
the-card = { $role }
two-villagers = 村人2枚
cards = { $cards-dots }
unknown-card = 不明
unknown-cards = 不明{ $count }枚
faces = { $faces-dots }
of-role = { $count ->
    [1] { $role }
   *[other] { $role }{ $count }枚
}

## カードの場所

first = 1枚目
second = 2枚目
own-card = 自分の{ $slot }
card-of = { $seat }の{ $slot }
graveyard-card = 墓地の{ $slot }
only-graveyard-card = 墓地のカード
person = { $seat }
graveyard = 墓地

## レギュレーションとフェイズ

standard = 基本
night-of-the-magician = 魔術師の夜
dangerous-neighbour = 危険な隣人
farewell-to-a-dying-world = 滅びゆく世界にさようなら
morning = 朝
day = 昼
evening = 夕
the-end = ゲーム終了

## できること

deal-kind = カードを配る
note-kind = 自分のカードを書きとめる
pass-cards-kind = 右隣にカードを渡す
seer-look-kind = 占い師としてカードを見る
dig-kind = 墓堀としてカードを交換する
skip-ability-kind = 名乗り出る人がいないまま進む
statement-kind = 発言する
end-day-kind = 昼を終える
vote-kind = 投票する
reveal-kind = 全員のカードを公開する

## 記録：朝

dealt = カードを2枚ずつ配り、残りの{ $graveyard }枚を伏せて墓地に置きます。
is-dealt = { $seat }に配られるのは{ $cards }です。
graveyard-is-dealt = 墓地に置かれるのは{ $cards }です。
checks-cards = { $seat }が自分のカードを確かめます。
notes = { $seat }が自分のカードを書きとめます。{ $noted }です。
noted-dealt = 配られたのは{ $cards }
noted-passed = 渡したのは{ $card }
noted-holds = 今持っているのは{ $cards }
everybody-passes = 全員が1枚を右隣に渡し、手元の2枚を伏せて並べます。
passes = { $seat }は{ $right }に{ $card }を渡します。
looks = { $seat }が占い師として名乗り出て、{ $place }を見ます。
looks-and-sees = { $seat }が占い師として名乗り出て、{ $place }を見ます。そのカードは{ $card }です。
digs = { $saw-present ->
    [yes] { $seat }が墓堀として名乗り出て、墓地の{ $saw }を見て、{ $gave }を{ $place }と交換します。
   *[no] { $seat }が墓堀として名乗り出て、墓地のカードを見て、{ $gave }を{ $place }と交換します。
}
one-of-them = そのうちの1枚
that-of-them = その{ $slot }
nobody-comes-forward = { $role }として名乗り出る人はいません。
turned = 魔術師を見た{ $seat }は、人狼陣営に変わります。

## 記録：昼

day-begins = 朝が終わり、5分間の話し合いが始まります。
says = { $seat }「{ $text }」
claims-and-says = { $seat }は{ $card }だと名乗ります。「{ $text }」
claims = { $seat }は{ $card }だと名乗ります。
says-something = { $seat }が発言します。
day-ends = 5分が過ぎ、話し合いは終わります。

## 記録：夕

votes = 全員が一斉に投票します。{ $votes }です。
ballot-for-themselves = { $seat }は自分
ballot-for = { $seat }は{ $target }
ballot-for-nobody = { $seat }は投票なし
no-votes = 票は1票も入りません。
votes-counted = 票を数えます。{ $counts }です。
counted = { $target }に{ $votes }票
runoff-due = { $targets }が同票なので、この中から選び直す決選投票をします。
panics = 決選投票も同票です。村は恐慌状態になります。
executed = { $target }が処刑されます。
graveyard-chosen = 墓地が選ばれ、誰も処刑されません。

## 記録：ゲームの終わり

revealed = 全員のカードを公開します。{ $hands }です。
hand-of = { $seat }は{ $cards }
graveyard-revealed = 墓地のカードは{ $cards }です。
camps-decided = カードで陣営が決まります。
in-camp = { $camp }は{ $seats-with }です。
is-mad-wolf = { $mad_wolf }は狂人狼です。
turned-by-magician = { $turned-with }は魔術師を見て人狼陣営に変わっています。
ended-in-panic = 村は恐慌状態です。
mad-wolf-executed = 処刑されたのは狂人狼です。
werewolf-executed = 人狼は見つかりました。
werewolf-spared = 人狼は逃げのびました。
mad-wolf-spared = 狂人狼は処刑されませんでした。
nobody-left-to-win = 人狼は見つかりませんが、人狼陣営には誰もいません。
sinner-alone = 人狼陣営には誰もいませんが、罪人の右隣が処刑されました。
doomsayer-executed = 終末論者は望みどおり処刑されました。
werewolf-doomsayer-spared = 人狼を持つ終末論者は処刑されませんでした。
nobody-wins = 勝者はいません。
wins-alone = { $winners }の一人勝ちです。
win = { $winners-with }の勝ちです。

## 判定：席と数

wrong-number-of-seats = ハーフ人狼は4人から6人で遊びます。{ $input }人では遊べません。
variant-needs-six = 「{ $variant }」は6人用です。{ $seats }人では遊べません。
hands-given = 席ごとの手札の数
cards-passed-given = 席ごとに渡すカードの数
ballots-given = 席ごとの票の数
cards-in-hand = 手札の枚数
cards-in-graveyard = 墓地の枚数
length-of-statement = 発言の文字数
blank-statement = { $seat }の発言に、目に見える文字がありません。
no-such-card = そのカードはありません。そこにあるカードは{ $count }枚だけです。

## 判定：配られたカードと渡したカード（HW-1、HW-2、G-4）

role-not-in-game = このゲームでは{ $role }のカードを使いません。
wrong-deck = { $role }のカードは{ $allowed }枚しかありませんが、{ $input }枚になっています。
impossible-cards = このゲームのカードでは、そのような並びになりません。
impossible-passing = 配られた2枚のうち1枚を渡し、もう1枚は残します。このカードでは合いません。
one-too-many = { $logged }で、{ $input }なら、1枚しかないカードが2か所にあることになります。
not-passed-on = 1枚を渡して1枚を残します。{ $logged }なら、{ $input }ということはありえません。
disagrees = 記録では、{ $logged }なので、{ $input }ということはありえません。
does-not-add-up = これまでの記録と合わせると、そうなることはありえません。
not-passed-yet = まだカードを渡していないので、書きとめられるのは配られた2枚だけです。
was-dealt = { $seat }に配られたのが{ $cards }
passed-on = { $seat }が渡したのが{ $card }
held = { $seat }が持っていたのが{ $cards }
holds-now = { $seat }が持っているのが{ $cards }
card-was = { $place }が{ $card }
card-is = 今の{ $place }が{ $card }
exchanged = 墓堀が交換したのが{ $place }
gave-away = 墓堀が渡したのが{ $card }
rules-kept = ルールどおり

## 判定：能力（HW-4〜HW-8）

not-their-moment = 今名乗り出るのは{ $due }で、{ $input }ではありません。
not-the-holder = 名乗り出るのは{ $role }のカードを持つプレイヤーだけですが、{ $seat }は持っていません。
came-forward-without = { $seat }は{ $role }のカードを持っていないのに名乗り出ました。
no-own-card = 墓堀はほかのプレイヤーのカードと交換するので、{ $seat }は自分のカードと交換できません。
exchanged-own-card = { $seat }は、ほかのプレイヤーのカードではなく自分のカードと交換しました。
only-one-ability = { $seat }は占い師と墓堀を両方持っていますが、使える能力は片方だけです。
used-both-abilities = { $seat }は占い師と墓堀を両方持っていて、両方の能力を使いました。
must-come-forward = { $role }のカードを持つプレイヤーは、必ず名乗り出なければなりません。
did-not-come-forward = { $role }のカードを持つプレイヤーが名乗り出ませんでした。
given-differs = 墓地で見たカードによると、墓堀が渡すのは{ $saw }で、{ $input }ではありません。
ability-unused = { $role }の能力は使われていません。
give-needed = 墓堀が墓地のどちらのカードを交換したのかが、ここで必要です。
saw-otherwise = 公開されたカードによると、{ $role }が見たカードはそれではありません。

## 判定：投票（HW-11〜HW-14）

not-in-runoff = 決選投票で投票できるのは{ $allowed-or }だけです。{ $input }には投票できません。
voted-outside-runoff = 決選投票で、同票ではなかった{ $input }に票が入りました。
madman-has-no-vote = { $seat }は狂人なので、投票権がありません。
madman-voted = { $seat }は狂人で、投票権がないのに投票しました。
turned-has-no-vote = { $seat }は魔術師を見て人狼陣営に変わったので、投票権がありません。
turned-voted = { $seat }は魔術師を見て人狼陣営に変わり、投票権がないのに投票しました。
has-a-vote = { $seat }には投票権があるので、投票しなければなりません。
did-not-vote = { $seat }は投票権があるのに投票しませんでした。
wrong-ballots = 投票権のないプレイヤーが投票したか、投票権のあるプレイヤーが投票しませんでした。

## 盤面：一日の流れ

variant-board = レギュレーションは「{ $variant }」です。
time-board = { $time }です。
to-be-dealt = カードを2枚ずつ配るところです。
to-be-passed = 全員が1枚を右隣に渡すところです。
seer-to-come-forward = 占い師が名乗り出るところです。
gravedigger-to-come-forward = 墓堀が名乗り出るところです。
discussion = 5分間の話し合いです。
to-be-voted = 全員が一斉に投票するところです。
to-be-voted-again = 同票なので、決選投票をするところです。
to-be-turned-over = 全員のカードを公開するところです。
deck-board = 使うカードは{ $deck-dots }です。
seer-line = 占い師の{ $seat }が{ $place }を見ました。
seen-line = そのカードは{ $card }でした。
gravedigger-line = 墓堀の{ $seat }が墓地のカードと{ $place }を交換しました。
saw-line = 墓地にあったのは{ $cards }です。
gave-line = 渡したのは{ $card }です。
first-vote = 最初の投票では、{ $ballots }です。
runoff = 決選投票では、{ $ballots }です。
first-vote-line = 最初の投票：{ $counts-dots }
runoff-line = 印は決選投票の票です。

## 盤面：墓地と席

cards-board = { $seat }のカードは{ $faces }です。
graveyard-board = 墓地のカードは{ $faces }です。
remarks = { $parts-dots }
executed-remark = 処刑
chosen-remark = 最多得票
tied-remark = 決選投票の対象
mad-wolf-remark = 狂人狼
won-remark = 勝ち
note-board = { $seat }は{ $note }。
held-note = { $cards }を持っています（位置は不明）
passed-and-got-note = { $passed }を渡し、左隣から{ $got }を受け取りました
passed-note = { $card }を渡しました
got-note = 左隣から{ $card }を受け取りました
dealt-note = { $cards }を配られました
voteless-note = 投票しませんでした
turned-note = 魔術師を見て人狼陣営に変わりました
quote-line = 「{ $text }」

## 入力

deal-label = 配る
two-cards = { $seat }の2枚
graveyard-label = 墓地
slot-label = { $slot }
note-label = 自分のカードを書きとめる
dealt-label = 配られた2枚
passed-label = 渡した1枚
holds-label = 今の2枚
look-label = 占い師が見る
seen-label = 見えたカード（本人だけ）
looked-at-label = 見たカード
dig-label = 墓堀が交換する
saw-label = 墓地で見たカード（本人だけ）
give-label = 墓地のどちらのカードか（本人だけ）
given-label = 渡したカード（本人だけ）
exchanged-with-label = 交換した相手のカード
nobody-label = { $role }は名乗り出ない
statement-label = 発言を記録する
text-label = 発言の内容
claim-label = 名乗った役職
end-day-label = 昼を終える
pass-all-label = 全員が右隣に1枚渡す
vote-all-label = 一斉に投票する
no-vote-label = 投票なし
reveal-label = 全員のカードを公開する
seer-saw-label = 占い師が見たカード
gravedigger-saw-label = 墓堀が見た墓地のカード
given-away-label = 交換に出した墓地のカード
own-hand-label = 手札を見る
own-cards-label = 自分の2枚
own-pass-label = 右隣にカードを渡す
own-passed-label = 右隣に渡すカード
not-said = 言わない
own-vote-label = 投票する
own-ballot-label = 投票先

## 分析

ballots-decided = { $seats-or }の票だけでも違っていれば、勝者は変わっていました。
ballot-gave-up = { $seat }が知っていたことからは、この票で勝つ見込みは{ $percent }%、ほかの票なら{ $best }%でした。
werewolf-camp-graph = それぞれが人狼陣営である見込み
seat-line = { $seat }
roles-table = それぞれの役職が今ある場所と、人狼陣営である見込み
wins-table = 処刑される人ごとに、それぞれが勝つ見込み
votes-table = この投票：それぞれが知っていたことから
vote-column = 投票先
chance-column = 勝つ見込み
best-vote-column = 最善の投票先
given-up-column = 失った見込み
otherwise-column = 別の票なら
best-vote = { $target }（{ $percent }%）
same-winners = 勝者は同じ
another-runoff = 決選投票かもしれない
other-winners = 別の勝者
card-chance = { $place }が{ $card }である見込みは{ $percent }%です。
