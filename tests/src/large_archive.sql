-- Makes a large archive of a small one: every record again and again under other ids, played by other
-- people at other places on other days, in the frequencies that archives have: few names and tags are
-- common, most are rare. $copies is filled in.

CREATE TEMP TABLE sources AS
SELECT g.*, c.status, c.irregular, c.moves, c.ended_at, c.outcome, c.winners, c.points, c.score, c.result, c.terms
FROM games g JOIN search_documents c USING (shard, game_id);

CREATE TEMP TABLE copies AS
SELECT s.shard, s.game_id AS source, md5(s.game_id || '/' || n)::uuid AS game_id,
       '2016-01-01'::timestamptz + random() * interval '3650 days' AS opened_at
FROM sources s, generate_series(1, $copies) n;

-- A number below `below`; 0 is much more frequent than the last.
CREATE FUNCTION pg_temp.rank(below int) RETURNS int LANGUAGE sql VOLATILE AS $$
    SELECT least(floor(below ^ random())::int - 1, below - 1)
$$;

ALTER TABLE search_documents SET (autovacuum_enabled = off);

INSERT INTO players (player_id, name, name_key, created_at)
SELECT md5('player ' || n)::uuid, 'player ' || n, 'player ' || n, '2016-01-01' FROM generate_series(0, 4999) n;

-- Before the records, whose search documents name who sits there. Whoever would sit twice leaves the second seat
-- to nobody.
BEGIN;
INSERT INTO seatings (shard, game_id, seat, player_id)
SELECT DISTINCT ON (shard, game_id, player) shard, game_id, seat, md5('player ' || player)::uuid
FROM (SELECT c.shard, c.game_id, n AS seat, pg_temp.rank(5000) + 0 * (n + length(c.game_id::text)) AS player
      FROM copies c JOIN sources s ON s.game_id = c.source, generate_series(0, s.seats - 1) n) seats
ORDER BY shard, game_id, player;
INSERT INTO games (shard, game_id, game, seats, options, rules_version, opened_at, details, visibility)
SELECT c.shard, c.game_id, s.game, s.seats, s.options, s.rules_version, c.opened_at,
       jsonb_build_object(
           'played_at', to_json(c.opened_at - random() * interval '2 days'),
           'place', 'place ' || pg_temp.rank(500),
           'tags', jsonb_build_array('tag ' || pg_temp.rank(1000), 'tag ' || pg_temp.rank(1000))),
       CASE WHEN random() < 0.95 THEN 'public' ELSE 'unlisted' END
FROM copies c JOIN sources s ON s.game_id = c.source;
SELECT count(write_search_document(c.shard, c.game_id)) FROM copies c;
COMMIT;

UPDATE search_documents t
SET status = s.status, irregular = s.irregular, moves = s.moves, ended_at = t.opened_at + interval '1 hour',
    outcome = s.outcome, winners = s.winners, points = s.points, score = s.score, result = s.result,
    terms = s.terms
FROM copies c JOIN sources s ON s.game_id = c.source
WHERE t.shard = c.shard AND t.game_id = c.game_id;

-- The follower of the feed need not look at them: their search documents are made, and `kifu rebuild` counts them.
BEGIN;
INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload, salt, hash)
SELECT e.shard, c.game_id, e.seq, (SELECT max(position) FROM shard_heads) + row_number() OVER (), e.type, e.schema_version,
       c.opened_at + e.seq * interval '20 seconds', e.actor, e.payload, e.salt, e.hash
FROM copies c JOIN events e ON e.shard = c.shard AND e.game_id = c.source;
UPDATE shard_heads h SET position = (SELECT max(e.position) FROM events e WHERE e.shard = h.shard);
UPDATE projections p SET position = (SELECT h.position FROM shard_heads h WHERE h.shard = p.shard);
UPDATE statistic_progress p SET position = (SELECT h.position FROM shard_heads h WHERE h.shard = p.shard);
COMMIT;

ALTER TABLE search_documents RESET (autovacuum_enabled);
DROP TABLE copies, sources;

VACUUM ANALYZE games, search_documents, events, search_terms, seatings, players;
