-- Statistics: public games in columns. Everything here is derived from the records and can be rebuilt at any time while
-- it is read: a new generation is built beside the live one.

-- Generations: the one that is being built, the live one, and retired ones until they are deleted. Growth: the service
-- deletes a retired generation as soon as the next one is live.
CREATE TABLE statistic_generations (
    generation  int         PRIMARY KEY,
    state       text        NOT NULL CHECK (state IN ('building', 'live', 'retired')),
    -- A digest of what decides the columns: the metrics, their versions, the format of columns.
    fingerprint text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX statistic_generations_by_state ON statistic_generations (state) WHERE state <> 'retired';

-- How far each generation is in each shard. Growth: one row a generation and shard, deleted with the generation.
CREATE TABLE statistic_progress (
    shard      int     NOT NULL,
    generation int     NOT NULL,
    -- The feed is counted up to this position.
    position   bigint  NOT NULL,
    -- Goes up with every change of the generation: a writer names the revision that it has read.
    revision   bigint  NOT NULL DEFAULT 0,
    -- The number of the next chunk.
    next_chunk bigint  NOT NULL DEFAULT 0,
    -- The generation was retired, or is about to be: nobody writes to it. The nodes of a cluster may show for a moment that it
    -- is still live; this row is where writers lock it.
    closed     boolean NOT NULL DEFAULT false,
    PRIMARY KEY (shard, generation)
);

-- Chunks: games of one kind whose columns are stored together. Only the tombstones of a chunk change; small chunks are
-- merged into a new one. Growth: with the public games; merging removes tombstoned rows.
CREATE TABLE statistic_chunks (
    shard      int    NOT NULL,
    generation int    NOT NULL,
    chunk      bigint NOT NULL,
    game       text   NOT NULL,
    rows       int    NOT NULL,
    -- Deleted rows: their records are in a later chunk, or are no longer counted. Rows are only added.
    tombstones int[]  NOT NULL DEFAULT '{}',
    -- The lowest and the highest id of its records: rows of a record are found by these and a column of ids.
    first_id   uuid   NOT NULL,
    last_id    uuid   NOT NULL,
    PRIMARY KEY (shard, generation, chunk)
);

-- Columns of chunks. Each is in its own row, so that a query reads only what it needs. The bytes are compressed already.
-- Growth: one row a column of a chunk, deleted with the chunk.
CREATE TABLE statistic_columns (
    shard      int    NOT NULL,
    generation int    NOT NULL,
    chunk      bigint NOT NULL,
    -- The metric, the dimension, or the column group of the games.
    name       text   NOT NULL,
    bytes      bytea  NOT NULL,
    PRIMARY KEY (shard, generation, chunk, name)
);
ALTER TABLE statistic_columns ALTER bytes SET STORAGE EXTERNAL;

-- What takes so long to be observed that it is done once for each finished record, beside counting: what a solver finds. A
-- row is of the record as it was at a position, and counts as long as nothing has changed since. Growth: one row for each
-- finished record of a game with such metrics. Backups have it, because it takes long to be made anew.
CREATE TABLE slow_observations (
    shard        int    NOT NULL,
    game_id      uuid   NOT NULL,
    -- The last event that was looked at, comments aside.
    position     bigint NOT NULL,
    -- A digest of what decides the observations: the slow metrics, their versions, that of the rules.
    fingerprint  text   NOT NULL,
    -- By metric; null if there are none.
    observations jsonb,
    PRIMARY KEY (shard, game_id)
);

-- Dirty records: something other than their events has changed, so they must be counted again. One row a change: with one
-- row a record, the follower could delete the row while the next change of that record is not committed yet, and would
-- never count that change. Growth: the follower deletes a row when it has counted it.
CREATE TABLE statistic_dirty_records (
    shard      int    NOT NULL,
    id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    -- The generation that has to count it; 0 for the live one.
    generation int    NOT NULL DEFAULT 0,
    game_id    uuid   NOT NULL,
    PRIMARY KEY (shard, generation, id)
);

-- Writes what follows from a change of a record beside its events, in the transaction that made it and behind it: what it
-- is found by, and that it is to be counted anew. A new record is found by its opening in the feed.
CREATE FUNCTION note_revision(p_shard int, p_game_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM write_search_document(p_shard, p_game_id);
    INSERT INTO statistic_dirty_records (shard, game_id) VALUES (p_shard, p_game_id);
END
$$;

-- The position of the feed at times of this server's clock, so that a query can ask for statistics `as_of` a time. It is
-- independent of generations. Growth: after a week the last row of each minute stays, after 90 days the last of each hour.
CREATE TABLE statistic_clock (
    shard    int         NOT NULL,
    position bigint      NOT NULL,
    at       timestamptz NOT NULL,
    -- The last time at which the feed was seen to end there, if it stood still: of a shard where little happens, so that
    -- a place in the feed of all shards has a time.
    still_at timestamptz,
    PRIMARY KEY (shard, position)
);
CREATE INDEX statistic_clock_by_time ON statistic_clock (shard, at, position);

-- No service has the empty fingerprint, so the first one that starts builds the next generation.
INSERT INTO statistic_generations (generation, state, fingerprint) VALUES (1, 'live', '');
INSERT INTO statistic_progress (shard, generation, position) SELECT shard, 1, 0 FROM shard_heads;
INSERT INTO statistic_clock (shard, position, at) SELECT shard, 0, now() FROM shard_heads;
