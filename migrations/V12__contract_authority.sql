-- Authority: by whose right something goes on by itself. Whatever a token makes that acts later (a webhook, another token, a
-- part of a joint move) names the authority of that token in `made_by`, and is looked at again whenever it acts
-- (`store/src/authority.rs`). Null is the service itself: the operator, or whoever opened the record.

ALTER TABLE tokens
    -- What the token stands for. A token that is reissued for another one takes over its authority, so all that was made
    -- by it goes on. An authority holds as long as one of its tokens is valid.
    ADD COLUMN authority_id uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN made_by      uuid;

ALTER TABLE joint_parts ADD COLUMN made_by uuid;

ALTER TABLE webhooks ADD COLUMN made_by uuid;
-- Nobody knows who made those that are bound to a record. Whoever may, enables them again, and is their authority then.
UPDATE webhooks SET enabled = false, disabled_reason = 'unauthorized' WHERE game_id IS NOT NULL AND enabled;

-- Who may put a player on a seat: whoever shows the player's token, or anybody.
ALTER TABLE players
    ADD COLUMN seated_by text NOT NULL DEFAULT 'token_holders' CHECK (seated_by IN ('token_holders', 'anybody'));

DROP FUNCTION issue_token(int, uuid, uuid, bytea, text, int, text, timestamptz, timestamptz, uuid, int, bytea, bytea, bytea);

-- Makes a token valid and revokes the one it replaces, if any, in the same transaction.
--
-- It answers with one row: `issued` and until when; `duplicate` with the first answer; `key_reused`; `ended` where the
-- token to be replaced, or the authority by which it is asked for, is no longer valid; `too_many`; `unknown_game`. A token
-- ends at the latest with the one that made it. The record's row is locked first, so nothing changes between the checks and
-- the writes.
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
    p_made_by       uuid,
    p_max_tokens    int,
    p_key_hash      bytea,
    p_body_hash     bytea,
    p_sealed_answer bytea
) RETURNS TABLE (outcome text, answer bytea)
LANGUAGE plpgsql AS $$
DECLARE
    first    issuances;
    replaced tokens;
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

    IF p_made_by IS NOT NULL AND NOT EXISTS (
        SELECT FROM tokens t
        WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.authority_id = p_made_by
          AND token_is_valid(t.revoked_at, t.expires_at)
    ) THEN
        RETURN QUERY SELECT 'ended', NULL::bytea;
        RETURN;
    END IF;

    IF p_replaces IS NOT NULL THEN
        UPDATE tokens t SET revoked_at = p_created_at
        WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.token_id = p_replaces AND token_is_valid(t.revoked_at, t.expires_at)
        RETURNING * INTO replaced;
        IF NOT found THEN
            RETURN QUERY SELECT 'ended', NULL::bytea;
            RETURN;
        END IF;
    ELSIF p_max_tokens <= (SELECT count(*) FROM tokens t
                     WHERE t.shard = p_shard AND t.game_id = p_game_id AND token_is_valid(t.revoked_at, t.expires_at)) THEN
        RETURN QUERY SELECT 'too_many', NULL::bytea;
        RETURN;
    END IF;

    INSERT INTO tokens (shard, game_id, token_hash, role, seat, created_at, token_id, label, expires_at, authority_id, made_by)
    VALUES (p_shard, p_game_id, p_hash, p_role, p_seat, p_created_at, p_token_id, p_label, p_expires_at,
            coalesce(replaced.authority_id, gen_random_uuid()),
            CASE WHEN p_replaces IS NULL THEN p_made_by ELSE replaced.made_by END);
    IF p_key_hash IS NOT NULL THEN
        INSERT INTO issuances (shard, game_id, key_hash, body_hash, sealed_answer)
        VALUES (p_shard, p_game_id, p_key_hash, p_body_hash, p_sealed_answer);
    END IF;
    UPDATE games g SET revision = g.revision + 1 WHERE g.shard = p_shard AND g.game_id = p_game_id;
    RETURN QUERY SELECT 'issued', NULL::bytea;
END
$$;

-- Revokes a token and all tokens that were made by it, and by those: `revoked`, also if it was no longer valid; `unknown`; or
-- `last_scribe`, where no scribe's token would be left that never expires, unless the caller allows that.
CREATE OR REPLACE FUNCTION revoke_token(p_shard int, p_game_id uuid, p_token_id uuid, p_allow_last_scribe boolean)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    token tokens;
    ended uuid[];
BEGIN
    PERFORM FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id FOR UPDATE;
    SELECT * INTO token FROM tokens t
    WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.token_id = p_token_id;
    IF NOT found THEN
        RETURN 'unknown';
    ELSIF NOT token_is_valid(token.revoked_at, token.expires_at) THEN
        RETURN 'revoked';
    END IF;

    ended := ARRAY(
        WITH RECURSIVE ending (authority_id) AS (
            SELECT token.authority_id
            UNION
            SELECT t.authority_id FROM tokens t JOIN ending e ON t.made_by = e.authority_id
            WHERE t.shard = p_shard AND t.game_id = p_game_id
        )
        SELECT e.authority_id FROM ending e
    );
    IF token.role = 'scribe' AND NOT p_allow_last_scribe AND NOT EXISTS (
        SELECT FROM tokens t
        WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.authority_id <> ALL (ended)
          AND t.role = 'scribe' AND t.revoked_at IS NULL AND t.expires_at IS NULL
    ) THEN
        RETURN 'last_scribe';
    END IF;

    UPDATE tokens t SET revoked_at = now()
    WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.authority_id = ANY (ended)
      AND token_is_valid(t.revoked_at, t.expires_at);
    UPDATE games g SET revision = g.revision + 1 WHERE g.shard = p_shard AND g.game_id = p_game_id;
    RETURN 'revoked';
END
$$;

DROP FUNCTION enter_part(int, uuid, bigint, int, text, int);

-- Enters a seat's part, or withdraws it if `p_part` is null. False if all parts were in already: then they cannot be
-- changed, because the event is being made of them. A part whose authority has ended does not count.
CREATE FUNCTION enter_part(
    p_shard   int,
    p_game_id uuid,
    p_since   bigint,
    p_seat    int,
    p_part    text,
    p_seats   int,
    p_made_by uuid
) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    -- The lock makes entries sequential, so nothing is entered after the part that completes the set.
    PERFORM FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id FOR NO KEY UPDATE;
    DELETE FROM joint_parts j
    WHERE j.shard = p_shard AND j.game_id = p_game_id AND j.since = p_since AND j.made_by IS NOT NULL AND NOT EXISTS (
        SELECT FROM tokens t
        WHERE t.shard = p_shard AND t.game_id = p_game_id AND t.authority_id = j.made_by
          AND token_is_valid(t.revoked_at, t.expires_at));
    IF p_seats <= (
        SELECT count(*) FROM joint_parts j
        WHERE j.shard = p_shard AND j.game_id = p_game_id AND j.since = p_since
    ) THEN
        RETURN false;
    END IF;
    DELETE FROM joint_parts j
    WHERE j.shard = p_shard AND j.game_id = p_game_id
      AND (j.since < p_since OR j.since = p_since AND j.seat = p_seat);
    IF p_part IS NOT NULL THEN
        INSERT INTO joint_parts (shard, game_id, since, seat, part, made_by)
        VALUES (p_shard, p_game_id, p_since, p_seat, p_part::jsonb, p_made_by);
    END IF;
    RETURN true;
END
$$;
