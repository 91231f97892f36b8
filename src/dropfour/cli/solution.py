"""Commands for solutions: solution build, verify, info, show, deck, sheet, map."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import click

from dropfour.cli.explain import draw_plan
from dropfour.cli.group import CommandGroup
from dropfour.cli.options import json_option, rules_options, seconds_option, workers_option
from dropfour.cli.outputs import Output, write_outputs
from dropfour.cli.progress import ProgressDisplay, continues_from
from dropfour.cli.types import MOVES
from dropfour.drawing import draw_text, style_for, wants_ansi
from dropfour.moves import format_moves
from dropfour.position import Colour, Position
from dropfour.rules import Rules
from dropfour.solutions.cards import draw_sheet, write_deck
from dropfour.solutions.format import load_solution, shipped_path
from dropfour.solutions.graph import SolutionGraph, replies_of
from dropfour.solutions.sunburst import draw_sunburst
from dropfour.study.plan_parts import BrokenPlan
from dropfour.work.executor import core_count, open_executor

_NOT_DONE = 1  # exit code: the time ran out, or a promise is broken

file_argument = click.argument("file", required=False, type=click.Path(path_type=Path))
file_option = click.option(
    "--file", type=click.Path(path_type=Path), metavar="FILE", help="Another solution."
)


@click.group(cls=CommandGroup, short_help="Build, check, show and learn a solution of the game.")
def solution() -> None:
    """Solutions: a move for every reply until a plan takes over, small enough to learn.

    Without FILE, the one that comes with Dropfour: red, who begins, wins on 7x6.

    Example: dropfour solution show 4444
    """


@solution.command("build", short_help="Build a solution, or continue a build.")
@click.argument("file", type=Output())
@click.option(
    "--colour",
    type=click.Choice([str(colour) for colour in Colour]),
    required=True,
    help="The side that it is for.",
)
@click.option("--moves", type=MOVES, default="", metavar="MOVES", help="Start after these moves.")
@workers_option("Processes that search; default: one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Search on this Dask cluster instead.")
@seconds_option(
    "--time",
    "time_limit_s",
    help="Make it smaller for SECONDS; default: until that hardly helps.",
)
@rules_options
def build_command(
    file: Path,
    colour: str,
    moves: str,
    workers: int | None,
    cluster: str | None,
    time_limit_s: float | None,
    rules: Rules,
) -> None:
    """Find what one side plays against every reply, and write it to FILE.

    The longer it runs, the smaller it gets. Results are logged in FILE.log; after an interruption, or
    to make FILE smaller, the same command continues from there. Exit code 1: the time was too short.

    Example: dropfour solution build 6x5.solution --board 6x5 --colour red
    """
    from dropfour.tools.solutions.build import build, log_path  # the other commands do not need it

    start = Position.from_moves(moves, rules)
    executor = open_executor(workers or core_count(), cluster)
    with continues_from(log_path(file)), executor:
        result = build(
            moves,
            start,
            Colour[colour.upper()],
            file,
            executor,
            time_limit_s=time_limit_s,
            report=ProgressDisplay(),
        )
    if result.solution is None:
        click.echo(
            f"{result.searches} searches, {result.open} positions are open. "
            f"The same command continues from {log_path(file)}."
        )
        raise SystemExit(_NOT_DONE)
    found = result.solution
    click.echo(f"{file}: {found.result}, {len(found.entries)} positions, {len(found.plans)} plans.")


@solution.command("verify", short_help="Follow a solution against every reply.")
@file_argument
@json_option()
def verify(file: Path | None, as_json: bool) -> None:
    """Check that every reply is answered and every plan keeps its promise.

    Exit code 1 if not; then a line of play shows it.

    Example: dropfour solution verify
    """
    found = _load(file)
    try:
        proof = found.verify()
    except BrokenPlan as error:
        line = f" Line of play: {format_moves(error.line)}." if error.line else ""
        click.echo(f"Error: {error}.{line}", err=True)
        raise SystemExit(_NOT_DONE) from None
    if as_json:
        values = {name: getattr(proof, name) for name in proof.__slots__}
        click.echo(json.dumps({"result": found.result, **values}))
        return
    click.echo(
        f"{_capital(found.result)}: every reply was checked, none is missing. {proof.positions} "
        f"positions, {proof.wins_at_once} more in which a line is completed at once; "
        f"{proof.replies} replies, {proof.plan_positions} positions of plans."
    )


@solution.command("info", short_help="Show how large a solution is.")
@file_argument
@json_option()
def info(file: Path | None, as_json: bool) -> None:
    """Show how many positions and plans there are to learn, by ply.

    Example: dropfour solution info
    """
    found = _load(file)
    plies = Counter(len(entry.moves) for entry in found.entries)
    plans = Counter(len(entry.moves) for entry in found.entries if entry.plan is not None)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "result": found.result,
                    "board": found.start.rules.size,
                    "moves": found.moves,
                    "positions": len(found.entries),
                    "plans": len(found.plans),
                    "plies": {ply: [plies[ply], plans[ply]] for ply in sorted(plies)},
                }
            )
        )
        return
    click.echo(f"{_capital(found.result)} on {found.start.rules.size}.")
    click.echo(f"{len(found.entries)} positions, {len(found.plans)} different plans.")
    for ply in sorted(plies):
        click.echo(f"  ply {ply:2}: {plies[ply]:4} positions, {plans[ply]:4} of them with a plan")


@solution.command("show", short_help="Show what to play after MOVES, and why.")
@click.argument("moves", type=MOVES, default="")
@file_option
@json_option()
def show(moves: str, file: Path | None, as_json: bool) -> None:
    """Show the column to play after MOVES, the plan if there is one, and what may follow.

    Example: dropfour solution show 4444
    """
    found = _load(file)
    position = Position.from_moves(moves, found.start.rules)
    column = found.reply(position)
    entry = found.find(position)
    plan = None if entry is None else found.plan_of(entry[0])
    if plan is not None and entry is not None and entry[1]:
        plan = plan.mirror()
    if as_json:
        value = None if plan is None else plan.to_dict()
        click.echo(json.dumps({"moves": moves, "column": column, "plan": value}))
        return
    if plan is not None:
        draw_plan(plan)
        click.echo(f"{plan}\n")
    else:
        click.echo(draw_text(position, style_for(sys.stdout), wants_ansi(sys.stdout)))
    click.echo(f"Play column {column}.")
    if entry is not None and plan is None:
        for reply, after in replies_of(position.play(column)):
            count = len(found.reachable(after))
            click.echo(f"  Against {reply}: {count} position{'' if count == 1 else 's'} to learn.")


@solution.command("deck", short_help="Write a deck for Anki.")
@click.argument("out", type=Output())
@file_option
def deck(out: Path, file: Path | None) -> None:
    """Write a deck for Anki with a card for each position: the board, then the move or the plan.

    Example: dropfour solution deck connect-four.apkg
    """
    click.echo(f"{out}: {write_deck(_load(file), out)} cards.")


@solution.command("sheet", short_help="Write a page to print.")
@click.argument("out", type=Output("SVG"))
@file_option
def sheet(out: Path, file: Path | None) -> None:
    """Write an SVG of one page: the first moves, and the plans that serve most positions.

    Example: dropfour solution sheet connect-four.svg
    """
    if not write_outputs((out, lambda: draw_sheet(_load(file)))):
        click.echo(f"{out}: one page.")


@solution.command("map", short_help="Draw all positions at once.")
@click.argument("out", type=Output("SVG"))
@file_option
def map_command(out: Path, file: Path | None) -> None:
    """Write an SVG with a ring for each move and a sector for each position.

    Example: dropfour solution map connect-four.svg
    """
    if not write_outputs((out, lambda: draw_sunburst(_load(file)))):
        click.echo(f"{out}: a picture.")


def _load(file: Path | None) -> SolutionGraph:
    return load_solution(file or shipped_path())


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
