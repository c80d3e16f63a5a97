### Dancing Villager、指標と設定。idの終わりはAPIのとおり。

ending-seven_dogs = イヌ7匹
ending-seven_dogs_lost_again = 7匹のイヌがまた逃げた

landing-up = ハンドアップ
landing-down = ハンドダウン
landing-flat = フラット
landing-standing = 立つ
landing-leaning = よりかかる

stick-meat = 肉
stick-charcoal = 炭

touched-dog = イヌ
touched-fire = 炎

source-standing = 立った村人
source-race = 取り合い

dimension-landing = 村人の状態
    .definition = ハンドアップ、ハンドダウン、フラット、立つ、よりかかる、のどれかです。

dimension-ended_by = なくなったスティック
    .definition = 肉か炭かです。

dimension-throws = ラウンドで何回目か
    .definition = ラウンドで何回目にふったときに取り合いになったかです。1から数えます。

dimension-from = イヌを得た方法
    .definition = 立った村人で得たか、取り合いで得たかです。

dimension-own_dogs = 自分のイヌ
    .definition = その席のイヌの数です。

dimension-top_dogs = ほかの席の最多のイヌ
    .definition = ほかの席のうち、イヌが最も多い席のイヌの数です。

metric-landing_share = 村人の状態
    .unit = 割合
    .definition = 終わったゲームの席ごとに、村人の状態それぞれの値です。その席がふった村人全部のうち、その状態になった村人の割合です。
    .example-1 = 村人はどんな状態になりますか。
    .example-2 = 村人を立たせるのがうまいのは誰ですか。

metric-villagers_thrown = ふった村人の数
    .unit = 個
    .definition = 終わったゲームの席ごとに、ふった村人の延べ数です。「村人の状態」の割合は、この数に対するものです。
    .example-1 = 1ゲームに何個の村人をふりますか。

metric-throws_per_round = ラウンドでふった回数
    .unit = 回
    .definition = 取り合いで終わったラウンドごとに、全員でふった回数です。なくなったスティック（肉か炭）で分けられます。
    .example-1 = 肉と炭では、どちらで終わるラウンドが長いですか。

metric-round_end = ラウンドの終わり方
    .unit = ラウンド
    .definition = 取り合いで終わったラウンドごとに、肉と炭のどちらのスティックがなくなったかです。
    .example-1 = ラウンドは肉と炭のどちらで終わりますか。

metric-dog_race = イヌの取り合いの勝率
    .definition = イヌの取り合いのたびに、席ごとの値です。その席が場のイヌを1匹でも取ったかどうかを表します。
    .example-1 = イヌの取り合いに強いのは誰ですか。
    .example-2 = 早い取り合いと遅い取り合いで、強い人は違いますか。

metric-fire_race = 炎の取り合いの勝率
    .definition = 炎の取り合いのたびに、席ごとの値です。その席が炎を取ったかどうかを表します。
    .example-1 = 炎の取り合いに強いのは誰ですか。

metric-fouls = おてつきの回数
    .unit = 回
    .definition = 終わったゲームの席ごとに、おてつきの回数です。
    .example-1 = おてつきが多いのは誰ですか。

metric-foul_touched = おてつきで触れたもの
    .unit = 回
    .definition = おてつきごとに、イヌと炎のどちらに触れたかです。記録がなければ、不明です。
    .version-2 = 触れたものの記録がないおてつきは、「不明」という語ではなく、不明なものとして数えます。
    .example-1 = おてつきではイヌと炎のどちらに触れますか。

metric-escapes = イヌの逃亡
    .unit = 回
    .definition = 終わったゲームの席ごとに、最後の村人を失った回数です（DV-12）。逃げるイヌがいなくても数えます。
    .example-1 = 人数が増えるとイヌはよく逃げますか。

metric-dogs_lost = 逃げたイヌ
    .unit = 匹
    .definition = 最後の村人を失うたびに、群れに戻ったイヌの数です。
    .example-1 = 一度に何匹逃げますか。

metric-dogs_won = 得たイヌの数
    .unit = 匹
    .definition = 終わったゲームの席ごとに、立った村人と取り合いのそれぞれで得たイヌの数です。後で逃げたイヌも数えます。
    .example-1 = 立った村人と取り合いでは、どちらで多くのイヌを得られますか。
    .example-2 = 取り合いで多くのイヌを得るのは誰ですか。

metric-comeback = 逆転
    .definition = 終わったゲームの勝者ごとに、途中のどこかのラウンドの終わりに、イヌの数が、最も多い席より3匹以上少なかったかどうかです。
    .example-1 = 勝者の何割が逆転しましたか。

metric-won_from_here = この差からの勝率
    .definition = 終わったゲームで、ラウンドの最初にふるたびに、席ごとの値です。その席が最後に勝ったかどうかを表します。ふる時の自分のイヌの数と、ほかの席の最多のイヌの数で分けられます。
    .example-1 = イヌ3匹の差は、どれくらい勝ちにつながりますか。

metric-deficit_made_up = 逆転した差
    .unit = 匹
    .definition = 終わったゲームの勝者ごとに、途中のラウンドの終わりに、イヌの数が、最も多い席より何匹少なかったかです。その差が最も大きかったときの数です。
    .example-1 = 何匹差まで逆転できますか。

metric-win_after_escape = 逃亡後の勝利
    .definition = 終わったゲームで最後の村人を失ったことのある席ごとに、その席が勝ったかどうかです。
    .example-1 = イヌに逃げられても勝てますか。

metric-rounds = ゲームのラウンド数
    .unit = ラウンド
    .definition = 終わったゲームごとに、始まったラウンドの数です。
    .example-1 = 人数が増えるとラウンドは増えますか。

metric-throws = ゲームでふった回数
    .unit = 回
    .definition = 終わったゲームごとに、全員でふった回数です。
    .example-1 = 1ゲームに何回ふりますか。
