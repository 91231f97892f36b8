"""Records of games, and games of records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import RED, Colour, Game, Result, Rules
from dropfour.game import Ending
from dropfour.record import Record, format_record, game_of, parse_record, record_of
from record.samples import moves
from strategies import ANY_TEXT, games


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


@pytest.mark.parametrize(
    ("headers", "ending", "reason"),
    [
        ({}, Ending.RESIGNATION, ""),
        ({"Termination": "resignation"}, Ending.RESIGNATION, ""),
        ({"Termination": "forfeit"}, Ending.FORFEIT, ""),
        ({"Termination": "forfeit: too late"}, Ending.FORFEIT, "too late"),
        ({"Termination": "lost on time"}, Ending.FORFEIT, "lost on time"),
    ],
)
def test_other_wins_are_declared(headers: dict[str, str], ending: Ending, reason: str) -> None:
    game = game_of(Record(headers, moves=moves(4), result="1-0"))
    assert game.result == Result(RED, ending, reason)


def test_an_agreed_draw_leaves_the_game_unfinished() -> None:
    drawn = game_of(Record(moves=moves(4), result="1/2-1/2")).result
    assert drawn == Result(None, Ending.AGREEMENT)


@given(
    games(), st.none() | st.tuples(st.sampled_from(Colour), st.none() | ANY_TEXT), st.integers(0, 3)
)
def test_every_game_comes_back_from_its_file(
    played: tuple[Rules, tuple[int, ...]], declared: tuple[Colour, str | None] | None, undone: int
) -> None:
    """The game ends on the board, by resignation (no reason) or by forfeit."""
    rules, columns = played
    game = Game(rules)
    for column in columns:
        game.play(column)
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
