-- The answer to a request under an idempotency key that gave out a secret of something that belongs to no record: a
-- player's token, a webhook's secret. It holds the secret, so the service seals it before it comes here. It belongs to no
-- shard; a sharded database has a copy on every node. Growth: rows are deleted 30 days after they were written.
CREATE TABLE kept_answers (
    key_hash      bytea       PRIMARY KEY CHECK (length(key_hash) = 32),
    body_hash     bytea       NOT NULL,
    sealed_answer bytea       NOT NULL,
    at            timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kept_answers_by_age ON kept_answers USING brin (at);
