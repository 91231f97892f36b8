"""The story of a reviewed game: the accuracy of both sides, their mistakes, and when the game turned."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dropfour import _native
from dropfour.native import native_board
from dropfour.position import RED, Colour
from dropfour.rules import Cell
from dropfour.words import told

if TYPE_CHECKING:
    from dropfour.study.review import ReviewedMove


@dataclass(frozen=True, slots=True)
class SideStory:
    """The moves of one side that have a verdict.

    *accuracy* is from 0 to 100, the mean over its moves, or None without any: 100 for the best move, 75
    for one that keeps the outcome with a worse score, 25 if a win became a draw or a draw a loss, and 0
    if a win became a loss. A move of which no loss is proven counts as the best one. *mistakes* are the
    moves that a :class:`Mistake` is about, *blunders* those of them that changed the result.
    """

    moves: int
    mistakes: int
    blunders: int
    accuracy: int | None

    def to_dict(self) -> dict[str, int | None]:
        """Return the JSON form."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that changed the result, or that a person could have seen to be worse than another.

    *sight* is how many moves ahead one had to look, None if more than a person sees; *text* is why the
    move was a mistake, *exact* what is proven of it. *line* begins where the move was made, and leads to
    the win that it allows or misses; *cells* are those that make this win plain on the board.
    """

    ply: int
    sight: int | None
    text: str
    exact: str
    line: tuple[int, ...]
    cells: tuple[Cell, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        cells = [cell._asdict() for cell in self.cells]
        values = {name: getattr(self, name) for name in self.__slots__}
        return {**values, "line": list(self.line), "cells": cells}


@dataclass(frozen=True, slots=True)
class Story:
    """What a review tells of the loser, or of both sides in a draw: *decisive* is the last mistake that
    a person could have seen, or the one at the turning point. *turning_point* is the ply of the last
    move that changed the result, *ending* what is proven of the game in one sentence."""

    sides: dict[Colour, SideStory]
    mistakes: tuple[Mistake, ...]
    turning_point: int | None
    decisive: Mistake | None
    ending: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as ``dropfour review --json`` and the page's API give it."""
        return {
            **{str(colour): side.to_dict() for colour, side in self.sides.items()},
            "mistakes": [mistake.to_dict() for mistake in self.mistakes],
            "turning_point": self.turning_point,
            "decisive": None if self.decisive is None else self.decisive.ply,
            "ending": self.ending,
        }

    def __str__(self) -> str:
        return self.ending if self.decisive is None else self.decisive.text


def tell_story(
    moves: Sequence[ReviewedMove], winner: Colour | None, reader: Colour | None = None
) -> Story:
    """Return the story of a game that *winner* won; *reader* is the side addressed as "you"."""
    judged = [
        (
            native_board(move.position),
            move.colour is RED,
            move.column,
            (move.best.low, move.best.high),
            (move.played.low, move.played.high),
            move.best_columns,
        )
        for move in moves
    ]
    story = json.loads(
        _native.tell_story(
            judged, None if winner is None else str(winner), None if reader is None else str(reader)
        )
    )
    mistakes = tuple(_mistake(**each) for each in story["mistakes"])
    return Story(
        {colour: SideStory(**story[str(colour)]) for colour in Colour},
        mistakes,
        story["turning_point"],
        next((each for each in mistakes if each.ply == story["decisive"]), None),
        told(story["ending"]),
    )


def _mistake(
    ply: int,
    sight: int | None,
    line: list[int],
    cells: list[dict[str, int]],
    text: list[Any],
    exact: list[Any],
) -> Mistake:
    worded, proven = (" ".join(map(told, phrases)) for phrases in (text, exact))
    return Mistake(ply, sight, worded, proven, tuple(line), tuple(Cell(**cell) for cell in cells))
