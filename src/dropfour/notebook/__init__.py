"""A board to play on in a notebook (extra ``notebook``): Jupyter and other hosts of anywidget."""

try:
    import anywidget as _anywidget  # noqa: F401
except ImportError:
    raise ImportError('a board needs anywidget: pip install "dropfour[notebook]"') from None

from dropfour.notebook.board import Board

__all__ = ["Board"]
