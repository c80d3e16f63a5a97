-- Where a record is counted is looked up in the chunks themselves: each knows the lowest and the highest id in it, and a
-- column of its ids. A row for each record cost a rebuild more than all the rest that it wrote, and clearing away the
-- generation before it as much again.
DROP TABLE statistic_counted;
-- Null in chunks of before, which the first service to start makes anew.
ALTER TABLE statistic_chunks ADD COLUMN first_id uuid, ADD COLUMN last_id uuid;
