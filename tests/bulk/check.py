"""Holds each example against the catalogue: the same number, to twelve digits.

Usage: tests/bulk/check.py DATA; beside a service whose archive was written to the folder DATA.
"""

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import duckdb

HERE = Path(__file__).resolve().parent


def main() -> int:
    with urlopen(f"{os.environ['KIFU_URL']}/v1/statistics/you_cry_wolf.bid_escalation?simulated=include") as answer:
        total = json.load(answer)["total"]
    if total["n"] < 100:
        sys.exit(f"only {total['n']} bids: too few to tell anything apart")
    failed = False
    for example in sorted(HERE.glob("with_*.py")):
        said = subprocess.run([sys.executable, example, sys.argv[1]], check=True, capture_output=True, text=True)
        number = float(said.stdout.split()[-1])
        # Answers have twelve significant digits.
        same = math.isclose(number, total["mean"], rel_tol=1e-11)
        print(f"{example.name}: {number!r} {'==' if same else '!='} {total['mean']!r}")
        failed |= not same
    check_metadata(sys.argv[1], total["n"])
    return int(failed)


def check_metadata(folder: str, bids: int) -> None:
    """A file says what its numbers mean, and of which moment they are."""
    files = f"{folder}/game=you_cry_wolf/*/*.parquet"
    pairs = duckdb.sql(f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{files}')").fetchall()
    metadata = dict(pairs)
    metrics = {metric["id"]: metric for metric in json.loads(metadata["kifu.metrics"])}
    found = duckdb.sql(f"SELECT metric, any_value(version), count(*) FROM '{files}' GROUP BY metric").fetchall()
    for metric, version, n in found:
        if metrics[metric]["version"] != version or not metrics[metric]["definition"]["en"]:
            sys.exit(f"the metadata says otherwise what {metric} is: {metrics[metric]}")
        if metric == "you_cry_wolf.bid_escalation" and n < bids:
            sys.exit(f"{n} bids in the files, {bids} in the catalogue")
    if not metadata["kifu.as_of"].endswith("Z") or "abandoned" not in json.loads(metadata["kifu.counted_games"])["en"]:
        sys.exit(f"the metadata lacks the moment or what counts: {sorted(metadata)}")
    print(f"metadata: {len(metrics)} definitions, as of {metadata['kifu.as_of']}")


if __name__ == "__main__":
    sys.exit(main())
