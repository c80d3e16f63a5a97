### Every page.

name = Kifu
tagline = Tabletop games, move by move
to-content = Skip to the content
tables = Tables
statistics = Statistics
rules = Rules
api = API
main-menu = Main menu
other-language = 日本語
theme = Theme
theme-auto = As the device
theme-light = Light
theme-dark = Dark
about-licence = Kifu is free software (MIT or Apache-2.0).
needs-script = This page needs JavaScript.
offline = The service can't be reached just now. Trying again …
unreachable = The service can't be reached.
no-engine = This browser cannot show records: it cannot run WebAssembly.
rule = Rule { $rule }
seat = Seat { $seat }
labelled = { $label }: { $what }
list-mark = { ", " }
someone = Someone
close = Close
cancel = Cancel
loading = Loading …
copy-link = Copy the link
copy-by-hand = Selected: copy it
copied = Copied
share-link = Share
qr-of = QR code: { $what }
moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
status-live = Live
status-over = Over
status-abandoned = Abandoned
irregular = Irregular
