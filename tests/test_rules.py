import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.layout import layout_of
from dropfour.rules import Cell, Direction, Objective, Rules


def test_the_standard_board_has_7x6_cells_69_lines_and_known_values() -> None:
    rules = Rules()
    assert (rules.columns, rules.rows, rules.connect) == (7, 6, 4)
    assert rules.objective is Objective.FIRST_LINE
    assert rules.size == "7x6"
    lines = Rules().lines
    assert len(lines) == len(set(map(frozenset, lines))) == 69
    horizontal = [line for line in lines if len({cell.row for cell in line}) == 1]
    vertical = [line for line in lines if len({cell.column for cell in line}) == 1]
    assert (len(horizontal), len(vertical)) == (24, 21)
    assert Rules().cell_values() == [
        [3, 4, 5, 7, 5, 4, 3],
        [4, 6, 8, 10, 8, 6, 4],
        [5, 8, 11, 13, 11, 8, 5],
        [5, 8, 11, 13, 11, 8, 5],
        [4, 6, 8, 10, 8, 6, 4],
        [3, 4, 5, 7, 5, 4, 3],
    ]


@pytest.mark.parametrize(
    ("size", "connect", "lines"),
    [("1x1", 3, 0), ("3x3", 3, 8), ("4x4", 4, 10), ("4x1", 4, 1), ("1x4", 4, 1), ("9x7", 5, 92)],
)
def test_the_number_of_lines_of_other_boards(size: str, connect: int, lines: int) -> None:
    assert len(Rules.for_board(size, connect).lines) == lines


@pytest.mark.parametrize("size", ["5x4", "20x20", "3x9"])
def test_a_cell_is_worth_its_share_of_all_lines(size: str) -> None:
    rules = Rules.for_board(size)
    assert sum(map(rules.cell_value, rules.cells())) == rules.connect * len(rules.lines)
    for line in rules.lines:
        assert all(line in rules.lines_through(cell) for cell in line)


def test_directions_are_those_in_which_a_line_fits_before_the_wall() -> None:
    rules = Rules()
    corner = set(rules.directions_from(Cell(1, 1)))
    assert corner == {Direction.RIGHT, Direction.UP_RIGHT, Direction.UP}
    # From the middle column both horizontal directions fit, but from row 3 nothing fits downwards.
    assert set(rules.directions_from(Cell(4, 3))) == {
        Direction.RIGHT,
        Direction.UP_RIGHT,
        Direction.UP,
        Direction.UP_LEFT,
        Direction.LEFT,
    }
    assert rules.directions_from(Cell(4, 4)) == (
        Direction.RIGHT,
        Direction.LEFT,
        Direction.DOWN_LEFT,
        Direction.DOWN,
        Direction.DOWN_RIGHT,
    )


def test_the_objective_may_be_its_word() -> None:
    assert Rules(objective="most-lines") == Rules(objective=Objective.MOST_LINES)
    assert Rules.for_board("7x6", objective="most-lines").objective is Objective.MOST_LINES


boards = st.builds(Rules, st.integers(1, 20), st.integers(1, 20), st.integers(3, 10))


@given(boards)
def test_every_cell_has_a_bit_of_its_own(rules: Rules) -> None:
    layout = layout_of(rules)
    bits = {layout.bit(cell): cell for cell in rules.cells()}
    assert sum(bits) == layout.board_mask
    assert len(bits) == rules.cell_count
    assert all(layout.cell(bit) == cell for bit, cell in bits.items())


@given(boards, st.data())
def test_lines_are_found_where_the_rules_list_them(rules: Rules, data: st.DataObject) -> None:
    layout = layout_of(rules)
    cells = data.draw(st.sets(st.sampled_from(list(rules.cells()))))
    if rules.lines:
        cells |= set(data.draw(st.sampled_from(rules.lines)))
    mask = sum(map(layout.bit, cells))
    made = [line for line in rules.lines if cells.issuperset(line)]
    assert layout.has_line(mask) is bool(made)
    assert sum(starts.bit_count() for starts in layout.line_starts(mask)) == len(made)


@given(boards, st.data())
def test_a_mirrored_mask_has_its_columns_reversed(rules: Rules, data: st.DataObject) -> None:
    layout = layout_of(rules)
    cells = data.draw(st.sets(st.sampled_from(list(rules.cells()))))
    turned = {cell._replace(column=rules.columns + 1 - cell.column) for cell in cells}
    assert layout.mirror(sum(map(layout.bit, cells))) == sum(map(layout.bit, turned))


@pytest.mark.parametrize("rules", [Rules(), Rules(20, 20)])
def test_full_columns_are_not_open(rules: Rules) -> None:
    layout = layout_of(rules)
    assert layout.open_columns(0) == tuple(range(1, rules.columns + 1))
    assert layout.open_columns(layout.column_masks[2]) == (1, *range(3, rules.columns + 1))
    assert layout.open_columns(layout.board_mask) == ()
