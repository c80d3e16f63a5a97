-- Bringing in records that were played elsewhere: one function that writes whole records to one shard.
--
-- Whoever logs a move waits for no more than the writing of the events. All that needs no position comes before the
-- shard's head is locked: people, rows in games, search documents, reading the payloads. And it is one statement, so that a
-- client that stands still holds no lock.
--
-- The arrays g_… have one element a record, s_… one a seat with a row, e_… one an event; s_record and e_record are the
-- one-based records of seats and events. The events of a record stand in order, the opening first. A record that is here
-- already is left as it is. It answers with the records that were written, the head as it was found and as it was left, and
-- for how many seconds the head was locked until then.
CREATE FUNCTION import_records(
    p_shard         int,
    g_id            uuid[],
    g_game          text[],
    g_seats         int[],
    g_options       text[],
    g_rules_version int[],
    g_opened_at     timestamptz[],
    g_details       text[],
    g_visibility    text[],
    g_trace         text[],
    g_copy_source   uuid[],
    g_copy_step     int[],
    s_record        int[],
    s_seat          int[],
    s_player        uuid[],
    s_name          text[],
    s_key           text[],
    s_erased        boolean[],
    e_record        int[],
    e_seq           bigint[],
    e_type          text[],
    e_schema        int[],
    e_at            timestamptz[],
    e_actor         text[],
    e_payload       text[],
    e_salt          bytea[],
    e_hash          bytea[]
) RETURNS TABLE (written uuid[], head_before bigint, head_after bigint, held double precision)
LANGUAGE plpgsql AS $$
DECLARE
    -- Who an id of a player leads to, one element a seat.
    player_ids  uuid[];
    new_ids     uuid[] := '{}';
    copy_ids    uuid[];
    is_new      boolean[];
    payloads    jsonb[];
    event_count bigint;
    id          uuid;
    locked_at   timestamptz;
BEGIN
    -- Tables are locked in the order of open_game, which a backup of a cluster keeps, too. No row is locked here.
    PERFORM FROM shard_heads h WHERE h.shard = p_shard AND h.position < 0 FOR UPDATE;

    PERFORM lock_player(p.id) FROM unnest(s_player) AS p (id) WHERE p.id IS NOT NULL ORDER BY p.id;
    player_ids := ARRAY(SELECT lock_player(s.player) FROM unnest(s_player) WITH ORDINALITY AS s (player, ord) ORDER BY s.ord);

    -- In the order of ids: of two who bring the same records, one waits for the other.
    FOR id IN
        INSERT INTO games (shard, game_id, game, seats, options, rules_version, opened_at, details, visibility)
        SELECT p_shard, g.id, g.game, g.seats, g.options::jsonb, g.rules_version, g.opened_at, g.details::jsonb, g.visibility
        FROM unnest(g_id, g_game, g_seats, g_options, g_rules_version, g_opened_at, g_details, g_visibility)
                 AS g (id, game, seats, options, rules_version, opened_at, details, visibility)
        ORDER BY g.id
        ON CONFLICT (shard, game_id) DO NOTHING
        RETURNING game_id
    LOOP
        new_ids := new_ids || id;
    END LOOP;
    IF new_ids = '{}' THEN
        RETURN QUERY SELECT new_ids, NULL::bigint, NULL::bigint, NULL::double precision;
        RETURN;
    END IF;
    is_new := ARRAY(SELECT g.id = ANY (new_ids) FROM unnest(g_id) WITH ORDINALITY AS g (id, ord) ORDER BY g.ord);

    INSERT INTO seatings (shard, game_id, seat, player_id, guest_name, guest_key, erased)
    SELECT p_shard, g_id[s.record], s.seat, s.locked_player, s.name, s.key,
           s.erased OR (s.player IS NOT NULL AND s.locked_player IS NULL)
    FROM unnest(s_record, s_seat, s_player, player_ids, s_name, s_key, s_erased)
             AS s (record, seat, player, locked_player, name, key, erased)
    WHERE is_new[s.record];

    FOREACH id IN ARRAY new_ids LOOP
        PERFORM write_search_document(p_shard, id);
    END LOOP;

    copy_ids := ARRAY(SELECT g.id FROM unnest(g_id, g_copy_step) AS g (id, step)
                    WHERE g.step IS NOT NULL AND g.id = ANY (new_ids));
    IF copy_ids <> '{}' THEN
        INSERT INTO copies (shard, game_id, source_id, step)
        SELECT p_shard, g.id, g.source, g.step FROM unnest(g_id, g_copy_source, g_copy_step) AS g (id, source, step)
        WHERE g.id = ANY (copy_ids);
        UPDATE search_documents d SET is_copy = true WHERE d.shard = p_shard AND d.game_id = ANY (copy_ids);
    END IF;

    payloads := ARRAY(SELECT e.payload::jsonb FROM unnest(e_payload) WITH ORDINALITY AS e (payload, ord) ORDER BY e.ord);
    event_count := (SELECT count(*) FROM unnest(e_record) AS e (record) WHERE is_new[e.record]);

    SELECT h.position INTO STRICT head_before FROM shard_heads h WHERE h.shard = p_shard FOR UPDATE;
    locked_at := clock_timestamp();
    INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload, traceparent, salt, hash)
    SELECT p_shard, g_id[e.record], e.seq, head_before + row_number() OVER (ORDER BY e.ord), e.type, e.schema, e.at, e.actor,
           e.payload, g_trace[e.record], e.salt, e.hash
    FROM unnest(e_record, e_seq, e_type, e_schema, e_at, e_actor, payloads, e_salt, e_hash) WITH ORDINALITY
             AS e (record, seq, type, schema, at, actor, payload, salt, hash, ord)
    WHERE is_new[e.record];
    UPDATE shard_heads h SET position = head_before + event_count WHERE h.shard = p_shard;

    RETURN QUERY
        SELECT new_ids, head_before, head_before + event_count,
               extract(epoch FROM clock_timestamp() - locked_at)::double precision;
END
$$;
