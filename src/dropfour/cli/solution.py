"""Commands for solutions: solution show, verify, export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import click

from dropfour.cli.explain import draw_plan
from dropfour.cli.group import CommandGroup, Failed, expert_option
from dropfour.cli.notes import note
from dropfour.cli.options import MOVES, json_option
from dropfour.cli.outputs import checked_output, draw, print_json, write_outputs
from dropfour.study.plan_parts import BrokenPlan
from dropfour.study.solutions.cards import draw_sheet, draw_sunburst, write_deck
from dropfour.study.solutions.solution import (
    Solution,
    parse_plan,
    replies_of,
    shipped_path,
    solution_of,
)

_PICTURES: dict[str, Callable[[Solution], str]] = {
    "map": draw_sunburst,
    "sheet": draw_sheet,
    "text": lambda found: found.text,
}
_ENDINGS = {".apkg": "deck", "map.svg": "map", "sheet.svg": "sheet", ".solution": "text"}

file_option = click.option(
    "--file",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Another solution than the one that comes with Dropfour; - is standard input.",
)


class _Solutions(CommandGroup):
    """Before version 2, info and verify took the file as an argument."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in ("info", "verify") and args[1:] and not args[1].startswith("-"):
            note("dropfour solution takes the file as --file FILE now.")
            args = [args[0], "--file", *args[1:]]
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Solutions,
    short_help="Check, show and learn a solution of the game.",
    renamed={
        "info": ["show"],
        **{name: ["export", "--as", name] for name in ("deck", "sheet", "map")},
    },
)
def solution() -> None:
    """Solutions: a move for every reply until a plan takes over, small enough to learn.

    The one that comes with Dropfour is for red, who begins and wins on 7x6.

    Example: dropfour solution show 4444
    """


@solution.command("verify", short_help="Follow a solution against every reply.")
@file_option
@json_option()
def verify(file: str | None, as_json: bool) -> None:
    """Check that every reply is answered and every plan keeps its promise.

    Exit code 1 if not; then a game from the first move shows it.

    Example: dropfour solution verify
    """
    found = _load(file)
    try:
        proof = found.verify()
    except BrokenPlan as error:
        raise Failed(str(error)) from None
    if as_json:
        print_json({"result": found.result, **proof.to_dict()}, found.start, found.moves)
        return
    click.echo(
        f"{_capital(found.result)}: every reply was checked, none is missing. {proof.positions} "
        f"positions, {proof.wins_at_once} more in which a line is completed at once."
    )


@solution.command("show", short_help="Show how large a solution is, or what to play after MOVES.")
@click.argument("moves", type=MOVES, required=False)
@file_option
@json_option()
def show(moves: str | None, file: str | None, as_json: bool) -> None:
    """Show the column to play after MOVES ("" is the start), the plan if there is one, and what may
    follow. Without MOVES, show how many positions and plans there are to learn, by ply.

    Example: dropfour solution show 4444
    """
    found = _load(file)
    if moves is None:
        _show_size(found, as_json)
        return
    position = found.after(moves)
    column = found.reply(position)
    entry = found.find(position)
    plan = None if entry is None else found.plan_of(entry[0])
    if plan is not None and entry is not None and entry[1]:
        plan = plan.mirror()
    if as_json:
        value = None if plan is None else plan.to_dict()
        played = None if found.moves is None else f"{found.moves}{moves}"
        print_json({"column": column, "plan": value}, position, played)
        return
    if plan is not None:
        draw_plan(plan)
        click.echo(f"{plan}\n")
    else:
        draw(position)
    click.echo(f"Play column {column}.")
    if entry is not None and plan is None:
        for reply, after in replies_of(position.play(column)):
            count = len(found.reachable(after))
            click.echo(f"  Against {reply}: {count} position{'' if count == 1 else 's'} to learn.")


def _show_size(found: Solution, as_json: bool) -> None:
    plies = Counter(len(entry.moves) for entry in found.entries)
    plans = Counter(len(entry.moves) for entry in found.entries if entry.plan is not None)
    if as_json:
        values = {
            "result": found.result,
            "positions": len(found.entries),
            "plans": len(found.plans),
            "plies": {ply: [plies[ply], plans[ply]] for ply in sorted(plies)},
        }
        print_json(values, found.start, found.moves)
        return
    click.echo(f"{_capital(found.result)} on {found.start.rules.size}.")
    click.echo(f"{len(found.entries)} positions, {len(found.plans)} different plans.")
    for ply in sorted(plies):
        click.echo(f"  ply {ply:2}: {plies[ply]:4} positions, {plans[ply]:4} of them with a plan")


@solution.command("export", short_help="Write a map, a sheet to print, or a deck to learn.")
@click.argument("out", metavar="FILE", type=click.Path(path_type=Path))
@expert_option(
    "--as", "form", type=click.Choice([*_ENDINGS.values()]), help="Whatever its name is."
)
@file_option
def export(out: Path, form: str | None, file: str | None) -> None:
    """Write a solution to FILE, in the form that its name ends with.

    \b
    map.svg    a ring for each move and a sector for each position
    sheet.svg  one page: the plans that serve most positions, and the first moves
    .apkg      a deck for Anki with a card for each position (dropfour[anki])
    .solution  the text of the solution

    Example: dropfour solution export connect-four-map.svg
    """
    forms = (each for ending, each in _ENDINGS.items() if out.name.lower().endswith(ending))
    form = form or next(forms, None)
    if form is None:
        raise click.UsageError(
            f"expected a FILE that ends in {', '.join(_ENDINGS)}, not {out.name}"
        )
    checked_output(out, {"deck": None, "text": "text"}.get(form, "SVG"))
    found = _load(file)
    if form == "deck":
        click.echo(f"Wrote {write_deck(found, out)} cards to {out}.")
    elif not write_outputs((out, lambda: _PICTURES[form](found))):
        click.echo(f"Wrote {out}.")


def _load(file: str | None) -> Solution:
    with click.open_file(file or str(shipped_path()), encoding="utf-8", errors="replace") as opened:
        found = parse_plan(opened.read())
    return found if isinstance(found, Solution) else solution_of(found)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
