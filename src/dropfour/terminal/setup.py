"""Sets up a game from the command's options, and asks for what they leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import TypeVar

from dropfour.arena.openings import drawn_start
from dropfour.engines.engine import Limits
from dropfour.engines.levels import NAMED
from dropfour.game import Game
from dropfour.moves import InvalidNotation, parse_moves
from dropfour.position import Colour, Position
from dropfour.record import Record, game_of
from dropfour.rules import Objective, Rules
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput
from dropfour.terminal.players import PERSON, Players, kind_of
from dropfour.terminal.saving import Autosave, load_record, recorded_players, unknown_players
from dropfour.terminal.session import Session
from dropfour.words import say

DEFAULT_TIME_LIMIT_S = 1.0


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of ``dropfour play``; None is asked for or has a default."""

    rules: Rules | None = None
    red: str | None = None
    yellow: str | None = None
    moves: str | None = None
    file: Path | None = None
    style: str | None = None
    seed: int | None = None
    time_limit_s: float = DEFAULT_TIME_LIMIT_S
    swap: bool = False
    drawn: bool = False

    def __post_init__(self) -> None:
        if self.file is not None and (self.rules or self.moves is not None or self.swap):
            raise ValueError(
                "the file contains the board and the moves: leave the other options out"
            )
        if self.drawn and (self.file or self.moves or self.swap):
            raise ValueError("a drawn start has no moves, file or swap rule besides")

    @property
    def limits(self) -> Limits:
        return Limits(time_s=self.time_limit_s)

    @property
    def resume_options(self) -> str:
        """What the command to resume needs besides file and players."""
        text = ""
        if self.style is not None:
            text += f" --style {self.style}"
        if self.seed is not None:
            text += f" --seed {self.seed}"
        if self.time_limit_s != DEFAULT_TIME_LIMIT_S:
            text += f" --time {self.time_limit_s:g}"
        return text


def play_typed(options: PlayOptions) -> int:
    """Play with typed moves on the standard streams; return the exit code.

    Raises ValueError or OSError for invalid options.
    """
    console = Console(options.style)
    try:
        players, game = set_up_game(console, options)
    except EndOfInput:
        return 0
    autosave = Autosave(resumed=options.file)
    return Session(console, players, game, autosave, options.resume_options).run()


def set_up_game(console: Console, options: PlayOptions) -> tuple[Players, Game]:
    """Return the players and the game, after asking for what *options* leaves open.

    Invalid options are reported before anything is asked.
    """
    record = None if options.file is None else _load(options.file)
    red, yellow = options.red, options.yellow
    if record is not None:
        texts = recorded_players(record, red, yellow)
        if texts is not None:
            red, yellow = texts
        for text in unknown_players(record, red, yellow):
            console.say(say("terminal.unknown player", player=text))
    # With players or moves given as options, the board defaults to the common one.
    is_bare = options.red is options.yellow is options.moves is None
    rules = options.rules or (None if is_bare else Rules())
    columns = _checked_moves(options.moves or "", rules or Rules())
    Players(red or PERSON, yellow or PERSON, options.limits, options.seed)
    red, yellow = ask_players(console, red, yellow)
    players = Players(red, yellow, options.limits, options.seed)
    if record is not None:
        return players, game_of(record, players.new_game)
    rules = rules or ask_rules(console)
    start = drawn_start(rules, seed=options.seed) if options.drawn else Position(rules)
    game = players.new_game(start, options.swap)
    for column in columns:
        game.play(column)
    return players, game


def _checked_moves(moves: str, rules: Rules) -> tuple[int, ...]:
    """Return the columns of *moves*; raise ValueError if they cannot be played from the empty board."""
    if moves in NAMED:
        raise ValueError(f"{moves!r} is a level: to play against it, add --yellow {moves}")
    try:
        columns = parse_moves(moves)
        Position.from_moves(columns, rules)
    except ValueError as error:
        raise ValueError(f"cannot start after the moves {moves!r}: {error}") from None
    return columns


def _load(path: Path) -> Record:
    try:
        return load_record(path)
    except InvalidNotation as error:
        raise InvalidNotation(f"{path}: {error}") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {error.strerror or error}") from None


_DEFAULT_LEVEL = "medium"
_QUIT = ("q", "quit")

Meaning = TypeVar("Meaning")


def ask_players(console: Console, red: str | None, yellow: str | None) -> tuple[str, str]:
    """Return who plays red and yellow, asking for what is None.

    If only one is given and not a person, the other is. Raises EndOfInput without an answer.
    """
    if red is None and yellow is None:
        question = say("terminal.how many")
        if _choose(console, question, {"1": 1, "2": 2}) == 2:
            return PERSON, PERSON
        level = _ask_level(console)
        question = say("terminal.which colour")
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
        answer = _ask(console, say("terminal.which board")) or "7x6"
        try:
            rules = Rules.for_board(answer)
        except ValueError as error:
            console.say(say("terminal.not possible", reason=error))
        else:
            break
    question = say("terminal.who wins")
    objectives = {each.value: each for each in Objective}
    return replace(rules, objective=_choose(console, question, objectives))


def _ask_level(console: Console, whose: str = "") -> str:
    name = "terminal.level of" if whose else "terminal.level"
    choices = ", ".join([*NAMED, *([PERSON] if whose else [])])
    while True:
        question = say(name, colour=whose, choices=choices, default=_DEFAULT_LEVEL)
        answer = _ask(console, question) or _DEFAULT_LEVEL
        matching = [level for level in NAMED if level.startswith(answer.lower())]
        if len(matching) == 1:
            return matching[0]
        if kind_of(answer) and (whose or answer != PERSON):
            return answer
        console.say(say("terminal.type a level", choices=choices))


def _choose(console: Console, question: str, answers: Mapping[str, Meaning]) -> Meaning:
    """Return the meaning of the word that is typed, which may be shortened; the first is the default."""
    while True:
        typed = _ask(console, question).lower() or next(iter(answers))
        for word, meaning in answers.items():
            if word.startswith(typed):
                return meaning
        choices = reduce(lambda first, rest: say("terminal.or", first=first, rest=rest), answers)
        console.say(say("terminal.type", choices=choices))


def _ask(console: Console, question: str) -> str:
    answer = console.ask(question)
    if answer.lower() in _QUIT:
        raise EndOfInput
    return answer
