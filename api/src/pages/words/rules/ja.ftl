### ルールのページ。

rules-title = ゲームとルール
rules-about = 余白の小さな記号は、ルールの番号です。受け付けられない手は、この番号でルールを示します。Iの付く番号は、説明書に書かれていないところを私たちが決めたものです。
rules-of-before = これは前のルール（第{ $version }版）です。この版で記録された対局は、これからもこの版のルールで読みます。
rules-newest = いまのルール
read-rules = ルールを読む
rules-open = このゲームの記録をはじめる
rules-find = このゲームの記録を探す
contents = 目次
