### What is said of records of every game, in English.
###
### How the words of all games are written:
### - A sentence has a subject, a verb, an object; one thought; no inversion, no riddle. It ends with a full stop.
### - A person is called by name, or "they", never "it". Who has no name is "Seat 1", "Seat 2", counted from 1.
### - Moves and effects are in the present tense ("Aki plays the donkey 7."), a breach that was recorded in the past.
### - "The donkey 7" is one certain tile, "a donkey" is any. Counts are in numerals. No comma before "and". No
###   contractions.
### - Things are called as in the game's rulebook. No names of fields or of kinds of moves as they stand in JSON.
### - A kind of move is an order without an object too many: "play a tile", so that it fits behind "to".

## Rules of every game

game-over = This game is already over.
not-your-turn = It is { $turn }'s turn, not { $seat }'s.
played-out-of-turn = It was { $turn }'s turn, but { $seat } played.
wrong-phase = { $possible-count ->
    [0] It is not possible to { $input } now.
   *[other] It is not possible to { $input } now. What is possible: { $possible-or }.
}
no-joint-move = There is nothing now that everybody chooses at the same moment.
no-such-seat = There is no such seat: the table has { $count } { $count ->
    [one] seat
   *[other] seats
}.
out-of-bounds = { CAP($what) } must be { $allowed }, but is { $input }.

## Corrections and comments

nothing-to-take-back = No move is left to take back.
not-in-force = Event { $event } is no move that counts now, so it cannot be amended.
no-such-event = There is no event { $event }: { $last ->
    [0] the record has no events yet
   *[other] the last one is { $last }
}.

## A breach that really happened, and was recorded

breach = Irregular ({ $rule }): { $breach }

## An amendment is refused

later-move-breaks = After that change the later event { $event } no longer fits. It says: “{ $said }” It would break { $rule }: { $why }

## Two moves do not agree

disputed = Set aside, because it does not agree with { $with-present ->
    [yes] event { $with }
   *[no] what others recorded
}: “{ $said }”

## Which numbers are possible

at-least = { $least } or more
at-most = { $most } or less
between = from { $least } to { $most }
exactly = { $number }
one-of = { $numbers-or }

## A person who was erased

someone = Someone
someone-on = Someone ({ $seat })

## What has a number

values-by-seat = the number of values, one for each seat,
moves-to-take-back = the number of moves to take back
event-number = the number of the event

## Forms

who-label = Who


## A kind of move that the game does not have

other-kind = do that

## Only to try the messages above

kind-sample = deal the cards

## JSON that cannot be read. Names of fields and words stand in quotation marks, as they are written.

no-type = A move is an object whose field “type” names the kind of move.
no-json = { CAP($subject) } is not JSON: there is a mistake in line { $line }, column { $column }.
wrong-value = { $path-present ->
    [yes] { $path }
   *[no] { CAP($subject) }
} must be { $expected }{ $input-present ->
    [yes] , but is { $input }
   *[no] { "" }
}.
impossible-value = { $path-present ->
    [yes] { $path }
   *[no] { CAP($subject) }
} cannot be { $input-present ->
    [yes] { $input }
   *[no] like this
}.
unknown-field = There is no field { $field }{ $path-present ->
    [yes] { " " }in { $path }
   *[no] { "" }
}. { $allowed-count ->
    [0] No field can stand there.
    [one] Only { $allowed } can stand there.
   *[other] What can stand there: { $allowed }.
}
missing-field = { $path-present ->
    [yes] { $path } lacks the field { $field }.
   *[no] The field { $field } is missing.
}
blank-text = { $field } has no letter that can be seen.
long-text = { $field } has { $length } characters; { $most } are possible at most.

the-move = the move
the-options = the options
the-part = the part of the seat
the-body = the body of the request
the-facts = the assumption

quoted = “{ $text }”
whole-number = a whole number
whole-number-between = a whole number from { $least } to { $most }
whole-number-from = a whole number, { $least } or more
any-number = a number
true-or-false = “true” or “false”
some-text = a text
one-word = { $words-count ->
    [one] { $words }
   *[other] one of these: { $words-or }
}
one-of-many = one of { $count } words, from { $first } to { $last }
some-list = a list
list-of = a list of { $length } { $length ->
    [one] entry
   *[other] entries
}
some-object = an object
seat-number = the number of a seat
either = { $alternatives-or }
empty = empty
other-value = another value
digits = { $digits }
huge-number = a number that is far too large
