"""Puzzle: a position in which exactly one column wins, or wins fastest, or holds the draw."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from dropfour import _native
from dropfour.moves import format_moves
from dropfour.native import native_board
from dropfour.position import RED, Position
from dropfour.rules import MAX_CONNECT4, Rules
from dropfour.words import told

LONGEST_WIN = 8
LONGEST_FAST_WIN = 4  # up to here only the fastest win solves a puzzle


class Kind(Enum):
    """What a puzzle is about; of several that apply, the first one here is its kind.

    The values are the words of files, commands and the API; all that apply are among its themes.
    """

    MAX_CONNECT4 = "max-connect4"  # who ends with more lines?
    DRAW = "draw"  # hold the draw: every other column loses
    ZUGZWANG = "zugzwang"  # the other side runs out of moves that do not give the win away
    TRAP = "trap"  # ends with threats that no single move stops
    ONLY_MOVE = "only-move"  # one column wins, and every other one loses
    WIN = "win"  # win in 2 to 8 moves


# Every word by which puzzles are selected.
THEMES = (
    *(kind.value for kind in Kind),
    *(f"win-in-{count}" for count in range(2, LONGEST_WIN + 1)),
)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to solve: *moves* lead to it from the empty board.

    *solution* starts and ends with a move of the side that solves it; the moves between are the most
    stubborn defence. Each of its moves is the only one that achieves the goal: a win in 2, 3 or 4 moves
    without delay, any other win, or the draw. *rating* is the measured difficulty in Elo, on the scale
    of the levels.
    """

    moves: str
    solution: tuple[int, ...]
    themes: tuple[str, ...]
    rating: int

    @property
    def id(self) -> str:
        """Six letters and digits that identify the position; the same in every collection."""
        name = f"{self.rules.objective.value} {self.moves}"
        digest = hashlib.sha256(name.encode("ascii")).digest()
        return base64.b32encode(digest)[:6].decode("ascii").lower()

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return MAX_CONNECT4 if Kind.MAX_CONNECT4.value in self.themes else Rules()

    @property
    def position(self) -> Position:
        """The position to solve."""
        return Position.from_moves(self.moves, self.rules)

    @property
    def kind(self) -> Kind:
        """What is asked for."""
        return next(kind for kind in Kind if kind is Kind.WIN or kind.value in self.themes)

    @property
    def goal(self) -> Literal["win", "draw"]:
        """The result that the side to move achieves with the solution."""
        return "draw" if Kind.DRAW.value in self.themes else "win"

    @property
    def task(self) -> str:
        """What to look for, in one sentence; it does not give the theme away."""
        return words_of(self, self.position)[0]

    @property
    def stones(self) -> int | None:
        """In how many moves the side to move wins, if it is one of the themes."""
        counts = (int(theme[7:]) for theme in self.themes if theme.startswith("win-in-"))
        return next(counts, None)

    @property
    def is_fast(self) -> bool:
        """Whether only the fastest win solves the puzzle."""
        return self.stones is not None and self.stones <= LONGEST_FAST_WIN

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, the solution included."""
        return {
            "id": self.id,
            "moves": self.moves,
            "objective": self.rules.objective.value,
            "kind": self.kind.value,
            "themes": list(self.themes),
            "goal": self.goal,
            "task": self.task,
            "solution": format_moves(self.solution),
            "rating": self.rating,
        }


def words_of(puzzle: Puzzle, position: Position) -> tuple[str, str]:
    """Return what is asked for in a *position* of the puzzle, and what to look for, as sentences."""
    task, idea = _native.puzzle_words(
        native_board(position),
        position.to_move is RED,
        puzzle.goal,
        puzzle.stones if puzzle.is_fast else None,
        puzzle.themes,
    )
    return told(json.loads(task)), told(json.loads(idea))
