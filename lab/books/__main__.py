"""`python -m lab.books`: build an opening book, or continue a build; check one; count its results."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import click

from dropfour.book.format import MOST_STEPS
from dropfour.book.reader import open_book
from dropfour.cli.book import book_path
from dropfour.cli.group import CommandGroup, expert_option
from dropfour.cli.notes import ProgressDisplay, continues_from
from dropfour.cli.options import (
    Integer,
    refuse_both,
    rules_options,
    seconds_option,
    table_option,
    workers_option,
)
from dropfour.cli.outputs import Output
from dropfour.launch import from_thread
from dropfour.rules import Rules
from dropfour.work import open_executor
from dropfour.work.executor import core_count
from lab.books.build import BookPlan, build, log_path
from lab.books.log import read_log
from lab.books.threads import ThreadExecutor
from lab.books.verify import count_all_results, verify, verify_against

_NOT_DONE = 1  # exit code: the time ran out, or a check failed


@click.group(cls=CommandGroup)
def main() -> None:
    """Build and check opening books, those that come with Dropfour or others."""


@main.command("build", short_help="Build a book, or continue a build.")
@click.option("--depth", type=int, required=True, metavar="D", help="Hold all positions to ply D.")
@expert_option(
    "--every",
    type=Integer(1, MOST_STEPS),
    default=1,
    metavar="N",
    help="Store every Nth ply to D; the others follow from these.",
)
@click.option("--out", type=Output(), required=True, metavar="FILE", help="The book to write.")
@expert_option(
    "--with-log",
    "logs",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="LOG",
    help="Also use the log of another build; repeatable.",
)
@workers_option("Threads that share one table; default: one per core.")
@expert_option("--cluster", metavar="ADDRESS", help="Solve on this Dask cluster instead.")
@table_option(1024)
@seconds_option("--time", "time_limit_s", help="Stop after SECONDS; the same command continues.")
@rules_options
def build_command(
    depth: int,
    every: int,
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

    Example: python -m lab.books build --board 5x4 --depth 6 --out 5x4.book
    """
    refuse_both("workers", "cluster", "a cluster has its own processes")
    plan = BookPlan(rules, depth, every)
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


@main.command(short_help="Count wins, draws and losses of each ply.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@rules_options
def results(file: Path | None, rules: Rules) -> None:
    """Count the results for red, of both mirror images and with games that are over.

    Example: python -m lab.books results 5x4.book
    """
    click.echo(f"{'ply':>4}{'red wins':>12}{'draws':>12}{'red loses':>12}")
    for ply, counts in enumerate(count_all_results(open_book(book_path(file, rules)))):
        click.echo(f"{ply:4}{''.join(f'{count:12}' for count in counts)}")


@main.command("verify", short_help="Check a book, and solve a sample of it again.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--sample",
    type=Integer(min=0),
    default=100,
    metavar="N",
    help="Number of positions to solve again, without the book.",
)
@click.option("--seed", type=int, default=0, metavar="N", help="Seed of the random sample.")
@expert_option(
    "--against",
    "logs",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="LOG",
    help="Compare with the log of another build; repeatable.",
)
@expert_option(
    "--to-ply", type=Integer(min=0), metavar="P", help="Check no deeper plies; default: all."
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

    Example: python -m lab.books verify 5x4.book --sample 50
    """
    book = open_book(book_path(file, rules))
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


if __name__ == "__main__":
    main()
