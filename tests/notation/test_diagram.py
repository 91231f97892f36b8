import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import RED, YELLOW, InvalidNotation, InvalidPosition, Objective, Position, Rules
from dropfour.notation import format_diagram, parse_diagram
from strategies import damaged, positions

AFTER_44455 = Position.from_moves("44455")

DRAWN = """\
.......
.......
.......
...R...
...YR..
...RY..
"""


def test_a_position_is_drawn_and_read_top_row_first() -> None:
    assert format_diagram(AFTER_44455) == DRAWN
    assert parse_diagram(DRAWN) == AFTER_44455
    digits = DRAWN.replace(".", "0").replace("R", "1").replace("Y", "2")
    assert parse_diagram(digits) == AFTER_44455


def test_the_digit_0_is_empty_and_the_letter_o_is_yellow() -> None:
    assert parse_diagram("000\nO00\n1X0", to_move=RED)[1, 2] is YELLOW
    assert parse_diagram("000\n000\n1O0")[2, 1] is YELLOW
    assert parse_diagram("000\n000\n100")[2, 1] is None


@pytest.mark.parametrize(
    "numbers", ["1 2 3 4 5 6 7 8 9 10 11 12", "123456789abc", "123456789ABC", "123456789012"]
)
def test_column_numbers_are_ignored_on_narrow_and_wide_boards(numbers: str) -> None:
    text = f"{numbers}\n............\n...........R\n"
    assert parse_diagram(text) == Position.from_moves("c", Rules(12, 2))
    for columns in (3, 20):
        numbers = " ".join(str(column) for column in range(1, columns + 1))
        assert parse_diagram(f"{'.' * columns}\n{numbers}") == Position(Rules(columns, 1))


def test_numbers_are_stones_where_they_can_be() -> None:
    assert parse_diagram("1 2") == Position.from_moves("12", Rules(2, 1))


def test_the_size_comes_from_the_diagram_and_rules_and_side_to_move_may_be_given() -> None:
    assert parse_diagram("...\n...").rules == Rules(3, 2)
    rules = Rules(7, 6, 5, Objective.MOST_LINES)
    assert parse_diagram(DRAWN, rules).rules == rules
    assert parse_diagram("...\nRRY", to_move=RED).to_move is RED
    assert parse_diagram("...\nRRY").to_move is YELLOW


@given(positions())
def test_every_position_survives_its_diagram(position: Position) -> None:
    text = format_diagram(position)
    assert parse_diagram(text, position.rules, position.to_move) == position


@given(st.one_of(st.text(), st.text(".RY12 |\n3"), damaged(positions().map(format_diagram))))
def test_any_text_is_a_board_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidNotation, InvalidPosition):
        position = parse_diagram(text)
        assert parse_diagram(format_diagram(position)) == position
