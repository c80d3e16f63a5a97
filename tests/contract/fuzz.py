"""Logs half a game of every kind and fuzzes the service at $KIFU_URL with each of them.

The first run asks every endpoint, the others only what is about a record. The exit code decides.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
URL = os.environ["KIFU_URL"]
SEED = "20260718"


def ask(path: str, body: object = None, token: str = "") -> dict:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(URL + path, data, headers)) as answer:
        return json.load(answer)


def half_a_game(game: str) -> dict:
    """The longest of the recorded games, up to its middle, so that there is something to read."""
    recorded = (ROOT / "engine/src/games" / game / "recorded").glob("*.json")
    longest = max((json.loads(file.read_text()) for file in recorded), key=lambda one: len(one["log"]))
    opening = longest["opening"]
    seats = [None] * opening["seats"]
    record = ask("/v1/games", {"game": game, "seats": seats, "options": opening["options"]})
    log = longest["log"][: len(longest["log"]) // 2]
    ask(f"{record['url']}/moves", log, record["scribe_token"])
    return record


def fuzz(game: str, seconds: int, only: list[str]) -> bool:
    record = half_a_game(game)
    schemathesis = Path(sys.executable).parent / "schemathesis"
    command = [schemathesis, "--config-file", HERE / "schemathesis.toml", "run", f"{URL}/openapi.json"]
    command += ["--checks", "all", "--max-time", str(seconds), "--seed", SEED]
    command += ["--generation-database", "none", "--request-timeout", "20", "--no-color", *only]
    environment = os.environ | {"KIFU_RECORD": record["id"], "KIFU_TOKEN": record["scribe_token"]}
    print(f"-- {game}, {seconds} s", flush=True)
    return subprocess.run(command, env=environment, cwd=HERE).returncode == 0


def main() -> bool:
    games = [game["slug"] for game in ask("/v1/rules")["games"]]
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    share = total // (len(games) + 1)
    about_a_record = ["--include-path-regex", r"^/v1/games/\{id\}"]
    fine = fuzz(games[0], 2 * share, [])
    for game in games[1:]:
        fine &= fuzz(game, share, about_a_record)
    return fine


if __name__ == "__main__":
    sys.exit(not main())
