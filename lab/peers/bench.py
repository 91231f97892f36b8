"""`make bench-peers`: Dropfour's solver and others on the same positions, in one run and one table.

Each solver uses one thread, no book, and a table that is cleared before each position, outside the
clock. Each cell of the table shows the mean time of a position, the mean number of nodes, as the
solver counts them, and nanoseconds per node. The solvers take turns on a set, for several rounds if a
round is short, and the best time of each position counts. Every answer is compared with the known
score. A peer is a column if it is given; see docs/solver.md for where to get them.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import shlex
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from math import inf
from pathlib import Path

from benchmarks.positions import Sample, load, load_public
from benchmarks.timing import parse_number
from dropfour.files import write_text_atomically
from lab.peers.build import Board, PeerError, build_c4, build_fhourstones, build_pons
from lab.peers.measure import Plan, PositionSet, measure
from lab.peers.table import Run, describe
from lab.peers.workers import PonsStyleWorker, Solver, bitbully, dropfour, pick_cores

# Scores of the empty boards: Tromp; Steininger.
EMPTY_SCORES = {"7x6": 1, "6x6": -1, "7x5": 0, "6x7": 1, "7x7": 0}


def find_solvers(options: argparse.Namespace, folder: Path) -> list[Solver]:
    """Return Dropfour and the peers that were given, which are built in *folder* for each board."""

    def built(name: str, build: Callable[[Board], Path], is_exact: bool = True) -> Solver:
        @cache
        def command(board: Board) -> list[str]:
            return [str(build(board))]

        return Solver(name, command, is_exact)

    solvers = [dropfour(options.table_mib, options.sweep_mib)]
    if options.c4:
        for mib in options.c4_mib:
            name = "c4" if mib == 64 else f"c4 {mib} MiB"
            build = partial(build_c4, options.c4, mib, folder)
            solvers.append(built(name, build))
    if options.pons:
        solvers.append(built("Pons", partial(build_pons, options.pons, folder)))
    if options.bitbully:
        solvers.append(bitbully(options.bitbully))
    if options.fhourstones:
        build = partial(build_fhourstones, options.fhourstones, folder)
        solvers.append(built("Fhourstones 88", build, is_exact=False))
    if options.program:
        command = shlex.split(options.program)
        solvers.append(
            Solver(
                Path(command[0]).name,
                lambda board: command if board == Board() else None,
                worker=PonsStyleWorker,
            )
        )
    return solvers


def find_sets(options: argparse.Namespace) -> list[PositionSet]:
    """Return the sets that were asked for, each with no more positions than were asked for."""
    samples = load() if options.own else {}
    if options.sets:
        samples |= load_public(options.sets)
    sets = [PositionSet(name, positions, Board()) for name, positions in samples.items()]
    sizes = [] if options.empty is None else options.empty or ["7x6"]
    sets += [
        PositionSet(f"empty-{size}", [Sample("", EMPTY_SCORES[size])], parse_board(size))
        for size in sizes
    ]
    most = dict(options.positions)
    names = {positions.name for positions in sets}
    if unknown := {*options.only, *most} - {*names, ""}:
        found = ", ".join(sorted(names)) or "none"
        raise ValueError(f"no set {', '.join(sorted(unknown))}; sets found: {found}")
    return [
        replace(positions, samples=positions.samples[: most.get(positions.name, most.get(""))])
        for positions in sets
        if not options.only or positions.name in options.only
    ]


def parse_board(size: str) -> Board:
    columns, rows = map(int, size.split("x"))
    return Board(columns, rows)


def parse_positions(text: str) -> tuple[str, int]:
    """Return the set's name, or "" for all, and the number of positions."""
    name, _, number = text.rpartition("=")
    return name, parse_number(number)


def parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, not {text!r}")
    return seconds


def parse_arguments(
    arguments: Sequence[str] | None,
) -> tuple[argparse.Namespace, list[PositionSet]]:
    parser = argparse.ArgumentParser(
        prog="lab.peers.bench",
        usage="%(prog)s [peers] [positions] [measurement]",
        description=__doc__,
    )
    peers = parser.add_argument_group("peers")
    peers.add_argument("--c4", type=Path, metavar="DIR", help="checkout of Steininger's c4")
    peers.add_argument("--pons", type=Path, metavar="DIR", help="checkout of Pons' connect4")
    peers.add_argument("--bitbully", metavar="PYTHON", help="Python interpreter with bitbully")
    peers.add_argument("--fhourstones", type=Path, metavar="DIR", help="checkout of fhourstones88")
    peers.add_argument(
        "--program",
        metavar="COMMAND",
        help="another solver: reads move strings, prints `moves score`",
    )
    sets = parser.add_argument_group("positions")
    sets.add_argument(
        "--own",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="the sets in benchmarks/positions.txt",
    )
    sets.add_argument(
        "--sets",
        type=Path,
        metavar="DIR",
        help="a folder with the public sets, files with `moves score` on each line",
    )
    sets.add_argument(
        "--empty",
        nargs="*",
        choices=list(EMPTY_SCORES),
        metavar="SIZE",
        help=f"empty boards, {', '.join(EMPTY_SCORES)} (default: 7x6; takes minutes)",
    )
    sets.add_argument("--only", nargs="+", default=[], metavar="SET", help="these sets only")
    sets.add_argument(
        "--positions",
        nargs="+",
        type=parse_positions,
        default=[],
        metavar="N|SET=N",
        help="the first N positions of each set, or of one",
    )
    run = parser.add_argument_group("measurement")
    run.add_argument("--rounds", type=parse_number, default=5, help="at most (default: 5)")
    run.add_argument(
        "--round-time",
        type=parse_seconds,
        default=10.0,
        metavar="SECONDS",
        help="start no new round on a set after this time (default: 10)",
    )
    run.add_argument(
        "--limit",
        type=parse_seconds,
        default=600.0,
        metavar="SECONDS",
        help="give up a position after this time (default: 600)",
    )
    run.add_argument(
        "--jobs",
        type=parse_number,
        default=1,
        help="share each set among this many processor cores (default: 1)",
    )
    run.add_argument("--table-mib", type=parse_number, default=64, help="Dropfour's (default: 64)")
    run.add_argument(
        "--c4-mib",
        type=parse_number,
        nargs="+",
        default=[64],
        metavar="MIB",
        help="c4's table (default: 64); several sizes are several columns",
    )
    run.add_argument(
        "--sweep-mib",
        type=int,
        default=64,
        help="memory to overwrite before each of Dropfour's positions, as the peers do when they "
        "clear their tables, so that all start with equally cold caches (default: 64)",
    )
    run.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    run.add_argument("--note", help="more about the machine, to be shown above the table")
    options = parser.parse_args(arguments)
    try:
        sets_found = find_sets(options)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if not sets_found:
        parser.error("no positions: --no-own without --sets or --empty")
    if options.sweep_mib < 0:
        parser.error("--sweep-mib cannot be negative")
    if options.json and not options.json.parent.is_dir():
        parser.error(f"--json: there is no folder {options.json.parent}")
    return options, sets_found


def describe_machine() -> str:
    """Return the processor's name and the number of cores that this process may use."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        models = [
            text.partition(":")[2].strip()
            for text in info.read_text(encoding="utf-8").splitlines()
            if text.startswith("model name")
        ]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores"


def main(arguments: Sequence[str] | None = None) -> None:
    options, sets = parse_arguments(arguments)
    plan = Plan(options.rounds, options.round_time, options.limit)
    machine = ", ".join(filter(None, [describe_machine(), options.note]))
    run = Run(datetime.date.today().isoformat(), machine, options.jobs, ())
    try:
        cores = pick_cores(options.jobs)
        with tempfile.TemporaryDirectory() as folder:
            solvers = find_solvers(options, Path(folder))
            for board in {positions.board: None for positions in sets}:
                for solver in solvers:
                    solver.command(board)  # built before anything is timed
            for row in measure(sets, solvers, cores, plan):
                run = replace(run, rows=(*run.rows, row))
                times = (f"{cell.solver} {cell.time}" for cell in row.cells)
                print(f"{row.set}: {', '.join(times)}", file=sys.stderr, flush=True)
                if options.json:
                    write_text_atomically(options.json, run.to_json())
    except PeerError as error:
        print(f"lab.peers.bench: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    print(describe([run]), end="")
    if any(cell.wrong for row in run.rows for cell in row.cells):
        sys.exit(1)


if __name__ == "__main__":
    main()
