"""`python -m lab.peers.verify`: compare the solver's scores with independent ones.

The public sets (`--sets DIR`) come with Pascal Pons' scores. Random positions, each different from all
others and their mirror images, are scored by BitBully with its database of ply 12 or by Pons' solver,
neither of which shares code with Dropfour. Dropfour solves each position with an empty table and
without its book. Prints the positions with different scores; exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.analysis_latency import random_moves
from benchmarks.positions import Sample, load_public
from benchmarks.timing import parse_number
from dropfour.position import Position
from lab.peers.build import Board, PeerError, build_pons
from lab.peers.workers import Solver, bitbully, dropfour, pick_cores

PLIES_PER_SET = 6


def random_positions(count: int, last_ply: int, seed: int) -> list[str]:
    """Return the moves of *count* positions, their plies drawn evenly from 0 to *last_ply*."""
    rng = random.Random(seed)
    found: dict[Position, str] = {}
    for _ in range(10 * count):
        moves = random_moves(rng.randint(0, last_ply), rng)
        position = Position.from_moves(moves)
        if position not in found and position.mirror() not in found:
            found[position] = moves
        if len(found) == count:
            return list(found.values())
    raise ValueError(
        f"up to ply {last_ply}, {len(found)} different positions were found, not {count}"
    )


def ask_all(solver: Solver, positions: Sequence[str], cores: Sequence[int | None]) -> list[int]:
    """Return the solver's score of each position, found on all cores."""

    def ask(job: int) -> list[int]:
        worker = solver.start(Board(), cores[job])
        try:
            return [worker.ask(moves).score for moves in positions[job :: len(cores)]]
        finally:
            worker.close()

    scores = [0] * len(positions)
    with ThreadPoolExecutor(len(cores)) as pool:
        for job, share in enumerate(pool.map(ask, range(len(cores)))):
            scores[job :: len(cores)] = share
    return scores


def by_ply(positions: Sequence[str]) -> dict[str, list[str]]:
    """Return the positions in groups of a few plies, from the last ply, which is quick, on."""
    groups: dict[str, list[str]] = {}
    for moves in sorted(positions, key=len, reverse=True):
        first = len(moves) // PLIES_PER_SET * PLIES_PER_SET
        groups.setdefault(f"ply {first} to {first + PLIES_PER_SET - 1}", []).append(moves)
    return groups


def compare(name: str, samples: Sequence[Sample], ours: Solver, cores: Sequence[int | None]) -> int:
    """Print the positions that Dropfour scores differently, and return their number."""
    scores = ask_all(ours, [sample.moves for sample in samples], cores)
    wrong = 0
    for sample, score in zip(samples, scores, strict=True):
        if score != sample.score:
            wrong += 1
            print(f"{sample.moves or 'the empty board'}: {score} instead of {sample.score}")
    print(f"{name}: {len(samples):,} positions, {wrong} wrong", flush=True)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--bitbully",
        metavar="PYTHON",
        help="Python interpreter with bitbully and bitbully-databases",
    )
    source.add_argument(
        "--pons",
        type=Path,
        metavar="DIR",
        help="checkout of Pons' connect4; early plies take hours",
    )
    parser.add_argument("--sets", type=Path, metavar="DIR", help="a folder with the public sets")
    parser.add_argument("--positions", type=parse_number, default=10_000, help="(default: 10,000)")
    parser.add_argument("--last-ply", type=int, choices=range(42), default=35, metavar="PLY")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=parse_number, default=1, help="processor cores (default: 1)")
    options = parser.parse_args()
    if not (options.sets or options.bitbully or options.pons):
        parser.error("nothing to compare with: give --sets, --bitbully or --pons")
    wrong, asked = 0, 0
    try:
        public = load_public(options.sets) if options.sets else {}
        cores = pick_cores(options.jobs)
        ours = dropfour(table_mib=64, sweep_mib=0)
        if options.bitbully or options.pons:
            groups = by_ply(random_positions(options.positions, options.last_ply, options.seed))
            with tempfile.TemporaryDirectory() as folder:
                if options.bitbully:
                    peer = bitbully(options.bitbully, "--book")
                else:
                    program = build_pons(options.pons, Path(folder), Board())
                    peer = Solver("Pons", lambda board: [str(program)])
                for name, positions in groups.items():
                    scores = ask_all(peer, positions, cores)
                    samples = [Sample(*pair) for pair in zip(positions, scores, strict=True)]
                    wrong += compare(f"{name}, {peer.name}", samples, ours, cores)
                    asked += len(samples)
        for name, samples in public.items():
            wrong += compare(name, samples, ours, cores)
            asked += len(samples)
    except (OSError, PeerError, ValueError) as error:
        print(f"lab.peers.verify: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    print(f"{asked:,} positions in all, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
