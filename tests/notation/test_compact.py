import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import cases
from dropfour import RED, YELLOW, Cell, InvalidNotation, InvalidPosition, Position, Rules
from dropfour.notation import parse_position, position_string
from strategies import damaged, positions


@pytest.mark.parametrize(
    ("position", "text"),
    [
        *(
            (Position.from_moves(moves, Rules.for_board(*rules)), text)
            for rules, moves, text in cases(__file__, "written")
        ),
        (Position.from_cells([Cell(1, 1)], [], Rules(1, 1, 3), RED), "1x1.3.first-line.r.r"),
        (Position.from_cells([], [], Rules(1, 1), YELLOW), "1x1.4.first-line.1.y"),
    ],
)
def test_a_position_is_written_and_read(position: Position, text: str) -> None:
    assert position_string(position) == text
    assert parse_position(text) == position


@given(positions())
def test_every_position_survives_its_string(position: Position) -> None:
    text = position_string(position)
    assert parse_position(text) == position
    assert parse_position(text.upper()) == position
    assert re.fullmatch("[a-z0-9.-]+[ry]", text), "unreserved in URLs, and ends with a letter"


@given(
    st.one_of(
        st.text(),
        st.from_regex(r"\A[1-7]x[1-6]\.[34]\.(first-line|most-lines)\.[ry1-7-]*\.[ry]\Z"),
        damaged(positions().map(position_string)),
    )
)
def test_any_text_is_refused_or_the_one_string_of_a_position(text: str) -> None:
    try:
        position = parse_position(text)
    except (InvalidNotation, InvalidPosition):
        return
    assert position_string(position) == text.strip().lower()
