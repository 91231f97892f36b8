"""The command that reviews games: review."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import click

from dropfour.cli.options import json_option, seconds_option, table_option
from dropfour.cli.progress import StatusLine
from dropfour.cli.types import MOVES
from dropfour.engines.engine import Limits
from dropfour.engines.exact import DEFAULT_TABLE_MIB
from dropfour.record import Record, read_records
from dropfour.study.analyst import Analyst
from dropfour.study.review import DEFAULT_LIMITS
from dropfour.study.review import review as review_game


@click.command(short_help="Show which moves of a game were mistakes.")
@click.argument("game", metavar="FILE|MOVES")
@json_option("Print a JSON object for each game.")
@seconds_option(
    "--time",
    "time_s",
    default=DEFAULT_LIMITS.time_s,
    help="Time for each game; moves that are not judged by then are shown as not proven.",
)
@table_option(DEFAULT_TABLE_MIB)
def review(game: str, as_json: bool, time_s: float, table_mib: int) -> None:
    """Print what each move of the games in FILE, or of the game MOVES, was worth, and the
    best columns.

    FILE holds saved games, or the move string of one; - is standard input. All verdicts are
    proven.

    Example: dropfour review 4455336
    """
    analyst = Analyst(table_mib)
    line = StatusLine()
    for number, each in enumerate(_games(game)):
        found = review_game(
            each,
            limits=Limits(time_s=time_s),
            analyst=analyst,
            on_move=lambda move: line.show(f"move {move.ply}"),
            names_all_best=as_json,
        )
        line.show("")
        if as_json:
            click.echo(json.dumps(found.to_dict()))
            continue
        if number:
            click.echo()
        if isinstance(each, Record) and each.headers.keys() & {"Red", "Yellow"}:
            names = (each.headers.get(colour, "?") for colour in ("Red", "Yellow"))
            click.echo(" - ".join(names))
        click.echo(str(found))


def _games(game: str) -> Iterable[Record | str]:
    if game != "-" and not Path(game).exists() and re.fullmatch(r"[\w\s,]*", game):
        return [MOVES(game)]  # a game without moves, as "", is no file either
    with click.open_file(game, encoding="utf-8-sig", errors="replace") as file:
        text = file.read()
    if re.fullmatch(r"\s*\w+\s*", text):
        return [text]
    records = list(read_records(text.splitlines()))
    if not records:
        raise ValueError("there is no game in the file")
    return records
