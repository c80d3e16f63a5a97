### The page of a record. The end of an id is as the API has it, where it names that. A comment names the game that alone has a text.

record-title = A record
rules-link = The rules of this record
board = The table, drawn
replay = Replay
to-start = To the start
back = One step back
play = Play
pause = Pause
on = One step on
to-end = To the end
speed = Speed
step = Step
step-of = Step { $step } of { $steps }
at-start = Before the first move
log = What happened
log-empty = Nothing has been logged yet.
perspective = Seen by
perspective-all = Everything recorded
perspective-own = What you may see
perspective-public = A spectator, no spoilers
perspective-seat = { $name }’s seat
hindsight = Show what came out later, too
chances = Show the chances on the board
veiled = What follows is veiled.
won-by = Won by { $names }
won-by-all = Everybody won
won-by-nobody = Nobody won
# bremen
score = Score { $score }
points = Points
place = Place
who = Name
result = Result
following = Following live
lost = The connection was lost. Connecting again …
now-over = The game is over.
taken-back = Moves were taken back.
changed = The record was corrected.
gone = There is nothing here for this link. Perhaps the record is private and the link lacks its end, or its token was revoked: ask the scribe for a new one.
refused = The token of this link is no longer valid: ask the scribe for a new link. Below is what everybody may see.
you-scribe = You see this as the scribe.
you-seat = You see this as { $name }.
to-pad = Open the scribe pad
to-seat = Open your seat
copy-of = This is a copy, made to try what if.
copy-original = The record it was made from
unreplayable = From event { $event } on this record can’t be read by today’s rules.
breach = Against the rules
note = Write a note at this step
note-text = Note
note-save = Keep it
notes-whole = Notes on the whole record
step-link = Copy a link to this step
continue = Continue from here, in a copy
pictures = Save pictures
as-svg = This step as SVG
as-png = This step as PNG
as-animation = The whole game, animated (PNG)
drawing = Drawing … { $step } of { $steps }
save-replay = Save this replay as one file
saved = Saved.
picture-failed = This browser could not make the picture.
share = Share
link-made-links = { $count ->
    [one] { $count } link made with it
   *[other] { $count } links made with it
}
link-made-webhook = tells { $host }
share-open = Whoever opens this link sees what you see.
share-watch = Anybody can watch with it, and nobody can write.
share-veiled = Without the result: it opens at the start
own-link = Your own link
share-warning = Whoever opens this link sees and may do what you may. Show it to nobody else.
this-link = The link of this page
links = Links given out
role-scribe = Scribe
role-seat = Seat of { $name }
role-spectator = Spectator
give-link = Make a new link
for-whom = For whom
label = What to call it (optional)
revoke = End it
reissue = Replace it
yours = This page
keys = Arrow keys step, Home and End jump, space plays. Swipe the picture left or right.
end-replay = See the replay
end-again = Again with the same people
round = Round { $round }
mark-result = The end
mark-note = Note
analysis = Looking back
analysis-model = Counted from all ways in which what was hidden could lie, by the rules and the record alone ({ $model }). Nothing is assumed of how people play.
guess-first = Guess first
guess-show = Show the answer
guess-lie = How likely was this claim, from what its maker saw?
guess-call = Was it right not to believe this?
# half_werewolf
guess-vote = Whose vote decided?
guess-turning_point = What changed here?
next-mark = Next turning point
no-mark = { $count ->
    [one] Nothing stands out at this step. { $count } step does.
   *[other] Nothing stands out at this step. { $count } steps do.
}
no-marks = No step stands out.
mark-lie = A doubtful claim
mark-call = Somebody did not believe it
# half_werewolf
mark-vote = A vote that counted
mark-turning_point = A turning point
award-lie = Boldest lie:
award-call = Best call:
# half_werewolf
award-vote = The vote that decided:
award-turning_point = The turning point:
award-step = To step { $step }
see-as = See what { $name } saw
next-move = The next move
move-instead = What could have been played here
as-open = With everything open
as-known = Can still win, by what the player saw
as-known-note = The share of { $count } random ways to lie that fit what the player saw, and its 95 % interval. A win that exists need not be found.
interval = ({ $low } to { $high })
play-on = Play on from here
prospect-won = can still win
prospect-lost = loses
prospect-open = not found out
dot-claimer = Claimer
dot-caller = Caller
dot-table = Table
dot-truth = Truth
truth-yes = right
truth-no = wrong
# you_cry_wolf
missing-die_faces_not_given = The record does not say what the sides of a die show, so there are no chances.
# not_my_fault
missing-deck_not_given = The record does not say which cards there are, so there are no chances.
# dancing_villager
missing-landings_not_given = Nobody said how villagers land, so there are no chances.
missing-own_card_not_recorded = In places the record does not say which card somebody saw.
# you_cry_wolf
missing-own_dice_not_recorded = In places the record does not say which dice somebody saw.
# not_my_fault
missing-earlier_cards_not_recorded = In places the record does not say which cards were turned up earlier.
missing-truth_not_recorded = In places the record does not say what was true.
missing-irregular = Where a rule was broken nothing is counted.
missing-no_world_fits = In places the record fits no way in which things could lie.
