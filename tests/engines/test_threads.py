"""Solvers and engines can be shared between threads: all scores are those of a single thread."""

import random
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest

import dropfour as d4
from dropfour import Limits, Objective, Position, Rules, Solver
from dropfour.engines.proof import SearchProgress
from platforms import EXCUSE
from strategies import late_positions

THREADS = 8
MOST_LINES = Rules(columns=6, rows=5, objective=Objective.MOST_LINES)
LARGE = Rules(columns=9, rows=7)


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason=f"{EXCUSE}Python has a GIL"
)
def test_the_gil_stays_off_where_there_is_none() -> None:
    code = "import sys, dropfour; sys.exit(sys._is_gil_enabled())"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def scores_of(solver: Solver, positions: Iterable[Position]) -> dict[Position, int | None]:
    return {position: solver.solve(position).score for position in positions}


def wrong_answers(
    answer: Callable[[Position], int | None],
    expected: dict[Position, int | None],
    rounds: int,
    each_round: Callable[[int], None] = lambda _: None,
) -> list[tuple[Position, int | None]]:
    """Ask for every position in every round, in eight threads; return the answers that differ."""
    positions, chance = list(expected), random.Random(4)
    wrong = []
    with ThreadPoolExecutor(THREADS) as executor:
        for number in range(rounds):
            each_round(number)
            chance.shuffle(positions)
            answers = executor.map(answer, positions)
            wrong += [
                (position, score)
                for position, score in zip(positions, answers, strict=True)
                if score != expected[position]
            ]
    return wrong


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("rules", "empty"),
    [(Rules(), range(8, 26)), (MOST_LINES, range(4, 14)), (LARGE, range(18, 24))],
    ids=["7x6", "most lines", "9x7"],
)
def test_a_shared_solver_finds_the_same_scores(rules: Rules, empty: range, threads: int) -> None:
    expected = scores_of(Solver(rules, book=False), late_positions(60, empty, rules))
    shared = Solver(rules, table_mib=1, threads=threads, book=False)
    wrong = wrong_answers(
        lambda position: shared.solve(position).score, expected, 6, lambda _: shared.clear()
    )
    assert not wrong
    assert scores_of(shared, expected) == expected


def test_a_solver_can_be_cleared_and_stopped_while_other_threads_use_it() -> None:
    expected = scores_of(Solver(book=False), late_positions(60, range(10, 26)))
    shared = Solver(table_mib=1, book=False)

    def answer(position: Position) -> int | None:
        chance = random.Random(position.key)
        if chance.random() < 0.1:
            shared.clear()
        limited = shared.solve(position, limits=Limits(nodes=chance.randint(1, 200)))
        assert limited.range.low <= (expected[position] or 0) <= limited.range.high
        return shared.analyse(position).score

    assert not wrong_answers(answer, expected, 3)


def test_a_progress_callback_may_use_its_own_solver() -> None:
    solver = Solver(book=False)
    easy, hard = Position.from_moves("112233"), Position.from_moves("4444")
    inner: list[int | None] = []

    def on_progress(progress: SearchProgress) -> None:
        inner.append(solver.solve(easy).score)
        stop.set()

    stop = d4.Stop()
    solver.solve(hard, limits=Limits(stop=stop), progress=on_progress)
    assert inner
    assert set(inner) == {18}


@pytest.mark.parametrize("name", ["exact", "perfect"])
def test_an_engine_shared_by_threads_chooses_what_it_chooses_alone(name: str) -> None:
    # Two sets of rules, so that the threads also replace each other's solver.
    positions = [*late_positions(20, range(6, 20))]
    positions += late_positions(20, range(6, 18), Rules(columns=6, rows=5))
    random.Random(2).shuffle(positions)
    alone, shared = (d4.engine(f"{name}:seed=7") for _ in range(2))
    limits = Limits(time_s=3600)
    expected = {position: alone.choose(position, limits).column for position in positions}
    wrong = wrong_answers(
        lambda position: shared.choose(position, limits).column, dict(expected), 3
    )
    assert not wrong


@pytest.mark.long
def test_eight_threads_solve_2000_positions_100_times_without_a_wrong_score() -> None:
    expected = scores_of(Solver(book=False), late_positions(2000, range(6, 26)))
    shared = Solver(book=False)

    def each_round(number: int) -> None:
        if number % 10 == 0:
            shared.clear()

    wrong = wrong_answers(lambda position: shared.solve(position).score, expected, 100, each_round)
    assert not wrong
