### What is said of answers of statistics, in English. How sentences are written: engine/src/words/en.ftl.
### Labels of charts begin with a capital letter and have no full stop; parts of a sentence begin with a small one.

## Values

all-together = All together
everything = All
nobody-known = (unknown)
no-value = (none)
seat-number = { $seat }
seat-count = { $count ->
    [one] 1 seat
   *[other] { $count } seats
}
share = { $number } %
range = { $low } to { $high }
labelled = { $label }: { $what }
listed = { $parts-dots }

## Labels of charts

mean = Mean
mean-is = Mean { $mean }
share-label = Share
share-unit = share
share-of-known = share of the known observations
share-of-observations = Share of observations
others = Others
no-figure = No figure
suppressed = held back: too few
no-observations = no observations
never-revealed = never revealed
interval = 95 % interval
simultaneous-interval = 95 % interval for all groups at once
shrunk-mean = Mean by which they are sorted
bounds-with-unknown = Bounds with what was never revealed (?)
difference = Difference
difference-with-interval = Difference with its 95 % interval
difference-of = Difference: { $one } − { $other }
not-comparable = nothing to compare
percentage-points = percentage points

## Under the title, and below

by = by { $parameters-dots }
filtered-by = { $parameter }: { $values-dots }
games-included = included
games-only = only
not-drawn = Not drawn, with the fewest observations: { $count }
beyond-limit = Groups beyond the limit: { $count }

## A chart in words

mean-with-unit = mean { $mean } ({ $unit })
interval-is = 95 % interval { $ends }
simultaneous-interval-is = for all groups at once { $ends }
bounds-are = { $ends } with what was never revealed
observations = n { $n }
figures-of = { $label }: { $parts-dots }.
quartiles = The median is { $median }. Half of the values lie from { $low } to { $high }, all of them from { $minimum } to { $maximum }.
more-groups = { $count ->
    [one] There is 1 more group.
   *[other] There are { $count } more groups.
}
source = As of { $at } · games: { $games } · observations: { $n } · { $metric }, version { $version }
difference-part = { $label-present ->
    [yes] { $label } { $difference }
   *[no] { $difference }
}{ $ends-present ->
    [yes] , 95 % interval { $ends }
   *[no] { "" }
}
difference-is = { $points ->
    [yes] Difference in percentage points
   *[no] Difference
}, { $one } less { $other }: { $parts }.

## Notes

no-observation-fits = No observation fits the question.
too-few-observations = There are fewer observations or games than the question demands, so the figures are held back.
one-game = All known values are of one game, so there is no interval. One game does not tell how games differ.
few-games = The known values are worth fewer than fifty games of the same size, so the interval is only rough.
zero-variance = Every game has the same value, so there is no interval. These values do not tell how rare others are.
some-never-revealed = Some values were never revealed. Mean and shares are of the known values; the bounds say where those of all values lie.
group-without-value = A group of the comparison has no known value.
player-at-no-table = A player of the question is at no table that is counted.
only-simulated-games = Only simulated games fit the question. They are left out unless it asks for them.
many-groups = Groups differ by chance, too, and the best of several is seldom as good as it looks. The simultaneous intervals hold for all groups at once.
whole-sets = These values come in sets, and a mean over whole sets says nothing. Grouping tells the values of a set apart.
shrunk-order = The groups are in the order of means that are drawn towards the mean of all groups, the more the fewer games they come from. Means and intervals are shown as they are.
details-as-now = The moves are those of that moment. Places, tags, days, players and which records are public are as they are now.
