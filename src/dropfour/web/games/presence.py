"""Who is there: the readers of each game on all servers, and how long a player has been away."""

from __future__ import annotations

import time
from typing import NamedTuple

_REMEMBERED = 100_000


class Counts(NamedTuple):
    """How many streams of the players and how many watchers a server has for a game."""

    red: int = 0
    yellow: int = 0
    watchers: int = 0

    def of(self, colour: str) -> int:
        return self.red if colour == "red" else self.yellow


class Presence:
    """Counts by game and server; *left_at* are times of `time.monotonic`."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, Counts]] = {}
        self._left_at: dict[tuple[str, str], float] = {}

    def set(self, server: str, game_id: str, counts: Counts) -> bool:
        """Replace what *server* has reported for a game; return whether that changes the total."""
        before = self.counts(game_id)
        of_game = self._counts.setdefault(game_id, {})
        if counts == Counts():
            of_game.pop(server, None)
        else:
            of_game[server] = counts
        if not of_game:
            del self._counts[game_id]
        after = self.counts(game_id)
        for colour in ("red", "yellow"):
            if after.of(colour):
                self._left_at.pop((game_id, colour), None)
            elif before.of(colour):
                self._remember(game_id, colour)
        return before != after

    def forget(self, server: str) -> list[str]:
        """Drop what a server reported that has stopped; return the games that this changes."""
        games = [game_id for game_id, of_game in self._counts.items() if server in of_game]
        return [game_id for game_id in games if self.set(server, game_id, Counts())]

    def counts(self, game_id: str) -> Counts:
        of_game = self._counts.get(game_id, {}).values()
        return Counts(*map(sum, zip(*of_game, strict=True)))

    def of_server(self, server: str) -> dict[str, Counts]:
        """Return everything that *server* has reported."""
        return {
            game_id: of_game[server]
            for game_id, of_game in self._counts.items()
            if server in of_game
        }

    def away_s(self, game_id: str, colour: str) -> float | None:
        """Return how long a player has been away, None for one who is there.

        For a player who has not been seen since the server started, the time counts from the first call.
        """
        if self.counts(game_id).of(colour):
            return None
        self._remember(game_id, colour)
        return time.monotonic() - self._left_at[game_id, colour]

    def _remember(self, game_id: str, colour: str) -> None:
        if len(self._left_at) >= _REMEMBERED:
            self._left_at.clear()
        self._left_at.setdefault((game_id, colour), time.monotonic())
