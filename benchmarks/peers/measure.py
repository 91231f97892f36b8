"""Time several solvers on the same positions, in turns."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf

from benchmarks.peers.build import Board
from benchmarks.peers.table import Cell, Row
from benchmarks.peers.workers import Answer, Solver, TimeLimit, Worker
from benchmarks.positions import Sample


@dataclass(frozen=True, slots=True)
class PositionSet:
    name: str
    samples: list[Sample]
    board: Board


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to measure: rounds go on until there are *rounds* or *time_s* have passed."""

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
    """One worker of each solver, which take turns on a share of the positions."""

    def __init__(
        self, solvers: Sequence[Solver], board: Board, core: int | None, plan: Plan
    ) -> None:
        self._board, self._core, self._plan = board, core, plan
        self._workers: dict[str, Worker] = {}
        self.records = [
            Record(solver, plan.limit_s) for solver in solvers if solver.command(board) is not None
        ]

    def run(self, samples: Sequence[Sample]) -> list[Record]:
        started, rounds = time.monotonic(), 0
        try:
            while rounds < self._plan.rounds:
                first = rounds % len(self.records)
                for record in self.records[first:] + self.records[:first]:
                    self._run_round(record, samples)
                rounds += 1
                if time.monotonic() - started >= self._plan.time_s:
                    break
        finally:
            self._close()
        return self.records

    def _run_round(self, record: Record, samples: Sequence[Sample]) -> None:
        for sample in samples:
            if sample.moves in record.unsolved:
                continue
            worker = self._worker(record.solver)
            try:
                record.add(sample, worker.ask(sample.moves, self._plan.limit_s))
            except TimeLimit:
                del self._workers[record.solver.name]
                record.unsolved.add(sample.moves)
                record.best_s.pop(sample.moves, None)
                record.nodes.pop(sample.moves, None)

    def _close(self) -> None:
        for worker in self._workers.values():
            worker.close()

    def _worker(self, solver: Solver) -> Worker:
        if solver.name not in self._workers:
            self._workers[solver.name] = solver.start(self._board, self._core)
        return self._workers[solver.name]


def measure(
    positions: PositionSet, solvers: Sequence[Solver], cores: Sequence[int | None], plan: Plan
) -> Row:
    """Time all solvers on the set, with one job on each of *cores* that takes a share of it.

    All solvers of a job run on its core, one after the other, and each round starts with the next
    solver: other load on the machine affects all of them alike.
    """
    shares = [positions.samples[job :: len(cores)] for job in range(len(cores))]
    with ThreadPoolExecutor(len(cores)) as pool:
        jobs = [
            pool.submit(Turns(solvers, positions.board, core, plan).run, share)
            for core, share in zip(cores, shares, strict=True)
            if share
        ]
        results = [job.result() for job in jobs]
    total = results[0]
    for records in results[1:]:
        for record, other in zip(total, records, strict=True):
            record.merge(other)
    return Row(
        set=positions.name,
        positions=len(positions.samples),
        cells=tuple(record.summarise() for record in total),
    )
