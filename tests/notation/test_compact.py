import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import RED, YELLOW, Cell, InvalidNotation, InvalidPosition, Objective, Position, Rules
from dropfour.notation import parse_position, position_string
from strategies import damaged, positions


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (Position(), "7x6.4.first-line.7.r"),
        (Position.from_moves("44455"), "7x6.4.first-line.3-ryr-yr-2.y"),
        (Position.from_moves("17"), "7x6.4.first-line.r-5-y.r"),
        (Position.from_moves("1122"), "7x6.4.first-line.ry-ry-5.r"),
        (Position.from_moves("112", Rules(2, 2)), "2x2.4.first-line.ry-r.y"),
        (
            Position.from_moves("ak", Rules(20, 20, 10, Objective.MOST_LINES)),
            "20x20.10.most-lines.9-r-9-y.r",
        ),
        (Position.from_cells([Cell(1, 1)], [], Rules(1, 1, 3), RED), "1x1.3.first-line.r.r"),
        (Position.from_cells([], [], Rules(1, 1), YELLOW), "1x1.4.first-line.1.y"),
    ],
)
def test_a_position_is_written_and_read(position: Position, text: str) -> None:
    assert position_string(position) == text
    assert parse_position(text) == position


def test_case_and_white_space_do_not_matter_and_other_letters_do() -> None:
    assert parse_position(" 7X6.4.First-Line.3-RYr-yr-2.Y\n") == Position.from_moves("44455")
    with pytest.raises(InvalidNotation):
        parse_position("7x6.4.firſt-line.7.r")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1 fields instead of 5"),
        ("7x6.4.first-line.7.r.r", "6 fields instead of 5"),
        ("07x6.4.first-line.7.r", "without leading zeros"),
        ("7x6x5.4.first-line.7.r", "a board size is columns x rows"),
        ("7.4.first-line.7.r", "a board size is columns x rows"),
        ("7x6..first-line.7.r", "expected a size and a connect"),
        ("21x6.4.first-line.21.r", "1 to 20 columns"),
        ("7x6.2.first-line.7.r", "connect is 3 to 10"),
        ("7x6.4.last-line.7.r", "objective is first-line or most-lines, not 'last-line'"),
        ("7x6.4.first-line.7.b", "side to move is r or y, not 'b'"),
        ("7x6.4.first-line.6.r", "expected 7 columns, found 6"),
        ("7x6.4.first-line.7-r.r", "expected 7 columns, found 8"),
        ("7x6.4.first-line.6-1.r", "column 7: adjacent empty columns are written as one number"),
        ("7x6.4.first-line.3--3.r", "column 4: expected stones .* not ''"),
        ("7x6.4.first-line.3-rb-3.r", "column 4: expected stones .* not 'rb'"),
        ("7x6.4.first-line.0-7.r", "column 1: expected stones .* not '0'"),
        ("7x2.4.first-line.ryr-6.r", "column 1 holds 3 stones, more than 2 rows"),
    ],
)
def test_a_malformed_string_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(InvalidNotation, match=message):
        parse_position(text)


def test_stones_that_no_game_reaches_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="red already has a line"):
        parse_position("7x6.4.first-line.rrrr-yyy-5.r")


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
