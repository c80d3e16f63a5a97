-- A rebuild follows the feed from its beginning, so where a generation stands says how far it is, while it is built too.
-- What was begun in another way is begun anew.
UPDATE statistic_generations SET state = 'retired' WHERE state = 'building';
ALTER TABLE statistic_progress DROP COLUMN game, DROP COLUMN game_id, DROP COLUMN walked;
DROP INDEX games_by_kind;
