"""Errors for optional packages that are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def page_packages() -> Iterator[None]:
    """Turn a failed import in the block into an error that says which extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(
            f'the page needs more packages ({error.name}): pip install "dropfour[web]"'
        ) from error
