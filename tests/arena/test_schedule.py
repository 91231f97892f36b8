from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.schedule import (
    FORMATS,
    Format,
    Past,
    Schedule,
    default_rounds,
    pair_by_points,
    swiss_pairings,
    unplayed_round,
)
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


def test_a_late_player_of_a_round_robin_meets_everybody() -> None:
    names = NAMES[:6]
    met: set[frozenset[str]] = set()
    rounds = 0
    while pairings := unplayed_round(names, met):
        rounds += 1
        busy = [name for pairing in pairings for name in pairing]
        assert len(busy) == len(set(busy))
        assert rounds > 2 or len(pairings) == 3  # as the circle has it
        met |= set(map(frozenset, pairings))
        names = NAMES[:7] if rounds == 2 else names
    assert len(met) == 7 * 6 // 2
    assert rounds <= 9


def test_pairing_by_points_avoids_second_meetings_and_second_byes() -> None:
    past = Past({"a": 2, "b": 1, "c": 1, "d": 0, "e": 0}, dict.fromkeys("abcde", 0))
    past.had_bye = {"c", "d", "e"}
    past.met = {frozenset("ac")}
    pairings = pair_by_points(tuple("abcde"), past, seed=1)
    assert {frozenset(pairing) for pairing in pairings} in (
        {frozenset("ad"), frozenset("ce")},
        {frozenset("ae"), frozenset("cd")},
    )
