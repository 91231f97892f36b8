"""A board to play on in a notebook (extra ``notebook``): Jupyter and other hosts of anywidget."""

from dropfour.extras import needed_by

with needed_by("a board", "notebook"):
    import anywidget as _anywidget  # noqa: F401

from dropfour.notebook.board import Board

__all__ = ["Board"]
