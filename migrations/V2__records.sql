-- Records: games that people play, event by event.
--
-- Every table that belongs to a record carries the record's shard in its key.

-- One row a shard. The transaction that appends locks it and hands out positions, so a shard's feed has no gaps and the
-- order of positions is the order of commits. How many shards there are is decided here, when the database is made: it
-- decides where every record is found, so it can't change. Growth: one row a shard.
CREATE TABLE shard_heads (
    shard    int    PRIMARY KEY,
    position bigint NOT NULL CHECK (position >= 0)
) WITH (fillfactor = 10);

INSERT INTO shard_heads (shard, position)
SELECT shard, 0 FROM generate_series(0, coalesce(nullif(current_setting('kifu.shards', true), ''), '1')::int - 1) AS n (shard);

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
    -- The trace context (W3C `traceparent`) of the request that wrote it, where there was one. It helps operators; no
    -- API shows it.
    traceparent    text,
    -- Random bytes that stand before the content where it is hashed, so that nobody finds a hidden fact by guessing.
    salt           bytea       NOT NULL CHECK (length(salt) = 16),
    -- SHA-256 of the hash of the event before it in its record (32 zero bytes before the opening) and of its commitment,
    -- the hash of salt and content, which the service makes (`api/proofs/src/event.rs`). `kifu verify` finds what was
    -- changed, added or taken away.
    hash           bytea       NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (shard, game_id, seq),
    UNIQUE (shard, position)
);

CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER events_are_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();

-- Copies: records that continue from a step of another record and were not played at a table. Statistics and lists of
-- what was played leave them out. Growth: at most one row a record.
CREATE TABLE copies (
    shard     int  NOT NULL,
    game_id   uuid NOT NULL,
    -- The record it was made from; null where naming it would reveal a record more hidden than the copy.
    source_id uuid,
    -- How many of its moves were taken over, as the public counts them.
    step      int  NOT NULL CHECK (step >= 0),
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

-- Appends a batch of requests to one shard and answers the outcome of each.
--
-- Requests are judged in order, each after the ones before it; all events of a request are written,
-- or none. One query reads everything that the loop needs and one insert writes everything that it
-- decides, so the cost of a request is that of its rows.
--
-- The arrays p_… have one element a request, the arrays e_… one an event, in the order of requests;
-- e_request is the one-based request of an event, e_commitment the hash of its salt and content. `version` is the version of the
-- record when the request is stale, `last_hash` the hash of the last event that was written, `revision` that of the record.
--
-- A cluster runs the whole function on the node of the shard, which it finds by the first argument.
CREATE FUNCTION append_events(
    p_shard    int,
    p_games    uuid[],
    p_expected bigint[],
    p_keys     text[],
    p_bodies   bytea[],
    p_traces   text[],
    e_request  int[],
    e_type     text[],
    e_schema   int[],
    e_at       timestamptz[],
    e_actor    text[],
    e_payload  text[],
    e_salt     bytea[],
    e_commitment bytea[]
) RETURNS TABLE (
    request        int,
    outcome        text,
    first_seq      bigint,
    last_seq       bigint,
    first_position bigint,
    version        bigint,
    last_hash      bytea,
    revision       bigint
)
LANGUAGE plpgsql
-- The plans are made while the tables are still empty and must be right when they are not.
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
    requests        int := cardinality(p_games);
    -- One element a request.
    event_counts    int[] := array_fill(0, ARRAY[requests]);
    outcomes        text[] := array_fill(NULL::text, ARRAY[requests]);
    first_seqs      bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    last_seqs       bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    first_positions bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    versions        bigint[] := array_fill(NULL::bigint, ARRAY[requests]);
    next_seqs       bigint[];
    -- The hash of the event before the request's first; that of its last event; the request of this batch before it in
    -- the same record, if there is one.
    start_hashes    bytea[] := array_fill(NULL::bytea, ARRAY[requests]);
    last_hashes     bytea[] := array_fill(NULL::bytea, ARRAY[requests]);
    predecessors    int[] := array_fill(NULL::int, ARRAY[requests]);
    -- One element an event.
    event_seqs      bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(e_request)]);
    event_positions bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(e_request)]);
    event_hashes    bytea[] := array_fill(NULL::bytea, ARRAY[cardinality(e_request)]);
    head            bigint;
    old_head        bigint;
    game            uuid;
    current         bigint;
    -- The keys of this batch for this record, and the requests that they came with.
    batch_keys      text[];
    key_requests    int[];
    has_keys        boolean := false;
    earlier         int;
    predecessor     int;
    r               record;
    q               int;
BEGIN
    -- The lock comes first: what is read after it is what the transaction before us committed.
    SELECT h.position INTO STRICT head FROM shard_heads h WHERE h.shard = p_shard FOR UPDATE;
    old_head := head;

    FOREACH q IN ARRAY e_request LOOP
        event_counts[q] := event_counts[q] + 1;
    END LOOP;

    FOR r IN
        SELECT n.ord::int AS request, n.game, n.expected, n.key, n.body,
               last.seq AS version, last.hash,
               i.body_hash, i.first_seq, i.last_seq
        FROM unnest(p_games, p_expected, p_keys, p_bodies)
                 WITH ORDINALITY AS n (game, expected, key, body, ord)
        LEFT JOIN LATERAL (
            SELECT e.seq, e.hash FROM events e WHERE e.shard = p_shard AND e.game_id = n.game
            ORDER BY e.seq DESC LIMIT 1
        ) last ON true
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
            predecessor := NULL;
            batch_keys := '{}';
            key_requests := '{}';
        END IF;
        earlier := array_position(batch_keys, r.key);

        IF current IS NULL THEN
            outcomes[q] := 'unknown_game';
        ELSIF earlier IS NOT NULL THEN
            earlier := key_requests[earlier];
            IF r.body = p_bodies[earlier] THEN
                outcomes[q] := 'duplicate';
                first_seqs[q] := first_seqs[earlier];
                last_seqs[q] := last_seqs[earlier];
            ELSE
                outcomes[q] := 'key_reused';
            END IF;
        ELSIF r.body_hash IS NOT NULL THEN
            IF r.body = r.body_hash THEN
                outcomes[q] := 'duplicate';
                first_seqs[q] := r.first_seq;
                last_seqs[q] := r.last_seq;
            ELSE
                outcomes[q] := 'key_reused';
            END IF;
        ELSIF r.expected IS DISTINCT FROM current AND r.expected IS NOT NULL THEN
            outcomes[q] := 'stale';
            versions[q] := current;
        ELSE
            outcomes[q] := 'accepted';
            first_seqs[q] := current + 1;
            current := current + event_counts[q];
            last_seqs[q] := current;
            start_hashes[q] := r.hash;
            predecessors[q] := predecessor;
            predecessor := q;
            IF r.key IS NOT NULL THEN
                has_keys := true;
                batch_keys := batch_keys || r.key;
                key_requests := key_requests || q;
            END IF;
        END IF;
    END LOOP;

    next_seqs := first_seqs;
    FOR i IN 1..cardinality(e_request) LOOP
        q := e_request[i];
        IF outcomes[q] = 'accepted' THEN
            head := head + 1;
            IF first_positions[q] IS NULL THEN
                first_positions[q] := head;
            END IF;
            event_positions[i] := head;
            event_seqs[i] := next_seqs[q];
            next_seqs[q] := next_seqs[q] + 1;
            IF last_hashes[q] IS NULL THEN
                last_hashes[q] := coalesce(last_hashes[predecessors[q]], start_hashes[q]);
            END IF;
            last_hashes[q] := sha256(last_hashes[q] || e_commitment[i]);
            event_hashes[i] := last_hashes[q];
        END IF;
    END LOOP;

    IF head > old_head THEN
        INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload, traceparent,
                            salt, hash)
        SELECT p_shard, p_games[e.request], e.seq, e.position, e.type, e.schema, e.at, e.actor, e.payload::jsonb,
               p_traces[e.request], e.salt, e.hash
        FROM unnest(e_request, event_seqs, event_positions, e_type, e_schema, e_at, e_actor, e_payload, e_salt,
                    event_hashes)
                 AS e (request, seq, position, type, schema, at, actor, payload, salt, hash)
        WHERE e.seq IS NOT NULL;

        UPDATE shard_heads h SET position = head WHERE h.shard = p_shard;
    END IF;

    IF has_keys THEN
        INSERT INTO idempotency (shard, game_id, key, body_hash, first_seq, last_seq)
        SELECT p_shard, n.game, n.key, n.body, n.first, n.last
        FROM unnest(p_games, p_keys, p_bodies, outcomes, first_seqs, last_seqs)
                 AS n (game, key, body, outcome, first, last)
        WHERE n.outcome = 'accepted' AND n.key IS NOT NULL;
    END IF;

    RETURN QUERY
        SELECT n.ord::int, n.outcome, n.first, n.last, n.position, n.version, n.hash, g.revision
        FROM unnest(p_games, outcomes, first_seqs, last_seqs, first_positions, versions, last_hashes)
                 WITH ORDINALITY AS n (game, outcome, first, last, position, version, hash, ord)
        LEFT JOIN games g ON g.shard = p_shard AND g.game_id = n.game
        ORDER BY n.ord;
END
$$;
