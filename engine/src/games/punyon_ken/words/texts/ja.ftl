### ぷにょん拳、指標と設定。idの終わりはAPIのとおり。

throw-rock = グー
throw-scissors = チョキ
throw-paper = パー

palm-up = 掌は上
palm-down = 掌は下

ending-fingers = 指5本
ending-palm = 掌

result-win = 勝ち
result-loss = 負け
result-draw = あいこ

shift-stay = 同じ手
shift-to_beating = 前の手に勝つ手
shift-to_beaten = 前の手に負ける手

fate-won = 掌で勝った
fate-lost = 戻した
fate-stayed_down = 終わりまで下

dimension-own_fingers = 自分の指
    .definition = じゃんけんの前に自分が曲げていた指の数です。0から4までです。

dimension-own_palm = 自分の掌
    .definition = じゃんけんの前の、自分の掌の向きです。

dimension-other_fingers = 相手の指
    .definition = じゃんけんの前に相手が曲げていた指の数です。0から4までです。

dimension-other_palm = 相手の掌
    .definition = じゃんけんの前の、相手の掌の向きです。

dimension-after = 前回の結果
    .definition = その席の前回のじゃんけんの結果です。勝ち、負け、あいこのどれかです。

dimension-previous = 前回の手
    .definition = その席が前回出した手です。

dimension-throw = 手
    .definition = 3つの手のどれについての値かです。

dimension-reply = 相手の手
    .definition = 相手の3つの手のどれについての値かです。

dimension-position = 何回目の手か
    .definition = ゲームで何回目のじゃんけんかです。1から数えます。

dimension-first_throw = 最初の手
    .definition = その席がゲームで最初に出した手です。

dimension-first_result = 最初の結果
    .definition = その席の最初のじゃんけんの結果です。勝ち、負け、あいこのどれかです。

reference-equilibrium = 均衡

metric-throw = 出した手
    .unit = 回
    .definition = じゃんけんのたびに、席ごとの値です。出した手がグー、チョキ、パーのどれかを表します。じゃんけんの前の、自分と相手の曲げた指の数と掌の向きで分けられます。
    .example-1 = 誰が何をよく出しますか。
    .example-2 = 最初に何を出しますか。

metric-win = 最初の手と勝敗
    .definition = 終わったゲームの席ごとに、その席が勝ったかどうかです。最初に出した手と、最初のじゃんけんの結果で分けられます。
    .example-1 = 最初の手でどれが一番勝ちますか。
    .example-2 = 最初のじゃんけんに勝つと、ゲームにも勝ちますか。

metric-streak = 連勝
    .unit = 回
    .definition = 席の勝ちのひと続きごとに（1回だけの勝ちも含みます）、続けて勝ったじゃんけんの回数です。あいこでは、続きは切れません。負けるか、ゲームが終わると、続きも終わります。
    .example-1 = 何回続けて勝ちますか。
    .example-2 = 連勝が長いのは誰ですか。

metric-throw_after = 勝ち・負け・あいこの次の手
    .unit = 回
    .definition = 2回目以降のじゃんけんのたびに、席ごとの値です。出した手がグー、チョキ、パーのどれかを表します。前回の結果と、前回出した手で分けられます。
    .example-1 = 負けたあとは何を出しますか。

metric-shift_after = 次の手の変え方
    .unit = 回
    .definition = 2回目以降のじゃんけんのたびに、席ごとの値です。同じ手を続けたか、前の手に勝つ手に変えたか、前の手に負ける手に変えたかを表します。前回の結果と、前回出した手で分けられます。
    .example-1 = 勝ったあとは同じ手を続けますか。

metric-win_path = 勝ち方
    .unit = ゲーム
    .definition = 終わったゲームごとに、勝った席の値です。指5本で勝ったか、掌（掌が下向きのときのパー）で勝ったかを表します。
    .example-1 = 指と掌のどちらで勝ちますか。

metric-palm_losses = 掌を戻した回数
    .unit = 掌
    .definition = 終わったゲームの席ごとに、負けて掌を上に戻した回数です。
    .example-1 = 掌をよく戻されるのは誰ですか。

metric-palm_fate = 下に向けた掌のその後
    .unit = 掌
    .definition = 掌を下に向けるたびに、その後どうなったかです。そのまま掌で勝ったか、負けて上に戻したか、ほかの形でゲームが終わるまで下向きのままだったかのどれかです。
    .example-1 = 下に向けた掌はどうなりますか。

metric-throws = じゃんけんの回数
    .unit = 回
    .definition = 終わったゲームごとに、じゃんけんの回数です。あいこも数えます。
    .example-1 = 1ゲームに何回じゃんけんをしますか。

metric-equilibrium_excess = 均衡からの偏り
    .unit = 回
    .definition = じゃんけんのたびに、席ごとの、3つの手それぞれの値です。その手を出したなら1、出さなければ0から、その状態の均衡混合戦略がその手を出す確率を引きます。平均は、均衡よりどれだけ多くその手を出すかを表します。均衡どおりに出していれば、どの状態の平均も0です。3つの手の平均の絶対値を足して半分にすると、均衡からの全変動距離になります。
    .example-1 = 均衡より多く出される手はどれですか。
    .example-2 = 誰がどの手を出しすぎますか。

metric-equilibrium_risk = つけ込まれやすさ
    .unit = ゲーム
    .definition = じゃんけんのたびに、席ごとの、相手の3つの手それぞれの値です。相手がその手を出していたら、相手がゲームに勝つ確率がどれだけ増えたかを表します。その後は、双方が均衡どおりに出すものとします。実際に相手が出した手にはよりません。均衡どおりに出す席では、相手のどの手の平均も0です。3つの平均の最大が、じゃんけん1回ごとに、相手がその席の癖につけ込んで得られる勝率です。
    .example-1 = どの手につけ込まれますか。

metric-equilibrium_distance = 1ゲームの均衡からの距離
    .unit = 割合
    .definition = 終わったゲームの席ごとに、出した手の割合と、通った状態の均衡混合戦略の平均との、全変動距離です。3つの手の差の絶対値を足して半分にしたもので、0から1までです。短いゲームでは、均衡どおりでも0になりません。人を比べるには、「均衡からの偏り」の平均を使ってください。
    .example-1 = 均衡に一番近いのは誰ですか。
