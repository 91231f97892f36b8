"""The cluster crew against a stand-in for dask that runs tasks when they are waited for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dropfour.book.build import Plan, build
from dropfour.book.cluster import ClusterCrew
from dropfour.book.solving import Job, ThreadCrew
from dropfour.rules import Rules

RULES = Rules(4, 4)


@dataclass(eq=False)
class Future:
    work: Callable[[], Any]

    def result(self) -> Any:
        return self.work()


@dataclass
class Client:
    """Answers every third question for news with a timeout, and runs each task twice."""

    waits: int = 0
    cancelled: list[Future] = field(default_factory=list)

    def nthreads(self) -> dict[str, int]:
        return {"worker": 2}

    def submit(self, work: Callable[..., Any], *arguments: Any, pure: bool) -> Future:
        assert not pure

        def twice() -> Any:
            first, second = work(*arguments), work(*arguments)
            assert first == second
            return second

        return Future(twice)

    def wait(self, running: set[Future], timeout_s: float, return_when: str) -> Any:
        assert return_when == "FIRST_COMPLETED"
        self.waits += 1
        if self.waits % 3 == 0:
            raise TimeoutError
        done = next(iter(running))
        return SimpleNamespace(done={done}, not_done=running - {done})

    def cancel(self, futures: list[Future], force: bool) -> None:
        self.cancelled += futures

    def as_current(self) -> AbstractContextManager[None]:
        return nullcontext()

    def close(self) -> None:
        pass


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    client = Client()
    stand_in = SimpleNamespace(
        Client=lambda address, timeout, set_as_default: client,
        wait=client.wait,
        TimeoutError=TimeoutError,
    )
    monkeypatch.setitem(sys.modules, "distributed", stand_in)
    return client


def test_a_cluster_builds_the_same_book(client: Client, tmp_path: Path) -> None:
    plan = Plan(RULES, 5, hard_depth=6, hard_nodes=30)
    here, there = tmp_path / "here.book", tmp_path / "there.book"
    build(plan, here, ThreadCrew(RULES, 1, 4))
    build(plan, there, ClusterCrew("somewhere:8786", RULES, 4))
    assert there.read_bytes() == here.read_bytes()
    assert client.waits > 3


def test_what_is_not_done_is_cancelled(client: Client) -> None:
    running = ClusterCrew("somewhere:8786", RULES, 4).run([Job(key) for key in range(1000)])
    client.waits = 2  # a timeout comes first
    assert next(running) == []
    running.close()  # type: ignore[attr-defined]
    assert len(client.cancelled) == 4


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"pip install \"dropfour\[cluster\]\""):
        ClusterCrew("somewhere:8786", RULES, 4)
