"""The commands for puzzles: puzzle to solve one, puzzles build and puzzles verify."""

from __future__ import annotations

import json
import time
from collections import Counter
from datetime import date
from pathlib import Path

import click

from dropfour.cli.group import CommandGroup
from dropfour.cli.options import json_option, workers_option
from dropfour.cli.outputs import Output
from dropfour.cli.progress import ProgressDisplay
from dropfour.cli.types import POSITIVE, Date, Integer
from dropfour.drawing import TEXT_STYLES
from dropfour.puzzles.collection import Puzzles, read_puzzles, shipped_puzzles, write_puzzles
from dropfour.puzzles.puzzle import THEMES
from dropfour.terminal.puzzle import PuzzleOptions, solve_puzzles


@click.command(short_help="Solve a puzzle in the terminal.")
@click.argument("id", required=False)
@click.option("--theme", type=click.Choice(THEMES), metavar="THEME", help="A puzzle of this theme.")
@click.option(
    "--rating",
    type=Integer(0, 5000),
    metavar="ELO",
    help="A puzzle about as hard as this; the level medium has 1500.",
)
@click.option(
    "--day",
    type=Date(),
    metavar="YYYY-MM-DD",
    help="The puzzle of this day instead of today's.",
)
@click.option("--count", type=POSITIVE, default=1, show_default=True, metavar="N")
@click.option("--seed", type=int, metavar="N", help="Make the choice repeatable.")
@click.option("--style", type=click.Choice(TEXT_STYLES), help="How the board is drawn.")
@json_option("Print the puzzle with its solution.")
def puzzle(
    id: str | None,
    theme: str | None,
    rating: int | None,
    day: date | None,
    count: int,
    seed: int | None,
    style: str | None,
    as_json: bool,
) -> None:
    """Solve the puzzle of the day, the one with this ID, or others of a theme or rating.

    Type the column that wins or holds the draw; wrong ones are refuted on the board. Other answers:
    hint, solution, quit. Themes: max-connect4, draw, zugzwang, trap, only-move, win, win-in-2 to
    win-in-8.

    Example: dropfour puzzle --theme trap --rating 1500
    """
    chosen = PuzzleOptions(id, theme, rating, day, count, seed).choose()
    if as_json:
        for each in chosen:
            click.echo(json.dumps(each.to_dict()))
        return
    raise SystemExit(solve_puzzles(chosen, style))


@click.group(cls=CommandGroup, short_help="Build and verify collections of puzzles.")
def puzzles() -> None:
    """Build collections of puzzles such as the one that comes with Dropfour, and verify them.

    Example: dropfour puzzles verify
    """


@puzzles.command("build", short_help="Find puzzles in games of the levels, and rate them.")
@click.argument("file", type=Output())
@click.option("--games", type=POSITIVE, default=5500, show_default=True, metavar="N")
@click.option(
    "--tries",
    type=Integer(1, 1000),
    default=12,
    show_default=True,
    metavar="N",
    help="Tries of each level at each puzzle.",
)
@click.option("--seed", type=Integer(0), default=1, show_default=True, metavar="N")
@workers_option("Number of local processes; default: one per core.")
def build_command(file: Path, games: int, tries: int, seed: int, workers: int | None) -> None:
    """Find puzzles in games of levels 1 to 9 against each other, and write them to FILE.

    The same options always give the same file. An existing FILE is replaced when the new one is
    complete. Needs the extras arena and numpy.

    Example: dropfour puzzles build puzzles.gz --games 400
    """
    from dropfour.tools.puzzles.build import PuzzlePlan, build
    from dropfour.work.executor import core_count, open_executor

    started = time.monotonic()
    with open_executor(workers or core_count()) as executor:
        built = build(PuzzlePlan(games, tries, seed), executor, ProgressDisplay())
    size = write_puzzles(built.puzzles, file)
    click.echo(
        f"{built.games} games, {built.positions} positions, {built.candidates} candidates, "
        f"{built.obvious} of them obvious."
    )
    levels = ", ".join(f"{number}: {elo}" for number, elo in built.puzzles.levels.items())
    click.echo(f"Elo of the levels: {levels}.")
    for theme, number in _theme_counts(built.puzzles).items():
        click.echo(f"{number:6}  {theme}")
    spent_s = time.monotonic() - started
    click.echo(f"{file}: {len(built.puzzles)} puzzles, {size} bytes, in {spent_s:.0f} s.")


@puzzles.command("verify", short_help="Solve puzzles again and compare.")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--sample",
    type=POSITIVE,
    metavar="N",
    help="Number of puzzles to check, chosen at random; default: all.",
)
def verify_command(file: Path | None, sample: int | None) -> None:
    """Solve the puzzles in FILE again, or those that come with Dropfour.

    Checks that each column of a solution is the only one that wins or draws, that each reply is a most
    stubborn one, the themes, and that no puzzle occurs twice. Exit code 1: a puzzle is wrong. Needs
    the extra numpy.

    Example: dropfour puzzles verify --sample 100
    """
    from dropfour.tools.puzzles.verify import verify

    started = time.monotonic()
    collection = shipped_puzzles() if file is None else read_puzzles(file)
    count = len(collection) if sample is None else min(sample, len(collection))
    faults = verify(collection, sample, report=ProgressDisplay())
    for fault in faults:
        click.echo(fault)
    verdict = f"{len(faults)} wrong" if faults else "all correct"
    click.echo(f"{count} puzzles solved again in {time.monotonic() - started:.0f} s: {verdict}.")
    if faults:
        raise SystemExit(1)


def _theme_counts(collection: Puzzles) -> dict[str, int]:
    counts = Counter(theme for each in collection for theme in {*each.themes, each.kind.value})
    return {theme: counts[theme] for theme in THEMES if counts[theme]}
