### What is said of records, in English. How sentences are written: engine/src/words/en.ftl.
### Names of fields, and what somebody sent, stand in quotation marks.

## Opening and changing a record

unknown-game = There is no game “{ $input }”. The games are: { $games }.
number-of-seats = The number of seats must be { $allowed }, but it is { $input }.
seats-of-table = “{ $field }” must say who sits on each of the { $table } seats of the table, but { $input } { $input ->
    [one] was
   *[other] were
} given.
moves-at-once = One request must have 1 to { $most } moves.
cannot-remove = “{ $field }” cannot be removed.
too-many-tags = “{ $field }” can have at most { $most } tags, but it has { $input }.
already-past = “{ $field }” is a time that has already passed.
time-of-play = “{ $field }” must lie between 1900 and tomorrow.
seat-number = “{ $field }” must be the number of a seat, from 0 to { $last }.
only-seat-has-seat = “{ $field }” can only be given if the role is “seat”.
no-step = There is no step { $at }. The last one is { $last }.
copy-easier-to-find = A copy cannot be easier to find than the record that it was made from. The scribe of that record can make a copy that is.
copy-by-scribe = Only the scribe of a record can make a copy that is easier to find than the record.

## In the meantime, and no further

stale-version = The record has changed in the meantime. Its version is now { $version }.
stale-revision = Something other than the moves of the record has changed in the meantime. Read it again.
too-many-events = This record has { $most ->
    [one] 1 event
   *[other] { $most } events
}, as many as a record may have. Moves taken back, amendments and annotations count too.
too-long = With this, the record would be longer than { $most } MiB, which is the limit. Something shorter may still fit.
seat-too-many-events = This seat has recorded { $most ->
    [one] 1 event
   *[other] { $most } events
} itself, as many as a seat may record.
seat-too-long = With this, the seat would have recorded more than { $most } KiB itself, which is the limit. Something shorter may still fit.
too-many-corrections = This record was corrected as often as a record may be. Taking back and amending have made the rules judge { $most } moves again.

## People

player-twice = The player { $player } is on two seats, { $first } and { $second }.
player-erased = The player { $player } was erased.
unknown-player = There is no player { $player }.
no-consent = The player { $player } has not consented to the seat. Send the player's token, or the name of a guest.
claim-of = A claim must name a game and a seat, a game and a guest, or a guest alone.
claims-at-once = One request must claim 1 to { $most } seats.
merged-with-self = “{ $field }” is the same player. A player cannot be merged with themselves.
merger-needs-both = A merger needs the tokens of both players. Send the other player's token as “{ $field }” in the body.

## Files

not-over-yet = The game is not over yet.
abandoned = The game was abandoned. Without a result it cannot be exported as a play.
record-unreadable = What is stored of the record is not something that this version of Kifu can read.
event-missing = Event { $event } is missing.
event-unreplayable = Event { $event } cannot be replayed.
passed-over = { $count ->
    [one] 1 record was passed over, because it cannot be read to its end
   *[other] { $count } records were passed over, because they cannot be read to their end
}. All the others are there.
no-tree-head = Each record has its proof, but events of other records are missing, so nothing over all of them is signed. The command for verification names what is missing.
at-event = Event { $event }: { $message }
field-differs = There is another record with this id. Its “{ $field }” differs.
event-differs = There is another record with this id. It differs from event { $event } on.
ends-earlier = There is another record with this id. It ends with event { $event }, and the file goes on.
line-too-long = The line is too long. It can have at most { $most } bytes.
import-stopped = The import stopped, because the database did not answer in time. All records before are imported. Import the same file again: records that are here already are left as they are.
other-format = Version { $input } of the file format cannot be read, only version { $supported }.
in-the-future = “{ $field }” is later than now.
before-earlier = “{ $field }” is earlier than the opening or an earlier event.
status-differs = When the record is replayed, its status is not the “{ $field }” of the file.
names-for-seats = “{ $field }” has { $names ->
    [one] 1 name
   *[other] { $names } names
}, but the table has { $seats } seats.

## Streams

read-too-slowly = You read too slowly, so the stream ends here. Connect again with the last id to go on.
token-revoked = This token was revoked.
token-expired = This token has expired.
became-private = This record has become private.
database-replaced = The database was restored or replaced. Read the record again from its beginning; what you had may be recorded otherwise.
service-stops = The service stops. Connect again with the last id to go on.
over-and-open = The game is over. The whole record is now open to everybody.
