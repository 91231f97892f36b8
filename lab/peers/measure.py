"""Time several solvers on the same positions, in turns."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from queue import SimpleQueue

from benchmarks.positions import Sample
from lab.peers.build import Board, PeerError
from lab.peers.table import Cell, Row
from lab.peers.workers import Answer, Solver, TimeLimit, Worker


@dataclass(frozen=True, slots=True)
class PositionSet:
    name: str
    samples: list[Sample]
    board: Board


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to measure: no new round starts after *rounds* of them, or after *time_s*."""

    rounds: int = 5
    time_s: float = 10.0
    limit_s: float = 600.0  # for one position


@dataclass(slots=True)
class Record:
    """A solver's answers: the best time of each position over all rounds."""

    solver: Solver
    limit_s: float
    best_s: dict[str, float] = field(default_factory=dict)
    nodes: dict[str, int | None] = field(default_factory=dict)
    wrong: set[str] = field(default_factory=set)
    unsolved: set[str] = field(default_factory=set)

    def add(self, sample: Sample, answer: Answer) -> None:
        self.best_s[sample.moves] = min(self.best_s.get(sample.moves, inf), answer.seconds)
        self.nodes[sample.moves] = answer.nodes
        sign = (sample.score > 0) - (sample.score < 0)
        if answer.score != (sample.score if self.solver.is_exact else sign):
            self.wrong.add(sample.moves)

    def give_up(self, sample: Sample) -> None:
        self.unsolved.add(sample.moves)
        self.best_s.pop(sample.moves, None)
        self.nodes.pop(sample.moves, None)
        self.wrong.discard(sample.moves)

    def merge(self, other: Record) -> None:
        self.best_s |= other.best_s
        self.nodes |= other.nodes
        self.wrong |= other.wrong
        self.unsolved |= other.unsolved

    def summarise(self) -> Cell:
        """Return the means; a position that took too long counts with the time limit."""
        asked = len(self.best_s) + len(self.unsolved)
        counts = [nodes for nodes in self.nodes.values() if nodes is not None]
        is_counted = len(counts) == asked
        return Cell(
            solver=self.solver.name,
            is_exact=self.solver.is_exact,
            mean_s=(sum(self.best_s.values()) + self.limit_s * len(self.unsolved)) / asked,
            mean_nodes=sum(counts) / asked if is_counted else None,
            right=len(self.best_s) - len(self.wrong),
            wrong=len(self.wrong),
            unsolved=len(self.unsolved),
        )


class Turns:
    """One worker of each solver, which take turns on a share of the positions, on one core."""

    def __init__(
        self, solvers: Sequence[Solver], board: Board, samples: Sequence[Sample], plan: Plan
    ) -> None:
        self._board, self._samples, self._plan = board, samples, plan
        self._workers: dict[str, Worker] = {}
        self._is_closed = False
        self.records = [Record(solver, plan.limit_s) for solver in solvers]

    def run(self, core: int | None) -> None:
        """Measure in rounds, each of which starts with the next solver."""
        started, rounds = time.monotonic(), 0
        try:
            while rounds < self._plan.rounds:
                first = rounds % len(self.records)
                for record in self.records[first:] + self.records[:first]:
                    self._run_round(record, core)
                rounds += 1
                if time.monotonic() - started >= self._plan.time_s:
                    break
        finally:
            self.close()

    def close(self) -> None:
        """End all workers; a `run` in another thread raises PeerError."""
        self._is_closed = True
        for worker in list(self._workers.values()):
            worker.close()

    def _run_round(self, record: Record, core: int | None) -> None:
        solver = record.solver
        for sample in self._samples:
            if sample.moves in record.unsolved:
                continue
            if solver.name not in self._workers:
                self._workers[solver.name] = solver.start(self._board, core)
            if self._is_closed:
                raise PeerError("the measurement was stopped")
            try:
                answer = self._workers[solver.name].ask(sample.moves, self._plan.limit_s)
            except TimeLimit:
                del self._workers[solver.name]
                record.give_up(sample)
            else:
                record.add(sample, answer)


def plan_turns(
    positions: PositionSet, solvers: Sequence[Solver], jobs: int, plan: Plan
) -> list[Turns]:
    """Return a share of the set for each job, in which all solvers take turns.

    If there are fewer positions than jobs, each solver gets all of them and a core of its own instead.
    """
    board, samples = positions.board, positions.samples
    able = [solver for solver in solvers if solver.command(board) is not None]
    if len(samples) < jobs:
        return [Turns([solver], board, samples, plan) for solver in able]
    return [Turns(able, board, samples[job::jobs], plan) for job in range(jobs)]


def measure(
    sets: Sequence[PositionSet], solvers: Sequence[Solver], cores: Sequence[int | None], plan: Plan
) -> Iterator[Row]:
    """Time all solvers on each set, and yield its row of the table.

    As many jobs run at a time as there are cores, each on a core of its own.
    """
    planned = [plan_turns(positions, solvers, len(cores), plan) for positions in sets]
    free: SimpleQueue[int | None] = SimpleQueue()
    for core in cores:
        free.put(core)

    def run(turns: Turns) -> None:
        core = free.get()
        try:
            turns.run(core)
        finally:
            free.put(core)

    with ThreadPoolExecutor(len(cores)) as pool:
        running = [[pool.submit(run, turns) for turns in group] for group in planned]
        try:
            for positions, group, futures in zip(sets, planned, running, strict=True):
                for future in wait(futures, return_when=FIRST_EXCEPTION).done:
                    future.result()
                yield summarise(positions, group)
        finally:
            for future in chain.from_iterable(running):
                future.cancel()
            for turns in chain.from_iterable(planned):
                turns.close()


def summarise(positions: PositionSet, group: Sequence[Turns]) -> Row:
    total: dict[str, Record] = {}
    for turns in group:
        for record in turns.records:
            if record.solver.name in total:
                total[record.solver.name].merge(record)
            else:
                total[record.solver.name] = record
    cells = tuple(record.summarise() for record in total.values())
    return Row(positions.name, len(positions.samples), cells)
