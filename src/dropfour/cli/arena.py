"""Commands of the arena: match, sprt."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from dropfour.cli.completion import complete_player
from dropfour.cli.group import command, expert_option
from dropfour.cli.notes import note
from dropfour.cli.options import (
    POSITIVE,
    SECONDS,
    Command,
    Integer,
    Number,
    json_option,
    refuse_both,
    rules_options,
    together,
)
from dropfour.cli.outputs import print_json
from dropfour.extras import needed_by
from dropfour.rules import Objective, Rules

if TYPE_CHECKING:
    from dropfour.arena.match import Duel
    from dropfour.arena.plan import Plan
    from dropfour.arena.rating.sprt import Sprt
    from dropfour.arena.runner import Ledger
    from dropfour.arena.store import TournamentStore
    from dropfour.arena.tournament import Edition
    from dropfour.work.executor import Executor

Limit = Integer | Number

# Exit codes of a test: which hypothesis is accepted; 2 is bad input.
_SPRT_CODES = {"elo1": 0, "elo0": 1, None: 3}


def _for_each_side(limit: Limit) -> Callable[..., tuple[Any, Any] | None]:
    """Return a callback that reads a number for both players of a match, or one for each, ``A,B``."""

    def read(
        ctx: click.Context, param: click.Parameter, text: str | None
    ) -> tuple[Any, Any] | None:
        if text is None:
            return None
        words = text.split(",")
        if len(words) > 2:
            raise click.BadParameter("expected one number for both players, or A,B", ctx, param)
        numbers = [limit(word.strip(), param, ctx) for word in words]
        return numbers[0], numbers[-1]

    return read


def _playing_options(depth: str, is_for_each: bool = False) -> Callable[[Command], Command]:
    """Return the options for openings and limits, which may be two numbers, and what *depth* says."""

    def limited(option: str, name: str, limit: Limit, unit: str, words: str) -> Any:
        if is_for_each:
            read = _for_each_side(limit)
            return click.option(option, name, callback=read, metavar=f"{unit}[,{unit}]", help=words)
        return click.option(option, name, type=limit, metavar=unit, help=words)

    return together(
        click.option(
            "--seed", type=int, metavar="N", help="Seed of openings and random play (default: 0)."
        ),
        click.option(
            "--openings", metavar="KIND", help="drawn, random, empty, first-moves, or a file."
        ),
        click.option(
            "--opening-ply", type=Integer(min=0), metavar="N", help="Stones in an opening."
        ),
        click.option(
            "--swap",
            is_flag=True,
            default=None,
            help="The second player may swap sides after the first move.",
        ),
        limited("--time", "time_s", SECONDS, "S", "Seconds for each move (default: 1)."),
        limited("--game-time", "game_time_s", SECONDS, "S", "Seconds for all moves of a game."),
        limited("--depth", "depth", POSITIVE, "N", depth),
        expert_option(
            "--memory",
            "memory_mib",
            type=POSITIVE,
            metavar="MIB",
            help="Memory of each player (default: 1024).",
        ),
    )


# Openings and limits of a tournament, and of the two players of a match.
playing_options = _playing_options("Depth for one-move programs (default: 5).")
match_options = _playing_options("Search depth (default for programs: 5).", is_for_each=True)
place_options = together(
    click.option("--workers", type=POSITIVE, metavar="N", help="Local processes."),
    expert_option("--cluster", metavar="ADDRESS", help="A Dask scheduler to run on."),
)


on_page_option = click.option(
    "--on-page", is_flag=True, default=None, help="Store in the page's database and watch it there."
)


@command(short_help="Let two players play a match.")
@click.argument("first", metavar="A", shell_complete=complete_player)
@click.argument("second", metavar="B", shell_complete=complete_player)
@click.option(
    "--games", type=POSITIVE, metavar="N", help="Number of games (default: 10; most-lines: 16)."
)
@match_options
@place_options
@json_option()
@rules_options
def match(
    first: str,
    second: str,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
    rules: Rules,
    **settings: Any,
) -> None:
    """Let A and B play each other from varied openings, each with both colours.

    A player is an engine (easy), a Python file or function (mine.py,
    mine.py:choose), program:COMMAND for a program called as COMMAND IN OUT DEPTH,
    or engine:COMMAND for a program that implements the text protocol. Limits are the
    same for both, or two numbers: --depth 4,6 is 4 for A and 6 for B.

    Example: dropfour match easy "program:./mine" --games 4
    """
    from dropfour.arena.report.standings import as_json as report_values
    from dropfour.arena.report.standings import make_report
    from dropfour.arena.report.text import game_summary, match_summary
    from dropfour.arena.runner import in_order, play, refuse_faulty
    from dropfour.work import open_executor

    refuse_both("workers", "cluster", "a cluster has its own processes")
    plan = checked_plan(_match_settings((first, second), settings, rules))
    openings, notice = plan.draw_openings()
    if notice is not None:
        note(f"note: {notice}")
    counts_lines = rules.objective is Objective.MOST_LINES
    fixtures = plan.schedule(openings).fixtures(1)
    played = []
    with open_executor(workers or 1, cluster) as executor:
        refuse_faulty(plan.players, plan.conditions, executor)
        with closing(play(fixtures, plan.players, plan.conditions, executor)) as batches:
            for game in in_order(batches):
                if not as_json:
                    click.echo(game_summary(game, counts_lines))
                played.append(game)
    name, other = plan.names
    if as_json:
        report = make_report("match", plan.as_dict(), len(fixtures), played, openings=openings)
        print_json(report_values(report), rules)
    else:
        click.echo(match_summary(played, name, other, counts_lines))


def _match_settings(
    players: tuple[str, str], settings: dict[str, Any], rules: Rules
) -> dict[str, Any]:
    """Return the settings of a plan for two players, in which limits may be two numbers."""
    settings = {key: value for key, value in settings.items() if value is not None}
    own: tuple[dict[str, Any], ...] = tuple({"spec": player} for player in players)
    times = {key: settings[key] for key in ("time_s", "game_time_s") if key in settings}
    for key, (first, second) in times.items():
        if all(each == other for each, other in times.values()):
            settings[key] = first
        else:
            del settings[key]
            own[0][key], own[1][key] = first, second
    if "depth" in settings:
        own[0]["depth"], own[1]["depth"] = settings.pop("depth")
    return {"player": list(own), **settings, **rules.to_dict()}


def checked_plan(settings: dict[str, Any]) -> Plan:
    """Return the plan that *settings* describe, and print what is old or probably a mistake in it."""
    from dropfour.arena.plan import make_plan, renamed_openings

    renamed_openings(settings, note)
    plan = make_plan(settings)
    for warning in plan.warnings:
        note(f"warning: {warning}")
    return plan


def begin_shown(plan: Plan, store: TournamentStore, **settings: Any) -> Edition:
    """Begin the edition that the players are now, as `begin_edition` does, and say what has changed."""
    from dropfour.arena.tournament import begin_edition

    edition = begin_edition(plan, store, **settings)
    if edition.before is not None:
        who = f"{', '.join(edition.changed)} changed" if edition.changed else "It has changed"
        kept = f"; {edition.taken} games of players that have not changed are kept"
        note(
            f"{who} since the last time: this is {edition.plan.name!r}"
            f"{kept if edition.taken else ''}."
        )
    elif edition.plan.title != plan.title:
        note(f"This continues {edition.plan.name!r}.")
    return edition


def database_of(settings: dict[str, Any]) -> str | None:
    """Return the database that was asked for, if any."""
    if not settings.get("on_page"):
        return settings.get("store")
    if settings.get("store"):
        raise ValueError("games are kept in a store or on the page, not both")
    with needed_by("the page", "web"):
        from dropfour.web.settings import default_database_url
    note("Watch it on the page, under Tournaments: dropfour serve")
    return default_database_url()


@command(short_help="Play until it is decided which of two players is stronger.")
@click.argument("first", metavar="A", shell_complete=complete_player)
@click.argument("second", metavar="B", shell_complete=complete_player)
@click.option("--elo0", type=float, default=0.0, help="Null hypothesis, Elo of A over B.")
@click.option("--elo1", type=float, default=20.0, help="Alternative hypothesis.")
@expert_option("--alpha", type=float, default=0.05, help="Error if elo0 holds.")
@expert_option("--beta", type=float, default=0.05, help="Error if elo1 holds.")
@expert_option("--logistic", is_flag=True, help="Logistic Elo instead of normalised.")
@click.option("--games", type=POSITIVE, default=10000, metavar="N", help="Maximum.")
@click.option("--store", metavar="FILE|URL", help="A database; an interrupted test continues.")
@on_page_option
@match_options
@place_options
@json_option()
@rules_options
def sprt(
    first: str,
    second: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    logistic: bool,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
    rules: Rules,
    **settings: Any,
) -> None:
    """Test whether A is stronger than B by elo1 rather than elo0, in as few games as
    needed. Exit code 0: it is; 1: it is not; 3: undecided.

    Example: dropfour sprt mine.py alphabeta:lines,depth=4 --elo1 50
    """
    from dropfour.arena.match import run_sprt
    from dropfour.arena.rating.sprt import Sprt
    from dropfour.arena.runner import refuse_faulty
    from dropfour.work import open_executor

    refuse_both("workers", "cluster", "a cluster has its own processes")
    test = Sprt(elo0, elo1, alpha, beta, "logistic" if logistic else "normalised")
    # A test needs as many openings as there are.
    settings["openings"] = settings["openings"] or ("empty" if settings["swap"] else "drawn")
    plan = checked_plan({**_match_settings((first, second), settings, rules), "format": "gauntlet"})
    with open_executor(workers or os.cpu_count() or 1, cluster) as executor:
        refuse_faulty(plan.players, plan.conditions, executor)
        show = None if as_json else partial(_show_test, test=test)
        with _ledger(plan, database_of(settings), executor) as ledger:
            duel = run_sprt(plan, test, executor, ledger, show)
    verdicts = {
        "elo1": f"{plan.names[0]} is stronger: elo1 = {elo1:g} is accepted",
        "elo0": f"{plan.names[0]} is not stronger: elo0 = {elo0:g} is accepted",
        None: "undecided: more games are needed",
    }
    if as_json:
        print_json(_test_values(plan, duel, test), rules)
    else:
        click.echo(f"{_test_text(duel, test)}\n{verdicts[duel.decision]}")
    raise SystemExit(_SPRT_CODES[duel.decision])


@contextmanager
def _ledger(plan: Plan, place: str | None, executor: Executor) -> Iterator[Ledger | None]:
    """Open the store of a test; without a place nothing is stored."""
    if place is None:
        yield None
        return
    from dropfour.arena.store import TournamentStore
    from dropfour.arena.tournament import being_played

    with TournamentStore(place) as store:
        edition = begin_shown(plan, store, draws_as_it_goes=True)
        with being_played(edition, store, executor) as ledger:
            yield ledger


def _show_test(duel: Duel, test: Sprt) -> None:
    """Print the state after every tenth pair, so that a log stays readable."""
    if sum(duel.tally.pairs) % 10 == 0 and duel.decision is None:
        click.echo(_test_text(duel, test))


def _test_values(plan: Plan, duel: Duel, test: Sprt) -> dict[str, Any]:
    tally = duel.tally
    return {
        "players": list(plan.names),
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": list(tally.pairs),
        "ratio": duel.ratio,
        "limits": [test.lower, test.upper],
        "accepted": duel.decision,
    }


def _test_text(duel: Duel, test: Sprt) -> str:
    tally = duel.tally
    return (
        f"{tally.games} games: won {tally.wins}, drew {tally.draws}, lost {tally.losses}; pairs "
        f"{', '.join(map(str, tally.pairs))}; LLR {duel.ratio:+.2f} of {test.lower:.2f} to "
        f"{test.upper:+.2f}"
    )
