"""`python -m benchmarks.threads`: the speed-up with several threads on slow positions.

Each position is solved by one thread and then by several, with an empty table, and the wall times are
compared.
"""

from __future__ import annotations

import argparse

from benchmarks.positions import load
from benchmarks.timing import time_solver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--table-mib", type=int, default=256)
    parser.add_argument("--at-least-s", type=float, default=1.0, help="ignore faster positions")
    options = parser.parse_args()
    alone, together = 0.0, 0.0
    print(f"{'moves':16}{'1 thread':>12}{options.threads:>6} threads{'speed-up':>10}")
    for sample in load()["begin-hard"]:
        (one,) = time_solver([sample], table_mib=options.table_mib)
        if one.seconds < options.at_least_s:
            continue
        (many,) = time_solver([sample], table_mib=options.table_mib, threads=options.threads)
        alone += one.seconds
        together += many.seconds
        ratio = one.seconds / many.seconds
        print(
            f"{sample.moves:16}{one.seconds:10.2f} s{many.seconds:12.2f} s{ratio:10.2f}", flush=True
        )
    if together:
        print(f"{'all':16}{alone:10.2f} s{together:12.2f} s{alone / together:10.2f}")
    else:
        print(f"no position took {options.at_least_s} s or more")


if __name__ == "__main__":
    main()
