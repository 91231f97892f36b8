"""An attempt at a puzzle: each move is right, and answered, or wrong, and refuted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from dropfour import _native
from dropfour.engines.engine import NO_LIMITS, Limits, Stop
from dropfour.engines.exact import shared_solvers
from dropfour.moves import format_moves
from dropfour.native import native_board
from dropfour.position import RED, IllegalMove, Position
from dropfour.puzzles.puzzle import Puzzle, words_of
from dropfour.words import told


@dataclass(frozen=True, slots=True)
class AttemptedMove:
    """A move of an attempt, right or wrong, and what came of it.

    *position* is the board after it and the opponent's *reply*; after a wrong move, *variation* is how
    best play continues from the board before it. *is_slower*: it wins, but not as fast as was asked.
    """

    column: int
    is_right: bool
    position: Position
    reply: int | None
    variation: tuple[int, ...]
    text: str
    is_slower: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "column": self.column,
            "right": self.is_right,
            "slower": self.is_slower,
            "reply": self.reply,
            "variation": format_moves(self.variation),
            "text": self.text,
        }


class Attempt:
    """An attempt at *puzzle*. A wrong move is taken back and counted, unless it only wins too slowly."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.wrong = 0
        self._played = 0

    @property
    def is_solved(self) -> bool:
        """Whether every move of the solution has been found."""
        return self._played == len(self.puzzle.solution)

    @property
    def moves_left(self) -> int:
        """How many moves of the side that solves the puzzle are left."""
        return (len(self.puzzle.solution) - self._played + 1) // 2

    @property
    def next_column(self) -> int:
        """The right column; raises ValueError once the puzzle is solved."""
        if self.is_solved:
            raise ValueError("the puzzle is solved")
        return self.puzzle.solution[self._played]

    @property
    def idea(self) -> str:
        """What to look for, without naming a column: what is urgent, otherwise a theme of the puzzle."""
        return words_of(self.puzzle, self.position)[1]

    def play(self, column: int, limits: Limits = NO_LIMITS) -> AttemptedMove:
        """Try *column*; raise IllegalMove if it cannot be played, or the puzzle is solved.

        The refutation of a wrong one is searched within the *limits*.
        """
        if self.is_solved:
            raise IllegalMove(f"column {column} cannot be played: the puzzle is solved")
        after = self.position.play(column)
        if column != self.next_column:
            move = _refuted(self.puzzle, self.position, column, limits)
            self.wrong += not move.is_slower
            return move
        self.position = after
        self._played += 1
        reply = None
        if not self.is_solved:
            reply = self.puzzle.solution[self._played]
            self.position = after.play(reply)
            self._played += 1
        text = told(("try right", {"column": column}))
        if reply is not None:
            text += " " + told(("try answered", {"other": after.to_move, "reply": reply}))
        variation = (column,) if reply is None else (column, reply)
        return AttemptedMove(column, True, self.position, reply, variation, text)


def _refuted(puzzle: Puzzle, before: Position, column: int, limits: Limits) -> AttemptedMove:
    """Return why *column* does not solve the puzzle: the best reply, and how the game ends."""
    text = _native.refute(
        shared_solvers.get(before.rules)._native,
        native_board(before),
        before.to_move is RED,
        column,
        puzzle.goal,
        puzzle.stones if puzzle.is_fast else None,
        limits.time_s,
        limits.nodes,
        (limits.stop or Stop())._flag,
    )
    found = json.loads(text)["data"]
    variation = tuple(found["variation"])
    position, reply = before.play(column), next(iter(variation[1:]), None)
    if reply is not None:
        position = position.play(reply)
    words = " ".join(map(told, found["texts"]))
    return AttemptedMove(column, False, position, reply, variation, words, found["wins"])
