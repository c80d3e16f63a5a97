### What is said of webhooks, in English. How sentences are written: engine/src/words/en.ftl.

## What is wrong with one

url-too-long = “{ $field }” can have at most { $most } characters.
no-url = “{ $field }” is not a URL.
not-https = “{ $field }” must begin with https://.
user-in-url = “{ $field }” cannot have a user, a password or a fragment.
characters-in-url = “{ $field }” has characters that cannot be used.
no-host = “{ $field }” has no host.
not-public = “{ $field }” is not an address on the public internet.
event-count = “{ $field }” must have 1 to { $most } kinds of events.

## Why a notice did not arrive

no-public-address = The host has no public address that may be sent to.
no-connection = The receiver did not take the connection, or it broke.
not-secure = No secure connection was possible. Check the receiver's certificate.
no-answer = There was no answer in time.
not-http = The answer could not be read as HTTP.
redirected = The answer was a redirect. Redirects are not followed.
other-status = The answer had another status than 2xx.
declined = The receiver wants no more notices (status 410).
secret-sealed = The signing secret cannot be decrypted with the present key. Make a new secret.
withdrawn = It may not be told any more: the token that made the webhook has ended, or the record is no longer public.

## Why one is disabled

disabled-failing = It was disabled because a notice was given up, and no other had arrived since that one was queued.
disabled-declined = It was disabled because the receiver wants no more notices (status 410).
disabled-on-request = It was disabled by a request.
disabled-unauthorized = It was disabled because the token that made it has ended. Enable it again to go on with your own token.
