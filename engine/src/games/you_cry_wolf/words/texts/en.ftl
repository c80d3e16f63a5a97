### You Cry Wolf!: texts of metrics and settings, and words of their values. An id ends as the API has it.

animal-cow = cow
animal-sheep = sheep
animal-sheepdog = sheepdog
animal-wolf = wolf

ending-out_of_chips = out of chips

role-betting = claiming
role-calling = calling

dimension-animal = Animal
    .definition = The animal of the row that the claim is about.

dimension-position = Position
    .definition = The number of the turn in its round, from 1.

dimension-by = Role
    .definition = As the one who claimed or who called.

dimension-die = Die
    .definition = The face of the die placed: sheepdog or wolf.

dimension-claim = Claim
    .definition = The number claimed; of a call, the one that was called.

dimension-hidden_dice = Dice under cups
    .definition = How many dice were under all cups at the call.

reference-truth = The truth

metric-bid_escalation = How far claims rise
    .unit = animals
    .definition = Per claim: the number minus the row's previous marker; for the first claim of a row, minus the dice on the row, the one just placed included. Can be grouped by the number of the turn in its round.
    .example-1 = How far do claims rise?
    .example-2 = Who raises most?

metric-overstatement = Exaggeration
    .unit = animals
    .definition = Per claim of a revealed round: the number minus the count of its animal at the reveal. Where unknown dice leave the count open, the value lies between the bounds that the known ones and the count of the called animal give.
    .version-2 = Observations that depend on what was never revealed count too, as unknown or between bounds.
    .version-3 = Where only the count of the called animal was revealed, it also bounds the counts of the other animals.
    .example-1 = Which animals are exaggerated most?

metric-truth_rate = True claims
    .definition = Per claim of a revealed round: whether there were as many animals as claimed at the reveal, or more; unknown where unknown dice leave it open.
    .version-2 = Observations that depend on what was never revealed count too, as unknown or between bounds.
    .version-3 = Where only the count of the called animal was revealed, it also bounds the counts of the other animals.
    .example-1 = Who tells the truth?

metric-bluff_rate = Lies
    .definition = Per claim of a revealed round: whether there were fewer animals than claimed at the reveal; unknown where unknown dice leave it open.
    .version-2 = Observations that depend on what was never revealed count too, as unknown or between bounds.
    .version-3 = Where only the count of the called animal was revealed, it also bounds the counts of the other animals.
    .example-1 = Which animals do people lie about?
    .example-2 = Who lies most often?

metric-call_success = Call success
    .definition = Per call, by its caller: whether the claim was a lie.
    .example-1 = Whose calls are right?
    .example-2 = Who calls whom?

metric-call_margin = Call margin
    .unit = animals
    .definition = Per call, by its caller: the claim minus the count; above 0 the call was right.
    .example-1 = How far off are the claims that are called?
    .example-2 = Are higher claims further off when they are called?

metric-chips_won = Chips won
    .unit = chips
    .definition = Per payment, by its receiver: chips credited, shortfall included, as the one who claimed or as the one who called.
    .example-1 = Are chips won by claiming or by calling?

metric-chips_lost = Chips lost
    .unit = chips
    .definition = Per payment, by its payer: chips really handed over, as the one who claimed or as the one who called.
    .example-1 = Are chips lost by claiming or by calling?

metric-sheeps_clothing = Wolves in sheep's clothing
    .definition = Per wolf placed, with a claim or by the power: whether it went to the sheep row.
    .example-1 = How often do wolves wear sheep’s clothing?

metric-misplaced = Mistakes
    .definition = Per sheepdog or wolf placed, with a claim or by the power: whether it went to another animal's row.
    .example-1 = Which dice are placed as another animal more often?

metric-misplacement_decided = Calls decided by a mistake
    .definition = Per call: whether lie and truth would change places, had every die on the board stood on the row of its own face.
    .example-1 = How often does a mistake decide a call?

metric-privilege_use = Use of the first player’s power
    .definition = Per turn on which the power was available: whether it was used.
    .example-1 = Who uses the power?

metric-turns_per_round = Turns per round
    .unit = turns
    .definition = Per round: its turns, the call included.
    .example-1 = How long do rounds last?

metric-rounds_per_game = Rounds per game
    .unit = rounds
    .definition = Per game: its rounds.
    .example-1 = How many rounds does a game last?

metric-first_player_wins = First-player win rate
    .definition = Per game, by the first player of its first round: whether that seat won, alone or shared.
    .example-1 = Do first players win more often when five play?

metric-called_claim = Claim at the call
    .unit = animals
    .definition = Per call: the number claimed on the row that was called.
    .example-1 = How high do claims go before they are called?

metric-claim_certainty = How sure claims were
    .unit = claims
    .definition = Per claim in rounds without a breach of finished games whose options say what the sides of a die show: whether, from what the claimer saw, it was certain, at least as likely as not, less likely, or impossible; by counting all ways in which hidden dice can lie, all alike (model counting-1).
    .example-1 = Who makes impossible claims?

metric-call_beyond_chance = Calls beyond chance
    .unit = difference
    .definition = Per call in rounds without a breach of finished games whose options say what the sides of a die show: 1 if it was right, else 0, less the chance of that from what the caller saw, by counting all ways in which hidden dice can lie, all alike (model counting-1).
    .example-1 = Whose calls are right more often than the dice alone say?

metric-chips_given_up = Chips given up by calls
    .unit = chips
    .definition = Per call in rounds without a breach of finished games whose options say what the sides of a die show: how many more chips the best call would have brought on average, from what the caller saw, by counting all ways in which hidden dice can lie, all alike (model counting-1).
    .example-1 = Who calls the best row?

setting-edition = Edition

edition-ja = Japanese
edition-en = English

setting-boxes = Boxes (five players each)
setting-open_dice = Roll open dice too (four players a box)
setting-die_faces = Sides of a die
