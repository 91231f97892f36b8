"""Commands for engines: engine list, engine run, engine check."""

from __future__ import annotations

import sys
from typing import Any

import click

from dropfour.cli.completion import complete_engine
from dropfour.cli.group import CommandGroup, Failed
from dropfour.cli.notes import note
from dropfour.cli.options import json_option
from dropfour.cli.outputs import print_json
from dropfour.engines import registry
from dropfour.engines.registry import Listing


class _Engines(CommandGroup):
    """The names before version 2 were ``engine`` and ``engine SPEC``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        is_old = not args and not sys.stdin.isatty() and not ctx.resilient_parsing
        return super().parse_args(ctx, ["perfect"] if is_old else args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            registry.engine(args[0])  # raises ValueError if there is none
            note(f"dropfour engine {args[0]} is called dropfour engine run {args[0]} now.")
            args = ["run", *args]
        return super().resolve_command(ctx, args)


@click.group(cls=_Engines, short_help="List, run and check engines.")
def engine() -> None:
    """Engines: what there is, ours for other programs, and whether yours implements the protocol.

    Example: dropfour engine list alphabeta lines
    """


@engine.command("list", short_help="List the engines and their options.")
@click.argument("names", nargs=-1, shell_complete=complete_engine)
@json_option("Print a JSON object for each.")
def list_command(names: tuple[str, ...], as_json: bool) -> None:
    """List all engines and evaluations, or those in NAMES, with their options.

    A spec is a name, a colon and options, such as alphabeta:lines,depth=6; the option without a name is
    the evaluation. The name of an evaluation alone means alpha-beta with it.

    Example: dropfour engine list alphabeta lines
    """
    listings = registry.available()
    known = {listing.name for listing in listings}
    for name in names:
        if name not in known:
            raise ValueError(f"there is no engine {name!r}; there are: {', '.join(sorted(known))}")
    for kind, title in (("engine", "Engines"), ("evaluation", "Evaluations")):
        chosen = [
            listing
            for listing in sorted(listings, key=_order)
            if listing.kind == kind and (not names or listing.name in names)
        ]
        if chosen and not as_json:
            click.echo(title)
        for listing in chosen:
            if as_json:
                print_json(_values(listing))
                continue
            click.echo(f"  {listing.name:12} {listing.summary}")
            for option in listing.options:
                default = f", default: {option.default_text}" if option.default_text else ""
                click.echo(f"  {'':12}   {option.name}: {option.type_word}{default}")


@engine.command("run", short_help="Run an engine behind the text protocol.")
@click.argument("spec", default="perfect", metavar="[ENGINE]", shell_complete=complete_engine)
def run(spec: str) -> None:
    """Run an engine behind the text protocol on standard input and output: a reference
    for engines of your own, and a way to use ours from other programs.

    Example: dropfour engine run alphabeta:lines,depth=6
    """
    from dropfour.players.responder import respond

    name = registry.engine(spec).name
    respond(name, lambda seed: registry.engine(spec, seed), sys.stdin, click.echo)


@engine.command("check", short_help="Check that a program implements the text protocol.")
@click.argument("command")
def check(command: str) -> None:
    """Check that the program COMMAND implements the text protocol; exit code 1 if it
    does not.

    Example: dropfour engine check "dropfour engine run easy"
    """
    from dropfour.players import compliance
    from dropfour.players.spec import split_command

    is_passed = True
    for each in compliance.check_protocol(split_command(command)):
        is_passed &= each.is_passed
        remark = each.fault or each.remark
        click.echo(f"{'ok  ' if each.is_passed else 'FAIL'}  {each.what}{remark and f': {remark}'}")
    if not is_passed:
        raise Failed("the program does not implement the protocol")


def _values(listing: Listing) -> dict[str, Any]:
    options = {
        option.name: {"type": option.type_word, "default": option.default_text or None}
        for option in listing.options
    }
    return {
        "name": listing.name,
        "kind": listing.kind,
        "summary": listing.summary,
        "options": options,
    }


def _order(listing: Listing) -> tuple[int, int, str]:
    """Sort by name, and numbered levels after that by number."""
    number = int(listing.name) if listing.name.isdigit() else 0
    return (number > 0, number, listing.name)
