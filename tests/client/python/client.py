"""Logs, replays and asks about a game of every kind, as somebody would who has generated a client for Python."""

import json
import os
import re
from pathlib import Path

import kifu_client.models as models
from kifu_client import AuthenticatedClient, Client
from kifu_client.api.games import add_moves, open_record, replay_record, show_record
from kifu_client.api.rules import list_games
from kifu_client.api.statistics import show_metric

GAMES = Path(__file__).resolve().parents[3] / "engine/src/games"
URL = os.environ["KIFU_URL"]


def camel(word: str) -> str:
    return "".join(part.capitalize() for part in re.split("[_.]", word))


def finished(slug: str) -> dict:
    """The longest recorded game in which nothing is corrected and no rule is broken."""
    games = [json.loads(file.read_text()) for file in (GAMES / slug / "recorded").glob("*.json")]
    common = {"take_back", "amend", "annotate", "abandon"}
    plain = [
        game
        for game in games
        if not any(entry["type"] in common or entry.get("irregular") for entry in game["log"])
    ]
    return max(plain, key=lambda game: len(game["log"]))


def play(slug: str) -> int:
    """Plays a recorded game with the types of the client, and answers with the number of its moves."""
    game = finished(slug)
    name = camel(slug)
    options = getattr(models, f"{name}Options").from_dict(game["opening"]["options"])
    seats = [f"Player {number}" for number in range(game["opening"]["seats"])]
    request = getattr(models, f"{name}OpenRequest")(game=slug, seats=seats, options=options)
    opened = open_record.sync(client=Client(URL), body=request)
    assert isinstance(opened, models.OpenedRecord), opened

    kind = {entry["type"]: getattr(models, f"{name}{camel(entry['type'])}Move") for entry in game["log"]}
    moves = [kind[entry["type"]].from_dict(entry) for entry in game["log"]]
    assert [move.to_dict() for move in moves] == game["log"], slug
    scribe = AuthenticatedClient(URL, token=opened.scribe_token)
    for begin in range(0, len(moves), 100):
        logged = add_moves.sync(opened.id, client=scribe, body=moves[begin : begin + 100])
        assert isinstance(logged, models.LogResult), logged
        assert [type(entry) for entry in logged.entries] == [kind[entry.type_] for entry in logged.entries]
        assert isinstance(logged.state, getattr(models, f"{name}State")), logged.state

    replay = replay_record.sync(opened.id, client=scribe)
    assert isinstance(replay, models.Replay), replay
    assert isinstance(replay.start, getattr(models, f"{name}State")), replay.start
    assert len(replay.steps) == len(moves), slug
    for step in replay.steps:
        assert isinstance(step, getattr(models, f"{name}ReplayStep")), step
        assert type(step.move) is kind[step.move.type_], step.move
        assert all(effect.game == slug for effect in step.effects) and step.narration, step
    record = show_record.sync(opened.id, client=scribe)
    assert isinstance(record, models.Record) and record.outcome.winners is not None, record
    return len(moves)


def main() -> None:
    known = list_games.sync(client=Client(URL))
    assert isinstance(known, models.Games), known
    for game in known.games:
        print(f"{game.slug}: {play(game.slug)} moves")
    answer = show_metric.sync("common.won", client=Client(URL))
    assert isinstance(answer, models.Statistics), answer


if __name__ == "__main__":
    main()
