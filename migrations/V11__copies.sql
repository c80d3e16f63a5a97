-- Records that are not what happened at a table but go on from a step of another record. Whatever
-- counts or lists what was played leaves them out.
CREATE TABLE copies (
    shard   int  NOT NULL,
    game_id uuid NOT NULL,
    -- The record it was made from; unknown where telling it would open a record more hidden than the copy.
    copied  uuid,
    -- How many of its moves were taken over, as the public counts them.
    step    int  NOT NULL CHECK (step >= 0),
    PRIMARY KEY (shard, game_id),
    FOREIGN KEY (shard, game_id) REFERENCES games
);

GRANT SELECT, INSERT ON copies TO kifu_service;
