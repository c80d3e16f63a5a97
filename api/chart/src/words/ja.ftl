### 図での、クエリパラメータの名前。idの終わりはAPIのとおり。

parameter-without_tag = 除くタグ
parameter-of = 誰の
parameter-group = グループ
parameter-from = から
parameter-to = まで
parameter-irregular = 反則のあった記録
parameter-simulated = 自動でプレイした記録
parameter-opponent = 相手
