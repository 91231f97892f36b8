"""Play on a running server and write down what it shows, for the stored database of a version:

    dropfour tournament --player 1 --player easy --games 2 --regret --title Club --store 1.0.0.sqlite3
    dropfour serve --no-open --port 4495 --database 1.0.0.sqlite3 &
    python -m lab.shipped.database http://127.0.0.1:4495 > tests/web/data/1.0.0.json

Then stop the server and `gzip -9n` the file. Only what every version has is used: the standard library
and the HTTP API.
"""

from __future__ import annotations

import json
import sys
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener


class Visitor:
    """A browser: it keeps its cookie."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def ask(self, path: str, body: Any = None) -> Any:
        text = self.text(path, body)
        return json.loads(text)

    def text(self, path: str, body: Any = None) -> str:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        with self._opener.open(Request(self._url + path, data, headers)) as answer:
            return str(answer.read(), "utf-8")

    def play(self, game: dict[str, Any], column: int) -> dict[str, Any]:
        move = {"column": column, "ply": len(game["moves"])}
        return dict(self.ask(f"/api/games/{game['id']}/moves", move))

    def change(self, game: dict[str, Any], what: str, **body: Any) -> None:
        game.update(self.ask(f"/api/games/{game['id']}/{what}", body))


def play_on_one_screen(ada: Visitor) -> None:
    """A game against an engine, one with variations, one of Max-Connect4, and one that was resigned."""
    game = ada.ask("/api/games", {"yellow": {"engine": "easy:seed=1"}, "red": {"name": "Ada"}})
    for column in (4, 3):
        game = ada.play(game, column)
        ada.change(game, "engine-move", ply=len(game["moves"]), choice={"column": 2})
    other = ada.ask("/api/games", {"board": "9x7", "moves": "556677"})
    variations = [{"moves": "5548", "name": "Trap"}, {"moves": "55667711", "name": ""}]
    ada.change(other, "variations", variations=variations)
    most = ada.ask("/api/games", {"objective": "most-lines", "moves": "4444445555"})
    ada.change(most, "undo", ply=10)
    lost = ada.ask("/api/games", {"moves": "4321", "yellow": {"engine": "medium"}})
    ada.change(lost, "resign", ply=4, colour="red")


def play_live(ada: Visitor, ben: Visitor) -> None:
    """A game with a clock that is won and has a rematch, and one in progress with an open offer."""
    game = ada.ask(
        "/api/games", {"live": {"colour": "red", "name": "Ada", "clock": {"time_s": 300}}}
    )
    ben.change(game, "join", name="Ben")
    for ply, column in enumerate((4, 5, 4, 5, 4, 5, 4)):
        game = (ada, ben)[ply % 2].play(game, column)
    ben.change(game, "offer", kind="rematch", ply=7)
    ada.change(game, "answer", kind="rematch", ply=7, accept=True)
    game = ada.ask(
        "/api/games", {"live": {"colour": "yellow", "name": "Ada", "public": True}, "board": "8x7"}
    )
    ben.change(game, "join", name="Ben")
    game = ben.play(game, 4)
    ada.change(game, "offer", kind="draw", ply=1)


def shown(people: dict[str, Visitor]) -> dict[str, Any]:
    """Everything that the server shows to these people."""
    pasts = {name: visitor.ask("/api/games") for name, visitor in people.items()}
    ada = people["ada"]
    ids = sorted({game["id"] for past in pasts.values() for game in past["games"]})
    tournaments = ada.ask("/api/tournaments")["tournaments"]
    return {
        "cookies": {
            name: {cookie.name: cookie.value for cookie in visitor.cookies}
            for name, visitor in people.items()
        },
        "pasts": pasts,
        "games": {each: ada.ask(f"/api/games/{each}") for each in ids},
        "tournaments": tournaments,
        "standings": {
            each["id"]: ada.ask(f"/api/tournaments/{each['id']}") for each in tournaments
        },
        "tournament_games": {
            each["id"]: ada.ask(f"/api/tournaments/{each['id']}/games") for each in tournaments
        },
    }


def main() -> None:
    people = {"ada": Visitor(sys.argv[1]), "ben": Visitor(sys.argv[1])}
    play_on_one_screen(people["ada"])
    play_live(people["ada"], people["ben"])
    json.dump(shown(people), sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
