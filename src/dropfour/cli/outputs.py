"""Files that commands write: ``-`` is standard output, and a bad name is reported at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dropfour.cli.options import Command, together
from dropfour.files import check_writable, write_bytes_atomically
from dropfour.rules import Rules

if TYPE_CHECKING:
    from dropfour.position import Position

STANDARD_OUTPUT = Path("-")

# The suffixes of files in each format. One of another format is probably a mistake.
_SUFFIXES = {
    "SVG": (".svg",),
    "PNG": (".png",),
    "JSON": (".json",),
    "HTML": (".html", ".htm"),
    "CSV": (".csv",),
}
_OTHERS = [
    ".gif",
    ".jpg",
    ".jpeg",
    ".webp",
    ".pdf",
    ".txt",
    ".toml",
    ".npz",
    ".parquet",
    ".db",
    ".py",
]


class Output(click.ParamType[Path]):
    """The name of a file that a command will write in *format*, or ``-``. Without a format it cannot go
    to standard output."""

    name = "file"

    def __init__(self, format: str | None = None) -> None:
        self._format = format

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        try:
            return checked_output(value, self._format)
        except (OSError, ValueError) as error:
            text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
            self.fail(str(text), param, ctx)


def checked_output(value: str | Path, format: str | None) -> Path:
    """Return the path to write; raise ValueError if its suffix is that of another format, and OSError
    if it could not be written."""
    path = Path(value)
    if path == STANDARD_OUTPUT:
        if format is None:
            raise ValueError("expected the name of a file: this cannot go to standard output")
        return path
    known = {*(each for suffixes in _SUFFIXES.values() for each in suffixes), *_OTHERS}
    if format is not None and path.suffix.lower() in known - set(_SUFFIXES.get(format, ())):
        expected = " or ".join(_SUFFIXES[format])
        raise ValueError(f"{_a(format)} file ends in {expected}, not in {path.suffix}: {path}")
    check_writable(path)
    return path


def write_outputs(*outputs: tuple[Path | None, Callable[[], str | bytes]]) -> bool:
    """Make and write what has a place to go; return whether that includes standard output, where
    nothing else belongs then. Raises ValueError if two of them go there."""
    wanted = [(path, make) for path, make in outputs if path is not None]
    goes_to_output = is_for_output(path for path, _ in wanted)
    for path, make in wanted:
        data = make()
        encoded = data.encode() if isinstance(data, str) else data
        if path == STANDARD_OUTPUT:
            click.echo(encoded, nl=False)
        else:
            write_bytes_atomically(path, encoded)
    return goes_to_output


def is_for_output(paths: Iterable[Path]) -> bool:
    """Return whether one of *paths* is standard output; raise ValueError if more than one is."""
    count = sum(path == STANDARD_OUTPUT for path in paths)
    if count > 1:
        raise ValueError("only one of them can go to standard output")
    return count == 1


def picture_option(format: str) -> Callable[[Command], Command]:
    """Return the option --svg or --png."""
    return click.option(
        f"--{format.lower()}",
        type=Output(format),
        metavar="FILE",
        help=f"Also write {_a(format)}; - is standard output.",
    )


def _a(format: str) -> str:
    return f"{'an' if format in ('SVG', 'HTML') else 'a'} {format}"


picture_options = together(picture_option("SVG"), picture_option("PNG"))


def draw(position: Position, style: str | None = None, **options: Any) -> None:
    """Print the board in *style*, or the one that the output can show; *options* as in draw_text."""
    from dropfour.drawing import (  # programs without boards need none
        draw_text,
        style_for,
        wants_ansi,
    )

    style = style or style_for(sys.stdout)
    click.echo(draw_text(position, style, wants_ansi(sys.stdout), **options))


def print_json(
    result: Any, about: Position | Rules | None = None, moves: str | None = None
) -> None:
    """Print *result* in the envelope of all commands, on a row of its own."""
    click.echo(json_text(result, about, moves), nl=False)


def json_text(result: Any, about: Position | Rules | None = None, moves: str | None = None) -> str:
    """Return the row of JSON for a result *about* a position, after *moves* from the empty board if it
    is known, or about a game with these rules."""
    position, rules = (
        (None, about) if about is None or isinstance(about, Rules) else (about, about.rules)
    )
    values = {
        "rules": None if rules is None else rules.to_dict(),
        "moves": moves,
        "position": None if position is None else position.text,
        "to_move": None if position is None or position.is_over else str(position.to_move),
        "result": result,
    }
    return json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n"
