-- What seats have entered of a move that all make at once, until it is one event. Nobody may see a
-- part early and a seat may change its mind, so parts are no events.
--
-- `since` is the public event since which the move is due: parts of an earlier one count for nothing.
-- `refused` parts were all in and did not fit together; they are to be entered anew.
CREATE TABLE joint_parts (
    shard   int         NOT NULL,
    game_id uuid        NOT NULL,
    since   bigint      NOT NULL CHECK (since >= 0),
    seat    int         NOT NULL CHECK (seat BETWEEN 0 AND 255),
    part    jsonb       NOT NULL,
    refused boolean     NOT NULL DEFAULT false,
    at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, game_id, since, seat)
);

-- Enters a seat's part, or withdraws it if there is none. False if all were in already: then they
-- are sealed, for somebody is making the event of them.
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
        WHERE j.shard = p_shard AND j.game_id = p_game_id AND j.since = p_since AND NOT j.refused
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

-- All parts were in and made no move: everybody enters anew. Whoever comes too late refuses nothing.
CREATE FUNCTION refuse_parts(p_shard int, p_game_id uuid, p_since bigint, p_seats int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM games g WHERE g.shard = p_shard AND g.game_id = p_game_id FOR NO KEY UPDATE;
    UPDATE joint_parts j SET refused = true
    WHERE j.shard = p_shard AND j.game_id = p_game_id AND j.since = p_since
      AND p_seats <= (
          SELECT count(*) FROM joint_parts n
          WHERE n.shard = p_shard AND n.game_id = p_game_id AND n.since = p_since AND NOT n.refused
      );
END
$$;

GRANT SELECT, INSERT, UPDATE (refused), DELETE ON joint_parts TO kifu_service;
