-- What the service may do: the rights of the role that its connections take on (`pool.rs`). Given after every migration,
-- where there is such a role; whatever is not here only the owner of the schema may do.
GRANT SELECT, UPDATE (position)                              ON shard_heads TO kifu_service;
GRANT SELECT, INSERT, UPDATE (details, revision, visibility) ON games       TO kifu_service;
GRANT SELECT, INSERT                                         ON events      TO kifu_service;
GRANT SELECT, INSERT                                         ON copies      TO kifu_service;
-- Salts are thrown away; the rest stays.
GRANT SELECT, INSERT, UPDATE (salts)                         ON descriptions TO kifu_service;
GRANT SELECT, UPDATE (position)                              ON description_heads TO kifu_service;
GRANT SELECT, INSERT, DELETE                                 ON idempotency TO kifu_service;

GRANT SELECT, INSERT, UPDATE (revoked_at) ON tokens    TO kifu_service;
GRANT SELECT, INSERT, DELETE              ON issuances, kept_answers TO kifu_service;

GRANT SELECT, INSERT, UPDATE ON players, seatings     TO kifu_service;
GRANT SELECT, INSERT, DELETE ON openings, joint_parts TO kifu_service;

GRANT SELECT, INSERT, UPDATE (position) ON projections  TO kifu_service;
GRANT SELECT                            ON service_keys TO kifu_service;
-- A database that went back by itself gets another epoch.
GRANT SELECT, UPDATE (id)               ON epoch        TO kifu_service;
GRANT SELECT, INSERT                    ON event_batches, event_batch_groups TO kifu_service;
GRANT SELECT, INSERT                    ON tree_nodes   TO kifu_service;

GRANT SELECT, INSERT, UPDATE ON search_documents TO kifu_service;
GRANT SELECT, INSERT, DELETE ON search_terms     TO kifu_service;

GRANT SELECT, INSERT, UPDATE (state), DELETE      ON statistic_generations   TO kifu_service;
GRANT SELECT, INSERT, UPDATE, DELETE              ON statistic_progress      TO kifu_service;
GRANT SELECT, INSERT, UPDATE (tombstones), DELETE ON statistic_chunks        TO kifu_service;
GRANT SELECT, INSERT, DELETE                      ON statistic_columns       TO kifu_service;
GRANT SELECT, INSERT, UPDATE (generation), DELETE ON statistic_dirty_records TO kifu_service;
GRANT SELECT, INSERT, UPDATE (still_at), DELETE   ON statistic_clock         TO kifu_service;
GRANT SELECT, INSERT, UPDATE                      ON slow_observations       TO kifu_service;

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_secrets, deliveries TO kifu_service;
