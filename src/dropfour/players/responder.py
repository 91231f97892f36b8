"""The engine's side of the text protocol, for any Engine, and the process that it hosts an
untrusted Python function in."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import astuple

from dropfour.engines.engine import Choice, Engine, ask
from dropfour.players.functions import FunctionSource, function_engine
from dropfour.players.protocol import VERSION, GameMessage, GoMessage, ProtocolError, parse_position
from dropfour.position import Position

# Makes the engine for one game, from the game's seed if there is one.
EngineMaker = Callable[[int | None], Engine]


def respond(
    name: str, make_engine: EngineMaker, messages: Iterable[str], send: Callable[[str], None]
) -> None:
    """Answer *messages* through *send* until ``quit`` or their end.

    A message that is not understood and an exception of the engine are answered by ``error``.
    """
    engine: Engine | None = None
    position: Position | None = None
    for message in messages:
        word, *words = message.split() or [""]
        try:
            match word:
                case "":
                    continue
                case "quit" if not words:
                    return
                case "dropfour":
                    if words != [str(VERSION)]:
                        raise ProtocolError(
                            f"this engine supports version {VERSION} of the protocol"
                        )
                    send(f"name {name}")
                    send("ready")
                case "game":
                    game = GameMessage.parse(words)
                    engine, position = make_engine(game.seed), Position(game.rules)
                    send("ready")
                case "position":
                    if position is None:
                        raise ProtocolError("expected a game before a position")
                    position = parse_position(words, position.rules)
                case "go":
                    if engine is None or position is None:
                        raise ProtocolError("expected a game before go")
                    go = GoMessage.parse(words)
                    choice = ask(engine, position, go.limits, swap=go.swap)
                    if info := _info(choice):
                        send(f"info {info}")
                    send("swap" if choice.swap else f"move {choice.column}")
                case _:
                    expected = "expected game, position, go or quit"
                    raise ProtocolError(f"unknown word {word[:40]!r}: {expected}")
        except ProtocolError as error:
            send(f"error {_shortened(str(error))}")
        except Exception as error:  # a plain function may raise anything
            send(f"error {_shortened(f'{type(error).__name__}: {error}')}")


def _info(choice: Choice) -> str:
    """Return what an ``info`` message reports about the search; empty if there is nothing."""
    info = []
    if choice.depth is not None:
        info.append(f"depth {choice.depth}")
    if choice.nodes:
        info.append(f"nodes {choice.nodes}")
    if choice.score is not None:
        info.append(f"score {choice.score.value:g} {choice.score.scale}")
    return " ".join(info)


def _shortened(text: str) -> str:
    return " ".join(text.split())[:500]


def host_command(source: FunctionSource) -> tuple[str, ...]:
    """Return the command that hosts a function."""
    return (sys.executable, "-m", "dropfour.players.responder", json.dumps(astuple(source)))


def main(arguments: list[str]) -> None:
    source = FunctionSource(*json.loads(arguments[0]))
    # Output of the function must not mix with the protocol: it goes to standard error.
    messages = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(message: str) -> None:
        messages.write(f"{message}\n")
        messages.flush()

    respond(source.name, lambda seed: function_engine(source, seed), sys.stdin, send)


if __name__ == "__main__":
    main(sys.argv[1:])
