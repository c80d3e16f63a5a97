### Metrics of every game, and the words of their values. Ids end as the API has them.

dimension-turn = Turn
    .definition = The seat counted clockwise from the one that had the first turn of the game, who is 1. Games without turns, in which all move at once, have none.

metric-won = Wins
    .definition = Per seat and finished game: whether it won, alone or with others. In cooperative games everybody wins or nobody does. Abandoned games do not count.
    .example-1 = Do first players win more often when five play?
    .example-2 = Who wins most often?

reference-chance = Chance alone

metric-won_above_chance = Wins above chance
    .unit = difference of shares
    .definition = Per seat and finished game that is not cooperative: 1 if it won and 0 if not, less the share of the seats of its table that won. By chance alone the mean is 0, however many play. Over whole tables it is always 0, so it is grouped by player, seat, turn or number of the game.
    .example-1 = Who wins more than the size of the table predicts?
    .example-2 = Do people learn from game to game?

metric-place = Places
    .unit = places
    .definition = Per seat and finished game of a kind that ranks its seats: its place, 1 the best. Equal places are shared and the next ones skipped (1, 1, 3).
    .example-1 = What is the mean place, by seat count?

metric-points = Points
    .unit = points
    .definition = Per seat and finished game of a kind that counts points for each seat: its points. What a point is differs from game to game; compare within one.
    .example-1 = How many points are scored, by game?

metric-score = Score of the table
    .unit = points
    .definition = Per finished game of a kind with one score for the whole table: that score. Endings without a score, such as losses, have no observation.
    .example-1 = Do scores rise from month to month?

metric-moves = Length in moves
    .unit = moves
    .definition = Per finished game: the moves in force in the end, those included that only tell what was hidden (reveals, notes of cards). What was taken back, amendments and comments do not count.
    .example-1 = Which games are long?

metric-minutes = Length in minutes
    .unit = minutes
    .definition = Per finished game: the minutes from the first to the last move in force, by the times at which they were logged; amendments and comments do not matter. A record whose moves follow each other by less than a second in the mean was not logged at the table but written or imported afterwards, and has no observation.
    .version-2 = Records whose moves follow each other by less than a second in the mean do not count.
    .example-1 = How much longer do games take with more seats?

reference-no_advantage = No advantage

metric-first_player_advantage = First-player advantage
    .unit = difference of shares
    .definition = Per finished game with turns that is not cooperative, for the seat that had the first turn: 1 if it won and 0 if not, less the share of all seats that won. A mean of 0 is no advantage.
    .example-1 = Does the first turn matter more with more seats?
    .example-2 = In which games do first players have an advantage?

metric-opponents = Opponents
    .unit = players
    .definition = Per finished game and seat of a known player: each known player in another seat, with or against. Seats without a profile, and people who were erased, do not count.
    .example-1 = Who plays with whom most often?

weekday-monday = Monday
weekday-tuesday = Tuesday
weekday-wednesday = Wednesday
weekday-thursday = Thursday
weekday-friday = Friday
weekday-saturday = Saturday
weekday-sunday = Sunday

switch-yes = yes
switch-no = no

setup-special = a special set-up
setup-standard = as usual

metric-rating = Rating
    .unit = μ
    .definition = For each kind of game, what is known of how good somebody is, as a normal distribution with mean μ and standard deviation σ, at first 25 and 25/3. The games that count (public, no copies, finished, without a breach of the rules) are taken one by one in the order they were played (of the same time: by the ids of the records), and the places of the seats update everybody at the table by the method of Weng and Lin (Plackett–Luce). In games without places those who won are first and all others second; equal places are draws. By how much somebody won makes no difference. In cooperative games everybody at the table is one team, and its opponent is the game itself with these options and so many seats, which has a rating of its own: at first that of a team of as many newcomers (μ = 25n, σ = 25/3·√n). The team is first if it wins, the game if it does not. Seats without a name, guests without a profile and people who were erased are newcomers every time and never updated; a table at which nobody else sits changes nothing, nor does a competitive game of one. Time alone changes nothing either. After amendments, reopenings, changes of who may see a record, mergers and erasures everything is as if it had been so from the start.
    .version-2 = The order of the seats is taken as a whole (Plackett–Luce), not pair by pair, so that large tables no longer make ratings look surer than they are.

archive-counted_games = Counts public games that are over; abandoned ones never. Games in which a rule was broken, and games that a program played against itself, count only where the question asks for them.

### Ways to group that metrics share.

grouping-seats = Number of seats
    .definition = How many seats the table had.

grouping-game = Game
    .definition = The kind of game.

grouping-variant = Variant
    .definition = All options of the game together.

grouping-rules_version = Version of the rules
    .definition = The version of the rules that it was played by. When a rule changes, new records have the next version.

grouping-place = Place
    .definition = Where it was played, as the record says now, whatever the width and case of the letters.

grouping-tag = Tag
    .definition = A tag of the record as it is now; a game with several is in the group of each.

grouping-day = Day
    .definition = The day on which it was played or, where nobody said when, opened. Days begin in the time zone of the question.

grouping-week = Week
    .definition = The week of that day, which begins on a Monday and is counted as in ISO 8601.

grouping-month = Month
    .definition = The month of that day.

grouping-year = Year
    .definition = The year of that day.

grouping-weekday = Weekday
    .definition = The day of the week of that day.

grouping-hour = Hour
    .definition = The hour at which it was played, 0 to 23 in the time zone of the question. A record of which only the day is known may stand at noon.

grouping-result = How it ended
    .definition = How the game ended.

grouping-seat = Seat
    .definition = Whose seat the value is of; the first seat is 0.

grouping-player = Player
    .definition = Who sat there, as far as that is known now: people without a profile, and those who were erased, are nobody.

grouping-nth_game = Game number
    .definition = Which of the recorded games of this kind it was for whoever sat there, from 1. All public games that are over count, in the order in which they were played, whichever of them the question is about; simulated ones if it includes them.

grouping-other_player = Other player
    .definition = Who sat on the other seat.
