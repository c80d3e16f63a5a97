-- The tree of a shard stands over batches, no longer over events: its size counted what is hidden of other tables. What was
-- kept of the trees over events goes: it can be made anew, or names numbers that nothing has any more.

DROP TABLE tree_heads;
DELETE FROM tree_nodes;

-- Batches: what was recorded in a shard up to a moment, with the signed head of the tree that the batch is the last leaf of.
-- `api/proofs/src/batch.rs` says how its root is made. There is one at fixed times, whatever was recorded, so that the number
-- of batches tells nobody how much that was. Growth: one row a minute and shard while a service runs, 120 MB a year.
CREATE TABLE event_batches (
    shard      int         NOT NULL,
    number     bigint      NOT NULL CHECK (number >= 0),
    -- Its last event, or the last of the batch before it; and how many it has.
    position   bigint      NOT NULL CHECK (position >= 0),
    events     int         NOT NULL CHECK (events >= 0),
    at         timestamptz NOT NULL,
    -- Whoever knows it can tell where in the batch no event lies.
    secret     bytea       NOT NULL CHECK (length(secret) = 16),
    sequence   bytea       NOT NULL CHECK (length(sequence) = 32),
    root       bytea       NOT NULL CHECK (length(root) = 32),
    -- What is signed is made of the rows up to this one, and of the epoch.
    epoch      bytea       NOT NULL CHECK (length(epoch) = 8),
    public_key bytea       NOT NULL CHECK (length(public_key) = 32),
    signature  bytea       NOT NULL CHECK (length(signature) = 64),
    PRIMARY KEY (shard, number)
);
CREATE INDEX event_batches_by_position ON event_batches (shard, position) WHERE events > 0;

-- The hashes of the events of large batches, in groups by their first bits, so that a proof need not read all of them.
-- Growth: one row for 256 events or fewer, of batches that have more.
CREATE TABLE event_batch_groups (
    shard  int    NOT NULL,
    batch  bigint NOT NULL,
    number bigint NOT NULL,
    node   bytea  NOT NULL CHECK (length(node) = 32),
    hashes bytea  NOT NULL CHECK (length(hashes) > 0 AND length(hashes) % 32 = 0),
    PRIMARY KEY (shard, batch, number)
);
