### Half Werewolf in English. How sentences are written: see engine/src/words/en.ftl.

## Cards

# Of villagers there are many, of every other role one.
any-card = a { $role }
the-card = the { $role }
two-villagers = 2 villagers
cards = { $cards }
unknown-card = an unknown card
unknown-cards = { $count ->
    [one] an unknown card
   *[other] { $count } unknown cards
}
faces = { $faces }
of-role = { $count ->
    [one] { $role }
   *[other] { $count } { $role }s
}
    .one = { $count ->
        [one] the { $role }
       *[other] { $count } { $role }s
    }

## Where cards lie

first = first
second = second
own-card = their own { $slot } card
card-of = { $seat }'s { $slot } card
graveyard-card = the { $slot } card of the graveyard
only-graveyard-card = the card in the graveyard
person = { $seat }
graveyard = the graveyard

## Variants and times

standard = Standard
night-of-the-magician = Night of the Magician
dangerous-neighbour = Dangerous Neighbour
farewell-to-a-dying-world = Farewell to a Dying World
morning = Morning
day = Day
evening = Evening
the-end = The end

## What one can do

deal-kind = deal the cards
note-kind = note your own cards
pass-cards-kind = pass cards to the right
seer-look-kind = look at a card as the seer
dig-kind = exchange a card as the gravedigger
skip-ability-kind = go on without anybody coming forward
statement-kind = say something
end-day-kind = end the day
vote-kind = vote
reveal-kind = turn over all cards

## The log: morning

dealt = { $graveyard ->
    [one] Everybody is dealt 2 cards. The last card lies face down in the graveyard.
   *[other] Everybody is dealt 2 cards. The last { $graveyard } cards lie face down in the graveyard.
}
is-dealt = { $seat } is dealt { $cards }.
graveyard-is-dealt = The graveyard gets { $cards }.
checks-cards = { $seat } checks their own cards.
notes = { $seat } notes their own cards: { $noted-dots }.
noted-dealt = dealt { $cards }
noted-passed = passed on { $card }
noted-holds = holding { $cards } now
everybody-passes = Everybody passes a card to the right and lays the 2 cards they have now face down.
passes = { $seat } passes { $card } to { $right }.
looks = { $seat } comes forward as the seer and looks at { $place }.
looks-and-sees = { $seat } comes forward as the seer and looks at { $place }, which is { $card }.
digs = { $saw-present ->
    [yes] { $seat } comes forward as the gravedigger, sees { $saw } in the graveyard and exchanges { $gave } for { $place }.
   *[no] { $seat } comes forward as the gravedigger, looks at the cards of the graveyard and exchanges { $gave } for { $place }.
}
one-of-them = one of them
that-of-them = the { $slot } of them
nobody-comes-forward = Nobody comes forward as the { $role }.
turned = { $seat } has seen the magician and is turned to the werewolf camp.

## The log: day

day-begins = The morning is over, and the 5 minutes of discussion begin.
says = { $seat }: “{ $text }”
claims-and-says = { $seat } claims to be { $card }: “{ $text }”
claims = { $seat } claims to be { $card }.
says-something = { $seat } says something.
day-ends = The 5 minutes are over, and the discussion ends.

## The log: evening

votes = Everybody votes at the same moment: { $votes-dots }.
ballot-for-themselves = { $seat } for themselves
ballot-for = { $seat } for { $target }
ballot-for-nobody = { $seat } for nobody
no-votes = Nobody gets a vote.
votes-counted = The votes are counted: { $counts-dots }.
counted = { $votes } for { $target }
runoff-due = { $targets } are tied, so everybody votes again among them.
panics = The runoff is tied too, and the village panics.
executed = { $target } is executed.
graveyard-chosen = The graveyard is chosen, and nobody is executed.

## The log: the end

revealed = All cards are turned over: { $hands-dots }.
hand-of = { $seat } has { $cards }
graveyard-revealed = The graveyard holds { $cards }.
camps-decided = The cards decide the camps.
in-camp = { $seats-count ->
    [one] { $seats } is in the { $camp }.
   *[other] { $seats } are in the { $camp }.
}
is-mad-wolf = { $mad_wolf } is a mad wolf.
turned-by-magician = The magician has turned { $turned } to the werewolf camp.
ended-in-panic = The village panics.
mad-wolf-executed = The mad wolf is executed.
werewolf-executed = The werewolf is found.
werewolf-spared = The werewolf gets away.
mad-wolf-spared = The mad wolf is not executed.
nobody-left-to-win = The werewolf is not found, but nobody is in the werewolf camp.
sinner-alone = Nobody is in the werewolf camp, but the sinner's right neighbour is executed.
doomsayer-executed = The doomsayer's wish comes true.
werewolf-doomsayer-spared = The doomsayer who holds the werewolf is not executed.
nobody-wins = Nobody wins.
wins-alone = { $winners } wins alone.
win = { $winners-count ->
    [one] { $winners } wins.
   *[other] { $winners } win.
}

## Refusals: the table and what is counted

wrong-number-of-seats = Half Werewolf is for 4 to 6 players, not for { $input }.
variant-needs-six = { $variant } is for 6 players, not for { $seats }.
hands-given = the number of hands, one for each seat,
cards-passed-given = the number of cards passed, one for each seat,
ballots-given = the number of votes, one for each seat,
cards-in-hand = the number of cards in a hand
cards-in-graveyard = the number of cards in the graveyard
length-of-statement = the number of characters in the statement
blank-statement = What { $seat } is said to have stated is blank.
no-such-card = { $count ->
    [one] There is no such card: only 1 card lies there.
   *[other] There is no such card: only { $count } cards lie there.
}

## Refusals: cards dealt and passed (HW-1, HW-2, G-4)

role-not-in-game = This game is played without the { $role }.
wrong-deck = { $allowed ->
    [one] There is only 1 { $role }, but { $input } are given.
   *[other] There are only { $allowed } { $role }s, but { $input } are given.
}
impossible-cards = The cards of this game cannot lie like that.
impossible-passing = Of the 2 cards dealt one is passed on and one is kept. These cards do not fit that.
one-too-many = There is only one such card, but it would be in 2 places: { $logged }, and { $input }.
not-passed-on = One card is passed on and one is kept. Because { $logged }, it is impossible that { $input }.
disagrees = The record says that { $logged }, so it is impossible that { $input }.
does-not-add-up = Together with what is on record already, this is impossible.
not-passed-yet = No cards have been passed yet, so only the 2 cards dealt can be noted.
was-dealt = { $seat } was dealt { $cards }
passed-on = { $seat } passed on { $card }
held = { $seat } held { $cards }
holds-now = { $seat } holds { $cards }
card-was = { $place } was { $card }
card-is = { $place } is { $card }
exchanged = the gravedigger exchanged { $place }
gave-away = the gravedigger gave { $card }
rules-kept = the rules were kept

## Refusals: abilities (HW-4 to HW-8)

not-their-moment = It is the { $due }'s moment to come forward, not the { $input }'s.
not-the-holder = Only the holder of the { $role } comes forward, and { $seat } does not hold that card.
came-forward-without = { $seat } came forward as the { $role } without holding that card.
no-own-card = The gravedigger exchanges with another player, so { $seat } cannot exchange their own card.
exchanged-own-card = { $seat } exchanged their own card, not that of another player.
only-one-ability = { $seat } holds both the seer and the gravedigger and may use only one of the 2 abilities.
used-both-abilities = { $seat } held both the seer and the gravedigger and used both abilities.
must-come-forward = Whoever holds the { $role } must come forward.
did-not-come-forward = Somebody held the { $role } and did not come forward.
given-differs = By the cards seen in the graveyard, the gravedigger gives { $saw }, not { $input }.
ability-unused = Nobody used the { $role }'s ability.
give-needed = It is needed now which card of the graveyard the gravedigger exchanged.
saw-otherwise = By the cards turned over, that is not what the { $role } saw.

## Refusals: votes (HW-11 to HW-14)

not-in-runoff = Only { $allowed-or } can be voted for in the runoff, not { $input }.
voted-outside-runoff = In the runoff there was a vote for { $input }, but only those tied could be voted for.
madman-has-no-vote = { $seat } holds the madman and has no vote.
madman-voted = { $seat } held the madman and voted without having a vote.
turned-has-no-vote = { $seat } was turned to the werewolf camp by the magician and has no vote.
turned-voted = { $seat } was turned to the werewolf camp by the magician and voted without having a vote.
has-a-vote = { $seat } has a vote and must use it.
did-not-vote = { $seat } had a vote and did not use it.
wrong-ballots = Somebody without a vote voted, or somebody with a vote did not.

## The board: the course of the day

variant-board = Variant: { $variant }.
time-board = { $time }.
to-be-dealt = Everybody is to be dealt 2 cards.
to-be-passed = Everybody is to pass a card to the right.
seer-to-come-forward = The seer is to come forward.
gravedigger-to-come-forward = The gravedigger is to come forward.
discussion = There are 5 minutes of discussion.
to-be-voted = Everybody is to vote at the same moment.
to-be-voted-again = The vote is tied: everybody is to vote again.
to-be-turned-over = All cards are to be turned over.
deck-board = The cards are { $deck-one }.
seer-line = The seer { $seat } looked at { $place }.
seen-line = The card was { $card }.
gravedigger-line = The gravedigger { $seat } exchanged { $place }.
saw-line = They saw { $cards } in the graveyard.
gave-line = They gave { $card } for it.
first-vote = First vote: { $ballots-dots }.
runoff = Runoff: { $ballots-dots }.
first-vote-line = First vote: { $counts-dots }
runoff-line = The marks are the votes of the runoff.

## The board: the graveyard and the seats

cards-board = { $seat } has { $faces }.
graveyard-board = The graveyard holds { $faces }.
remarks = { $parts-dots }
executed-remark = executed
chosen-remark = chosen
tied-remark = in the runoff
mad-wolf-remark = mad wolf
won-remark = won
note-board = { $seat } { $note }.
held-note = holds { $cards }, in an unknown order
passed-and-got-note = passed on { $passed } and got { $got }
passed-note = passed on { $card }
got-note = got { $card }
dealt-note = was dealt { $cards }
voteless-note = did not vote
turned-note = was turned by the magician
quote-line = “{ $text }”

## Forms

deal-label = Deal
two-cards = { $seat }'s 2 cards
graveyard-label = Graveyard
slot-label = { CAP($slot) } card
note-label = Note your own cards
dealt-label = Cards dealt
passed-label = Card passed on
holds-label = Cards held now
look-label = The seer looks
seen-label = Card seen, if known
looked-at-label = Card looked at
dig-label = The gravedigger exchanges
saw-label = Cards in the graveyard, if known
give-label = Which of them is given, if known
given-label = Card given, if known
exchanged-with-label = Exchanged for
nobody-label = No { $role } comes forward
statement-label = Somebody says something
text-label = What was said
claim-label = Claims to be
end-day-label = End the day
pass-all-label = Everybody passes a card to the right
vote-all-label = Everybody votes
no-vote-label = no vote
reveal-label = Turn over all cards
seer-saw-label = Card that the seer saw
gravedigger-saw-label = Cards that the gravedigger saw
given-away-label = Card of the graveyard that was given away
own-hand-label = Look at your hand
own-cards-label = Your 2 cards
own-pass-label = Pass a card to the right
own-passed-label = Card you pass to the right
not-said = not said
own-vote-label = Vote
own-ballot-label = Your vote

## Analysis

ballots-decided = Another vote of { $seats-or } alone would have changed who won.
ballot-gave-up = From what { $seat } knew, this vote won in { $percent }% of all cases, and another one in { $best }%.
werewolf-camp-graph = The chance of each player to be of the werewolf camp
seat-line = { $seat }
roles-table = Where each role may be now, and who may be of the werewolf camp
wins-table = The chance of each player to win, by who is executed
votes-table = This vote, by what each player knew
vote-column = vote
chance-column = chance to win
best-vote-column = best vote
given-up-column = given up
otherwise-column = another vote
best-vote = { $target } ({ $percent }%)
same-winners = same winners
another-runoff = perhaps a runoff
other-winners = other winners
card-chance = With { $percent }%, { $place } is { $card }.
