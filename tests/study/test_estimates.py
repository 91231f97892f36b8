"""What the page expects of columns that are not proven."""

from typing import NamedTuple

import pytest

from dropfour import Limits, Objective, Position, Rules, Solver, _native
from dropfour.native import native_board
from values import some

DEEP = Limits(depth=6)


class Estimate(NamedTuple):
    value: float
    depth: int


def estimate_column(position: Position, column: int, limits: Limits) -> Estimate | None:
    found = _native.estimate_column(native_board(position), column, limits.depth, None, None, None)
    return None if found is None else Estimate(*found)


def test_a_winning_column_is_expected_to_win_and_a_losing_one_to_lose() -> None:
    # Red has 3, 4 and 5 in the bottom row: columns 2 and 6 win after anything else.
    position = Position.from_moves("3344")
    winning = some(estimate_column(position, 5, DEEP))
    assert winning.value > 0.99
    losing = some(estimate_column(position.play(5), 5, DEEP))
    assert losing.value < 0.01
    assert losing.depth == 2  # one ply proves it, and the column is the other
    assert estimate_column(Position.from_moves("334455"), 2, DEEP) is None


def test_an_estimate_belongs_to_the_side_to_move_and_mirrors() -> None:
    position = Position.from_moves("12", Rules(9, 7))
    mirrored = Position.from_moves("98", Rules(9, 7))
    for column in range(1, 10):
        one = some(estimate_column(position, column, DEEP))
        other = some(estimate_column(mirrored, 10 - column, DEEP))
        assert one.value == pytest.approx(other.value)
        assert 0 < one.value < 1


def test_lines_are_estimated_as_a_difference() -> None:
    rules = Rules(4, 4, objective=Objective.MOST_LINES)
    position = Position.from_moves("1213142", rules)
    best = Solver(rules).analyse(position).scores
    for column in position.legal_columns:
        found = some(estimate_column(position, column, Limits(depth=16)))
        assert found.value == best[column]  # a search to the end of the game is exact
