"""People who play live games through the API of an application, each with their own cookies."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import httpx2
from fastapi.testclient import TestClient


class Person:
    """A browser, or a bot with a *token*, at the URL of a server or at a started application."""

    def __init__(self, place: TestClient | str, token: str = "") -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.client: httpx2.Client
        if isinstance(place, str):
            self.client = httpx2.Client(base_url=place, headers=headers, timeout=60)
        else:
            application = TestClient(place.app, headers=headers)
            application.portal = place.portal  # the event loop of the application
            self.client = application

    def post(self, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def get(self, path: str) -> dict[str, Any]:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def invite(self, **game: Any) -> dict[str, Any]:
        live = {key: game.pop(key) for key in ("colour", "name", "clock", "public") if key in game}
        return self.post("/api/games", 201, **game, live=live)

    def act(
        self, game: dict[str, Any], what: str, status: int = 200, **body: Any
    ) -> dict[str, Any]:
        return self.post(f"/api/games/{game['id']}/{what}", status, **body)

    def move(self, game: dict[str, Any], column: int, **more: Any) -> dict[str, Any]:
        return self.act(game, "moves", column=column, ply=len(game["moves"]), **more)

    @contextmanager
    def stream(self, path: str, **headers: str) -> Iterator[Stream]:
        with self.client.stream("GET", path, headers=headers) as response:
            assert response.status_code == 200, response.read()
            yield Stream(response.iter_lines())

    @contextmanager
    def follow(self, game: dict[str, Any]) -> Iterator[Stream]:
        with self.stream(f"/api/events?game={game['id']}") as stream:
            yield stream

    def first(self, kind: str) -> dict[str, Any]:
        """Return the first event of this kind that whoever comes to the lobby is sent."""
        with self.stream("/api/events?games=true") as stream:
            return stream.next(kind)


class Stream:
    """An open event stream."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def next(
        self, kind: str, until: Callable[[dict[str, Any]], object] = lambda _: True
    ) -> dict[str, Any]:
        """Return the data of the next event of this kind for which *until* holds, and skip others."""
        name = ""
        for line in self._lines:
            field, _, value = line.partition(": ")
            if field == "event":
                name = value
            elif field == "data" and name == kind:
                data: dict[str, Any] = json.loads(value)
                if until(data):
                    return data
        raise AssertionError(f"the stream ended without {kind}")

    def read_to_end(self) -> None:
        """Wait until the server ends the stream or is gone."""
        with suppress(httpx2.TransportError):
            for _ in self._lines:
                pass


People = tuple[Person, Person, Person]


def people_of(client: TestClient) -> People:
    return Person(client), Person(client), Person(client)


def seated(people: Sequence[Person], **game: Any) -> dict[str, Any]:
    """Begin a game of the first person, who is red, against the second."""
    ada, bob, *_ = people
    return bob.act(ada.invite(colour="red", name="Ada", **game), "join", name="Bob")


def play(people: Sequence[Person], game: dict[str, Any], moves: str) -> dict[str, Any]:
    for column in moves:
        game = people[len(game["moves"]) % 2].move(game, int(column))
    return game
