"""Max-Connect4 through files: one move, or a game against a person; and its default engine.

The output has the format of the original course assignment, which other programs may parse:

     -----------------
     | 0 0 0 0 0 0 0 |
     …
     -----------------
    Score: Player 1 = 0, Player 2 = 0

    move 13: Player 1, column 5
"""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from dropfour.arguments import PositionLike
from dropfour.book.reader import shipped_book
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits, turn_of
from dropfour.engines.registry import engine
from dropfour.interrupts import INTERRUPTED
from dropfour.layout import InvalidPosition
from dropfour.moves import InvalidNotation
from dropfour.notation import format_maxconnect4, parse_maxconnect4, write_maxconnect4
from dropfour.notation.diagram import format_grid
from dropfour.position import RED, YELLOW, IllegalMove, Position
from dropfour.rules import Rules
from dropfour.terminal.dialogue import Dialogue, EndOfInput, sentence

SEARCH = "alphabeta:parity"
SOLVING_TIME_S = 1.0

# With more empty cells than this a proof is out of reach in such a time, unless the book has the score.
_MOST_EMPTY_CELLS = 30
# By the clock a proof may take this many times as long: on a busy machine a second is not a second of
# processor time, and too short for positions that usually take half of it.
_PATIENCE = 10


class MaxConnect4Engine:
    """Plays exactly while the opening book has the position, and once it can solve the position within
    *solving_time_s* of processor time; otherwise it searches within its limits. Of a time limit, at most
    half goes to an attempt to solve.
    """

    def __init__(self, solving_time_s: float = SOLVING_TIME_S) -> None:
        self._search, self._prover = engine(SEARCH), engine("exact")
        self._solving_time_s = solving_time_s

    @property
    def name(self) -> str:
        return "maxconnect4"

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        """Return a legal choice; raise ValueError if the game is over."""
        position = turn_of(position, limits)
        started = time.monotonic()
        choice = self._prove(position, limits)
        if choice is None:
            choice = self._search.choose(position, limits.after(time.monotonic() - started))
        return replace(choice, time_s=time.monotonic() - started)

    def _prove(self, position: Position, limits: Limits) -> Choice | None:
        book = shipped_book(position.rules)
        is_known = book is not None and book.lookup(position) is not None
        if position.rules.cell_count - position.ply > _MOST_EMPTY_CELLS and not is_known:
            return None
        longest_s = _PATIENCE * self._solving_time_s
        if limits.time_s is not None:
            longest_s = min(longest_s, limits.time_s / 2)
        started, used_s = time.monotonic(), time.thread_time()
        while (left_s := longest_s - (time.monotonic() - started)) > 0:
            proof = replace(limits, depth=1, time_s=min(left_s, self._solving_time_s))
            choice = self._prover.choose(position, proof)
            if choice.score is not None and choice.score.is_exact:
                return choice
            is_stopped = limits.stop is not None and limits.stop.is_set
            is_spent = time.thread_time() - used_s >= self._solving_time_s
            if is_stopped or is_spent or limits.nodes is not None:
                break
        return None


COMPUTER_NEXT, HUMAN_NEXT = "computer-next", "human-next"
STANDARD_OUTPUT = Path("-")
COMPUTER_FILE, HUMAN_FILE = "computer.txt", "human.txt"

# The largest board with spaces between its digits takes less than a kilobyte.
_MOST_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class ComputerOptions:
    """How the computer finds its moves: to *depth* plies or until *time_s* is used, by *engine* or else
    the default engine."""

    depth: int
    time_s: float | None = None
    engine: str | None = None
    solving_time_s: float = SOLVING_TIME_S

    def chooser(self) -> Callable[[Position], int]:
        """Return the function that chooses columns; raise ValueError if there is no such engine."""
        computer: Engine = (
            MaxConnect4Engine(self.solving_time_s) if self.engine is None else engine(self.engine)
        )
        limits = Limits(depth=self.depth, time_s=self.time_s)
        return lambda position: computer.choose(position, limits).column


def one_move(
    source: Path, target: Path, options: ComputerOptions, rules: Rules, dialogue: Dialogue
) -> None:
    """Read the position in *source*, make one move, and write *target*, unless the board is full.

    Raises InvalidNotation and InvalidPosition for an invalid *source*, and OSError for the files.
    """
    choose = options.chooser()
    position = read_position(source, rules)
    if position.is_full:
        dialogue.show(board_text(position))
        _say_full(dialogue, position)
        return
    after = position.play(choose(position))
    if target == STANDARD_OUTPUT:
        dialogue.show(format_maxconnect4(after).rstrip("\n"))
        return
    # First: nobody may be left to read what is printed.
    with _naming(target, "write"):
        write_maxconnect4(target, after)
    dialogue.show(board_text(position))
    _say_move(dialogue, position, after)
    dialogue.show(board_text(after))


def interactive(
    source: Path, turn: str, options: ComputerOptions, rules: Rules, dialogue: Dialogue
) -> int:
    """Play from the position in *source* until the board is full; return the exit code.

    Each move of the computer is saved in computer.txt, each of the person in human.txt. Raises as
    `one_move`.
    """
    choose = options.chooser()
    position = read_position(source, rules)
    is_computers_turn = turn == COMPUTER_NEXT
    kept: Path | None = source
    try:
        while True:
            dialogue.show(board_text(position))
            if position.is_full:
                _say_full(dialogue, position)
                return 0
            column = choose(position) if is_computers_turn else _ask_column(dialogue, position)
            before, position = position, position.play(column)
            file = Path(COMPUTER_FILE if is_computers_turn else HUMAN_FILE)
            was_kept, kept = kept is not None, _save(file, position)
            _say_move(dialogue, before, position)
            if kept is None and was_kept:
                dialogue.say("The game goes on, but it is not saved.\n")
            is_computers_turn = not is_computers_turn
    except EndOfInput:
        code = 0
    except KeyboardInterrupt:
        dialogue.show("\nInterrupted.")
        code = INTERRUPTED
    if kept is None:
        dialogue.say("The game is not saved.")
    elif kept is not source:
        turn = COMPUTER_NEXT if is_computers_turn else HUMAN_NEXT
        dialogue.say("The game is saved. To continue it:")
        more = _more_options(options, rules)
        dialogue.show(f"  maxconnect4 interactive {kept} {turn} {options.depth}{more}")
    return code


def _save(path: Path, position: Position) -> Path | None:
    """Write the position and return the path; None if that failed, with the reason on standard error."""
    try:
        with _naming(path, "write"):
            write_maxconnect4(path, position)
    except OSError as error:
        print(sentence(str(error)), file=sys.stderr)
        return None
    return path


def read_position(path: Path, rules: Rules) -> Position:
    """Return the position in the file, or the empty board if there is no such file.

    Warnings go to standard error. The size is that of *rules*: if it were guessed, a truncated file
    could pass for one of a smaller board. Raises InvalidNotation, InvalidPosition or OSError, naming
    the file.
    """
    try:
        with _naming(path, "read"), open(path, "rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        print(f"There is no file {path}: starting with the empty board.", file=sys.stderr)
        return Position(rules)
    try:
        # A byte that is not text becomes a character that is not a digit, which is reported.
        file = parse_maxconnect4(data.decode("utf-8-sig", errors="replace"), rules)
        if len(data) > _MOST_BYTES:
            raise InvalidNotation(f"a file has at most {_MOST_BYTES} bytes")
    except (InvalidNotation, InvalidPosition) as error:
        raise type(error)(f"{path}: {error}") from None
    if file.notice:
        print(f"{path}: {file.notice}.", file=sys.stderr)
    return file.position


def board_text(position: Position) -> str:
    """Return the board and the score in the format of the assignment."""
    rule = f" {'-' * (2 * position.rules.columns + 3)}"
    rows = [f" | {' '.join(row)} | " for row in format_grid(position, "0", "1", "2").split()]
    red, yellow = position.count_lines(RED), position.count_lines(YELLOW)
    score = f"Score: Player 1 = {red}, Player 2 = {yellow}"
    return "\n".join([rule, *rows, rule, score, ""])


def _more_options(options: ComputerOptions, rules: Rules) -> str:
    """Return what the command to continue needs besides file, turn and depth."""
    words = []
    if rules.size != Rules().size:
        words += ["--board", rules.size]
    if options.time_s is not None:
        words += ["--time", f"{options.time_s:g}"]
    if options.engine is not None:
        words += ["--engine", options.engine]
    if options.solving_time_s != SOLVING_TIME_S:
        words += ["--solve-time", f"{options.solving_time_s:g}"]
    return f" {shlex.join(words)}" if words else ""


@contextmanager
def _naming(path: Path, act: str) -> Iterator[None]:
    """Make an OSError in the block name the file that could not be read or written."""
    try:
        yield
    except OSError as error:
        raise type(error)(f"cannot {act} {path}: {error.strerror or error}") from None


def _say_full(dialogue: Dialogue, position: Position) -> None:
    winner = position.winner
    result = "a draw" if winner is None else f"player {winner.value} wins"
    dialogue.show(f"BOARD FULL\n\nGame over: {result}.")


def _say_move(dialogue: Dialogue, before: Position, after: Position) -> None:
    assert after.last_cell is not None
    column = after.last_cell.column
    dialogue.show(f"move {after.ply}: Player {before.to_move.value}, column {column}\n")


def _ask_column(dialogue: Dialogue, position: Position) -> int:
    """Ask until the answer is a column that can be played."""
    columns = position.rules.columns
    while True:
        answer = dialogue.ask(f"Player {position.to_move.value}, column (1-{columns}): ")
        if answer.lower() in ("q", "quit"):
            raise EndOfInput
        if not re.fullmatch("[0-9]{1,9}", answer, re.ASCII):
            dialogue.say(f"Please type a column, 1 to {columns}, or q to quit.")
            continue
        try:
            position.landing_cell(int(answer))
        except IllegalMove as error:
            dialogue.say(sentence(str(error)))
        else:
            return int(answer)
