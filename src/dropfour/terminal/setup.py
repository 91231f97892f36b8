"""From what the options say, and the answers to what they leave open, to a game on the board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dropfour.engines.engine import Limits
from dropfour.game import Game
from dropfour.moves import InvalidNotation, parse_moves
from dropfour.position import Position
from dropfour.record import Record
from dropfour.rules import Rules
from dropfour.terminal.asking import ask_players, ask_rules
from dropfour.terminal.console import Console, EndOfInput
from dropfour.terminal.players import PERSON, Players
from dropfour.terminal.saving import Keeper, load_record, recorded_players, replay
from dropfour.terminal.session import Session

DEFAULT_TIME_LIMIT_S = 1.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the options say; None is for the person to be asked, or for the default."""

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
            raise ValueError("the file tells the board and the moves: leave the other options out")

    @property
    def limits(self) -> Limits:
        return Limits(time_s=self.time_limit_s)

    @property
    def resume_options(self) -> str:
        """What the command to resume needs besides the file."""
        options = ""
        if self.style is not None:
            options += f" --style {self.style}"
        if self.seed is not None:
            options += f" --seed {self.seed}"
        if self.time_limit_s != DEFAULT_TIME_LIMIT_S:
            options += f" --time {self.time_limit_s:g}"
        return options


def play_lines(wishes: Wishes) -> int:
    """Play in line mode on the standard streams; return the exit code.

    Raises ValueError or OSError for wishes that cannot be met.
    """
    console = Console(wishes.style)
    try:
        players, game = set_table(console, wishes)
    except EndOfInput:
        return 0
    keeper = Keeper(resumed=wishes.file)
    return Session(console, players, game, keeper, wishes.resume_options).run()


def set_table(console: Console, wishes: Wishes) -> tuple[Players, Game]:
    """Return the players and the game, having asked for what *wishes* leaves open."""
    record = None if wishes.file is None else _load(wishes.file)
    red, yellow = wishes.red, wishes.yellow
    if record is not None and (names := recorded_players(record)) is not None:
        red, yellow = red or names[0], yellow or names[1]
    columns = () if wishes.moves is None else parse_moves(wishes.moves)
    # Wrong names are told before anything is asked.
    Players(red or PERSON, yellow or PERSON, wishes.limits, wishes.seed)
    red, yellow = ask_players(console, red, yellow)
    players = Players(red, yellow, wishes.limits, wishes.seed)
    if record is not None:
        return players, replay(record, players)
    rules = wishes.rules
    if rules is None:
        # Whoever names players or moves talks in options, and means the usual board by none.
        says_nothing = wishes.red is wishes.yellow is wishes.moves is None
        rules = ask_rules(console) if says_nothing else Rules()
    game = players.new_game(Position(rules))
    for column in columns:
        game.play(column)
    return players, game


def _load(path: Path) -> Record:
    try:
        return load_record(path)
    except InvalidNotation as error:
        raise InvalidNotation(f"{path}: {error}") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {error.strerror or error}") from None
