"""The directive ``board``: a board to play on, with the position drawn where scripts cannot run."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from dropfour import draw_svg

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


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("board", Board)
    return {"parallel_read_safe": True}
