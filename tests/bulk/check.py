"""Holds each example against the catalogue: the same number, to the last bit.

Usage: tests/bulk/check.py DATA; beside a service whose archive was written to the folder DATA.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

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
        same = number == total["mean"]
        print(f"{example.name}: {number!r} {'==' if same else '!='} {total['mean']!r}")
        failed |= not same
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
