from hypothesis import given
from hypothesis import strategies as st

from dropfour.moves import InvalidNotation, format_moves, parse_moves
from strategies import games


def test_columns_from_10_on_are_letters() -> None:
    assert parse_moves("19ak") == parse_moves(" 19AK\n") == (1, 9, 10, 20)
    assert format_moves((1, 9, 10, 20)) == "19ak"


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
