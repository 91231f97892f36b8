"""Commands that say why a position is won, drawn or lost: explain, plan."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dropfour.cli.options import json_option, rules_options, seconds_option, together
from dropfour.cli.outputs import picture_option, write_outputs
from dropfour.cli.types import MOVES
from dropfour.drawing import draw_png, draw_svg, draw_text, style_for, wants_ansi
from dropfour.engines.engine import Limits
from dropfour.engines.exact import analyse
from dropfour.position import Colour, Position
from dropfour.rules import Objective, Rules
from dropfour.study.explain import Explanation, FactKind
from dropfour.study.explain import explain as explain_position
from dropfour.study.plan_finder import DEFAULT_LIMITS, find_plan
from dropfour.study.plan_parts import BrokenPlan
from dropfour.study.plans import Plan
from dropfour.study.strategies import Strategy, find_strategy, plan_from_json

if TYPE_CHECKING:
    from dropfour.drawing import Drawable

_SHOWN_ENDINGS = 3

time_option = seconds_option(
    "--time", "time_s", default=DEFAULT_LIMITS.time_s, help="Stop the search after SECONDS."
)
picture_options = together(picture_option("SVG"), picture_option("PNG"))


@click.command(short_help="Show a plan that wins or holds the position after MOVES.")
@click.argument("moves", required=False, type=MOVES)
@click.option(
    "--colour",
    type=click.Choice([str(colour) for colour in Colour]),
    help="Whose plan; default: the side that wins; if it is a draw, the side to move.",
)
@time_option
@click.option(
    "--strategy",
    is_flag=True,
    help="Find moves until a plan takes over, where one plan is not enough.",
)
@json_option()
@click.option(
    "--verify",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Verify a plan or strategy that --json printed instead; - is standard input.",
)
@picture_options
@rules_options
def plan(
    moves: str | None,
    colour: str | None,
    time_s: float,
    strategy: bool,
    as_json: bool,
    verify: str | None,
    svg: Path | None,
    png: Path | None,
    rules: Rules,
) -> None:
    """Print a few rules by which one side wins the position after MOVES, or does not lose it.

    They are proven by playing them out against every reply. The exit code is 1 if no plan was
    found, or if the one in FILE does not keep its promise.

    Example: dropfour plan 4122264123
    """
    if (moves is None) == (verify is None):
        raise click.UsageError("Expected either MOVES or --verify FILE.")
    if verify is not None:
        with click.open_file(verify, encoding="utf-8") as file:
            found: Plan | Strategy | None = plan_from_json(file.read())
    else:
        position = Position.from_moves(moves or "", rules)
        side = None if colour is None else Colour[colour.upper()]
        find = find_strategy if strategy else find_plan
        found = find(position, side, Limits(time_s=time_s))
    if found is None:
        way = "--time gives the search more time" if strategy else "--strategy looks for several"
        click.echo(f"No {'strategy' if strategy else 'plan'} was found; {way}.", err=True)
        raise SystemExit(1)
    if isinstance(found, Strategy) and (svg or png):
        raise click.UsageError("A strategy has no picture: leave out --svg and --png.")
    try:
        _print_plan(found, svg, png, as_json)
    except BrokenPlan as error:
        click.echo(f"Error: {error}.", err=True)
        raise SystemExit(1) from None


def _print_plan(found: Plan | Strategy, svg: Path | None, png: Path | None, as_json: bool) -> None:
    """Verify it, and print it."""
    if isinstance(found, Strategy):
        count = found.verify()
        text = f"{found}\n\nVerified: {found.result} in each of {count} positions."
        click.echo(found.to_json() if as_json else text)
        return
    verification = found.verify()
    if write_outputs((svg, lambda: draw_svg(found)), (png, lambda: draw_png(found))):
        return
    if as_json:
        values = {**found.to_dict(), "sentences": found.sentences}
        click.echo(json.dumps({**values, "verification": verification.to_dict()}))
        return
    draw_plan(found)
    click.echo(f"{found}\n")
    click.echo(
        f"Verified: {found.result} against each of {verification.replies} replies, in "
        f"{verification.positions} positions."
    )
    endings = verification.endings[:_SHOWN_ENDINGS]
    for ending, text in zip(endings, found.describe_endings(endings), strict=True):
        click.echo(f"{ending.count} times: {text}")


@click.command(short_help="Say what matters in the position after MOVES.")
@click.argument("moves", type=MOVES)
@time_option
@json_option()
@picture_options
@rules_options
def explain(
    moves: str, time_s: float, as_json: bool, svg: Path | None, png: Path | None, rules: Rules
) -> None:
    """Print what matters in the position after MOVES, who wins with best play, and by which plan.

    Example: dropfour explain 4122264123
    """
    position = Position.from_moves(moves, rules)
    limits = Limits(time_s=time_s)
    analysis = analyse(position, limits=Limits(time_s=time_s / 2))
    explanation = explain_position(position, analysis)
    found = None
    if _can_have_plan(explanation):
        found = find_plan(position, limits=limits.after(analysis.time_s))
    shown: Drawable = found or explanation
    if write_outputs((svg, lambda: draw_svg(shown)), (png, lambda: draw_png(shown))):
        return
    if as_json:
        values: dict[str, Any] = explanation.to_dict()
        click.echo(json.dumps({**values, "plan": None if found is None else found.to_dict()}))
        return
    if found is None:
        click.echo(draw_text(position, style_for(sys.stdout), wants_ansi(sys.stdout)))
    else:
        draw_plan(found)
    click.echo(explanation)
    if found is not None:
        click.echo(f"\n{found}")


def _can_have_plan(explanation: Explanation) -> bool:
    """Whether a plan would say more than the facts do."""
    decided = {FactKind.OVER, FactKind.WIN, FactKind.LOST}
    is_decided = any(fact.kind in decided for fact in explanation.facts)
    return explanation.position.rules.objective is Objective.FIRST_LINE and not is_decided


def draw_plan(found: Plan) -> None:
    """Print the position with the marks of the plan."""
    style, overlay = style_for(sys.stdout), found.overlay
    arrow = "^" if style == "ascii" else "↑"
    drawing = draw_text(
        found.position,
        style,
        wants_ansi(sys.stdout),
        notes=dict.fromkeys(overlay.notes, arrow),
        marks=overlay.marks,
    )
    click.echo(drawing)
