"""Commands on positions: board, perft."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from dropfour.cli.group import Failed, command
from dropfour.cli.notes import StatusLine
from dropfour.cli.options import (
    MOVES,
    Integer,
    json_option,
    moves_argument,
    rules_options,
    seconds_option,
    style_option,
)
from dropfour.cli.outputs import draw, picture_options, print_json, write_outputs
from dropfour.drawing import draw_png, draw_svg, style_for
from dropfour.native import count_sequences
from dropfour.notation.diagram import format_grid
from dropfour.position import Colour, Position
from dropfour.rules import Rules


@command(short_help="Draw the position after MOVES.")
@moves_argument
@style_option("Text style; default: compact, or ascii if the terminal cannot show that.")
@picture_options
@json_option("Print the position as a JSON object.")
@rules_options
def board(
    moves: str, style: str | None, svg: Path | None, png: Path | None, as_json: bool, rules: Rules
) -> None:
    """Draw the position after MOVES, the columns played ("" is the empty board).

    Example: dropfour board 4455 --style slashes
    """
    position = Position.from_moves(moves, rules)
    if write_outputs((svg, lambda: draw_svg(position)), (png, lambda: draw_png(position))):
        return
    if as_json:
        print_json(_values(position), position, moves)
        return
    shown = style_for(sys.stdout, style or "compact")
    if style not in (None, shown):
        click.echo(f"The output cannot show the style {style}; using {shown}.", err=True)
    draw(position, shown)


@command(short_help="Count the move sequences of DEPTH plies.", renamed="--moves")
@click.argument("depth", type=Integer(min=0))
@click.argument("moves", type=MOVES, default="")
@seconds_option("--time", "time_s", help="Give up after SECONDS, with exit code 1.")
@json_option()
@rules_options
def perft(depth: int, moves: str, time_s: float | None, as_json: bool, rules: Rules) -> None:
    """Count the move sequences of DEPTH plies from the position after MOVES; a finished game has none.

    Example: dropfour perft 7
    """
    position = Position.from_moves(moves, rules)
    started, so_far, tenths = time.monotonic(), 0, 0
    with StatusLine() as line:

        def watch(more: int) -> None:
            nonlocal so_far, tenths
            so_far += more
            used_s = time.monotonic() - started
            if time_s is not None and used_s > time_s:
                raise Failed(f"more than {so_far} sequences: not finished within {time_s:g} s")
            if int(10 * used_s) > tenths:
                tenths = int(10 * used_s)
                line.show(f"{so_far / 1e6:.0f} M so far, {used_s:.0f} s")

        count = count_sequences(position, depth, watch)
    if as_json:
        print_json({"depth": depth, "sequences": count}, position, moves)
    else:
        click.echo(count)


def _values(position: Position) -> dict[str, Any]:
    """Return a position as JSON-compatible values; rows are from the top, r, y or a dot in each cell."""
    winner = position.winner if position.is_over else None
    return {
        "rows": format_grid(position, ".", "r", "y").split(),
        "is_over": position.is_over,
        "winner": None if winner is None else str(winner),
        "lines": {str(colour): position.count_lines(colour) for colour in Colour},
        "columns": list(position.legal_columns),
    }
