"""`make bench`: time and nodes of the solver for each stage, and the signature of its search.

The signature is the number of nodes that one thread visits over all positions, with the table cleared
before each. It changes only when the search does, and the commit that changes it says so.
"""

from __future__ import annotations

from benchmarks.positions import load
from benchmarks.timing import time_solver

# Nodes of each stage, checked by tests/test_bench.py.
STAGES = {
    "end-easy": 485,
    "middle-easy": 7_068,
    "middle-medium": 722_408,
    "begin-easy": 2_794,
    "begin-medium": 13_674_935,
    "begin-hard": 32_116_848,
}
SIGNATURE = sum(STAGES.values())


def main() -> None:
    nodes, seconds = 0, 0.0
    print(f"{'stage':16}{'positions':>10}{'mean':>12}{'nodes':>14}{'nodes/s':>12}")
    for stage, samples in load().items():
        runs = time_solver(samples)
        stage_nodes = sum(run.nodes for run in runs)
        stage_seconds = sum(run.seconds for run in runs)
        nodes += stage_nodes
        seconds += stage_seconds
        mean_us = stage_seconds / len(runs) * 1e6
        rate = stage_nodes / stage_seconds / 1e6
        print(f"{stage:16}{len(runs):10}{mean_us:10.1f}us{stage_nodes:14}{rate:10.2f} M")
    print(f"{nodes / seconds / 1e6:.2f} million nodes per second on one thread")
    print(f"Bench: {nodes}" + ("" if nodes == SIGNATURE else f", previously {SIGNATURE}"))


if __name__ == "__main__":
    main()
