"""The engine's side of the text protocol: any Engine spoken for, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dropfour.engines.engine import Choice, Engine
from dropfour.players.protocol import (
    VERSION,
    GameLine,
    GoLine,
    ProtocolError,
    parse_position_line,
)
from dropfour.position import Position

# Makes the engine for one game, from the game's seed if there is one.
EngineMaker = Callable[[int | None], Engine]


def speak(
    name: str, make_engine: EngineMaker, lines: Iterable[str], write: Callable[[str], None]
) -> None:
    """Answer *lines* by *write* until ``quit`` or their end. What is not understood, and what the engine
    raises, is answered by an ``error`` line, and the talk goes on."""
    speaker = _Speaker(name, make_engine)
    for line in lines:
        words = line.split()
        if words == ["quit"]:
            return
        if not words:
            continue
        try:
            for answer in speaker.answer(words[0], words[1:]):
                write(answer)
        except ProtocolError as error:
            write(f"error {_one_line(str(error))}")
        except Exception as error:  # whatever a plain function does wrong
            write(f"error {_one_line(f'{type(error).__name__}: {error}')}")


class _Speaker:
    """What has been said so far."""

    def __init__(self, name: str, make_engine: EngineMaker) -> None:
        self._name = name
        self._make_engine = make_engine
        self._engine: Engine | None = None
        self._position: Position | None = None

    def answer(self, word: str, words: list[str]) -> list[str]:
        if word == "dropfour":
            return self._greet(words)
        if word == "game":
            game = GameLine.parse(words)
            self._engine = self._make_engine(game.seed)
            self._position = Position(game.rules)
            return ["ready"]
        if word == "position":
            if self._position is None:
                raise ProtocolError("expected a game before a position")
            self._position = parse_position_line(words, self._position.rules)
            return []
        if word == "go":
            return self._go(GoLine.parse(words))
        raise ProtocolError(f"unknown word {word[:40]!r}: expected game, position, go or quit")

    def _greet(self, words: list[str]) -> list[str]:
        if words != [str(VERSION)]:
            raise ProtocolError(f"this engine speaks version {VERSION} of the protocol")
        return [f"name {self._name}", "ready"]

    def _go(self, go: GoLine) -> list[str]:
        if self._engine is None or self._position is None:
            raise ProtocolError("expected a game before go")
        choice = self._engine.choose(self._position, go.limits)
        return [*_info(choice), f"move {choice.column}"]


def _info(choice: Choice) -> list[str]:
    """Return what the engine thought as one line, nothing if it says nothing."""
    told = []
    if choice.depth is not None:
        told.append(f"depth {choice.depth}")
    if choice.nodes:
        told.append(f"nodes {choice.nodes}")
    if choice.score is not None:
        told.append(f"score {choice.score.value:g} {choice.score.scale}")
    return [f"info {' '.join(told)}"] if told else []


def _one_line(text: str) -> str:
    return " ".join(text.split())[:500]
