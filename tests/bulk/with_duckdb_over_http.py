"""The same by DuckDB from the files that a service has, read in parts over HTTP.

`httpfs` of DuckDB reads them too; `fsspec` does without installing an extension.
"""

import json
import os
from datetime import UTC, datetime
from urllib.request import urlopen

import duckdb
import fsspec

SERVICE = os.environ["KIFU_URL"]

with urlopen(f"{SERVICE}/v1/observations") as answer:
    as_of = json.load(answer)["cursor"]
with urlopen(f"{SERVICE}/v1/observations?as_of={as_of}") as answer:
    files = [SERVICE + file["url"] for file in json.load(answer)["files"]]

over_http = fsspec.filesystem("http")
over_http.modified = lambda path: datetime.fromtimestamp(0, UTC)  # the service tells files apart by their ETag
database = duckdb.connect()
database.register_filesystem(over_http)
print(
    database.execute(
        """
        SELECT avg(number)
        FROM read_parquet($files, hive_partitioning = true)
        WHERE game = 'you_cry_wolf' AND metric = 'you_cry_wolf.bid_escalation' AND NOT irregular
        """,
        {"files": files},
    ).fetchone()[0]
)
