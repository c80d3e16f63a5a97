-- Players: who plays under which name, and who sat where. Names of people are in these two tables and in no event, so
-- erasing a person changes no event.

-- Profiles. They belong to no record and so to no shard; a sharded database would have a copy on every node. The row of
-- a merged or erased profile stays and says so. Growth: one row a profile, never deleted.
CREATE TABLE players (
    player_id     uuid        PRIMARY KEY,
    name          text,
    -- The name as it is searched for: `name_key` of the crate kifu-names.
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
-- Every statistics query reads these few rows: under which id somebody is found now.
CREATE INDEX players_changed ON players (player_id) WHERE merged_into IS NOT NULL OR erased_at IS NOT NULL;

-- Who sits where. The person on a seat without a row has no name. Growth: at most one row a seat of a record.
CREATE TABLE seatings (
    shard      int     NOT NULL,
    game_id    uuid    NOT NULL,
    seat       int     NOT NULL CHECK (seat BETWEEN 0 AND 255),
    player_id  uuid    REFERENCES players,
    guest_name text,
    guest_key  text    COLLATE "C",
    -- A person who had a name here and was erased.
    erased     boolean NOT NULL DEFAULT false,
    PRIMARY KEY (shard, game_id, seat),
    -- Checked at the end of the transaction: people are written before the row in games.
    FOREIGN KEY (shard, game_id) REFERENCES games DEFERRABLE INITIALLY DEFERRED,
    CHECK ((guest_name IS NULL) = (guest_key IS NULL)),
    CHECK (num_nonnulls(player_id, guest_name) + erased::int <= 1)
);
CREATE INDEX seatings_by_player ON seatings (player_id, shard, game_id) WHERE player_id IS NOT NULL;
CREATE INDEX seatings_by_guest ON seatings (guest_key, shard, game_id) WHERE guest_key IS NOT NULL;

-- The player that an id leads to after mergers; null if it was erased or does not exist. The row is
-- locked until the transaction ends, so the player is not merged, renamed or erased before.
CREATE FUNCTION lock_player(p_player uuid) RETURNS uuid
LANGUAGE plpgsql STRICT AS $$
DECLARE
    locked players;
BEGIN
    LOOP
        SELECT * INTO locked FROM players p WHERE p.player_id = p_player FOR KEY SHARE;
        IF locked.merged_into IS NULL THEN
            RETURN CASE WHEN locked.name IS NOT NULL THEN locked.player_id END;
        END IF;
        p_player := locked.merged_into;
    END LOOP;
END
$$;

-- Writes who sits on these seats, in place of earlier people. A player who was erased since the caller
-- read the profile is written as erased.
CREATE FUNCTION write_seatings(
    p_shard   int,
    p_game_id uuid,
    s_seat    int[],
    s_player  uuid[],
    s_name    text[],
    s_key     text[],
    s_erased  boolean[]
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    locked uuid[];
BEGIN
    -- By themselves: on a cluster the players are on every node and the seats on one.
    locked := ARRAY(SELECT lock_player(m.player) FROM unnest(s_player) WITH ORDINALITY AS m (player, ord) ORDER BY m.ord);
    INSERT INTO seatings (shard, game_id, seat, player_id, guest_name, guest_key, erased)
    SELECT p_shard, p_game_id, n.seat, n.locked_player, n.name, n.key,
           n.erased OR (n.player IS NOT NULL AND n.locked_player IS NULL)
    FROM unnest(s_seat, s_player, locked, s_name, s_key, s_erased)
             AS n (seat, player, locked_player, name, key, erased)
    ON CONFLICT (shard, game_id, seat) DO UPDATE
    SET player_id = excluded.player_id, guest_name = excluded.guest_name, guest_key = excluded.guest_key,
        erased = excluded.erased;
END
$$;
