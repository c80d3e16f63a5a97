"""How far bids escalate in You Cry Wolf!, by DuckDB from the Parquet files of `kifu observations`."""

import sys

import duckdb

print(
    duckdb.execute(
        """
        SELECT avg(number)
        FROM read_parquet($files, hive_partitioning = true)
        WHERE game = 'you_cry_wolf' AND metric = 'you_cry_wolf.bid_escalation' AND NOT irregular
        """,
        {"files": f"{sys.argv[1]}/*/*/*.parquet"},
    ).fetchone()[0]
)
