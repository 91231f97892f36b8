"""The engines and levels to play against."""

from __future__ import annotations

from pydantic import BaseModel


class OptionState(BaseModel):
    name: str
    default: str


class EngineState(BaseModel):
    name: str
    description: str
    options: list[OptionState]


class EngineList(BaseModel):
    """Everything that can be the engine of a seat: levels, and engines with options."""

    levels: list[EngineState]
    engines: list[EngineState]


class CheckedEngine(BaseModel):
    """A specification that can be the ``engine`` of a seat."""

    engine: str
