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
ENDLESS = "/v1/games/{id}/live"
UNIONS = ["Move", "Effect", "Choice", "State", "Options", "OpenRequest", "Step", "ReplayStep"]
SENT = ["Move", "Options"]
MAX_DIMENSIONS = 6
# No pattern knows the names of time zones.
TIME_ZONES = {"type": "string", "enum": ["Asia/Tokyo", "America/St_Johns", "UTC", "+09:00"]}
# Nor when a game can have been played.
PLAYED_AT = {"type": ["string", "null"], "enum": [None, "1900-01-02T03:04:05.678+14:00", "2026-01-02T03:04:05Z"]}


def ask(path: str, body: object = None, token: str = "") -> dict:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(URL + path, data, headers)) as answer:
        return json.load(answer)


def recorded(game: str) -> list:
    """The recorded games, the longest first."""
    files = (ROOT / "engine/src/games" / game / "recorded").glob("*.json")
    return sorted((json.loads(file.read_text()) for file in files), key=lambda one: -len(one["log"]))


def log(game: str, opening: dict, moves: list) -> dict:
    """A new record with these moves, and where it stands after them."""
    record = ask("/v1/games", {"game": game, "seats": [None] * opening["seats"], "options": opening["options"]})
    return record | ask(f"{record['url']}/moves", moves, record["scribe_token"])


def half_a_game(game: str) -> dict:
    """The longest of the recorded games, up to its middle, so that there is something to read."""
    longest = recorded(game)[0]
    return log(game, longest["opening"], longest["log"][: len(longest["log"]) // 2])


def whole_game(game: str) -> dict:
    """One of the recorded games that is over: what is told as it happens comes to its end."""
    whole = (log(game, one["opening"], one["log"]) for one in recorded(game))
    return next(record for record in whole if record["status"] == "over")


def in_place(contract: dict) -> dict:
    """The contract with shared parameters where they belong, so that each operation can have its own."""
    shared, schemas = contract["components"]["parameters"], contract["components"]["schemas"]
    schemas["PlayedAt"] = schemas["RecordPatch"]["properties"]["played_at"] = PLAYED_AT
    for operation in (operation for path in contract["paths"].values() for operation in path.values()):
        operation["parameters"] = [
            shared[one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one for one in operation["parameters"]
        ]
        for parameter in operation["parameters"]:
            if parameter["name"] == "tz":
                parameter["schema"] = TIME_ZONES
        # One function reads all dimensions. All of them at once may be longer than HTTP lets a request line be (64 KiB).
        dimensions = [one for one in operation["parameters"] if one["name"].startswith("dimension.")]
        operation["parameters"] = [one for one in operation["parameters"] if one not in dimensions[MAX_DIMENSIONS:]]
    return contract


def about_a_record(contract: dict, game: str, record: str, endless: bool) -> dict:
    """The part of the contract that is about a record, as it reads for this one: the moves, effects
    and positions are those of its game alone."""
    schemas = dict(contract["components"]["schemas"])
    camel = "".join(word.capitalize() for word in game.split("_"))
    for union in UNIONS:
        schemas[union] = {"$ref": f"#/components/schemas/{camel}{union}"}
        assert f"{camel}{union}" in schemas
    for union in SENT:
        schemas[f"New{union}"] = schemas[union]
    for name, schema in schemas.items():
        if name.startswith("Common") and "game" in schema.get("properties", {}):
            schemas[name] = schema | {"properties": schema["properties"] | {"game": {"const": game}}}
    has_parts = f"{camel}Part" in schemas
    part = {"$ref": f"#/components/schemas/{camel}Part"} if has_parts else {"not": {}}
    entry = {"oneOf": [{"$ref": f"#/components/schemas/{of}"} for of in ("CommonEntry", "Move")]}
    schemas |= {"Part": part, "NewPart": part, "Entry": entry, "NewEntry": entry}
    text = json.dumps({path: of for path, of in contract["paths"].items() if path.startswith(ABOUT_A_RECORD)})
    paths = json.loads(text)
    paths = {path: of for path, of in paths.items() if (path == ENDLESS) == endless}
    if not has_parts:
        paths.pop(f"{ABOUT_A_RECORD}/joint", None)
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


def fuzz(what: str, contract: dict, token: str, *excluded: str) -> bool:
    file = FOLDER / f"{what}.json"
    file.write_text(json.dumps(contract))
    command = [Path(sys.executable).parent / "schemathesis", "--config-file", HERE / "schemathesis.toml"]
    command += ["run", file, "--url", URL, "--checks", "all", "--max-examples", CASES, "--seed", SEED]
    # A player who is in no public record does not exist for strangers, the one just made included.
    command += ["--exclude-checks", ",".join(["ensure_resource_availability", *excluded])]
    command += ["--generation-database", "none", "--request-timeout", "20", "--continue-on-failure", "--no-color"]
    environment = os.environ | {"KIFU_TOKEN": token}
    ended = subprocess.run(command, env=environment, cwd=FOLDER, capture_output=True, text=True)
    print(f"-- {what}\n{ended.stdout}{ended.stderr}", flush=True)
    return ended.returncode == 0


def main() -> bool:
    contract = in_place(ask("/openapi.json"))
    games = [game["slug"] for game in ask("/v1/rules")["games"]]
    runs = []
    for game in games:
        for what, record, endless in [(game, half_a_game(game), False), (f"{game}_live", whole_game(game), True)]:
            runs.append((what, about_a_record(contract, game, record["id"], endless), record["scribe_token"]))
    # Who withdraws a part of a joint move leaves the joint move, and nothing else of a record is deleted and read again.
    fine = fuzz("service", about_no_record(contract), runs[0][2])
    with ThreadPoolExecutor(max_workers=2) as pool:
        return all([fine, *pool.map(lambda run: fuzz(*run, "use_after_free"), runs)])


if __name__ == "__main__":
    sys.exit(not main())
