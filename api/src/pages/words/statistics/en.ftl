### The pages of statistics.

statistics-about = Everything that finished games can tell: each number with its exact definition, its 95 % interval, a chart, a table and CSV.
statistics-of = { $game }: statistics
game-statistics = Statistics of this game
by-game = By game
archive = The whole archive
records-by-month = Games per month
live-moves = Moves per game
live-minutes = Minutes per game
live-first = Does it help to go first?
catalogue = Every metric
seek-metric = Find a metric
seek-words = bluff, wins, rounds …
metrics-of = { $count ->
    [one] One metric
   *[other] { $count } metrics
}
metrics-none = No metric has these words.
common-metrics = Metrics of every game
own-metrics = Metrics of this game
games-and-moves = { $count ->
    [one] 1 game, { $moves } moves on average
   *[other] { $number } games, { $moves } moves on average
}
findings = What stands out
findings-about = { $count ->
    [one] Only one question has an answer yet.
   *[other] Of { $count } questions, the answers that differ most clearly. They were picked out of many, so chance has a part in them.
}
findings-none = No question has an answer yet.
finding-groups = Highest: { $high }, { $most }. Lowest: { $low }, { $least }.
finding-unsure = The difference may be chance.
finding-word = Most often: { $word }, { $share }. Next: { $second }, { $less }.
finding-one-word = Always: { $word }.
finding-cell = { $group }: { $word }, { $share }. Altogether: { $all }.
finding-mean = { $mean } on average ({ $unit }). Half of the values lie from { $low } to { $high }.
finding-mean-alone = { $mean } on average ({ $unit }).
finding-share = { $share } (95 % interval { $interval }).
finding-share-alone = { $share }.
metric-page = More about this metric
all-questions = All metrics
no-games = No finished game fits yet.
leaders = Leaderboard
leaders-none = { $count ->
    [one] Nobody with a profile has played yet.
   *[other] Nobody with a profile has played { $count } games or more yet.
}
leaders-more = All { $count } players
left-out-players = { $count ->
    [one] One further player.
   *[other] { $count } further players.
}
rating-is = What the rating is
ranked-by = Ranked by
least-games = At least so many games
sort-rating = Rating
sort-wins = Share of wins
sort-place = Mean place
sort-points = Mean points
sort-games = Games
column-rank = Rank
column-player = Player
column-rating = Rating
column-wins = Wins
column-place = Place
column-points = Points
column-last = Last played
column-seats = Seats
column-options = Options
hard-variants = How hard it is
special-setup = a special set-up
usual-options = as usual
filters-of-games = Which games count
in-force = Filters in force
no-filter = All games without a broken rule count.
remove-filter = Remove { $filter }
remove-all = Remove all
apply = Apply
irregular-games = Games with a broken rule
simulated-games = Simulated games
games-excluded = left out
games-included = counted too
games-only = alone
yes = Yes
no = No
by-grouping = by { $grouping }
question = Question
examples = For example
answer = Answer
altogether = Altogether
group-by = Group by
and-by = And by
nothing-else = nothing else
compare-one = Compare
compare-other = with
compare-nothing = nothing
comparison = Comparison
compared = { $one } less { $other }: { $difference } (95 % interval { $interval }).
compared-sure = The interval leaves out 0: chance alone hardly makes such a difference.
compared-unsure = The interval holds 0: there may be no difference.
points-of-share = { $difference } points
how-counted = How it is summed up
quantiles = Quantiles
quantiles-quarters = quarters
quantiles-tenths = tenths
quantiles-ends = the median and 1 % at each end
quantiles-usual = quarters and 5 % at each end
bins = Bars, at most
min-n = Observations, at least
min-games = Games, at least
group-order = Order of groups
group-limit = Groups, at most
as-of = As of the end of
sort-key = by their value
sort-key-back = by their value, backwards
sort-most-mean = greatest first
sort-least-mean = least first
sort-most-n = most observed first
dimensions = What its observations differ in
unit = Unit:
of-seats = per seat
of-tables = per table
only-noted = only what was noted
versions = History of the definition
version = Version { $version }
