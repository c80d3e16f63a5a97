### ホーム。コメントは、そのゲームだけの文であることを示す。

home-title = 卓上のすべての手を、棋譜に。
home-about = 対局を記録し、一手ずつ再現し、離れた席からも見守れます。
start-record = 記録をはじめる
seats-from-to = { $least }〜{ $most }人
seats-just = { $least }人
find = 記録を探す
find-words = 名前・場所・タグ
find-do = 探す
filters = くわしく探す
game = ゲーム
any = すべて
status = 進み具合
player = 座っている人
winner = 勝った人
from = この日から
to = この日まで
happened = 起きたこと（例：counted,number=30）
order = 並べ方
order-opened = 新しい順
order-played = 対局日の新しい順
order-moves = 手数の多い順
order-points = 最高点の高い順
# bremen
order-score = スコアの高い順
found = 見つかった記録
found-count = { $count }件
found-more = { $count }件以上
found-none = あてはまる記録はありません。
more = 続きを見る
all-tables = すべての卓へ戻る
live-now = 進行中の卓
live-none = 今は進行中の卓がありません。ひとつ開いてみませんか。
recent = 最近の記録
recent-none = 終わった対局はまだありません。
notable = 目をひく記録
notable-long = 長い対局
notable-points = 高い点
# bremen
notable-score = 高いスコア
notable-irregular = 反則のあった対局
