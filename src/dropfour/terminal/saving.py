"""Games in files: saved and loaded by name, and saved automatically after every move."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Collection
from datetime import date
from pathlib import Path

from dropfour.files import state_folder, write_text_atomically
from dropfour.game import Ending, Game
from dropfour.moves import InvalidNotation, format_moves
from dropfour.players.player import Player, SeatedPlayer
from dropfour.position import Position
from dropfour.record import Record, format_record, game_of, read_records, record_of
from dropfour.rules import Objective
from dropfour.terminal.players import PERSON, Players, kind_of, runs_code
from dropfour.words import say


def save_game(path: str | os.PathLike[str], game: Game) -> None:
    """Write the game to a file of its own; raise OSError if that fails."""
    today = date.today().isoformat()
    record = record_of(game, _text(game.red), _text(game.yellow), today)
    write_text_atomically(path, format_record(record))


def load_record(path: str | os.PathLike[str]) -> Record:
    """Return the last game in the file; raise OSError, or InvalidNotation with the line."""
    with open(path, encoding="utf-8", errors="replace", newline=None) as stream:
        records = list(read_records(stream))
    if not records:
        raise InvalidNotation(f"{os.fspath(path)} contains no game")
    return records[-1]


def save_as(file: str, game: Game) -> None:
    """Write the game to the file that a person has named; raise ValueError if that fails."""
    try:
        save_game(Path(file).expanduser(), game)
    except OSError as error:
        raise ValueError(f"not saved: {error.strerror or error}: {file}") from None


def load_game(file: str, players: Players) -> tuple[Players, Game]:
    """Return the last game in the file that a person has named, and who plays it: the recorded players,
    or else *players*; raise ValueError if it cannot be loaded.

    Players that are replaced are closed.
    """
    try:
        record = load_record(Path(file).expanduser())
        texts = recorded_players(record, allowed=players.texts)
        new = players if texts is None else players.replaced(*texts)
        game = game_of(record, new.new_game)
    except OSError as error:
        raise ValueError(f"not loaded: {error.strerror or error}: {file}") from None
    except ValueError as error:
        raise ValueError(f"not loaded: {file}: {error}") from None
    if new is not players:
        players.close()
    return new, game


def recorded_players(
    record: Record, red: str | None = None, yellow: str | None = None, allowed: Collection[str] = ()
) -> tuple[str, str] | None:
    """Return *red* and *yellow*, or for None who played in *record*; None unless one is a person and
    the other is known.

    Loading a file must not start a program: raises ValueError for a recorded player that would run one
    and is not in *allowed*.
    """
    texts = []
    for header, given in (("Red", red), ("Yellow", yellow)):
        text = given or record.headers.get(header, PERSON)
        if not given and text not in allowed and runs_code(text):
            option = f"--{header.lower()} {shlex.quote(text)}"
            raise ValueError(f"the game was played with {text}: use {option} to allow running it")
        texts.append(text)
    return (texts[0], texts[1]) if PERSON in texts and all(map(kind_of, texts)) else None


def unknown_players(record: Record, red: str | None, yellow: str | None) -> list[str]:
    """Return who played in *record*, unless *red* and *yellow* take the seats, and cannot play here."""
    seats = (("Red", red), ("Yellow", yellow))
    texts = [record.headers.get(header, PERSON) for header, given in seats if given is None]
    return [text for text in texts if kind_of(text) is None]


class Autosave:
    """Keeps an unfinished game in a file of its own, so that it can always be resumed."""

    def __init__(self, folder: Path | None = None, resumed: Path | None = None) -> None:
        self.folder = state_folder() if folder is None else folder
        name = f"play-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        self.path = self.folder / name
        self.problem = ""  # why the game is not saved
        # A game in this folder was saved automatically: continue in the same file.
        if resumed is not None and resumed.resolve().parent == self.folder.resolve():
            self.path = resumed

    def save(self, game: Game) -> bool:
        """Write the game, or remove the file if there is nothing to resume; False if that failed."""
        try:
            if can_resume(game):
                self.folder.mkdir(parents=True, exist_ok=True)
                save_game(self.path, game)
            else:
                self.path.unlink(missing_ok=True)
        except OSError as error:
            self.problem = f"{self.path}: {error.strerror or error}"
            return False
        self.problem = ""
        return True

    def save_for_later(self, game: Game, options: str = "") -> tuple[str, str]:
        """Save *game*; return what to say about that, and the shell command that continues it, by its
        file or else by its moves."""
        if self.save(game):
            players = _players_that_run_code(game)
            command = f"dropfour play --load {shlex.quote(str(self.path))}{players}{options}"
            return say("terminal.to continue"), command
        sentence = say("terminal.to continue, moves", problem=self.problem)
        return sentence, f"dropfour play {_as_options(game)}{options}"


def can_resume(game: Game) -> bool:
    """Return whether there is something to continue: a game in progress, or one that was forfeited."""
    result = game.result
    return bool(game.moves) and (result is None or result.ending is Ending.FORFEIT)


def _text(player: SeatedPlayer | None) -> str:
    return player.spec if isinstance(player, Player) else PERSON


def _players_that_run_code(game: Game) -> str:
    """Return the options that allow running the players again."""
    players = (("--red", _text(game.red)), ("--yellow", _text(game.yellow)))
    return "".join(f" {option} {shlex.quote(text)}" for option, text in players if runs_code(text))


def _as_options(game: Game) -> str:
    rules = game.rules
    options = ["--red", _text(game.red), "--yellow", _text(game.yellow), "--board", rules.size]
    if rules.connect != 4:
        options += ["--connect", str(rules.connect)]
    if rules.objective is not Objective.FIRST_LINE:
        options += ["--objective", rules.objective.value]
    if game.is_swap_ahead:
        options += ["--swap"]
    if game.start == Position(rules):
        options += [format_moves(game.moves)]
    return shlex.join(options)
