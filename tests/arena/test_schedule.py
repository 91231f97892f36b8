from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.schedule import FORMATS, Format, Schedule, default_rounds, swiss_pairings
from dropfour.game import Ending, Result
from dropfour.position import RED

NAMES = tuple("abcdefghijk")


def won_by_red(fixture: Fixture) -> PlayedGame:
    return PlayedGame(fixture, "", Result(RED, Ending.LINE))


@given(st.sampled_from(FORMATS), st.integers(2, 9), st.integers(1, 7), st.integers(0, 3))
def test_a_schedule_is_complete_and_fair(
    format: Format, players: int, games: int, seed: int
) -> None:
    rounds = default_rounds(format, players)
    names = NAMES[:players]
    schedule = Schedule(format, names, games, ("1", "2", "3", "4"), seed, rounds)
    played: list[PlayedGame] = []
    for round in range(1, rounds + 1):
        played += map(won_by_red, schedule.fixtures(round, played))
    fixtures = [game.fixture for game in played]
    assert [fixture.number for fixture in fixtures] == list(range(1, schedule.game_count + 1))
    pairings = Counter(frozenset((each.red, each.yellow)) for each in fixtures)
    assert all(len(pairing) == 2 and count % games == 0 for pairing, count in pairings.items())
    for pairing in pairings:
        first, second = sorted(pairing)
        reds = Counter(each.red for each in fixtures if {each.red, each.yellow} == pairing)
        meetings = pairings[pairing] // games
        assert abs(reds[first] - reds[second]) <= meetings * (games % 2)
    if format == "round-robin":
        assert len(pairings) == players * (players - 1) // 2
        assert set(pairings.values()) == {games}
    elif format == "gauntlet":
        assert all(names[0] in pairing for pairing in pairings)
        assert len(pairings) == players - 1
    pairs = Counter(each.pair for each in fixtures)
    assert set(pairs.values()) <= {1, 2}
    assert len({(each.pair, each.opening) for each in fixtures}) == len(pairs)
    assert len({each.seed for each in fixtures}) == len(fixtures)


def test_a_swiss_tournament_pairs_equals_who_have_not_met() -> None:
    names = NAMES[:8]
    schedule = Schedule("swiss", names, 2, ("",), seed=4, rounds=4)
    played: list[PlayedGame] = []
    met: set[frozenset[str]] = set()
    for round in range(1, 5):
        # The alphabetically first name wins with either colour.
        for fixture in schedule.fixtures(round, played):
            first = min(fixture.red, fixture.yellow)
            winner = RED if fixture.red == first else RED.opponent
            played.append(PlayedGame(fixture, "", Result(winner, Ending.LINE)))
        pairings = {
            frozenset((game.fixture.red, game.fixture.yellow))
            for game in played
            if game.fixture.round == round
        }
        assert not pairings & met
        assert len(pairings) == 4
        met |= pairings
    points = {
        name: sum(game.points(name) for game in played if name in sides(game)) for name in names
    }
    assert max(points, key=lambda name: points[name]) == "a"
    assert min(points, key=lambda name: points[name]) == "h"


def sides(game: PlayedGame) -> tuple[str, str]:
    return game.fixture.red, game.fixture.yellow


def test_with_an_odd_number_everybody_has_at_most_one_bye() -> None:
    names = NAMES[:5]
    schedule = Schedule("swiss", names, 2, ("",), seed=1, rounds=4)
    played: list[PlayedGame] = []
    free = []
    for round in range(1, 5):
        played += map(won_by_red, schedule.fixtures(round, played))
        busy = {name for game in played if game.fixture.round == round for name in sides(game)}
        free += sorted(set(names) - busy)
    assert len(free) == len(set(free)) == 4


def test_when_all_have_met_they_meet_again() -> None:
    games: list[PlayedGame] = []
    for round in range(1, 4):
        ((red, yellow),) = swiss_pairings(("a", "b"), round, games, seed=0)
        games.append(won_by_red(Fixture(round, round, red, yellow, "", 0, round)))
        assert {red, yellow} == {"a", "b"}


@pytest.mark.parametrize(
    ("names", "games", "message"), [(("a",), 2, "two players"), (("a", "b"), 0, "at least 1 game")]
)
def test_a_bad_schedule_is_refused(names: tuple[str, ...], games: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Schedule("round-robin", names, games, ("",), 0)
