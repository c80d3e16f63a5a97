### Titles of query parameters in charts. Ids end as the API has them.

parameter-player = player
parameter-other_player = other player
parameter-nth_game = game number
parameter-seat = seat
parameter-seats = number of seats
parameter-game = game
parameter-variant = variant
parameter-place = place
parameter-tag = tag
parameter-without_tag = without tag
parameter-day = day
parameter-week = week
parameter-month = month
parameter-year = year
parameter-weekday = weekday
parameter-hour = hour
parameter-of = of
parameter-group = group
parameter-from = from
parameter-to = to
parameter-result = how it ended
parameter-irregular = irregular games
parameter-simulated = simulated games
parameter-opponent = opponent
