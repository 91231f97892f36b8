"""Move strings: the columns played, one character each, with ``a``, ``b``, … for columns 10, 11, …"""

from __future__ import annotations

from collections.abc import Iterable

from dropfour.rules import MAX_SIDE

_CHARACTERS = "123456789abcdefghijklmnopqrstuvwxyz"[:MAX_SIDE]
_COLUMNS = {character: column for column, character in enumerate(_CHARACTERS, start=1)}
_COLUMNS |= {character.upper(): column for character, column in _COLUMNS.items()}


class InvalidNotation(ValueError):
    """Text that is not in the expected notation; the message says what was expected."""


def parse_moves(text: str) -> tuple[int, ...]:
    """Return the columns of a move string; upper-case letters and surrounding white space are accepted.

    Raises InvalidNotation, naming the offending character and its place. Does not check whether the
    columns can be played.
    """
    text = text.strip()
    columns = []
    for place, character in enumerate(text, start=1):
        if character not in _COLUMNS:
            raise InvalidNotation(
                f"character {place} of the move string, {character!r}, is not a column: "
                f"expected 1 to 9, or a to {_CHARACTERS[-1]} for columns 10 to {MAX_SIDE}"
            )
        columns.append(_COLUMNS[character])
    return tuple(columns)


def format_moves(columns: Iterable[int]) -> str:
    """Return *columns* as a move string; raise InvalidNotation for a column outside 1 to 20."""
    characters = []
    for column in columns:
        if not 1 <= column <= MAX_SIDE:
            raise InvalidNotation(f"a column is 1 to {MAX_SIDE}, not {column}")
        characters.append(_CHARACTERS[column - 1])
    return "".join(characters)
