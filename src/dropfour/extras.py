"""Packages that only some of Dropfour needs: a missing one is reported with the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed_by(what: str, extra: str) -> Iterator[None]:
    """Say that *what* needs *extra* if an import in the block fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        raise ImportError(f'{what} needs {package}: pip install "dropfour[{extra}]"') from error
