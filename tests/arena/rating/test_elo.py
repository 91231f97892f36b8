"""Reference values computed by other programs."""

from __future__ import annotations

import pytest

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.rating.elo import (
    GAME_POINTS,
    PAIR_POINTS,
    Estimate,
    Tally,
    elo_from_score,
    elo_of,
    score_from_elo,
    superiority_of,
    tally,
)
from dropfour.game import Ending, Result
from dropfour.position import RED, YELLOW


def test_elo_of_pairs_is_the_reference() -> None:
    elo = elo_of((34, 54, 31, 32, 64, 75), PAIR_POINTS)
    assert elo.value == pytest.approx(55.58, abs=0.01)
    assert elo.margin == pytest.approx(27.65, abs=0.01)


def test_elo_of_games_is_the_reference() -> None:
    elo = elo_of((96, 111, 136), GAME_POINTS)
    assert elo.value == pytest.approx(40.70, abs=0.01)
    assert elo.margin == pytest.approx(30.43, abs=0.01)
    assert superiority_of((96, 111, 136), GAME_POINTS) == pytest.approx(0.9960, abs=0.0001)


@pytest.mark.parametrize(
    "counts", [(0, 0, 0), (3, 0, 0), (0, 0, 5), (0, 1, 0), (0, 9, 0), (0, 1, 9)]
)
def test_too_little_data_is_none_and_never_infinite(counts: tuple[int, ...]) -> None:
    elo = elo_of(counts, GAME_POINTS)
    assert elo.value is None or abs(elo.value) < 2000
    assert elo.margin is None or elo.margin < 2000
    assert "nan" not in str(elo)
    assert "inf" not in str(elo)
    if counts[1] == 0:
        assert str(elo) == "too few games"
        assert superiority_of(counts, GAME_POINTS) is None


def test_score_and_elo_are_inverse() -> None:
    for elo in (-400.0, -10.0, 0.0, 55.5, 300.0):
        assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo)


def games(*results: tuple[str, str, Result]) -> list[PlayedGame]:
    return [
        PlayedGame(Fixture(number, (number + 1) // 2, red, yellow, "", 0), "", result)
        for number, (red, yellow, result) in enumerate(results, start=1)
    ]


def test_a_tally_counts_games_and_pairs_for_one_player() -> None:
    red_wins, yellow_wins = Result(RED, Ending.LINE), Result(YELLOW, Ending.LINE)
    draw = Result(None, Ending.FULL_BOARD)
    played = games(
        ("a", "b", red_wins),
        ("b", "a", yellow_wins),  # WW for a
        ("a", "b", draw),
        ("b", "a", draw),  # DD
        ("a", "b", red_wins),
        ("b", "a", red_wins),  # WL
        ("a", "b", yellow_wins),  # and an unpaired game
    )
    assert tally(played, "a") == Tally(3, 2, 2, (0, 0, 1, 1, 0, 1))
    assert tally(played, "b") == Tally(2, 2, 3, (1, 0, 1, 1, 0, 0))
    assert tally(played, "c") == Tally()
    assert tally(played, "a").points == 4
    assert Tally().elo == Estimate(None)
    assert Tally().superiority is None
    assert Tally().score is None
