-- Every record has all options of its game. Those of before were stored as they were sent, and some were left out. What was left
-- out is what version 1 of the rules has: `engine/tests/defaults.json`. The openings in the log stay as they are, since they are
-- in its hashes; what they leave out is read by the same defaults.
UPDATE games SET options = '{"variant": "standard"}'::jsonb || options
WHERE game = 'half_werewolf' AND NOT options ?& '{variant}';
UPDATE games SET options = '{"extreme": false, "first_player": 0}'::jsonb || options
WHERE game = 'not_my_fault' AND NOT options ?& '{extreme,first_player}';
UPDATE games SET options = '{"boxes": 1, "edition": "ja", "open_dice": false}'::jsonb || options
WHERE game = 'you_cry_wolf' AND NOT options ?& '{boxes,edition,open_dice}';

UPDATE search_documents SET options = '{"variant": "standard"}'::jsonb || options
WHERE game = 'half_werewolf' AND NOT options ?& '{variant}';
UPDATE search_documents SET options = '{"extreme": false, "first_player": 0}'::jsonb || options
WHERE game = 'not_my_fault' AND NOT options ?& '{extreme,first_player}';
UPDATE search_documents SET options = '{"boxes": 1, "edition": "ja", "open_dice": false}'::jsonb || options
WHERE game = 'you_cry_wolf' AND NOT options ?& '{boxes,edition,open_dice}';
