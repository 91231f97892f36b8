"""The same games on a real Dask cluster: a scheduler and workers in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.players import CHOOSER, write_player
from dropfour.arena.match import PlayedGame
from dropfour.arena.plan import Plan, make_plan
from dropfour.arena.tournament import Watcher, run_tournament
from dropfour.work.executor import InlineExecutor, open_executor

distributed: Any = pytest.importorskip("distributed")

# A real scheduler and workers: once in a while a run waits for ever for one of them, so that
# `make test` does without.
pytestmark = pytest.mark.long


@contextmanager
def cluster(directory: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and *workers*; yield the address and the workers' processes."""
    file = directory / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    started = [_start([*dask, *options, "--scheduler-file", str(file)])]
    try:
        for number in range(workers):
            worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny"]
            place = directory / f"worker{number}"
            place.mkdir()
            words = ["--scheduler-file", file, "--nthreads", "1", "--no-dashboard"]
            command = [*worker, *map(str, words), "--local-directory", str(place)]
            started.append(_start(command))
        yield _address(file, started[0], workers), started[1:]
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _address(file: Path, scheduler: subprocess.Popen[bytes], workers: int) -> str:
    """Return the scheduler's address once all workers are there."""
    while not file.exists() or not file.read_text().strip():
        assert scheduler.poll() is None
        time.sleep(0.05)
    address: str = json.loads(file.read_text())["address"]
    with distributed.Client(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)
    return address


def essence(games: Sequence[PlayedGame]) -> list[tuple[object, ...]]:
    return [(game.fixture, game.moves, game.result) for game in games]


def play(plan: Plan, address: str | None, on_games: Watcher | None = None) -> list[PlayedGame]:
    openings, _ = plan.draw_openings()
    schedule = plan.schedule(openings)
    if address is None:
        return run_tournament(schedule, plan.entrants, plan.conditions, InlineExecutor())
    with open_executor(cluster=address) as executor:
        return run_tournament(schedule, plan.entrants, plan.conditions, executor, on_games=on_games)


def test_a_cluster_plays_the_same_games_even_if_a_worker_is_killed(tmp_path: Path) -> None:
    chooser = write_player(tmp_path, "chooser.py", CHOOSER)
    players = ["random", "alphabeta:lines,depth=1", str(chooser)]
    told = {"player": players, "games": 10, "board": "5x4", "openings": "random"}
    plan = make_plan({**told, "time_s": 60, "margin_s": 60})
    here = play(plan, None)
    with cluster(tmp_path, workers=2) as (address, workers):
        assert essence(play(plan, address)) == essence(here)

        seen = 0

        def kill_one(games: Sequence[PlayedGame]) -> None:
            nonlocal seen
            seen += len(games)
            if seen >= 3 and workers[0].poll() is None:
                workers[0].kill()
                workers[0].wait()

        assert essence(play(plan, address, kill_one)) == essence(here)
        assert seen == len(here)
        assert workers[0].poll() is not None


def test_without_a_scheduler_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.work.cluster._CONNECT_S", 0.2)
    with pytest.raises(OSError, match="no Dask scheduler at tcp"):
        open_executor(cluster="tcp://127.0.0.1:9")
