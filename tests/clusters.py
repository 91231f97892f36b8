"""Real Dask clusters for tests: a scheduler and workers, in processes or in threads."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

distributed: Any = pytest.importorskip("distributed")

_START_S = 120.0


class Cluster:
    """Local processes, whose output is in *directory*."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._file = directory / "scheduler.json"
        self._scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show", "--no-dashboard"
        )
        self._workers: list[subprocess.Popen[bytes]] = []
        self._started = 0

    def add_worker(self) -> None:
        self._started += 1
        place = self._directory / f"worker{self._started}"
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory"]
        self._workers.append(self._start("worker", *options, str(place)))

    def wait_for_workers(self) -> str:
        """Return the scheduler's address once all workers have connected."""
        until = time.monotonic() + _START_S
        while (address := self._address()) is None:
            assert self._scheduler.poll() is None, self.output()
            assert time.monotonic() < until, self.output()
            time.sleep(0.05)
        if self._workers:
            with distributed.Client(address, timeout=_START_S, set_as_default=False) as client:
                try:
                    client.wait_for_workers(len(self._workers), timeout=_START_S)
                except TimeoutError:
                    pytest.fail(f"not all workers came: {self.output()}")
        return address

    def kill_worker(self) -> None:
        _kill(self._workers.pop(0))

    def kill_scheduler(self) -> None:
        _kill(self._scheduler)

    def close(self) -> None:
        """Kill all processes, workers first.

        SIGTERM is not enough: a worker that receives it while it is closing, because its scheduler is,
        may hang forever.
        """
        while self._workers:
            self.kill_worker()
        self.kill_scheduler()

    def output(self) -> str:
        """Return the output of all processes."""
        files = sorted(self._directory.glob("*.err"))
        return "\n".join(f"{file.name}:\n{file.read_text()}" for file in files)

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        number = len(list(self._directory.glob("*.err")))
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
        with (self._directory / f"{number}-{what}.err").open("wb") as errors:
            return subprocess.Popen(
                [*command, "--scheduler-file", str(self._file)],
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={
                    **os.environ,
                    "PYTHONPATH": str(Path(__file__).parent),
                },  # functions of the tests run in workers
            )

    def _address(self) -> str | None:
        try:
            address: str = json.loads(self._file.read_text())["address"]
        except (OSError, ValueError):  # missing or incomplete
            return None
        return address


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait(30)


@contextmanager
def cluster(directory: Path, workers: int) -> Iterator[tuple[Cluster, str]]:
    """Start a cluster; yield it and its scheduler's address once all *workers* have connected."""
    place = directory / "cluster"
    place.mkdir()
    started = Cluster(place)
    try:
        for _ in range(workers):
            started.add_worker()
        yield started, started.wait_for_workers()
    finally:
        started.close()


@contextmanager
def cluster_in_threads() -> Iterator[str]:
    """Start a scheduler and a worker in this process, which starts faster; what they exchange still
    goes through sockets. Yield the scheduler's address."""
    settings = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(processes=False, protocol="tcp", **settings) as started:
        yield started.scheduler_address
