"""`python -m benchmarks.threads`: the speed-up of the solver with several threads.

Solves the empty board, or the slow positions of the fixed set, exactly with each number of threads and
an empty table, and prints the wall time, the speed-up over the first number, the nodes and the nodes per
second and thread. Several threads visit different nodes in each run, and the speed of a machine changes
from minute to minute: the numbers of threads take turns for `--rounds`, and their medians count.
"""

from __future__ import annotations

import argparse

from benchmarks.positions import Sample, load
from benchmarks.timing import Run, parse_number, time_solver


def median_runs(sample: Sample, table_mib: int, counts: list[int], rounds: int) -> list[Run]:
    """Return the run with the median time for each number of threads."""
    runs = [
        [time_solver([sample], table_mib=table_mib, threads=threads)[0] for threads in counts]
        for _ in range(rounds)
    ]
    middle = (rounds - 1) // 2
    return [
        sorted(column, key=lambda run: run.seconds)[middle] for column in zip(*runs, strict=True)
    ]


def numbers(text: str) -> list[int]:
    """Parse a list such as `1,2,4`."""
    values = [int(part) for part in text.split(",")]
    if min(values) < 1:
        raise ValueError(text)
    return values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=numbers, default=[1, 2], metavar="1,2,4")
    parser.add_argument("--table-mib", type=parse_number, default=1024)
    parser.add_argument("--rounds", type=parse_number, default=3)
    parser.add_argument(
        "--hard", action="store_true", help="the set begin-hard, not the empty board"
    )
    options = parser.parse_args()
    samples = load()["begin-hard"] if options.hard else [Sample("", 1)]
    runs = [
        median_runs(sample, options.table_mib, options.threads, options.rounds)
        for sample in samples
    ]
    first: float | None = None
    print(f"{'threads':>7}{'time':>12}{'speed-up':>10}{'nodes':>12}{'nodes/s/thread':>16}")
    for threads, column in zip(options.threads, zip(*runs, strict=True), strict=True):
        seconds = sum(run.seconds for run in column)
        nodes = sum(run.nodes for run in column)
        first = first or seconds
        rate = nodes / seconds / threads
        print(
            f"{threads:7}{seconds:10.2f} s{first / seconds:10.2f}{nodes / 1e6:10.1f} M"
            f"{rate / 1e6:14.2f} M"
        )


if __name__ == "__main__":
    main()
