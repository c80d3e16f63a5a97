-- Parts of joint moves: what each seat has entered of a move that all make at once, until it becomes one event. Parts are
-- hidden until all are in and may be changed, so they are no events. Growth: at most one row a seat and record; entering a part deletes
-- those of earlier moves.
--
-- `since` is the public event since which the move is due: parts of an earlier one are ignored.
CREATE TABLE joint_parts (
    shard   int         NOT NULL,
    game_id uuid        NOT NULL,
    since   bigint      NOT NULL CHECK (since >= 0),
    seat    int         NOT NULL CHECK (seat BETWEEN 0 AND 255),
    part    jsonb       NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, game_id, since, seat)
);

-- Enters a seat's part, or withdraws it if `p_part` is null. False if all parts were in already: then they cannot be
-- changed, because the event is being made of them.
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
    -- The lock makes entries sequential, so nothing is entered after the part that completes the set.
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
