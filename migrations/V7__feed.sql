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

-- Both halves come from the server's strong random source, 122 bits each.
INSERT INTO service_keys (name, key)
VALUES ('feed_cursor', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
