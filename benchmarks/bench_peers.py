"""`make bench-peers`: Dropfour's solver and others on the same positions, interleaved in one run.

Each solver uses one thread, no book, and a table that is cleared before each position. The solvers take
turns on a set, for several rounds if a round is short, and the best time for each position counts.
BitBully runs in a separate environment, one position at a time; `--pons PATH` adds a command-line
solver in the style of Pons', which reads move strings and prints each with its score (its time includes
the pipe).
"""

from __future__ import annotations

import argparse
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.positions import Sample, load, load_plain
from benchmarks.timing import time_solver

WORKER = Path(__file__).with_name("bitbully_worker.py")


class Peer:
    """A solver in a separate process, which reads one move string and writes one answer at a time."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, moves: str) -> list[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(moves + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().split()

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


class BitBully(Peer):
    def seconds(self, sample: Sample) -> float:
        score, seconds = self.ask(sample.moves)
        _check(self.name, sample, int(score))
        return float(seconds)


class PonsStyle(Peer):
    def seconds(self, sample: Sample) -> float:
        started = time.perf_counter()
        answer = self.ask(sample.moves)
        seconds = time.perf_counter() - started
        _check(self.name, sample, int(answer[1] if sample.moves else answer[0]))
        return seconds


@dataclass(slots=True)
class Totals:
    """Seconds for a set of positions, each with its best time over all rounds."""

    ours: float = 0.0
    peers: tuple[float, ...] = ()


def _check(name: str, sample: Sample, score: int) -> None:
    if score != sample.score:
        raise AssertionError(f"{name} says {score} for {sample.moves}, not {sample.score}")


def compare(samples: list[Sample], peers: list[BitBully | PonsStyle], table_mib: int) -> Totals:
    """Time all solvers on the set in turn, for up to five rounds or ten seconds, so that other load on
    the machine and cold caches do not affect the best times."""
    ours = [float("inf")] * len(samples)
    theirs = [list(ours) for _ in peers]
    started, rounds = time.monotonic(), 0
    while rounds < 5 and (rounds == 0 or time.monotonic() - started < 10):
        rounds += 1
        runs = time_solver(samples, table_mib=table_mib)
        ours = [min(best, run.seconds) for best, run in zip(ours, runs, strict=True)]
        for i, peer in enumerate(peers):
            times = [peer.seconds(sample) for sample in samples]
            theirs[i] = [min(pair) for pair in zip(theirs[i], times, strict=True)]
    return Totals(sum(ours), tuple(map(sum, theirs)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bitbully", metavar="PYTHON", help="Python interpreter with bitbully")
    parser.add_argument("--pons", metavar="PATH", help="Pons-style command-line solver")
    parser.add_argument(
        "--sets", type=Path, metavar="DIR", help="more sets, files with `moves score` on each line"
    )
    parser.add_argument("--table-mib", type=int, default=64)
    parser.add_argument("--empty", action="store_true", help="add the empty board (minutes)")
    options = parser.parse_args()

    peers: list[BitBully | PonsStyle] = []
    if options.bitbully:
        peers.append(BitBully("BitBully", [options.bitbully, str(WORKER)]))
    if options.pons:
        peers.append(PonsStyle("Pons-style", [options.pons]))
    stages = load()
    if options.sets:
        stages |= {path.stem: load_plain(path) for path in sorted(options.sets.glob("*.txt"))}
    if options.empty:
        stages["empty board"] = [Sample("", 1)]

    heads = "".join(f"{peer.name:>14}{'ratio':>8}" for peer in peers)
    print(f"{'set':16}{'positions':>10}{'Dropfour':>14}{heads}")
    for name, samples in stages.items():
        totals = compare(samples, peers, options.table_mib)
        cells = "".join(
            f"{_mean(total, samples):>14}{totals.ours / total:8.3f}" for total in totals.peers
        )
        print(f"{name:16}{len(samples):10}{_mean(totals.ours, samples):>14}{cells}", flush=True)
    for peer in peers:
        peer.close()


def _mean(seconds: float, samples: list[Sample]) -> str:
    mean = seconds / len(samples)
    for unit, factor in (("us", 1e6), ("ms", 1e3)):
        if mean * factor < 1000:
            return f"{mean * factor:.1f} {unit}"
    return f"{mean:.2f} s"


if __name__ == "__main__":
    main()
