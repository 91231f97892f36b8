"""What a person may type during a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Act(Enum):
    """What an entry asks for; the values are the words for it, which may be shortened to a letter."""

    PLAY = ""
    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    ANALYSE = "analyse"
    EXPLAIN = "explain"
    SAVE = "save"
    LOAD = "load"
    NEW = "new"
    QUIT = "quit"
    HELP = "help"


HELP = """\
1, 2, 3 …   drop a disc into that column
u           undo your last move            r        redo it
h           hint: a good column            a        analyse: exact scores
e           explain: what is on the board  n        new game
s FILE      save the game                  l FILE   load a saved game
q           quit; the game is saved        ?        this help"""

HELP_IN_WORDS = """\
Type the number of a column to drop a disc into it.
u undoes your last move. r plays it again.
h gives a hint. a analyses every column. e explains what is on the board.
s and a file name saves the game. l and a file name loads one.
n starts a new game. q quits, and the game is saved.
A question mark gives this help."""

_LETTERS = {act.value[0]: act for act in Act if act.value} | {"?": Act.HELP, "h": Act.HINT}
_WORDS = {act.value: act for act in Act if act.value} | {"analyze": Act.ANALYSE}
_WITH_FILE = (Act.SAVE, Act.LOAD)


class BadEntry(ValueError):
    """An entry that is not understood or not possible; the message says what is expected."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: an act, and its column or file."""

    act: Act
    column: int = 0
    file: str = ""


def parse_entry(text: str, columns: int) -> Entry:
    """Return what *text* asks for on a board with that many columns; raise BadEntry if unclear.

    Whether a column can be played is left to the rules.
    """
    text = text.strip()
    if not text:
        raise BadEntry(f"type a column, 1 to {columns}, or ? for help")
    if re.fullmatch(r"[+-]?[0-9]+", text, re.ASCII):
        # Any number of nine digits is off the board; longer ones need not be converted.
        return Entry(Act.PLAY, int(text[:9]))
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    act = _WORDS.get(word.lower()) or _LETTERS.get(word.lower())
    if act is None:
        raise BadEntry(
            f"{_short(text)!r} is neither a column nor a command: 1 to {columns}, or ? for help"
        )
    if act in _WITH_FILE:
        if not rest:
            raise BadEntry(f"the command {word} needs a file name, such as: {word} game.txt")
        return Entry(act, file=rest)
    if rest:
        raise BadEntry(f"the command {word} takes no argument, not {_short(rest)!r}")
    return Entry(act)


def _short(text: str, length: int = 40) -> str:
    return text if len(text) <= length else text[:length] + "…"
