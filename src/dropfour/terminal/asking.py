"""The questions before a game about everything that the options left open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from dropfour.engines.levels import NAMED
from dropfour.position import Colour
from dropfour.rules import Objective, Rules
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput
from dropfour.terminal.players import PERSON, kind_of

_DEFAULT_LEVEL = "medium"
_QUIT = ("q", "quit")

Meaning = TypeVar("Meaning")


def ask_players(console: Console, red: str | None, yellow: str | None) -> tuple[str, str]:
    """Return who plays red and yellow, asking for what is None.

    If only one is given and not a person, the other is. Raises EndOfInput without an answer.
    """
    if red is None and yellow is None:
        question = "1 person against the computer, or 2 people? [1]: "
        if _choose(console, question, {"1": 1, "2": 2}) == 2:
            return PERSON, PERSON
        level = _ask_level(console)
        question = "Your colour, red (moves first) or yellow? [red]: "
        colour = _choose(console, question, {"red": Colour.RED, "yellow": Colour.YELLOW})
        return (PERSON, level) if colour is Colour.RED else (level, PERSON)
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
            break
    question = (
        "Who wins: the first line, or the most lines? (first-line, most-lines) [first-line]: "
    )
    objectives = {each.value: each for each in Objective}
    return replace(rules, objective=_choose(console, question, objectives))


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


def _choose(console: Console, question: str, answers: Mapping[str, Meaning]) -> Meaning:
    """Return the meaning of the word that is typed, which may be shortened; the first is the default."""
    while True:
        typed = _ask(console, question).lower() or next(iter(answers))
        for word, meaning in answers.items():
            if word.startswith(typed):
                return meaning
        console.say(f"Please type {' or '.join(answers)}.")


def _ask(console: Console, question: str) -> str:
    answer = console.ask(question)
    if answer.lower() in _QUIT:
        raise EndOfInput
    return answer
