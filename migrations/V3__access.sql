-- Access: who may write to a record and see what is hidden in it.

-- Tokens of records. Only their hashes are stored, so a stolen copy of this table opens no record. Growth: the service
-- bounds the valid tokens of a record; revoked ones stay, one row each, as the log of who had access.
CREATE TABLE tokens (
    shard      int         NOT NULL,
    game_id    uuid        NOT NULL,
    token_hash bytea       NOT NULL CHECK (length(token_hash) = 32),
    role       text        NOT NULL,
    seat       int,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    -- How people refer to a token; it reveals nothing of the token or its hash.
    token_id   uuid        NOT NULL DEFAULT gen_random_uuid(),
    label      text,
    expires_at timestamptz,
    PRIMARY KEY (shard, game_id, token_hash),
    FOREIGN KEY (shard, game_id) REFERENCES games,
    CONSTRAINT tokens_role CHECK (
        (role IN ('scribe', 'spectator') AND seat IS NULL) OR (role = 'seat' AND seat BETWEEN 0 AND 255)
    ),
    CONSTRAINT tokens_by_id UNIQUE (shard, game_id, token_id)
);

-- The answer to a request for a token under an idempotency key. It holds the token, so the service seals it before it
-- comes here. Growth: rows are deleted 30 days after they were written.
CREATE TABLE issuances (
    shard         int         NOT NULL,
    game_id       uuid        NOT NULL,
    key_hash      bytea       NOT NULL CHECK (length(key_hash) = 32),
    body_hash     bytea       NOT NULL,
    sealed_answer bytea       NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, game_id, key_hash)
);
CREATE INDEX issuances_by_age ON issuances USING brin (at);

CREATE FUNCTION token_is_valid(revoked_at timestamptz, expires_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
$$;

-- Makes a token valid and revokes the one it replaces, if any, in the same transaction.
--
-- It answers with one row: `issued`; `duplicate` with the first answer; `key_reused`; `ended` where the
-- token to be replaced is no longer valid; `too_many`; `unknown_game`. The record's row is locked
-- first, so nothing changes between the checks and the writes.
CREATE FUNCTION issue_token(
    p_shard         int,
    p_game_id       uuid,
    p_token_id      uuid,
    p_hash          bytea,
    p_role          text,
    p_seat          int,
    p_label         text,
    p_created_at    timestamptz,
    p_expires_at    timestamptz,
    p_replaces      uuid,
    p_max_tokens          int,
    p_key_hash      bytea,
    p_body_hash     bytea,
    p_sealed_answer bytea
) RETURNS TABLE (outcome text, answer bytea)
LANGUAGE plpgsql AS $$
DECLARE
    first issuances;
BEGIN
    PERFORM FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id FOR UPDATE;
    IF NOT found THEN
        RETURN QUERY SELECT 'unknown_game', NULL::bytea;
        RETURN;
    END IF;

    SELECT * INTO first FROM issuances i
    WHERE i.shard = p_shard AND i.game_id = p_game_id AND i.key_hash = p_key_hash;
    IF found AND first.body_hash = p_body_hash THEN
        RETURN QUERY SELECT 'duplicate', first.sealed_answer;
        RETURN;
    ELSIF found THEN
        RETURN QUERY SELECT 'key_reused', NULL::bytea;
        RETURN;
    END IF;

    IF p_replaces IS NOT NULL THEN
        UPDATE tokens t SET revoked_at = p_created_at
        WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.token_id = p_replaces AND token_is_valid(t.revoked_at, t.expires_at);
        IF NOT found THEN
            RETURN QUERY SELECT 'ended', NULL::bytea;
            RETURN;
        END IF;
    ELSIF p_max_tokens <= (SELECT count(*) FROM tokens t
                     WHERE t.shard = p_shard AND t.game_id = p_game_id AND token_is_valid(t.revoked_at, t.expires_at)) THEN
        RETURN QUERY SELECT 'too_many', NULL::bytea;
        RETURN;
    END IF;

    INSERT INTO tokens (shard, game_id, token_hash, role, seat, created_at, token_id, label, expires_at)
    VALUES (p_shard, p_game_id, p_hash, p_role, p_seat, p_created_at, p_token_id, p_label, p_expires_at);
    IF p_key_hash IS NOT NULL THEN
        INSERT INTO issuances (shard, game_id, key_hash, body_hash, sealed_answer)
        VALUES (p_shard, p_game_id, p_key_hash, p_body_hash, p_sealed_answer);
    END IF;
    UPDATE games g SET revision = g.revision + 1 WHERE g.shard = p_shard AND g.game_id = p_game_id;
    RETURN QUERY SELECT 'issued', NULL::bytea;
END
$$;

-- Revokes a token: `revoked`, also if it was no longer valid; `unknown`; or `last_scribe`, where no
-- scribe's token would be left that never expires, unless the caller allows that.
CREATE FUNCTION revoke_token(p_shard int, p_game_id uuid, p_token_id uuid, p_allow_last_scribe boolean)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    token tokens;
BEGIN
    PERFORM FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id FOR UPDATE;
    SELECT * INTO token FROM tokens t
    WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.token_id = p_token_id;
    IF NOT found THEN
        RETURN 'unknown';
    ELSIF NOT token_is_valid(token.revoked_at, token.expires_at) THEN
        RETURN 'revoked';
    ELSIF token.role = 'scribe' AND NOT p_allow_last_scribe AND NOT EXISTS (
        SELECT FROM tokens t
        WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.token_id <> p_token_id
          AND t.role = 'scribe' AND t.revoked_at IS NULL AND t.expires_at IS NULL
    ) THEN
        RETURN 'last_scribe';
    END IF;

    UPDATE tokens t SET revoked_at = now()
    WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.token_id = p_token_id;
    UPDATE games g SET revision = g.revision + 1 WHERE g.shard = p_shard AND g.game_id = p_game_id;
    RETURN 'revoked';
END
$$;
