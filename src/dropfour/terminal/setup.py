"""Sets up a game from the command's options, and asks for what they leave open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dropfour.engines.engine import Limits
from dropfour.game import Game
from dropfour.moves import InvalidNotation, parse_moves
from dropfour.position import Position
from dropfour.record import Record, game_of
from dropfour.rules import Rules
from dropfour.terminal.asking import ask_players, ask_rules
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput
from dropfour.terminal.players import PERSON, Players
from dropfour.terminal.saving import Autosave, load_record, recorded_players, unknown_players
from dropfour.terminal.session import Session

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

    def __post_init__(self) -> None:
        if self.file is not None and (self.rules is not None or self.moves is not None):
            raise ValueError(
                "the file contains the board and the moves: leave the other options out"
            )

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
            console.say(f"The game was played with {text}, which is not known here.")
    # With players or moves given as options, the board defaults to the common one.
    is_bare = options.red is options.yellow is options.moves is None
    rules = options.rules or (None if is_bare else Rules())
    columns = _checked_moves(options.moves or "", rules or Rules())
    Players(red or PERSON, yellow or PERSON, options.limits, options.seed)
    red, yellow = ask_players(console, red, yellow)
    players = Players(red, yellow, options.limits, options.seed)
    if record is not None:
        return players, game_of(record, players.new_game)
    game = players.new_game(Position(rules or ask_rules(console)))
    for column in columns:
        game.play(column)
    return players, game


def _checked_moves(moves: str, rules: Rules) -> tuple[int, ...]:
    """Return the columns of *moves*; raise ValueError if they cannot be played from the empty board."""
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
