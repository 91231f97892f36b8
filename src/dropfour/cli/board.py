"""Commands on positions: board, perft."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dropfour.cli.options import json_option, rules_options, style_option
from dropfour.cli.outputs import json_text, picture_option, write_outputs
from dropfour.cli.types import MOVES, Integer
from dropfour.drawing import draw_png, draw_svg, draw_text, style_for, wants_ansi
from dropfour.native import count_sequences
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Rules


@click.command(short_help="Draw the position after MOVES.")
@click.argument("moves", type=MOVES)
@style_option("Text style; default: compact, or ascii if the terminal cannot show that.")
@picture_option("SVG")
@picture_option("PNG")
@json_option("Print the position as a JSON object.")
@rules_options
def board(
    moves: str,
    style: str | None,
    svg: Path | None,
    png: Path | None,
    as_json: bool,
    rules: Rules,
) -> None:
    """Draw the position after MOVES, the columns played ("" is the empty board).

    Example: dropfour board 4455 --style slashes
    """
    position = Position.from_moves(moves, rules)
    if write_outputs((svg, lambda: draw_svg(position)), (png, lambda: draw_png(position))):
        return
    if as_json:
        click.echo(json_text(_values(position, moves)), nl=False)
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
@json_option()
@rules_options
def perft(depth: int, moves: str, as_json: bool, rules: Rules) -> None:
    """Count the move sequences of DEPTH plies; a finished game has none.

    Example: dropfour perft 7
    """
    count = count_sequences(Position.from_moves(moves, rules), depth)
    values = {"moves": moves, "depth": depth, "sequences": count}
    click.echo(json_text(values) if as_json else f"{count}\n", nl=False)


def _values(position: Position, moves: str) -> dict[str, Any]:
    """Return a position as JSON-compatible values; rows are from the top, R, Y or a dot in each cell."""
    rules = position.rules
    letters = {None: ".", RED: "R", YELLOW: "Y"}
    rows = [
        "".join(letters[position[column, row]] for column in range(1, rules.columns + 1))
        for row in range(rules.rows, 0, -1)
    ]
    winner = position.winner if position.is_over else None
    return {
        "moves": moves,
        "board": rules.size,
        "connect": rules.connect,
        "objective": rules.objective.value,
        "rows": rows,
        "to_move": None if position.is_over else str(position.to_move),
        "is_over": position.is_over,
        "winner": None if winner is None else str(winner),
        "lines": {str(colour): position.count_lines(colour) for colour in Colour},
        "columns": list(position.legal_columns),
    }
