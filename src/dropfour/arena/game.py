"""A game of a match: a fixture before it is played, and the finished game."""

from __future__ import annotations

from dataclasses import dataclass

from dropfour.game import Result
from dropfour.position import RED


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: *red* and *yellow* are names, *opening* the moves it starts with.

    Two games with the same *pair* have the same players and opening, with colours swapped.
    """

    number: int
    pair: int
    red: str
    yellow: str
    opening: str
    seed: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: *moves* are all columns from the empty board, including the opening."""

    fixture: Fixture
    moves: str
    result: Result
    red_time_s: float = 0.0
    yellow_time_s: float = 0.0
    red_lines: int = 0
    yellow_lines: int = 0

    @property
    def red_points(self) -> float:
        """1 for a win of red, 0.5 for a draw, 0 for a loss."""
        winner = self.result.winner
        return 0.5 if winner is None else float(winner is RED)

    def points(self, name: str) -> float:
        """Return the points of the player called *name*, one of the two."""
        return self.red_points if name == self.fixture.red else 1 - self.red_points

    def lines(self, name: str) -> tuple[int, int]:
        """Return how many lines *name*, one of the two players, made, and how many its opponent made.

        They are those on the board at the end, also of a game that was forfeited.
        """
        if name == self.fixture.red:
            return self.red_lines, self.yellow_lines
        return self.yellow_lines, self.red_lines
