### The kinds of problems, in English: a title without a full stop, and as `.help` what to do about it, in sentences.
### How sentences are written: engine/src/words/en.ftl. Here people also read names of headers, methods and commands.

help = { $code-help }

## What was sent

malformed-body = The body cannot be read
    .help = Send JSON of the shape that the API contract gives. The message names the field.
malformed-move = The move cannot be read
    .help = Compare it with the moves of this game in the API contract. The message names the field.
malformed-parameter = A parameter cannot be read
    .help = Correct the query parameter or the header that the message names.
unknown-game = There is no such game
    .help = GET /v1/rules lists the games.
outdated-cursor = This cursor is from before the database was restored or replaced
    .help = Read the feed again from its beginning, or from where it ends now. What you had after the moment that was restored may be recorded otherwise, or not at all.
method-not-allowed = This address does not take that method
    .help = The Allow header lists the methods that it takes.
not-acceptable = This is not available in that format
    .help = Ask for application/json, or leave out the Accept header.
malformed-head = The request is not valid HTTP
    .help = Check the request line and the headers. HTTP/1.1 needs one Host header.
head-too-slow = The headers of the request arrive too slowly
    .help = Nothing was recorded. Send the request again.
head-too-large = The headers of the request are too large
    .help = Send fewer or shorter headers.
body-too-slow = The body arrives too slowly
    .help = Nothing was recorded. Send the request again, with the same Idempotency-Key if it had one.
body-too-large = The body is too large
    .help = Send less at once.
unsupported-media-type = The body must be JSON
    .help = Send it with “Content-Type: application/json”. The Accept header of this answer lists the other formats that are taken.
unsupported-encoding = The body must not be compressed
    .help = Send it without Content-Encoding.
unsatisfiable-range = The file has no such part
    .help = The Content-Range header of this answer says how long the file is.
unknown-host = This service has another name
    .help = Use this service's own address. The operator can allow further names with --public-url or --allowed-host.

## Tokens and permissions

misplaced-secret = A token or a key does not belong here
    .help = Send it as “Authorization: Bearer”, never in an address or in a record. Others may have seen it: issue a new one.
unauthenticated = This needs a valid token
    .help = Send the token of the record's scribe or of a seat, or the operator's key, as “Authorization: Bearer”.
forbidden = This token does not allow that
    .help = With the token of a seat one can only log that seat's own moves. Spectators can only read. Everything else needs the scribe's token.
cross-site = A page of another site may not do that
    .help = Use the pages of this service, or send a token as “Authorization: Bearer”. Public data can be read from anywhere.
token-ended = This token is no longer valid
    .help = Issue a new one with POST …/tokens.
last-scribe-token = This is the scribe's last token
    .help = Reissue it, or first issue another one that does not expire. Only the operator can revoke the last one.
too-many-tokens = This record has as many tokens as a record may have
    .help = Revoke the tokens that nobody uses.
too-many-failures = Too many wrong tokens came from this address
    .help = Wait as long as the Retry-After header says. Tokens that were used from here before still work.

## Records

not-found = There is nothing here
    .help = Check the address. A private record can only be seen with one of its own tokens.
key-reused = This Idempotency-Key was used for another request
    .help = Use a new key for a new request. Repeat a request only with exactly the same body.
record-full = This record is full
    .help = Nothing was recorded. Open another record, or make a copy of this one, which takes over only the moves in force. The operator can allow more events with KIFU_MAX_RECORD_EVENTS.
unreadable-record = This record cannot be replayed to its end
    .help = It can be read up to the event that cannot be replayed. Nothing can be added to it.
record-conflict = Another record has this id
    .help = Nothing was changed. Compare the file with the record that is here. The message says where they differ.
not-finished = The game has no result
    .help = Only a finished game can be exported as a play. The record itself can always be exported.
still-live = The game is not over yet
    .help = An analysis tells what is hidden from those who play. Ask again when the game is over.
stale-version = The record has changed in the meantime
    .help = “values” says what has happened in the meantime. If the request still makes sense, send it again with the new ETag.
version-required = This needs If-Match
    .help = Send the ETag of the version that you have read as If-Match, so that a retry never counts for the next choice. Send * to do without this protection.
violation = The rules do not allow that
    .help = The answer names the rule. If “can_record_anyway” is true and it really happened, send the move again with “irregular” set to true.

## Players

erased = This player was erased
    .help = The games stay, and the seat says “Someone”. The name cannot be brought back.
sat-together = These players sat at the same table, so they are two people
    .help = If a seat was given to the wrong player, correct it with PUT /v1/games/…/seats/…, then merge the players.
seat-taken = Another player has that seat
    .help = Only the seat of a guest can be claimed. The scribe can give a seat to another player with PUT /v1/games/…/seats/….
seat-needs-consent = The player has not consented to the seat
    .help = Players decide who may seat them. Send the player's token beside the id, or the name of a guest: the player can claim that seat later. A player who lets anybody do it can be seated without a token.
unknown-player = There is no such player
    .help = Give the id of a player that was made with POST /v1/players, or the name of a guest.
unfit-seats = These people do not fit the table
    .help = Say for every seat of the table who sits there, and put no player on two seats.

## Webhooks

webhook-key-missing = Webhooks need a key that encrypts their secrets
    .help = The operator sets KIFU_WEBHOOK_KEY to random text, the same for every instance.
webhook-disabled = This webhook is disabled
    .help = Enable it first: set “enabled” to true with PATCH.
too-many-webhooks = There are too many webhooks
    .help = Delete one that is no longer needed.

## The service

too-many-requests = Too many requests
    .help = Wait as long as the Retry-After header says. The RateLimit header says how many requests are left.
too-many-own-streams = You have too many streams open
    .help = Close one that you no longer read.
too-many-streams = There are too many streams just now
    .help = Try again shortly, or use another instance. Other requests are answered as usual.
busy = Too many people are asking just now
    .help = Ask again shortly. With the token of a record or of a player you need not wait for others.
outcome-unknown = It may or may not be written: send it again with the same Idempotency-Key
    .help = Wait shortly, then send it again. Under the same key nothing is recorded twice. Without a key, look first whether it is there.
unavailable = The service is not available just now
    .help = Send the request again shortly, with the same Idempotency-Key. Nothing is recorded twice.
not-counted-yet = The statistics do not yet count what the cursor names
    .help = Ask again after the seconds that the Retry-After header gives. What was recorded is safe; counting follows it, usually within a second.
internal = Something went wrong on our side
    .help = The service's log has the cause, under the id of the request.
