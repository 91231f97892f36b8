"""Boards that no game can reach are refused with the reason."""

import pytest

from dropfour import RED, Cell, InvalidPosition, Position, Rules


def upright(column: int) -> list[Cell]:
    return [Cell(column, row) for row in range(1, 5)]


OTHERS = [Cell(c, r) for c, r in [(2, 1), (2, 2), (4, 1), (4, 2), (5, 1), (6, 1), (6, 2)]]


@pytest.mark.parametrize(
    ("red", "yellow", "reason"),
    [
        ([Cell(3, 2)], [], "column 3, row 2 floats"),
        ([Cell(1, 1)], [Cell(1, 1)], "column 1, row 1 holds two stones"),
        ([Cell(8, 1)], [], "column 8, row 1 is not on the 7x6 board"),
        (upright(1), upright(2), "already has a line"),
        (upright(1) + upright(3), OTHERS, "no single stone"),
    ],
)
def test_impossible_boards_are_refused(red: list[Cell], yellow: list[Cell], reason: str) -> None:
    with pytest.raises(InvalidPosition, match=reason):
        Position.from_cells(red, yellow)


def test_masks_beyond_the_board_and_wrong_counts_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="outside the 7x6 board"):
        Position.from_masks(1 << 6, 0, Rules())
    red = [Cell(1, 1), Cell(2, 1)]
    with pytest.raises(InvalidPosition, match="2 red and 0 yellow stones"):
        Position.from_cells(red, [])
    assert Position.from_cells(red, [], to_move=RED).to_move is RED
