"""Commands for opening books: book build, book info, book verify."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import click

from dropfour.book.format import MOST_STEPS, Contents
from dropfour.book.reader import open_book, shipped_path
from dropfour.cli.group import CommandGroup
from dropfour.cli.options import (
    is_given,
    json_option,
    refuse_both,
    rules_options,
    seconds_option,
    table_option,
    workers_option,
)
from dropfour.cli.outputs import Output, json_text
from dropfour.cli.progress import ProgressDisplay, continues_from
from dropfour.cli.types import POSITIVE, Integer
from dropfour.launch import from_thread
from dropfour.rules import Rules
from dropfour.tools.books.build import DEFAULT_HARD_NODES, BookPlan, build, log_path
from dropfour.tools.books.log import read_log
from dropfour.tools.books.verify import count_all_results, verify, verify_against
from dropfour.work.executor import core_count, open_executor
from dropfour.work.threads import ThreadExecutor

_NOT_DONE = 1  # exit code: the time ran out, or a check failed


@click.group(cls=CommandGroup, short_help="Build, show and check opening books.")
def book() -> None:
    """Opening books: exact scores of early positions, looked up instead of searched.

    Example: dropfour book info
    """


@book.command("build", short_help="Build a book, or continue a build.")
@click.option("--depth", type=int, required=True, metavar="D", help="Hold all positions to ply D.")
@click.option(
    "--every",
    type=Integer(1, MOST_STEPS),
    default=1,
    show_default=True,
    metavar="N",
    help="Store every Nth ply to D; the others follow from these.",
)
@click.option("--hard-depth", type=int, metavar="P", help="Also hold hard positions to ply P.")
@click.option(
    "--hard-nodes",
    type=POSITIVE,
    default=DEFAULT_HARD_NODES,
    show_default=True,
    metavar="N",
    help="A hard position needs more nodes, from an empty table.",
)
@click.option(
    "--play-depth",
    type=int,
    metavar="P",
    help="Instead, hold a repertoire to ply P: one best move for each colour.",
)
@click.option(
    "--out",
    type=Output(),
    required=True,
    metavar="FILE",
    help="The book to write.",
)
@click.option(
    "--with-log",
    "logs",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="LOG",
    help="Also use the log of another build; repeatable.",
)
@workers_option("Threads that share one table; default: one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Solve on this Dask cluster instead.")
@table_option(1024)
@seconds_option(
    "--time",
    "--time-limit",
    "time_limit_s",
    help="Stop after SECONDS; the same command continues.",
)
@rules_options
def build_command(
    depth: int,
    every: int,
    hard_depth: int | None,
    hard_nodes: int,
    play_depth: int | None,
    out: Path,
    logs: tuple[Path, ...],
    workers: int | None,
    cluster: str | None,
    table_mib: int,
    time_limit_s: float | None,
    rules: Rules,
) -> None:
    """Solve the positions of a book and write it to FILE.

    Results are logged in FILE.log; after an interruption, the same command continues from there, also on
    another machine. Exit code 1: the time limit was reached first.

    Example: dropfour book build --board 5x4 --depth 6 --out 5x4.book
    """
    refuse_both("workers", "cluster", "a cluster has its own processes")
    if not is_given("hard_depth") and is_given("hard_nodes"):
        raise click.UsageError("--hard-nodes needs --hard-depth.")
    plan = BookPlan(rules, depth, hard_depth, hard_nodes, every, play_depth)
    executor = (
        ThreadExecutor(workers or core_count())
        if cluster is None
        else open_executor(cluster=cluster)
    )
    with continues_from(log_path(out)), executor:
        result = build(
            plan,
            out,
            executor,
            table_mib=table_mib,
            logs=logs,
            time_limit_s=time_limit_s,
            report=ProgressDisplay(),
        )
    if not result.is_finished:
        click.echo(
            f"{result.solved} positions solved, {result.left} left of this ply. "
            f"The same command continues from {log_path(out)}."
        )
        raise SystemExit(_NOT_DONE)
    click.echo(f"{out}: {result.size} bytes, {result.solved} positions solved in this run.")


@book.command("info", short_help="Show what a book holds.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--results", is_flag=True, help="Count wins, draws and losses of complete plies.")
@json_option()
@rules_options
def info(file: Path | None, results: bool, as_json: bool, rules: Rules) -> None:
    """Show what a book holds; without FILE, the one for these rules that comes with Dropfour.

    Example: dropfour book info --objective most-lines
    """
    path = _path(file, rules)
    opened = open_book(path)
    contents = opened.contents
    sizes = {shelf.ply: len(shelf.function.cells) for shelf in contents.shelves}
    sizes |= {
        shelf.ply: sizes[shelf.ply] + len(shelf.filter.cells)
        for shelf in contents.shelves
        if shelf.filter is not None
    }
    counts = list(count_all_results(opened)) if results else []
    if as_json:
        click.echo(json_text(_info_values(path, contents, sizes, counts)), nl=False)
        return
    rules = contents.rules
    click.echo(f"{path}: {path.stat().st_size} bytes")
    click.echo(f"{rules.size}, connect {rules.connect}, {rules.objective.value}, exact scores")
    click.echo(f"All positions to ply {contents.depth}", nl=False)
    if contents.has_repertoire:
        click.echo(f", to ply {contents.last_ply} a repertoire for both colours", nl=False)
    elif contents.last_ply > contents.depth:
        click.echo(
            f", to ply {contents.last_ply} those that take more than {contents.hard_nodes} nodes",
            nl=False,
        )
    click.echo(".")
    click.echo(f"{'ply':>4}{'unfinished':>12}{'known':>12}{'bytes':>12}")
    for ply, (known, unfinished) in enumerate(
        zip(contents.known, contents.unfinished, strict=True)
    ):
        click.echo(f"{ply:4}{unfinished:12}{known:12}{sizes.get(ply, '-'):>12}")
    click.echo("Mirror images count once; immediate wins need no book.")
    if len(sizes) <= contents.last_ply:
        click.echo("A ply without bytes follows from the next one that has some.")
    if results:
        click.echo(f"{'ply':>4}{'red wins':>12}{'draws':>12}{'red loses':>12}")
        for ply, (wins, draws, losses) in enumerate(counts):
            click.echo(f"{ply:4}{wins:12}{draws:12}{losses:12}")
        click.echo("Both mirror images count, and games that are over.")


def _info_values(
    path: Path,
    contents: Contents,
    sizes: dict[int, int],
    results: Sequence[tuple[int, int, int]],
) -> dict[str, Any]:
    plies = []
    for ply, (known, unfinished) in enumerate(
        zip(contents.known, contents.unfinished, strict=True)
    ):
        row = {"ply": ply, "unfinished": unfinished, "known": known, "bytes": sizes.get(ply)}
        if ply < len(results):
            row |= dict(zip(("red_wins", "draws", "red_loses"), results[ply], strict=True))
        plies.append(row)
    return {
        "file": str(path),
        "bytes": path.stat().st_size,
        "board": contents.rules.size,
        "connect": contents.rules.connect,
        "objective": contents.rules.objective.value,
        "depth": contents.depth,
        "last_ply": contents.last_ply,
        "has_repertoire": contents.has_repertoire,
        "plies": plies,
    }


@book.command("verify", short_help="Check a book, and solve a sample of it again.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--sample",
    type=Integer(min=0),
    default=100,
    show_default=True,
    metavar="N",
    help="Number of positions to solve again, without the book.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random sample.")
@click.option(
    "--against",
    "logs",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="LOG",
    help="Compare with the log of another build; repeatable.",
)
@click.option(
    "--to-ply",
    type=Integer(min=0),
    metavar="P",
    help="Check no deeper plies; default: all.",
)
@workers_option("Threads; default: 1.")
@table_option(256)
@rules_options
def verify_command(
    file: Path | None,
    sample: int,
    seed: int,
    logs: tuple[Path, ...],
    to_ply: int | None,
    workers: int | None,
    table_mib: int,
    rules: Rules,
) -> None:
    """Check a book against itself, published results, and a search without a book.

    Without FILE, checks the book for these rules that comes with Dropfour. Exit code 1: a check failed.

    Example: dropfour book verify 5x4.book --sample 50
    """
    book = open_book(_path(file, rules))
    failed = False
    checks = chain(
        (verify_against(book, read_log(log, book.rules)) for log in logs),
        verify(
            book,
            sample,
            seed=seed,
            workers=workers or 1,
            table_mib=table_mib,
            deepest=to_ply,
            report=ProgressDisplay(),
        ),
    )
    for check in from_thread(checks):
        click.echo(f"{'ok   ' if check.problem is None else 'WRONG'} {check.name}", nl=False)
        click.echo("" if check.problem is None else f": {check.problem}")
        failed |= check.problem is not None
    if failed:
        raise SystemExit(_NOT_DONE)


def _path(file: Path | None, rules: Rules) -> Path:
    path = file or shipped_path(rules)
    if path is None:
        raise ValueError(
            f"no {rules.objective.value} book of {rules.size} comes with this installation: give a FILE"
        )
    return path
