"""A scoring table of threats, and the forced wins that go with it.

The terms of the table, for a colour and its opponent:

- an *attack* is a cell that can be played now and completes a line;
- a *threat* is exactly three stones in a row inside a line without an enemy stone, when the missing
  cell cannot be played now (else it is an attack);
- a *blockade* is exactly two stones in a row inside a line without an enemy stone;
- a *forced hand* is a column that the opponent cannot play, because a stone on top of it would complete
  a line;
- an *impossible move* is a column that the colour itself cannot play: full, or allowing such a line;
- a *forced win* is a line that the side to move can complete now, else two attacks of the other side.

With another *connect*, threats have connect - 1 stones and blockades connect - 2, but no fewer than two.
In MOST_LINES no line ends the game: there is no forced win, and each completed line counts 125.
"""

from __future__ import annotations

from collections.abc import Iterator

from dropfour.position import Colour, Position
from dropfour.rules import LINE_DIRECTIONS, Cell, Line, Objective
from dropfour.threats import completing_lines

FORCED_HAND, BLOCKADE, THREAT, ATTACK, FORCED_WIN = 25, 10, 30, 50, 125
IMPOSSIBLE_MOVE = 15


def threats(position: Position) -> float:
    """Score attacks, threats, blockades, and columns that cannot be played by a table."""
    return table_score(position, position.to_move)


def table_score(position: Position, colour: Colour) -> int:
    """Return the score of an unfinished game for *colour*, whoever is to move."""
    if position.rules.objective is Objective.FIRST_LINE and (winner := forced_winner(position)):
        return FORCED_WIN if winner is colour else -FORCED_WIN
    opponent = colour.opponent
    full_columns = position.rules.columns - len(landing_cells(position))
    return (
        _patterns_score(position, colour)
        - _patterns_score(position, opponent)
        + FORCED_HAND * len(moves_handing_over(position, opponent))
        - IMPOSSIBLE_MOVE * (full_columns + len(moves_handing_over(position, colour)))
    )


def forced_winner(position: Position) -> Colour | None:
    """Return who has a forced win: the side to move with one attack, or the other with two."""
    waiting = position.to_move.opponent
    if attacks(position, position.to_move):
        return position.to_move
    return waiting if len(attacks(position, waiting)) > 1 else None


def landing_cells(position: Position) -> set[Cell]:
    """Return the cells that can be played now."""
    rules = position.rules
    tops = (Cell(column, position.height(column) + 1) for column in range(1, rules.columns + 1))
    return {cell for cell in tops if cell.row <= rules.rows}


def attacks(position: Position, colour: Colour) -> set[Cell]:
    """Return the cells where *colour* would complete a line with its next stone."""
    return landing_cells(position) & completing_lines(position, colour).keys()


def moves_handing_over(position: Position, colour: Colour) -> set[Cell]:
    """Return the moves of *colour* that allow a line of the opponent on top, and complete none."""
    completing = completing_lines(position, colour.opponent).keys()
    moves = landing_cells(position) - attacks(position, colour)
    return {cell for cell in moves if Cell(cell.column, cell.row + 1) in completing}


def _patterns_score(position: Position, colour: Colour) -> int:
    connect = position.rules.connect
    landing = landing_cells(position)
    score = ATTACK * len(attacks(position, colour))
    for run in _runs(position, colour, connect - 1):
        missing = {cell for line in _open_lines(position, colour, run) for cell in line} - set(run)
        score += THREAT * bool(missing and not missing & landing)
    if connect > 3:
        for run in _runs(position, colour, connect - 2):
            score += BLOCKADE * bool(_open_lines(position, colour, run))
    if position.rules.objective is Objective.MOST_LINES:
        score += FORCED_WIN * position.count_lines(colour)
    return score


def _runs(position: Position, colour: Colour, length: int) -> Iterator[Line]:
    """Yield each row of exactly *length* adjacent stones."""
    stones = frozenset(position.stones(colour))
    for first in stones:
        for direction in LINE_DIRECTIONS:
            run = tuple(first.step(direction, i) for i in range(length))
            ends = {first.step(direction, -1), first.step(direction, length)}
            if stones.issuperset(run) and not stones & ends:
                yield run


def _open_lines(position: Position, colour: Colour, run: Line) -> list[Line]:
    """Return the lines around *run* without a stone of the opponent."""
    enemies = frozenset(position.stones(colour.opponent))
    return [
        line
        for line in position.rules.lines_through(run[0])
        if set(run) <= set(line) and not enemies.intersection(line)
    ]
