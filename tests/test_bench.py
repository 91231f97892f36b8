"""The node count of the search is fixed: it must change only deliberately."""

from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


pytestmark = pytest.mark.skipif(
    not BENCHMARKS.is_dir(), reason="an installed package has no benchmarks"
)


def test_the_search_visits_as_many_nodes_as_its_signature_says() -> None:
    from benchmarks.bench import SIGNATURE
    from benchmarks.positions import load
    from benchmarks.timing import time_solver

    samples = [sample for stage in load().values() for sample in stage]
    assert sum(run.nodes for run in time_solver(samples)) == SIGNATURE


def test_the_positions_for_plans_are_what_they_say() -> None:
    from benchmarks.plans import AIMS, attempt, load, summarise

    tasks = load()
    assert {(task.promise, task.ply) for task in tasks} == AIMS.keys()
    assert all(len(task.moves) == task.ply for task in tasks)
    attempts = [attempt(task, time_s=5) for task in tasks[-80::20]]  # raises for another promise
    assert len(list(summarise(attempts))) == 4
