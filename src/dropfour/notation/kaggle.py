"""Kaggle's ConnectX: positions as its agents see them, columns counted from 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Cell, Rules
from dropfour.validity import InvalidPosition

_MARKS = {0: None, 1: RED, 2: YELLOW}


def position_from_kaggle(
    observation: Mapping[str, Any], configuration: Mapping[str, Any]
) -> Position:
    """Return the position that an agent is asked about; raise InvalidPosition if no game reaches it.

    *observation* has the ``board``, row by row from the top with 1 and 2 for the players' marks, and
    *configuration* the ``columns``, ``rows`` and ``inarow``. The marks on the board decide whose turn it
    is: 1 moves first.
    """
    columns, rows = configuration["columns"], configuration["rows"]
    rules = Rules(columns, rows, configuration["inarow"])
    board = observation["board"]
    if len(board) != rules.cell_count:
        raise InvalidPosition(
            f"a {rules.size} board has {rules.cell_count} cells, not {len(board)}"
        )
    stones: dict[object, list[Cell]] = {RED: [], YELLOW: [], None: []}
    for i, mark in enumerate(board):
        if mark not in _MARKS:
            raise InvalidPosition(f"cell {i} of the board holds {mark!r}, expected 0, 1 or 2")
        stones[_MARKS[mark]].append(Cell(i % columns + 1, rows - i // columns))
    return Position.from_cells(stones[RED], stones[YELLOW], rules)
