-- Every table carries its shard in the key: the same schema distributes by `shard`.

-- One row a shard. The transaction that appends locks it and hands out positions, so a shard's
-- feed has no gaps and the order of positions is the order of commits.
CREATE TABLE shard_heads (
    shard    int    PRIMARY KEY,
    position bigint NOT NULL CHECK (position >= 0)
) WITH (fillfactor = 10);

INSERT INTO shard_heads (shard, position) VALUES (0, 0);

CREATE TABLE games (
    shard         int         NOT NULL,
    game_id       uuid        NOT NULL,
    game          text        NOT NULL,
    seats         int         NOT NULL CHECK (seats > 0),
    options       jsonb       NOT NULL,
    rules_version int         NOT NULL,
    opened_at     timestamptz NOT NULL,
    -- Names, place, time, tags: all that may change, and all that names a person.
    details       jsonb       NOT NULL,
    visibility    text        NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    PRIMARY KEY (shard, game_id)
);
CREATE INDEX games_by_opening ON games (shard, opened_at, game_id);
CREATE INDEX games_by_game ON games (shard, game, opened_at, game_id);
CREATE INDEX games_by_details ON games USING gin (details jsonb_path_ops);

-- Seq 0 is the opening, written with its row in games; a record's version is its highest seq.
-- No foreign key to games: open_game writes both, append_events looks before it writes, and the
-- check would lock a row of games for every event.
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

-- Only hashes: a stolen copy of this table opens no record.
CREATE TABLE tokens (
    shard      int         NOT NULL,
    game_id    uuid        NOT NULL,
    token_hash bytea       NOT NULL CHECK (length(token_hash) = 32),
    role       text        NOT NULL,
    seat       int,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    PRIMARY KEY (shard, game_id, token_hash),
    FOREIGN KEY (shard, game_id) REFERENCES games,
    CHECK ((role = 'scribe' AND seat IS NULL) OR (role = 'seat' AND seat BETWEEN 0 AND 255))
);
CREATE INDEX tokens_by_hash ON tokens (token_hash);

-- What an append under a key wrote, so that its retry is answered and not written again.
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

-- The same for openings, which have no game yet: the shard is that of the key. The answer holds
-- tokens, so it is sealed by the service before it comes here.
CREATE TABLE openings (
    shard         int         NOT NULL,
    key_hash      bytea       NOT NULL CHECK (length(key_hash) = 32),
    body_hash     bytea       NOT NULL,
    game_id       uuid        NOT NULL,
    sealed_answer bytea       NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, key_hash)
);

GRANT SELECT, UPDATE (position)        ON shard_heads TO kifu_service;
GRANT SELECT, INSERT, UPDATE (details) ON games       TO kifu_service;
GRANT SELECT, INSERT                   ON events      TO kifu_service;
GRANT SELECT, INSERT, UPDATE (revoked_at) ON tokens   TO kifu_service;
GRANT SELECT, INSERT                   ON idempotency TO kifu_service;
GRANT SELECT, INSERT                   ON openings    TO kifu_service;
