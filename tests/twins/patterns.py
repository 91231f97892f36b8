"""The learnt evaluation; its native twin is ``native/engines/patterns.hpp``.

Each line has a weight for its direction, for the side that gets its lowest cell by parity, and for what
its four cells hold. Four more weights are for how the threats of both sides (empty cells that complete a
line) relate, one for the board and the side to move. Forced replies are played before that.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dropfour import Cell, Colour, Objective, Position
from dropfour.threats import completing_lines
from twins.parity import IMMEDIATE, falls_to, parity
from twins.threat_table import landing_cells

WEIGHTS = [
    int(weight)
    for weight in (Path(__file__).parents[2] / "native/engines/pattern_weights.inc")
    .read_text()
    .split(",")
    if weight.strip()
]
THREATS = 6 * 256
ZUGZWANG = THREATS + 3**4
STACKED = ZUGZWANG + 36
NEAR = STACKED + 9
BOARD = NEAR + 16
COUNT = BOARD + 8


def patterns(position: Position) -> float:
    """Weigh what each line of four holds, and how threats relate, by numbers learned from games."""
    rules = position.rules
    if rules.objective is Objective.MOST_LINES or rules.connect != 4:
        return parity(position)
    landing, empty = landing_cells(position), rules.cell_count - position.ply
    if not empty:
        return 0
    own, other = (set(completing_lines(position, c)) for c in _sides(position))
    if own & landing:
        return IMMEDIATE
    attacks = other & landing
    if len(attacks) > 1 or any(_above(cell) in other for cell in attacks):
        return -IMMEDIATE
    if attacks:
        return -patterns(position.play(attacks.pop().column))
    found = [*_of_lines(position, landing), *_of_threats(position, landing, own, other)]
    share = position.ply / rules.cell_count
    return sum(WEIGHTS[i] + WEIGHTS[i + COUNT] * share for i in found) / 10


def _sides(position: Position) -> tuple[Colour, Colour]:
    return position.to_move, position.to_move.opponent


def _above(cell: Cell, by: int = 1) -> Cell:
    return Cell(cell.column, cell.row + by)


def _of_lines(position: Position, landing: set[Cell]) -> Iterator[int]:
    for line in position.rules.lines:
        from_below = sorted(line, key=lambda cell: (cell.row, cell.column))
        lowest, highest = from_below[0], from_below[-1]
        direction = 0 if lowest.column == highest.column else 1 if lowest.row == highest.row else 2
        is_own = falls_to(position, lowest) is position.to_move
        states = [_state(position, from_below, landing)]
        if direction == 1:
            states.append(_state(position, from_below[::-1], landing))
        yield (2 * direction + (not is_own)) * 256 + min(states)


def _state(position: Position, line: list[Cell], landing: set[Cell]) -> int:
    digits = {position.to_move: 1, position.to_move.opponent: 2, None: 0}
    return sum(
        (3 if cell in landing else digits[position[cell]]) * 4**i for i, cell in enumerate(line)
    )


def _of_threats(
    position: Position, landing: set[Cell], own: set[Cell], other: set[Cell]
) -> Iterator[int]:
    rules = position.rules
    yield BOARD + position.ply % 2 * 4 + rules.rows % 2 * 2 + rules.cell_count % 2
    if not own | other:
        yield from (THREATS, ZUGZWANG, STACKED, NEAR)
        return
    ours = {cell for cell in own | other if falls_to(position, cell) is position.to_move}

    def lowest(cells: set[Cell]) -> dict[int, int]:
        return {cell.column: cell.row for cell in sorted(cells, reverse=True)}

    deciding = lowest((own & ours) | (other - ours))
    reachable = {cell for cell in own | other if cell.row <= deciding.get(cell.column, cell.row)}
    counts = (own & ours, other - ours, own - ours, other & ours)
    yield THREATS + sum(min(2, len(each & reachable)) * 3**i for i, each in enumerate(counts))
    first = lowest(own | other)
    left = sum(
        cell.row < first.get(cell.column, rules.rows + 2) - 1
        for cell, owner in position.cells()
        if owner is None
    )
    firsts = {Cell(column, row) for column, row in first.items()}
    yield (
        ZUGZWANG
        + left % 2
        + 2 * min(2, len((firsts & own) - other))
        + 6 * min(2, len((firsts & other) - own))
        + 18 * min(1, len(firsts & own & other))
    )
    stacked = [sum(_above(cell) in each for cell in each) for each in (own, other)]
    yield STACKED + min(2, stacked[0]) + 3 * min(2, stacked[1])
    near = [sum(_above(cell, -1) in landing for cell in each) for each in (own, other)]
    yield NEAR + min(3, near[0]) + 4 * min(3, near[1])
