import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.moves import InvalidNotation, format_moves, parse_moves
from dropfour.position import Position
from strategies import games


def test_columns_from_10_on_are_letters() -> None:
    assert parse_moves("19ak") == (1, 9, 10, 20)
    assert format_moves((1, 9, 10, 20)) == "19ak"


def test_an_empty_string_has_no_moves() -> None:
    assert parse_moves("") == ()
    assert format_moves(()) == ""


def test_upper_case_and_surrounding_white_space_are_accepted() -> None:
    assert parse_moves(" 4AK\n") == (4, 10, 20)


@pytest.mark.parametrize("text", ["0", "l", "44-5", "4 4", "4.", "é", "٣"])
def test_other_characters_are_refused(text: str) -> None:
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


def test_a_move_string_makes_the_position() -> None:
    assert Position.from_moves("4455") == Position.from_moves(parse_moves("4455"))


def test_letters_that_only_look_like_columns_are_refused() -> None:
    with pytest.raises(InvalidNotation, match="is not a column"):
        parse_moves("\u212a")  # the kelvin sign, which becomes k in lower case
