### Half Werewolf: texts of metrics and settings, and words of their values. An id ends as the API has it.

ending-panic = The village panics
ending-mad_wolf_executed = The mad wolf is executed
ending-werewolf_executed = The werewolf is found
ending-werewolf_spared = The werewolf gets away
ending-mad_wolf_spared = The mad wolf is spared
ending-nobody_left_to_win = There was nobody in the werewolf camp
ending-sinner_alone = The sinner's wish comes true
ending-doomsayer_executed = The doomsayer's wish comes true
ending-werewolf_doomsayer_spared = The doomsayer with the werewolf is spared

role-villager = villager
role-werewolf = werewolf
role-seer = seer
role-gravedigger = gravedigger
role-madman = madman
role-sinner = sinner
role-magician = magician
role-doomsayer = doomsayer

camp-village = village camp
camp-werewolf = werewolf camp
camp-third = third camp

vote-first = first vote
vote-runoff = runoff

target-own = own
target-right = right neighbour
target-left = left neighbour
target-other = another seat
target-graveyard = graveyard

dimension-camp = Camp
    .definition = The camp in the end: village, werewolf or third.

dimension-pair = Pair of cards
    .definition = The two cards held in the end.

dimension-role = Role
    .definition = The role held in the end.

dimension-vote = Vote
    .definition = The first vote or the runoff.

dimension-target = Target
    .definition = Where the card lay: with the seer, its right or left neighbour, another seat, or in the graveyard.

dimension-claimed = Claimed role
    .definition = The role that the statement claims.

dimension-held = Cards held
    .definition = The two cards held when the abilities began.

metric-win = Wins by camp and cards
    .definition = Per seat and finished game: whether it won, by its camp and by the two cards it held in the end.
    .example-1 = Who wins most often, by camp?
    .example-2 = Which pairs of cards win most often?

metric-win_with_role = Wins by role
    .definition = Per role held by a seat at the end of a finished game, twins counted once: whether that seat won.
    .example-1 = Which roles win most often?

metric-camp_wins = Wins of camps
    .definition = Per camp that had a seat in a finished game: whether any seat of it won.
    .example-1 = Does the village win more often than the werewolves?
    .example-2 = How do wins differ between variants?

metric-ending = Endings
    .unit = games
    .definition = Per finished game: how it ended.
    .example-1 = How do games end?

metric-runoff = Runoffs
    .definition = Per finished game: whether there was a runoff.
    .example-1 = How often is there a runoff?

metric-panic = Panics
    .definition = Per finished game: whether the runoff was tied and the village panicked.
    .example-1 = How often does the village panic?

metric-graveyard_voted = Graveyard executed
    .definition = Per finished game without panic: whether the graveyard got most votes.
    .example-1 = How often is the graveyard executed?

metric-graveyard_right = Graveyard rightly executed
    .definition = Per finished game in which the graveyard got most votes: whether the werewolf lay there.
    .example-1 = How often is the graveyard the right choice?

metric-village_accuracy = Werewolf executed
    .definition = Per finished game in which a seat was executed: whether it held the werewolf.
    .example-1 = How often did the executed seat hold the werewolf?

metric-vote_on_werewolf = Votes on the werewolf
    .definition = Per ballot for somebody: whether it was for whoever held the werewolf, the graveyard included, by the vote and by the camp of the voter. The empty ballots of seats without a vote don’t count.
    .example-1 = Who votes for the werewolf most often?
    .example-2 = Who votes for whom?

metric-seer_target = Where the seer looks
    .unit = looks
    .definition = Per look: at an own card, that of the right or left neighbour, that of another seat, or the graveyard.
    .example-1 = Where do seers look?

metric-seer_found_werewolf = Werewolf found
    .definition = Per look: whether the card was the werewolf, by where the seer looks.
    .example-1 = Where do seers find the werewolf?

metric-exchange_changed_winner = Exchange changed the winner
    .definition = Per exchange by the gravedigger: whether the same votes with the cards not exchanged give other winners.
    .example-1 = How often does the exchange change who wins?

metric-mad_wolf = Mad wolves
    .definition = Per finished game: whether a seat was a mad wolf in the end.
    .example-1 = How often is there a mad wolf?

metric-mad_wolf_wins = Wins of mad wolves
    .definition = Per mad wolf in the end: whether it won.
    .example-1 = How often do mad wolves win?

metric-claim_true = True claims
    .definition = Per statement on record that claims a role: whether the seat held that card when the abilities began.
    .example-1 = Which claims can be believed?
    .example-2 = Who tells the truth?

metric-claimed_role = Claimed roles
    .unit = statements
    .definition = Per statement on record that claims a role: the role, by the two cards the seat held when the abilities began.
    .example-1 = What do people claim to be?

metric-vote_decides = Votes that decided
    .definition = Per vote of a finished game in which no rule was broken up to then: whether another vote of that player alone would for certain have changed who won; one that would only have led to a runoff does not count.
    .example-1 = How often does one vote decide?

metric-vote_gives_up = Given up by votes
    .unit = difference of chances
    .definition = Per vote of a finished game in which no rule was broken up to then: the chance to win if the best target is executed, less that of the target voted for. The chances follow from what the voter knew then, by counting all ways in which the cards can lie, all alike (model counting-1); what was said does not count. They are counted once, after the game has ended, and until then its votes are not included.
    .example-1 = Who votes by what they know?

setting-variant = Variant

variant-standard = Standard
variant-night_of_the_magician = Night of the Magician (six)
variant-dangerous_neighbour = Dangerous Neighbour (six)
variant-farewell_to_a_dying_world = Farewell to a Dying World (six)
