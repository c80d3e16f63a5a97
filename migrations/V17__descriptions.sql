-- What a record says of itself beside its events (who sits where, when and where it was played, tags, visibility, of what it
-- is a copy) under salted commitments, one a detail. Each change is a link of a chain of the record's own, and the heads that
-- are signed of batches of events cover these chains, too. `api/proofs/src/description.rs` says how the hashes are made.

-- The last position of a shard that a description has. A lock of its own: nobody who logs a move waits for one that changes
-- a name. Growth: one row a shard.
CREATE TABLE description_heads (
    shard    int    PRIMARY KEY,
    position bigint NOT NULL CHECK (position >= 0)
) WITH (fillfactor = 10);
INSERT INTO description_heads (shard, position) SELECT shard, 0 FROM shard_heads;

-- Changes of what a record says of itself; number 0 has all of it. No time is kept: those of an erased person's records would
-- lie together. Rights alone keep rows from change, because a cluster has no triggers. Growth: one row a record and one more
-- for each change.
CREATE TABLE descriptions (
    shard       int    NOT NULL,
    game_id     uuid   NOT NULL,
    number      int    NOT NULL CHECK (number >= 0),
    -- Without gaps in a shard, like the positions of events.
    position    bigint NOT NULL CHECK (position > 0),
    -- By detail that changed, in hexadecimal digits: SHA-256 of its salt and of what it says.
    commitments jsonb  NOT NULL,
    -- By detail, the salts of values that are still so. Whoever changes a value, or erases a person, throws the salt away.
    salts       jsonb  NOT NULL,
    -- SHA-256 of the hash before in this chain (32 zero bytes before number 0) and of the hash of the commitments.
    hash        bytea  NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (shard, game_id, number),
    UNIQUE (shard, position)
);

-- How many descriptions a batch has, and the position of its last one; 0 where it has none.
ALTER TABLE event_batches
    ADD COLUMN descriptions         int    NOT NULL DEFAULT 0 CHECK (descriptions >= 0),
    ADD COLUMN description_position bigint NOT NULL DEFAULT 0 CHECK (description_position >= 0);
CREATE INDEX event_batches_by_description ON event_batches (shard, description_position) WHERE descriptions > 0;

-- What a record says of itself now: by detail, canonical JSON (RFC 8785).
CREATE FUNCTION details_of_record(p_shard int, p_game_id uuid) RETURNS TABLE (detail text, value text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT d.detail, d.value
        FROM games g LEFT JOIN copies c ON c.shard = g.shard AND c.game_id = g.game_id,
             LATERAL (VALUES
                 ('visibility', to_json(g.visibility)::text),
                 ('place', coalesce(to_json(g.details ->> 'place')::text, 'null')),
                 ('played_at', coalesce(to_json(g.details ->> 'played_at')::text, 'null')),
                 ('tags', (SELECT '[' || coalesce(string_agg(to_json(t.tag)::text, ',' ORDER BY t.ord), '') || ']'
                           FROM jsonb_array_elements_text(coalesce(g.details -> 'tags', '[]')) WITH ORDINALITY AS t (tag, ord))),
                 ('copy_of', CASE WHEN c.step IS NULL THEN 'null'
                             ELSE '{' || coalesce('"id":"' || c.source_id || '",', '') || '"step":' || c.step || '}' END)
             ) AS d (detail, value)
        WHERE g.shard = p_shard AND g.game_id = p_game_id;
    RETURN QUERY
        SELECT 'seat ' || n.seat,
               CASE WHEN s.erased THEN '"erased"'
                    WHEN p.name IS NOT NULL THEN '{"name":' || to_json(p.name) || ',"player":"' || p.player_id || '"}'
                    WHEN s.guest_name IS NOT NULL THEN '{"name":' || to_json(s.guest_name) || '}'
                    ELSE 'null' END
        FROM games g CROSS JOIN LATERAL generate_series(0, g.seats - 1) AS n (seat)
        LEFT JOIN seatings s ON s.shard = p_shard AND s.game_id = p_game_id AND s.seat = n.seat
        LEFT JOIN players p ON p.player_id = s.player_id
        WHERE g.shard = p_shard AND g.game_id = p_game_id;
END
$$;

-- Brings what a record says of itself under commitments, as far as it has changed since the last time. Called in the
-- transaction that changed something of that, and behind the change.
--
-- Of a person who was erased nothing is written: the salt goes, and with it all that the commitment could be compared with.
CREATE FUNCTION describe_record(p_shard int, p_game_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    scope       text := ',"game_id":"' || p_game_id || '"';
    last_number int;
    last_hash   bytea;
    kept        jsonb;
    kept_salts  jsonb;
    commitments jsonb := '{}';
    salts       jsonb := '{}';
    gone        text[] := '{}';
    content     bytea;
    salt        bytea;
    place       bigint;
    r           record;
BEGIN
    SELECT d.number, d.hash INTO last_number, last_hash FROM descriptions d
    WHERE d.shard = p_shard AND d.game_id = p_game_id ORDER BY d.number DESC LIMIT 1;
    -- Of each detail what the last change says of it.
    SELECT coalesce(jsonb_object_agg(c.key, c.value ORDER BY d.number), '{}'),
           coalesce(jsonb_object_agg(c.key, d.salts ->> c.key ORDER BY d.number), '{}')
    INTO kept, kept_salts
    FROM descriptions d CROSS JOIN LATERAL jsonb_each_text(d.commitments) AS c (key, value)
    WHERE d.shard = p_shard AND d.game_id = p_game_id;

    FOR r IN SELECT d.detail, d.value FROM details_of_record(p_shard, p_game_id) d LOOP
        content := convert_to('{"detail":"' || r.detail || '"' || scope || ',"value":' || r.value || '}', 'UTF8');
        salt := decode(kept_salts ->> r.detail, 'hex');
        IF salt IS NOT NULL AND encode(sha256(salt || content), 'hex') = kept ->> r.detail THEN
            CONTINUE;
        END IF;
        gone := gone || r.detail;
        IF r.value = '"erased"' AND kept ? r.detail THEN
            CONTINUE;
        END IF;
        salt := substr(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 1, 16);
        salts := salts || jsonb_build_object(r.detail, encode(salt, 'hex'));
        commitments := commitments || jsonb_build_object(r.detail, encode(sha256(salt || content), 'hex'));
    END LOOP;

    IF kept_salts ?| gone THEN
        UPDATE descriptions d SET salts = d.salts - gone
        WHERE d.shard = p_shard AND d.game_id = p_game_id AND d.salts ?| gone;
    END IF;
    IF commitments = '{}' THEN
        RETURN;
    END IF;
    content := convert_to(
        '{"commitments":{'
        || (SELECT string_agg(to_json(c.key) || ':' || to_json(c.value), ',' ORDER BY c.key COLLATE "C")
            FROM jsonb_each_text(commitments) AS c (key, value))
        || '}' || scope || '}',
        'UTF8');
    SELECT h.position + 1 INTO STRICT place FROM description_heads h WHERE h.shard = p_shard FOR UPDATE;
    INSERT INTO descriptions (shard, game_id, number, position, commitments, salts, hash)
    VALUES (p_shard, p_game_id, coalesce(last_number + 1, 0), place, commitments, salts,
            sha256(coalesce(last_hash, decode(repeat('00', 32), 'hex')) || sha256(content)));
    UPDATE description_heads h SET position = place WHERE h.shard = p_shard;
END
$$;

-- Writes what follows from a change of a record beside its events, in the transaction that made it and behind it: its
-- description, what it is found by, and that it is to be counted anew. A new record is found by its opening in the feed.
CREATE OR REPLACE FUNCTION note_revision(p_shard int, p_game_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM describe_record(p_shard, p_game_id);
    PERFORM write_search_document(p_shard, p_game_id);
    INSERT INTO statistic_dirty_records (shard, game_id) VALUES (p_shard, p_game_id);
END
$$;

-- Opens a record: its row, its people, its event 0, its tokens and, under a key, the answer to a retry.
--
-- It answers with one row: `opened` with the position of event 0, `duplicate` with the first game and
-- answer, or `key_reused`. The head of the key's shard is locked too: of two openings under one key
-- whose games fall in different shards, the later must see the earlier.
CREATE OR REPLACE FUNCTION open_game(
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
    -- The heads of descriptions come before those of events, so nobody who logs a move waits for a description.
    PERFORM FROM description_heads h WHERE h.shard = p_shard FOR UPDATE;
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
    PERFORM describe_record(p_shard, p_game_id);

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

-- Brings in records with their logs; see V13, of which this differs by the descriptions.
--
-- The arrays g_… have one element a record, s_… one a seat with a row, e_… one an event; s_record and e_record are the
-- one-based records of seats and events. The events of a record stand in order, the opening first. A record that is here
-- already is left as it is. It answers with the records that were written, the head as it was found and as it was left, and
-- for how many seconds the head was locked until then.
CREATE OR REPLACE FUNCTION import_records(
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

    FOREACH id IN ARRAY new_ids LOOP
        PERFORM describe_record(p_shard, id);
    END LOOP;

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
