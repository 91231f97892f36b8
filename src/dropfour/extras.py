"""Imports that wait until a name is first used, so that programs start quickly; and those of packages
that only some of Dropfour needs, of which a missing one is reported with the extra to install."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any


@contextmanager
def needed_by(what: str, extra: str) -> Iterator[None]:
    """Say that *what* needs *extra* if an import in the block fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0].replace("PIL", "Pillow")
        raise ImportError(f'{what} needs {package}: pip install "dropfour[{extra}]"') from error


def lazy_names(package: str, modules: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of *package*, which imports each name from its module."""
    places = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(places[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
