import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.moves import InvalidNotation, format_moves, parse_moves
from strategies import games


def test_columns_from_10_on_are_letters() -> None:
    assert parse_moves("19ak") == parse_moves(" 19AK\n") == (1, 9, 10, 20)
    assert format_moves((1, 9, 10, 20)) == "19ak"


@pytest.mark.parametrize("text", ["0", "l", "44-5", "4 4", "4.", "é", "٣", "\u212a"])
def test_other_characters_are_refused(text: str) -> None:
    """Also the kelvin sign, which becomes k in lower case."""
    with pytest.raises(InvalidNotation, match="is not a column"):
        parse_moves(text)


def test_the_error_names_the_character_and_its_place() -> None:
    with pytest.raises(InvalidNotation, match=r"character 3 of the move string, 'z'"):
        parse_moves("44z5")


@pytest.mark.parametrize("column", [0, -1, 21])
def test_a_column_that_no_board_has_cannot_be_written(column: int) -> None:
    with pytest.raises(InvalidNotation, match=f"not {column}"):
        format_moves([4, column])


@given(games())
def test_every_game_survives_its_move_string(game: tuple[object, tuple[int, ...]]) -> None:
    _, columns = game
    assert parse_moves(format_moves(columns)) == columns
    assert parse_moves(format_moves(columns).upper()) == columns


@given(st.text())
def test_any_text_is_moves_or_refused(text: str) -> None:
    try:
        columns = parse_moves(text)
    except InvalidNotation:
        return
    assert format_moves(columns) == text.strip().lower()
