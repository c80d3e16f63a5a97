### ハーフ人狼、指標と設定。idの終わりはAPIのとおり。

ending-panic = 村は恐慌状態
ending-mad_wolf_executed = 狂人狼の処刑
ending-werewolf_executed = 人狼は見つかった
ending-werewolf_spared = 人狼は逃げのびた
ending-mad_wolf_spared = 狂人狼は処刑を免れた
ending-nobody_left_to_win = 人狼陣営には誰もいなかった
ending-sinner_alone = 罪人の望みどおり
ending-doomsayer_executed = 終末論者の望みどおり
ending-werewolf_doomsayer_spared = 人狼を持つ終末論者は生き残った

role-villager = 村人
role-werewolf = 人狼
role-seer = 占い師
role-gravedigger = 墓堀
role-madman = 狂人
role-sinner = 罪人
role-magician = 魔術師
role-doomsayer = 終末論者

camp-village = 村人陣営
camp-werewolf = 人狼陣営
camp-third = 第三陣営

vote-first = 最初の投票
vote-runoff = 決選投票

target-own = 自分
target-right = 右隣
target-left = 左隣
target-other = ほかの席
target-graveyard = 墓地

dimension-camp = 陣営
    .definition = 終わったときの陣営です。村人陣営、人狼陣営、第三陣営のどれかです。

dimension-pair = 2枚の組
    .definition = 最後に持っていた2枚のカードです。

dimension-role = 役職
    .definition = 最後に持っていた役職です。

dimension-vote = 投票
    .definition = 最初の投票か決選投票かです。

dimension-target = 占いの対象
    .definition = 見たカードの場所です。自分、右隣、左隣、ほかの席、墓地のどれかです。

dimension-claimed = 名乗った役職
    .definition = 発言で名乗った役職です。

dimension-held = 持っていた2枚
    .definition = 占いと交換の前に持っていた2枚のカードです。

metric-win = 陣営とカードごとの勝率
    .definition = 終わったゲームの席ごとに、その席が勝ったかどうかです。陣営と、最後に持っていた2枚で分けられます。
    .example-1 = どの陣営がよく勝ちますか。
    .example-2 = どの2枚の組がよく勝ちますか。

metric-win_with_role = 役職ごとの勝率
    .definition = 終わったゲームで席が最後に持っていた役職ごとに、その席が勝ったかどうかです。同じ役職が2枚なら、一度だけ数えます。
    .example-1 = どの役職がよく勝ちますか。

metric-camp_wins = 陣営の勝率
    .definition = 終わったゲームで誰かがいた陣営ごとに、その陣営の誰かが勝ったかどうかです。
    .example-1 = 村人と人狼のどちらの陣営がよく勝ちますか。
    .example-2 = レギュレーションによって勝率は変わりますか。

metric-ending = 結末
    .unit = ゲーム
    .definition = 終わったゲームごとに、その結末です。
    .example-1 = ゲームはどう終わりますか。

metric-runoff = 決選投票
    .definition = 終わったゲームごとに、決選投票になったかどうかです。
    .example-1 = 決選投票は何回に1回ですか。

metric-panic = 恐慌
    .definition = 終わったゲームごとに、決選投票も同票で恐慌になったかどうかです。
    .example-1 = 恐慌はよく起こりますか。

metric-graveyard_voted = 墓地の処刑
    .definition = 恐慌にならずに終わったゲームごとに、墓地が最も票を集めたかどうかです。
    .example-1 = 墓地はよく選ばれますか。

metric-graveyard_right = 墓地の正解率
    .definition = 墓地が最も票を集めたゲームごとに、そこに人狼があったかどうかです。
    .example-1 = 墓地を選ぶのは正しいですか。

metric-village_accuracy = 人狼の処刑
    .definition = 席が処刑されたゲームごとに、その席が人狼のカードを持っていたかどうかです。
    .example-1 = 処刑された席は人狼でしたか。

metric-vote_on_werewolf = 人狼への投票
    .definition = 投じられた票ごとに、人狼のあるところへの票だったかどうかです。墓地に人狼があれば、墓地への票も当てはまります。最初の投票か決選投票かと、投票した席の陣営で分けられます。投票できない席の空の票は数えません。
    .example-1 = 人狼を見抜くのがうまいのは誰ですか。
    .example-2 = 誰が誰に投票しますか。

metric-seer_target = 占いの対象
    .unit = 回
    .definition = 占いごとに、どこのカードを見たかです。自分、右隣、左隣、ほかの席、墓地のどれかです。
    .example-1 = 占い師はどこを見ますか。

metric-seer_found_werewolf = 占いの的中
    .definition = 占いごとに、見たカードが人狼だったかどうかです。占いの対象で分けられます。
    .example-1 = どこを見れば人狼が見つかりますか。

metric-exchange_changed_winner = 交換が変えた勝敗
    .definition = 墓堀の交換ごとに、カードが交換されていなければ勝者が違ったかどうかです。票は同じだったものとします。
    .example-1 = 墓堀の交換は勝敗を変えますか。

metric-mad_wolf = 狂人狼の出現
    .definition = 終わったゲームごとに、最後に狂人狼の席があったかどうかです。
    .example-1 = 狂人狼はよく現れますか。

metric-mad_wolf_wins = 狂人狼の勝率
    .definition = 最後に狂人狼の席があったゲームごとに、その席が勝ったかどうかです。
    .example-1 = 狂人狼はよく勝ちますか。

metric-claim_true = 名乗りの真偽
    .definition = 役職を名乗る発言の記録ごとに、その席が、占いと交換の前に、名乗った役職のカードを持っていたかどうかです。
    .example-1 = どの役職の名乗りが信じられますか。
    .example-2 = 本当のことを言うのは誰ですか。

metric-claimed_role = 名乗った役職
    .unit = 発言
    .definition = 役職を名乗る発言の記録ごとに、名乗った役職です。占いと交換の前に持っていた2枚で分けられます。
    .example-1 = 人は何を名乗りますか。

metric-vote_decides = 勝敗を決めた票
    .definition = 終わったゲームの、その時までに反則がなかった票ごとに、その票だけを別のところに入れていれば、確実に勝者が変わっていたかどうかです。決選投票になっただけの場合は、変わったことに数えません。
    .example-1 = 勝敗を決める票は多いですか。

metric-vote_gives_up = 票で失った見込み
    .unit = 見込みの差
    .definition = 終わったゲームの、その時までに反則がなかった票ごとに、投票した席の値です。最善の投票先が処刑されたときに勝つ見込みから、自分の投票先が処刑されたときに勝つ見込みを引きます。見込みは、投票の時に本人が知っていたことから、カードの並び方をすべて同じ重みで数えて求めます（モデルcounting-1）。誰が何を言ったかは考えません。ゲームが終わったあと、ゲームごとに一度だけ数えます。数え終わるまで、そのゲームの票は含まれません。
    .example-1 = 知っていたことを投票に生かすのは誰ですか。

setting-variant = レギュレーション

variant-standard = 基本
variant-night_of_the_magician = 魔術師の夜（6人）
variant-dangerous_neighbour = 危険な隣人（6人）
variant-farewell_to_a_dying_world = 滅びゆく世界にさようなら（6人）
