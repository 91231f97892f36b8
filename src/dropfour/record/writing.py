"""Games as records, with resignations, agreed draws, forfeits and their reasons, and as text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dropfour.files import PathOrFile, write_bytes, write_text_atomically
from dropfour.notation.compact import position_string
from dropfour.position import RED, YELLOW, Position
from dropfour.record.values import LEADING_HEADERS, Record, RecordedMove, escape
from dropfour.record.variations import Variation, recorded_moves
from dropfour.rules import Objective

if TYPE_CHECKING:
    from dropfour.game import Game

_LINE_WIDTH = 80


def record_of(
    game: Game, red: str, yellow: str, date: str = "", variations: Iterable[Variation] = ()
) -> Record:
    """Return *game* as a record, with the names of its players; moves that were undone are left out."""
    headers = {"Red": red, "Yellow": yellow}
    if game.swapped is not None:
        headers["Swap"] = "yes" if game.swapped else "no"
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


def write_records(stream: PathOrFile, records: Iterable[Record]) -> None:
    """Write each record, followed by an empty line, so that more can be appended, to a path, which is
    replaced atomically, or to an open file.

    Open a text file with ``encoding="utf-8"``.
    """
    texts = (format_record(record) + "\n" for record in records)
    if isinstance(stream, str | os.PathLike):
        write_text_atomically(stream, "".join(texts))
    else:
        for text in texts:
            write_bytes(stream, text.encode("utf-8"))


def format_record(record: Record) -> str:
    """Return the record as text that ends with LF: headers, an empty line, moves and result."""
    leading = {name: record.headers[name] for name in LEADING_HEADERS if name in record.headers}
    headers = {**leading, **_field_headers(record), **record.headers}
    lines = [f'[{name} "{escape(value, chr(34))}"]\n' for name, value in headers.items()]
    return f"{''.join(lines)}\n{_fold(_words(record))}\n"


def move_number(ply: int, start: Position) -> str:
    """Return the number before a move, *ply* moves after *start*: ``3.`` is red's, ``3...`` yellow's."""
    turn = ply + (start.to_move is YELLOW)
    return f"{turn // 2 + 1}{'...' if turn % 2 else '.'}"


def lines_made(position: Position) -> str:
    """Return the Lines header of a Max-Connect4 game: red's lines, then yellow's."""
    return f"{position.count_lines(RED)}-{position.count_lines(YELLOW)}"


def _field_headers(record: Record) -> dict[str, str]:
    rules = record.start.rules
    headers = {
        "Board": rules.size,
        "Connect": str(rules.connect),
        "Objective": rules.objective.value,
    }
    if record.start != Position(rules):
        headers["Start"] = position_string(record.start)
    headers["Result"] = record.result
    if rules.objective is Objective.MOST_LINES:
        headers["Lines"] = lines_made(record.final_position())
    return headers


def _words(record: Record) -> Iterator[str]:
    """Yield the parts that must not be split: numbered moves, scores, comments, the result."""
    if record.comment:
        yield _comment(record.comment)
    for variation in record.variations:
        yield from _variation(variation, 0, record.start)
    yield from _moves(record.moves, 0, record.start)
    yield record.result


def _moves(moves: Iterable[RecordedMove], ply: int, start: Position) -> Iterator[str]:
    """Yield the parts of *moves*, the first of which is made *ply* moves after *start*."""
    needs_number = True
    for i, move in enumerate(moves, start=ply):
        number = move_number(i, start)
        needs_number |= not number.endswith("...")
        yield f"{number} {move.column}" if needs_number else str(move.column)
        if move.score is not None:
            yield str(move.score)
        if move.comment:
            yield _comment(move.comment)
        for variation in move.variations:
            yield from _variation(variation, i, start)
        needs_number = bool(move.variations)


def _variation(moves: Iterable[RecordedMove], ply: int, start: Position) -> Iterator[str]:
    words = list(_moves(moves, ply, start))
    words[0] = f"({words[0]}"
    words[-1] += ")"
    yield from words


def _comment(text: str) -> str:
    return "{" + escape(text, "}") + "}"


def _fold(words: Iterable[str]) -> str:
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= _LINE_WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "\n".join(lines)
