### Not My Fault!: texts of metrics and settings, and words of their values. An id ends as the API has it.

ending-thirty = 30 was made
ending-second_suspension = a second suspension
ending-last_player = only one was left

dimension-position = Position
    .definition = The number of the declaration in its round, from 1.

dimension-declared = Declaration
    .definition = The number declared; of an audit, the one that was audited.

dimension-cards = Cards on the table
    .definition = How many cards lay face down at the audit.

reference-truth = The truth

metric-escalation = Step
    .unit = points
    .definition = Per declaration, by its declarer: the number minus the one declared before, 0 at the beginning of a round. Can be grouped by the number of the declaration in its round.
    .example-1 = How far do declarations rise?
    .example-2 = Who raises most?

metric-overstatement = Overstatement
    .unit = points
    .definition = Per declaration, by its declarer: the number minus the true sum of the cards on the table at that time; above 0 it was too high. Where unknown cards leave the sum open, the value lies between bounds: an unknown card is 0 to 6, and all cards of the round make the sum that was counted. Can be grouped by the number of the declaration in its round.
    .version-2 = Observations that depend on what was never revealed count too, as unknown or between bounds.
    .example-1 = From which declaration on are sums overstated?

metric-honest_step = Honest steps
    .definition = Per declaration, by its declarer: whether the step from the declaration before was no more than the card laid with it. Where nobody recorded the card it is unknown, unless the sum of the round decides it.
    .version-2 = Observations that depend on what was never revealed count too, as unknown or between bounds.
    .example-1 = Who steps up honestly?

metric-white_square = White-square use
    .definition = Per declaration made with a grey warning card, by its declarer: whether it was a white square.
    .example-1 = Are white squares used early?

metric-audit_success = Audit success
    .definition = Per audit, by its auditor: whether the sum was less than declared.
    .example-1 = Whose audits succeed?
    .example-2 = At which height do audits succeed?

metric-audit_margin = Audit margin
    .unit = points
    .definition = Per audit, by its auditor: the declaration minus the sum; above 0 the audit was right.
    .example-1 = How far off are audited declarations?

metric-caught = Caught by an audit
    .definition = Per audit, by the player accused: whether the sum was less than declared.
    .example-1 = Who is caught most often?
    .example-2 = Who is audited by whom?

metric-height_at_audit = Height at the audit
    .unit = points
    .definition = Per round that ended with an audit: the number that was audited.
    .example-1 = How high do rounds go before an audit?

metric-declarations_per_round = Declarations per round
    .unit = declarations
    .definition = Per round: its declarations.
    .example-1 = How many declarations does a round have?

metric-thirty_tried = Thirties tried
    .unit = declarations
    .definition = Per game and seat: how often it declared 30.
    .example-1 = Who goes for 30?

metric-thirty_made = Thirties made
    .definition = Per 30 declared, by its declarer: whether the cards made 30 or more.
    .example-1 = How often are thirties made?

metric-suspensions = Suspensions
    .unit = cards
    .definition = Per game and seat: the suspension cards it took.
    .example-1 = Who is suspended most often?

metric-eliminated = Eliminations
    .definition = Per game with the extreme rule and seat: whether it was eliminated.
    .example-1 = Which seats are eliminated most often?

metric-rounds_per_game = Rounds per game
    .unit = rounds
    .definition = Per game: its rounds.
    .example-1 = How many rounds does a game last?

metric-win = Wins by seat
    .definition = Per game and seat: whether it won, alone or with others.
    .example-1 = Which seats win most often?

metric-declaration_certainty = How sure declarations were
    .unit = declarations
    .definition = Per declaration in rounds without a breach of finished games whose options say which cards there are: whether, from what the declarer saw, it was certain, at least as likely as not, less likely, or impossible; by counting all ways in which hidden cards can lie, all alike (model counting-1).
    .example-1 = Who makes impossible declarations?

metric-audit_beyond_chance = Audits beyond chance
    .unit = difference
    .definition = Per audit in rounds without a breach of finished games whose options say which cards there are: 1 if it was right, else 0, less the chance of that from what the auditor saw, by counting all ways in which hidden cards can lie, all alike (model counting-1).
    .example-1 = Whose audits are right more often than the cards alone say?

setting-first_player = Who has the first turn
setting-extreme = Extreme rule: one suspension eliminates (for five or more)
setting-deck = Cards of each number, 0 to 6
