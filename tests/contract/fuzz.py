"""Fuzzes the service at $KIFU_URL by its own contract: first everything that is about no record,
then, for every kind of game, everything about a record of it that is half played.

Usage: fuzz.py [CASES [SEED]]. CASES is how many an operation gets beside those that its schema
names by itself. The exit code decides.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import Request, urlopen

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDER = ROOT / "target/contract"
URL = os.environ["KIFU_URL"]
CASES, SEED = sys.argv[1:] + ["25", "20260718"][len(sys.argv) - 1 :]
ABOUT_A_RECORD = "/v1/games/{id}"
UNIONS = ["Move", "Effect", "Choice", "State", "Options", "OpenRequest"]


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
    record = ask("/v1/games", {"game": game, "seats": [None] * opening["seats"], "options": opening["options"]})
    ask(f"{record['url']}/moves", longest["log"][: len(longest["log"]) // 2], record["scribe_token"])
    return record


def about_a_record(contract: dict, game: str, record: str) -> dict:
    """The part of the contract that is about a record, as it reads for this one: the moves, effects
    and positions are those of its game alone."""
    schemas = dict(contract["components"]["schemas"])
    camel = "".join(word.capitalize() for word in game.split("_"))
    for union in UNIONS:
        schemas[union] = {"$ref": f"#/components/schemas/{camel}{union}"}
        assert f"{camel}{union}" in schemas
    has_parts = f"{camel}Part" in schemas
    schemas["Part"] = {"$ref": f"#/components/schemas/{camel}Part"} if has_parts else {"not": {}}
    schemas["Entry"] = {"anyOf": [{"$ref": f"#/components/schemas/{of}"} for of in ("CommonEntry", "Move")]}
    text = json.dumps({path: of for path, of in contract["paths"].items() if path.startswith(ABOUT_A_RECORD)})
    paths = json.loads(text)
    if not has_parts:
        del paths[f"{ABOUT_A_RECORD}/joint"]
    for operation in (operation for path in paths.values() for operation in path.values()):
        for parameter in operation["parameters"]:
            if parameter["in"] == "path" and parameter["name"] == "id":
                parameter["schema"] = {"type": "string", "const": record}
            if parameter["in"] == "query" and parameter["name"] == "seat":
                parameter["required"] = True  # by the scribe, whose token it is
    return contract | {"paths": paths, "components": contract["components"] | {"schemas": schemas}}


def about_no_record(contract: dict) -> dict:
    paths = {path: of for path, of in contract["paths"].items() if not path.startswith(ABOUT_A_RECORD)}
    return contract | {"paths": paths}


def fuzz(what: str, contract: dict, token: str) -> bool:
    file = FOLDER / f"{what}.json"
    file.write_text(json.dumps(contract))
    command = [Path(sys.executable).parent / "schemathesis", "--config-file", HERE / "schemathesis.toml"]
    command += ["run", file, "--url", URL, "--checks", "all", "--max-examples", CASES, "--seed", SEED]
    # A player who is in no public record does not exist for strangers, the one just made included.
    command += ["--exclude-checks", "ensure_resource_availability"]
    command += ["--generation-database", "none", "--request-timeout", "20", "--continue-on-failure", "--no-color"]
    environment = os.environ | {"KIFU_TOKEN": token}
    ended = subprocess.run(command, env=environment, cwd=FOLDER, capture_output=True, text=True)
    print(f"-- {what}\n{ended.stdout}{ended.stderr}", flush=True)
    return ended.returncode == 0


def main() -> bool:
    contract = ask("/openapi.json")
    games = [game["slug"] for game in ask("/v1/rules")["games"]]
    records = {game: half_a_game(game) for game in games}
    fine = fuzz("service", about_no_record(contract), records[games[0]]["scribe_token"])
    with ThreadPoolExecutor(max_workers=2) as pool:
        games = pool.map(
            lambda game: fuzz(game, about_a_record(contract, game, records[game]["id"]), records[game]["scribe_token"]),
            records,
        )
        return all([fine, *games])


if __name__ == "__main__":
    sys.exit(not main())
