"""The questions before a game about everything that the options left open."""

from __future__ import annotations

import re
from dataclasses import replace

from dropfour.engines.levels import NAMED
from dropfour.position import Colour
from dropfour.rules import Objective, Rules
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput
from dropfour.terminal.players import PERSON, kind_of

_DEFAULT_LEVEL = "medium"
_QUIT = ("q", "quit")


def ask_players(console: Console, red: str | None, yellow: str | None) -> tuple[str, str]:
    """Return who plays red and yellow, asking for what is None.

    If only one is given and not a person, the other is. Raises EndOfInput without an answer.
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
    """Return the rules for the board and the objective that are typed."""
    while True:
        answer = _ask(console, "Board, columns x rows [7x6]: ") or "7x6"
        try:
            rules = Rules.for_board(re.sub(r"\s*x\s*", "x", answer.lower()))
        except ValueError as error:
            console.say(f"Not possible: {error}.")
        else:
            return replace(rules, objective=_ask_objective(console))


def _ask_objective(console: Console) -> Objective:
    question = "Who wins: the first line, or the most lines? (first, most) [first]: "
    while True:
        answer = _ask(console, question).lower() or "first"
        for objective in Objective:
            if objective.value.startswith(answer):
                return objective
        console.say("Please type first or most.")


def _ask_how_many(console: Console) -> int:
    while True:
        answer = _ask(console, "1 person against the computer, or 2 people? [1]: ") or "1"
        if answer in ("1", "2"):
            return int(answer)
        console.say("Please type 1 or 2.")


def _ask_level(console: Console, whose: str = "") -> str:
    who = f"Who plays {whose}? " if whose else ""
    choices = ", ".join([*NAMED, *([PERSON] if whose else [])])
    while True:
        answer = _ask(console, f"{who}Level ({choices}) [{_DEFAULT_LEVEL}]: ") or _DEFAULT_LEVEL
        matching = [level for level in NAMED if level.startswith(answer.lower())]
        if len(matching) == 1:
            return matching[0]
        if kind_of(answer) and (whose or answer != PERSON):
            return answer
        console.say(f"Please type one of {choices}, or another player such as mine.py.")


def _ask_colour(console: Console) -> Colour:
    while True:
        answer = _ask(console, "Your colour, red (moves first) or yellow? [red]: ") or "red"
        for colour in Colour:
            if str(colour).startswith(answer.lower()):
                return colour
        console.say("Please type red or yellow.")


def _ask(console: Console, question: str) -> str:
    answer = console.ask(question)
    if answer.lower() in _QUIT:
        raise EndOfInput
    return answer
