"""Ratings of people: the example that Glickman has published, and what must hold for all."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour._native import Rating


def test_glickmans_example() -> None:
    player = Rating(1500, 200, 0.06)
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = player.after(games)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows() -> None:
    player = Rating(1600, 60, 0.06)
    rested = player.after([])
    assert (rested.value, rested.volatility) == (1600, 0.06)
    assert rested.deviation == pytest.approx(math.hypot(60, 0.06 * 173.7178))
    awake = player.rested(0)
    assert (awake.value, awake.deviation, awake.volatility) == (1600, 60, 0.06)
    assert player.rested(1e6).deviation == 350


ratings = st.builds(Rating, st.floats(100, 3000), st.floats(30, 350), st.floats(0.03, 0.12))


@given(ratings, ratings)
def test_a_win_gains_and_a_loss_costs(one: Rating, other: Rating) -> None:
    won, drawn, lost = (one.after([(other, points)]) for points in (1.0, 0.5, 0.0))
    assert lost.value <= one.value <= won.value
    assert lost.value < drawn.value < won.value
    for after in (won, drawn, lost):
        assert 0 < after.deviation <= 350
        assert 0 < after.volatility < 1
