### 図での、クエリパラメータの名前。idの終わりはAPIのとおり。

parameter-player = プレイヤー
parameter-other_player = 相手のプレイヤー
parameter-nth_game = 何回目のゲームか
parameter-seat = 席
parameter-seats = 人数
parameter-game = ゲーム
parameter-variant = 変種
parameter-place = 場所
parameter-tag = タグ
parameter-without_tag = 除くタグ
parameter-day = 日
parameter-week = 週
parameter-month = 月
parameter-year = 年
parameter-weekday = 曜日
parameter-hour = 時間帯
parameter-of = 誰の
parameter-group = グループ
parameter-from = から
parameter-to = まで
parameter-result = 終わり方
parameter-irregular = 反則のあった記録
parameter-simulated = 自動でプレイした記録
parameter-opponent = 相手
