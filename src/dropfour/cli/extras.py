"""What a command needs besides the bare package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def page_packages() -> Iterator[None]:
    """Let an import of the page that fails in the block say what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(
            f'the page needs more packages ({error.name}): pip install "dropfour[web]"'
        ) from error
