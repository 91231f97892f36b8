"""Commands that solve positions exactly: solve, analyse."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from dropfour.cli.options import json_option, rules_options, seconds_option, table_option, together
from dropfour.cli.progress import StatusLine
from dropfour.cli.types import MOVES, Integer
from dropfour.drawing import draw_text, status_text, style_for, wants_ansi
from dropfour.engines.engine import Limits
from dropfour.engines.exact import DEFAULT_TABLE_MIB, Solver, SolverCache
from dropfour.engines.proof import Analysis, SearchProgress, Solution
from dropfour.position import Position
from dropfour.rules import Objective, Rules
from dropfour.scores import ScoreRange, plies_to_end
from dropfour.study.explain import result_text

# For a plan that an analysis mentions.
_PLAN_TIME_S = 0.5

solver_options = together(
    click.option(
        "--threads", type=Integer(1, 256), default=1, metavar="N", help="Number of threads."
    ),
    table_option(DEFAULT_TABLE_MIB),
    seconds_option(
        "--time", "time_s", help="Stop each search after SECONDS, with the bounds proven by then."
    ),
    click.option(
        "--no-book",
        "book",
        is_flag=True,
        flag_value=False,
        default=True,
        show_default=False,
        help="Do not use the opening book.",
    ),
)


@click.command(short_help="Print the exact score of positions.")
@click.argument("moves", nargs=-1, required=True, type=MOVES)
@click.option("--weak", is_flag=True, help="Print 1, 0 or -1 for win, draw or loss: quicker.")
@click.option("--stats", is_flag=True, help="Print nodes, seconds and source after each score.")
@json_option("Print a JSON object for each position.")
@solver_options
@rules_options
def solve(
    moves: tuple[str, ...],
    weak: bool,
    stats: bool,
    as_json: bool,
    time_s: float | None,
    rules: Rules,
    **solver_settings: Any,
) -> None:
    """Print MOVES and its exact score for the side to move, one position on each row.

    0 is a draw; 1 a win with the last stone, 2 with the one before it, and so on; negative the same
    for the opponent. With - for MOVES, reads one move string from each row of standard input.

    Example: dropfour solve 4455 12
    """
    solvers = SolverCache()
    from_input = moves == ("-",)
    texts = (MOVES(row) for row in sys.stdin) if from_input else iter(moves)
    failed = False
    for number, text in enumerate(texts, start=1):
        try:
            position = Position.from_moves(text, rules)
        except ValueError as error:
            failed = True
            where = f"line {number}: " if from_input else ""
            click.echo(f"Error: {where}{error}", err=True)
            continue
        with _shown_progress() as progress:
            solution = solvers.get(rules, **solver_settings).solve(
                position, weak=weak, limits=Limits(time_s=time_s), progress=progress
            )
        if as_json:
            click.echo(json.dumps({"moves": text, **solution.to_dict()}))
        else:
            click.echo(f"{text} {_score_text(solution, weak)}{_stats(solution) if stats else ''}")
        sys.stdout.flush()
    if failed:
        raise SystemExit(2)


@click.command(short_help="Show the exact score of every column.")
@click.argument("moves", type=MOVES)
@json_option()
@solver_options
@rules_options
def analyse(
    moves: str, as_json: bool, time_s: float | None, rules: Rules, **solver_settings: Any
) -> None:
    """Draw the position after MOVES with the exact score under each column.

    Example: dropfour analyse 44455554221
    """
    position = Position.from_moves(moves, rules)
    solver = Solver(rules, **solver_settings)
    limits = Limits(time_s=time_s)
    with _shown_progress() as progress:
        analysis = solver.analyse(position, limits=limits, progress=progress)
    left = limits.after(analysis.time_s)
    if as_json:
        click.echo(json.dumps(analysis.to_dict(limits=left)))
        return
    notes = {column: _note(known) for column, known in analysis.columns.items()}
    drawing = draw_text(
        position, style_for(sys.stdout), wants_ansi(sys.stdout), status=False, notes=notes
    )
    click.echo(drawing)
    for text in _analysis_text(analysis, left):
        click.echo(text)


def _stats(solution: Solution) -> str:
    return f" nodes={solution.nodes} seconds={solution.time_s:.6f} source={solution.source}"


def _score_text(solution: Solution, weak: bool) -> str:
    """The score, or its proven bounds as ``[low,high]``."""
    low, high = solution.range.low, solution.range.high
    if weak:
        low, high = max(-1, min(1, low)), max(-1, min(1, high))
    return str(low) if low == high else f"[{low},{high}]"


def _note(known: ScoreRange) -> str:
    """The score to print under a column; ? if it is not proven."""
    return f"{known.low:+d}" if known.low and known.is_exact else "0" if known.is_exact else "?"


def _analysis_text(analysis: Analysis, limits: Limits) -> Iterator[str]:
    """The text under the board: how the game ends with best play, and how that is known."""
    position, rules = analysis.position, analysis.position.rules
    if not analysis.columns:
        yield f"The game is over: {status_text(position)}."
        return
    for column, known in analysis.columns.items():
        if not known.is_exact:
            yield f"Column {column} is between {known.low:+d} and {known.high:+d}."
    if analysis.score is not None:
        columns = " or ".join(map(str, analysis.best))
        yield f"Best is {columns}: {result_text(position, analysis.score)}."
        yield f"Best play: {' '.join(map(str, analysis.find_variation(limits=limits)))}"
        if rules.objective is Objective.FIRST_LINE and plies_to_end(position, analysis.score) > 2:
            yield from _plan_text(position, limits)
    exact = "All exact" if analysis.is_exact else "Bounds where the search was stopped"
    source = {"book": "from the book", "search": f"{analysis.nodes} nodes"}
    yield f"{exact}; {source.get(analysis.source, 'by the rules')}, {analysis.time_s:.3f} s."


def _plan_text(position: Position, limits: Limits) -> Iterator[str]:
    """A pointer to a plan, if there is one that is found quickly."""
    from dropfour.study.plan_finder import find_plan  # not needed by solve

    time_s = _PLAN_TIME_S if limits.time_s is None else min(_PLAN_TIME_S, limits.time_s)
    plan = find_plan(position, limits=Limits(time_s=time_s))
    if plan is not None:
        rules = "1 rule" if plan.size == 1 else f"{plan.size} rules"
        yield f"{plan.result.capitalize()} by a plan of {rules}: dropfour plan shows it."


@contextmanager
def _shown_progress() -> Iterator[Callable[[SearchProgress], None] | None]:
    """Show the progress of a long search."""

    def show(progress: SearchProgress) -> None:
        column = f"column {progress.column}, " if progress.column else ""
        rate = progress.nodes / max(progress.time_s, 1e-9) / 1e6
        line.show(
            f"{column}{progress.range.low}..{progress.range.high}, "
            f"{progress.nodes / 1e6:.1f} M nodes, {rate:.1f} M/s, {progress.time_s:.0f} s"
        )

    with StatusLine() as line:
        yield show if line.is_shown else None
