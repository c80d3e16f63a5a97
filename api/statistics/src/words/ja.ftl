### 統計の答えについて、日本語。文の書き方：engine/src/words/ja.ftl。
### 図の見出しや語は体言止めで、「。」を付けない。

## 値

all-together = 全体
everything = すべて
nobody-known = （不明）
no-value = （なし）
seat-number = { $seat }
seat-count = { $count }席
share = { $number }%
range = { $low }〜{ $high }
labelled = { $label }：{ $what }
listed = { $parts }

## 図の語

mean = 平均
mean-is = 平均 { $mean }
share-label = 割合
share-unit = 割合
share-of-known = 分かっている観測に占める割合
share-of-observations = 観測に占める割合
others = そのほか
no-figure = 数値なし
suppressed = 少ないため非表示
no-observations = 観測なし
never-revealed = 明かされなかった値
interval = 95%区間
simultaneous-interval = 全グループ同時の95%区間
shrunk-mean = 順序に使う平均
bounds-with-unknown = 明かされなかった値（？）を含む範囲
difference = 差
difference-with-interval = 差とその95%区間
difference-of = 差：{ $one } − { $other }
not-comparable = 比べられません
percentage-points = パーセントポイント

## 題の下と、図の下

by = { $parameters-dots }別
filtered-by = { $parameter }：{ $values }
games-included = 含む
games-only = のみ
not-drawn = 図にない、観測の少ないもの：{ $count }
beyond-limit = 上限を超えるグループ：{ $count }

## 図を言葉で

mean-with-unit = 平均 { $mean }（{ $unit }）
interval-is = 95%区間 { $ends }
simultaneous-interval-is = 全グループ同時では{ $ends }
bounds-are = 明かされなかった値を含めると{ $ends }
observations = 観測{ $n }
figures-of = { $label }：{ $parts }。
quartiles = 中央値は{ $median }です。半分の値は{ $low }〜{ $high }、全部の値は{ $minimum }〜{ $maximum }にあります。
more-groups = ほかに{ $count }グループあります。
source = { $at }時点 · { $games }ゲーム · 観測{ $n } · { $metric } 第{ $version }版
difference-part = { $label-present ->
    [yes] { $label } { $difference }
   *[no] { $difference }
}{ $ends-present ->
    [yes] 、95%区間 { $ends }
   *[no] { "" }
}
difference-is = { $points ->
    [yes] 差（パーセントポイント）
   *[no] 差
}、{ $one } − { $other }：{ $parts }。

## 注

no-observation-fits = 条件に合う観測はありません。
too-few-observations = 観測か対局が、問いで指定された最少の数に満たないので、数値は出していません。
one-game = 分かっている値が1ゲームの分しかないので、区間はありません。1ゲームからは、ゲームごとの違いが分かりません。
few-games = 分かっている値が、同じ大きさのゲーム50回分に満たないので、区間は目安です。
zero-variance = どのゲームでも値が同じなので、区間はありません。違う値がどれほど珍しいかは、この値からは分かりません。
some-never-revealed = 明かされなかった値があります。平均と割合は、分かっている値だけのものです。すべての値の平均と割合は、取りうる範囲のどこかにあります。
group-without-value = 比べるグループに、分かっている値がありません。
player-at-no-table = 指定されたプレイヤーがいる卓は、数えた中にありません。
only-simulated-games = 条件に合うのは自動でプレイした対局だけです。指定がなければ数えません。
many-groups = グループの差は偶然でも生じ、複数のうち最も良いものは見かけほど良くないことが多いです。同時信頼区間は、すべてのグループについて一度に成り立ちます。
whole-sets = これらの値は組になっていて、組全体の平均からは何も分かりません。組の中の値を分けて見ると、平均が出ます。
shrunk-order = グループの順序は、すべてのグループの平均に近づけた平均によります。ゲームの少ないグループほど大きく近づけます。表示する平均と区間は、もとのままです。
details-as-now = 手はその時点のものです。場所、タグ、日付、プレイヤー、公開されているかどうかは、いまのものです。
