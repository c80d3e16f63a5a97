### Dancing Villager: texts of metrics and settings, and words of their values. An id ends as the API has it.

ending-seven_dogs = seven dogs
ending-seven_dogs_lost_again = seven dogs, lost again

landing-up = hand up
landing-down = hand down
landing-flat = flat
landing-standing = standing
landing-leaning = leaning

stick-meat = meat
stick-charcoal = charcoal

touched-dog = a dog
touched-fire = the fire

source-standing = standing villagers
source-race = a race

dimension-landing = Landing
    .definition = Hand up, hand down, flat, standing or leaning.

dimension-ended_by = Stick that ran out
    .definition = Meat or charcoal.

dimension-throws = Throw of the round
    .definition = The number of the throw in its round, from 1, that set the race off.

dimension-from = How
    .definition = By standing villagers or in a race.

dimension-own_dogs = Own dogs
    .definition = The dogs of the seat.

dimension-top_dogs = Most dogs of another
    .definition = The most dogs that another seat had.

metric-landing_share = How villagers land
    .unit = share
    .definition = Per seat and finished game, for each way to land: its share of all the villagers the seat threw.
    .example-1 = How do villagers land?
    .example-2 = Who makes villagers stand most often?

metric-villagers_thrown = Villagers thrown
    .unit = villagers
    .definition = Per seat and finished game: the villagers it threw, each counted every time; what “How villagers land” is a share of.
    .example-1 = How many villagers does a seat throw in a game?

metric-throws_per_round = Throws per round
    .unit = throws
    .definition = Per round that ended with a race: how often everybody threw, by the stick that ran out (meat or charcoal).
    .example-1 = Which rounds are longer, those that end by meat or by charcoal?

metric-round_end = How rounds end
    .unit = rounds
    .definition = Per round that ended with a race: the stick that ran out, meat or charcoal.
    .example-1 = Do rounds end by meat or by charcoal?

metric-dog_race = Races for the dogs won
    .definition = Per seat and race for the dogs: whether it took at least one.
    .example-1 = Who wins the races for the dogs?
    .example-2 = Does who wins the race depend on how early it comes?

metric-fire_race = Races for the fire won
    .definition = Per seat and race for the fire: whether it took it.
    .example-1 = Who wins the races for the fire?

metric-fouls = Fouls
    .unit = fouls
    .definition = Per seat and finished game: how many fouls it committed.
    .example-1 = Who commits most fouls?

metric-foul_touched = Touched in fouls
    .unit = fouls
    .definition = Per foul: what was touched, a dog or the fire; unknown where nobody said.
    .version-2 = A foul of which nobody said what was touched counts as an unknown value, no longer as the word unknown.
    .example-1 = Are fouls on dogs or on the fire?

metric-escapes = Escapes
    .unit = escapes
    .definition = Per seat and finished game: how often it lost its last villager (DV-12), with or without dogs to run away.
    .example-1 = Do escapes grow more frequent with more seats?

metric-dogs_lost = Dogs that ran away
    .unit = dogs
    .definition = Per last villager lost: how many dogs went back to the pack.
    .example-1 = How many dogs run away at once?

metric-dogs_won = Where dogs come from
    .unit = dogs
    .definition = Per seat and finished game: the dogs it got, by standing villagers and in races; those that ran away later count as well.
    .example-1 = Do dogs come from standing villagers or from races?
    .example-2 = Who gets most dogs in races?

metric-comeback = Comebacks
    .definition = Per finished game, for each winner: whether at the end of some earlier round it had at least 3 dogs fewer than the seat with most.
    .example-1 = How often do winners come from behind?

metric-won_from_here = Won from here
    .definition = Per seat and first throw of each round in a finished game: whether the seat won in the end, by the dogs it had then, and the most dogs that another seat had.
    .example-1 = How often does one win from which position?

metric-deficit_made_up = Deficit made up
    .unit = dogs
    .definition = Per finished game, for each winner: the most dogs by which it was behind the seat with most at the end of an earlier round.
    .example-1 = What deficits do winners make up?

metric-win_after_escape = Won after an escape
    .definition = Per seat that lost its last villager in a finished game: whether it won.
    .example-1 = Can one win after an escape?

metric-rounds = Rounds per game
    .unit = rounds
    .definition = Per finished game: how many rounds were begun.
    .example-1 = Are there more rounds with more seats?

metric-throws = Throws per game
    .unit = throws
    .definition = Per finished game: how often everybody threw.
    .example-1 = How many throws does a game take?
