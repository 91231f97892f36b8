import pytest

from dropfour import Limits, Objective, Position, Rules, Solver
from dropfour.study.estimates import estimate_column, estimates
from values import some

DEEP = Limits(depth=6)


def test_a_winning_column_is_expected_to_win_and_a_losing_one_to_lose() -> None:
    # Red has 3, 4 and 5 in the bottom row: columns 2 and 6 win after anything else.
    position = Position.from_moves("3344")
    winning = some(estimate_column(position, 5, DEEP))
    assert winning.value > 0.99
    losing = some(estimate_column(position.play(5), 5, DEEP))
    assert losing.value < 0.01
    assert losing.depth == 2  # one ply proves it, and the column is the other


def test_an_estimate_belongs_to_the_side_to_move_and_mirrors() -> None:
    position = Position.from_moves("12", Rules(9, 7))
    mirrored = Position.from_moves("98", Rules(9, 7))
    for column in range(1, 10):
        one = estimate_column(position, column, DEEP)
        other = estimate_column(mirrored, 10 - column, DEEP)
        assert one is not None
        assert other is not None
        assert one.value == pytest.approx(other.value)
        assert 0 < one.value < 1


def test_lines_are_estimated_as_a_difference() -> None:
    rules = Rules(4, 4, objective=Objective.MOST_LINES)
    position = Position.from_moves("1213142", rules)
    best = Solver(rules).analyse(position).scores
    for column in position.legal_columns:
        found = some(estimate_column(position, column, Limits(depth=16)))
        assert found.value == best[column]  # a search to the end of the game is exact


def test_only_columns_without_a_proof_or_an_end_are_estimated() -> None:
    rules = Rules(9, 7)
    position = Position(rules)
    analysis = Solver(rules, table_mib=1).analyse(position, limits=Limits(nodes=2000))
    found = list(estimates(analysis, DEEP))
    assert [each.column for each in found] == list(position.columns_from_middle)
    assert found[0].to_dict() == {"column": 5, "value": found[0].value, "depth": 7}
    proven = Solver(Rules()).analyse(Position.from_moves("3344"))
    assert list(estimates(proven, DEEP)) == []
    assert estimate_column(Position.from_moves("334455"), 2, DEEP) is None
