### Not My Fault! in English. How sentences are written: see engine/src/words/en.ftl.

## What one can do

declare-kind = draw a card and declare
note-card-kind = note a card
audit-kind = audit
reveal-kind = turn up the cards
reshuffle-kind = shuffle the discards into the draw pile

## The log: moves

declares-first = { $seat } draws { $card-present ->
    [yes] a { $card }
   *[no] a card
}, lays it face down and declares { $number } or more.
declares = { $seat } draws { $card-present ->
    [yes] a { $card }
   *[no] a card
}, lays it face down and declares { $number } or more in all.
notes-card = The card that { $seat } laid last is a { $card }.
audits = { $seat } calls an audit.
turns-up = { $placed ->
    [one] The card is turned up.
   *[other] All face-down cards are turned up.
}
turns-up-known = { $placed ->
    [one] The card is turned up: { $cards }.
   *[other] All face-down cards are turned up: { $cards }.
}
a-card = a { $number }
unnoted = { $count ->
    [one] a card that nobody noted
   *[other] { $count } cards that nobody noted
}
reshuffles = The discards are shuffled into the draw pile.
makes-new-pile = The draw pile is shuffled again.

## The log: what follows

pile-remade = The draw pile was empty, so the discards were shuffled into a new one of { $cards } { $cards ->
    [one] card
   *[other] cards
}.
warned = That is a white square, so { $seat }'s warning card is turned to yellow.
accused = { $auditor } does not believe that the cards make { $accused }'s { $number }.
counted-less = The sum is { $sum }, less than the { $number } that { $seat } declared.
counted-exactly = The sum is { $sum }, exactly what { $seat } declared.
counted-more = The sum is { $sum }, enough for the { $number } that { $seat } declared.
suspended = { $seat } takes { $suspensions ->
    [1] a suspension card
    [2] a second suspension card
   *[other] suspension card number { $suspensions }
}.
eliminated = { $seat } is out of the game.
round-began = Round { $round } begins with { $seat }.
thirty-won = The game is over. { $winners } wins alone.
second-suspension = The game is over. { $losers } loses; { $winners-count ->
    [one] { $winners } wins
   *[other] { $winners } win
}.
last-player = The game is over. { $winners } is the last one left and wins.

## What has a number

seats-quantity = the number of players
cards-quantity = the number of cards
deck-quantity = the number of counts of cards, one for each number from 0 to 6,
copies-quantity = the number of cards with the same number
card-quantity = the number on a card
sum-quantity = the sum

## Refusals: declaring (NMF-2, NMF-4, NMF-5, NMF-I2)

less-than-one = The first declaration of a round is 1 or more, not { $input }.
declared-less-than-one = The first declaration of the round was { $input }, although it had to be 1 or more.
not-higher = A declaration must be higher than the { $arrow } before it, and { $input } is not.
declared-not-higher = The declaration was { $input }, not higher than the { $arrow } before it.
beyond-the-track = A declaration is at most 30, not { $input }.
white-again = { $seat }'s warning card is yellow, so { $seat } cannot declare the white square { $input }.
declared-white-again = { $seat }'s warning card was yellow, and { $seat } declared the white square { $input }.
nothing-to-draw = No card is left to draw, so { $seat } must audit.

## Refusals: auditing and noting (NMF-2, NMF-6)

nothing-to-audit = Nothing has been declared in this round yet, so { $seat } cannot audit.
own-declaration = { $seat } made the last declaration and cannot audit it.
no-card = { $seat } has not laid a card in this round.
nothing-new = The card that { $seat } laid last is known already.

## Refusals: cards and sums (G-4, G-5, NMF-10)

not-in-deck = The game does not have so many of these cards: { $cards }.
nothing-to-reshuffle = There are no discards to shuffle into the draw pile.
reshuffled-nothing = The draw pile was shuffled again, although there were no discards.
nothing-revealed = The cards or their sum are needed, or both.
wrong-sum = The sum of these cards cannot be { $input }; it is { $sums-or }.
sum-left-open = Some cards are unknown, so the sum is needed: it is { $sums-or }.
card-otherwise = The card with which { $seat } declared { $number } was logged as a { $logged }, not as a { $input }.
not-left = Not so many of these cards are left: { $cards }.
sum-otherwise = With the cards that are known already the sum cannot be { $input }; it is { $sums-or }.
range = { $least } to { $most }
number = { $number }

## The board: the round and who is to act

round-board = Round { $round }.
round-extreme-board = Round { $round }, extreme rule.
audit-pending = Turn up the cards: { $auditor } audits { $declarer }'s { $number }.
thirty-pending = Turn up the cards: { $declarer } declared { $number }.
must-audit = { $seat } must audit { $accused }: no card is left to draw.
declare-or-audit = { $seat } declares a number or audits { $accused }.
declare-black-or-audit = { $seat } declares a black square or audits { $accused }.
first-declaration = { $seat } draws a card and declares a number.
thirty-board = The game is over: { $people } declared 30 and made it.
second-suspension-board = The game is over: everybody wins but { $people }, who was suspended twice.
last-player-board = The game is over: { $people } is the last one left and wins.

## The board: the arrow and the cards

arrow-at-start = The arrow points to 0.
arrow-on-white = The arrow points to { $number }, a white square.
arrow-on-black = The arrow points to { $number }, a black square.
face-down = { $count ->
    [0] No card is on the table yet.
    [one] 1 card face down, with what was declared.
   *[other] { $count } cards face down, each with what was declared.
}
turned-up-made = Turned up: sum { $sum } ≥ { $number } declared, made.
turned-up-suspended = Turned up: sum { $sum } { $enough ->
    [yes] ≥
   *[no] <
} { $number } declared, suspended: { $seat }.
placed-card = { $seat } with { $card-present ->
    [yes] a { $card }
   *[no] an unknown card
}: { $number } or more.
piles = { $discards ->
    [one] 1 discard.
   *[other] { $discards } discards.
}
piles-counted = Draw pile { $drawable }, discards { $discards } (below: certain discards / all cards)
discarded-numbers = Certain discards of all cards: { $numbers-dots }.
discarded-number = { $number } ({ $gone } of { $all })

## The board: before the players

won-remark = won
out-remark = out
lost-remark = lost
turn-remark = to play
audits-remark = audits
declared-remark = ≥ { $number }
seat-board = { $seat }: { $facts-dots }.
warning-fact = warning card { $yellow ->
    [yes] yellow: black squares only
   *[no] grey: any square
}
suspensions-fact = { $suspensions } { $suspensions ->
    [one] suspension
   *[other] suspensions
}

## Forms

card-label = Card drawn, if you saw it
number-label = Number declared
sum-label = Sum
declare-label = Declare
audit-label = Audit { $accused }'s { $number }
reshuffle-label = Shuffle the discards into a draw pile
card-laid-label = The card laid with { $number }
note-label = Note a card laid face down
by-sum-label = Turn up the cards: record the sum
by-cards-label = Turn up the cards: record each card
in-order-label = In the order they were laid
unknown-label = unknown

## Analysis

declared-against-odds = { $seat } declared { $number } or more; from what { $seat } saw that had { $percent }%.
declared-in-vain = { $seat } declared { $number } or more and could see that the cards made less.
audited-rightly = { $seat } audited { $number }; from what { $seat } saw the audit had { $percent }%. It was right: the cards made { $sum }.
audited-wrongly = { $seat } audited { $number }; from what { $seat } saw the audit had { $percent }%. It was wrong: the cards made { $sum }.
sums-graph = Each declaration, and what the cards made
declared-line = declared
sum-line = the cards
cards-table = The number of each card on the table
cards-of-sum-table = The number of each card on the table; with { $percent }% they make { $number } or more
card-line = { $place }: { $seat }
card-chance = With { $percent }%, card { $place }, that of { $seat }, is a { $number }.
