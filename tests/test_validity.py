"""Boards that no game can reach are refused with the reason."""

import pytest

from dropfour import RED, Cell, InvalidPosition, Position, Rules


def test_floating_stones_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="column 3, row 2 floats"):
        Position.from_cells([Cell(3, 2)], [])


def test_two_stones_in_a_cell_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="column 1, row 1 holds two stones"):
        Position.from_cells([Cell(1, 1)], [Cell(1, 1)])


def test_stones_off_the_board_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="column 8, row 1 is not on the 7x6 board"):
        Position.from_cells([Cell(8, 1)], [])
    with pytest.raises(InvalidPosition, match="outside the 7x6 board"):
        Position.from_masks(1 << 6, 0, Rules())


def test_wrong_counts_are_refused_unless_the_position_is_set_up() -> None:
    red = [Cell(1, 1), Cell(2, 1)]
    with pytest.raises(InvalidPosition, match="2 red and 0 yellow stones"):
        Position.from_cells(red, [])
    assert Position.from_cells(red, [], to_move=RED).to_move is RED


def test_a_side_to_move_that_has_already_won_is_refused() -> None:
    red = [Cell(1, row) for row in range(1, 5)]
    yellow = [Cell(2, row) for row in range(1, 5)]
    with pytest.raises(InvalidPosition, match="already has a line"):
        Position.from_cells(red, yellow)


def test_lines_that_no_single_stone_can_have_made_are_refused() -> None:
    red = [Cell(1, row) for row in range(1, 5)] + [Cell(3, row) for row in range(1, 5)]
    yellow = [Cell(c, r) for c, r in [(2, 1), (2, 2), (4, 1), (4, 2), (5, 1), (6, 1), (6, 2)]]
    with pytest.raises(InvalidPosition, match="no single stone"):
        Position.from_cells(red, yellow)
