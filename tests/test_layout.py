import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.layout import layout_of
from dropfour.rules import Rules

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
