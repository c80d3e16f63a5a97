-- The key that makes cursors of the feed tell nothing: where a cursor stands is sealed, so that nobody can count what
-- is hidden between two of them. All instances share it, so a cursor of one is good at the others.
CREATE TABLE service_keys (
    name text  PRIMARY KEY,
    key  bytea NOT NULL CHECK (length(key) = 32)
);

-- Both halves come from the server's strong random source, 122 bits each.
INSERT INTO service_keys (name, key)
VALUES ('feed_cursor', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

GRANT SELECT ON service_keys TO kifu_service;
