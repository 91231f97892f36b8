"""The host's side of the text protocol: a player in a process of its own."""

from __future__ import annotations

import time

from dropfour.engines.engine import Choice, Limits, Stop
from dropfour.outcome import Fault
from dropfour.players.player import Clock, Player, find_moves
from dropfour.players.process import ProcessLimits, SupervisedProcess
from dropfour.players.protocol import (
    MAX_LENGTH,
    VERSION,
    GameMessage,
    GoMessage,
    ProtocolError,
    parse_move,
    position_message,
)
from dropfour.players.responder import host_command
from dropfour.players.spec import PlayerSpec
from dropfour.position import Position
from dropfour.rules import Rules

START_S = 20.0  # for starting, greeting and setting up a game
MOST_GAMES = 16  # of one process


class Refused(Fault):
    """The engine answered with ``error``."""


class Conversation:
    """Messages to an engine, and the answers that must follow."""

    def __init__(self, argv: tuple[str, ...], limits: ProcessLimits) -> None:
        try:
            self._process = SupervisedProcess(list(argv), limits)
        except OSError as error:
            raise Fault(f"cannot be started: {error}") from None
        self.name: str | None = None

    def close(self) -> None:
        self._process.close()

    def send(self, message: str) -> None:
        self._process.send(message)

    def greet(self, stop: Stop | None = None) -> None:
        """Greet the engine and receive its name."""
        self.send(f"dropfour {VERSION}")
        self._await(("ready",), START_S, stop)

    def begin(self, game: GameMessage, stop: Stop | None = None) -> None:
        """Set up a game."""
        self.send(str(game))
        self._await(("ready",), START_S, stop)

    def ask(
        self, moves: tuple[int, ...], go: GoMessage, time_s: float, stop: Stop | None = None
    ) -> Choice:
        """Return the engine's choice; raise TimeoutError if it does not answer within *time_s*."""
        self.send(position_message(moves))
        self.send(str(go))
        can_swap = go.swap and len(moves) == 1
        answers = ("move", "swap") if can_swap else ("move",)
        try:
            word, *rest = self._await(answers, time_s, stop)
            return Choice(moves[0], swap=True) if word == "swap" else Choice(parse_move(rest))
        except ProtocolError as error:
            raise Fault(str(error)) from None

    def expect_error(self, time_s: float) -> None:
        """Wait for an ``error`` message; raise Fault for any other answer."""
        word, rest = self._next(time_s)
        if word != "error":
            raise Fault(f"answered {' '.join([word, *rest])[:80]!r}, expected error")

    def end(self, time_s: float) -> None:
        """Ask the engine to quit; raise Fault if it fails, and TimeoutError if it does not end."""
        self.send("quit")
        self._process.wait(time_s)

    def _await(
        self, expected: tuple[str, ...], time_s: float, stop: Stop | None = None
    ) -> list[str]:
        """Return the message that begins with an *expected* word, skipping those that may precede it."""
        until = time.monotonic() + time_s
        while True:
            word, rest = self._next(until - time.monotonic(), stop)
            if word in expected:
                return [word, *rest]
            if word == "error":
                raise Refused(f"reported an error: {' '.join(rest)[:200]}")
            if word == "name":
                self.name = " ".join(rest)[:60] or None
            elif word not in ("info", "author"):
                raise Fault(f"answered {' '.join([word, *rest])[:80]!r}, expected {expected[0]}")

    def _next(self, time_s: float, stop: Stop | None = None) -> tuple[str, list[str]]:
        """Return the first word of the next message that is not empty, and the others."""
        until = time.monotonic() + time_s
        while True:
            message = self._process.receive(until - time.monotonic(), stop)
            if len(message) > MAX_LENGTH:
                raise Fault(f"sent a message of more than {MAX_LENGTH} characters")
            if words := message.split():
                return words[0], words[1:]


class ProtocolPlayer(Player):
    """A protocol program, or a Python function in its host process, started for one game; a program may
    play several."""

    def __init__(
        self,
        spec: PlayerSpec,
        rules: Rules,
        seed: int | None,
        process_limits: ProcessLimits,
        limits: Limits,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(spec.name, limits, clock, spec.absolute)
        self._argv = spec.argv if spec.source is None else host_command(spec.source)
        self._process_limits = process_limits
        self._game = GameMessage(rules, seed)
        self._conversation: Conversation | None = None
        self._games = 0  # of the process
        self._is_ready = False
        self._get_ready(self._stop)

    def new_game(self, seed: int | None, clock: Clock) -> None:
        """Begin another game under the same rules: in the same process, unless that has ended, has
        played many games or fails to; then in a new one."""
        self._game, self.clock, self._is_ready = GameMessage(self._game.rules, seed), clock, False
        if self._games >= MOST_GAMES:
            self._end_process()
        if self._conversation is not None:
            try:
                return self._get_ready(self._stop)
            except Fault:
                self._end_process()
        self._get_ready(self._stop)

    def _get_ready(self, stop: Stop) -> None:
        if self._is_ready:
            return
        try:
            if self._conversation is None:
                self._conversation = Conversation(self._argv, self._process_limits)
                self._conversation.greet(stop)
            self._conversation.begin(self._game, stop)
        except TimeoutError:
            self._end_process()
            raise Fault(f"did not get ready within {START_S:g} s") from None
        except BaseException:
            self._end_process()
            raise
        self._games, self._is_ready = self._games + 1, True

    def _choose(self, position: Position, moves: tuple[int, ...] | None, limits: Limits) -> Choice:
        if position.rules != self._game.rules:
            raise ValueError(f"{self.name} was opened for other rules than the position's")
        moves = find_moves(position) if moves is None else moves
        left_s = None if self.clock is None else self.clock.left_s
        go = GoMessage(limits, left_s, self._has_swap)
        assert self._conversation is not None
        try:
            return self._conversation.ask(moves, go, self._patience_s, limits.stop)
        except BaseException:
            self._end_process()  # a late answer must not be taken for the answer to the next question
            raise

    def _end_process(self) -> None:
        if self._conversation is not None:
            self._conversation.close()
        self._conversation, self._games, self._is_ready = None, 0, False
