"""Commands that solve positions exactly: solve, analyse."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from dropfour.cli.group import BadInput, command, expert_option, show_error
from dropfour.cli.notes import StatusLine
from dropfour.cli.options import (
    MOVES,
    Integer,
    json_option,
    moves_argument,
    rules_options,
    seconds_option,
    table_option,
    together,
)
from dropfour.cli.outputs import draw, print_json
from dropfour.drawing import status_text
from dropfour.engines.engine import Limits
from dropfour.engines.exact import DEFAULT_TABLE_MIB, Solver, SolverCache
from dropfour.engines.proof import Analysis, SearchProgress, SolveResult
from dropfour.position import Position
from dropfour.rules import Objective, Rules
from dropfour.scores import ScoreRange, plies_to_end
from dropfour.study.explain import result_text

solver_options = together(
    click.option(
        "--threads", type=Integer(1, 256), default=1, metavar="N", help="Number of threads."
    ),
    table_option(DEFAULT_TABLE_MIB),
    seconds_option(
        "--time", "time_s", help="Stop each search after SECONDS, with the bounds proven by then."
    ),
    expert_option(
        "--no-book",
        "book",
        is_flag=True,
        flag_value=False,
        default=True,
        show_default=False,
        help="Do not use the opening book.",
    ),
)


@command(short_help="Print the exact score of positions.")
@click.argument("moves", nargs=-1, required=True)
@click.option("--weak", is_flag=True, help="Print 1, 0 or -1 for win, draw or loss: quicker.")
@expert_option("--stats", is_flag=True, help="Print nodes, seconds and source after each score.")
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
    failed = False
    for number, given in enumerate(sys.stdin if from_input else moves, start=1):
        text = MOVES.convert(given, None, None)
        try:
            position = Position.from_moves(text, rules)
        except ValueError as error:
            failed = True
            where = f"line {number}: " if from_input else ""
            show_error(BadInput(f"{where}{error}"))
            continue
        with _shown_progress() as progress:
            solution = solvers.get(rules, **solver_settings).solve(
                position, weak=weak, limits=Limits(time_s=time_s), progress=progress
            )
        if as_json:
            print_json(solution.to_dict(), position, text)
        else:
            click.echo(f"{text} {_score_text(solution, weak)}{_stats(solution) if stats else ''}")
        sys.stdout.flush()
    if failed:
        raise SystemExit(2)


@command(short_help="Show the exact score of every column.")
@moves_argument
@json_option()
@solver_options
@rules_options
def analyse(
    moves: str, as_json: bool, time_s: float | None, rules: Rules, **solver_settings: Any
) -> None:
    """Draw the position after MOVES with the exact score under each column.

    Example: dropfour analyse 4455
    """
    position = Position.from_moves(moves, rules)
    solver = Solver(rules, **solver_settings)
    limits = Limits(time_s=time_s)
    with _shown_progress() as progress:
        analysis = solver.analyse(position, limits=limits, progress=progress)
    left = limits.after(analysis.time_s)
    if as_json:
        print_json(analysis.to_dict(limits=left), position, moves)
        return
    notes = {column: _note(known) for column, known in analysis.columns.items()}
    draw(position, status=False, notes=notes)
    for text in _analysis_text(analysis, left):
        click.echo(text)


def _stats(solution: SolveResult) -> str:
    return f" nodes={solution.nodes} seconds={solution.time_s:.6f} source={solution.source}"


def _score_text(solution: SolveResult, weak: bool) -> str:
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
        is_lost = analysis.score < 0 and len(analysis.best) == len(analysis.columns)
        best = f"Best is {' or '.join(map(str, analysis.best))}"
        head = "Every column loses" if is_lost else best
        yield f"{head}: {result_text(position, analysis.score)}."
        yield f"Best play: {' '.join(map(str, analysis.find_variation(limits=limits)))}"
        if rules.objective is Objective.FIRST_LINE and plies_to_end(position, analysis.score) > 2:
            yield "dropfour explain says why."
    exact = "All exact" if analysis.is_exact else "Bounds where the search was stopped"
    source = {"book": "from the book", "search": f"{analysis.nodes} nodes"}
    yield f"{exact}; {source.get(analysis.source, 'by the rules')}, {analysis.time_s:.3f} s."


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
