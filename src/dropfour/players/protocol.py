"""The messages of the text protocol between a host and an engine in a process of its own.

docs/protocol.md describes it in full. Each message is one line of text; the host begins:

    dropfour 1                        name Example 1.0
                                      ready
    game 7x6 4 first-line seed 5      ready
    position 4455
    go time 1.0                       info depth 8
                                      move 3
    quit
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dropfour.engines.engine import Limits
from dropfour.moves import format_moves
from dropfour.position import Position
from dropfour.rules import Objective, Rules

VERSION = 1
MAX_LENGTH = 4096


class ProtocolError(ValueError):
    """A message that is not part of the protocol; the text says what was expected."""


@dataclass(frozen=True, slots=True)
class GameMessage:
    """``game``: the rules, and a seed for engines that play at random."""

    rules: Rules
    seed: int | None = None

    def __str__(self) -> str:
        rules = self.rules
        text = f"game {rules.size} {rules.connect} {rules.objective.value}"
        return text if self.seed is None else f"{text} seed {self.seed}"

    @classmethod
    def parse(cls, words: list[str]) -> GameMessage:
        """Parse the words after ``game``."""
        if len(words) < 3:
            raise ProtocolError("expected a game such as: game 7x6 4 first-line")
        size, connect, objective = words[:3]
        try:
            rules = Rules.for_board(size, int(connect), Objective(objective))
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        seed = dict(_pairs(words[3:])).get("seed")
        return cls(rules, None if seed is None else _integer(seed))


@dataclass(frozen=True, slots=True)
class GoMessage:
    """``go``: the limits of this move, the time left for the game, and whether sides can be swapped by
    this move or the next one."""

    limits: Limits
    left_s: float | None = None
    swap: bool = False

    def __str__(self) -> str:
        fields = {
            "time": self.limits.time_s,
            "left": self.left_s,
            "depth": self.limits.depth,
            "nodes": self.limits.nodes,
            "swap": "yes" if self.swap else None,
        }
        return "go" + "".join(
            f" {word} {_number(value)}" for word, value in fields.items() if value is not None
        )

    @classmethod
    def parse(cls, words: list[str]) -> GoMessage:
        """Parse the words after ``go``; unknown pairs are ignored."""
        values = dict(_pairs(words))
        try:
            limits = Limits(
                time_s=float(values["time"]) if "time" in values else None,
                depth=_integer(values["depth"]) if "depth" in values else None,
                nodes=_integer(values["nodes"]) if "nodes" in values else None,
            )
            left_s = float(values["left"]) if "left" in values else None
            return cls(limits, left_s, values.get("swap") == "yes")
        except ValueError as error:
            raise ProtocolError(str(error)) from None


def position_message(moves: tuple[int, ...]) -> str:
    """Return the message with the moves from the empty board."""
    return f"position {format_moves(moves)}".rstrip()


def parse_position(words: list[str], rules: Rules) -> Position:
    """Parse the words after ``position``: a move string, or nothing for the empty board."""
    try:
        return Position.from_moves(words[0] if words else "", rules)
    except ValueError as error:
        raise ProtocolError(str(error)) from None


def parse_move(words: list[str]) -> int:
    """Parse the words after ``move``: a column number from 1; further words are ignored."""
    if not words:
        raise ProtocolError("expected a column after move")
    return _integer(words[0])


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    if len(words) % 2:
        raise ProtocolError(f"expected a value after {words[-1]}")
    yield from zip(words[::2], words[1::2], strict=True)


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ProtocolError(f"expected an integer, not {text[:40]!r}") from None


def _number(value: float | str) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
