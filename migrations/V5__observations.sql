-- What a game says about itself: a pure function of its log, replaced whenever the log grows.
CREATE TABLE observations (
    shard   int         NOT NULL,
    game_id uuid        NOT NULL,
    metric  text        NOT NULL,
    n       int         NOT NULL,
    -- The kind of game, which never changes, repeated here so that a metric is one index scan.
    game    text        NOT NULL,
    seat    int,
    number  double precision,
    word    text,
    dims    jsonb       NOT NULL,
    at      timestamptz NOT NULL,
    PRIMARY KEY (shard, game_id, metric, n)
);
CREATE INDEX observations_by_metric ON observations (shard, metric, game);

-- How far each follower of the feed has come; moved in the transaction that writes what it derived.
CREATE TABLE projections (
    name     text   NOT NULL,
    shard    int    NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (name, shard)
);

GRANT SELECT, INSERT, DELETE ON observations TO kifu_service;
GRANT SELECT, INSERT, UPDATE (position) ON projections TO kifu_service;
