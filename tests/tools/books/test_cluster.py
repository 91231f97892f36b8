"""The crew with every executor: inline, in processes, and on a real Dask cluster."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from clusters import cluster
from dropfour.rules import Rules
from dropfour.tools.books.build import BookPlan, build
from dropfour.tools.books.cluster import ExecutorCrew
from dropfour.tools.books.solving import Job, ThreadCrew
from dropfour.work.executor import InlineExecutor, open_executor

PLAN = BookPlan(Rules(4, 4), 5, hard_depth=6, hard_nodes=30)


class Forgetful(InlineExecutor):
    """Does everything twice, without reporting in between."""

    def __init__(self) -> None:
        self.done = 0
        self.is_given_up = False

    def watch(
        self, work: Callable[[Any], Any], items: Iterable[Any], silence_s: float
    ) -> Generator[tuple[Any, Any] | None, None, None]:
        try:
            for item in items:
                yield None
                result = work(item)
                assert work(item) == result
                self.done += 1
                yield item, result
        except GeneratorExit:
            self.is_given_up = True


def test_work_done_twice_makes_the_same_book(tmp_path: Path) -> None:
    here, there = tmp_path / "here.book", tmp_path / "there.book"
    build(PLAN, here, ThreadCrew(PLAN.rules, 1, 4))
    executor = Forgetful()
    build(PLAN, there, ExecutorCrew(executor, PLAN.rules, 4))
    assert there.read_bytes() == here.read_bytes()
    assert executor.done > 3


def test_closing_gives_up_the_rest() -> None:
    executor = Forgetful()
    with closing(ExecutorCrew(executor, PLAN.rules, 4).run([Job(1)] * 1000)) as running:
        assert next(running) == []
    assert executor.is_given_up
    assert executor.done == 0


def test_processes_and_a_cluster_build_the_same_book(tmp_path: Path) -> None:
    here = tmp_path / "here.book"
    build(PLAN, here, ThreadCrew(PLAN.rules, 1, 4))
    with cluster(tmp_path, workers=1) as (_, address):
        for workers, place in ((2, None), (1, address)):
            there = tmp_path / f"{workers}.book"
            crew = ExecutorCrew(open_executor(workers, place), PLAN.rules, 4)
            build(PLAN, there, crew)
            crew.close()
            assert there.read_bytes() == here.read_bytes()
