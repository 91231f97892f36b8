"""Games in files: saved and loaded by name, and saved automatically after every move."""

from __future__ import annotations

import os
import shlex
import time
from datetime import date
from pathlib import Path

from dropfour.files import write_text_atomically
from dropfour.game import Game
from dropfour.moves import InvalidNotation, format_moves
from dropfour.position import Position
from dropfour.record import Record, format_record, read_records, record_of
from dropfour.rules import Objective
from dropfour.terminal.players import PERSON, is_player


def save_game(path: str | os.PathLike[str], game: Game) -> None:
    """Write the game to a file of its own; raise OSError if that fails."""
    today = date.today().isoformat()
    record = record_of(game, game.red.name, game.yellow.name, today)
    write_text_atomically(path, format_record(record))


def load_record(path: str | os.PathLike[str]) -> Record:
    """Return the last game in the file; raise OSError, or InvalidNotation with the line."""
    with open(path, encoding="utf-8", errors="replace", newline=None) as stream:
        records = list(read_records(stream))
    if not records:
        raise InvalidNotation(f"{os.fspath(path)} contains no game")
    return records[-1]


def recorded_players(record: Record) -> tuple[str, str] | None:
    """Return who played red and yellow, if both can play again and one of them is a person."""
    red, yellow = (record.headers.get(name, PERSON) for name in ("Red", "Yellow"))
    if PERSON in (red, yellow) and is_player(red) and is_player(yellow):
        return red, yellow
    return None


class Keeper:
    """Saves an unfinished game to a file of its own, so that it can always be resumed."""

    def __init__(self, folder: Path | None = None, resumed: Path | None = None) -> None:
        self.folder = state_folder() if folder is None else folder
        name = f"play-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        self.path = self.folder / name
        # A game in this folder was saved automatically: continue in the same file.
        if resumed is not None and resumed.resolve().parent == self.folder.resolve():
            self.path = resumed

    def keep(self, game: Game) -> bool:
        """Save the game, or delete its file if there is nothing to resume; return False on failure."""
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
        """Return the shell command that resumes *game*, from its file or else from its moves."""
        if self.keep(game):
            return f"dropfour play --load {shlex.quote(str(self.path))}{options}"
        return f"dropfour play {_options_of(game)}{options}"


def state_folder() -> Path:
    """Return the folder for this user's unfinished games."""
    if os.environ.get("XDG_STATE_HOME"):
        return Path(os.environ["XDG_STATE_HOME"], "dropfour")
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"], "dropfour")
    return Path("~/.local/state/dropfour").expanduser()


def _options_of(game: Game) -> str:
    rules = game.rules
    options = ["--red", game.red.name, "--yellow", game.yellow.name, "--board", rules.size]
    if rules.connect != 4:
        options += ["--connect", str(rules.connect)]
    if rules.objective is not Objective.FIRST_LINE:
        options += ["--objective", rules.objective.value]
    if game.start == Position(rules):
        options += ["--from", format_moves(game.moves)]
    return shlex.join(options)
