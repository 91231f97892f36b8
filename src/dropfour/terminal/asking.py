"""The questions before a game, for whatever the options left open."""

from __future__ import annotations

from dropfour.position import Colour
from dropfour.rules import Rules
from dropfour.terminal.console import Console, EndOfInput
from dropfour.terminal.players import PERSON, is_player

LEVELS = ("easy", "medium", "hard", "perfect")
_QUIT = ("q", "quit")


def ask_players(console: Console, red: str | None, yellow: str | None) -> tuple[str, str]:
    """Return who plays red and yellow, asking for what is None.

    With one engine named, the other side is a person. Raises EndOfInput when there is no answer.
    """
    if red is None and yellow is None:
        if _ask_how_many(console) == 2:
            return PERSON, PERSON
        level = _ask_level(console)
        return (PERSON, level) if _ask_colour(console) is Colour.RED else (level, PERSON)
    if red is None:
        red = _ask_level(console, "red") if yellow == PERSON else PERSON
    if yellow is None:
        yellow = _ask_level(console, "yellow") if red == PERSON else PERSON
    return red, yellow


def ask_rules(console: Console) -> Rules:
    """Return the classic rules on the board that the person wants."""
    while True:
        answer = _ask(console, "Board, columns x rows [7x6]: ") or "7x6"
        try:
            return Rules.for_board(answer.lower().replace(" ", ""))
        except ValueError as error:
            console.say(f"Not possible: {error}.")


def _ask_how_many(console: Console) -> int:
    while True:
        answer = _ask(console, "1 person against the computer, or 2 people? [1]: ") or "1"
        if answer in ("1", "2"):
            return int(answer)
        console.say("Please type 1 or 2.")


def _ask_level(console: Console, whose: str = "") -> str:
    levels = [level for level in LEVELS if is_player(level)]
    default = "medium" if "medium" in levels else levels[0] if levels else ""
    who = f"Who plays {whose}? " if whose else ""
    choices = ", ".join([*levels, *([PERSON] if whose else [])])
    while True:
        answer = _ask(console, f"{who}Level ({choices}) [{default}]: ") or default
        begun = [level for level in levels if level.startswith(answer.lower())]
        if len(begun) == 1:
            return begun[0]
        if is_player(answer) and (whose or answer != PERSON):
            return answer
        console.say(f"Please type one of {choices}, or the spec of an engine.")


def _ask_colour(console: Console) -> Colour:
    while True:
        answer = _ask(console, "Your colour, red (moves first) or yellow? [red]: ") or "red"
        for player in Colour:
            if str(player).startswith(answer.lower()):
                return player
        console.say("Please type red or yellow.")


def _ask(console: Console, question: str) -> str:
    answer = console.ask(question)
    if answer.lower() in _QUIT:
        raise EndOfInput
    return answer
