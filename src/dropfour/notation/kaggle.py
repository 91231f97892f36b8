"""Kaggle's ConnectX: positions as its agents see them, columns counted from 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Cell, Rules
from dropfour.validity import InvalidPosition

_MARKS = {0: None, 1: RED, 2: YELLOW}
_CLASSIC = {"columns": 7, "rows": 6, "inarow": 4}


def position_from_kaggle(
    observation: Mapping[str, Any], configuration: Mapping[str, Any] | None = None
) -> Position:
    """Return the position that an agent is asked about; raise InvalidPosition if no game reaches it.

    *observation* has the ``board``, row by row from the top with 1 and 2 for the players' marks, and
    *configuration* the ``columns``, ``rows`` and ``inarow``; its default is 7, 6 and 4. The marks on the
    board decide whose turn it is: 1 moves first.
    """
    configuration = _CLASSIC if configuration is None else configuration
    columns, rows, connect = (_entry("configuration", configuration, name) for name in _CLASSIC)
    rules = Rules(columns, rows, connect)
    board = _entry("observation", observation, "board")
    if not hasattr(board, "__len__"):
        raise TypeError(f"the board of an observation is a list of marks, not {board!r}")
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


def _entry(what: str, given: Mapping[str, Any], name: str) -> Any:
    if not isinstance(given, Mapping):
        raise TypeError(f"the {what} of a Kaggle agent is a mapping with {name!r}, not {given!r}")
    if name not in given:
        raise ValueError(f"the {what} has no {name!r}")
    return given[name]
