"""How far bids escalate in You Cry Wolf!, by pandas from the Parquet files of `kifu observations`."""

import sys

import pandas

observations = pandas.read_parquet(
    sys.argv[1],
    columns=["number"],
    filters=[
        ("game", "=", "you_cry_wolf"),
        ("metric", "=", "you_cry_wolf.bid_escalation"),
        ("irregular", "=", False),
    ],
)
print(observations["number"].mean())
