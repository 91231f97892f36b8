"""The parts of a saved game: its start, its moves (comments, scores, variations) and its result;
and escapes, which put any text on one line without loss."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dropfour.notation.diagram import error_at
from dropfour.position import RED, YELLOW, IllegalMove, Position

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

# How deep variations may be nested in one another.
MAX_NESTING = 100

# Headers that are derived from a record's fields when it is written.
FIELD_HEADERS = ("Board", "Connect", "Objective", "Start", "Result", "Lines")
LEADING_HEADERS = ("Red", "Yellow", "Date")
_SPELLINGS = {
    name.lower(): name for name in (*LEADING_HEADERS, *FIELD_HEADERS, "Termination", "Swap")
}


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """The value of a move for the player who made it, exact or estimated.

    Raises ValueError for a number that is not finite, and for an exact one that is not an integer.
    """

    value: float
    is_exact: bool

    def __post_init__(self) -> None:
        if isinstance(self.value, float) and abs(self.value) < 1e15 and self.value.is_integer():
            object.__setattr__(self, "value", int(self.value))
        if isinstance(self.value, int):
            if abs(self.value) >= 10**30:
                raise ValueError("a score has at most 30 digits")
        elif self.is_exact or not math.isfinite(self.value):
            raise ValueError(f"a score is finite, and an exact one an integer, not {self.value}")

    def __str__(self) -> str:
        """``=+3`` if exact, ``~+3`` if an estimate."""
        return ("=" if self.is_exact else "~") + (f"{self.value:+}" if self.value else "0")


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move with its comment and score; each of *variations* could have been played in its place."""

    column: int
    comment: str = ""
    score: RecordedScore | None = None
    variations: tuple[tuple[RecordedMove, ...], ...] = ()


@dataclass(frozen=True)
class Record:
    """A saved game: *comment* and *variations* from the start precede the moves, *result* is one of
    RESULTS.

    *headers* holds what the other fields do not: ``Red``, ``Yellow``, ``Date``, ``Termination`` (why a
    game ended that is not over on the board, such as ``resignation``), ``Swap`` (``no`` or ``yes``: in a
    game with the swap rule, whether sides were swapped after the first move; ``Red`` and ``Yellow`` are
    who has the colours then) and any others.

    Raises IllegalMove for a move that cannot be played, and ValueError for a result that contradicts
    the board, for an empty variation or one nested more than MAX_NESTING deep, for a header that is
    derived from a field, and for an invalid header name.
    """

    headers: Mapping[str, str] = field(default_factory=dict, hash=False)
    start: Position = field(default_factory=Position)
    moves: tuple[RecordedMove, ...] = ()
    result: str = "*"
    comment: str = ""
    variations: tuple[tuple[RecordedMove, ...], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "headers", MappingProxyType(dict(self.headers)))
        object.__setattr__(self, "moves", tuple(self.moves))
        object.__setattr__(self, "variations", tuple(self.variations))
        for name in self.headers:
            check_header_name(name)
            if name in FIELD_HEADERS:
                raise ValueError(f"the header {name} is derived from the record's fields")
        if self.result not in RESULTS:
            raise ValueError(f"a result is one of {', '.join(RESULTS)}, not {self.result!r}")
        for variation in self.variations:
            _check_variation(self.start, variation)
        final = self.start
        for position, move in zip(self.positions(), (*self.moves, None), strict=True):
            final = position
            for variation in () if move is None else move.variations:
                _check_variation(position, variation)
        if (swap := self.headers.get("Swap")) not in (None, "no", "yes"):
            raise ValueError(f"the header Swap is no or yes, not {swap!r}")
        if (swap is not None and self.start.ply) or (swap == "yes" and not self.moves):
            raise ValueError("sides are swapped after the first move on the empty board")
        on_board = result_on_board(final)
        if on_board not in ("*", self.result):
            raise ValueError(f"the result is {self.result}, but on the board it is {on_board}")

    def __reduce__(self) -> tuple[object, ...]:
        fields = self.start, self.moves, self.result, self.comment, self.variations
        return (Record, (dict(self.headers), *fields))

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns played."""
        return tuple(move.column for move in self.moves)

    @property
    def swapped(self) -> bool | None:
        """Whether sides were swapped after the first move; None for a game without the swap rule."""
        swap = self.headers.get("Swap")
        return None if swap is None else swap == "yes"

    def positions(self) -> Iterator[Position]:
        """Replay the game: yield the start, then the position after each move."""
        position = self.start
        yield position
        for ply, move in enumerate(self.moves, start=1):
            try:
                position = position.play(move.column)
            except IllegalMove as error:
                raise IllegalMove(f"move {ply} of the record: {error}") from None
            yield position

    def final_position(self) -> Position:
        """Replay the game and return the last position."""
        *_, final = self.positions()
        return final


def _check_variation(position: Position, moves: tuple[RecordedMove, ...], nesting: int = 1) -> None:
    """Raise IllegalMove or ValueError unless *moves* can be played from *position*."""
    if not moves or nesting > MAX_NESTING:
        raise ValueError(
            "a variation has at least one move"
            if not moves
            else f"variations are nested more than {MAX_NESTING} deep"
        )
    for move in moves:
        for variation in move.variations:
            _check_variation(position, variation, nesting + 1)
        try:
            position = position.play(move.column)
        except IllegalMove as error:
            raise IllegalMove(f"a variation of the record: {error}") from None


def result_on_board(position: Position) -> str:
    """Return the result of *position* as one of RESULTS: ``*`` if the game is not over."""
    if not position.is_over:
        return "*"
    return {RED: "1-0", YELLOW: "0-1", None: "1/2-1/2"}[position.winner]


def check_header_name(name: str) -> None:
    """Raise ValueError for an invalid header name, and for a known one that is spelt differently."""
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", name):
        raise ValueError(f"a header's name is a word of letters, digits, _ and -, not {name!r}")
    if (known := _SPELLINGS.get(name.lower(), name)) != name:
        raise ValueError(f"the header {name} is spelt {known}")


_ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|[n\\"}])?')


def escape(text: str, closing: str) -> str:
    """Return *text* on one line: a backslash precedes the backslash and the *closing* mark, a line end
    is ``\\n``, other control characters are ``\\u`` and four digits."""

    def escaped(character: str) -> str:
        if character in ("\\", closing):
            return "\\" + character
        if character == "\n":
            return r"\n"
        # Controls, lone surrogates (which UTF-8 cannot hold), line and paragraph separators.
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
            return f"\\u{ord(character):04x}"
        return character

    return "".join(map(escaped, text))


def unescape(text: str, line: int, column: int) -> str:
    """Undo `escape` for text that begins at that place; raise InvalidNotation for an unknown escape."""

    def plain(match: re.Match[str]) -> str:
        code: str | None = match[1]
        if code is None:
            message = r"expected \\, \", \}, \n or \u with four digits"
            raise error_at(line, column + match.start(), message)
        if code[0] == "u":
            return chr(int(code[1:], 16))
        return "\n" if code == "n" else code

    return _ESCAPE.sub(plain, text)
