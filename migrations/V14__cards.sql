-- What records are found by: one row a record, so that a search reads one table.
--
-- The first half of a card is the record's head, kept by a trigger on games in the transaction that
-- changes it. The second half is what became of it, written by the follower of the feed once the
-- record has ended and taken back when it goes on: of a record that is still played nothing can be
-- searched that somebody may not see. Both halves can be made anew at any time.

-- The same word however it is typed: capitals, and letters of full or half width.
CREATE FUNCTION folded(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT lower(CASE WHEN getdatabaseencoding() = 'UTF8' THEN normalize(word, NFKC) ELSE word END)
$$;

-- Every letter of a text and every two that stand side by side: Japanese has no spaces to split at,
-- and names of two letters are too short for trigrams.
CREATE FUNCTION grams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT gram), '{}')
    FROM (SELECT letter, letter || lead(letter) OVER (ORDER BY n) AS pair
          FROM unnest(string_to_array(words, NULL)) WITH ORDINALITY AS l (letter, n)) letters,
         LATERAL (VALUES (letter), (pair)) AS g (gram)
    WHERE gram IS NOT NULL
$$;

-- What a text must have to contain this word.
CREATE FUNCTION grams_sought(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT gram) FROM unnest(grams(word)) g (gram) WHERE length(gram) = least(length(word), 2)
$$;

-- A time as people's clients wrote it; null where that is none PostgreSQL can hold.
CREATE FUNCTION moment(word text) RETURNS timestamptz LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
    RETURN word::timestamptz;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END
$$;

-- What the seats of a record are called, folded, seat 0 first; empty for nobody in particular.
CREATE FUNCTION names_at(record games) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(coalesce(folded(coalesce(p.name, s.guest_name)), '') ORDER BY n)
    FROM generate_series(0, record.seats - 1) n
    LEFT JOIN seatings s ON s.shard = record.shard AND s.game_id = record.game_id AND s.seat = n
    LEFT JOIN players p ON p.player_id = s.player_id
$$;

-- The players with a profile who sit there.
CREATE FUNCTION players_at(record games) RETURNS uuid[] LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(s.player_id), '{}') FROM seatings s
    WHERE s.shard = record.shard AND s.game_id = record.game_id AND s.player_id IS NOT NULL
$$;

CREATE TABLE cards (
    shard      int         NOT NULL,
    game_id    uuid        NOT NULL,
    game       text        NOT NULL,
    seats      int         NOT NULL,
    options    jsonb       NOT NULL,
    visibility text        NOT NULL,
    opened_at  timestamptz NOT NULL,
    -- When it was opened, where nobody said when it was played.
    played_at  timestamptz NOT NULL,
    names      text[]      NOT NULL,
    players    uuid[]      NOT NULL,
    tags       text[]      NOT NULL,
    place      text,
    -- Names, place and tags in one text.
    words      text        NOT NULL,
    -- Whether it goes on from another record, and is none of what was played.
    copy       boolean     NOT NULL DEFAULT false,

    status     text        NOT NULL DEFAULT 'live',
    irregular  boolean,
    moves      int,
    ended_at   timestamptz,
    outcome    jsonb,
    winners    int[],
    -- The most that anybody got.
    points     bigint,
    score      bigint,
    -- What can be said of it in a word: whether it is over, how it ended, its title in both languages …
    result     text[]      NOT NULL DEFAULT '{status:live}',
    -- Ids of happenings.
    happened   bigint[],
    PRIMARY KEY (shard, game_id)
-- Everything stays in its row: a search that walks along an index looks into many.
) WITH (toast_tuple_target = 8160);
CREATE INDEX cards_by_opening ON cards (shard, opened_at, game_id);
CREATE INDEX cards_by_game    ON cards (shard, game, opened_at, game_id);
CREATE INDEX cards_by_playing ON cards (shard, played_at, game_id);
CREATE INDEX cards_by_ending  ON cards (shard, ended_at, game_id) WHERE ended_at IS NOT NULL;
CREATE INDEX cards_by_moves   ON cards (shard, moves, game_id) WHERE moves IS NOT NULL;
CREATE INDEX cards_by_score   ON cards (shard, score, game_id) WHERE score IS NOT NULL;
CREATE INDEX cards_by_points  ON cards (shard, points, game_id) WHERE points IS NOT NULL;
CREATE INDEX cards_by_place   ON cards (shard, place) WHERE place IS NOT NULL;
-- What was not yet sorted into these indexes is read through by every search, so it must be little.
CREATE INDEX cards_by_content ON cards
    USING gin (happened, result, names, players, tags, options jsonb_path_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX cards_by_words   ON cards USING gin (grams(words)) WITH (gin_pending_list_limit = 256);

-- Everything that ever happened in a record that ended, once: a move, an effect or a breach with its
-- fields, as far as they are numbers, words or lists of them; and once more for each field by itself,
-- because a field has few values and their combinations are many. The id is a digest of the rest, so
-- a card can be written without looking here; a search looks here first, and then for the ids.
CREATE TABLE happenings (
    shard  int    NOT NULL,
    id     bigint NOT NULL,
    game   text   NOT NULL,
    type   text   NOT NULL,
    -- The only field; null where all are told.
    field  text,
    fields jsonb  NOT NULL,
    PRIMARY KEY (shard, id)
);
CREATE INDEX happenings_by_type ON happenings (shard, game, type, field);

CREATE FUNCTION file_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    names text[] := names_at(NEW);
    tags  text[] := ARRAY(SELECT folded(tag #>> '{}') FROM jsonb_path_query(NEW.details, '$.tags[*]') t (tag));
    place text   := folded(NEW.details ->> 'place');
BEGIN
    INSERT INTO cards (shard, game_id, game, seats, options, visibility, opened_at, played_at,
                       names, players, tags, place, words)
    VALUES (NEW.shard, NEW.game_id, NEW.game, NEW.seats, NEW.options, NEW.visibility, NEW.opened_at,
            coalesce(moment(NEW.details ->> 'played_at'), NEW.opened_at),
            names, players_at(NEW), tags, place, array_to_string(names || place || tags, E'\n'))
    ON CONFLICT (shard, game_id) DO UPDATE
    SET visibility = excluded.visibility, played_at = excluded.played_at, names = excluded.names,
        players = excluded.players, tags = excluded.tags, place = excluded.place, words = excluded.words;
    RETURN NULL;
END
$$;

-- A new revision says that something beside the events has changed, be it in a table of its own.
CREATE TRIGGER games_have_cards
    AFTER INSERT OR UPDATE OF details, visibility, revision ON games
    FOR EACH ROW EXECUTE FUNCTION file_card();

CREATE FUNCTION file_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE cards SET copy = true WHERE shard = NEW.shard AND game_id = NEW.game_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER copies_have_cards
    AFTER INSERT ON copies
    FOR EACH ROW EXECUTE FUNCTION file_copy();

GRANT SELECT, INSERT, UPDATE ON cards TO kifu_service;
GRANT SELECT, INSERT ON happenings TO kifu_service;

-- The records that are here already: their heads now; what became of them when the follower, which
-- has a new name, has gone through the feed from its start.
UPDATE games SET revision = revision;
UPDATE cards k SET copy = true FROM copies c WHERE c.shard = k.shard AND c.game_id = k.game_id;
DELETE FROM projections WHERE name = 'observations';

DROP INDEX games_by_game;
