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
_whole = click.IntRange(min=1)
_writable = click.Path(path_type=Path, dir_okay=False)

_playing_options = together(
    click.option("--seed", type=int, metavar="N", help="Draws openings and chances."),
    click.option("--openings", metavar="KIND", help="balanced, random, empty, or a file of moves."),
    click.option("--opening-ply", type=click.IntRange(min=0), metavar="N", help="Stones in one."),
    click.option("--time", "time_s", type=_seconds, metavar="S", help="Seconds a move; 1."),
    click.option("--game-time", "game_time_s", type=_seconds, metavar="S", help="Seconds a game."),
    click.option("--depth", type=_whole, metavar="N", help="Told to one-move programs; 5."),
    click.option("--memory", "memory_mib", type=_whole, metavar="MIB", help="For a player; 1024."),
)
_place_options = together(
    click.option("--workers", type=_whole, metavar="N", help="Local processes."),
    click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler to play on."),
)


_on_page = click.option(
    "--on-page", is_flag=True, default=None, help="In the page's database: watch it there."
)


@click.command(short_help="Let two players play a match.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--games", type=_whole, default=10, show_default=True, metavar="N", help="How many.")
@_playing_options
@_place_options
@rules_options
def match(
    first: str,
    second: str,
    workers: int | None,
    cluster: str | None,
    rules: Rules,
    **told: Any,
) -> None:
    """Let A and B play each other from varied openings, each with both colours.

    A player is an engine (easy), a Python file or function (mine.py,
    mine.py:choose), program:COMMAND for one called as COMMAND IN OUT DEPTH,
    or engine:COMMAND for one that speaks the text protocol.

    Example: dropfour match easy "program:./mine" --games 4
    """
    from dropfour.arena.plan import make_plan
    from dropfour.arena.report.text import game_line, match_summary
    from dropfour.arena.runner import in_order, play
    from dropfour.work.executor import open_executor

    plan = make_plan({"player": [first, second], **told, **_told_by(rules)})
    openings, notice = plan.draw_openings()
    if notice is not None:
        click.echo(f"note: {notice}", err=True)
    fixtures = plan.schedule(openings).fixtures(1)
    played = []
    with (
        open_executor(workers or 1, cluster) as executor,
        closing(play(fixtures, plan.entrants, plan.conditions, executor)) as batches,
    ):
        for game in in_order(batches):
            click.echo(game_line(game))
            played.append(game)
    click.echo(match_summary(played, *plan.names))


@click.command(short_help="Let many players play a tournament, and rate them.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--player", multiple=True, metavar="SPEC", help="A player; give several.")
@click.option("--games", type=_whole, metavar="N", help="For each pairing; 10.")
@click.option("--format", metavar="KIND", help="round-robin, gauntlet or swiss.")
@click.option("--rounds", type=_whole, metavar="N", help="Of a swiss.")
@click.option("--store", metavar="FILE|URL", help="The database; goes on where it stopped.")
@_on_page
@click.option("--title", metavar="TEXT", help="What it is called in the store.")
@_playing_options
@_place_options
@click.option("--regret", is_flag=True, default=None, help="Count mistakes by exact scores.")
@click.option("--json", "json_file", type=_writable, metavar="FILE", help="Write all as JSON.")
@click.option("--html", "html_file", type=_writable, metavar="FILE", help="Write a page.")
@click.option("--board", metavar="CxR", help="7x6 and such.")
@click.option("--connect", type=int, metavar="N", help="How many in a row make a line; 4.")
@click.option("--objective", metavar="KIND", help="first-line or most-lines.")
def tournament(
    file: Path | None,
    player: tuple[str, ...],
    json_file: Path | None,
    html_file: Path | None,
    **options: Any,
) -> None:
    """Play the tournament of a TOML FILE, or of options, and rate the players.

    Options stand above what FILE says. Stopped at any moment, the same command
    goes on; no game is lost or played twice.

    Example: dropfour tournament --player easy --player mine.py --games 20
    """
    from dropfour.arena.plan import make_plan, read_plan_file
    from dropfour.arena.report.standings import format_report

    told = {} if file is None else read_plan_file(file)
    given = {word: value for word, value in options.items() if value is not None}
    if given.keys() & {"store", "on_page"}:  # where it is kept is one question, with one answer
        told = {word: value for word, value in told.items() if word not in ("store", "on_page")}
    told |= given
    if player:
        told["player"] = list(player)
    plan = make_plan(told)
    default = str(file.with_suffix(".db")) if file else _DEFAULT_STORE
    report = _hold(plan, str(_place(told) or default), told)
    click.echo(format_report(report))
    _write(
        report, plan.conditions.rules, json_file or told.get("json"), html_file or told.get("html")
    )


def _place(told: dict[str, Any]) -> str | None:
    """Return the store that was asked for, if any was."""
    if not told.get("on_page"):
        return told.get("store")
    if told.get("store"):
        raise ValueError("games are kept in a store or on the page, not both")
    with page_packages():
        from dropfour.web.settings import default_database_url
    click.echo("On the page, under Tournaments: dropfour serve", err=True)
    return default_database_url()


def _hold(plan: Plan, place: str, told: dict[str, Any]) -> Report:
    """Play the tournament with its progress shown; Ctrl-C says how to go on."""
    from dropfour.arena.report.progress import ProgressDisplay
    from dropfour.arena.store import Store
    from dropfour.arena.tournament import hold_tournament
    from dropfour.work.executor import open_executor

    workers, cluster = told.get("workers") or os.cpu_count() or 1, told.get("cluster")
    with Store(place) as store:
        count = store.begin(plan).game_count
        try:
            with (
                open_executor(workers, cluster) as executor,
                ProgressDisplay(plan.names, count) as display,
            ):
                return hold_tournament(plan, store, executor, display.add, bool(told.get("regret")))
        except KeyboardInterrupt:
            click.echo(
                f"stopped; what was played is in {place}, the same command goes on", err=True
            )
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


@click.command(short_help="Play until it is decided which of two is stronger.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--elo0", type=float, default=0.0, show_default=True, help="A is this much better,")
@click.option("--elo1", type=float, default=20.0, show_default=True, help="or this much.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Error if elo0 holds.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Error if elo1 holds.")
@click.option("--logistic", is_flag=True, help="Logistic Elo instead of normalised.")
@click.option(
    "--games", type=_whole, default=10000, show_default=True, metavar="N", help="At most."
)
@click.option("--store", metavar="FILE|URL", help="A database; goes on where it stopped.")
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
    **told: Any,
) -> None:
    """Test whether A is elo1 rather than elo0 better than B, in as few games as
    it takes.

    Example: dropfour sprt mine.py alphabeta:lines,depth=4 --elo1 50
    """
    from dropfour.arena.plan import make_plan
    from dropfour.arena.rating.sprt import Sprt
    from dropfour.arena.sprt import run_sprt
    from dropfour.work.executor import open_executor

    test = Sprt(elo0, elo1, alpha, beta, "logistic" if logistic else "normalised")
    plan = make_plan({"player": [first, second], **told, **_told_by(rules), "format": "gauntlet"})
    with (
        open_executor(workers or os.cpu_count() or 1, cluster) as executor,
        _ledger(plan, _place({"store": store, "on_page": on_page})) as ledger,
    ):
        duel = run_sprt(plan, test, executor, ledger, lambda duel: _show_test(duel, test))
    click.echo(_test_line(duel, test))
    verdicts = {
        "elo1": f"{plan.names[0]} is stronger: elo1 = {elo1:g} is accepted",
        "elo0": f"{plan.names[0]} is not: elo0 = {elo0:g} is accepted",
        None: "undecided: more games are needed",
    }
    click.echo(verdicts[duel.decision])


@contextmanager
def _ledger(plan: Plan, place: str | None) -> Iterator[Ledger | None]:
    """Open the store of a test; without a place nothing is kept."""
    if place is None:
        yield None
        return
    from dropfour.arena.pulse import pulse
    from dropfour.arena.store import Store, TournamentLedger

    with Store(place) as store:
        stored = store.begin(plan, draws_as_it_goes=True)
        with pulse(store, stored.id):
            yield TournamentLedger(store, stored.id)


def _show_test(duel: Duel, test: Sprt) -> None:
    """Tell each tenth pair, so that a log stays readable."""
    if sum(duel.tally.pairs) % 10 == 0 and duel.decision is None:
        click.echo(_test_line(duel, test))


def _test_line(duel: Duel, test: Sprt) -> str:
    tally = duel.tally
    return (
        f"{tally.games} games: won {tally.wins}, drew {tally.draws}, lost {tally.losses}; pairs "
        f"{', '.join(map(str, tally.pairs))}; LLR {duel.ratio:+.2f} of {test.lower:.2f} to "
        f"{test.upper:+.2f}"
    )


@click.command(short_help="Speak the text protocol for an engine.")
@click.argument("spec", default="perfect", metavar="[ENGINE]")
def engine(spec: str) -> None:
    """Speak the arena's text protocol on standard input and output: the reference
    for engines of your own, and a way to lend ours to other programs.

    Example: dropfour engine alphabeta:lines,depth=6
    """
    from dropfour.players.builtin import make_engine
    from dropfour.players.speaker import speak

    speak(make_engine(spec).name, lambda seed: make_engine(spec, seed), sys.stdin, click.echo)


@click.command("check-engine", short_help="Check that a program speaks the text protocol.")
@click.argument("command")
def check_engine(command: str) -> None:
    """Check that the program COMMAND speaks the arena's text protocol; exit code 1
    if it does not.

    Example: dropfour check-engine "dropfour engine easy"
    """
    from dropfour.players import compliance
    from dropfour.players.entrant import command_of

    is_passed = True
    for check in compliance.check_engine(command_of(command)):
        is_passed &= check.is_passed
        remark = check.fault or check.remark
        mark = "ok  " if check.is_passed else "FAIL"
        click.echo(f"{mark}  {check.what}" + (f": {remark}" if remark else ""))
    if not is_passed:
        sys.exit(1)


def _told_by(rules: Rules) -> dict[str, Any]:
    """Return the rules in the words of a plan."""
    return {
        "board": rules.size,
        "connect": rules.connect,
        "objective": rules.objective.value,
    }
