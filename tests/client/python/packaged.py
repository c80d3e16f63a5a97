"""Plays a recorded game of every kind with the client of the repository, as `mypy --strict` finds it right."""

import json
import os
import time
from pathlib import Path
from typing import Any

from kifu_client import Kifu, KifuError, types

GAMES = Path(__file__).resolve().parents[3] / "engine/src/games"
URL = os.environ["KIFU_URL"]
COMMON = {"take_back", "amend", "annotate", "abandon"}


def finished(slug: str) -> Any:
    """The longest recorded game in which nothing is corrected and no rule is broken."""
    games = [json.loads(file.read_text()) for file in (GAMES / slug / "recorded").glob("*.json")]
    plain = [game for game in games if not any(entry["type"] in COMMON or entry.get("irregular") for entry in game["log"])]
    return max(plain, key=lambda game: len(game["log"]))


def tile(step: types.ReplayStep) -> str | None:
    """What was played, if that was a tile of Bremen: the types follow from `game` and `type`."""
    if step["game"] == "bremen" and step["move"]["type"] == "play":
        return step["move"]["tile"]
    return None


def play(slug: str) -> int:
    game = finished(slug)
    request: Any = {"game": slug, "seats": [None] * game["opening"]["seats"], "options": game["opening"]["options"]}
    opened = Kifu(URL).open_record(request)
    with Kifu(URL, opened["scribe_token"]) as scribe:
        for begin in range(0, len(game["log"]), 100):
            logged = scribe.add_moves(opened["id"], game["log"][begin : begin + 100])
            assert logged["recorded"] and logged["state"]["game"] == slug
        replay = scribe.replay_record(opened["id"])
        assert replay["start"]["game"] == slug and len(replay["steps"]) == len(game["log"])
        tiles = [entry.get("tile") for entry in game["log"]] if slug == "bremen" else [None] * len(game["log"])
        assert [tile(step) for step in replay["steps"]] == tiles
        assert scribe.show_record(opened["id"])["outcome"] is not None
        assert scribe.draw_board(opened["id"]).startswith(b"<svg")
        *entries, end = scribe.follow(f"/v1/games/{opened['id']}/live?after=0")
        assert len(entries) == len(game["log"]) and (end.kind, end.data["status"]) == ("end", "over")
        try:
            scribe.add_moves(opened["id"], {"type": "abandon"})
        except KifuError as refused:
            assert refused.status == 422 and refused.problem and refused.problem["code"] == "violation"
        else:
            raise AssertionError("a game that is over takes no move")
    return len(game["log"])


def main() -> None:
    kifu = Kifu(URL)
    kinds = [game["slug"] for game in kifu.list_games()["games"]]
    for slug in kinds:
        print(f"{slug}: {play(slug)} moves, by the package")
    until = time.monotonic() + 30
    while kifu.show_metric("common.won")["total"]["games"] < len(kinds) and time.monotonic() < until:
        time.sleep(0.05)
    counted = kifu.show_metric("common.won", group_by=["game"])
    assert counted["total"]["games"] >= len(kinds), counted


if __name__ == "__main__":
    main()
