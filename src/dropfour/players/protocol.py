"""The text protocol between the arena and an engine in a process of its own: its words and lines.

docs/protocol.md tells it in full. Host and engine write lines; the host begins:

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
MAX_LINE = 4096


class ProtocolError(ValueError):
    """A line that the protocol does not know; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """What ``game`` tells: the rules, and a seed for engines that play by chance."""

    rules: Rules
    seed: int | None = None

    def __str__(self) -> str:
        rules = self.rules
        line = f"game {rules.size} {rules.connect} {rules.objective.value}"
        return line if self.seed is None else f"{line} seed {self.seed}"

    @classmethod
    def parse(cls, words: list[str]) -> GameLine:
        """Read what stands after ``game``."""
        if len(words) < 3:
            raise ProtocolError("expected a game such as: game 7x6 4 first-line")
        size, connect, objective = words[:3]
        try:
            rules = Rules.for_board(size, int(connect), Objective(objective))
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        seed = dict(_pairs(words[3:])).get("seed")
        return cls(rules, None if seed is None else _whole(seed))


@dataclass(frozen=True, slots=True)
class GoLine:
    """What ``go`` tells: the limits of this move, and what is left for the game."""

    limits: Limits
    left_s: float | None = None

    def __str__(self) -> str:
        fields = {
            "time": self.limits.time_s,
            "left": self.left_s,
            "depth": self.limits.depth,
            "nodes": self.limits.nodes,
        }
        told = (f" {word} {_number(value)}" for word, value in fields.items() if value is not None)
        return "go" + "".join(told)

    @classmethod
    def parse(cls, words: list[str]) -> GoLine:
        """Read what stands after ``go``; a word that is not known is passed over."""
        told = dict(_pairs(words))
        try:
            limits = Limits(
                time_s=float(told["time"]) if "time" in told else None,
                depth=_whole(told["depth"]) if "depth" in told else None,
                nodes=_whole(told["nodes"]) if "nodes" in told else None,
            )
            return cls(limits, float(told["left"]) if "left" in told else None)
        except ValueError as error:
            raise ProtocolError(str(error)) from None


def position_line(columns: tuple[int, ...]) -> str:
    """Return the line that tells the moves from the empty board."""
    return f"position {format_moves(columns)}".rstrip()


def parse_position_line(words: list[str], rules: Rules) -> Position:
    """Read what stands after ``position``: a move string, or nothing for the empty board."""
    try:
        return Position.from_moves(words[0] if words else "", rules)
    except ValueError as error:
        raise ProtocolError(str(error)) from None


def parse_moved_column(words: list[str]) -> int:
    """Read what stands after ``move``: a column from 1, as a number; more words are passed over."""
    if not words:
        raise ProtocolError("expected a column after move")
    return _whole(words[0])


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    if len(words) % 2:
        raise ProtocolError(f"expected a value after {words[-1]}")
    yield from zip(words[::2], words[1::2], strict=True)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ProtocolError(f"expected a whole number, not {text[:40]!r}") from None


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
