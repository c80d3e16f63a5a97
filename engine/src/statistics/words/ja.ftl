### いくつかのゲームの指標に共通のもの。idの終わりはAPIのとおり。

dimension-round = ラウンド
    .definition = ゲームの何番目のラウンドかです。1から数えます。

dimension-other_seat = 相手の席
    .definition = コール、監査、投票の相手になった席です。値がその席のものであるときは、コールなどをした席です。相手が席でなければ、値はありません。

unit-share = 割合（0〜1）

verdict-certain = 確実
verdict-likely = 見込みが半分以上
verdict-unlikely = 見込みが半分未満
verdict-impossible = 不可能
