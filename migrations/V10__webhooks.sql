-- Webhooks: addresses that get a notice of what happens to records.

-- Who gets notices, of which events. Webhooks belong to no shard. Growth: the service bounds their number.
CREATE TABLE webhooks (
    webhook_id      uuid        PRIMARY KEY,
    url             text        NOT NULL,
    events          text[]      NOT NULL CHECK (cardinality(events) > 0),
    -- Only records of this game, if any.
    game            text,
    -- Only records with this player at the table, if any.
    player_id       uuid,
    -- Only this record, even if it is not public; all public records if null.
    game_id         uuid,
    -- By shard, the position after which it gets notices.
    start_positions bigint[]    NOT NULL,
    enabled         boolean     NOT NULL DEFAULT true,
    disabled_reason text,
    succeeded_at    timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    -- For retries of the request that made it. The answer holds the secret, so it is sealed.
    key_hash        bytea       UNIQUE CHECK (length(key_hash) = 32),
    body_hash       bytea,
    sealed_answer   bytea
);
CREATE INDEX webhooks_by_record ON webhooks (game_id) WHERE game_id IS NOT NULL;

-- Secrets that sign notices. Signing needs the secret itself, not a hash, so the service seals it. The current one has no
-- end; earlier ones sign as well until theirs. Growth: one row a change of the secret; the next change deletes expired
-- ones.
CREATE TABLE webhook_secrets (
    webhook_id  uuid        NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    secret      bytea       NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    valid_until timestamptz,
    PRIMARY KEY (webhook_id, created_at)
);

-- Notices and their deliveries. Written in the transaction that moves the follower's checkpoint. Growth: delivered ones
-- are deleted after a week, those that failed or wait for a disabled webhook after 30 days.
CREATE TABLE deliveries (
    shard       int         NOT NULL,
    webhook_id  uuid        NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    -- The same for every attempt; a UUIDv7, so it sorts by time.
    message_id  uuid        NOT NULL,
    type        text        NOT NULL,
    game_id     uuid,
    -- Text, not jsonb: every attempt sends and signs the same bytes.
    payload     text        NOT NULL,
    state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts    int         NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL DEFAULT now(),
    -- When its attempts began: when it was created, or last queued again.
    queued_at   timestamptz NOT NULL DEFAULT now(),
    -- When it may be claimed; in the future while a sender has it.
    due_at      timestamptz NOT NULL DEFAULT now(),
    -- The sender that has it. The claim of a sender that died ends when the delivery is due again.
    claim       uuid,
    tried_at    timestamptz,
    status      int,
    failure     text,
    PRIMARY KEY (shard, webhook_id, message_id)
);
CREATE INDEX deliveries_due ON deliveries (shard, webhook_id, due_at) WHERE state = 'waiting';
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id);
