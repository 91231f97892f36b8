"""Commands that say why a position is won, drawn or lost, and a game: explain, review."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from dropfour.cli.group import Failed, command, expert_option
from dropfour.cli.notes import StatusLine
from dropfour.cli.options import (
    MOVES,
    is_given,
    json_option,
    language_option,
    rules_options,
    seconds_option,
    table_option,
)
from dropfour.cli.outputs import draw, picture_options, print_json, write_outputs
from dropfour.drawing import draw_png, draw_svg, style_for
from dropfour.engines.engine import Limits
from dropfour.engines.exact import DEFAULT_TABLE_MIB, SolverCache
from dropfour.game import Game
from dropfour.moves import format_moves
from dropfour.position import Colour, Position
from dropfour.record import Record, read_records
from dropfour.rules import Rules
from dropfour.study.explain import DEFAULT_LIMITS as EXPLAIN_LIMITS
from dropfour.study.explain import explain as explain_position
from dropfour.study.plan_finder import find_strategy
from dropfour.study.plan_parts import BrokenPlan
from dropfour.study.plans import Plan
from dropfour.study.review import DEFAULT_LIMITS as REVIEW_LIMITS
from dropfour.study.review import review as review_game
from dropfour.study.solutions.solution import Proof, Solution, parse_plan, solution_of


@command(short_help="Say why the position after MOVES is won, drawn or lost.")
@click.argument("moves", required=False, type=MOVES)
@seconds_option(
    "--time",
    "time_s",
    help="Stop the search after SECONDS; with more of them the answer may be better; default: "
    f"{EXPLAIN_LIMITS.time_s:g}, with --strategy 10.",
)
@click.option(
    "--strategy", is_flag=True, help="Find rules to play by, and moves until they take over."
)
@expert_option(
    "--colour",
    type=click.Choice([str(colour) for colour in Colour]),
    help="Whose strategy; default: the side that wins; if it is a draw, the side to move.",
)
@expert_option(
    "--text", "as_text", is_flag=True, help="Print a strategy as the text of a solution."
)
@click.option(
    "--verify",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Play out a strategy that --json or --text printed instead; - is standard input.",
)
@language_option()
@json_option()
@picture_options
@rules_options
def explain(
    moves: str | None,
    time_s: float | None,
    strategy: bool,
    colour: str | None,
    as_text: bool,
    verify: str | None,
    as_json: bool,
    svg: Path | None,
    png: Path | None,
    rules: Rules,
) -> None:
    """Draw the position after MOVES and say who wins, by what, and what to do next; in Max-Connect4,
    the lines that are at stake.

    With --strategy, print how one side wins, or does not lose: a few rules, or moves until such rules
    take over. They are proven by playing them out against every reply. Exit code 1: none was found, or
    the one in FILE does not keep its promise.

    Example: dropfour explain 4122264123
    """
    if (moves is None) == (verify is None):
        raise click.UsageError("expected either MOVES or --verify FILE")
    if is_given("colour", "as_text") and not strategy and verify is None:
        raise click.UsageError("--colour and --text are for --strategy")
    position = None if moves is None else Position.from_moves(moves, rules)
    limits = None if time_s is None else Limits(time_s=time_s)
    if position is not None and not strategy:
        _print_answer(position, moves, limits, as_json, svg, png)
        return
    if position is None:
        with click.open_file(str(verify), encoding="utf-8") as file:
            found: Plan | Solution | None = parse_plan(file.read())
    else:
        found = find_strategy(position, None if colour is None else Colour[colour.upper()], limits)
        if as_json and found is None:
            print_json(None, position, moves)
    if found is None:
        raise Failed("no strategy was found; --time gives the search more time")
    if isinstance(found, Solution) and [each.plan for each in found.entries] == [1]:
        found = found.plan_of(found.entries[0]) or found
    try:
        _print_strategy(found, moves, as_json, as_text, svg, png)
    except BrokenPlan as error:
        raise Failed(str(error)) from None


def _print_answer(
    position: Position,
    moves: str | None,
    limits: Limits | None,
    as_json: bool,
    svg: Path | None,
    png: Path | None,
) -> None:
    with StatusLine() as line:
        answer = explain_position(
            position,
            limits=limits,
            on_answer=(lambda each: line.show(f"… {each.headline}")) if line.is_shown else None,
        )
    if write_outputs((svg, lambda: draw_svg(answer)), (png, lambda: draw_png(answer))):
        return
    if as_json:
        print_json(answer.to_dict(), position, moves)
        return
    if answer.plan is None or answer.line:
        draw(position)
    else:
        draw_plan(answer.plan)
    click.echo(answer)


def _print_strategy(
    found: Plan | Solution,
    moves: str | None,
    as_json: bool,
    as_text: bool,
    svg: Path | None,
    png: Path | None,
) -> None:
    """Play it out against every reply, and print it."""
    plan = found if isinstance(found, Plan) else None
    solution = solution_of(found) if isinstance(found, Plan) else found
    if plan is None and (svg or png):
        raise click.UsageError("this strategy is more than one plan, and has no picture")
    verified = found.verify()
    if plan and write_outputs((svg, lambda: draw_svg(plan)), (png, lambda: draw_png(plan))):
        return
    if as_text:
        click.echo(solution.text, nl=False)
    elif as_json:
        values = (
            solution.to_dict() if plan is None else plan.to_dict() | {"sentences": plan.sentences}
        )
        print_json({**values, "verification": verified.to_dict()}, solution.start, moves)
    elif plan is None:
        click.echo(found)
    else:
        draw_plan(plan)
        click.echo(plan)
    if not (as_text or as_json):
        count = verified.positions
        if isinstance(verified, Proof):
            count += verified.plan_positions + verified.wins_at_once
        against = f"against every reply, in {count} positions"
        click.echo(f"\nVerified: {found.result} {against if verified.replies else 'at once'}.")


def draw_plan(found: Plan) -> None:
    """Print the position with the marks of the plan."""
    style, overlay = style_for(sys.stdout), found.overlay
    arrow = "^" if style == "ascii" else "↑"
    notes = dict.fromkeys(overlay.notes, arrow)
    draw(found.position, style, notes=notes, marks=overlay.marks)


@command(short_help="Show which moves of a game were mistakes.")
@click.argument("game", metavar="FILE|MOVES")
@language_option()
@json_option("Print a JSON object for each game.")
@seconds_option(
    "--time",
    "time_s",
    default=REVIEW_LIMITS.time_s,
    help="Time for each game; moves that are not judged by then are shown as not proven.",
)
@table_option(DEFAULT_TABLE_MIB)
@rules_options
def review(game: str, as_json: bool, time_s: float, table_mib: int, rules: Rules) -> None:
    """Print what each move of the games in FILE, or of the game MOVES, was worth, and the
    best columns.

    FILE holds saved games, which name their board, or the move string of one; - is standard input. All
    verdicts are proven.

    Example: dropfour review 4455336
    """
    solvers = SolverCache(table_mib=table_mib)
    line = StatusLine()
    for number, each in enumerate(_games(game, rules)):
        found = review_game(
            each,
            limits=Limits(time_s=time_s),
            solvers=solvers,
            on_move=lambda move: line.show(f"move {move.ply}"),
            names_all_best=as_json,
        )
        line.show("")
        if as_json:
            print_json(found.to_dict(), *_position_and_moves(each))
            continue
        if number:
            click.echo()
        if isinstance(each, Record) and each.headers.keys() & {"Red", "Yellow"}:
            names = (each.headers.get(colour, "?") for colour in ("Red", "Yellow"))
            click.echo(" - ".join(names))
        click.echo(str(found))


def _games(game: str, rules: Rules) -> list[Game | Record]:
    """Return the games of a file, or the one with these moves."""
    if game == "-" or Path(game).exists() or not re.fullmatch(r"[\w\s,]*", game):
        with click.open_file(game, encoding="utf-8-sig", errors="replace") as file:
            game = file.read()
        if not re.fullmatch(r"[\s,]*\w[\w\s,]*", game):
            records = list(read_records(game.splitlines()))
            if not records:
                raise ValueError("there is no game in the file")
            if is_given("size", "connect", "objective"):
                raise click.UsageError("saved games name their board: leave the rules out")
            return [*records]
    return [Game.from_moves(MOVES(game), rules)]


def _position_and_moves(game: Game | Record) -> tuple[Position, str | None]:
    """Return how far the game has come, and its moves if it began with the empty board."""
    if isinstance(game, Game):
        return game.position, format_moves(game.moves)
    return game.final_position(), None if game.start.ply else format_moves(game.columns)
