"""Commands on positions: board, perft."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dropfour.cli.options import rules_options, style_option
from dropfour.cli.outputs import picture_option, write_outputs
from dropfour.cli.types import MOVES, Integer
from dropfour.drawing import draw_png, draw_svg, draw_text, style_for, wants_ansi
from dropfour.native import count_sequences
from dropfour.position import Position
from dropfour.rules import Rules


@click.command(short_help="Draw the position after MOVES.")
@click.argument("moves", type=MOVES)
@style_option("Text style; default: compact, or ascii if the terminal cannot show that.")
@picture_option("SVG")
@picture_option("PNG")
@rules_options
def board(moves: str, style: str | None, svg: Path | None, png: Path | None, rules: Rules) -> None:
    """Draw the position after MOVES, the columns played ("" is the empty board).

    Example: dropfour board 4455 --style slashes
    """
    position = Position.from_moves(moves, rules)
    if write_outputs((svg, lambda: draw_svg(position)), (png, lambda: draw_png(position))):
        return
    shown = style_for(sys.stdout, style or "compact")
    if style not in (None, shown):
        click.echo(f"The output cannot show the style {style}; using {shown}.", err=True)
    click.echo(draw_text(position, shown, wants_ansi(sys.stdout)))


@click.command(short_help="Count the move sequences of DEPTH plies.")
@click.argument("depth", type=Integer(min=0))
@click.option(
    "--moves", type=MOVES, default="", show_default=False, metavar="MOVES", help="Count from there."
)
@rules_options
def perft(depth: int, moves: str | None, rules: Rules) -> None:
    """Count the move sequences of DEPTH plies; a finished game has none.

    Example: dropfour perft 7
    """
    click.echo(count_sequences(Position.from_moves(moves or "", rules), depth))
