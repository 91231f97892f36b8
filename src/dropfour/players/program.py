"""One-move programs: called for each move with a position file to read and one to write.

The files are Max-Connect4's (`dropfour.notation.maxconnect4`). They tell the stones and the side to
move and, by their lines, the size of the board; how many in a row make a line and what is played for
is not in them. A program is therefore asked for any game, and whether it knows the rules is up to it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from dropfour.notation.maxconnect4 import format_maxconnect4, parse_maxconnect4
from dropfour.players.child import Child
from dropfour.players.clock import Clock
from dropfour.players.contender import Conditions
from dropfour.players.external import process_limits
from dropfour.players.fault import Fault
from dropfour.position import Position

_INPUT, _OUTPUT = "input.txt", "output.txt"
_MOST_BYTES = 1 << 16
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)


class ProgramContender:
    """A one-move program, started anew for each move in a new scratch directory."""

    def __init__(self, argv: tuple[str, ...], depth: int, conditions: Conditions) -> None:
        self._argv = [*argv, _INPUT, _OUTPUT, str(depth)]
        self._limits = process_limits(conditions, moves=1)

    def choose(self, position: Position, columns: tuple[int, ...], clock: Clock) -> int:
        files = {_INPUT: format_maxconnect4(position)}
        try:
            child = Child(self._argv, self._limits, files)
        except OSError as error:
            raise Fault(f"cannot be started: {error}") from None
        with child:
            child.close_input()
            child.wait(clock.most_s)
            text = _read(child.scratch / _OUTPUT)
        return _column_played(position, text)

    def close(self) -> None:
        pass


def _read(path: Path) -> str:
    """Return what the program wrote; raise Fault unless it is a plain file of a sensible size."""
    try:
        # Never through a link or a pipe that the program may have put there.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | _NO_WAITING)
    except FileNotFoundError:
        raise Fault("wrote no output file") from None
    except OSError as error:
        raise Fault(f"wrote an output file that cannot be read: {error.strerror}") from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Fault("wrote something that is no plain file as its output")
        data = os.read(handle, _MOST_BYTES + 1)
    finally:
        os.close(handle)
    if len(data) > _MOST_BYTES:
        raise Fault(f"wrote an output file of more than {_MOST_BYTES} bytes")
    return data.decode("utf-8-sig", "replace")


def _column_played(position: Position, text: str) -> int:
    """Return the column whose stone is new in *text*. The turn digit there is not looked at: programs
    differ in what they write on a full board, and the stones say it all."""
    try:
        after = parse_maxconnect4(text, position.rules).position
    except ValueError as error:
        raise Fault(f"wrote an output file that makes no sense: {error}") from None
    for column in position.legal_columns:
        played = position.play(column)
        if played.red_mask == after.red_mask and played.yellow_mask == after.yellow_mask:
            return column
    raise Fault("wrote a position that is not one legal move on from the one it was given")
