from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.plan import Plan, make_plan
from dropfour.arena.rating.regret import GameRegret, Regret
from dropfour.arena.runner import run_tournament
from dropfour.arena.store import Store, TournamentLedger
from dropfour.game import Ending, Result
from dropfour.position import RED, YELLOW
from dropfour.work.executor import InlineExecutor


def a_plan(**told: object) -> Plan:
    return make_plan({"player": ["random", "random"], "openings": "empty", "games": 4, **told})


def a_game(number: int, moves: str = "4455", reason: str = "") -> PlayedGame:
    fixture = Fixture(number, (number + 1) // 2, "random", "random 2", "44", number * 7)
    result = Result(RED, Ending.FORFEIT if reason else Ending.LINE, reason)
    return PlayedGame(fixture, moves, result, 0.25, 0.5)


def find_postgres(name: str) -> str | None:
    places = [*map(str, Path("/usr/lib/postgresql").glob("*/bin")), os.environ.get("PATH", "")]
    return shutil.which(name, path=os.pathsep.join(places))


@pytest.fixture(scope="module")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of our own on a socket in a directory, for the time of these tests."""
    psycopg = pytest.importorskip("psycopg")
    initdb, server = find_postgres("initdb"), find_postgres("postgres")
    if sys.platform == "win32" or initdb is None or server is None:
        pytest.skip("no PostgreSQL server, so that stores are tested in SQLite only")
    directory = Path(tempfile.mkdtemp(dir="/tmp"))  # a socket's path must be short
    user = None
    if os.geteuid() == 0:  # the server refuses to be root
        user = "nobody"
        shutil.chown(directory, user)
    data = directory / "data"
    # It outlives the test that starts it, and so must not carry that one's mark.
    unmarked = {word: value for word, value in os.environ.items() if "DROPFOUR" not in word}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    quiet |= {"env": unmarked, "user": user}
    subprocess.run(
        [initdb, "-D", data, "-U", "test", "-A", "trust", "--no-sync"],
        check=True,
        **quiet,
    )
    command = [server, "-D", str(data), "-k", str(directory), "-h", "", "-F"]
    process = subprocess.Popen(command, **quiet)
    try:
        url = f"postgresql://test@/postgres?host={directory}"
        while process.poll() is None:
            try:
                psycopg.connect(url).close()
                break
            except psycopg.OperationalError:
                time.sleep(0.05)
        assert process.poll() is None, "the server did not start"
        yield url
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(directory)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("postgres_url")
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(url, autocommit=True) as connection:
        for table in ("arena_runs", "arena_games", "arena_regrets", "arena_tournaments"):
            connection.execute(f"DROP TABLE IF EXISTS {table} CASCADE")
    return url


def test_games_come_back_as_they_were(place: str) -> None:
    games = [a_game(1), a_game(2, reason="said \0 and 'nothing' <b>ü</b>")]
    with Store(place) as store:
        stored = store.begin(a_plan())
        store.add(stored.id, games)
    with Store(place) as store:
        assert store.find(a_plan().name) == stored
        first, second = store.games(stored.id)
        assert first == games[0]
        assert second.result.reason == "said � and 'nothing' <b>ü</b>"
        assert store.games(stored.id, after=1) == [second]


def test_a_game_is_kept_once_and_the_first_one_stays(place: str) -> None:
    with Store(place) as store:
        stored = store.begin(a_plan())
        store.add(stored.id, [a_game(1, "1")])
        store.add(stored.id, [a_game(1, "2"), a_game(2, "3"), a_game(2, "4")])
        store.add(stored.id, [])
        assert [game.moves for game in store.games(stored.id)] == ["1", "3"]


def test_tournaments_share_a_store(place: str) -> None:
    with Store(place) as store:
        first, second = store.begin(a_plan(seed=1)), store.begin(a_plan(seed=2))
        store.add(first.id, [a_game(1)])
        assert store.games(second.id) == []
        assert store.tournaments() == [second, first]
        assert store.begin(a_plan(seed=1)) == first
        assert first.game_count == 4
        assert first.plan["seed"] == 1


def test_another_plan_of_the_same_title_is_refused(place: str) -> None:
    with Store(place) as store:
        store.begin(a_plan(title="cup", seed=1))
        with pytest.raises(ValueError, match="'cup', with seed 1 where this one has 2"):
            store.begin(a_plan(title="cup", seed=2))


def test_openings_are_drawn_once(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = a_plan(openings="random")
    with Store(place) as store:
        stored = store.begin(plan)
        assert len(stored.openings) == 2
        monkeypatch.setattr(Plan, "draw_openings", None)
        assert store.begin(plan).openings == stored.openings


def test_regrets_are_kept(place: str) -> None:
    regret = GameRegret(Regret(5, 4, 1, 7), Regret(4, 4, 0, 0))
    with Store(place) as store:
        stored = store.begin(a_plan())
        store.add_regrets(stored.id, {3: regret})
        store.add_regrets(stored.id, {3: GameRegret(Regret(), Regret())})
        assert store.regrets(stored.id) == {3: regret}


def test_two_runners_at_once_do_no_harm(place: str) -> None:
    plan = a_plan(games=60, openings="random", board="5x4")

    def run() -> None:
        with Store(place) as store:
            stored = store.begin(plan)
            schedule = plan.schedule(stored.openings)
            ledger = TournamentLedger(store, stored.id)
            run_tournament(schedule, plan.entrants, plan.conditions, InlineExecutor(), ledger)

    runners = [threading.Thread(target=run) for _ in range(3)]
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    with Store(place) as store:
        (stored,) = store.tournaments()
        games = store.games(stored.id)
    assert [game.fixture.number for game in games] == list(range(1, 61))


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("no/such/directory/store.db", "cannot open the store"),
        ("mysql://localhost/x", "SQLite or PostgreSQL"),
        ("://", "no database URL"),
    ],
)
def test_what_is_no_store_is_refused_in_a_sentence(place: str, message: str) -> None:
    with pytest.raises((ValueError, OSError), match=message):
        Store(place)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,\n" * 500)
    with pytest.raises(OSError, match="not a database"):
        Store(str(path))


def test_yellow_wins_come_back_as_such(tmp_path: Path) -> None:
    with Store(str(tmp_path / "store.db")) as store:
        stored = store.begin(a_plan())
        fixture = a_game(1).fixture
        results = [Result(YELLOW, Ending.LINE), Result(None, Ending.FULL_BOARD)]
        for number, result in enumerate(results, start=1):
            each = Fixture(number, 1, fixture.red, fixture.yellow, "", 0)
            store.add(stored.id, [PlayedGame(each, "", result)])
        assert [game.result for game in store.games(stored.id)] == results


def test_progress_is_told_for_each_tournament(place: str) -> None:
    with Store(place) as store:
        first, second = store.begin(a_plan(seed=1)), store.begin(a_plan(seed=2))
        store.add(first.id, [a_game(1), a_game(2)])
        store.beat(first.id)
        store.rest(second.id, is_over=True)
        told = store.progress()
        assert (told[first.id].games, told[first.id].state) == (2, "running")
        assert (told[second.id].games, told[second.id].state) == (0, "finished")
        assert store.progress(second.id) == {second.id: told[second.id]}
        assert store.progress(99) == {}
        assert store.get(first.id) == first
        assert store.get(99) is None
