"""Saved games read from text, one at a time, and as games; damaged ones can be skipped."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from dropfour.files import PathOrFile, read_bytes
from dropfour.game import Game
from dropfour.moves import InvalidNotation
from dropfour.notation.compact import parse_position
from dropfour.notation.diagram import error_at, split_lines
from dropfour.outcome import Ending
from dropfour.position import RED, YELLOW, IllegalMove, Position
from dropfour.record.values import (
    FIELD_HEADERS,
    MAX_NESTING,
    RESULTS,
    Record,
    RecordedMove,
    RecordedScore,
    check_header_name,
    unescape,
)
from dropfour.record.writing import lines_made, move_number
from dropfour.rules import Objective, Rules

_RESULT = "|".join(map(re.escape, RESULTS))
_ENDS_GAME = re.compile(rf"(?:^|[\s}})])(?:{_RESULT})\s*$")
_HEADER = re.compile(r'\s*\[\s*([^\s"]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_TOKEN = re.compile(
    rf"""\s* (?:
      (?P<number> [1-9][0-9]{{0,3}} (?:\.\.\.|\.) ) (?!\.)
    | (?P<result> {_RESULT} ) (?!\S)
    | (?P<column> [1-9][0-9]? ) (?![^\s{{()])
    | (?P<score> [=~] [+-]? [0-9]{{1,31}} (?:\.[0-9]{{1,31}})? (?:e[+-]?[0-9]{{1,3}})? ) (?![^\s{{()])
    | \{{ (?P<comment> (?:[^\\}}]|\\.)* ) \}}
    | (?P<open> \( )
    | (?P<close> \) )
    )""",
    re.VERBOSE,
)

_NumberedLines = list[tuple[int, str]]


def read_records(
    stream: str | os.PathLike[str] | Iterable[str] | Iterable[bytes],
    on_damage: Callable[[InvalidNotation], object] | None = None,
) -> Iterator[Record]:
    """Yield the games of a path, an open file or any lines, one in memory at a time; bytes are UTF-8.

    A damaged game raises InvalidNotation with its line number. With *on_damage*, that function is
    called with the error instead, and reading continues with the next game:

        errors = []
        records = list(read_records(path, on_damage=errors.append))
    """
    if isinstance(stream, str | os.PathLike):
        with open(stream, encoding="utf-8") as opened:
            yield from read_records(opened, on_damage)
        return
    for lines in _split_games(line if isinstance(line, str) else line.decode() for line in stream):
        try:
            record = _parse_game(lines)
        except InvalidNotation as error:
            if on_damage is None:
                raise
            on_damage(error)
        else:
            yield record


def parse_record(text: str) -> Record:
    """Return the only game in *text*; raise InvalidNotation, with the line number, if it is damaged,
    missing or followed by another."""
    games = list(islice(_split_games(split_lines(text)), 2))
    if not games:
        raise error_at(1, 1, "expected a game, found none")
    record = _parse_game(games[0])
    if len(games) > 1:
        raise error_at(games[1][0][0], 1, "expected one game, found another")
    return record


def _split_games(lines: Iterable[str]) -> Iterator[_NumberedLines]:
    """Yield the lines of each game, damaged or not: it ends with a result, or before a header that
    follows anything but a header."""
    game: _NumberedLines = []
    after_header = False
    for number, text in enumerate(lines, start=1):
        line = (text.removeprefix("\ufeff") if number == 1 else text).rstrip()
        is_header = _is_header(line)
        if is_header and not after_header and game:
            yield game
            game = []
        after_header = is_header
        if line:
            game.append((number, line))
        if not is_header and _ENDS_GAME.search(line):
            yield game
            game = []
    if game:
        yield game


def _is_header(line: str) -> bool:
    return line.lstrip().startswith("[")


def _parse_game(lines: _NumberedLines) -> Record:
    headers = _parse_headers([(number, line) for number, line in lines if _is_header(line)])
    start = _parse_start(headers)
    moves = _parse_moves([(number, line) for number, line in lines if not _is_header(line)], start)
    last_line, last_text = lines[-1]
    if moves.result is None:
        message = f"the game ends without a result: expected {', '.join(RESULTS)}"
        raise error_at(last_line, len(last_text) + 1, message)
    free = {name: value for name, (_, value) in headers.items() if name not in FIELD_HEADERS}
    try:
        record = Record(
            free,
            start,
            moves.recorded(),
            moves.result,
            _join(moves.comments),
            tuple(moves.variations),
        )
    except IllegalMove:
        moves.position_at(len(moves.moves))  # raises the error with its place
        raise
    except ValueError as error:
        raise error_at(last_line, 1, str(error)) from None
    _check_headers(headers, record)
    return record


# --- headers: each value with its line ----------------------------------------------------------

_Headers = Mapping[str, tuple[int, str]]


def _parse_headers(lines: _NumberedLines) -> _Headers:
    headers: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise error_at(number, 1, 'expected a header such as [Red "Ada"]')
        name = match[1]
        try:
            check_header_name(name)
        except ValueError as error:
            raise error_at(number, 1, str(error)) from None
        if name in headers:
            raise error_at(number, 1, f"the header {name} occurs twice")
        headers[name] = (number, unescape(match[2], number, match.start(2) + 1))
    return headers


def _parse_start(headers: _Headers) -> Position:
    """Return the start position: without headers, the empty board of the classic game."""
    line = 1
    try:
        start = None
        rules = Rules()
        if "Start" in headers:
            line, text = headers["Start"]
            start = parse_position(text)
            rules = start.rules
        if "Objective" in headers:
            line, text = headers["Objective"]
            rules = replace(rules, objective=_parse_objective(text))
        if "Connect" in headers:
            line, text = headers["Connect"]
            rules = replace(rules, connect=_parse_connect(text))
        if "Board" in headers:
            line, text = headers["Board"]
            rules = Rules.for_board(text, rules.connect, rules.objective)
    except ValueError as error:
        raise error_at(line, 1, str(error)) from None
    if start is None:
        return Position(rules)
    if start.rules != rules:
        raise error_at(headers["Start"][0], 1, "the start has other rules than the other headers")
    return start


def _parse_objective(text: str) -> Objective:
    words = [each.value for each in Objective]
    if text not in words:
        raise ValueError(f"the objective is {' or '.join(words)}, not {text!r}")
    return Objective(text)


def _parse_connect(text: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", text):
        raise ValueError(f"connect is a number such as 4, not {text!r}")
    return int(text)


def _check_headers(headers: _Headers, record: Record) -> None:
    """Raise InvalidNotation for a Result or Lines header that contradicts the game."""
    if "Result" in headers and headers["Result"][1] != record.result:
        raise error_at(headers["Result"][0], 1, f"the game's result is {record.result}")
    if "Lines" in headers:
        line, text = headers["Lines"]
        if text != (on_board := lines_made(record.final_position())):
            raise error_at(line, 1, f"the lines on the board are {on_board}, not {text!r}")


# --- moves --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Move:
    """A move whose remarks are still being read, at a line and column."""

    column: int
    place: tuple[int, int]
    comments: list[str] = field(default_factory=list)
    score: RecordedScore | None = None
    variations: list[tuple[RecordedMove, ...]] = field(default_factory=list)

    def recorded(self) -> RecordedMove:
        comment = _join(self.comments)
        return RecordedMove(self.column, comment, self.score, tuple(self.variations))


@dataclass(slots=True)
class _Moves:
    """Moves from *start* on, parsed: the text below the headers, or a variation that opens at *opened*.
    *comments* and *variations* precede the first move, *ply* is how many moves do."""

    start: Position
    ply: int = 0
    opened: tuple[int, int] | None = None
    comments: list[str] = field(default_factory=list)
    variations: list[tuple[RecordedMove, ...]] = field(default_factory=list)
    moves: list[_Move] = field(default_factory=list)
    result: str | None = None
    _positions: list[Position] = field(default_factory=list)

    def position_at(self, count: int) -> Position:
        """Return the position after *count* of the moves; raise InvalidNotation if one is illegal."""
        positions = self._positions
        positions[:1] = [self.start]
        while len(positions) <= count:
            i = len(positions) - 1
            try:
                positions.append(positions[-1].play(self.moves[i].column))
            except IllegalMove as error:
                raise error_at(*self.moves[i].place, str(error)) from None
        return positions[count]

    @property
    def last(self) -> _Move | _Moves:
        """What a comment or a variation belongs to: the last move, or what precedes the first one."""
        return self.moves[-1] if self.moves else self

    def recorded(self) -> tuple[RecordedMove, ...]:
        return tuple(move.recorded() for move in self.moves)


def _parse_moves(lines: _NumberedLines, start: Position) -> _Moves:
    open_moves = [_Moves(start)]  # of the game, and of the variations that are not closed yet
    for place, kind, text in _tokens(lines):
        found = open_moves[-1]
        moves = found.moves
        if found.result is not None:
            raise error_at(*place, "expected nothing after the result")
        if kind == "open":
            open_moves.append(_open_variation(found, place, len(open_moves)))
        elif kind == "close":
            if found.opened is None:
                raise error_at(*place, "expected a ( before this )")
            open_moves.pop()
            open_moves[-1].last.variations.append(_close_variation(found, place))
        elif kind == "result":
            if found.opened is not None:
                raise error_at(*found.opened, "the variation is not closed by )")
            found.result = text
        elif kind == "number":
            if text != (expected := move_number(found.ply + len(moves), start)):
                raise error_at(*place, f"expected move {expected}, found {text}")
        elif kind == "column":
            moves.append(_Move(int(text), place))
        elif kind == "comment":
            found.last.comments.append(unescape(text, *place))
        elif not moves or moves[-1].score is not None:
            raise error_at(*place, "expected a move before the score")
        else:
            moves[-1].score = _parse_score(text, place)
    if (opened := open_moves[-1].opened) is not None:
        raise error_at(*opened, "the variation is not closed by )")
    return open_moves[0]


def _open_variation(above: _Moves, place: tuple[int, int], nesting: int) -> _Moves:
    """Return a variation without moves: it replaces the last move above, or begins at the start."""
    if nesting > MAX_NESTING:
        raise error_at(*place, f"variations are nested more than {MAX_NESTING} deep")
    if above.opened is not None and not above.moves:
        raise error_at(*place, "expected a move before the variation")
    before = max(0, len(above.moves) - 1)
    return _Moves(above.position_at(before), above.ply + before, place)


def _close_variation(found: _Moves, place: tuple[int, int]) -> tuple[RecordedMove, ...]:
    """Return the moves of a variation; a comment that precedes them belongs to the first one."""
    if not found.moves:
        raise error_at(*place, "expected a move in the variation")
    found.position_at(len(found.moves))
    found.moves[0].comments[:0] = found.comments
    return found.recorded()


def _tokens(lines: _NumberedLines) -> Iterator[tuple[tuple[int, int], str, str]]:
    """Yield each token: its line and column, its kind, and its text."""
    for number, line in lines:
        end = 0
        while end < len(line):
            token = _TOKEN.match(line, end)
            if token is None:
                column = len(line) - len(line[end:].lstrip()) + 1
                raise error_at(
                    number,
                    column,
                    "expected a column, a move number such as 3., a score such as =+3 or ~-1.5, "
                    "a {comment} closed in its line, a (variation), or a result",
                )
            kind = token.lastgroup or ""
            yield (number, token.start(kind) + 1), kind, token[kind]
            end = token.end()


def _join(comments: list[str]) -> str:
    return " ".join(filter(None, comments))


def _parse_score(text: str, place: tuple[int, int]) -> RecordedScore:
    digits = text[1:]
    value = float(digits) if set(".e") & set(digits) else int(digits)
    try:
        return RecordedScore(value, is_exact=text[0] == "=")
    except ValueError as error:
        raise error_at(*place, str(error)) from None


# --- records as games --------------------------------------------------------------------------------

_LOSERS = {"1-0": YELLOW, "0-1": RED}


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
    game.swapped = record.swapped
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
