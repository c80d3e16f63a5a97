"""Runs every statement of docs/questions.md in DuckDB, and holds how much it counts against the catalogue.

Usage: tests/bulk/questions.py FOLDER; the folder has the files that the page begins with, of the service beside which it
runs.
"""

import json
import os
import re
import sys
from pathlib import Path
from urllib.request import urlopen

import duckdb

PAGE = Path(__file__).resolve().parents[2] / "docs" / "questions.md"

# By heading: the metrics whose observations the question counts, each once.
COUNTED = {
    "At which height does an audit succeed?": ["not_my_fault.audit_success"],
    "Which claims are called too early?": ["you_cry_wolf.call_success"],
    "Do long rounds end in better calls?": ["you_cry_wolf.call_success"],
    "Does winning the race for the dogs win the game?": ["dancing_villager.dog_race"],
    "How do leaders fare in games that are lost?": ["bremen.leader_takes"],
    "Who votes right, and does it help?": ["half_werewolf.vote_on_werewolf"],
    "Who wins more than the size of the table predicts?": ["common.won"],
    "Do people learn?": ["common.won"],
}


def total(metric: str) -> dict:
    """What the catalogue says of all observations of a metric."""
    with urlopen(f"{os.environ['KIFU_URL']}/v1/statistics/{metric}?simulated=include") as answer:
        return json.load(answer)["total"]


def audits(games: list[dict]) -> dict[float, list[int]]:
    """By what was declared: for each audit whether the cards made less. Counted from the logs alone."""
    found: dict[float, list[int]] = {}
    for game in games:
        declared, cards, audited = 0, [], False
        for logged in game["log"]:
            entry = logged["entry"]
            if entry["type"] == "declare":
                declared = entry["number"]
                cards.append([entry["seat"], entry.get("card")])
            if entry["type"] == "note_card":
                next(laid for laid in reversed(cards) if laid[0] == entry["seat"])[1] = entry["card"]
            audited |= entry["type"] == "audit"
            if entry["type"] == "reveal":
                # What the reveal doesn't say was said when the card was laid.
                turned_up = entry.get("cards") or [None] * len(cards)
                known = [laid if up is None else up for up, (_, laid) in zip(turned_up, cards, strict=True)]
                made = sum(known) if entry.get("sum") is None else entry["sum"]
                if audited:
                    found.setdefault(float(declared), []).append(int(made < declared))
                cards, audited = [], False
    return found


def first_throws(games: list[dict]) -> dict[str, list[int]]:
    """By the first throw of a seat: whether it won. Counted from the logs alone."""
    found: dict[str, list[int]] = {}
    for game in games:
        for seat, throw in enumerate(game["log"][0]["entry"]["hands"]):
            found.setdefault(throw, []).append(int(seat in game["outcome"]["winners"]))
    return found


def told(rows: list[tuple]) -> dict:
    """By what was grouped: how many, and the share."""
    return {key: (n, round(share, 12)) for key, n, share in rows}


def counted(found: dict) -> dict:
    """The same of what was counted from the logs."""
    return {key: (len(ones), round(sum(ones) / len(ones), 12)) for key, ones in found.items()}


def main() -> None:
    """Runs the page."""
    os.chdir(sys.argv[1])
    games = [json.loads(line) for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines()]
    of = {slug: [game for game in games if game["game"] == slug] for slug in ("not_my_fault", "punyon_ken")}
    database = duckdb.connect()
    asked = 0
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[0:]:
        heading = section.splitlines()[0]
        for statement in re.findall(r"```sql\n(.*?)```", section, re.DOTALL):
            result = database.execute(statement)
            if not heading.endswith("?"):
                continue
            asked += 1
            names = [column[0] for column in result.description]
            rows = result.fetchall()
            n = sum(row[names.index("n")] for row in rows)
            assert rows and n > 0, heading
            for metric in COUNTED.get(heading, []):
                assert n == total(metric)["n"], f"{heading}: {n} of {total(metric)['n']}"
            if heading.startswith("At which height"):
                assert told(rows) == counted(audits(of["not_my_fault"])), rows
            if heading.startswith("Who wins by the first throw"):
                assert told(rows) == counted(first_throws(of["punyon_ken"])), rows
            if heading.startswith("What do tables"):
                assert n == sum(len(game["log"]) for game in games), n
            print(f"{heading} {len(rows)} rows of {n}")
    assert asked == 10, asked


if __name__ == "__main__":
    main()
