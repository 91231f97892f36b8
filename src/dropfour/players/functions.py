"""Engines made from plain Python functions: a chooser, an evaluation, or a Kaggle ConnectX agent.

def choose(position):                       a column, from 1
def evaluate(position):                     a number for the side to move, used by alpha-beta
def agent(observation, configuration):      a column, from 0, as on Kaggle
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from dropfour.arguments import PositionLike
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits, turn_of
from dropfour.engines.functions import ChooserEngine, Kind, checked_column, kind_of
from dropfour.position import Position

KINDS: tuple[Kind, ...] = ("agent", "choose", "evaluate")
DEFAULT_EVALUATION_DEPTH = 4


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """Where a function is found: *place* is a file, or a module that may lie in *directory*.

    Without *function* the place is searched for ``agent``, ``choose`` or ``evaluate``; without *kind*
    it follows from the function's name and signature. *depth* is how deep an evaluation is searched.
    """

    place: str
    function: str | None = None
    kind: Kind | None = None
    depth: int = DEFAULT_EVALUATION_DEPTH
    directory: str | None = None

    @property
    def is_file(self) -> bool:
        return self.place.endswith(".py")

    @property
    def name(self) -> str:
        place = Path(self.place).stem if self.is_file else self.place
        return f"{place}:{self.function}" if self.function else place

    @property
    def spec(self) -> str:
        """The text of a `PlayerSpec` for this function."""
        depth = None if self.depth == DEFAULT_EVALUATION_DEPTH else f"depth={self.depth}"
        place = f"{self.place}:{self.function}" if self.function else self.place
        return ",".join(filter(None, (place, self.kind, depth)))


def function_engine(source: FunctionSource, seed: int | None = None) -> Engine:
    """Load the function and return an engine that plays by it.

    This imports the module, and so belongs in a process of its own. Raises ValueError if there is no
    such function, and any exception that the module raises.
    """
    if seed is not None:
        random.seed(seed)
    name, function = _find(_load(source), source)
    if "numpy" in sys.modules and seed is not None:
        sys.modules["numpy"].random.seed(seed % 2**32)
    kind = source.kind or kind_of(name, function)
    if kind == "agent":
        return AgentEngine(source.name, function)
    if kind == "choose":
        return ChooserEngine(source.name, function)
    from dropfour.engines import registry

    registry.register("player-function", function)
    return registry.engine(f"alphabeta:player-function,depth={source.depth}")


class AgentEngine:
    """Plays what a Kaggle ConnectX agent returns; columns count from 0 there."""

    def __init__(self, name: str, agent: Callable[..., Any]) -> None:
        self.name = name
        self._agent = agent
        self._parameters = len(inspect.signature(agent).parameters)

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        position = turn_of(position, limits)
        arguments = (_observation(position), _configuration(position, limits))
        return Choice(checked_column(self._agent(*arguments[: self._parameters])) + 1)

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"


class Struct(dict[str, Any]):
    """A dict whose keys are also attributes, as Kaggle passes it to agents."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def _observation(position: Position) -> Struct:
    board = [mark for row in position.to_rows() for mark in row]
    mark, step = position.to_move.value, position.ply
    return Struct(board=board, mark=mark, step=step, remainingOverageTime=0.0)


def _configuration(position: Position, limits: Limits) -> Struct:
    rules = position.rules
    time_s = 2.0 if limits.time_s is None else limits.time_s
    return Struct(
        columns=rules.columns,
        rows=rules.rows,
        inarow=rules.connect,
        actTimeout=time_s,
        timeout=time_s,
        episodeSteps=1000,
        runTimeout=1200,
    )


def _load(source: FunctionSource) -> ModuleType:
    if source.directory is not None:
        sys.path.insert(0, source.directory)
    if not source.is_file:
        return importlib.import_module(source.place)
    path = Path(source.place)
    if not path.is_file():
        raise ValueError(f"there is no file {source.place}")
    sys.path.insert(0, str(path.parent))  # a player may import modules beside it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _find(module: ModuleType, source: FunctionSource) -> tuple[str, Callable[..., Any]]:
    if source.function is not None:
        function = getattr(module, source.function, None)
        if not callable(function):
            raise ValueError(f"there is no function {source.function} in {source.place}")
        return source.function, function
    for name in KINDS:
        if callable(function := getattr(module, name, None)):
            return name, function
    own = [
        (name, value)
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__
    ]
    if not own:
        raise ValueError(f"there is no function {', '.join(KINDS)} in {source.place}")
    return own[-1]  # the last one, as Kaggle takes it
