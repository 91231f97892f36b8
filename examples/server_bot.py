"""A bot that plays live games on a Dropfour server.

    python examples/server_bot.py http://127.0.0.1:4444                    # waits for anybody
    python examples/server_bot.py http://127.0.0.1:4444/game/7Kd2mPqRs4Tu  # takes the open seat

A bot is a person with a token: it joins, follows the events of its game and posts its moves. It needs
nothing but the Python standard library and an engine. Keep the token to continue games after a restart:

    DROPFOUR_TOKEN=... python examples/server_bot.py URL
"""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import dropfour as d4
from dropfour.notation import parse_position

NAME = "Example bot"
ENGINE = "alphabeta:lines,depth=6"


class Server:
    """The API of a server, as one bot sees it."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._headers = {"content-type": "application/json"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"

    def request(self, path: str, content: dict[str, Any] | None = None) -> Any:
        body = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(self._url + path, body, self._headers)
        return urllib.request.urlopen(request, timeout=60)

    def post(self, path: str, **content: Any) -> dict[str, Any]:
        with self.request(path, content) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def events(self, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the events of a stream: name and data."""
        with self.request(path) as stream:
            name = ""
            for line in stream:
                field, _, value = line.decode().strip().partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)


def play(server: Server, game_id: str) -> str:
    """Play a game to its end, and return its result."""
    engine = d4.engine(ENGINE)
    yours: list[str] = []
    game: dict[str, Any] | None = None
    for name, data in server.events(f"/api/events?game={game_id}"):
        if name == "seat":
            yours = data["yours"]
        elif name == "game":
            game = data
        if game is None:
            continue
        if game["result"] is not None:
            return str(game["result"]["token"])
        position = d4.Game.from_moves(game["moves"], parse_position(game["start"])).position
        offer = game["live"]["offer"]
        if offer and offer["colour"] not in yours:
            ply = len(game["moves"])
            server.post(f"/api/games/{game_id}/answer", kind=offer["kind"], ply=ply, accept=False)
        if str(position.to_move) in yours and game["live"]["open"] is None:
            column = engine.choose(position, d4.Limits(time_s=1)).column
            ply = len(game["moves"])
            game = server.post(f"/api/games/{game_id}/moves", column=column, ply=ply)
    return "*"


def offer(server: Server) -> str:
    """Offer a game in the lobby, and return its id once somebody has accepted it."""
    game_id: str | None = server.post("/api/lobby", name=NAME, board="7x6", any_clock=True)["game"]
    if game_id is not None:  # somebody was waiting
        return game_id
    events = server.events("/api/events?lobby=true")  # the offer is open as long as this is read
    return next(str(data["game"]) for name, data in events if name == "paired")


def main() -> None:
    address = urlsplit(sys.argv[1])
    url = f"{address.scheme}://{address.netloc}"
    token = os.environ.get("DROPFOUR_TOKEN") or Server(url, "").post("/api/bot-token")["token"]
    server = Server(url, token)
    if address.path.startswith("/game/"):
        game_id = address.path.removeprefix("/game/")
        server.post(f"/api/games/{game_id}/join", name=NAME)
    else:
        print("waiting for an opponent", flush=True)
        game_id = offer(server)
    print(f"playing {url}/game/{game_id}", flush=True)
    print(play(server, game_id))


if __name__ == "__main__":
    main()
