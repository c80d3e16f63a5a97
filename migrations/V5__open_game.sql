-- Opening a record: one function that writes to the tables of records, access and players.

-- The answer to an opening under an idempotency key. It is read before there is a record, so the shard is that of
-- the key. The answer holds tokens, so the service seals it before it comes here. Growth: rows are deleted 30 days
-- after they were written.
CREATE TABLE openings (
    shard         int         NOT NULL,
    key_hash      bytea       NOT NULL CHECK (length(key_hash) = 32),
    body_hash     bytea       NOT NULL,
    game_id       uuid        NOT NULL,
    sealed_answer bytea       NOT NULL,
    at            timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, key_hash)
);
CREATE INDEX openings_by_age ON openings USING brin (at);

-- Opens a record: its row, its people, its event 0, its tokens and, under a key, the answer to a retry.
--
-- It answers with one row: `opened` with the position of event 0, `duplicate` with the first game and
-- answer, or `key_reused`. The head of the key's shard is locked too: of two openings under one key
-- whose games fall in different shards, the later must see the earlier.
CREATE FUNCTION open_game(
    p_shard         int,
    p_game_id       uuid,
    p_game          text,
    p_seats         int,
    p_options       text,
    p_rules_version int,
    p_opened_at     timestamptz,
    p_details       text,
    p_visibility    text,
    p_actor         text,
    p_schema        int,
    p_payload       text,
    p_trace         text,
    p_salt          bytea,
    p_hash          bytea,
    t_hash          bytea[],
    t_role          text[],
    t_seat          int[],
    p_key_shard     int,
    p_key_hash      bytea,
    p_body_hash     bytea,
    p_sealed_answer bytea,
    s_seat          int[],
    s_player        uuid[],
    s_name          text[],
    s_key           text[],
    s_erased        boolean[]
) RETURNS TABLE (outcome text, opened_game uuid, answer bytea, opened_position bigint)
LANGUAGE plpgsql AS $$
DECLARE
    head  bigint;
    first openings;
BEGIN
    -- Players are locked before heads: a transaction that waits for a player must not block all appends.
    PERFORM lock_player(p.id) FROM unnest(s_player) AS p (id) WHERE p.id IS NOT NULL ORDER BY p.id;
    PERFORM FROM shard_heads h WHERE h.shard = least(p_shard, p_key_shard) FOR UPDATE;
    IF p_key_shard <> p_shard THEN
        PERFORM FROM shard_heads h WHERE h.shard = greatest(p_shard, p_key_shard) FOR UPDATE;
    END IF;
    SELECT h.position + 1 INTO STRICT head FROM shard_heads h WHERE h.shard = p_shard;

    SELECT * INTO first FROM openings o WHERE o.shard = p_key_shard AND o.key_hash = p_key_hash;
    IF found AND first.body_hash = p_body_hash THEN
        RETURN QUERY SELECT 'duplicate', first.game_id, first.sealed_answer, NULL::bigint;
        RETURN;
    ELSIF found THEN
        RETURN QUERY SELECT 'key_reused', NULL::uuid, NULL::bytea, NULL::bigint;
        RETURN;
    END IF;

    IF cardinality(s_seat) > 0 THEN
        PERFORM write_seatings(p_shard, p_game_id, s_seat, s_player, s_name, s_key, s_erased);
    END IF;

    INSERT INTO games (shard, game_id, game, seats, options, rules_version, opened_at, details, visibility)
    VALUES (p_shard, p_game_id, p_game, p_seats, p_options::jsonb, p_rules_version, p_opened_at,
            p_details::jsonb, p_visibility);
    PERFORM write_search_document(p_shard, p_game_id);

    INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload, traceparent,
                        salt, hash)
    VALUES (p_shard, p_game_id, 0, head, 'opened', p_schema, p_opened_at, p_actor, p_payload::jsonb, p_trace, p_salt,
            p_hash);

    UPDATE shard_heads h SET position = head WHERE h.shard = p_shard;

    INSERT INTO tokens (shard, game_id, token_hash, role, seat)
    SELECT p_shard, p_game_id, t.hash, t.role, t.seat FROM unnest(t_hash, t_role, t_seat) AS t (hash, role, seat);

    IF p_key_hash IS NOT NULL THEN
        INSERT INTO openings (shard, key_hash, body_hash, game_id, sealed_answer)
        VALUES (p_key_shard, p_key_hash, p_body_hash, p_game_id, p_sealed_answer);
    END IF;

    RETURN QUERY SELECT 'opened', p_game_id, NULL::bytea, head;
END
$$;
