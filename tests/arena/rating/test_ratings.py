import math
import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.samples import played as game
from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import Estimate, score_from_elo, tally
from dropfour.arena.rating.ratings import ELO, rate
from dropfour.game import Ending, Result
from dropfour.position import RED, YELLOW, Colour
from values import some

pytest.importorskip("scipy")

TRUE_ELO = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
FIRST_MOVE, DRAWS = 60.0, 0.5


def simulate(games: int, chance: random.Random) -> list[PlayedGame]:
    """Return the games of a round robin with both colours, with results drawn from the model."""
    finished: list[PlayedGame] = []
    for red in TRUE_ELO:
        for yellow in TRUE_ELO:
            if red == yellow:
                continue
            s = (TRUE_ELO[red] - TRUE_ELO[yellow] + FIRST_MOVE) / ELO
            weights = (math.exp(s / 2), DRAWS, math.exp(-s / 2))
            winners: tuple[Colour | None, ...] = (RED, None, YELLOW)
            finished += [
                game(len(finished) + i, red, yellow, winner)
                for i, winner in enumerate(chance.choices(winners, weights, k=games))
            ]
    return finished


def test_known_strengths_are_found_again() -> None:
    ratings = rate(simulate(2000, random.Random(1)), list(TRUE_ELO))
    for name, elo in TRUE_ELO.items():
        assert ratings.elo[name].value == pytest.approx(elo, abs=12)
        assert (ratings.elo[name].margin or 99) < 8
    assert ratings.first_move.value == pytest.approx(FIRST_MOVE, abs=12)
    assert ratings.draw_rate == pytest.approx(DRAWS / (2 + DRAWS), abs=0.01)


def covers(estimate: Estimate, truth: float) -> bool:
    return abs(some(estimate.value) - truth) <= some(estimate.margin)


def test_intervals_cover_the_truth_in_95_percent_of_cases() -> None:
    chance = random.Random(2)
    trials, covered, first_move_covered = 250, 0, 0
    for _ in range(trials):
        ratings = rate(simulate(30, chance), list(TRUE_ELO))
        for name, elo in TRUE_ELO.items():
            covered += covers(ratings.elo[name], elo)
        first_move_covered += covers(ratings.first_move, FIRST_MOVE)
    assert 0.93 < covered / (4 * trials) < 0.975
    assert 0.91 < first_move_covered / trials < 0.99


def test_superiority_is_a_likelihood_of_both_sides() -> None:
    ratings = rate(simulate(40, random.Random(3)), list(TRUE_ELO))
    for name, other in permutations(TRUE_ELO, 2):
        both = ratings.superiority[name, other], ratings.superiority[other, name]
        assert sum(map(some, both)) == pytest.approx(1)
    assert (ratings.superiority.get(("a", "d")) or 0) > 0.99


def test_the_order_of_games_does_not_matter() -> None:
    games = simulate(20, random.Random(4))
    first = rate(games, list(TRUE_ELO))
    random.Random(0).shuffle(games)
    second = rate(games, list(TRUE_ELO))
    for name in TRUE_ELO:
        assert first.elo[name].value == pytest.approx(second.elo[name].value, abs=1e-3)


def test_a_player_who_won_every_game_is_rated_without_an_interval() -> None:
    games = [game(1, "a", "b", RED), game(2, "b", "a", YELLOW)]
    games += [game(3, "a", "c", RED), game(4, "c", "a", YELLOW)]
    games += [game(5, "b", "c", RED), game(6, "c", "b", RED)]
    ratings = rate(games, ["a", "b", "c"])
    a, b, c = (ratings.elo[name] for name in "abc")
    assert a.margin is None
    assert 100 < some(a.value) < 1000
    assert b.value == pytest.approx(c.value, abs=1e-3)
    assert b.margin is not None
    assert ratings.superiority.get(("b", "c")) == pytest.approx(0.5, abs=1e-3)
    assert ratings.superiority.get(("a", "b")) is None


def test_forfeits_do_not_enter_the_estimate_of_the_first_move() -> None:
    games = simulate(30, random.Random(5))
    fair = rate(games, list(TRUE_ELO)).first_move
    # Those that fail lose to one another as red, and to all others.
    lost = [game(i, "x", "y", YELLOW, "x failed") for i in range(200)]
    lost += [game(i, "y", "a", YELLOW, "y failed") for i in range(20)]
    nobody = [game(i, "x", "y", None, "x failed; y failed") for i in range(50)]
    ratings = rate([*games, *lost, *nobody], [*TRUE_ELO, "x", "y"])
    assert ratings.first_move.value == pytest.approx(some(fair.value), abs=0.5)
    assert some(ratings.elo["y"].value) < some(ratings.elo["d"].value)
    assert rate(lost, ["x", "y", "a"]).first_move == Estimate(None)


def test_winning_all_of_more_games_is_rated_higher() -> None:
    few, many = ([game(n, "a", "b", RED) for n in range(count)] for count in (4, 40))
    values = [rate(games, ["a", "b"]).elo["a"].value or 0 for games in (few, many)]
    assert 0 < values[0] < values[1]


@pytest.mark.parametrize(
    "games",
    [
        [],
        [game(1, "a", "b", RED)],
        [game(1, "a", "b", RED), game(2, "b", "a", YELLOW)],
        [game(1, "a", "b", RED), game(2, "b", "a", RED)],
        [game(1, "a", "b", None), game(2, "b", "a", None)],
        [game(1, "a", "b", None)] * 500,
    ],
)
def test_no_rating_is_ever_infinite(games: list[PlayedGame]) -> None:
    ratings = rate(games, ["a", "b", "idle"])
    values = [ratings.draw_rate, *ratings.superiority.values()]
    for estimate in (*ratings.elo.values(), ratings.first_move):
        values += [estimate.value, estimate.margin]
    assert all(value is None or math.isfinite(value) for value in values)
    assert ratings.elo["idle"].value is None


@given(
    st.lists(
        st.tuples(
            st.sampled_from(list(permutations("abcd", 2))), st.sampled_from([RED, YELLOW, None])
        ),
        max_size=12,
    ).flatmap(lambda results: st.integers(1, 40).map(lambda times: results * times))
)
@settings(max_examples=100, deadline=None)
def test_an_estimate_lies_within_its_interval(
    results: list[tuple[tuple[str, str], Colour | None]],
) -> None:
    games = [game(number, *sides, winner) for number, (sides, winner) in enumerate(results)]
    ratings = rate(games, list("abcd"))
    tallies = [tally(games, name).elo for name in "abcd"]
    for estimate in (*ratings.elo.values(), ratings.first_move, *tallies):
        if estimate.value is not None:
            assert estimate.low is None or estimate.low <= estimate.value
            assert estimate.high is None or estimate.value <= estimate.high


def test_a_player_that_lost_no_point_has_a_lower_limit() -> None:
    games = [game(i, "b", "c", (RED, YELLOW)[i % 2]) for i in range(20)]
    games += [game(i, *sides, winner) for i in range(10) for sides, winner in WINS_OF_A]
    ratings = rate(games, ["a", "b", "c", "d"])
    a, b, c, d = (ratings.elo[name] for name in "abcd")
    low = some(a.low)
    assert a.high is None
    assert low < some(a.value)
    assert some(b.margin) + some(c.margin) > 0
    assert d.value is None
    # At the limit, with the others as rated, its twenty wins have a likelihood of 5 %.
    first = ratings.first_move.value or 0.0
    likelihood = 1.0
    for _ in range(10):
        likelihood *= score_from_elo(low - (b.value or 0) + first)
        likelihood *= score_from_elo(low - (b.value or 0) - first)
    assert likelihood == pytest.approx(0.05, rel=0.01)
    turned = rate([mirrored(each) for each in games], ["a", "b", "c"])
    assert turned.elo["a"].low is None
    assert turned.elo["a"].high == pytest.approx(-low, abs=0.5)


WINS_OF_A = ((("a", "b"), RED), (("b", "a"), YELLOW))


def mirrored(one: PlayedGame) -> PlayedGame:
    """Return the game with the other winner."""
    winner = some(one.result.winner)
    return replace(one, result=Result(winner.opponent, Ending.LINE))


def test_only_connected_players_at_the_ends_have_limits() -> None:
    games = [game(i, "a", "b", (RED, YELLOW)[i % 2]) for i in range(6)]
    games += [game(i, "c", "d", RED) for i in range(6)]
    ratings = rate(games, ["a", "b", "c", "d"])
    assert ratings.elo["a"].margin is not None
    for name in "cd":
        estimate = ratings.elo[name]
        assert estimate.value is not None
        assert (estimate.low, estimate.high) == (None, None)
    games = [game(i, "a", "b", RED) for i in range(4)] + [game(i, "b", "c", RED) for i in range(4)]
    ratings = rate(games, ["a", "b", "c"])
    assert ratings.elo["a"].low is not None
    assert (ratings.elo["b"].low, ratings.elo["b"].high) == (None, None)
    assert ratings.elo["c"].high == pytest.approx(-(ratings.elo["a"].low or 0), abs=0.1)
