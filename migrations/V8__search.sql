-- Search: one row a record with everything that records are found by, so that a search reads one table. All of it is
-- derived from the record and can be made anew at any time.
--
-- The first half of a row is what the record is beside its events; whatever changes that writes the row in the same
-- transaction (`write_search_document`). The second half is what became of the record: the follower of the feed writes it once the record
-- has ended and empties it when the record continues. So nothing can be searched of a game in progress that somebody
-- may not see.

-- The same word however it is typed: capitals, and letters of full or half width.
CREATE FUNCTION normalize_word(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT lower(CASE WHEN getdatabaseencoding() = 'UTF8' THEN normalize(word, NFKC) ELSE word END)
$$;

-- Every letter of a text and every pair of neighbouring letters: Japanese has no spaces to split at,
-- and names of two letters are too short for trigrams.
CREATE FUNCTION bigrams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT gram), '{}')
    FROM (SELECT letter, letter || lead(letter) OVER (ORDER BY n) AS pair
          FROM unnest(string_to_array(words, NULL)) WITH ORDINALITY AS l (letter, n)) letters,
         LATERAL (VALUES (letter), (pair)) AS g (gram)
    WHERE gram IS NOT NULL
$$;

-- The bigrams that a text must have to contain this word.
CREATE FUNCTION bigrams_to_match(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT gram) FROM unnest(bigrams(word)) g (gram) WHERE length(gram) = least(length(word), 2)
$$;

-- A time as clients wrote it; null where PostgreSQL can't hold it.
CREATE FUNCTION parse_time(word text) RETURNS timestamptz LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
    RETURN word::timestamptz;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END
$$;

-- What records are found and sorted by. Growth: one row a record.
CREATE TABLE search_documents (
    shard      int         NOT NULL,
    game_id    uuid        NOT NULL,
    game       text        NOT NULL,
    seats      int         NOT NULL,
    options    jsonb       NOT NULL,
    visibility text        NOT NULL,
    opened_at  timestamptz NOT NULL,
    -- The time of opening if no time of play is recorded.
    played_at  timestamptz NOT NULL,
    names      text[]      NOT NULL,
    players    uuid[]      NOT NULL,
    tags       text[]      NOT NULL,
    place      text,
    -- Names, place and tags in one text.
    words      text        NOT NULL,
    -- Whether it continues from another record, so that it was not played itself.
    is_copy    boolean     NOT NULL DEFAULT false,

    status     text        NOT NULL DEFAULT 'live',
    irregular  boolean,
    moves      int,
    ended_at   timestamptz,
    outcome    jsonb,
    winners    int[],
    -- The most points of any seat.
    points     bigint,
    score      bigint,
    -- Words about the result: the status, how it ended, its title in both languages, …
    result     text[]      NOT NULL DEFAULT '{status:live}',
    -- Ids of search terms.
    terms      bigint[],
    PRIMARY KEY (shard, game_id)
-- Values stay inline (no TOAST), because a search along an index reads many rows.
) WITH (toast_tuple_target = 8160);
CREATE INDEX search_documents_by_opening ON search_documents (shard, opened_at, game_id);
CREATE INDEX search_documents_by_game    ON search_documents (shard, game, opened_at, game_id);
CREATE INDEX search_documents_by_playing ON search_documents (shard, played_at, game_id);
CREATE INDEX search_documents_by_ending  ON search_documents (shard, ended_at, game_id) WHERE ended_at IS NOT NULL;
CREATE INDEX search_documents_by_moves   ON search_documents (shard, moves, game_id) WHERE moves IS NOT NULL;
CREATE INDEX search_documents_by_score   ON search_documents (shard, score, game_id) WHERE score IS NOT NULL;
CREATE INDEX search_documents_by_points  ON search_documents (shard, points, game_id) WHERE points IS NOT NULL;
CREATE INDEX search_documents_by_place   ON search_documents (shard, place) WHERE place IS NOT NULL;
-- Every search reads the whole list of entries that are not yet sorted into these indexes, so the list must be short.
CREATE INDEX search_documents_by_content ON search_documents
    USING gin (terms, result, names, players, tags, options jsonb_path_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX search_documents_by_words   ON search_documents USING gin (bigrams(words)) WITH (gin_pending_list_limit = 256);

-- Search terms of records that have ended. A term is a move, an effect or a breach with those of its fields that are
-- numbers, words or lists of them; there is one more term for each field alone, because a field has few values and their
-- combinations are many. The id is a digest of the rest, so a search document can be written without reading this table.
-- A search reads the matching ids here first, and then the documents that have them. Growth: a term that no document has any more is
-- deleted within a day.
CREATE TABLE search_terms (
    shard  int    NOT NULL,
    id     bigint NOT NULL,
    game   text   NOT NULL,
    type   text   NOT NULL,
    -- The only field; null where all fields are in `fields`.
    field  text,
    fields jsonb  NOT NULL,
    PRIMARY KEY (shard, id)
);
CREATE INDEX search_terms_by_type ON search_terms (shard, game, type, field);

-- Writes what a record is beside its events, as it is now. Called in the transaction that changed something of that. No
-- trigger does it: a database of several nodes has none.
CREATE FUNCTION write_search_document(p_shard int, p_game_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    record  games;
    names   text[];
    players uuid[];
    tags    text[];
    place   text;
BEGIN
    SELECT * INTO STRICT record FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id;
    -- What the seats are called, seat 0 first; an empty text where nobody has a name. And the players with a profile.
    SELECT array_agg(coalesce(normalize_word(coalesce(p.name, s.guest_name)), '') ORDER BY n.seat),
           coalesce(array_agg(s.player_id) FILTER (WHERE s.player_id IS NOT NULL), '{}')
    INTO names, players
    FROM generate_series(0, record.seats - 1) AS n (seat)
    LEFT JOIN seatings s ON s.shard = p_shard AND s.game_id = p_game_id AND s.seat = n.seat
    LEFT JOIN players p ON p.player_id = s.player_id;
    tags := ARRAY(SELECT normalize_word(tag #>> '{}') FROM jsonb_path_query(record.details, '$.tags[*]') t (tag));
    place := normalize_word(record.details ->> 'place');
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
