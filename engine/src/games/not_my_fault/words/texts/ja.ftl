### Not My Fault!、指標と設定。idの終わりはAPIのとおり。

ending-thirty = 30を達成
ending-second_suspension = 停職2枚
ending-last_player = 最後の1人

dimension-position = 宣言の順
    .definition = ラウンドで何番目の宣言かです。1から数えます。

dimension-declared = 宣言した数
    .definition = 宣言した数です。監査では、監査のときに宣言されていた数です。

dimension-cards = 場のカード
    .definition = 監査のときに伏せてあったカードの枚数です。

reference-truth = 本当の数

metric-escalation = 上乗せ
    .unit = 点
    .definition = 宣言ごとに、宣言した席の値です。宣言した数から、前に宣言された数を引きます。ラウンドの最初の宣言では、前の数を0とします。ラウンドで何番目の宣言かで分けられます。
    .example-1 = 宣言はどれだけ上乗せされますか。
    .example-2 = 大きく上乗せするのは誰ですか。

metric-overstatement = 過大申告
    .unit = 点
    .definition = 宣言ごとに、宣言した席の値です。宣言した数から、そのとき伏せてあったカードの本当の合計を引きます。0より大きければ、過大申告です。記録のないカードで合計が決まらなければ、範囲を値とします。その範囲は、分かっているカードと、ラウンドで数えた合計から決まります。記録のないカードは、0から6のどれかです。ラウンドで何番目の宣言かで分けられます。
    .version-2 = 公開されなかった事実を含む観測も、値の範囲または不明として数えます。
    .example-1 = 何番目の宣言から過大申告になりますか。

metric-honest_step = 正直な上乗せ
    .definition = 宣言ごとに、宣言した席の値です。前の宣言からの上乗せが、その宣言で伏せたカードの数字以下だったかどうかを表します。カードの記録がなければ、ラウンドの合計から決まらないかぎり、不明です。
    .version-2 = 公開されなかった事実を含む観測も、値の範囲または不明として数えます。
    .example-1 = 正直に上乗せするのは誰ですか。

metric-white_square = 白いマスの使用
    .definition = 戒告カードが灰色のときの宣言ごとに、宣言した席の値です。宣言したのが白いマスだったかどうかを表します。
    .example-1 = 白いマスは早く使われますか。

metric-audit_success = 監査の成功率
    .definition = 監査ごとに、監査した席の値です。合計が宣言に足りなかったかどうかを表します。
    .example-1 = 監査がうまいのは誰ですか。
    .example-2 = どの高さの監査が成功しますか。

metric-audit_margin = 監査の差
    .unit = 点
    .definition = 監査ごとに、監査した席の値です。宣言されていた数から、合計を引きます。0より大きければ、監査は成功です。
    .example-1 = 監査された宣言はどれだけ外れていますか。

metric-caught = 見破られた割合
    .definition = 監査ごとに、監査された席の値です。合計が宣言に足りなかったかどうかを表します。
    .example-1 = 監査で見破られるのは誰ですか。
    .example-2 = 誰が誰に監査されますか。

metric-height_at_audit = 監査までの高さ
    .unit = 点
    .definition = 監査で終わったラウンドごとに、監査のときに宣言されていた数です。
    .example-1 = 監査までに宣言はどこまで上がりますか。

metric-declarations_per_round = ラウンドの宣言数
    .unit = 回
    .definition = ラウンドごとに、宣言の回数です。
    .example-1 = ラウンドに何回宣言しますか。

metric-thirty_tried = 30の宣言
    .unit = 回
    .definition = ゲームの席ごとに、30を宣言した回数です。
    .example-1 = 30をよく宣言するのは誰ですか。

metric-thirty_made = 30の成功率
    .definition = 30の宣言ごとに、宣言した席の値です。合計が30以上だったかどうかを表します。
    .example-1 = 30の宣言は何割成功しますか。

metric-suspensions = 停職
    .unit = 枚
    .definition = ゲームの席ごとに、取った停職カードの枚数です。
    .example-1 = よく停職になるのは誰ですか。

metric-eliminated = 脱落
    .definition = エクストリームルールのゲームの席ごとに、その席が脱落したかどうかです。
    .example-1 = どの席が脱落しやすいですか。

metric-rounds_per_game = ゲームのラウンド数
    .unit = ラウンド
    .definition = ゲームごとに、ラウンドの数です。
    .example-1 = ゲームは何ラウンド続きますか。

metric-win = 席ごとの勝率
    .definition = ゲームの席ごとに、その席が勝ったかどうかです。ほかの席と一緒の勝ちも勝ちに数えます。
    .example-1 = どの席がよく勝ちますか。

metric-declaration_certainty = 宣言の確かさ
    .unit = 宣言
    .definition = 反則のないラウンドの宣言ごとに、宣言した席の値です。カードの枚数が記録されている終わったゲームだけを数えます。宣言した人に見えたものから、その宣言が確実だったか、見込みが半分以上だったか、半分未満だったか、不可能だったかです。見込みは、隠れていたカードの並び方をすべて同じ重みで数えて求めます（モデルcounting-1）。
    .example-1 = ありえない宣言をよくするのは誰ですか。

metric-audit_beyond_chance = 見込みを超えた監査
    .unit = 差
    .definition = 反則のないラウンドの監査ごとに、監査した席の値です。カードの枚数が記録されている終わったゲームだけを数えます。監査が正しければ1、そうでなければ0から、正しい見込みを引きます。見込みは、監査した人に見えたものから、隠れていたカードの並び方をすべて同じ重みで数えて求めます（モデルcounting-1）。
    .example-1 = 人の様子から見込みより多くを見抜くのは誰ですか。

setting-first_player = 最初の手番のプレイヤー
setting-extreme = エクストリームルール（停職カード1枚で脱落、5人以上で推奨）
setting-deck = 数字カードの枚数（0から6）
