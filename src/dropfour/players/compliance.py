"""Compliance: whether an engine in a process of its own speaks the text protocol."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from dropfour.engines.engine import Limits
from dropfour.moves import parse_moves
from dropfour.players.child import ProcessLimits
from dropfour.players.external import Refused, Talk
from dropfour.players.fault import Fault
from dropfour.players.protocol import GameLine, GoLine
from dropfour.position import RED, Position
from dropfour.rules import Objective, Rules

_MOVE_S = 0.2
_PATIENCE_S = 2.0  # beyond the time limit, on a busy machine
_QUIT_S = 5.0

# All columns of 7x6 are full but the last one, and nobody has a line.
_NEARLY_FULL = "353154621464563346426614512122133552"
_OTHER_RULES = (Rules(9, 7), Rules(5, 4, 3), Rules(7, 6, 4, Objective.MOST_LINES))


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked: *fault* says what was wrong, None if nothing was."""

    what: str
    fault: str | None = None
    remark: str = ""

    @property
    def is_passed(self) -> bool:
        return self.fault is None


def check_engine(argv: tuple[str, ...], limits: ProcessLimits | None = None) -> Iterator[Check]:
    """Yield the checks as they are made; after a fault that ends the talk no more follow."""
    try:
        talk = Talk(argv, limits or ProcessLimits())
    except Fault as fault:
        yield Check("starts", str(fault))
        return
    try:
        for what, step in _steps(talk):
            check = _made(what, step)
            yield check
            if not check.is_passed:
                return
    finally:
        talk.close()


def _steps(talk: Talk) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "answers the greeting with its name and ready", partial(_greet, talk)
    yield "answers a game with ready", partial(_begin, talk, Rules())
    yield "moves on the empty board", partial(_move, talk, Rules(), "")
    yield "moves in the middle of a game", partial(_move, talk, Rules(), "44455225")
    yield "finds the only column that is left", partial(_move, talk, Rules(), _NEARLY_FULL)
    yield "plays a whole game against chance", partial(_play, talk, Rules())
    yield "answers a line it does not know with error", partial(_confuse, talk)
    yield "plays another game after that", partial(_play, talk, Rules())
    for rules in _OTHER_RULES:
        name = f"{rules.size}, {rules.connect} in a row, {rules.objective.value}"
        yield f"plays {name}, or refuses it", partial(_play_or_refuse, talk, rules)
    yield "ends when it is told to quit", partial(_quit, talk)


def _made(what: str, step: Callable[[], str]) -> Check:
    try:
        return Check(what, remark=step())
    except Fault as fault:
        return Check(what, str(fault))
    except TimeoutError:
        return Check(what, "did not answer in time")


def _greet(talk: Talk) -> str:
    talk.greet()
    if talk.name is None:
        raise Fault("said ready without a name line before it")
    return talk.name


def _begin(talk: Talk, rules: Rules) -> str:
    talk.begin(GameLine(rules, seed=1))
    return ""


def _move(talk: Talk, rules: Rules, moves: str) -> str:
    """Ask for a move; return how long it took."""
    started = time.monotonic()
    _choose(talk, Position.from_moves(moves, rules), parse_moves(moves))
    return f"{time.monotonic() - started:.2f} s of {_MOVE_S:g} s"


def _choose(talk: Talk, position: Position, columns: tuple[int, ...]) -> int:
    go = GoLine(Limits(time_s=_MOVE_S))
    column = talk.ask(columns, go, _MOVE_S + _PATIENCE_S)
    if not position.can_play(column):
        raise Fault(f"moved to column {column}, which cannot be played")
    return column


def _play(talk: Talk, rules: Rules) -> str:
    """Play a game to its end, the engine having red and chance yellow."""
    _begin(talk, rules)
    chance = random.Random(1)
    position = Position(rules)
    columns: list[int] = []
    while not position.is_over:
        if position.to_move is RED:
            columns.append(_choose(talk, position, tuple(columns)))
        else:
            columns.append(chance.choice(position.legal_columns))
        position = position.play(columns[-1])
    return f"{len(columns)} moves"


def _play_or_refuse(talk: Talk, rules: Rules) -> str:
    try:
        _begin(talk, rules)
    except Refused:
        return "refused"
    return _play(talk, rules)


def _confuse(talk: Talk) -> str:
    talk.send("fnord 23")
    talk.expect_error(_PATIENCE_S)
    return ""


def _quit(talk: Talk) -> str:
    talk.end(_QUIT_S)
    return ""
