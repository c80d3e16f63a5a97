### Bremen in English. How sentences are written: see engine/src/words/en.ftl.

## Things

chicken = chicken
    .one = a chicken
    .many = chickens
donkey = donkey
    .one = a donkey
    .many = donkeys
dog = dog
    .one = a dog
    .many = dogs
cat = cat
    .one = a cat
    .many = cats
tile = { $animal } { $number }

## What one can do

deal-kind = deal the tiles
redeal-kind = deal all tiles again
lead-kind = name the first leader
play-kind = play a tile
reveal-kind = turn over the tiles left in hand

## The log: dealing

dealt = Everybody takes 13 tiles.
put-in-centre = The { $tile } is left over and lies face up in the centre.
holds = { $seat } holds { $tiles-dots }.
deals-again = { $seat } holds 8 chickens or more: all tiles are dealt again.
shows-and-deals-again = { $seat } shows { $tiles-dots }, which is 8 chickens or more: all tiles are dealt again.
redeal-due = { $seat } holds { $chickens } chickens, so all tiles must be dealt again.

## The log: rounds

leads-first-round = { $seat } leads the first round.
holds-donkey-and-leads = { $seat } holds the { $tile } and leads the first round.
leads-with = { $seat } leads with the { $tile }.
follows-with = { $seat } follows with the { $tile }.
plays-another = { $seat } does not follow with { $led-one } and plays the { $tile }.
takes-round = { $seat } takes round { $round } with the { $tile } and has { $taken } { $taken ->
    [one] tile
   *[other] tiles
} now.

## The log: the end

last-tiles-unseen = The tiles left in hand are not shown.
last-tiles = The tiles left in hand are turned over: { $tiles-dots }.
last-tile = { $seat } has the { $tile }
both-conditions-met = 12 rounds are over, and both conditions are met.
only-animals-left-met = 12 rounds are over. Condition 2, the animals left in hand, is met; condition 1, the tiles taken, is not.
only-tiles-taken-met = 12 rounds are over. Condition 1, the tiles taken, is met; condition 2, the animals left in hand, is not.
no-condition-met = 12 rounds are over, and neither condition is met.
won = Everybody wins with { $score } { $score ->
    [one] point
   *[other] points
}: { $title }!
lost = Everybody loses.

## Refusals: the table and the deal (BR-1)

wrong-number-of-seats = Bremen is for 3 or 4 players, not for { $input }.
hands-given = the number of hands
tiles-left-given = the number of tiles left in hand, one for each seat,
tile-in-centre-missing = With 3 players one tile is left over and lies face up in the centre, so it must be named.
no-tile-in-centre = With 4 players all tiles are dealt, so no tile lies in the centre.
wrong-hand-size = { $seat } has 13 tiles after the deal, not { $input }.
tile-not-in-game = With 3 players there are no 1s, 2s and 3s, so there is no { $tile }.
tile-twice = There is only one { $tile }, but it is given twice.
tile-in-centre = The { $tile } lies in the centre and is in nobody's hand.

## Refusals: eight chickens (BR-2)

not-dealt-again = { $seat } held 8 chickens or more, and the tiles were not dealt again.
somebody-not-dealt-again = Somebody held 8 chickens or more, and the tiles were not dealt again.
redeal-first = { $seat } holds 8 chickens or more, so all tiles are dealt again first.
too-few-chickens = Tiles are dealt again for 8 chickens or more; { $seat } holds { $chickens } at most.
eighth-chicken = The { $tile } is { $seat }'s 8th chicken, so the tiles would have been dealt again.
other-hand = The hand that { $seat } shows is not the hand that was dealt.

## Refusals: tiles and hands (BR-3)

already-played = The { $tile } has been played already and is in nobody's hand.
not-in-hand = The { $tile } is not in { $seat }'s hand.
in-another-hand = The { $tile } was dealt to another player, not to { $seat }.

## Refusals: the first leader (BR-4)

wrong-leader = The holder of the { $donkey } leads first, and { $seat } does not hold that tile.
led-without-donkey = { $seat } led first without holding the { $donkey }.
donkey-elsewhere = { $leader } led first and so held the { $tile }; { $seat } cannot have that tile.
donkey-not-left = { $seat } led first and never played the { $allowed }, so that tile is still in { $seat }'s hand.
donkey-not-shown = { $seat } led first, so the { $required } is in { $seat }'s hand.

## Refusals: following (BR-6)

must-follow = { $seat } holds { $led-one }, the leader's animal, and must play one, not the { $input }.
revoked = { $seat } held { $led-one } and played the { $input }.
revoked-earlier = { $seat } did not follow with { $animal-one } before and so cannot hold the { $tile }.

## Refusals: the score (BR-11)

score-unknown = The game is won, and the tile left in { $seat }'s hand is needed for the score.

## The board

to-be-dealt = The tiles are to be dealt.
to-be-led = The first leader is to be named.
in-round = Round { $round } of { $rounds }.
to-be-turned-over = The tiles left in hand are to be turned over.
won-board = Won with { $score } { $score ->
    [one] point
   *[other] points
}: { $title }.
lost-board = Everybody lost.
centre-board = The { $tile } lies in the centre.
played-board = { $seat } has played the { $tile }.
took = took { $taken } { $taken ->
    [one] tile
   *[other] tiles
}
seat-board = { $seat } has taken { $taken } { $taken ->
    [one] tile
   *[other] tiles
} and has { $count } in hand.
known-board = Known of these: { $tiles-dots }.
lacks-board = { $seat } has no { $animals-many-or }.

## Forms

hand = { $seat }'s hand
hand-shown = The hand, if shown
tile-label = Tile
centre-label = Tile in the centre
not-shown = not shown
deal-label = Deal
redeal-label = Deal again: 8 chickens or more
lead-label = Who leads first
play-label = Play
reveal-label = Turn over the tiles left in hand

## Analysis

win-went-here = Here the win went: before { $seat } played the { $tile } all could still have won, and after it nobody could. This is seen with all hands open, which { $seat } did not see.
tiles-taken-graph = The tiles taken: 24, 16, 8 and none with four, 24, 12 and none with three
seat-line = { $seat }
hidden-hands-table = What the hidden hands hold: the likeliest number of each animal, and its chance
likeliest-count = { $count } ({ $percent }%)
holds-chance = With { $percent }%, { $seat } holds at least one { $animal }.
tile-wins = With all hands open: after the { $tile }, all can still win.
tile-loses = With all hands open: after the { $tile }, nobody can win.
