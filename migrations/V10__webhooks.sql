-- Who wants to be told what happens to records. Few rows, the same for every shard: where the
-- schema is distributed this is a reference table.
CREATE TABLE webhooks (
    webhook_id      uuid        PRIMARY KEY,
    url             text        NOT NULL,
    events          text[]      NOT NULL CHECK (cardinality(events) > 0),
    -- Only records of this game, if any.
    game            text,
    -- Only this record, which then may be hidden from others; else all public ones.
    game_id         uuid,
    -- By shard, the position after which events concern it.
    since           bigint[]    NOT NULL,
    enabled         boolean     NOT NULL DEFAULT true,
    disabled_reason text,
    succeeded_at    timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    -- What a retry of its making is answered with. The answer holds the secret, so it is sealed.
    key_hash        bytea       UNIQUE CHECK (length(key_hash) = 32),
    body_hash       bytea,
    sealed_answer   bytea
);
CREATE INDEX webhooks_by_record ON webhooks (game_id) WHERE game_id IS NOT NULL;

-- Signing needs the secret itself, so no hash will do: it is sealed by the service. The present one
-- has no end; those before it sign too until theirs.
CREATE TABLE webhook_secrets (
    webhook_id  uuid        NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    secret      bytea       NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    valid_until timestamptz,
    PRIMARY KEY (webhook_id, created_at)
);

-- What is to be told to whom, until it is told and a while after. Written in the transaction that
-- moves the follower's checkpoint.
CREATE TABLE deliveries (
    shard       int         NOT NULL,
    webhook_id  uuid        NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    -- The same however often it is sent; UUIDv7, so that it also tells the order.
    message_id  uuid        NOT NULL,
    type        text        NOT NULL,
    game_id     uuid,
    -- Text, not jsonb: every attempt sends and signs the same bytes.
    payload     text        NOT NULL,
    state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
    attempts    int         NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL DEFAULT now(),
    -- When its attempts began to count: at first, and whenever somebody asks for it again.
    queued_at   timestamptz NOT NULL DEFAULT now(),
    -- When it may be taken: later than now while somebody is sending it.
    due_at      timestamptz NOT NULL DEFAULT now(),
    -- Who is sending it. Whoever died while sending is forgotten when it is due again.
    claim       uuid,
    tried_at    timestamptz,
    status      int,
    failure     text,
    PRIMARY KEY (shard, webhook_id, message_id)
);
CREATE INDEX deliveries_due ON deliveries (shard, webhook_id, due_at) WHERE state = 'waiting';
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_secrets, deliveries TO kifu_service;
