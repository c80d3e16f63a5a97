-- Players: who plays under which name, and who sat where. All that names a person is in these two tables and in none of
-- the events, so that erasing somebody changes no event.

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
-- Few, and read by every question of the statistics: under which id somebody is found now.
CREATE INDEX players_changed ON players (player_id) WHERE merged_into IS NOT NULL OR erased_at IS NOT NULL;

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

GRANT SELECT, INSERT, UPDATE ON players  TO kifu_service;
GRANT SELECT, INSERT, UPDATE ON seatings TO kifu_service;
