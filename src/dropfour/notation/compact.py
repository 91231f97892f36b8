"""Position strings: a complete position in a short string, for URLs, file names and saved games.

    7x6.4.first-line.3-ryr-yr-2.y       after the moves 44455

Five fields, separated by dots:

    string    = size "." connect "." objective "." columns "." to-move
    size      = number "x" number            columns x rows, 1x1 to 20x20
    connect   = number                       how many in a row make a line, 3 to 10
    objective = "first-line" / "most-lines"
    columns   = column *( "-" column )       from the left
    column    = 1*( "r" / "y" ) / number     stones from the bottom up, or that many empty columns
    to-move   = "r" / "y"

A number has no leading zero, and adjacent empty columns are combined into one number, so that each
position has exactly one string. All characters are unreserved in URLs, and the last one is a
letter, so that programs which strip punctuation from the end of a link leave it intact.
"""

from __future__ import annotations

import re
from itertools import groupby

from dropfour.arguments import PositionLike, position_of
from dropfour.moves import InvalidNotation
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Cell, Objective, Rules

_FORM = "size.connect.objective.columns.to-move, such as 7x6.4.first-line.3-ryr-yr-2.y"
_LETTERS = {RED: "r", YELLOW: "y"}
_COLOURS = {letter: colour for colour, letter in _LETTERS.items()}
_NUMBER = re.compile(r"[1-9][0-9]?")


def position_string(position: PositionLike) -> str:
    """Return the string of *position*; it does not include the cell that was filled last.

    >>> position_string(d4.Position.from_moves("4455"))
    '7x6.4.first-line.3-ry-ry-2.r'
    """
    position = position_of(position)
    rules = position.rules
    piles = [
        "".join(_LETTERS[owner] for _, owner in pile if owner)
        for _, pile in groupby(position.cells(), key=lambda item: item[0].column)
    ]
    columns = []
    for stones, group in groupby(piles):
        same = list(group)
        columns += same if stones else [str(len(same))]
    fields = (
        rules.size,
        str(rules.connect),
        rules.objective.value,
        "-".join(columns),
        _LETTERS[position.to_move],
    )
    return ".".join(fields)


def parse_position(text: str) -> Position:
    """Return the position of a position string; upper case and surrounding white space are accepted.

    Raises InvalidNotation for a malformed string or impossible rules, and InvalidPosition for a board
    that no game can reach.
    """
    fields = _lower(text.strip()).split(".")
    if len(fields) != 5:
        raise InvalidNotation(f"expected {_FORM}: {len(fields)} fields instead of 5")
    size, connect, objective, columns, to_move = fields
    rules = _parse_rules(size, connect, objective)
    stones = _parse_columns(columns, rules)
    if to_move not in _COLOURS:
        raise InvalidNotation(f"the side to move is r or y, not {to_move!r}")
    return Position.from_cells(stones[RED], stones[YELLOW], rules, _COLOURS[to_move])


def _lower(text: str) -> str:
    # ASCII only: str.lower() turns signs such as that of the kelvin into letters.
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def _parse_rules(size: str, connect: str, objective: str) -> Rules:
    if not all(map(_NUMBER.fullmatch, (*size.split("x"), connect))):
        raise InvalidNotation(
            f"expected a size and a connect such as 7x6.4, without leading zeros, "
            f"not {f'{size}.{connect}'!r}"
        )
    words = [each.value for each in Objective]
    if objective not in words:
        raise InvalidNotation(f"the objective is {' or '.join(words)}, not {objective!r}")
    try:
        return Rules.for_board(size, int(connect), Objective(objective))
    except ValueError as error:
        raise InvalidNotation(str(error)) from None


def _parse_columns(text: str, rules: Rules) -> dict[Colour, list[Cell]]:
    stones: dict[Colour, list[Cell]] = {RED: [], YELLOW: []}
    column, after_empty = 0, False
    for item in text.split("-"):
        if _NUMBER.fullmatch(item):
            if after_empty:
                raise InvalidNotation(
                    f"column {column + 1}: adjacent empty columns are written as one number, "
                    f"not {item!r} after another"
                )
            column, after_empty = column + int(item), True
            continue
        column, after_empty = column + 1, False
        if not item or any(letter not in _COLOURS for letter in item):
            raise InvalidNotation(
                f"column {column}: expected stones such as ryr, from the bottom up, or the number of "
                f"empty columns, not {item!r}"
            )
        if len(item) > rules.rows:
            raise InvalidNotation(
                f"column {column} holds {len(item)} stones, more than {rules.rows} rows"
            )
        for row, letter in enumerate(item, start=1):
            stones[_COLOURS[letter]].append(Cell(column, row))
    if column != rules.columns:
        raise InvalidNotation(f"expected {rules.columns} columns, found {column}")
    return stones
