-- People: who plays under which name, and who sat where. All that names a person is in these two
-- tables and in none of the events, so that erasing somebody touches no event.

-- Players belong to no record and so to no shard: few and small, they are a copy on every node.
-- A row outlives its person: it says where a merged profile went, and that an erased one is gone.
CREATE TABLE players (
    player_id     uuid        PRIMARY KEY,
    name          text,
    -- The name as it is searched for (store/name.rs).
    name_key      text        COLLATE "C",
    created_at    timestamptz NOT NULL,
    merged_into   uuid        REFERENCES players CHECK (merged_into <> player_id),
    erased_at     timestamptz,
    -- Also of a merged profile: its bearer is the same person.
    token_hash    bytea       CHECK (length(token_hash) = 32),
    -- Of the request that created it: the answer to its retry holds a token, so it is sealed.
    key_hash      bytea       UNIQUE CHECK (length(key_hash) = 32),
    body_hash     bytea,
    sealed_answer bytea,
    CHECK ((name IS NULL) = (name_key IS NULL)),
    CHECK ((name IS NOT NULL) = (merged_into IS NULL AND erased_at IS NULL)),
    CHECK (erased_at IS NULL OR num_nonnulls(merged_into, token_hash, body_hash, sealed_answer) = 0)
);
CREATE INDEX players_by_name ON players (name_key, player_id) WHERE name_key IS NOT NULL;
CREATE INDEX players_by_successor ON players (merged_into) WHERE merged_into IS NOT NULL;

-- Who sits where. A seat without a row is taken by somebody without a name.
CREATE TABLE seatings (
    shard      int     NOT NULL,
    game_id    uuid    NOT NULL,
    seat       int     NOT NULL CHECK (seat BETWEEN 0 AND 255),
    player_id  uuid    REFERENCES players,
    guest_name text,
    guest_key  text    COLLATE "C",
    -- Somebody who had a name here and wants to be forgotten.
    erased     boolean NOT NULL DEFAULT false,
    PRIMARY KEY (shard, game_id, seat),
    -- Checked at the end: a record's people come before its row in games, so that whatever follows a
    -- new row or a new revision there finds them.
    FOREIGN KEY (shard, game_id) REFERENCES games DEFERRABLE INITIALLY DEFERRED,
    CHECK ((guest_name IS NULL) = (guest_key IS NULL)),
    CHECK (num_nonnulls(player_id, guest_name) + erased::int <= 1)
);
CREATE INDEX seatings_by_player ON seatings (player_id, shard, game_id) WHERE player_id IS NOT NULL;
CREATE INDEX seatings_by_guest ON seatings (guest_key, shard, game_id) WHERE guest_key IS NOT NULL;

-- Who sits in a record: an object for every seat that has a row.
CREATE FUNCTION seated(p_shard int, p_game_id uuid) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT json_agg(json_build_object(
        'seat', s.seat, 'player', s.player_id, 'name', coalesce(p.name, s.guest_name), 'erased', s.erased
    ))::text
    FROM seatings s LEFT JOIN players p ON p.player_id = s.player_id
    WHERE s.shard = p_shard AND s.game_id = p_game_id
$$;

-- When a record was played, or opened, where nobody said so or PostgreSQL can't hold what was said.
CREATE FUNCTION played(record games) RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN coalesce((record.details ->> 'played_at')::timestamptz, record.opened_at);
EXCEPTION WHEN data_exception THEN
    RETURN record.opened_at;
END
$$;

-- The player who is meant by an id, following mergers; null for one who is erased or never was.
-- The row stays as it is until the transaction ends: nobody is merged, renamed or erased meanwhile.
CREATE FUNCTION hold_player(p_player uuid) RETURNS uuid
LANGUAGE plpgsql STRICT AS $$
DECLARE
    held players;
BEGIN
    LOOP
        SELECT * INTO held FROM players p WHERE p.player_id = p_player FOR KEY SHARE;
        IF held.merged_into IS NULL THEN
            RETURN CASE WHEN held.name IS NOT NULL THEN held.player_id END;
        END IF;
        p_player := held.merged_into;
    END LOOP;
END
$$;

-- Puts people on seats, for the first time or others than before. A player who was erased since the
-- caller looked is somebody who was erased.
CREATE FUNCTION seat_people(
    p_shard   int,
    p_game_id uuid,
    s_seat    int[],
    s_player  uuid[],
    s_name    text[],
    s_key     text[],
    s_erased  boolean[]
) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO seatings AS s (shard, game_id, seat, player_id, guest_name, guest_key, erased)
    SELECT p_shard, p_game_id, n.seat, n.held, n.name, n.key, n.erased OR (n.player IS NOT NULL AND n.held IS NULL)
    FROM (
        SELECT m.*, hold_player(m.player) AS held
        FROM unnest(s_seat, s_player, s_name, s_key, s_erased) AS m (seat, player, name, key, erased)
        OFFSET 0
    ) n
    ON CONFLICT (shard, game_id, seat) DO UPDATE
    SET player_id = excluded.player_id, guest_name = excluded.guest_name, guest_key = excluded.guest_key,
        erased = excluded.erased
$$;

-- What was stored under `names` moves, with the keys that store/name.rs would give.
INSERT INTO seatings (shard, game_id, seat, guest_name, guest_key)
SELECT g.shard, g.game_id, n.number - 1, n.name, lower(n.name)
FROM games g
CROSS JOIN LATERAL jsonb_array_elements_text(
    CASE jsonb_typeof(g.details -> 'names') WHEN 'array' THEN g.details -> 'names' END
) WITH ORDINALITY AS n (name, number)
WHERE n.name IS NOT NULL;

DO $$
BEGIN
    -- Only in Unicode does PostgreSQL know width and kana.
    IF getdatabaseencoding() = 'UTF8' THEN
        UPDATE seatings s
        SET guest_key = translate(lower(normalize(s.guest_name, NFKC)), kana.katakana, kana.hiragana)
        FROM (
            SELECT string_agg(chr(c), '' ORDER BY c) AS katakana, string_agg(chr(c - 96), '' ORDER BY c) AS hiragana
            FROM generate_series(12449, 12534) AS c
        ) kana;
    END IF;
END
$$;

UPDATE games SET details = details - 'names' WHERE details ? 'names';

DROP FUNCTION open_game(
    int, uuid, text, int, text, int, timestamptz, text, text, text, int, text, bytea[], text[], int[], int,
    bytea, bytea, bytea
);

-- Opens a record: its row, its people, its event 0, its tokens and, under a key, the answer to a retry.
--
-- One row comes back: `opened` with the position of event 0, `duplicate` with the first game and
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
    -- People before heads: whoever waits for a player must not keep everybody from appending.
    PERFORM hold_player(p.id) FROM unnest(s_player) AS p (id) WHERE p.id IS NOT NULL ORDER BY p.id;
    PERFORM FROM shard_heads h WHERE h.shard IN (p_shard, p_key_shard) ORDER BY h.shard FOR UPDATE;
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
        PERFORM seat_people(p_shard, p_game_id, s_seat, s_player, s_name, s_key, s_erased);
    END IF;

    INSERT INTO games (shard, game_id, game, seats, options, rules_version, opened_at, details, visibility)
    VALUES (p_shard, p_game_id, p_game, p_seats, p_options::jsonb, p_rules_version, p_opened_at,
            p_details::jsonb, p_visibility);

    INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload)
    VALUES (p_shard, p_game_id, 0, head, 'opened', p_schema, p_opened_at, p_actor, p_payload::jsonb);

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

-- Who won is observed from now on, of old games too: the projection begins anew.
DELETE FROM projections WHERE name = 'observations';

GRANT SELECT, INSERT, UPDATE ON players  TO kifu_service;
GRANT SELECT, INSERT, UPDATE ON seatings TO kifu_service;
