### ブレーメン、指標と設定。idの終わりはAPIのとおり。

title-finest_band = とびきり素敵な町一番の音楽隊
title-moving_band = 強く胸打つ音楽隊
title-thrilling_band = シビれる音楽隊
title-spirited_band = 勢いのある音楽隊
title-stylish_band = 小粋な音楽隊
title-dreaming_band = 夢見る音楽隊

ending-won = 全員の勝利
ending-lost_by_tiles_taken = 獲得数で敗北
ending-lost_by_animals_left = 残った動物で敗北
ending-lost_by_both = 両方で敗北

condition-tiles_taken = 獲得した個数
condition-animals_left = 残った動物
condition-both = 両方

dimension-from_first_leader = 最初の親からの席
    .definition = 最初の親を0として、時計回りに数えた席です。

dimension-number = コマの数字
    .definition = コマに書かれた数字です。1から13までです。

dimension-chickens = 配られたニワトリ
    .definition = その席に配られたニワトリの数です。

dimension-most_chickens = 1人の手元にあるニワトリの最多数
    .definition = ニワトリを最も多く配られた席の、ニワトリの数です。

metric-win = ゲームごとの勝率
    .definition = 終わったゲームごとに、全員が勝ったかどうかです。
    .example-1 = 何人のときによく勝てますか。
    .example-2 = 手元のコマが偏ると勝ちにくいですか。

metric-title = 称号
    .unit = 称号
    .definition = 勝ったゲームごとに、得られた称号です。
    .example-1 = どの称号がよく得られますか。
    .example-2 = 称号は配られたコマによってどう違いますか。

metric-score = スコア
    .unit = 点
    .definition = 勝ったゲームごとに、そのスコアです。
    .example-1 = スコアはどう分布していますか。

metric-failed_condition = 満たせなかった条件
    .unit = ゲーム
    .definition = 負けたゲームごとに、満たされなかった条件です。獲得した個数か、残った動物か、その両方です。
    .example-1 = 負けるのはどの条件のためですか。

metric-taken_pattern = 負けたときの獲得数
    .unit = ゲーム
    .definition = 負けたゲームごとに、それぞれの席が獲得した個数を、多い順に並べたものです。
    .example-1 = 負けたときの獲得数はどんな並びですか。

metric-rounds_off_target = 条件1までの隔たり
    .unit = ラウンド
    .definition = 負けたゲームごとに、少なくとも何ラウンドで別の席が獲得していれば、条件1が満たされたかです。
    .example-1 = 負けたとき、条件1まであと何ラウンドでしたか。

metric-lost_after_round = 敗北が決まったラウンド
    .unit = ラウンド
    .definition = 条件1を満たせなかったゲームごとに、獲得数からもう満たせないと決まったラウンドです。
    .example-1 = 負けは何ラウンド目に決まりますか。

metric-lost_in_round = 負けを招いたラウンド
    .unit = ラウンド
    .definition = 反則のない負けたゲームごとに、負けを招いたプレイがあったラウンドです。全員の手元を開いて考えたとき、始めの時点でまだ勝てる進め方があった、最後のラウンドです。配られた時から勝てなければ、0です。ゲームが終わったあと、ゲームごとに一度だけ調べます。調べ終わるまで、そのゲームは数えません。調べる局面の数には限りがあります。調べきれないときや、誰の手元にどのコマがあったかが記録から分からないときは、分かっている範囲として数えます。
    .example-1 = 取り返しがつかなくなるのは何ラウンド目ですか。

metric-leader_when_lost = 敗北を決めた親
    .definition = 負けたゲームごとに、敗北が決まったラウンドの親の値です。その親が獲得したかどうかを表します。敗北が決まるのは、獲得数から条件1を満たせなくなったときと、ある動物のコマがすべて出されて条件2を満たせなくなったときの、早いほうです。最初の親から時計回りに数えた席で分けられます。
    .version-2 = 条件2を満たせずに負けたゲームも数えます。
    .example-1 = 負けが決まるとき、親は誰ですか。

metric-took_24 = 24個獲得した席
    .definition = 終わったゲームの席ごとに、24個獲得したかどうかです。最初の親から時計回りに数えた席で分けられます。
    .example-1 = 最初の親は24個獲得しやすいですか。
    .example-2 = ニワトリが何個あれば24個獲得できますか。

metric-took_0 = 0個だった席
    .definition = 終わったゲームの席ごとに、1個も獲得しなかったかどうかです。最初の親から時計回りに数えた席で分けられます。
    .example-1 = 0個になりやすいのはどの席ですか。

metric-leader_takes = 親の獲得率
    .definition = ラウンドごとに、そのラウンドの親が獲得したかどうかです。
    .example-1 = 親が獲得する割合はラウンドでどう変わりますか。

metric-chicken_round = ニワトリが出るラウンド
    .unit = ラウンド
    .definition = 出されたニワトリごとに、何ラウンド目に出されたかです。コマの数字で分けられます。
    .example-1 = 大きいニワトリは早く出されますか。

metric-chicken_takes = ニワトリの獲得率
    .definition = 出されたニワトリごとに、そのコマで獲得したかどうかです。コマの数字で分けられます。
    .example-1 = どの数字のニワトリなら獲得できますか。
