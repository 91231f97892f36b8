"""Building a solution: plans are searched for on all cores, every result is logged, and the smallest
solution that was found is written.

The log is a text: a header that names the game and the start, then a JSON list for each search, with the
key of the position, the plan or null, and the columns that keep the promise. A last line that is not
complete is cut off when the log is opened again.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from dropfour import _native
from dropfour.engines.engine import Stop
from dropfour.engines.exact import shared_solvers
from dropfour.native import native_board
from dropfour.position import Colour, Position
from dropfour.rules import Objective
from dropfour.study.plan_finder import finder_solver
from dropfour.study.solutions.solution import Solution, load_solution, save_solution
from dropfour.study.solutions.text import InvalidSolution
from dropfour.work.executor import Executor, Report, silent
from lab.books.log import lock
from lab.solutions.estimates import EFFORTS
from lab.solutions.search import MOST_POSITIONS, Finding, GraphSearch, Job
from lab.solutions.smallest import choose_moves, smallest_solution

_FIRST_OPTIMISM, _LATER_OPTIMISM = 0.7, 0.85
_FIRST_PATIENCE, _LAST_PATIENCE = 1e6, 64e6
_MOST_PATIENCE = 1e12  # with a time limit: no search is left that could help
_JOBS_AHEAD = 64  # handed out before the best graph is looked at again
_REVIEW_S = 10.0
_SWEEPS = 30  # of a review, when moves are chosen again

_EMPTY_PLAN = "otherwise"


@dataclass(frozen=True, slots=True)
class Build:
    """How a build ended; the solution is None if the time was too short."""

    solution: Solution | None
    searches: int  # in this run
    open: int  # positions without a plan or a move


def build(
    moves: str,
    start: Position,
    colour: Colour,
    out: str | os.PathLike[str],
    executor: Executor,
    *,
    time_limit_s: float | None = None,
    report: Report = silent,
) -> Build:
    """Write a solution for *colour* from *start* on, the position after *moves*, to *out*.

    Results are logged beside it (see log_path). The same call continues from there, and from a solution
    that *out* has already: it is improved until the time limit; without one, until more searching is out
    of proportion.
    """
    is_win = _is_won(start, colour)
    graph = GraphSearch(start, colour, is_win, _FIRST_OPTIMISM, _FIRST_PATIENCE)
    deadline = math.inf if time_limit_s is None else time.monotonic() + time_limit_s
    with Log(log_path(out), graph) as log:
        graph.expand_all()
        if Path(out).exists():
            graph.adopt(_same_solution(out, graph))
        searches = _search(graph, log, executor, deadline, report)
    if not graph.is_solved:
        return Build(None, searches, graph.count_positions()[1])
    solution = smallest_solution(graph, moves, executor, report)
    solution.verify()
    save_solution(solution, out)
    return Build(solution, searches, 0)


def log_path(out: str | os.PathLike[str]) -> Path:
    """Return the path of the log for the build of *out*."""
    return Path(f"{os.fspath(out)}.log")


def _same_solution(path: str | os.PathLike[str], graph: GraphSearch) -> Solution:
    solution = load_solution(path)
    promise = "win" if graph.is_win else "draw"
    same = solution.start, solution.colour, solution.promise
    if same != (graph.start, graph.colour, promise):
        raise InvalidSolution(f"{os.fspath(path)} is the solution of something else")
    return solution


def _is_won(start: Position, colour: Colour) -> bool:
    """Whether *colour* wins; raises ValueError if it loses."""
    if start.is_over:
        raise ValueError("the game is over: there is nothing to solve")
    if start.rules.objective is not Objective.FIRST_LINE:
        raise ValueError("a solution is for games that the first line wins")
    outcome = shared_solvers.get(start.rules).solve(start, weak=True).range.outcome
    if outcome == ("loss" if start.to_move is colour else "win"):
        raise ValueError(f"{colour} loses this position: there is nothing to promise")
    return outcome != "draw"


def _search(
    graph: GraphSearch, log: Log, executor: Executor, deadline: float, report: Report
) -> int:
    """Search until the deadline, or until nothing is worth a search; return how many there were."""
    searches, next_review = 0, time.monotonic()
    _review(graph, 10 * _SWEEPS)
    while time.monotonic() < deadline:
        before = searches
        for job, finding in executor.run(search, _Jobs(graph, deadline)):
            graph.take(job.key, finding)
            log.add(job.key, finding)
            searches += 1
            if time.monotonic() >= next_review:
                _review(graph, _SWEEPS)
                done, left = graph.count_positions()
                report("positions", done, done + left)
                for key, found in graph.share_plans():
                    graph.take(key, found)
                    log.add(key, found)
                next_review = time.monotonic() + _REVIEW_S
        if searches == before:
            if graph.patience >= (_LAST_PATIENCE if deadline == math.inf else _MOST_PATIENCE):
                break
            graph.optimism *= _LATER_OPTIMISM
            graph.patience *= 2
        graph.evaluate_all()
    return searches


def _review(graph: GraphSearch, sweeps: int) -> None:
    if graph.is_solved:
        graph.settle(choose_moves(graph, sweeps))
    graph.evaluate_all()


class _Jobs(Iterator[Job]):
    """The next search whenever one is asked for; sometimes there is none until others have ended."""

    def __init__(self, graph: GraphSearch, deadline: float) -> None:
        self._graph = graph
        self._deadline = deadline
        self._waiting = graph.propose()
        self._handed_out = 0

    def __next__(self) -> Job:
        if time.monotonic() >= self._deadline:
            raise StopIteration
        if not self._waiting or self._handed_out >= _JOBS_AHEAD:
            self._waiting, self._handed_out = self._graph.propose(), 0
        while self._waiting:
            node = self._waiting.pop()
            if node.plan is None and not node.is_busy:
                self._handed_out += 1
                return self._graph.job(node)
        raise StopIteration


def search(job: Job) -> Finding:
    """Look for a plan; if there is none at first sight, find the columns that keep the promise."""
    position = job.position
    board = native_board(position)
    places = _native.find_serving_plans(board, list(job.common), True, job.is_win, MOST_POSITIONS)
    if places:
        return Finding(job.common[places[0]])
    plan = _native.find_plan(
        finder_solver(position.rules)._native,
        board,
        True,
        job.is_win,
        job.seed,
        None,
        EFFORTS[job.level],
        Stop()._flag,
        [_EMPTY_PLAN, *job.hints],
    )
    if plan is not None or job.level > 0:
        return Finding(plan)
    return Finding(None, tuple(_keeping_columns(position, job.is_win)))


def _keeping_columns(position: Position, is_win: bool) -> Iterator[int]:
    solver = shared_solvers.get(position.rules)
    kept = ("loss",) if is_win else ("loss", "draw")
    for column in position.legal_columns:
        after = position.play(column)
        if after.is_over:  # no line can be completed, or it would not be asked for
            outcome = "draw" if after.winner is None else "loss"
        else:
            outcome = solver.solve(after, weak=True).range.outcome or ""
        if outcome in kept:
            yield column


class Log:
    """The log of one build, open for writing by this build only; what is in it is told to *graph*."""

    def __init__(self, path: Path, graph: GraphSearch) -> None:
        start = graph.start
        game = f"{start.rules.size} connect {start.rules.connect}"
        header = f"dropfour solution log 2: {game}, {graph.colour} from {start.key}\n"
        self._file: TextIO = path.open("a+", encoding="utf-8", newline="\n")
        try:
            lock(self._file, path)
            self._file.seek(0)
            text = self._file.read()
            end = text.rfind("\n") + 1
            if end == 0:
                self._file.truncate(0)
                self._file.write(header)
            elif not text.startswith(header):
                raise InvalidSolution(f"{path} is the log of another build, or of another version")
            else:
                self._file.truncate(len(text[:end].encode()))
                for line in text[len(header) : end].splitlines():
                    key, plan, columns = json.loads(line)
                    graph.recall(key, Finding(plan, None if columns is None else tuple(columns)))
        except BaseException:
            self._file.close()
            raise

    def add(self, key: int, finding: Finding) -> None:
        self._file.write(json.dumps([key, finding.plan, finding.columns]) + "\n")
        self._file.flush()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
