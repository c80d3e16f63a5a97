### The home page. A comment names the game that alone has a text.

home-title = Every move at the table, written down.
home-about = Log a game as it is played, replay it move by move, watch it from afar.
start-record = Open a record
seats-from-to = { $least }–{ $most } players
seats-just = { $least } players
find = Find records
find-words = Names, places, tags
find-do = Search
filters = More filters
game = Game
any = Any
status = Status
player = Somebody at the table
winner = Who won
from = From
to = Until
happened = What happened (such as counted,number=30)
order = Order
order-opened = Newest first
order-played = Latest played first
order-moves = Longest first
order-points = Most points first
# bremen
order-score = Highest score first
found = Records found
found-count = { $count ->
    [one] { $count } record
   *[other] { $count } records
}
found-more = { $count } records or more
found-none = No record fits.
more = Show more
all-tables = Back to all tables
live-now = Live tables
live-none = No table is live just now. Why not open one?
recent = Recent games
recent-none = No game has been finished yet.
notable = Notable games
notable-long = A long game
notable-points = Many points
# bremen
notable-score = A high score
notable-irregular = Somebody broke a rule
