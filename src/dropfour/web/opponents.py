"""The engines that a visitor can play against, and what they choose."""

from __future__ import annotations

import threading

from dropfour.engines import levels, registry
from dropfour.engines.engine import Choice, Engine, Limits, Stop
from dropfour.position import Position
from dropfour.web.schema import EngineList, EngineState, OptionState

_ENGINES_PER_THREAD = 3
_of_thread = threading.local()


def check_engine(spec: str) -> None:
    """Raise ValueError unless *spec* names an engine."""
    registry.engine(spec)


def choose(spec: str, position: Position, time_s: float, stop: Stop, game: str = "") -> Choice:
    """Let an engine choose, in *game* if it is one; raise ValueError if the game is over."""
    return _engine(spec, game).choose(position, Limits(time_s=time_s, stop=stop))


def _engine(spec: str, game: str) -> Engine:
    """Return this thread's engine of the game, which may remember what it has proven before.

    Another game has another engine: one that draws its luck when it is made would repeat itself.
    """
    engines: dict[tuple[str, str], Engine] | None = getattr(_of_thread, "engines", None)
    if engines is None or len(engines) >= _ENGINES_PER_THREAD:
        engines = _of_thread.engines = {}
    if (spec, game) not in engines:
        engines[spec, game] = registry.engine(spec)
    return engines[spec, game]


def engine_list() -> EngineList:
    """Return the levels, weakest first within their kind, and all other engines."""
    listed = {
        listing.name: EngineState(
            name=listing.name,
            description=listing.summary,
            options=[
                OptionState(name=option.name, default=option.default_text)
                for option in listing.options
            ],
        )
        for listing in registry.available()
    }
    of_levels = [listed.pop(name) for name in levels.NAMES]
    return EngineList(levels=of_levels, engines=list(listed.values()))
