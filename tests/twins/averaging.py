"""The averaging search in plain Python, which defines what ``native/engines/averaging.hpp`` finds."""

from __future__ import annotations

from collections.abc import Iterable

from dropfour import Cell, Colour, Objective, Position
from dropfour.engines.engine import NO_LIMITS, Limits
from twins.searches import Findings, deepen
from twins.threat_table import FORCED_WIN, attacks, forced_winner, moves_handing_over, table_score


def averaging(position: Position, limits: Limits = NO_LIMITS) -> Findings:
    """Make a forced move, or else the one with the best average.

    In this order: complete a line; block one; discard moves that let the opponent complete one (unless
    no other is left); play a move that makes two attacks; then search. The search returns the mean of a
    node's own table score and its children's means, rounded to the nearest integer, halves away from
    zero; it ends where a win is forced. In MOST_LINES no line decides the game, so no move is forced and
    none is discarded.
    """
    colour = position.to_move

    def at_depth(depth: int) -> Findings:
        columns = list(position.columns_from_middle)
        if position.rules.objective is Objective.FIRST_LINE:
            decided = _decided(position)
            if decided:
                column = next(column for column in columns if column in decided)
                return Findings(column, FORCED_WIN, depth, True)
            columns = _in_order(columns, _sound_moves(position)) or columns
        means = {column: _mean(position.play(column), depth - 1, colour) for column in columns}
        best = max(columns, key=means.__getitem__)
        settled = position.ply + depth >= position.rules.cell_count
        return Findings(best, means[best], depth, settled)

    return deepen(position, at_depth, limits)


def rounded_mean(values: list[int]) -> int:
    """Return the mean as the nearest integer, halves away from zero: 2.5 is 3, and -2.5 is -3."""
    total, count = sum(values), len(values)
    mean = (2 * abs(total) + count) // (2 * count)
    return mean if total >= 0 else -mean


def _mean(position: Position, depth: int, colour: Colour) -> int:
    opponent = colour.opponent
    is_first_line = position.rules.objective is Objective.FIRST_LINE
    if position.is_over:
        made = position.count_lines(colour) - position.count_lines(opponent)
        return FORCED_WIN * ((made > 0) - (made < 0) if is_first_line else made)
    own = table_score(position, colour)
    if depth == 0 or (is_first_line and forced_winner(position)):
        return own
    columns: Iterable[int] = position.legal_columns
    if is_first_line:
        columns = _in_order(columns, _sound_moves(position))
    children = [_mean(position.play(column), depth - 1, colour) for column in columns]
    return rounded_mean([own, *children])


def _decided(position: Position) -> set[int]:
    """Return the columns that win immediately or, if nothing must be blocked, make two attacks."""
    colour = position.to_move
    if wins := attacks(position, colour):
        return {cell.column for cell in wins}
    if attacks(position, colour.opponent):
        return set()
    return {
        cell.column
        for cell in _sound_moves(position)
        if len(attacks(position.play(cell.column), colour)) > 1
    }


def _sound_moves(position: Position) -> set[Cell]:
    """Return the moves that block a line if one is threatened, else those that do not allow one."""
    colour = position.to_move
    blocks = attacks(position, colour.opponent)
    landing = {position.landing_cell(column) for column in position.legal_columns}
    return blocks or landing - moves_handing_over(position, colour)


def _in_order(columns: Iterable[int], cells: set[Cell]) -> list[int]:
    allowed = {cell.column for cell in cells}
    return [column for column in columns if column in allowed]
