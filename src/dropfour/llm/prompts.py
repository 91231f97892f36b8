"""Positions as prompts for language models, and the column in their answers.

A prompt gives the rules, the position in one of three notations, and asks for a column in square
brackets. Everything that asks a model uses these words: players, games, benchmark and adapters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from dropfour.notation.rows import rows_of
from dropfour.position import IllegalMove, Position
from dropfour.rules import Objective

Notation = Literal["drawing", "rows", "moves"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)

_BRACKETED = re.compile(r"\[\s*(?:col(?:umn)?\s*)?(\d{1,4})\s*\]", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d{1,4}(?![\w]|\.\d)")


class NoMove(ValueError):
    """An answer that is not a legal move; the message says why."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a position is put to a model: its notation, and the number of the leftmost column.

    >>> style = d4.llm.Style(first_column=0)
    >>> style.read("The middle is best: [col 3]", d4.Position())
    4
    """

    notation: Notation = "drawing"
    first_column: int = 1

    def __post_init__(self) -> None:
        if self.notation not in NOTATIONS:
            known = ", ".join(NOTATIONS)
            raise ValueError(f"there is no notation {self.notation!r}; there are: {known}")
        if self.first_column not in (0, 1):
            raise ValueError(f"columns count from 0 or 1, not from {self.first_column!r}")

    def board(self, position: Position, moves: Sequence[int] | None = None) -> str:
        """Return the position in this notation; ``moves`` needs those that led there from the empty
        board, and raises ValueError without them."""
        if self.notation == "rows":
            rows = ",\n ".join(map(json.dumps, rows_of(position)))
            return f"Rows from the top, 0 empty, 1 red, 2 yellow:\n[{rows}]"
        if self.notation == "drawing":
            stones = [" ".join(".RY"[cell] for cell in row) for row in rows_of(position)]
            numbers = " ".join(str(self._shown(column))[-1] for column in self._columns(position))
            return "\n".join(["R red, Y yellow, . empty, column numbers below:", *stones, numbers])
        if moves is None:
            raise ValueError("the notation 'moves' needs the moves that led to the position")
        played = " ".join(str(self._shown(column)) for column in moves)
        return f"Columns played so far, red first: {played or 'none'}"

    def prompt(self, position: Position, moves: Sequence[int] | None = None) -> str:
        """Return what to ask a model in *position*, which *moves* led to."""
        rules, columns = position.rules, self._columns(position)
        aim = f"The first to get {rules.connect} in a row in any direction wins."
        if rules.objective is Objective.MOST_LINES:
            aim = (
                "The game ends when the board is full: the player with more lines of "
                f"{rules.connect} wins."
            )
        legal = ", ".join(str(self._shown(column)) for column in position.legal_columns)
        return (
            f"Connect Four on {rules.columns} columns, {self._shown(1)} to "
            f"{self._shown(len(columns))} from the left, and {rules.rows} rows. Players take turns "
            f"to drop a stone to the lowest empty cell of a column. {aim}\n\n"
            f"{self.board(position, moves)}\n\n"
            f"You are {position.to_move}, and it is your turn. Legal columns: {legal}. "
            "End your answer with the number of your column in square brackets."
        )

    def read(self, answer: str, position: Position) -> int:
        """Return the column, counted from 1, that *answer* gives; raise NoMove if it gives none.

        The last column in square brackets counts, with or without ``col`` or ``column`` in them; without
        any, the only number in the answer.
        """
        found = _BRACKETED.findall(answer) or _NUMBER.findall(answer)
        if not found:
            raise NoMove("the answer has no column in square brackets, such as [4]")
        if len(set(found)) > 1 and not _BRACKETED.search(answer):
            raise NoMove("the answer has several numbers, and none in square brackets")
        number = int(found[-1])
        column = number - self.first_column + 1
        if column not in self._columns(position):
            last = self._shown(position.rules.columns)
            raise NoMove(f"there is no column {number}: the columns are {self._shown(1)} to {last}")
        try:
            position.landing_cell(column)
        except IllegalMove as error:
            is_full = position.height(column) == position.rules.rows
            raise NoMove(f"column {number} is full" if is_full else str(error)) from None
        return column

    def answer(self, column: int) -> str:
        """Return the answer that plays *column*, as a model should give it."""
        return f"[{self._shown(column)}]"

    def _shown(self, column: int) -> int:
        return column - 1 + self.first_column

    @staticmethod
    def _columns(position: Position) -> range:
        return range(1, position.rules.columns + 1)
