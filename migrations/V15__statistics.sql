-- What statistics are answered from. Everything here is derived and can be made anew at any time, beside what is
-- there and while it is read: by generations, of which one is live.
DROP TABLE observations;

-- One that is being built, one that is read, and those before it until they are swept away.
CREATE TABLE statistic_generations (
    generation  int         PRIMARY KEY,
    state       text        NOT NULL CHECK (state IN ('building', 'live', 'retired')),
    -- A digest of all that decides what is observed: metrics, their versions, how columns are written.
    fingerprint text        NOT NULL,
    begun_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX statistic_generations_by_state ON statistic_generations (state) WHERE state <> 'retired';

CREATE TABLE statistic_progress (
    shard      int    NOT NULL,
    generation int    NOT NULL,
    -- Up to here the feed is counted; of a generation whose records are still being counted one after the other, from
    -- here on it will be followed.
    position   bigint NOT NULL,
    -- Goes up with every change of what is counted: whoever writes says which one it has looked at.
    step       bigint NOT NULL DEFAULT 0,
    -- How many chunks were ever written: the number of the next one.
    chunks     bigint NOT NULL DEFAULT 0,
    -- Records are counted kind by kind, in the order of their ids, up to here; null before and when that is done.
    game       text,
    game_id    uuid,
    walked     boolean NOT NULL DEFAULT false,
    PRIMARY KEY (shard, generation)
);

-- Counted games of one kind. Nothing in a chunk ever changes; merging chunks makes another one.
CREATE TABLE statistic_chunks (
    shard      int    NOT NULL,
    generation int    NOT NULL,
    chunk      bigint NOT NULL,
    game       text   NOT NULL,
    rows       int    NOT NULL,
    -- Rows of records that were counted anew in a later chunk, or count no longer. Only ever added to.
    dead       int[]  NOT NULL DEFAULT '{}',
    PRIMARY KEY (shard, generation, chunk)
);

-- Each column by itself, so that a question reads only what it needs. The columns are compact as they are.
CREATE TABLE statistic_columns (
    shard      int    NOT NULL,
    generation int    NOT NULL,
    chunk      bigint NOT NULL,
    -- The metric; empty for what is known of the games.
    name       text   NOT NULL,
    bytes      bytea  NOT NULL,
    PRIMARY KEY (shard, generation, chunk, name)
);
ALTER TABLE statistic_columns ALTER bytes SET STORAGE EXTERNAL;

-- Where a counted record is: all its rows side by side in one chunk.
CREATE TABLE statistic_counted (
    shard      int    NOT NULL,
    generation int    NOT NULL,
    game_id    uuid   NOT NULL,
    chunk      bigint NOT NULL,
    first      int    NOT NULL,
    rows       int    NOT NULL,
    PRIMARY KEY (shard, generation, game_id)
) WITH (fillfactor = 80);

-- Records of which something beside the events has changed. A row for every change: one row a record could be consumed
-- while the next change of that record is not committed yet, and the change would never be counted.
CREATE TABLE statistic_heads (
    shard      int    NOT NULL,
    id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    -- The generation that is still to count it; 0 for the live one.
    generation int    NOT NULL DEFAULT 0,
    game_id    uuid   NOT NULL,
    PRIMARY KEY (shard, generation, id)
);

CREATE FUNCTION note_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO statistic_heads (shard, game_id) VALUES (NEW.shard, NEW.game_id);
    RETURN NULL;
END
$$;

-- A new record is found by its opening in the feed.
CREATE TRIGGER games_are_counted
    AFTER UPDATE OF details, visibility, revision ON games
    FOR EACH ROW
    WHEN ((OLD.details, OLD.visibility, OLD.revision) IS DISTINCT FROM (NEW.details, NEW.visibility, NEW.revision))
    EXECUTE FUNCTION note_head();

-- At that time, by this server's clock, the feed had come so far. It outlives the generations.
CREATE TABLE statistic_clock (
    shard    int         NOT NULL,
    position bigint      NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (shard, position)
);
CREATE INDEX statistic_clock_by_time ON statistic_clock (shard, at, position);

-- Of what happened before there was a clock the events tell the time, minute by minute; those of imported records
-- tell when they were played.
INSERT INTO statistic_clock (shard, position, at)
SELECT shard, max(position), max(reached)
FROM (
    SELECT shard, position, max(least(at, now())) OVER (PARTITION BY shard ORDER BY position) AS reached FROM events
) e
GROUP BY shard, date_trunc('minute', reached);

-- Nobody knows these definitions, so the first service makes the next generation.
INSERT INTO statistic_generations (generation, state, fingerprint) VALUES (1, 'live', '');
INSERT INTO statistic_progress (shard, generation, position, walked) SELECT shard, 1, 0, true FROM shard_heads;

-- What a rebuild walks along.
CREATE INDEX games_by_kind ON games (shard, game, game_id) WHERE visibility = 'public';

-- Few, and looked for by every question: who is who by now.
CREATE INDEX players_changed ON players (player_id) WHERE merged_into IS NOT NULL OR erased_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE (state), DELETE ON statistic_generations TO kifu_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON statistic_progress, statistic_counted TO kifu_service;
GRANT SELECT, INSERT, UPDATE (dead), DELETE ON statistic_chunks TO kifu_service;
GRANT SELECT, INSERT, DELETE ON statistic_columns TO kifu_service;
GRANT SELECT, INSERT, UPDATE (generation), DELETE ON statistic_heads TO kifu_service;
GRANT SELECT, INSERT ON statistic_clock TO kifu_service;
