import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from dropfour import RED, YELLOW, Result
from dropfour.arena import Fixture, Plan, PlayedGame, make_plan, run_tournament
from dropfour.arena.rating.regret import GameRegret, Regret
from dropfour.arena.store import TournamentLedger, TournamentStore
from dropfour.game import Ending
from dropfour.work.executor import InlineExecutor


def a_plan(**settings: object) -> Plan:
    return make_plan({"player": ["random", "random"], "openings": "empty", "games": 4, **settings})


def a_game(number: int, moves: str = "4455", reason: str = "") -> PlayedGame:
    fixture = Fixture(number, (number + 1) // 2, "random", "random 2", "44", number * 7)
    result = Result(RED, Ending.FORFEIT if reason else Ending.LINE, reason)
    return PlayedGame(fixture, moves, result, 0.25, 0.5, red_lines=3, yellow_lines=2)


@pytest.fixture
def store(place: str) -> Iterator[TournamentStore]:
    with TournamentStore(place) as opened:
        yield opened


def test_games_come_back_as_they_were(place: str) -> None:
    games = [a_game(1), a_game(2, reason="said \0 and 'nothing' <b>ü</b>")]
    results = [Result(YELLOW, Ending.LINE), Result(None, Ending.FULL_BOARD)]
    games += [replace(a_game(n), result=result) for n, result in enumerate(results, start=3)]
    with TournamentStore(place) as store:
        stored = store.begin(a_plan())
        store.add(stored.id, games)
    with TournamentStore(place) as store:
        assert store.find(a_plan().name) == stored
        first, second, *others = store.games(stored.id)
        assert [first, *others] == [games[0], *games[2:]]
        assert second.result.reason == "said � and 'nothing' <b>ü</b>"
        assert store.games(stored.id, after=1) == [second, *others]


def test_a_game_is_kept_once_and_the_first_one_stays(store: TournamentStore) -> None:
    stored = store.begin(a_plan())
    store.add(stored.id, [a_game(1, "1")])
    store.add(stored.id, [a_game(1, "2"), a_game(2, "3"), a_game(2, "4")])
    store.add(stored.id, [])
    assert [game.moves for game in store.games(stored.id)] == ["1", "3"]


def test_tournaments_share_a_store(store: TournamentStore) -> None:
    first, second = store.begin(a_plan(seed=1)), store.begin(a_plan(seed=2))
    store.add(first.id, [a_game(1)])
    assert store.games(second.id) == []
    assert store.tournaments() == [second, first]
    assert store.begin(a_plan(seed=1)) == first
    assert first.game_count == 4
    assert first.plan["seed"] == 1


def test_another_plan_of_the_same_title_is_refused(store: TournamentStore) -> None:
    store.begin(a_plan(title="cup", seed=1))
    with pytest.raises(ValueError, match="'cup', with seed 1 where this one has 2"):
        store.begin(a_plan(title="cup", seed=2))


def test_openings_are_drawn_once(store: TournamentStore, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = a_plan(openings="random")
    stored = store.begin(plan)
    assert len(stored.openings) == 2
    monkeypatch.setattr(Plan, "draw_openings", None)
    assert store.begin(plan).openings == stored.openings


def test_regrets_are_kept(store: TournamentStore) -> None:
    regret = GameRegret(Regret(5, 4, 1, 7), Regret(4, 4, 0, 0))
    stored = store.begin(a_plan())
    store.add_regrets(stored.id, {3: regret})
    store.add_regrets(stored.id, {3: GameRegret(Regret(), Regret())})
    assert store.regrets(stored.id) == {3: regret}


def test_two_runners_at_the_same_time_do_no_harm(place: str) -> None:
    plan = a_plan(games=60, openings="random", board="5x4")

    def run() -> None:
        with TournamentStore(place) as store:
            stored = store.begin(plan)
            schedule = plan.schedule(stored.openings)
            ledger = TournamentLedger(store, stored.id)
            run_tournament(schedule, plan.players, plan.conditions, InlineExecutor(), ledger)

    runners = [threading.Thread(target=run) for _ in range(3)]
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    with TournamentStore(place) as store:
        (stored,) = store.tournaments()
        games = store.games(stored.id)
    assert [game.fixture.number for game in games] == list(range(1, 61))


def test_each_tournament_has_its_progress(store: TournamentStore) -> None:
    first, second = store.begin(a_plan(seed=1)), store.begin(a_plan(seed=2))
    store.add(first.id, [a_game(1), a_game(2)])
    store.mark_running(first.id)
    store.mark_stopped(second.id, is_over=True)
    progress = store.progress()
    assert (progress[first.id].games, progress[first.id].state) == (2, "running")
    assert (progress[second.id].games, progress[second.id].state) == (0, "finished")
    assert store.progress(second.id) == {second.id: progress[second.id]}
    assert store.progress(99) == {}
    assert store.get(first.id) == first
    assert store.get(99) is None


def test_machines_and_versions_are_kept_once(store: TournamentStore) -> None:
    stored = store.begin(a_plan())
    for version in ("1.0", "1.0", "1.1"):
        store.add_machine(stored.id, "a machine", {"random": version, "random 2": "2"})
    assert store.machines(stored.id) == ["a machine"]
    assert store.versions(stored.id) == {"random": ["1.0", "1.1"], "random 2": ["2"]}
