"""Opening players: whatever a text, an engine or a function describes takes a seat."""

from __future__ import annotations

import inspect
import os

from dropfour.engines.engine import NO_LIMITS, Engine, Limits, checked_limits
from dropfour.engines.functions import engine_by
from dropfour.engines.registry import engine
from dropfour.outcome import Fault
from dropfour.players.player import (
    DEFAULT_LIMITS,
    DEFAULT_MEMORY_MIB,
    Clock,
    EnginePlayer,
    Player,
    Seatable,
    SeatedPlayer,
)
from dropfour.players.process import ProcessLimits
from dropfour.players.spec import PlayerSpec, parse_player, read_plan
from dropfour.rules import Rules

_SPARE_CPU_S = 30


def open_player(
    spec: str | PlayerSpec,
    rules: Rules | None = None,
    *,
    seed: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
    clock: Clock | None = None,
    memory_mib: int = DEFAULT_MEMORY_MIB,
) -> Player:
    """Open a player for one game: an engine, a Python file or function, or a program.

    *spec* is a text such as ``easy``, ``alphabeta:lines,depth=6``, ``mine.py``,
    ``package.module:function``, ``program:./mine one-move``, ``engine:./mine`` or ``plan:mine.json``,
    with an optional ``NAME=`` in front. All but engines and plans run in a process of their own, limited
    to *memory_mib*, that ends when the player is closed. *seed* repeats random play. *limits* apply to
    every move, and setting their *stop* ends the choice in progress. Raises ValueError for a text that
    does not describe a player, and Fault if a program does not start.

    >>> with d4.open_player("easy", seed=1) as player:
    ...     player.choose(d4.Position.from_moves("443443")).column in range(1, 8)
    True
    """
    checked_limits(limits)
    if isinstance(spec, str):
        spec = parse_player(spec)
    elif not isinstance(spec, PlayerSpec):
        raise TypeError(f"a player is described by a text, such as 'easy', not {spec!r}")
    rules = rules or Rules()
    if spec.kind == "engine":
        return EnginePlayer(engine(spec.engine, seed), limits, clock, spec.name, spec.absolute)
    if spec.own is not None:
        return EnginePlayer(spec.own, limits, clock, spec.name, spec.absolute)
    if spec.kind == "plan":
        try:
            plan = read_plan(spec.argv[0])
        except (OSError, ValueError) as error:
            raise Fault(f"cannot be read: {error}") from None
        return EnginePlayer(plan, limits, clock, spec.name, spec.absolute)
    if spec.kind in ("program", "prompt"):
        from dropfour.players.one_move import OneMovePlayer, PromptPlayer

        process_limits = _process_limits(limits, clock, memory_mib, moves=1)
        player = OneMovePlayer if spec.kind == "program" else PromptPlayer
        return player(spec, process_limits, limits, clock)
    from dropfour.players.protocol_player import MOST_GAMES, ProtocolPlayer

    moves = (rules.cell_count + 1) // 2 * (MOST_GAMES if spec.kind == "protocol" else 1)
    process_limits = _process_limits(limits, clock, memory_mib, moves)
    return ProtocolPlayer(spec, rules, seed, process_limits, limits, clock)


def seated(player: Seatable, rules: Rules, limits: Limits | None = None) -> SeatedPlayer:
    """Return *player* as a game asks it: an Engine or a function becomes a Player, a text is opened.

    *limits* are those of a player made here. Raises TypeError for anything else, and the errors of
    `open_player`.
    """
    if isinstance(player, str):
        return open_player(player, rules, limits=DEFAULT_LIMITS if limits is None else limits)
    engine = engine_of(player)
    if "moves" in inspect.signature(engine.choose).parameters:
        return engine  # type: ignore[return-value]  # a SeatedPlayer
    return EnginePlayer(engine, NO_LIMITS if limits is None else checked_limits(limits))


def engine_of(player: object) -> Engine:
    """Return an Engine itself, and the engine that plays by a function; raise TypeError otherwise."""
    if isinstance(player, Engine) and not isinstance(player, type):
        return player
    if callable(player) and not isinstance(player, type):
        return engine_by(player)
    raise TypeError(
        "a player is an engine, a Player, a text such as 'easy', or a function that takes a Position "
        f"and returns a column, not {player!r}"
    )


def _process_limits(
    limits: Limits, clock: Clock | None, memory_mib: int, moves: int
) -> ProcessLimits:
    """Return what a process may use for *moves*.

    The time is kept by whoever waits for the answer; the limit on processor time is for work that
    continues in the background.
    """
    time_s = None if limits.time_s is None else (limits.time_s + 1) * moves
    if clock is not None:
        time_s = clock.control.time_for(moves)
    cpu_s = None if time_s is None else int(time_s * (os.cpu_count() or 1)) + _SPARE_CPU_S
    return ProcessLimits(memory_mib, cpu_s)
