"""Games as records and records as games, with resignations, agreed draws, forfeits and their reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dropfour.files import PathOrFile, read_bytes
from dropfour.game import Ending, Game
from dropfour.position import RED, YELLOW, Position
from dropfour.record.reading import parse_record
from dropfour.record.values import Record
from dropfour.record.variations import Variation, recorded_moves
from dropfour.record.writing import write_records

_LOSERS = {"1-0": YELLOW, "0-1": RED}


def record_of(
    game: Game, red: str, yellow: str, date: str = "", variations: Iterable[Variation] = ()
) -> Record:
    """Return *game* as a record, with the names of its players; moves that were undone are left out."""
    headers = {"Red": red, "Yellow": yellow}
    if date:
        headers["Date"] = date
    result = game.result
    if result is not None and not game.position.is_over:
        reason = f": {result.reason}" if result.reason else ""
        headers["Termination"] = f"{result.ending.value}{reason}"
    moves, from_start = recorded_moves(game.moves, variations)
    token = "*" if result is None else result.token
    return Record(headers, game.start, moves, token, variations=from_start)


def save_game(game: Game, file: PathOrFile, red: str = "", yellow: str = "") -> None:
    """Write *game* as a record, as Game.save does."""
    names = {RED: red, YELLOW: yellow}
    for colour, name in names.items():
        player = game.player(colour)
        names[colour] = name or ("person" if player is None else player.name)
    write_records(file, [record_of(game, names[RED], names[YELLOW])])


def load(file: PathOrFile) -> Game:
    """Return the game that a path or an open file holds; both players are persons.

    Raises InvalidNotation, with the line number, if the file holds no game, a damaged one or several:
    `dropfour.record.read_records` reads those, also with names, comments and variations.

    >>> import io
    >>> file = io.StringIO()
    >>> d4.Game.from_moves("4455").save(file)
    >>> d4.load(io.StringIO(file.getvalue())) == d4.Game.from_moves("4455")
    True
    """
    return game_of(parse_record(read_bytes(file).decode("utf-8-sig")))


def game_of(record: Record, new_game: Callable[[Position], Game] = Game) -> Game:
    """Return the recorded game, made by *new_game* from its start.

    A win that is not on the board is a forfeit for the reason that the Termination header gives, and
    a resignation if that header is missing or says so. Both sides agreed on a
    draw that is not on the board.
    """
    game = new_game(record.start)
    for column in record.columns:
        game.play(column)
    if record.result == "1/2-1/2" and not game.is_over:
        game.agree_draw()
    loser = _LOSERS.get(record.result)
    if loser is not None and not game.is_over:
        termination = record.headers.get("Termination", "")
        ending, _, reason = termination.partition(": ")
        if ending in ("", Ending.RESIGNATION.value):
            game.resign(loser)
        else:
            game.forfeit(loser, reason if ending == Ending.FORFEIT.value else termination)
    return game
