### Punyon-ken: texts of metrics and settings, and words of their values. An id ends as the API has it.

throw-rock = rock
throw-scissors = scissors
throw-paper = paper

palm-up = palm up
palm-down = palm down

ending-fingers = five bent fingers
ending-palm = palm

result-win = win
result-loss = loss
result-draw = draw

shift-stay = the same again
shift-to_beating = to what beats it
shift-to_beaten = to what it beats

fate-won = won the game
fate-lost = turned up again
fate-stayed_down = still down in the end

dimension-own_fingers = Own fingers
    .definition = The bent fingers of the seat before the throw, 0 to 4.

dimension-own_palm = Own palm
    .definition = The palm of the seat before the throw.

dimension-other_fingers = Opponent’s fingers
    .definition = The bent fingers of the opponent before the throw, 0 to 4.

dimension-other_palm = Opponent’s palm
    .definition = The palm of the opponent before the throw.

dimension-after = After
    .definition = How the previous throw of the seat went.

dimension-previous = Previous throw
    .definition = What the seat threw before.

dimension-throw = Throw
    .definition = Which of the three hands the value is about.

dimension-reply = Reply
    .definition = Which of the opponent’s three hands the value is about.

dimension-position = Throw of the game
    .definition = The number of the throw in its game, from 1.

dimension-first_throw = First throw
    .definition = What the seat threw first in the game.

dimension-first_result = First result
    .definition = How the first throw of the seat went.

reference-equilibrium = Equilibrium

metric-throw = Throws
    .unit = throws
    .definition = Per seat and throw: rock, scissors or paper, by the bent fingers and the palms of the seat and of its opponent before it.
    .example-1 = Who throws what?
    .example-2 = What do people throw first?

metric-win = Wins by the first throw
    .definition = Per seat and finished game: whether it won, by what it threw first and by how that throw went.
    .example-1 = Which first throw wins most games?
    .example-2 = Does whoever wins the first throw win the game?

metric-streak = Throws won in a row
    .unit = throws
    .definition = Per run of throws that a seat won in a row, a single one included: how many it won. Draws do not end a run; a loss or the end of the game does.
    .example-1 = How long do streaks last?
    .example-2 = Who has long streaks?

metric-throw_after = Throw after a win, a loss or a draw
    .unit = throws
    .definition = Per seat and throw from the second on: what it threw, by how its previous throw went and by what it threw then.
    .example-1 = What do people throw after a loss?

metric-shift_after = Change of throw
    .unit = throws
    .definition = Per seat and throw from the second on: the same again, to what beats the previous one, or to what the previous one beats; by how the previous throw went and by what it was.
    .example-1 = Do winners stay with their throw?

metric-win_path = Way of winning
    .unit = games
    .definition = Per finished game, for the winner: by five bent fingers, or by palm (paper, palm down).
    .example-1 = Are games won by fingers or by palm?

metric-palm_losses = Palms lost
    .unit = palms
    .definition = Per seat and finished game: how often it lost a throw with the palm down and turned it up again.
    .example-1 = Who loses most palms?

metric-palm_fate = What became of a palm
    .unit = palms
    .definition = Per palm turned down: the game was won by it, it was turned up again, or it was still down when the game ended otherwise.
    .example-1 = What becomes of a palm turned down?

metric-throws = Throws per game
    .unit = throws
    .definition = Per finished game: how often both threw, draws included.
    .example-1 = How many throws does a game take?

metric-equilibrium_excess = Excess over the equilibrium
    .unit = throws
    .definition = Per seat and throw, for each of the three hands: 1 if it was thrown and 0 if not, minus the probability that the equilibrium mix of the position gives it. The mean tells how much more often than the equilibrium it is thrown; it is 0, in any set of positions, for whoever throws by the mix. Half the sum of the three absolute means is the total-variation distance from the equilibrium.
    .example-1 = Which hands are thrown more often than the equilibrium says?
    .example-2 = Who throws which hand too often?

metric-equilibrium_risk = Win probability open to a reply
    .unit = games
    .definition = Per seat and throw, for each of the opponent's three hands: by how much that reply would have raised the opponent's probability of winning, both playing by the equilibrium afterwards; what the opponent really threw plays no part. For whoever throws by the mix every reply has mean 0. The largest of the three means is the win probability that an opponent can take per throw by exploiting the seat's habits.
    .example-1 = Which reply would exploit people most?

metric-equilibrium_distance = Distance from the equilibrium per game
    .unit = share
    .definition = Per seat and finished game: the total-variation distance (half the sum of the three absolute differences, 0 to 1) between the shares of its throws and the mean equilibrium mix of the positions they were made in. In a short game even equilibrium play does not come out at 0; to compare players use the means of “Excess over the equilibrium”.
    .example-1 = Who is closest to the equilibrium?
