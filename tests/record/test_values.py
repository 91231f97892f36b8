"""What a record holds, and which are refused."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import cases
from dropfour import RED, Colour, Game, Position, Rules
from dropfour.record import (
    Record,
    RecordedScore,
    format_record,
    game_of,
    parse_record,
    record_of,
    result_on_board,
)
from record.samples import WON, WON_TEXT
from strategies import ANY_TEXT, games


def test_a_record_replays_to_its_positions() -> None:
    replayed = list(WON.positions())
    assert replayed == [Position.from_moves(WON.columns[:ply]) for ply in range(8)]
    assert WON.final_position() == replayed[-1]


def test_a_record_cannot_be_changed_and_can_be_pickled_and_hashed_with_its_headers() -> None:
    with pytest.raises(TypeError):
        WON.headers["Red"] = "Bob"  # type: ignore[index]
    with pytest.raises(AttributeError):
        WON.result = "*"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(WON)) == WON
    assert len({WON, parse_record(WON_TEXT)}) == 1
    headers = {"Red": "Ada"}
    record = Record(headers)
    headers["Red"] = "Bob"
    assert record.headers["Red"] == "Ada"


def test_every_result_on_the_board_is_written() -> None:
    assert result_on_board(Position()) == "*"
    assert result_on_board(Position.from_moves("1212121")) == "1-0"
    assert result_on_board(Position.from_moves("71212121", Rules(7, 6))) == "0-1"
    assert result_on_board(Position.from_moves("1", Rules(1, 1))) == "1/2-1/2"


@pytest.mark.parametrize(("value", "is_exact", "text"), cases(__file__, "scores"))
def test_a_score_says_whether_it_is_exact(value: float, is_exact: bool, text: str) -> None:
    score = RecordedScore(value, is_exact)
    assert str(score) == text
    assert parse_record(f"1. 4 {text} *").moves[0].score == score


# --- records of games, and games of records -------------------------------------------------------


def test_a_forfeit_is_written_with_its_reason() -> None:
    game = Game()
    game.forfeit(RED, "chose column 9")
    record = record_of(game, "robot", "Ada", "2026-11-15")
    assert record.headers == {
        "Red": "robot",
        "Yellow": "Ada",
        "Date": "2026-11-15",
        "Termination": "forfeit: chose column 9",
    }
    assert record.result == "0-1"


@given(
    games(), st.none() | st.tuples(st.sampled_from(Colour), st.none() | ANY_TEXT), st.integers(0, 3)
)
def test_every_game_comes_back_from_its_file(
    played: tuple[Rules, tuple[int, ...]], declared: tuple[Colour, str | None] | None, undone: int
) -> None:
    """The game ends on the board, by resignation (no reason) or by forfeit."""
    rules, columns = played
    game = Game.from_moves(columns, rules)
    for _ in range(min(undone, len(columns))):
        game.undo()
    if declared is not None and not game.is_over:
        loser, reason = declared
        if reason is None:
            game.resign(loser)
        else:
            game.forfeit(loser, reason)
    again = game_of(parse_record(format_record(record_of(game, "a", "b"))))
    assert (again.start, again.moves, again.result) == (game.start, game.moves, game.result)
