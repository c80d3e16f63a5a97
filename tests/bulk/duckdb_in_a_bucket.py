"""The example of docs/statistics.md for a bucket: DuckDB reads there with its own extension, only what it needs.

Usage: tests/bulk/duckdb_in_a_bucket.py PORT, in the environment with the packages of storage.txt: they have the
extension for their DuckDB as a file, which `INSTALL httpfs` would ask the network for. DuckDB checks its signature.
"""

import sys
from importlib.resources import files

import duckdb

STATEMENTS = """
    CREATE SECRET (TYPE s3, KEY_ID 'tests', SECRET 'tests', ENDPOINT '127.0.0.1:{port}', URL_STYLE 'path', USE_SSL false);
    SELECT metric, count(*), avg(number)
    FROM read_parquet('s3://archive/kifu/*/*/*.parquet', hive_partitioning = true)
    WHERE game = 'bremen' AND month >= '2025-04' AND NOT irregular GROUP BY metric ORDER BY metric
"""


def main() -> int:
    (extension,) = files("duckdb_extension_httpfs").glob("extensions/*/httpfs.duckdb_extension")
    duckdb.sql(f"LOAD '{extension}'")
    rows = duckdb.sql(STATEMENTS.format(port=sys.argv[1])).fetchall()
    counts = {metric: count for metric, count, _ in rows}
    if counts.get("common.won", 0) == 0:
        sys.exit(f"DuckDB found no games of Bremen: {counts}")
    print(f"bucket: DuckDB reads {sum(counts.values())} observations of {len(counts)} metrics")
    return 0


if __name__ == "__main__":
    sys.exit(main())
