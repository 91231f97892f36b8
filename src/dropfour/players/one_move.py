"""Programs called for each move: one-move programs have a position file to read and one to write,
and programs that answer prompts read the prompt from standard input and write the answer to
standard output.

The files are Max-Connect4's (`dropfour.notation.maxconnect4`). They contain the stones, the side to
move and, by their shape, the size of the board, but neither the length of a line nor the objective.
A program is therefore asked to play any game; whether it knows the rules is up to the program.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from dropfour.engines.engine import Choice, Limits
from dropfour.llm.prompts import NoMove, Style
from dropfour.notation.maxconnect4 import format_maxconnect4, parse_maxconnect4
from dropfour.outcome import Fault
from dropfour.players.player import DEFAULT_PROGRAM_DEPTH, Clock, Player, find_moves
from dropfour.players.process import ProcessLimits, SupervisedProcess
from dropfour.players.spec import PlayerSpec
from dropfour.position import Position

_INPUT, _OUTPUT = "input.txt", "output.txt"
_MOST_BYTES = 1 << 16
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)


class _CalledForEachMove(Player):
    """A player whose program is started for each move."""

    def __init__(
        self,
        spec: PlayerSpec,
        process_limits: ProcessLimits,
        limits: Limits,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(spec.name, limits, clock, spec.absolute)
        self._spec, self._process_limits = spec, process_limits

    def _start(self, *words: str, files: Mapping[str, str] | None = None) -> SupervisedProcess:
        """Start the program with *words* after its own in a new scratch directory with *files*."""
        try:
            return SupervisedProcess([*self._spec.argv, *words], self._process_limits, files)
        except OSError as error:
            raise Fault(f"cannot be started: {error}") from None


class OneMovePlayer(_CalledForEachMove):
    """A program that reads the position from a file, and writes the one after its move."""

    def _choose(self, position: Position, moves: tuple[int, ...] | None, limits: Limits) -> Choice:
        depth = self._spec.depth or limits.depth or DEFAULT_PROGRAM_DEPTH
        files = {_INPUT: format_maxconnect4(position)}
        with self._start(_INPUT, _OUTPUT, str(depth), files=files) as process:
            process.close_input()
            process.wait(self._patience_s, limits.stop)
            text = _read(process.scratch / _OUTPUT)
        return Choice(_column_played(position, text))


class PromptPlayer(_CalledForEachMove):
    """A program that gets a prompt for each move, such as one that asks a language model."""

    characters = 0  # of all prompts and answers, which is what a model costs

    def _choose(self, position: Position, moves: tuple[int, ...] | None, limits: Limits) -> Choice:
        style = self._spec.style or Style()
        if moves is None and style.notation == "moves":
            moves = find_moves(position)
        prompt = style.prompt(position, moves)
        with self._start() as process:
            process.send(prompt)
            process.close_input()
            answer = process.wait(self._patience_s, limits.stop)
        self.characters += len(prompt) + len(answer)
        try:
            return Choice(style.read(answer, position))
        except NoMove as error:
            raise Fault(f"gave no move: {error}") from None


def _read(path: Path) -> str:
    """Return the output; raise Fault unless it is a regular file of a reasonable size."""
    try:
        # The program may have left a link or a pipe there: do not follow or wait for it.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | _NO_WAITING)
    except FileNotFoundError:
        raise Fault("wrote no output file") from None
    except OSError as error:
        raise Fault(f"wrote an output file that cannot be read: {error.strerror}") from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Fault("wrote an output that is not a regular file")
        data = os.read(handle, _MOST_BYTES + 1)
    finally:
        os.close(handle)
    if len(data) > _MOST_BYTES:
        raise Fault(f"wrote an output file of more than {_MOST_BYTES} bytes")
    return data.decode("utf-8-sig", "replace")


def _column_played(position: Position, text: str) -> int:
    """Return the column of the new stone in *text*.

    The turn digit is ignored: programs differ in what they write on a full board.
    """
    try:
        after = parse_maxconnect4(text, position.rules).position
    except ValueError as error:
        raise Fault(f"wrote an invalid output file: {error}") from None
    for column in position.legal_columns:
        played = position.play(column)
        if played.red_mask == after.red_mask and played.yellow_mask == after.yellow_mask:
            return column
    raise Fault("wrote a position that no legal move leads to")
