"""Compliance: whether a program implements the text protocol."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from dropfour.engines.engine import Limits
from dropfour.moves import parse_moves
from dropfour.outcome import Fault
from dropfour.players.process import ProcessLimits
from dropfour.players.protocol import GameMessage, GoMessage
from dropfour.players.protocol_player import Conversation, Refused
from dropfour.position import RED, Position
from dropfour.rules import Objective, Rules

_MOVE_S = 0.2
_PATIENCE_S = 2.0  # beyond the time limit, on a busy machine
_QUIT_S = 5.0

# All columns of 7x6 but the last are full, and nobody has a line.
_NEARLY_FULL = "353154621464563346426614512122133552"
_OTHER_RULES = (Rules(9, 7), Rules(5, 4, 3), Rules(7, 6, 4, Objective.MOST_LINES))


@dataclass(frozen=True, slots=True)
class ProtocolCheck:
    """One requirement that was checked: *fault* says what was wrong, None if nothing was."""

    what: str
    fault: str | None = None
    remark: str = ""

    @property
    def is_passed(self) -> bool:
        return self.fault is None


def check_protocol(
    argv: tuple[str, ...], limits: ProcessLimits | None = None
) -> Iterator[ProtocolCheck]:
    """Yield the checks as they are made, up to the first that fails."""
    try:
        conversation = Conversation(argv, limits or ProcessLimits())
    except Fault as fault:
        yield ProtocolCheck("starts", str(fault))
        return
    with closing(conversation):
        for what, step in _steps(conversation):
            check = _made(what, step)
            yield check
            if not check.is_passed:
                return


def _steps(engine: Conversation) -> Iterator[tuple[str, Callable[[], str | None]]]:
    """Yield each requirement with the function that checks it, which may return a remark."""
    rules = Rules()
    yield "answers the greeting with its name and ready", lambda: _greet(engine)
    yield "answers a game with ready", lambda: engine.begin(GameMessage(rules, seed=1))
    yield "moves on the empty board", lambda: _move(engine, rules, "")
    yield "moves in the middle of a game", lambda: _move(engine, rules, "44455225")
    yield "finds the only column that is left", lambda: _move(engine, rules, _NEARLY_FULL)
    yield "plays a complete game against random moves", lambda: _play(engine, rules)
    yield "answers an unknown message with error", lambda: _confuse(engine)
    yield "plays another game after that", lambda: _play(engine, rules)
    for other in _OTHER_RULES:
        name = f"{other.size}, {other.connect} in a row, {other.objective.value}"
        yield f"plays {name}, or refuses it", partial(_play_or_refuse, engine, other)
    yield "ends after quit", lambda: engine.end(_QUIT_S)


def _made(what: str, step: Callable[[], str | None]) -> ProtocolCheck:
    try:
        return ProtocolCheck(what, remark=step() or "")
    except Fault as fault:
        return ProtocolCheck(what, str(fault))
    except TimeoutError:
        return ProtocolCheck(what, "did not answer in time")


def _greet(conversation: Conversation) -> str:
    conversation.greet()
    if conversation.name is None:
        raise Fault("sent ready without a name before it")
    return conversation.name


def _move(conversation: Conversation, rules: Rules, moves: str) -> str:
    """Ask for a move; return the time it took."""
    started = time.monotonic()
    _choose(conversation, Position.from_moves(moves, rules), parse_moves(moves))
    return f"{time.monotonic() - started:.2f} s of {_MOVE_S:g} s"


def _choose(conversation: Conversation, position: Position, moves: tuple[int, ...]) -> int:
    go = GoMessage(Limits(time_s=_MOVE_S))
    column = conversation.ask(moves, go, _MOVE_S + _PATIENCE_S).column
    if not position.can_play(column):
        raise Fault(f"moved to column {column}, which cannot be played")
    return column


def _play(conversation: Conversation, rules: Rules) -> str:
    """Play a complete game: the engine as red against random moves."""
    conversation.begin(GameMessage(rules, seed=1))
    chance = random.Random(1)
    position = Position(rules)
    moves: list[int] = []
    while not position.is_over:
        if position.to_move is RED:
            moves.append(_choose(conversation, position, tuple(moves)))
        else:
            moves.append(chance.choice(position.legal_columns))
        position = position.play(moves[-1])
    return f"{len(moves)} moves"


def _play_or_refuse(conversation: Conversation, rules: Rules) -> str:
    try:
        conversation.begin(GameMessage(rules, seed=1))
    except Refused:
        return "refused"
    return _play(conversation, rules)


def _confuse(conversation: Conversation) -> None:
    conversation.send("fnord 23")
    conversation.expect_error(_PATIENCE_S)
