-- Goes up with every change of what a record is beside its events – names, place, visibility, tokens –
-- so that an instance which keeps the record folded sees in one look that it must read it again.
ALTER TABLE games ADD COLUMN revision bigint NOT NULL DEFAULT 0;

GRANT UPDATE (revision, visibility) ON games TO kifu_service;
