### You Cry Wolf! in English. How sentences are written: see engine/src/words/en.ftl.

## Things

cow = cow
    .one = a cow
    .many = cows
sheep = sheep
    .one = a sheep
    .many = sheep
sheepdog = sheepdog
    .one = a sheepdog
    .many = sheepdogs
wolf = wolf
    .one = a wolf
    .many = wolves
animals = { $count } { $count ->
    [one] { $animal }
   *[other] { $animal-many }
}
unknown-dice = { $count } unknown
placed-as-is = { $die-one }
placed-otherwise = { $die-one } as { $row-one }

## What one can do

choose-first-player-kind = choose the first player
note-cup-kind = note the dice under a cup
open-dice-kind = roll the open dice
bet-kind = place a die and claim
privilege-kind = use the first player's power
call-kind = call
reveal-kind = lift the cups
pass-kind = pass

## The log: moves

chosen = { $seat } rolled the most wolves and is the first player.
chosen-anyway = { $seat } rolled { $wolves } and is the first player.
chosen-with = { $seat } rolled { $wolves }, the most of all, and is the first player.
looks-under-cup = { $seat } looks under the cup: { $dice }.
rolls-open-dice = { $seat } rolls the six open dice: { $dice }.
rolls-dice-openly = The six open dice are rolled: { $dice }.
claims = { $seat } places { $placed } and claims { $claimed }.
uses-power = { $seat } uses the first player's power, rolls a die and places { $placed }.
calls = “You cry wolf!” { $seat } does not believe { $accused }'s { $claimed }.
calls-row = { $seat } calls the { $row } row.
lifts = All cups are lifted.
lifts-and-shows = All cups are lifted: { $cups-dots }.
cup-shown = { $seat } has { $dice }
counts = The count is { $counted }.
passes = { $seat } passes.

## The log: what follows

round-began = Round { $round } begins with { $first_player }.
marker-returned = { $seat } takes back the marker at { $claimed }.
sheep-taken = No spare die is left, so the die with the { $die } on the first sheep square is rolled instead.
first-player-moved = { $seat } is the first player now.
accused = Did { $accused } really see { $claimed }?
was-a-lie = { $claimed } was a lie: the count is only { $found }.
was-the-truth = { $claimed } was the truth: the count is { $found }.
pays = { $payer } pays { $receiver } { $paid } { $paid ->
    [one] chip
   *[other] chips
}.
pays-short = { $payer } pays { $receiver } { $paid } { $paid ->
    [one] chip
   *[other] chips
}; the { $short } missing { $short ->
    [one] chip counts
   *[other] chips count
} as received all the same.
game-over = The game is over. { $winners-count ->
    [one] { $winners } wins
   *[other] { $winners } share the win
} with { $points } { $points ->
    [one] point
   *[other] points
}.

## What has a number

wolves-given = the number of counts of wolves, one for each player,
cups-given = the number of cups, one for each player,
faces-given = the number of sides of a die
boxes-quantity = the number of boxes
count-quantity = the number counted

## Refusals: the set-up and the first player (YCW-1, YCW-I1)

wrong-number-of-seats = With these boxes and options 2 to { $most } people can play, not { $input }.
wolves-of-six-dice = Six dice cannot show { $input } wolves.
not-most-wolves = { $seat } did not roll the most wolves: somebody rolled { $most }.

## Refusals: dice and cups (YCW-2, YCW-I3)

not-six-dice = There are six dice here, not { $input }.
nothing-new = All six of { $seat }'s dice are noted already.
die-noted-otherwise = { $seat }'s die { $number } was noted as { $logged-one }, not as { $input-one }.
impossible-cup = From these six dice { $seat } could not have placed the dice that lie on the board.
impossible-bet = No { $die } is left under { $seat }'s cup.
pass-not-forced = { $seat } passed earlier, but could have claimed with this die.
cup-noted-otherwise = These dice under { $seat }'s cup disagree with those that were noted.
not-the-rest = { $seat } has { $left } { $left ->
    [one] die
   *[other] dice
} left under the cup, not { $input }.

## Refusals: claiming (YCW-5 to YCW-9, YCW-I2)

wrong-row = { CAP($die-one) } cannot be placed on the { $row } row.
placed-on-wrong-row = { CAP($die-one) } was placed on the { $row } row.
claim-too-low = A claim on the { $row } row must exceed the number of dice there: { $least } or more.
claimed-too-little = { $input } was claimed on the { $row } row, although { $least } or more was needed.
not-outbid = The claim must exceed the { $marker } already claimed on the { $row } row.
did-not-outbid = { $input } was claimed on the { $row } row, which is not more than the { $marker } claimed there before.
no-marker = All three of { $seat }'s markers are in use.
empty-cup = { $seat } has no dice left under the cup.
more-than-all-dice = There are only { $most } dice in the game, so { $input } is too high a claim.

## Refusals: the first player's power, passing, calling (YCW-10, YCW-19, YCW-I3, YCW-I4)

no-privilege = { $seat } may not use the first player's power: only the first player may, after everybody has had a turn.
used-power-anyway = { $seat } used the first player's power, which only the first player may use, after everybody has had a turn.
nothing-to-roll = There is neither a spare die nor a die on the sheep row, so the first player's power cannot be used.
could-act = { $seat } can still act and so may not pass.
passed-anyway = { $seat } passed, but could have acted.
nobody-to-accuse = There is nobody else's marker to call on the { $row } row.

## Refusals: lifting the cups (YCW-11)

nothing-revealed = The dice under the cups or the count are needed, or both.
count-left-open = Some dice are unknown, so the count is { $allowed }. The number counted is needed.
wrong-count = The count is { $allowed }, not { $input }.

## The board

most-wolves-board = The player who rolls the most wolves is the first player.
over-board = The game is over.
round-board = Round { $round }.
call-board = { $caller } calls { $accused }'s { $claimed }.
row-empty-board = No die lies on the { $row } row.
row-board = On the { $row } row: { $dice-dots }.
claim-board = { $seat } claims { $claimed }.
open-dice-board = Open dice: { $dice-dots }.
spare-dice = { $count } spare { $count ->
    [one] die
   *[other] dice
}
spare-dice-board = There { $count ->
    [one] is 1 spare die
   *[other] are { $count } spare dice
}.
lifted-board = The cups are lifted: { $claimed } claimed, { $counted } counted.
first-player-board = { $seat } is the first player.
points = { $points } { $points ->
    [one] pt
   *[other] pts
}
seat-board = { $seat } has { $points } { $points ->
    [one] point
   *[other] points
} and { $chips } { $chips ->
    [one] chip
   *[other] chips
}.
empty-cup-board = { $seat }'s cup is empty.
cup-board = Under { $seat }'s cup: { $dice-dots }.

## Forms

die-label = Die and row
claim-label = Claim
count-label = Number counted
six-dice-label = The six dice
roll-open-dice-label = Roll the open dice
pass-label = Pass
who-label = Who
wolves-label = { $seat }'s wolves
with-wolves-label = Record the wolves rolled, too
first-player-label = First player
note-label = Note what is in a cup
bet-label = Place a die and claim
privilege-label = Use the first player's power
call-key = { $accused }'s { $claimed }
call-label = Call
which-claim-label = Which claim
by-count-label = Record the count
by-cups-label = Lift the cups
own-cup-label = Lift your cup
dice-left-label = Dice left
unknown-label = unknown
placed-key = { $die } → { $row }

## Analysis

claimed-against-odds = { $seat } claimed { $claimed }; from what { $seat } saw that had { $percent }%.
claimed-in-vain = { $seat } claimed { $claimed } and could see that there were fewer.
called-rightly = { $seat } called { $claimed }; from what { $seat } saw the call had { $percent }%. It was right: the count was { $found }.
called-wrongly = { $seat } called { $claimed }; from what { $seat } saw the call had { $percent }%. It was wrong: the count was { $found }.
claims-graph = Each claim, and how many animals there were
claimed-line = claimed
counted-line = there were
counts-table = What a call would count now
claim-column = claim
holds-column = as many
likeliest-column = likeliest number
likeliest-count = { $count } ({ $percent }%)
claim-chance = The chance of { $claimed } or more is { $percent }%.
