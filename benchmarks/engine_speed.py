"""The nodes per second of alpha-beta on one core, for each evaluation.

    python -m benchmarks.engine_speed [--depth 12] [--board 7x6]

Times are CPU times, so that other programs on the machine matter less. The total number of nodes is the
signature of the search: it changes only when the search or an evaluation changes.
"""

from __future__ import annotations

import argparse
import time

from dropfour.engines.engine import Limits
from dropfour.engines.evaluations import NATIVE_EVALUATIONS
from dropfour.engines.registry import engine
from dropfour.position import Position
from dropfour.rules import Objective, Rules

OPENINGS = ("", "4", "44", "444", "4352", "444333", "12345671")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the nodes per second of alpha-beta.")
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--board", default="7x6")
    options = parser.parse_args()
    total = 0
    print(f"{'evaluation':12} {'objective':11} {'nodes':>12} {'seconds':>8} {'million/s':>10}")
    for name in sorted(NATIVE_EVALUATIONS):
        for objective in Objective:
            rules = Rules.for_board(options.board, objective=objective)
            starts = [Position.from_moves(moves, rules) for moves in OPENINGS]
            started, nodes = time.process_time(), 0
            for start in starts:
                nodes += engine(name).choose(start, Limits(depth=options.depth)).nodes
            seconds = time.process_time() - started
            total += nodes
            speed = nodes / seconds / 1e6
            print(f"{name:12} {objective.value:11} {nodes:12,} {seconds:8.2f} {speed:10.1f}")
    print(f"\nBench: {total}")


if __name__ == "__main__":
    main()
