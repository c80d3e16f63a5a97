### The pads.

pad-title = Scribe pad
seat-title = Your seat
pad-other = Or
pad-log = What happened
pad-more-log = All from the start
pad-whole-table = Whole table
pad-replay = Replay
pad-undo = Undo
pad-waits = Waiting to be sent
pad-correct = Correct
pad-correct-title = Correct move { $number }
pad-corrected = Correction – { $what }
pad-no-correction = This can't be corrected just now.
pad-instead = Something else happened instead
pad-answers = What is asked
pad-optional = optional
pad-back = Take back the last one
pad-other-number = Other
pad-take-number = Take this number
pad-one-less = One { $what } less
pad-more = Add
pad-left = { $count } left
pad-write = Write words
pad-time-left = Time left:{ " " }
pad-time-over = Time is up.
pad-nothing-yet = Nothing has been logged yet.
pad-offline = Offline
pad-waiting-here = { $count ->
    [one] One move waits for the network. This phone has no room to keep it, so leave this page open until it is sent.
   *[other] { $count } moves wait for the network. This phone has no room to keep them, so leave this page open until they are sent.
}
pad-waiting = { $count ->
    [one] One move is kept on this phone and sent when the network is back.
   *[other] { $count } moves are kept on this phone and sent in order when the network is back.
}
pad-really-happened = It really happened
pad-unusual = Something that isn't here
pad-lost-draft = You had begun: { $what }
pad-mistap = It was a mistap
pad-drop = Leave it out
pad-drop-all = Leave out all { $count }
pad-refused-token = The token of this link is no longer valid: ask the scribe for a new link.
pad-stranger = Open this page by the link that was given to the scribe or to a seat.
pad-gone = There is no record here for this link. Perhaps the link lacks its end, or its token was revoked: ask whoever gave it to you, or the scribe.
pad-not-your-turn = There is nothing for you to do just now.
pad-waiting-for = Entered. Waiting for { $people }.
pad-abandon = Abandon the game
pad-abandon-sure = Tap again to abandon it
pad-meanwhile = Logged meanwhile: { $what }
pad-moved-on = Somebody logged something meanwhile. This would change another move now.
pad-forget = Forget this table on this phone
pad-forget-sure = Tap again to forget it. You need the link to come back
pad-forget-unsent = { $count ->
    [one] Tap again to forget it. One move that was not sent is lost
   *[other] Tap again to forget it. { $count } moves that were not sent are lost
}
claim = That’s me
claim-title = The profile of this seat
claim-about = Linked to your profile, this game counts among your games.
claim-name = The name of the profile of { $seat }
claim-save = Link it
claim-nobody = Enter the name of a profile.
claim-done = It is linked.
pad-withdraw = Change it
