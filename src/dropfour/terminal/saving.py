"""Games in files: saved and loaded by name, and kept by themselves after every move."""

from __future__ import annotations

import os
import shlex
import time
from datetime import date
from pathlib import Path

from dropfour.files import write_text_atomically
from dropfour.game import Game, Result
from dropfour.moves import InvalidNotation, format_moves
from dropfour.position import RED, YELLOW, Position
from dropfour.record import Record, RecordedMove, format_record, read_records
from dropfour.rules import Objective
from dropfour.terminal.players import PERSON, Players, is_player


def record_of(game: Game) -> Record:
    """Return the game as it stands, to be written."""
    headers = {
        "Red": game.red.name,
        "Yellow": game.yellow.name,
        "Date": date.today().isoformat(),
    }
    result = game.result
    if result is not None and not game.position.is_over:
        headers["Termination"] = _termination(result)
    moves = tuple(RecordedMove(column) for column in game.moves)
    return Record(headers, game.start, moves, "*" if result is None else result.token)


def save_game(path: str | os.PathLike[str], game: Game) -> None:
    """Write the game to a file of its own; raise OSError if it cannot be."""
    write_text_atomically(path, format_record(record_of(game)))


def load_record(path: str | os.PathLike[str]) -> Record:
    """Return the last game in the file; raise OSError, or InvalidNotation with the line."""
    with open(path, encoding="utf-8", errors="replace", newline=None) as stream:
        records = list(read_records(stream))
    if not records:
        raise InvalidNotation(f"{os.fspath(path)} holds no game")
    return records[-1]


def replay(record: Record, players: Players) -> Game:
    """Return the recorded game with *players* at the board; one that was resigned is over."""
    game = players.new_game(record.start)
    for column in record.columns:
        game.play(column)
    if not game.is_over and record.result in ("1-0", "0-1"):
        game.resign(YELLOW if record.result == "1-0" else RED)
    return game


def recorded_players(record: Record) -> tuple[str, str] | None:
    """Return who played red and yellow, if both can sit down again and one is a person."""
    red, yellow = (record.headers.get(name, PERSON) for name in ("Red", "Yellow"))
    if PERSON in (red, yellow) and is_player(red) and is_player(yellow):
        return red, yellow
    return None


class Keeper:
    """Keeps an unfinished game in a file of its own, so that it can be resumed whatever happens."""

    def __init__(self, folder: Path | None = None, resumed: Path | None = None) -> None:
        self.folder = state_folder() if folder is None else folder
        name = f"play-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        self.path = self.folder / name
        # A game that lies here was kept, not saved by anybody: go on in the same file.
        if resumed is not None and resumed.resolve().parent == self.folder.resolve():
            self.path = resumed

    def keep(self, game: Game) -> bool:
        """Write the game down, or forget it if there is nothing to resume; False if that failed."""
        try:
            if game.is_over or not game.moves:
                self.path.unlink(missing_ok=True)
            else:
                self.folder.mkdir(parents=True, exist_ok=True)
                save_game(self.path, game)
        except OSError:
            return False
        return True

    def resume_command(self, game: Game, options: str = "") -> str:
        """Return the shell command that goes on with *game*, by its file or else by its moves."""
        if self.keep(game):
            return f"dropfour play --load {shlex.quote(str(self.path))}{options}"
        return f"dropfour play {_told_by_options(game)}{options}"


def state_folder() -> Path:
    """Return where programs keep such things for this user."""
    if os.environ.get("XDG_STATE_HOME"):
        return Path(os.environ["XDG_STATE_HOME"], "dropfour")
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"], "dropfour")
    return Path("~/.local/state/dropfour").expanduser()


def _termination(result: Result) -> str:
    return f"{result.ending.value}: {result.reason}" if result.reason else result.ending.value


def _told_by_options(game: Game) -> str:
    rules = game.rules
    options = ["--red", game.red.name, "--yellow", game.yellow.name, "--board", rules.size]
    if rules.connect != 4:
        options += ["--connect", str(rules.connect)]
    if rules.objective is not Objective.FIRST_LINE:
        options += ["--objective", rules.objective.value]
    if game.start == Position(rules):
        options += ["--from", format_moves(game.moves)]
    return shlex.join(options)
