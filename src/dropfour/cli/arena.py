"""Commands of the arena: match, tournament, sprt, engine, check-engine."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dropfour.cli.extras import page_packages
from dropfour.cli.options import rules_options, together
from dropfour.exit_codes import INTERRUPTED
from dropfour.rules import Rules

if TYPE_CHECKING:
    from dropfour.arena.plan import Plan
    from dropfour.arena.rating.sprt import Sprt
    from dropfour.arena.report.standings import Report
    from dropfour.arena.runner import Ledger
    from dropfour.arena.sprt import Duel

_DEFAULT_STORE = "tournaments.db"

_seconds = click.FloatRange(min=0, min_open=True)
_positive = click.IntRange(min=1)
_writable = click.Path(path_type=Path, dir_okay=False)

_playing_options = together(
    click.option(
        "--seed", type=int, metavar="N", help="Seed of openings and random play (default: 0)."
    ),
    click.option("--openings", metavar="KIND", help="balanced, random, empty, or a file of moves."),
    click.option(
        "--opening-ply", type=click.IntRange(min=0), metavar="N", help="Stones in an opening."
    ),
    click.option(
        "--time", "time_s", type=_seconds, metavar="S", help="Seconds for each move (default: 1)."
    ),
    click.option(
        "--game-time",
        "game_time_s",
        type=_seconds,
        metavar="S",
        help="Seconds for all moves of a game.",
    ),
    click.option(
        "--depth", type=_positive, metavar="N", help="Depth for one-move programs (default: 5)."
    ),
    click.option(
        "--memory",
        "memory_mib",
        type=_positive,
        metavar="MIB",
        help="Memory of each player (default: 1024).",
    ),
)
_place_options = together(
    click.option("--workers", type=_positive, metavar="N", help="Local processes."),
    click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler to run on."),
)


_on_page = click.option(
    "--on-page", is_flag=True, default=None, help="Store in the page's database and watch it there."
)


@click.command(short_help="Let two players play a match.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--games", type=_positive, default=10, show_default=True, metavar="N", help="Number of games."
)
@_playing_options
@_place_options
@rules_options
def match(
    first: str,
    second: str,
    workers: int | None,
    cluster: str | None,
    rules: Rules,
    **settings: Any,
) -> None:
    """Let A and B play each other from varied openings, each with both colours.

    A player is an engine (easy), a Python file or function (mine.py,
    mine.py:choose), program:COMMAND for a program called as COMMAND IN OUT DEPTH,
    or engine:COMMAND for a program that implements the text protocol.

    Example: dropfour match easy "program:./mine" --games 4
    """
    from dropfour.arena.plan import make_plan
    from dropfour.arena.report.text import game_summary, match_summary
    from dropfour.arena.runner import in_order, play
    from dropfour.work.executor import open_executor

    plan = make_plan({"player": [first, second], **settings, **_rules_settings(rules)})
    openings, notice = plan.draw_openings()
    if notice is not None:
        click.echo(f"note: {notice}", err=True)
    fixtures = plan.schedule(openings).fixtures(1)
    played = []
    with (
        open_executor(workers or 1, cluster) as executor,
        closing(play(fixtures, plan.players, plan.conditions, executor)) as batches,
    ):
        for game in in_order(batches):
            click.echo(game_summary(game))
            played.append(game)
    click.echo(match_summary(played, *plan.names))


@click.command(short_help="Let players play a tournament, and rate them.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--player", multiple=True, metavar="SPEC", help="A player; repeat for each.")
@click.option("--games", type=_positive, metavar="N", help="Games of each pairing (default: 10).")
@click.option("--format", metavar="KIND", help="round-robin, gauntlet or swiss.")
@click.option("--rounds", type=_positive, metavar="N", help="Rounds of a Swiss tournament.")
@click.option(
    "--store", metavar="FILE|URL", help="The database; an interrupted tournament continues."
)
@_on_page
@click.option("--title", metavar="TEXT", help="Its name in the store.")
@_playing_options
@_place_options
@click.option("--regret", is_flag=True, default=None, help="Count mistakes with the solver.")
@click.option(
    "--json", "json_file", type=_writable, metavar="FILE", help="Write everything as JSON."
)
@click.option("--html", "html_file", type=_writable, metavar="FILE", help="Write an HTML report.")
@click.option("--board", metavar="CxR", help="Columns x rows (default: 7x6).")
@click.option("--connect", type=int, metavar="N", help="Stones in a line (default: 4).")
@click.option("--objective", metavar="KIND", help="first-line or most-lines.")
def tournament(
    file: Path | None,
    player: tuple[str, ...],
    json_file: Path | None,
    html_file: Path | None,
    **options: Any,
) -> None:
    """Play the tournament described by a TOML FILE or by options, and rate the players.

    Options override FILE. After an interruption the same command continues; no game
    is lost or played twice.

    Example: dropfour tournament --player easy --player mine.py --games 20
    """
    from dropfour.arena.plan import make_plan, read_plan_file
    from dropfour.arena.report.standings import format_report

    settings = {} if file is None else read_plan_file(file)
    given = {key: value for key, value in options.items() if value is not None}
    if given.keys() & {"store", "on_page"}:  # one option overrides both settings of the file
        settings = {
            key: value for key, value in settings.items() if key not in ("store", "on_page")
        }
    settings |= given
    if player:
        settings["player"] = list(player)
    plan = make_plan(settings)
    default = str(file.with_suffix(".db")) if file else _DEFAULT_STORE
    report = _hold(plan, str(_place(settings) or default), settings)
    click.echo(format_report(report))
    json_file, html_file = json_file or settings.get("json"), html_file or settings.get("html")
    _write(report, plan.conditions.rules, json_file, html_file)


def _place(settings: dict[str, Any]) -> str | None:
    """Return the database that was asked for, if any."""
    if not settings.get("on_page"):
        return settings.get("store")
    if settings.get("store"):
        raise ValueError("games are kept in a store or on the page, not both")
    with page_packages():
        from dropfour.web.settings import default_database_url
    click.echo("On the page, under Tournaments: dropfour serve", err=True)
    return default_database_url()


def _hold(plan: Plan, place: str, settings: dict[str, Any]) -> Report:
    """Play the tournament and show its progress; after Ctrl-C, say how to continue."""
    from dropfour.arena.report.progress import ProgressDisplay
    from dropfour.arena.store import TournamentStore
    from dropfour.arena.tournament import hold_tournament
    from dropfour.work.executor import open_executor

    workers, cluster = settings.get("workers") or os.cpu_count() or 1, settings.get("cluster")
    with TournamentStore(place) as store:
        count = store.begin(plan).game_count
        try:
            with (
                open_executor(workers, cluster) as executor,
                ProgressDisplay(plan.names, count) as display,
            ):
                return hold_tournament(
                    plan, store, executor, display.add, bool(settings.get("regret"))
                )
        except KeyboardInterrupt:
            click.echo(f"stopped; the games are in {place}, the same command continues", err=True)
            sys.exit(INTERRUPTED)


def _write(report: Report, rules: Rules, json_file: Any, html_file: Any) -> None:
    from dropfour.arena.report.page import report_page
    from dropfour.arena.report.standings import as_json
    from dropfour.files import write_text_atomically

    if json_file:
        text = json.dumps(as_json(report), ensure_ascii=False, allow_nan=False, indent=1)
        write_text_atomically(json_file, f"{text}\n")
    if html_file:
        write_text_atomically(html_file, report_page(report, rules))


@click.command(short_help="Play until it is decided which of two players is stronger.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--elo0", type=float, default=0.0, show_default=True, help="Null hypothesis, Elo of A over B."
)
@click.option("--elo1", type=float, default=20.0, show_default=True, help="Alternative hypothesis.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Error if elo0 holds.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Error if elo1 holds.")
@click.option("--logistic", is_flag=True, help="Logistic Elo instead of normalised.")
@click.option(
    "--games", type=_positive, default=10000, show_default=True, metavar="N", help="Maximum."
)
@click.option("--store", metavar="FILE|URL", help="A database; an interrupted test continues.")
@_on_page
@_playing_options
@_place_options
@rules_options
def sprt(
    first: str,
    second: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    logistic: bool,
    store: str | None,
    on_page: bool | None,
    workers: int | None,
    cluster: str | None,
    rules: Rules,
    **settings: Any,
) -> None:
    """Test whether A is stronger than B by elo1 rather than elo0, in as few games as
    needed.

    Example: dropfour sprt mine.py alphabeta:lines,depth=4 --elo1 50
    """
    from dropfour.arena.plan import make_plan
    from dropfour.arena.rating.sprt import Sprt
    from dropfour.arena.sprt import run_sprt
    from dropfour.work.executor import open_executor

    test = Sprt(elo0, elo1, alpha, beta, "logistic" if logistic else "normalised")
    plan = make_plan(
        {"player": [first, second], **settings, **_rules_settings(rules), "format": "gauntlet"}
    )
    with (
        open_executor(workers or os.cpu_count() or 1, cluster) as executor,
        _ledger(plan, _place({"store": store, "on_page": on_page})) as ledger,
    ):
        duel = run_sprt(plan, test, executor, ledger, lambda duel: _show_test(duel, test))
    click.echo(_test_text(duel, test))
    verdicts = {
        "elo1": f"{plan.names[0]} is stronger: elo1 = {elo1:g} is accepted",
        "elo0": f"{plan.names[0]} is not: elo0 = {elo0:g} is accepted",
        None: "undecided: more games are needed",
    }
    click.echo(verdicts[duel.decision])


@contextmanager
def _ledger(plan: Plan, place: str | None) -> Iterator[Ledger | None]:
    """Open the store of a test; without a place nothing is stored."""
    if place is None:
        yield None
        return
    from dropfour.arena.pulse import pulse
    from dropfour.arena.store import TournamentLedger, TournamentStore

    with TournamentStore(place) as store:
        stored = store.begin(plan, draws_as_it_goes=True)
        with pulse(store, stored.id):
            yield TournamentLedger(store, stored.id)


def _show_test(duel: Duel, test: Sprt) -> None:
    """Print the state after every tenth pair, so that a log stays readable."""
    if sum(duel.tally.pairs) % 10 == 0 and duel.decision is None:
        click.echo(_test_text(duel, test))


def _test_text(duel: Duel, test: Sprt) -> str:
    tally = duel.tally
    return (
        f"{tally.games} games: won {tally.wins}, drew {tally.draws}, lost {tally.losses}; pairs "
        f"{', '.join(map(str, tally.pairs))}; LLR {duel.ratio:+.2f} of {test.lower:.2f} to "
        f"{test.upper:+.2f}"
    )


@click.command(short_help="Run an engine behind the text protocol.")
@click.argument("spec", default="perfect", metavar="[ENGINE]")
def engine(spec: str) -> None:
    """Run an engine behind the text protocol on standard input and output: a reference
    for engines of your own, and a way to use ours from other programs.

    Example: dropfour engine alphabeta:lines,depth=6
    """
    from dropfour.engines import registry
    from dropfour.players.responder import respond

    name = registry.engine(spec).name
    respond(name, lambda seed: registry.engine(spec, seed), sys.stdin, click.echo)


@click.command("check-engine", short_help="Check that a program implements the text protocol.")
@click.argument("command")
def check_engine(command: str) -> None:
    """Check that the program COMMAND implements the text protocol; exit code 1 if it
    does not.

    Example: dropfour check-engine "dropfour engine easy"
    """
    from dropfour.players import compliance
    from dropfour.players.spec import split_command

    is_passed = True
    for check in compliance.check_engine(split_command(command)):
        is_passed &= check.is_passed
        remark = check.fault or check.remark
        mark = "ok  " if check.is_passed else "FAIL"
        click.echo(f"{mark}  {check.what}" + (f": {remark}" if remark else ""))
    if not is_passed:
        sys.exit(1)


def _rules_settings(rules: Rules) -> dict[str, Any]:
    """Return the rules with the keys of a plan."""
    return {
        "board": rules.size,
        "connect": rules.connect,
        "objective": rules.objective.value,
    }
