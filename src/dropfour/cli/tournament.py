"""The command tournament, from a file, from options, or from a folder of hand-ins."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dropfour.cli.arena import (
    begin_shown,
    checked_plan,
    database_of,
    on_page_option,
    place_options,
    playing_options,
)
from dropfour.cli.completion import complete_player
from dropfour.cli.group import command
from dropfour.cli.notes import ProgressDisplay, note
from dropfour.cli.options import POSITIVE, ObjectiveWord, refuse_both
from dropfour.cli.outputs import Output, checked_output, is_for_output, json_text, write_outputs
from dropfour.interrupts import INTERRUPTED
from dropfour.rules import Rules

if TYPE_CHECKING:
    from dropfour.arena.game import PlayedGame
    from dropfour.arena.plan import Plan
    from dropfour.arena.report.standings import Report
    from dropfour.arena.runner import Watcher
    from dropfour.work.executor import Executor

_DEFAULT_STORE = "tournaments.db"
_SETTINGS_FILE = "tournament.toml"
_LEADERS = 3


@command(short_help="Let players play a tournament, and rate them.")
@click.argument("file", metavar="[FILE|FOLDER]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--player",
    multiple=True,
    metavar="SPEC",
    shell_complete=complete_player,
    help="A player; repeat for each.",
)
@click.option(
    "--games", type=POSITIVE, metavar="N", help="Games of each pairing (10; most-lines: 16)."
)
@click.option("--format", metavar="KIND", help="round-robin, gauntlet or swiss.")
@click.option("--rounds", type=POSITIVE, metavar="N", help="Rounds of a Swiss tournament.")
@click.option(
    "--store", metavar="FILE|URL", help="The database; an interrupted tournament continues."
)
@on_page_option
@click.option("--title", metavar="TEXT", help="Its name in the store.")
@playing_options
@place_options
@click.option("--regret", is_flag=True, default=None, help="Count mistakes with the solver.")
@click.option(
    "--json",
    is_flag=False,
    flag_value="-",
    type=Output("JSON"),
    metavar="[FILE]",
    help="Write everything as JSON, to FILE or standard output.",
)
@click.option(
    "--html",
    type=Output("HTML"),
    metavar="FILE",
    help="Write an HTML report; - is standard output.",
)
@click.option(
    "--csv", type=Output("CSV"), metavar="FILE", help="Write results as CSV; - is standard output."
)
@click.option("--board", metavar="CxR", help="Columns x rows (default: 7x6).")
@click.option("--connect", type=int, metavar="N", help="Stones in a line (default: 4).")
@click.option("--objective", type=ObjectiveWord(), metavar="KIND", help="first-line or most-lines.")
def tournament(file: Path | None, player: tuple[str, ...], **options: Any) -> None:
    """Play the tournament described by a TOML FILE, a FOLDER of hand-ins or options,
    and rate the players. Options override FILE. After an interruption the same
    command continues; no game is lost or played twice.

    Example: dropfour tournament --player easy --player mine.py --games 20
    """
    from dropfour.arena.report.text import format_report

    refuse_both("workers", "cluster", "a cluster has its own processes")
    settings = _settings_of(file)
    given = {key: value for key, value in options.items() if value is not None}
    if given.keys() & {"store", "on_page"}:  # one option overrides both settings of the file
        settings = {
            key: value for key, value in settings.items() if key not in ("store", "on_page")
        }
    settings |= given
    has_title = "title" in settings
    if player:
        settings["player"] = list(player)
    folders: dict[str, str] = {}
    if settings.get("hand_ins"):
        folders = _take_hand_ins(settings)
    if folders and not has_title:
        settings["title"] = Path(settings["hand_ins"]).resolve().name
    files: dict[str, Path] = {
        key: checked_output(settings.pop(key), key.upper())
        for key in ("json", "html", "csv")
        if key in settings
    }
    is_for_output(files.values())
    plan = checked_plan(settings)
    place = str(database_of(settings) or _default_store(file))
    report = _hold(plan, place, settings, may_differ=bool(folders) and not has_title)
    if not _write(report, plan.conditions.rules, files, folders):
        click.echo(format_report(report))


def _default_store(file: Path | None) -> str:
    """Return the database beside the file or the folder; without one, that of this user."""
    if file is None:
        from dropfour.files import state_folder

        if Path(_DEFAULT_STORE).is_file():
            note(f"To use {_DEFAULT_STORE} of this folder: --store {_DEFAULT_STORE}")
        folder = state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return str(folder / _DEFAULT_STORE)
    if file.is_dir():
        file = file.resolve()
        return str(file.with_name(f"{file.name}.db"))
    return str(file.with_suffix(".db"))


def _settings_of(file: Path | None) -> dict[str, Any]:
    """Return the settings of a TOML file, or of a folder of hand-ins and the file in it."""
    from dropfour.arena.plan import read_plan_file

    if file is None:
        return {}
    if not file.is_dir():
        settings = read_plan_file(file)
        if "hand_ins" in settings:
            settings["hand_ins"] = str(file.parent / str(settings["hand_ins"]))
        return settings
    own = file / _SETTINGS_FILE
    settings = read_plan_file(own) if own.is_file() else {}
    return {**settings, "hand_ins": str(file)}


def _take_hand_ins(settings: dict[str, Any]) -> dict[str, str]:
    """Add the players of a folder to *settings*, and return their folders by name; report those that
    cannot take part."""
    from dropfour.arena.hand_ins import read_hand_ins

    folders, players, absent = {}, [], []
    for each in read_hand_ins(Path(settings["hand_ins"])):
        if each.name in folders:
            raise ValueError(f"two hand-ins are called {each.name}: rename a folder")
        folders[each.name] = each.folder
        if each.player is None:
            click.echo(f"{each.name} cannot take part: {each.problem}", err=True)
            absent.append((each.name, each.problem))
        else:
            players.append(each.player)
    settings["player"] = [*players, *settings.get("player", ())]
    settings["absent"] = absent
    return folders


def _hold(plan: Plan, place: str, settings: dict[str, Any], may_differ: bool) -> Report:
    """Play the tournament and show its progress; after Ctrl-C, say how to continue. *may_differ* as in
    `begin_edition`."""
    from dropfour.arena.store import TournamentStore
    from dropfour.arena.tournament import hold_tournament
    from dropfour.database import shown
    from dropfour.work import open_executor

    workers, cluster = settings.get("workers") or os.cpu_count() or 1, settings.get("cluster")
    with TournamentStore(place) as store:
        note(f"The games are stored in {shown(place)}.")
        try:
            with open_executor(workers, cluster) as executor:
                check = partial(_check, executor=executor)
                edition = begin_shown(plan, store, may_differ=may_differ, check=check)
                show = progress_of(edition.plan.names, edition.stored.game_count)
                return hold_tournament(edition, store, executor, show, bool(settings.get("regret")))
        except KeyboardInterrupt:
            click.echo(
                f"stopped; the games are in {shown(place)}; the same command continues", err=True
            )
            sys.exit(INTERRUPTED)


def _check(plan: Plan, executor: Executor) -> dict[str, str]:
    """Return why players of *plan* cannot take part, and report it."""
    from dropfour.arena.runner import find_faulty

    absent = find_faulty(plan.players, plan.conditions, executor)
    for name, reason in absent.items():
        click.echo(f"{name} cannot take part: it {reason}", err=True)
    return {name: f"it {reason}" for name, reason in absent.items()}


def progress_of(names: Sequence[str], game_count: int) -> Watcher:
    """Return what shows how many games are played, and who is leading."""
    from dropfour.arena.rating.elo import Tally, tally

    tallies, display = dict.fromkeys(names, Tally()), ProgressDisplay()

    def show(games: Sequence[PlayedGame]) -> None:
        for game in games:
            for name in (game.fixture.red, game.fixture.yellow):
                tallies[name] += tally([game], name)
        played = sum(each.games for each in tallies.values()) // 2
        ranking = sorted(tallies.items(), key=lambda each: -(each[1].score or 0.0))
        leaders = [f"{name} {one.points:g} of {one.games}" for name, one in ranking if one.games]
        leading = f"; leading: {', '.join(leaders[:_LEADERS])}" if leaders else ""
        display("games", played, game_count, leading)

    return show


def _write(report: Report, rules: Rules, files: dict[str, Path], folders: dict[str, str]) -> bool:
    """Write the files; return whether one of them is standard output."""
    from dropfour.arena.report.page import report_page
    from dropfour.arena.report.standings import as_json
    from dropfour.arena.report.text import gradebook

    return write_outputs(
        (files.get("json"), lambda: json_text(as_json(report), rules)),
        (files.get("html"), lambda: report_page(report, rules)),
        (files.get("csv"), lambda: gradebook(report, folders)),
    )
