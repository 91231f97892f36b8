"""The node count of the search is fixed: it must change only deliberately."""

from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


pytestmark = pytest.mark.skipif(
    not BENCHMARKS.is_dir(), reason="an installed package has no benchmarks"
)


@pytest.mark.parametrize("is_hard", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_search_visits_as_many_nodes_as_its_signature_says(is_hard: bool) -> None:
    from benchmarks.bench import STAGES
    from benchmarks.positions import load
    from benchmarks.timing import time_solver

    stages = load()
    assert stages.keys() == STAGES.keys()
    for name, samples in stages.items():
        if is_hard == (name == "begin-hard"):
            assert sum(run.nodes for run in time_solver(samples)) == STAGES[name], name


def test_the_positions_for_plans_are_what_they_say() -> None:
    from benchmarks.plans import AIMS, attempt, load, summarise
    from dropfour.engines.engine import Limits

    tasks = load()
    assert {(task.promise, task.ply) for task in tasks} == AIMS.keys()
    assert all(len(task.moves) == task.ply for task in tasks)
    attempts = [
        attempt(task, Limits(time_s=5)) for task in tasks[-80::20]
    ]  # raises for another promise
    assert len(list(summarise(attempts))) == 4
