-- Records: games that people play, event by event.
--
-- Every table that belongs to a record carries the record's shard in its key.

-- One row a shard. The transaction that appends locks it and hands out positions, so a shard's feed has no gaps and the
-- order of positions is the order of commits. Growth: one row a shard.
CREATE TABLE shard_heads (
    shard    int    PRIMARY KEY,
    position bigint NOT NULL CHECK (position >= 0)
) WITH (fillfactor = 10);

INSERT INTO shard_heads (shard, position) VALUES (0, 0);

-- One row a record, with everything about it that is not an event. Growth: never deleted, like the record.
CREATE TABLE games (
    shard         int         NOT NULL,
    game_id       uuid        NOT NULL,
    -- The kind of game: its slug.
    game          text        NOT NULL,
    seats         int         NOT NULL CHECK (seats > 0),
    options       jsonb       NOT NULL,
    rules_version int         NOT NULL,
    opened_at     timestamptz NOT NULL,
    -- Place, time and tags: may change at any time.
    details       jsonb       NOT NULL,
    visibility    text        NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    -- Goes up with every change of what a record is beside its events (names, place, visibility, tokens), so that an
    -- instance which caches the record sees with one number that it must read it again.
    revision      bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (shard, game_id)
);
CREATE INDEX games_by_opening ON games (shard, opened_at, game_id);
CREATE INDEX games_by_details ON games USING gin (details jsonb_path_ops);

-- The log. Seq 0 is the opening, written with its row in games; a record's version is its highest seq. There is no
-- foreign key to games: open_game writes both, append_events looks before it writes, and the check would lock a row of
-- games for every event. Growth: never deleted; the service bounds the events and bytes of one record.
CREATE TABLE events (
    shard          int         NOT NULL,
    game_id        uuid        NOT NULL,
    seq            bigint      NOT NULL CHECK (seq >= 0),
    position       bigint      NOT NULL CHECK (position > 0),
    type           text        NOT NULL,
    schema_version int         NOT NULL,
    at             timestamptz NOT NULL,
    actor          text        NOT NULL,
    payload        jsonb       NOT NULL,
    PRIMARY KEY (shard, game_id, seq),
    UNIQUE (shard, position)
);

CREATE FUNCTION refuse_to_change_an_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER events_are_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_an_event();

-- Records that did not happen at a table but continue from a step of another record. Everything that counts or lists
-- what was played leaves them out. Growth: at most one row a record.
CREATE TABLE copies (
    shard   int  NOT NULL,
    game_id uuid NOT NULL,
    -- The record it was made from; null where naming it would reveal a record more hidden than the copy.
    copied  uuid,
    -- How many of its moves were taken over, as the public counts them.
    step    int  NOT NULL CHECK (step >= 0),
    PRIMARY KEY (shard, game_id),
    FOREIGN KEY (shard, game_id) REFERENCES games
);

-- What an append under an idempotency key wrote, so that its retry gets the same answer and is not written again.
-- Growth: rows are deleted 30 days after they were written.
CREATE TABLE idempotency (
    shard     int         NOT NULL,
    game_id   uuid        NOT NULL,
    key       text        NOT NULL,
    body_hash bytea       NOT NULL,
    first_seq bigint      NOT NULL,
    last_seq  bigint      NOT NULL,
    at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, game_id, key)
);
CREATE INDEX idempotency_by_age ON idempotency USING brin (at);

-- Appends a batch of requests to one shard and says of each what became of it.
--
-- Requests are judged in order, each seeing the ones before it; a request's events are written all
-- or not at all. Everything the loop needs is read by one query and everything it decides is
-- written by one insert, so the cost of a request is that of its rows.
--
-- The arrays p_… have one element a request, the arrays e_… one an event, in the order of requests;
-- e_request is the one-based request of an event. `version` is what the record stands at when the
-- request is stale.
CREATE FUNCTION append_events(
    p_shard    int,
    p_games    uuid[],
    p_expected bigint[],
    p_keys     text[],
    p_bodies   bytea[],
    e_request  int[],
    e_type     text[],
    e_schema   int[],
    e_at       timestamptz[],
    e_actor    text[],
    e_payload  text[]
) RETURNS TABLE (
    request        int,
    outcome        text,
    first_seq      bigint,
    last_seq       bigint,
    first_position bigint,
    version        bigint
)
LANGUAGE plpgsql
-- The plans are made while the tables are still empty and must be right when they are not.
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
    requests   int := cardinality(p_games);
    counts     int[] := array_fill(0, ARRAY[requests]);
    outcomes   text[] := array_fill(NULL::text, ARRAY[requests]);
    firsts     bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    lasts      bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    positions  bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    versions   bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    nexts      bigint[];
    seqs       bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(e_request)]);
    places     bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(e_request)]);
    head       bigint;
    before     bigint;
    game       uuid;
    current    bigint;
    used       text[];
    users      int[];
    keyed      boolean := false;
    earlier    int;
    r          record;
    q          int;
BEGIN
    -- The lock comes first: what is read after it is what the transaction before us committed.
    SELECT h.position INTO STRICT head FROM shard_heads h WHERE h.shard = p_shard FOR UPDATE;
    before := head;

    FOREACH q IN ARRAY e_request LOOP
        counts[q] := counts[q] + 1;
    END LOOP;

    FOR r IN
        SELECT n.ord::int AS request, n.game, n.expected, n.key, n.body,
               (SELECT max(e.seq) FROM events e WHERE e.shard = p_shard AND e.game_id = n.game) AS version,
               i.body_hash, i.first_seq, i.last_seq
        FROM unnest(p_games, p_expected, p_keys, p_bodies)
                 WITH ORDINALITY AS n (game, expected, key, body, ord)
        LEFT JOIN LATERAL (
            SELECT k.body_hash, k.first_seq, k.last_seq FROM idempotency k
            WHERE k.shard = p_shard AND k.game_id = n.game AND k.key = n.key
            OFFSET 0
        ) i ON true
        ORDER BY n.game, n.ord
    LOOP
        q := r.request;
        IF r.game IS DISTINCT FROM game THEN
            game := r.game;
            current := r.version;
            used := '{}';
            users := '{}';
        END IF;
        earlier := array_position(used, r.key);

        IF current IS NULL THEN
            outcomes[q] := 'unknown_game';
        ELSIF earlier IS NOT NULL THEN
            earlier := users[earlier];
            IF r.body = p_bodies[earlier] THEN
                outcomes[q] := 'duplicate';
                firsts[q] := firsts[earlier];
                lasts[q] := lasts[earlier];
            ELSE
                outcomes[q] := 'key_reused';
            END IF;
        ELSIF r.body_hash IS NOT NULL THEN
            IF r.body = r.body_hash THEN
                outcomes[q] := 'duplicate';
                firsts[q] := r.first_seq;
                lasts[q] := r.last_seq;
            ELSE
                outcomes[q] := 'key_reused';
            END IF;
        ELSIF r.expected IS DISTINCT FROM current AND r.expected IS NOT NULL THEN
            outcomes[q] := 'stale';
            versions[q] := current;
        ELSE
            outcomes[q] := 'accepted';
            firsts[q] := current + 1;
            current := current + counts[q];
            lasts[q] := current;
            IF r.key IS NOT NULL THEN
                keyed := true;
                used := used || r.key;
                users := users || q;
            END IF;
        END IF;
    END LOOP;

    nexts := firsts;
    FOR i IN 1..cardinality(e_request) LOOP
        q := e_request[i];
        IF outcomes[q] = 'accepted' THEN
            head := head + 1;
            IF positions[q] IS NULL THEN
                positions[q] := head;
            END IF;
            places[i] := head;
            seqs[i] := nexts[q];
            nexts[q] := nexts[q] + 1;
        END IF;
    END LOOP;

    IF head > before THEN
        INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload)
        SELECT p_shard, p_games[e.request], e.seq, e.place, e.type, e.schema, e.at, e.actor, e.payload::jsonb
        FROM unnest(e_request, seqs, places, e_type, e_schema, e_at, e_actor, e_payload)
                 AS e (request, seq, place, type, schema, at, actor, payload)
        WHERE e.seq IS NOT NULL;

        UPDATE shard_heads h SET position = head WHERE h.shard = p_shard;
    END IF;

    IF keyed THEN
        INSERT INTO idempotency (shard, game_id, key, body_hash, first_seq, last_seq)
        SELECT p_shard, n.game, n.key, n.body, n.first, n.last
        FROM unnest(p_games, p_keys, p_bodies, outcomes, firsts, lasts)
                 AS n (game, key, body, outcome, first, last)
        WHERE n.outcome = 'accepted' AND n.key IS NOT NULL;
    END IF;

    RETURN QUERY
        SELECT n.ord::int, n.outcome, n.first, n.last, n.place, n.version
        FROM unnest(outcomes, firsts, lasts, positions, versions)
                 WITH ORDINALITY AS n (outcome, first, last, place, version, ord);
END
$$;

GRANT SELECT, UPDATE (position)                             ON shard_heads TO kifu_service;
GRANT SELECT, INSERT, UPDATE (details, revision, visibility) ON games      TO kifu_service;
GRANT SELECT, INSERT                                        ON events      TO kifu_service;
GRANT SELECT, INSERT                                        ON copies      TO kifu_service;
GRANT SELECT, INSERT, DELETE                                ON idempotency TO kifu_service;
