"""Reference values computed by other programs."""

import math
import random

import pytest

from cases import cases
from dropfour.arena import Duel, Sprt, make_plan, run_sprt
from dropfour.arena.rating.elo import PAIR_WORDS, pair_index
from dropfour.arena.rating.sprt import Model
from dropfour.work.executor import InlineExecutor
from dropfour.work.processes import ProcessExecutor


@pytest.mark.parametrize(("elo0", "elo1", "model", "pairs", "ratio"), cases(__file__, "ratios"))
def test_the_ratio_is_the_reference(
    elo0: float, elo1: float, model: Model, pairs: tuple[int, ...], ratio: float
) -> None:
    assert Sprt(elo0, elo1, model=model).ratio(pairs) == pytest.approx(ratio, rel=0.01)


def test_the_bounds_are_the_reference() -> None:
    assert Sprt().lower == pytest.approx(-2.944, abs=0.001)
    assert Sprt().upper == pytest.approx(2.944, abs=0.001)


@pytest.mark.parametrize("model", ["normalised", "logistic"])
@pytest.mark.parametrize("elo", [(0, 5), (0, 200), (-300, 300), (-500, -490)])
def test_the_ratio_is_finite_for_all_results(model: Model, elo: tuple[float, float]) -> None:
    test = Sprt(*elo, model=model)
    assert test.ratio((0,) * 6) == 0
    for place in range(6):
        for count in (1, 10, 100000):
            pairs = [0] * 6
            pairs[place] = count
            assert math.isfinite(test.ratio(pairs))
    assert test.ratio((0, 0, 0, 0, 0, 1000)) > 0 > test.ratio((1000, 0, 0, 0, 0, 0))


def test_more_wins_speak_for_elo1() -> None:
    test = Sprt(0, 20)
    assert test.decide((0, 0, 10, 10, 0, 60)) == "elo1"
    assert test.decide((60, 0, 10, 10, 0, 0)) == "elo0"
    assert test.decide((5, 5, 5, 5, 5, 5)) is None


def simulated_decision(test: Sprt, win: float, draw: float, chance: random.Random) -> str:
    pairs = [0] * len(PAIR_WORDS)
    while True:
        for _ in range(10):
            points = chance.choices((1.0, 0.5, 0.0), (win, draw, 1 - win - draw), k=2)
            pairs[pair_index(*points)] += 1
        if (decision := test.decide(pairs)) is not None:
            return decision


def normalised_elo(win: float, draw: float) -> float:
    mean = win + draw / 2
    variance = win + draw / 4 - mean**2
    return (mean - 0.5) / math.sqrt(variance) * 800 / math.log(10)


@pytest.mark.parametrize("win", [0.35, 0.45])
def test_simulated_error_rates_stay_within_alpha_and_beta(win: float) -> None:
    """At elo0 at most alpha, and at elo1 at most beta, of the matches are decided wrongly."""
    draw = 0.3
    test = Sprt(0, normalised_elo(0.45, draw), alpha=0.1, beta=0.1)
    chance = random.Random(5)
    trials = 120
    accepted = sum(simulated_decision(test, win, draw, chance) == "elo1" for _ in range(trials))
    expected = trials * (0.1 if win == 0.35 else 0.9)
    # Three standard deviations; overshoot makes the error rates slightly lower than alpha and beta.
    assert abs(accepted - expected) < 3 * math.sqrt(trials * 0.09) + 3


def test_a_match_ends_when_it_is_decided_wherever_it_is_played() -> None:
    settings = {"player": ["alphabeta:lines,depth=2", "random"], "board": "5x4", "games": 400}
    plan = make_plan({**settings, "openings": "random", "opening_ply": 2, "time_s": 30})
    test = Sprt(0, 100)
    alone = run_sprt(plan, test, InlineExecutor())
    assert alone.decision == "elo1"
    assert alone.tally.games < 400
    with ProcessExecutor(2) as executor:
        assert run_sprt(plan, test, executor) == alone


def test_a_match_may_end_undecided() -> None:
    settings = {"player": ["random", "random"], "board": "5x4", "games": 21, "openings": "random"}
    seen: list[Duel] = []
    duel = run_sprt(make_plan(settings), Sprt(0, 5), InlineExecutor(), on_pair=seen.append)
    assert duel.decision is None
    assert duel.tally.games == 20  # complete pairs
    assert seen[-1] == duel
    assert len(seen) == 10
