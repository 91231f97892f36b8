"""Shell completion: the command that prints the script for a shell, and what it offers for engines and
players; what that needs is imported when a shell asks."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from dropfour.cli.group import command

_FILES = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/completions/dropfour.fish",
}

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' type value
    while IFS=',' read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            *) COMPREPLY+=("$value"); [[ $type == begun ]] && compopt -o nospace ;;
        esac
    done < <(COMP_LINE=${COMP_LINE:0:COMP_POINT} %(complete_var)s=bash_complete $1)
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class _Bash(BashComplete):
    """bash divides words at : and =, which specs contain: here the line is divided at blanks, and what
    bash has for a word of its own is left out of what it gets. After what can go on comes no blank."""

    source_template = _BASH
    _already = 0

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)
        begun = "" if line[-1:].isspace() else words.pop()
        value = begun.partition("=")[2] if begun.startswith("-") else begun
        self._already = 1 + max(value.rfind(":"), value.rfind("="))
        return words[1:], begun

    def format_completion(self, item: CompletionItem) -> str:
        return f"{'begun' if item.can_go_on else item.type},{item.value[self._already :]}"


add_completion_class(_Bash, "bash")


@command(short_help="Print the completion script for a shell.")
@click.argument("shell", type=click.Choice(list(_FILES)))
def completion(shell: str) -> None:
    """Print the script with which SHELL completes commands, options, engines and their options.

    Add it to ~/.bashrc or ~/.zshrc, or write it to ~/.config/fish/completions/dropfour.fish.

    Example: dropfour completion bash >> ~/.bashrc
    """
    root = click.get_current_context().find_root().command
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(root, {}, "dropfour", "_DROPFOUR_COMPLETE").source())


def complete_engine(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer all engines whose names start with *begun*, with their summaries; after a colon, the
    evaluations and options of the engine that are not yet given."""
    from dropfour.engines.registry import available

    listings = available()
    name, colon, given = begun.partition(":")
    if not colon:
        names = {listing.name: listing.summary for listing in listings}
        return _offered(names, begun, can_go_on=True)
    engine = next((each for each in listings if each.name == name), None)
    if engine is None:
        return []
    *earlier, _ = given.split(",")
    before = f"{name}:{''.join(f'{each},' for each in earlier)}"
    given_names = {each.partition("=")[0] for each in earlier}
    offered: dict[str, str] = {}
    for option in engine.options:
        if option.name in given_names:
            continue
        default = f"default: {option.default_text}" if option.default_text else ""
        if option.name == "evaluation":
            if not any("=" not in each for each in earlier):
                evaluations = [each for each in listings if each.kind == "evaluation"]
                offered |= {f"{before}{each.name}": each.summary for each in evaluations}
        else:
            offered[f"{before}{option.name}="] = f"{option.type_word} {default}".strip()
    return _offered(offered, begun, can_go_on=True)


def complete_player(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer what can take a seat besides the engines: programs, and Python files of this folder."""
    from pathlib import Path

    programs = {
        "program:": "A program called as COMMAND IN OUT DEPTH for each move.",
        "engine:": "A program that implements the text protocol.",
    }
    files = {str(path): "A Python file." for path in sorted(Path(".").glob("*.py"))}
    return [
        *_offered(programs, begun, can_go_on=True),
        *_offered(files, begun),
        *complete_engine(context, parameter, begun),
    ]


def complete_seat(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer a person besides the players."""
    from dropfour.terminal.players import PERSON

    people = _offered({PERSON: "A person at the keyboard."}, begun)
    return people + complete_player(context, parameter, begun)


def _offered(
    summaries: Mapping[str, str], begun: str, can_go_on: bool = False
) -> list[CompletionItem]:
    return [
        CompletionItem(text, help=summary, can_go_on=can_go_on)
        for text, summary in summaries.items()
        if text.startswith(begun)
    ]
