"""Time to generate and solve random positions: one by one, and as a batch on all cores.

    python -m benchmarks.batch [--count 10000] [--last-ply 35] [--threads N] [--columns] [--one-by-one]

Prints wall-clock and CPU time; the latter is more reliable on a machine that does other work.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import dropfour as d4
from dropfour.engines.exact import Solver
from dropfour.work.executor import core_count

GOAL_S = 1.5  # 10,000 positions of ply 0 to 35 on 2 cores


def timed(what: str, work: Callable[[], object]) -> None:
    started, started_cpu = time.perf_counter(), time.process_time()
    work()
    wall, cpu = time.perf_counter() - started, time.process_time() - started_cpu
    print(f"{what:32}{wall:8.2f} s{cpu:12.2f} s of CPU time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--last-ply", type=int, default=35)
    parser.add_argument("--threads", type=int, default=core_count())
    parser.add_argument("--columns", action="store_true", help="also time analyse_many")
    parser.add_argument("--one-by-one", action="store_true", help="also time Solver.solve for each")
    options = parser.parse_args()

    def batch() -> d4.Batch:
        return d4.random_positions(options.count, range(options.last_ply + 1), seed=1)

    def one_by_one() -> None:
        solver = Solver()
        for position in batch():
            solver.solve(position)

    print(f"{options.count} positions of ply 0 to {options.last_ply}, {options.threads} threads")
    timed("made", batch)
    timed("made and solved", lambda: d4.solve_many(batch(), threads=options.threads))
    if options.columns:
        timed("made and analysed", lambda: d4.analyse_many(batch(), threads=options.threads))
    if options.one_by_one:
        timed("made and solved one by one", one_by_one)
    print(f"goal for 10,000 positions of ply 0 to 35 on 2 cores: {GOAL_S} s")


if __name__ == "__main__":
    main()
