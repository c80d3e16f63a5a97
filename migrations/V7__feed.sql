-- The feed: all events of a shard in the order of their positions, and how far each follower has read it.

-- Checkpoints of the followers of the feed; moved in the transaction that writes what a follower derived. Growth: one row a
-- follower and shard.
CREATE TABLE projections (
    name     text   NOT NULL,
    shard    int    NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (name, shard)
);

-- The key that seals the cursors of the public feed, so that nobody can count what is hidden between two of them. All
-- instances share it: a cursor of one is good at the others. Growth: one row.
CREATE TABLE service_keys (
    name text  PRIMARY KEY,
    key  bytea NOT NULL CHECK (length(key) = 32)
);

-- Which life of the database this is: a restoration writes another id. Together with the server's timeline, which a
-- promotion changes, it makes the epoch that services and cursors compare. Growth: one row.
CREATE TABLE epoch (
    id uuid NOT NULL
);
CREATE UNIQUE INDEX epoch_is_one ON epoch ((true));
INSERT INTO epoch (id) VALUES (gen_random_uuid());

-- Both halves come from the server's strong random source, 122 bits each. The key that signs is used where the operator has
-- set none, which the owner of the database can't read.
INSERT INTO service_keys (name, key)
SELECT name, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
FROM unnest(ARRAY['feed_cursor', 'signing']) AS k (name);

-- The Merkle tree over the hashes of a shard's events (RFC 9162): the nodes above each 256 leaves, above each 256 of those,
-- and so on; level 1 is the lowest. All others are computed of them and of the events when they are needed. They can be made
-- anew at any time. Growth: one row for 256 events.
CREATE TABLE tree_nodes (
    shard  int    NOT NULL,
    level  int    NOT NULL CHECK (level > 0),
    number bigint NOT NULL,
    hash   bytea  NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (shard, level, number)
);

-- Heads of trees as they were signed, so that `kifu verify` finds what was changed since. Growth: one row a minute while
-- something is recorded; after a week the last of each hour stays, after 90 days the last of each day.
CREATE TABLE tree_heads (
    shard     int         NOT NULL,
    size      bigint      NOT NULL CHECK (size > 0),
    root      bytea       NOT NULL CHECK (length(root) = 32),
    at        timestamptz NOT NULL,
    epoch     bytea       NOT NULL CHECK (length(epoch) = 8),
    key_id    bytea       NOT NULL CHECK (length(key_id) = 32),
    signature bytea       NOT NULL CHECK (length(signature) = 64),
    PRIMARY KEY (shard, size)
);
