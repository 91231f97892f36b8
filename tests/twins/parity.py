"""The parity evaluation: open lines, the cells that complete them, and who gets those cells.

When all other columns are full, the two sides fill the last one in turn, so the row alone decides who
gets a cell (`falls_to`). On boards of even height red gets the odd rows and yellow the even ones. A side
that gets the one cell its line lacks wins in the end, unless the game is decided elsewhere: the opponent
cannot play below that cell, and the cells above it do not matter.

This is plain Python; its native twin is ``native/engines/parity.hpp``.
"""

from __future__ import annotations

from dropfour import Cell, Colour, Objective, Position
from dropfour.threats import completing_lines
from twins.threat_table import landing_cells

# FIRST_LINE: a line that can be completed now; a missing cell that decides its column, and any other;
# an open line that lacks two stones (vertical ones are easily blocked), and one that lacks three.
IMMEDIATE = 2000.0
DECIDING, COMPLETING = 32.0, 10.0
LACKS_TWO, LACKS_TWO_UPRIGHT, LACKS_THREE = 9.0, 4.0, 4.0

# MOST_LINES: a line, and the probability that a cell goes to the side that it falls to.
LINE, LIKELY = 16.0, 0.75


def parity(position: Position) -> float:
    """Weigh open lines by the cells they lack and who gets those by parity.

    In MOST_LINES it is 16 times the lines that the side to move can expect to complete, less the
    opponent's: an open line counts as the probability that its side gets all the cells it lacks, 3/4 for
    each one that falls to it and 1/4 for each other.
    """
    side, opponent = position.to_move, position.to_move.opponent
    if position.rules.objective is Objective.MOST_LINES:
        return LINE * (_expected_lines(position, side) - _expected_lines(position, opponent))
    if (winner := _immediate_winner(position)) is not None:
        return IMMEDIATE if winner is side else -IMMEDIATE
    return _threats_of(position, side) - _threats_of(position, opponent)


def falls_to(position: Position, cell: Cell) -> Colour:
    """Return who plays the empty *cell* once every other column is full."""
    rules = position.rules
    stones_before = (rules.columns - 1) * rules.rows + cell.row - 1
    is_movers = (stones_before - position.ply) % 2 == 0
    return position.to_move if is_movers else position.to_move.opponent


def _immediate_winner(position: Position) -> Colour | None:
    """Return who completes a line: the side to move, else the other if one stone cannot block it."""
    landing, waiting = landing_cells(position), position.to_move.opponent
    if landing & completing_lines(position, position.to_move).keys():
        return position.to_move
    completing = completing_lines(position, waiting).keys()
    attacks = landing & completing
    follow = any(Cell(cell.column, cell.row + 1) in completing for cell in attacks)
    return waiting if len(attacks) > 1 or follow else None


def _deciding_cells(position: Position, colour: Colour) -> set[Cell]:
    """Return the cells that complete a line of *colour* and fall to it."""
    completing = completing_lines(position, colour)
    return {cell for cell in completing if falls_to(position, cell) is colour}


def _threats_of(position: Position, colour: Colour) -> float:
    deciding = _deciding_cells(position, colour)
    all_deciding = deciding | _deciding_cells(position, colour.opponent)
    value = 0.0
    for cell in completing_lines(position, colour):
        is_buried = any(
            cell.column == other.column and cell.row > other.row for other in all_deciding
        )
        value += DECIDING if cell in deciding and not is_buried else COMPLETING
    own = frozenset(position.stones(colour))
    enemies = frozenset(position.stones(colour.opponent))
    for line in position.rules.lines:
        lacking = len(line) - len(own.intersection(line))
        if enemies.intersection(line) or lacking == len(line):
            continue
        if lacking == 2:
            value += LACKS_TWO_UPRIGHT if line[0].column == line[1].column else LACKS_TWO
        elif lacking == 3:
            value += LACKS_THREE
    return value


def _expected_lines(position: Position, colour: Colour) -> float:
    enemies = frozenset(position.stones(colour.opponent))
    chances = {
        cell: 1.0 if owner else LIKELY if falls_to(position, cell) is colour else 1 - LIKELY
        for cell, owner in position.cells()
    }
    expected = 0.0
    for line in position.rules.lines:
        if not enemies.intersection(line):
            chance = 1.0
            for cell in line:
                chance *= chances[cell]
            expected += chance
    return expected
