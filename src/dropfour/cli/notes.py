"""Notes and progress on standard error, which -q leaves out; and colours, which --color decides."""

from __future__ import annotations

import os

import click

_FORCING = ("FORCE_COLOR", "CLICOLOR_FORCE")
_QUIET = f"{__name__}.quiet"


def note(text: str) -> None:
    """Print what helps people but is neither a result nor an error."""
    if not is_quiet():
        click.echo(text, err=True)


def is_quiet() -> bool:
    """Return whether the running command was asked to be."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


def _be_quiet(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        context.meta[_QUIET] = True


def _choose_colour(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value in ("always", "never"):
        for name in ("NO_COLOR", *_FORCING):
            os.environ.pop(name, None)
        os.environ["FORCE_COLOR" if value == "always" else "NO_COLOR"] = "1"
    is_forced = any(os.environ.get(name, "0") not in ("", "0") for name in _FORCING)
    if is_forced and not os.environ.get("NO_COLOR"):
        context.color = True  # click removes colours in a pipe otherwise


def shared_options(is_hidden: bool) -> list[click.Option]:
    """Return the options of every command."""
    return [
        click.Option(
            ["-q", "--quiet"],
            is_flag=True,
            hidden=is_hidden,
            expose_value=False,
            callback=_be_quiet,
            help="Print results and errors only: no notes, no progress.",
        ),
        click.Option(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            hidden=is_hidden,
            expose_value=False,
            callback=_choose_colour,
            help="When to use colours; auto follows the terminal, NO_COLOR and FORCE_COLOR.",
        ),
    ]
