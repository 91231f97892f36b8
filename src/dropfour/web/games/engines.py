"""The engines that a visitor can play against: registered ones only, never a program or a file.

The page thinks in the browser. Only engines that the operator or a package has registered choose
their moves here, within limits of time, nodes and threads that no spec can exceed.
"""

from __future__ import annotations

import threading

from pydantic import BaseModel, Field

from dropfour.engines import registry
from dropfour.engines.engine import Choice, Engine, Limits, Stop, ask
from dropfour.engines.levels import NAMED, NUMBERED, NativeEngine
from dropfour.position import Position

_ENGINES_PER_THREAD = 3
_MAX_NODES = 100_000_000
_of_thread = threading.local()


class OptionState(BaseModel, from_attributes=True):
    name: str
    default: str = Field(validation_alias="default_text")


class EngineState(BaseModel, from_attributes=True):
    name: str
    description: str = Field(validation_alias="summary")
    options: list[OptionState]


class EngineList(BaseModel):
    """Everything that can be the engine of a seat: levels, and engines with options."""

    levels: list[EngineState]
    engines: list[EngineState]


class CheckedEngine(BaseModel):
    """A specification that can be the ``engine`` of a seat."""

    engine: str


def check_spec(spec: str) -> None:
    """Raise ValueError unless *spec* describes a registered engine."""
    registry.engine(spec)


def choose(
    spec: str,
    position: Position,
    game: str,
    stop: Stop,
    time_s: float,
    most_threads: int,
    swap: bool = False,
) -> Choice:
    """Let an engine that browsers do not have choose a move in the game with the id *game*; raise
    ValueError for any other engine."""
    engine = _engine(spec, game, most_threads)
    if isinstance(engine, NativeEngine) and engine.is_in_browsers:
        raise ValueError(f"{spec} plays in the browser: send its choice")
    limits = Limits(time_s=time_s, nodes=_MAX_NODES, stop=stop)
    choice: Choice = ask(engine, position, limits, swap=swap)
    return choice


def _engine(spec: str, game: str, most_threads: int) -> Engine:
    """Return this thread's engine for the game, which may reuse what it has proven before; one for all
    games that draws its seed when created would play the same in each."""
    engines: dict[tuple[str, str], Engine] = _of_thread.__dict__.setdefault("engines", {})
    if (spec, game) not in engines:
        if len(engines) >= _ENGINES_PER_THREAD:
            engines.clear()
        engines[spec, game] = registry.engine(spec, most_threads=most_threads)
    return engines[spec, game]


def engine_list() -> EngineList:
    """Return the levels, named before numbered and weakest first, and all other engines."""
    listed = {each.name: EngineState.model_validate(each) for each in registry.available()}
    levels = [listed.pop(name) for name in (*NAMED, *NUMBERED)]
    return EngineList(levels=levels, engines=list(listed.values()))
