"""The directive ``commands``: what each command is for, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from dropfour.cli import main


class Commands(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(table()))


def table() -> Iterator[str]:
    context = click.Context(main)
    yield "| to | command | does | `--json` |\n|---|---|---|---|"
    for title, names in main.sections.items():
        for name in names:
            command = main.get_command(context, name)
            assert command is not None
            has_json = any("--json" in each.opts for each in command.params)
            does = command.get_short_help_str(200).rstrip(".")
            yield f"| {title.lower()} | `{name}` | {does} | {'yes' if has_json else ''} |"


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
