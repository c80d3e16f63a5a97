### Figures and tables of numbers. The end of an id is as the API has it, where it names that.

as-table = The numbers as a table
counted-until = As of { $time }
per-cent = { $number } %
from-to = { $low } to { $high }
column-n = n
column-games = Games
column-unknown = Unknown
column-mean = Mean
column-share = Share
column-interval = 95 % interval
column-simultaneous = 95 % interval, all groups at once
column-shrunk = Mean by which they are sorted
column-bounds = Bounds
column-spread = SD
column-least = Least
column-most = Most
column-value = Value
column-figure = Figure
how-often = How often each value was seen
column-group = Group
column-often = Times
column-difference = Difference
column-records = Records
quantile = { $part } quantile
all-observed = All
no-value = (none)
nobody-known = (unknown)
pair-mark = { " + " }
seats-of = { $count ->
    [one] 1 seat
   *[other] { $count } seats
}
omitted-groups = { $count ->
    [one] One further group is left out.
   *[other] { $count } further groups are left out.
}
omitted-values = { $count ->
    [one] One rarer one is left out.
   *[other] { $count } rarer ones are left out.
}
records-behind = The numbers of games lead to the records that fit, those without an observation of this metric included.
held-back = too few
numbers-of = Numbers: { $what }
difference-of = { $one } − { $other }
grouping-option = Option: { $name }
