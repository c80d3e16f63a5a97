### Bremen: texts of metrics and settings, and words of their values. An id ends as the API has it.

title-finest_band = the finest band in town
title-moving_band = a band that moves the heart
title-thrilling_band = a thrilling band
title-spirited_band = a spirited band
title-stylish_band = a stylish band
title-dreaming_band = a dreaming band

ending-won = everybody won
ending-lost_by_tiles_taken = lost by the tiles taken
ending-lost_by_animals_left = lost by the animals left
ending-lost_by_both = lost by both

condition-tiles_taken = tiles taken
condition-animals_left = animals left
condition-both = both

dimension-from_first_leader = Seat from the first leader
    .definition = The seat counted clockwise from the first leader, who is 0.

dimension-number = Number
    .definition = The number on the tile, 1 to 13.

dimension-chickens = Chickens dealt
    .definition = How many chickens the seat was dealt.

dimension-most_chickens = Most chickens in a hand
    .definition = How many chickens were dealt to the seat that got most of them.

metric-win = Games won
    .definition = Per finished game: whether everybody won.
    .example-1 = With how many seats is it won more often?
    .example-2 = Are uneven hands harder to win with?

metric-title = Titles
    .unit = titles
    .definition = Per game won: the title it earned.
    .example-1 = Which titles do groups earn?
    .example-2 = How do titles differ by the hands that were dealt?

metric-score = Score
    .unit = points
    .definition = Per game won: its score.
    .example-1 = How are scores distributed?

metric-failed_condition = Condition failed
    .unit = games
    .definition = Per game lost: the condition not met: the tiles taken, the animals left, or both.
    .example-1 = Which condition are games lost by?

metric-taken_pattern = Tiles taken in losses
    .unit = games
    .definition = Per game lost: the tiles taken by the seats, most first.
    .example-1 = How are the tiles spread over the seats in losses?

metric-rounds_off_target = Distance from condition 1
    .unit = rounds
    .definition = Per game lost: the fewest rounds that would have had to go to another seat to meet condition 1.
    .example-1 = How far from condition 1 do losses end?

metric-lost_after_round = Lost after round
    .unit = rounds
    .definition = Per game that missed condition 1: the round after which the counts made it unreachable.
    .example-1 = After which round is a game usually lost?

metric-lost_in_round = Lost in round
    .unit = rounds
    .definition = Per lost game without a breach: the round with the play that lost it. It is the last round at whose start some line of legal plays still won, with all hands open; 0 if the deal could not be won. It is looked for once, after the game has ended, and until then the game does not count. The search looks at a limited number of positions; where that does not suffice, or the record does not tell who had which tile, the round counts as one between the bounds that are known.
    .example-1 = In which round is the mistake made that loses the game?

metric-leader_when_lost = Lost by the leader
    .definition = Per lost game, for the leader of the round in which it was lost: whether the leader took it. A game is lost when the counts make condition 1 unreachable, or when the last tile of an animal is played, which makes condition 2 unreachable, whichever is first; seats can be counted clockwise from the first leader.
    .version-2 = Games that are lost by condition 2 count, too.
    .example-1 = Who leads when a game is lost?

metric-took_24 = Ended with 24
    .definition = Per seat and finished game: whether it took 24 tiles; seats can be counted clockwise from the first leader.
    .example-1 = Does the first leader end with 24 more often?
    .example-2 = How many chickens does it take to end with 24?

metric-took_0 = Ended with 0
    .definition = Per seat and finished game: whether it took nothing; seats can be counted clockwise from the first leader.
    .example-1 = Which seat ends with nothing most often?

metric-leader_takes = Rounds taken by the leader
    .definition = Per round, for its leader: whether the leader took it.
    .example-1 = How does the leader’s share of rounds change during a game?

metric-chicken_round = When chickens are played
    .unit = rounds
    .definition = Per chicken played: the round it was played in, by the number on the tile.
    .example-1 = Are high chickens played early?

metric-chicken_takes = Rounds taken by chickens
    .definition = Per chicken played: whether that tile took the round, by the number on it.
    .example-1 = Which chickens take their rounds?
