### What is wrong with a request, in English. How sentences are written: engine/src/words/en.ftl.
### Names of parameters, headers and fields, and what somebody sent, stand in quotation marks.

## Bodies

not-json = The body is not valid JSON. It cannot be read from line { $line }, column { $column } on.
json-ends-early = The body is not complete JSON. It ends too early.
nul-character = The character U+0000 cannot be used.
body-not-received = The body could not be received.
must-be = { $field-present ->
    [yes] “{ $field }” must be { $expected }.
   *[no] The body must be { $expected }.
}
unreadable = { $field-present ->
    [yes] The value of “{ $field }” cannot be read.
   *[no] The body cannot be read.
}
missing-field = “{ $field }” is missing.
repeated-field = “{ $field }” occurs more than once.
unknown-field = { $allowed-count ->
    [0] There is no field “{ $field }” here.
   *[other] There is no field “{ $field }” here. The fields are: { $allowed }.
}
not-among = { $allowed-count ->
    [0] “{ $field }” cannot be “{ $input }”. Nothing is possible here.
   *[other] “{ $field }” cannot be “{ $input }”. What is possible: { $allowed-or }.
}
invisible-name = { $field-present ->
    [yes] “{ $field }” must have something that can be seen: at least one letter, digit or symbol.
   *[no] The name must have something that can be seen: at least one letter, digit or symbol.
}
name-letters = { $field-present ->
    [yes] “{ $field }” can have at most { $most } characters, but it has { $input }.
   *[no] The name can have at most { $most } characters, but it has { $input }.
}
name-bytes = { $field-present ->
    [yes] “{ $field }” can take at most { $most } bytes, but it takes { $input }.
   *[no] The name can take at most { $most } bytes, but it takes { $input }.
}

## Parameters and headers

unknown-parameter = { $allowed-count ->
    [0] There is no parameter “{ $name }” here.
   *[other] There is no parameter “{ $name }” here. The parameters are: { $allowed }.
}
too-long = “{ $name }” can have at most { $most } characters.
too-often = “{ $name }” can be given at most { $most } times.
only-once = “{ $name }” can be given only once.
empty = “{ $name }” cannot be empty.
idempotency-key = “{ $name }” must be 1 to 255 visible ASCII characters.
key-means-nothing = “{ $name }” means nothing here. This request can be sent again as it is: it changes nothing more. Leave the header out.
if-match = “{ $name }” must be a version in quotation marks, as in an ETag, or *.
one-host = “{ $name }” must be one name or one address.
unknown-host = This service is not called “{ $host }”.
of-this-stream = “{ $name }” must be an id that this stream has given.
of-the-feed = “{ $name }” must be a cursor that this feed has given, or “now”.
of-a-page = “{ $name }” must be a cursor that an earlier page has given.
of-another-search = “{ $name }” belongs to another search. With other filters or in another order, begin with the first page.
no-such-seat = “{ $name }” names a seat that the table does not have.
whose-part = “{ $name }” must say whose part it is.
same-player = “{ $name }” is the same player. Give another one.
record-not-found = There is no such record to go on behind, as “{ $name }” asks for.
operator-key-needed = This needs the operator's key, as a bearer token.
too-costly = This answer was given up: working it out takes more processor time than it may ({ $seconds } s). Ask for less of it at once.

## Questions of statistics

too-many-players = “{ $name }” can name at most { $most } players.
too-many-groupings = “{ $name }” can name at most { $most } groupings, each once.
compare-needs-groups = “{ $name }” compares groups, so “{ $groups }” must say which.
compare-two-groups = “{ $name }” must be the values of two different groups, such as 4,5.
compare-twice = “{ $name }” must be given twice, each time with { $count } values in the order of “{ $groups }”, separated by commas.
quantiles = “{ $name }” must be at most { $most } numbers from 0 to 1, separated by commas.
as-of = “{ $name }” must be a day such as 2026-01-31 (its end in UTC), a time such as 2026-01-31T18:00:00Z, a cursor that an answer or the feed has given, or “now”.

## Searching for what happened

unreadable-condition = The condition “{ $input }” cannot be read. Write it like number=30 or sum<number.
unknown-search-term = No move, effect or breach is called “{ $input }”.
unknown-detail = “{ $kind }” has no field “{ $input }” that can be asked for.
impossible-value = “{ $field }” is never “{ $input }”.
not-ordered = “{ $field }” is no number, so nothing is more or less.
allowed = { $allowed-count ->
    [0] Nothing is possible here.
   *[other] What is possible: { $allowed-or }.
}

## What should have been there

whole-number = a whole number
whole-number-in = a whole number, { $bounds }
number = a number
characters = text
true-or-false = true or false
list = a list
object = a JSON object
player-id = the id of a player
id = an id such as 0198c5f2-6f7e-7c3a-9d10-3b6a52e4f001
day-or-time = a day such as 2026-01-31, or a time such as 2026-01-31T18:00:00Z
time = a time such as 2026-01-31T18:00:00Z
time-zone = a time zone such as Asia/Tokyo or +09:00
person = a name, an object with “name” or “player”, or null
perspective = “public” or the number of a seat
