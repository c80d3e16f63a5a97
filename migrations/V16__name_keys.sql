-- Names are compared by one key everywhere: `NameKey` of the crate kifu-names makes it, and it is stored beside the name.
-- PostgreSQL cannot make it: it folds no kana, and its tables of Unicode are others.

-- By which rules the keys were made that are stored. The service makes them anew when its own are others. Growth: one row.
CREATE TABLE name_key_version (
    version int NOT NULL
);
INSERT INTO name_key_version (version) VALUES (0);

-- Nothing asks by it.
DROP INDEX games_by_details;

-- Writes what a record is beside its events, as it is now. Called in the transaction that changed something of that. No
-- trigger does it: a database of several nodes has none.
CREATE OR REPLACE FUNCTION write_search_document(p_shard int, p_game_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    record  games;
    names   text[];
    players uuid[];
    tags    text[];
    place   text;
BEGIN
    SELECT * INTO STRICT record FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id;
    -- By what the people are found, seat 0 first; an empty text where nobody has a name. And the players with a profile.
    SELECT array_agg(coalesce(p.name_key, s.guest_key, '') ORDER BY n.seat),
           coalesce(array_agg(s.player_id) FILTER (WHERE s.player_id IS NOT NULL), '{}')
    INTO names, players
    FROM generate_series(0, record.seats - 1) AS n (seat)
    LEFT JOIN seatings s ON s.shard = p_shard AND s.game_id = p_game_id AND s.seat = n.seat
    LEFT JOIN players p ON p.player_id = s.player_id;
    -- An instance of the version before this one writes no keys.
    tags := CASE WHEN record.details ? 'tag_keys'
        THEN ARRAY(SELECT jsonb_array_elements_text(record.details -> 'tag_keys'))
        ELSE ARRAY(SELECT normalize_word(tag #>> '{}') FROM jsonb_path_query(record.details, '$.tags[*]') t (tag))
    END;
    place := coalesce(record.details ->> 'place_key', normalize_word(record.details ->> 'place'));
    INSERT INTO search_documents (shard, game_id, game, seats, options, visibility, opened_at, played_at,
                                  names, players, tags, place, words)
    VALUES (p_shard, p_game_id, record.game, record.seats, record.options, record.visibility, record.opened_at,
            coalesce(parse_time(record.details ->> 'played_at'), record.opened_at),
            names, players, tags, place, array_to_string(names || place || tags, E'\n'))
    ON CONFLICT (shard, game_id) DO UPDATE
    SET visibility = excluded.visibility, played_at = excluded.played_at, names = excluded.names,
        players = excluded.players, tags = excluded.tags, place = excluded.place, words = excluded.words;
END
$$;
