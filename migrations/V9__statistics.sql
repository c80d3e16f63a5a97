-- Statistics: public games counted in columns. Everything here is derived and can be built anew at any time, beside what
-- is there and while it is read: in generations, of which one is live.

-- The generation that is being built, the live one, and retired ones until they are deleted. Growth: the service
-- deletes a retired generation as soon as the next one is live.
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
    -- Up to this position the feed is counted.
    position   bigint NOT NULL,
    -- Goes up with every change of what is counted: a writer names the step that it has read.
    step       bigint NOT NULL DEFAULT 0,
    -- How many chunks were ever written: the number of the next one.
    chunks     bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (shard, generation)
);

-- Counted games of one kind. A chunk never changes but for its tombstones; small chunks are merged into a new one.
-- Growth: by the games that count; merging removes what is tombstoned.
CREATE TABLE statistic_chunks (
    shard      int    NOT NULL,
    generation int    NOT NULL,
    chunk      bigint NOT NULL,
    game       text   NOT NULL,
    rows       int    NOT NULL,
    -- Rows of records that were counted anew in a later chunk, or count no longer. Only ever added to.
    tombstones int[]  NOT NULL DEFAULT '{}',
    -- The lowest and the highest id of a record in it: a record's rows are found by these and a column of ids.
    first_id   uuid   NOT NULL,
    last_id    uuid   NOT NULL,
    PRIMARY KEY (shard, generation, chunk)
);

-- Each column in its own row, so that a question reads only what it needs. The bytes are compact already.
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

-- Records of which something other than the events has changed, to be counted anew. One row for every change: with one
-- row a record, a row could be consumed while the next change of that record is not committed yet, and that change
-- would never be counted. Growth: the follower deletes a row when it has counted it.
CREATE TABLE statistic_dirty_records (
    shard      int    NOT NULL,
    id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    -- The generation that still has to count it; 0 for the live one.
    generation int    NOT NULL DEFAULT 0,
    game_id    uuid   NOT NULL,
    PRIMARY KEY (shard, generation, id)
);

CREATE FUNCTION mark_record_as_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO statistic_dirty_records (shard, game_id) VALUES (NEW.shard, NEW.game_id);
    RETURN NULL;
END
$$;

-- A new record is found by its opening in the feed.
CREATE TRIGGER games_are_counted
    AFTER UPDATE OF details, visibility, revision ON games
    FOR EACH ROW
    WHEN ((OLD.details, OLD.visibility, OLD.revision) IS DISTINCT FROM (NEW.details, NEW.visibility, NEW.revision))
    EXECUTE FUNCTION mark_record_as_dirty();

-- At that time, by this server's clock, the feed had come so far: what `as_of` a time is answered by. It outlives the
-- generations. Growth: after a week the last row of each minute stays, after 90 days the last of each hour.
CREATE TABLE statistic_clock (
    shard    int         NOT NULL,
    position bigint      NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (shard, position)
);
CREATE INDEX statistic_clock_by_time ON statistic_clock (shard, at, position);

-- No service has this fingerprint, so the first one to start builds the next generation.
INSERT INTO statistic_generations (generation, state, fingerprint) VALUES (1, 'live', '');
INSERT INTO statistic_progress (shard, generation, position) SELECT shard, 1, 0 FROM shard_heads;

GRANT SELECT, INSERT, UPDATE (state), DELETE ON statistic_generations TO kifu_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON statistic_progress TO kifu_service;
GRANT SELECT, INSERT, UPDATE (tombstones), DELETE ON statistic_chunks TO kifu_service;
GRANT SELECT, INSERT, DELETE ON statistic_columns TO kifu_service;
GRANT SELECT, INSERT, UPDATE (generation), DELETE ON statistic_dirty_records TO kifu_service;
GRANT SELECT, INSERT, DELETE ON statistic_clock TO kifu_service;
