"""Reference values computed by other programs."""

import pytest

from arena.samples import played
from dropfour import RED, YELLOW
from dropfour.arena import Estimate, Tally, tally
from dropfour.arena.rating.elo import (
    GAME_POINTS,
    PAIR_POINTS,
    elo_from_score,
    elo_of,
    score_from_elo,
    signed,
    superiority_of,
)
from values import some


@pytest.mark.parametrize(
    ("counts", "points", "value", "margin"),
    [
        ((34, 54, 31, 32, 64, 75), PAIR_POINTS, 55.58, 27.65),
        ((96, 111, 136), GAME_POINTS, 40.7, 30.43),
    ],
)
def test_elo_of_pairs_and_of_games_is_the_reference(
    counts: tuple[int, ...], points: tuple[float, ...], value: float, margin: float
) -> None:
    elo = elo_of(counts, points)
    assert (elo.value, elo.margin) == pytest.approx((value, margin), abs=0.01)
    if points is GAME_POINTS:
        assert superiority_of(counts, points) == pytest.approx(0.9960, abs=0.0001)


@pytest.mark.parametrize(
    "counts", [(0, 0, 0), (3, 0, 0), (0, 0, 5), (0, 1, 0), (0, 9, 0), (0, 1, 9)]
)
def test_little_data_gives_wide_intervals_and_never_infinite_ones(counts: tuple[int, ...]) -> None:
    elo = elo_of(counts, GAME_POINTS)
    assert elo.value is None or abs(elo.value) < 2000
    if counts[1] == 0:
        assert elo.value is None
        assert superiority_of(counts, GAME_POINTS) is None
    else:
        assert -2000 < some(elo.low) < some(elo.value) < some(elo.high) < 2000
    for word in ("nan", "inf", "-0.0", "+0.0"):
        assert word not in str(elo)


def test_all_games_won_or_lost_is_a_limit_at_which_that_has_a_likelihood_of_5_percent() -> None:
    won, lost = Tally(8, 0, 0, (0, 0, 0, 0, 0, 4)).elo, Tally(0, 0, 8, (4, 0, 0, 0, 0, 0)).elo
    low = some(won.low)
    assert score_from_elo(low) ** 8 == pytest.approx(0.05)
    assert (won.value, won.high) == (None, None)
    assert (lost.low, lost.high) == (None, -low)
    assert str(won) == "at least +137.1"
    assert str(lost) == "at most -137.1"
    # A single game won says hardly anything, and more games say more.
    assert str(Tally(1, 0, 0).elo) == "at least -511.5"
    assert (Tally(80, 0, 0).elo.low or 0) > 500


def test_numbers_have_a_sign_and_an_interval_unless_they_are_zero() -> None:
    assert str(Tally(0, 8, 0, (0, 0, 0, 4, 0, 0)).elo) == "0.0 ± 224.8"
    assert str(Tally(1, 0, 1, (0, 0, 1, 0, 0, 0)).elo) == "0.0 ± 392.5"
    rounded = [signed(value, 0) for value in (-0.4, 0.4, 0.0, 1.6, -1.6)]
    assert rounded == ["0", "0", "0", "+2", "-2"]
    assert signed(-0.04) == "0.0"
    assert str(Estimate(-0.04, -0.14, 0.06)) == "0.0 ± 0.1"
    assert str(Estimate(100, 50, 400)) == "+100.0, between +50.0 and +400.0"
    assert str(Estimate(30)) == "about +30.0, without an interval"
    assert str(Estimate(None)) == "unknown"


def test_a_tally_counts_lines() -> None:
    games = [
        played(1, "a", "b", red_lines=5, yellow_lines=3),
        played(2, "b", "a", red_lines=4, yellow_lines=2),
    ]
    one = tally(games, "a")
    assert (one.lines_made, one.lines_conceded, one.line_difference) == (7, 7, 0)
    assert tally(games[:1], "b").line_difference == -2


def test_score_and_elo_are_inverse() -> None:
    for elo in (-400.0, -10.0, 0.0, 55.5, 300.0):
        assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo)


def test_a_tally_counts_games_and_pairs_for_one_player() -> None:
    results = [
        ("a", "b", RED),
        ("b", "a", YELLOW),  # WW for a
        ("a", "b", None),
        ("b", "a", None),  # DD
        ("a", "b", RED),
        ("b", "a", RED),  # WL
        ("a", "b", YELLOW),  # and an unpaired game
    ]
    games = [played(number, *result) for number, result in enumerate(results, start=1)]
    assert tally(games, "a") == Tally(3, 2, 2, (0, 0, 1, 1, 0, 1))
    assert tally(games, "b") == Tally(2, 2, 3, (1, 0, 1, 1, 0, 0))
    assert tally(games, "c") == Tally()
    assert tally(games, "a").points == 4
    assert Tally().elo == Estimate(None)
    assert Tally().superiority is None
    assert Tally().score is None
