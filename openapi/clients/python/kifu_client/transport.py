"""How requests are sent and answers read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from . import types


class KifuError(Exception):
    """The service refused a request; `problem` says why, for programs and in English and Japanese."""

    def __init__(self, status: int, problem: types.Problem | None, text: str) -> None:
        super().__init__(problem["detail"] if problem else f"{status}: {text[:200]}")
        self.status = status
        self.problem = problem


@dataclass(frozen=True)
class Event:
    """One event of a stream: its kind, its id and its data."""

    kind: str
    id: str | None
    data: Any


class Transport:
    """A connection to the service at this address, with the token of a scribe, a seat, a reader or a player, or the
    operator's key."""

    def __init__(self, url: str, token: str | None = None, timeout: float = 30) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=timeout)

    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Any = None,
        is_json: bool = True,
    ) -> Any:
        """Sends a request; parameters that are `None` are left out. Raises `KifuError` where it is refused."""
        sent = {name: value for name, value in (headers or {}).items() if value is not None}
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        content = None
        if body is not None:
            content = json.dumps(body, ensure_ascii=False).encode()
            sent["Content-Type"] = "application/json"
        if is_json:
            sent["Accept"] = "application/json"
        response = self.http.request(method, quote(path), params=asked, headers=sent, content=content)
        self._check(response)
        if not is_json:
            return response.content if response.content else None
        return response.json()

    def follow(self, path: str, after: str | None = None) -> Iterator[Event]:
        """The events of a stream, as they come: of `/v1/games/{id}/live` or `/v1/feed`, after the event with this id."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": after} if after else {})
        with self.http.stream("GET", path, headers=headers, timeout=httpx.Timeout(30, read=None)) as response:
            if response.is_error:
                response.read()
            self._check(response)
            fields: dict[str, str] = {}
            for line in response.iter_lines():
                name, _, value = line.partition(":")
                if line and name:
                    fields[name] = value.removeprefix(" ")
                elif not line and "data" in fields:
                    yield Event(fields.get("event", "message"), fields.get("id"), json.loads(fields["data"]))
                    fields = {}

    def close(self) -> None:
        """Closes the connection."""
        self.http.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @staticmethod
    def _check(response: httpx.Response) -> None:
        if not response.is_error:
            return
        is_problem = response.headers.get("Content-Type", "").startswith("application/problem+json")
        raise KifuError(response.status_code, response.json() if is_problem else None, response.text)
