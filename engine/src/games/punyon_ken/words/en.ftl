### Punyon-ken in English. How sentences are written: see engine/src/words/en.ftl.

## Things

rock = rock
scissors = scissors
paper = paper
palm-up = palm up
palm-down = palm down

## What one can do

throw-kind = throw rock, scissors or paper

## The log: a throw

both-throw = Both throw { $hand }.
throws = { $throws }.
throws-hand = { $seat } throws { $hand }
drawn = That is a draw, and nothing changes.
throw-won = { $seat } wins the throw with { $hand }.

## The log: what follows

fingers-bent = { $seat } bends { $count } { $count ->
    [one] finger
   *[other] fingers
}; { $bent ->
    [1] 1 is bent now
    [5] all 5 are bent now
   *[other] { $bent } are bent now
}.
palm-turned-down = { $seat } turns the palm down.
palm-turned-up = { $seat } loses while the palm is down, and turns it up again.
won-by-fingers = All 5 fingers are bent: { $seat } wins the game!
won-by-palm = Paper wins while the palm is down: { $seat } wins the game!

## Refusals (PK-1, PK-2)

wrong-number-of-seats = Punyon-ken is for 2 players, not for { $input }.
throws-given = the number of throws, one for each player,

## The board

to-be-thrown = Both are to throw rock, scissors or paper.
won-by-fingers-board = { $seat } has won the game: all 5 fingers are bent.
won-by-palm-board = { $seat } has won the game: paper won while the palm was down.
wins = Wins!
hand-board = { $seat }'s hand: { $bent } of 5 fingers bent, { $palm }.
could-win = { $throws-count ->
    [0] One more win does not win the game
   *[other] A win with { $throws-or } wins the game
}
could-win-board = { $throws-count ->
    [0] For { $seat }, one more win does not win the game.
   *[other] For { $seat }, a win with { $throws-or } wins the game.
}

## Forms

throw-label = Throw

## Analysis

chance-turned = With this throw { $seat }'s chance at best play went from { $before }% to { $after }%.
chances-graph = The chance of each player to win at best play
seat-line = { $seat }
