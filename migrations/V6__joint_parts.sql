-- What seats have entered of a move that all make at once, until it becomes one event. Nobody may see a part early and a
-- seat may change its mind, so parts are not events. Growth: at most one row a seat and record; entering a part deletes
-- those of earlier moves.
--
-- `since` is the public event since which the move is due: parts of an earlier one count for nothing.
CREATE TABLE joint_parts (
    shard   int         NOT NULL,
    game_id uuid        NOT NULL,
    since   bigint      NOT NULL CHECK (since >= 0),
    seat    int         NOT NULL CHECK (seat BETWEEN 0 AND 255),
    part    jsonb       NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, game_id, since, seat)
);

-- Enters a seat's part, or withdraws it if there is none. False if all were in already: then they are sealed, because
-- somebody is making the event of them.
CREATE FUNCTION enter_part(
    p_shard   int,
    p_game_id uuid,
    p_since   bigint,
    p_seat    int,
    p_part    text,
    p_seats   int
) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    -- One at a time, so that what completes the set is followed by nothing.
    PERFORM FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id FOR NO KEY UPDATE;
    IF p_seats <= (
        SELECT count(*) FROM joint_parts j
        WHERE j.shard = p_shard AND j.game_id = p_game_id AND j.since = p_since
    ) THEN
        RETURN false;
    END IF;
    DELETE FROM joint_parts j
    WHERE j.shard = p_shard AND j.game_id = p_game_id
      AND (j.since < p_since OR j.since = p_since AND j.seat = p_seat);
    IF p_part IS NOT NULL THEN
        INSERT INTO joint_parts (shard, game_id, since, seat, part)
        VALUES (p_shard, p_game_id, p_since, p_seat, p_part::jsonb);
    END IF;
    RETURN true;
END
$$;

GRANT SELECT, INSERT, DELETE ON joint_parts TO kifu_service;
