"""The command for data sets: dataset."""

from __future__ import annotations

from pathlib import Path

import click

from dropfour.batch.datasets import DatasetPlan, parts_path, write_dataset
from dropfour.cli.group import command, expert_option
from dropfour.cli.notes import ProgressDisplay, continues_from
from dropfour.cli.options import (
    POSITIVE,
    Integer,
    refuse_both,
    rules_options,
    seconds_option,
    workers_option,
)
from dropfour.cli.outputs import Output
from dropfour.rules import Rules
from dropfour.work import open_executor
from dropfour.work.executor import core_count


@command(short_help="Write positions with exact scores as training data.")
@click.argument("file", type=Output())
@click.option(
    "--count", type=POSITIVE, default=10_000, metavar="N", help="Number of distinct positions."
)
@click.option(
    "--plies",
    type=(int, int),
    metavar="FIRST LAST",
    help="First and last ply of the positions; default: 0 to five sixths of the cells.",
)
@click.option("--columns", is_flag=True, help="Also score each column.")
@click.option(
    "--seed",
    type=Integer(0, 2**64 - 1),
    default=0,
    metavar="N",
    help="Other positions for another seed.",
)
@workers_option("Number of local processes; default: one per core.")
@expert_option("--cluster", metavar="ADDRESS", help="Use this Dask scheduler instead.")
@seconds_option("--time", "time_s", help="Stop after SECONDS; the same command continues.")
@rules_options
def dataset(
    file: Path,
    count: int,
    plies: tuple[int, int] | None,
    columns: bool,
    seed: int,
    workers: int | None,
    cluster: str | None,
    time_s: float | None,
    rules: Rules,
) -> None:
    """Write positions of random games with their exact scores to FILE, .npz or .parquet.

    The same options always give the same positions. Finished scores are kept in FILE.parts until the
    file is complete: after an interruption, the same command continues. Exit code 1: the time was over
    first, as it may be on boards that are too large to be solved.

    Example: dropfour dataset 7x6.npz --count 100000 --plies 8 35
    """
    refuse_both("workers", "cluster", "a cluster has its own processes")
    first, last = plies or (0, rules.cell_count * 5 // 6)
    if not 0 <= first <= last < rules.cell_count:
        end = rules.cell_count - 1
        raise ValueError(
            f"--plies takes the first and the last ply, 0 to {end} on {rules.size}, not {first} {last}"
        )
    plan = DatasetPlan(rules, count, first, last, seed, columns)
    with (
        continues_from(parts_path(file)),
        open_executor(workers or core_count(), cluster) as executor,
    ):
        try:
            labelled = write_dataset(plan, file, executor, ProgressDisplay(), time_s)
        except TimeoutError as error:
            click.echo(f"{error}. The same command continues from {parts_path(file)}.", err=True)
            raise SystemExit(1) from None
    click.echo(f"{file}: {count} positions, {labelled} labelled in this run.")
