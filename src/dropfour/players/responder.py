"""The engine's side of the text protocol, for any Engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dropfour.engines.engine import Choice, Engine
from dropfour.players.protocol import (
    VERSION,
    GameMessage,
    GoMessage,
    ProtocolError,
    parse_position,
)
from dropfour.position import Position

# Makes the engine for one game, from the game's seed if there is one.
EngineMaker = Callable[[int | None], Engine]


def respond(
    name: str, make_engine: EngineMaker, messages: Iterable[str], send: Callable[[str], None]
) -> None:
    """Answer *messages* through *send* until ``quit`` or their end.

    A message that is not understood and an exception of the engine are answered by ``error``.
    """
    responder = _Responder(name, make_engine)
    for message in messages:
        words = message.split()
        if words == ["quit"]:
            return
        if not words:
            continue
        try:
            for answer in responder.answer(words[0], words[1:]):
                send(answer)
        except ProtocolError as error:
            send(f"error {_shortened(str(error))}")
        except Exception as error:  # a plain function may raise anything
            send(f"error {_shortened(f'{type(error).__name__}: {error}')}")


class _Responder:
    """The state of a conversation: the engine and the position."""

    def __init__(self, name: str, make_engine: EngineMaker) -> None:
        self._name = name
        self._make_engine = make_engine
        self._engine: Engine | None = None
        self._position: Position | None = None

    def answer(self, word: str, words: list[str]) -> list[str]:
        if word == "dropfour":
            return self._greet(words)
        if word == "game":
            game = GameMessage.parse(words)
            self._engine = self._make_engine(game.seed)
            self._position = Position(game.rules)
            return ["ready"]
        if word == "position":
            if self._position is None:
                raise ProtocolError("expected a game before a position")
            self._position = parse_position(words, self._position.rules)
            return []
        if word == "go":
            return self._go(GoMessage.parse(words))
        raise ProtocolError(f"unknown word {word[:40]!r}: expected game, position, go or quit")

    def _greet(self, words: list[str]) -> list[str]:
        if words != [str(VERSION)]:
            raise ProtocolError(f"this engine supports version {VERSION} of the protocol")
        return [f"name {self._name}", "ready"]

    def _go(self, go: GoMessage) -> list[str]:
        if self._engine is None or self._position is None:
            raise ProtocolError("expected a game before go")
        choice = self._engine.choose(self._position, go.limits)
        return [*_info(choice), f"move {choice.column}"]


def _info(choice: Choice) -> list[str]:
    """Return an ``info`` message about the search, if there is anything to report."""
    info = []
    if choice.depth is not None:
        info.append(f"depth {choice.depth}")
    if choice.nodes:
        info.append(f"nodes {choice.nodes}")
    if choice.score is not None:
        info.append(f"score {choice.score.value:g} {choice.score.scale}")
    return [f"info {' '.join(info)}"] if info else []


def _shortened(text: str) -> str:
    return " ".join(text.split())[:500]
