"""The directives ``board``, a board to play on, and ``plan``, a position with the marks of a plan."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from dropfour import Position, draw_svg
from dropfour.rules import Cell
from dropfour.study import Plan, Rule

# Browsers do not load modules from files.
NOTE = (
    "To play on this board, open these pages from a server: "
    "<code>python -m http.server -d docs/_build</code>."
)


class Board(SphinxDirective):
    """Its argument is a move string. The board shows the exact score of every column."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        (moves,) = self.arguments
        page = "../" * self.env.docname.count("/") + "play/static/js/embed/dropfour-board.js"
        html = (
            f'<script type="module" src="{page}"></script>\n'
            f'<dropfour-board moves="{moves}" study>{draw_svg(moves)}<p>{NOTE}</p></dropfour-board>'
        )
        return [nodes.raw("", html, format="html")]


class PlanPicture(SphinxDirective):
    """Its argument is a move string, each row of its content a rule: its kind, then columns, or the
    columns and rows of cells. The plan is for the side to move, and is verified."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        position = Position.from_moves(self.arguments[0])
        plan = Plan(position, position.to_move, "win", tuple(map(_rule, self.content)))
        plan.verify()
        return [nodes.raw("", f"<p>{draw_svg(plan, caption=())}</p>", format="html")]


def _rule(text: str) -> Rule:
    kind, *words = text.split()
    numbers = tuple(map(int, words))
    if kind in ("answer", "otherwise"):
        return Rule(kind, columns=numbers)  # type: ignore[arg-type]
    cells = zip(numbers[::2], numbers[1::2], strict=True)
    return Rule(kind, cells=tuple(Cell(*cell) for cell in cells))  # type: ignore[arg-type]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("board", Board)
    app.add_directive("plan", PlanPicture)
    return {"parallel_read_safe": True}
