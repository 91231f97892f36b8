"""Built-in engines as the arena wants them: by spec, and by the game's seed if they play by chance."""

from __future__ import annotations

from functools import lru_cache

from dropfour.engines import registry
from dropfour.engines.engine import Engine


def is_engine(name: str) -> bool:
    """Tell whether a spec may begin with *name*."""
    return name in registry.names()


def make_engine(spec: str, seed: int | None = None) -> Engine:
    """Return the engine of *spec*; one that plays by chance and is told no seed there gets *seed*.

    Raises ValueError, saying what there is, if there is no such engine.
    """
    if seed is None or not _wants_seed(spec):
        return registry.engine(spec)
    separator = "," if ":" in spec else ":"
    return registry.engine(f"{spec}{separator}seed={seed}")


@lru_cache(maxsize=256)
def _wants_seed(spec: str) -> bool:
    name, _, options = (part.strip() for part in spec.partition(":"))
    if any(option.partition("=")[0].strip() == "seed" for option in options.split(",")):
        return False
    for listing in registry.available():
        if listing.name == name:
            return any(option.name == "seed" for option in listing.options)
    return False
