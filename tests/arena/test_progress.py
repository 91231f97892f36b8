"""Readers of a store see whether a tournament is running, finished or interrupted."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.test_store import a_game, a_plan
from dropfour.arena import store as store_module
from dropfour.arena.store import SILENCE_S, TournamentStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def age(path: Path, seconds: float) -> None:
    """Make everything in the store look *seconds* older."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for column in ("arena_runs SET beat_at", "arena_tournaments SET created_at"):
            name = column.split()[-1]
            connection.execute(f"UPDATE {column} = datetime({name}, '-{seconds} seconds')")


def state(path: Path) -> str:
    with TournamentStore(str(path)) as store:
        (progress,) = store.progress().values()
        return progress.state


def test_a_tournament_is_running_while_its_runner_is_unless_it_is_interrupted(path: Path) -> None:
    with TournamentStore(str(path)) as store:
        stored = store.begin(a_plan())
        assert state(path) == "running"  # its runner is starting
        with store.running(stored.id):
            assert state(path) == "running"
        assert state(path) == "finished"
        with pytest.raises(KeyboardInterrupt), store.running(stored.id):
            raise KeyboardInterrupt
        assert state(path) == "interrupted"
        with store.running(stored.id):
            assert state(path) == "running"


def test_a_killed_runner_leaves_the_tournament_interrupted(path: Path) -> None:
    with TournamentStore(str(path)) as store:
        stored = store.begin(a_plan())
        store.mark_running(stored.id)
        age(path, SILENCE_S - 3)
        assert state(path) == "running"
        age(path, 4)
        assert state(path) == "interrupted"
        store.add(stored.id, [a_game(number) for number in range(1, 5)])
        assert state(path) == "finished"


def test_a_runner_reports_regularly(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_REPORT_S", 0.01)
    with TournamentStore(str(path)) as store:
        stored = store.begin(a_plan())
        with store.running(stored.id):
            age(path, 2 * SILENCE_S)
            for _ in range(1000):
                if state(path) == "running":
                    break
            assert state(path) == "running"
