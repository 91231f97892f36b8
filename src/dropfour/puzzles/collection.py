"""Collections of puzzles: the file they are stored in, those that come with Dropfour, and choosing one.

A file is compressed with gzip. Its first row names the format and gives the Elo of the levels
against which the puzzles were rated; every other row is a puzzle: id, moves, solution, themes and
rating. The page reads the file that comes with Dropfour as it is; the id is in it because a browser
without HTTPS cannot compute it. Files of the first format, which has no ids, are read as well.

    dropfour-puzzles-2 1=902 2=1105 …
    k7xq2a 4435443 356 only-move,win-in-4 1512
"""

from __future__ import annotations

import datetime
import gzip
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import overload

from dropfour.files import PathOrFile, name_of, read_bytes, write_bytes
from dropfour.moves import format_moves, parse_moves
from dropfour.puzzles.puzzle import THEMES, Kind, Puzzle

_FORMAT = "dropfour-puzzles-2"
_WITHOUT_IDS = "dropfour-puzzles-1"
SHIPPED = Path(__file__).with_name("data") / "puzzles.gz"


class InvalidPuzzles(ValueError):
    """A file that does not hold puzzles; the message says where it differs."""


class Puzzles(Sequence[Puzzle]):
    """Puzzles ordered by their ids, which look random; *levels* is the Elo of each level.

    >>> puzzle = d4.puzzles()[0]
    >>> puzzle.position.is_over
    False
    """

    def __init__(self, puzzles: Iterable[Puzzle], levels: Mapping[int, int]) -> None:
        self._by_id = {puzzle.id: puzzle for puzzle in puzzles}
        self._ordered = [self._by_id[each] for each in sorted(self._by_id)]
        self.levels = dict(levels)

    def __len__(self) -> int:
        return len(self._ordered)

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> list[Puzzle]: ...
    def __getitem__(self, index: int | slice) -> Puzzle | list[Puzzle]:
        return self._ordered[index]

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self._ordered)

    def __repr__(self) -> str:
        return f"<{len(self)} puzzles>"

    def find(self, id: str) -> Puzzle:
        """Return the puzzle with this id; raise ValueError if there is none."""
        try:
            return self._by_id[id.strip().lower()]
        except KeyError:
            raise ValueError(f"there is no puzzle {id!r}: an id looks like {self[0].id}") from None

    def select(self, theme: str | None = None, lowest: int = 0, highest: int = 9999) -> Puzzles:
        """Return the puzzles of a *theme* (one of THEMES) that are rated *lowest* to *highest*."""
        if theme is not None and theme not in THEMES:
            raise ValueError(f"there is no theme {theme!r}: choose from {', '.join(THEMES)}")
        chosen = (
            puzzle
            for puzzle in self
            if (theme is None or theme in puzzle.themes or theme == puzzle.kind.value)
            and lowest <= puzzle.rating <= highest
        )
        return Puzzles(chosen, self.levels)

    def of_the_day(self, day: datetime.date | None = None) -> Puzzle:
        """Return the puzzle of *day*; by default, today in UTC, so that everybody gets the same one.

        The classic puzzles are divided into seven parts by their rating, one for each weekday: Monday
        has the easiest ones, Sunday the hardest. Those of a weekday follow each other in the order of
        their ids, one a week.
        """
        day = day or datetime.datetime.now(datetime.timezone.utc).date()
        if not any(self._bands):
            raise ValueError("there are no classic puzzles to choose from")
        week, weekday = divmod(day.toordinal() - 1, 7)
        band = self._bands[weekday]
        return band[week % len(band)]

    daily = of_the_day

    @cached_property
    def _bands(self) -> list[list[Puzzle]]:
        """The classic puzzles of each weekday; with fewer than seven, days share them."""
        classic = [puzzle for puzzle in self if puzzle.kind is not Kind.MAX_CONNECT4]
        classic.sort(key=lambda puzzle: (puzzle.rating, puzzle.id))
        starts = [seventh * len(classic) // 7 for seventh in range(8)]
        return [
            sorted(classic[first : max(first + 1, end)], key=lambda puzzle: puzzle.id)
            for first, end in pairwise(starts)
        ]


@lru_cache(maxsize=1)
def shipped_puzzles() -> Puzzles:
    """Return the puzzles that come with Dropfour."""
    return read_puzzles(SHIPPED)


def read_puzzles(path: PathOrFile) -> Puzzles:
    """Return the puzzles in a path or an open file; raise OSError, or InvalidPuzzles if it does not
    hold any."""
    name = name_of(path)
    data = read_bytes(path)
    try:
        rows = gzip.decompress(data).decode("ascii").splitlines()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        raise InvalidPuzzles(f"{name} is not a file of puzzles, or it is damaged") from None
    if not rows or rows[0].split(" ")[0] not in (_FORMAT, _WITHOUT_IDS):
        raise InvalidPuzzles(f"{name} is not a file of puzzles: it does not start with {_FORMAT}")
    try:
        levels = {
            int(number): int(elo)
            for number, elo in (each.split("=") for each in rows[0].split()[1:])
        }
    except ValueError:
        raise InvalidPuzzles(f"row 1 of {name} does not give the Elo of the levels") from None
    return Puzzles(
        (
            _puzzle(row, f"row {n} of {name}", has_id=rows[0].startswith(_FORMAT))
            for n, row in enumerate(rows[1:], 2)
        ),
        levels,
    )


def write_puzzles(puzzles: Puzzles, path: PathOrFile) -> int:
    """Replace the file at a path, or write to an open binary file; return the size in bytes. The same
    puzzles give the same file."""
    levels = " ".join(f"{number}={elo}" for number, elo in sorted(puzzles.levels.items()))
    rows = [f"{_FORMAT} {levels}"]
    rows += map(_row, puzzles)
    text = "\n".join(rows) + "\n"
    data = gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)
    write_bytes(path, data)
    return len(data)


def _row(puzzle: Puzzle) -> str:
    themes, solution = ",".join(puzzle.themes), format_moves(puzzle.solution)
    return f"{puzzle.id} {puzzle.moves} {solution} {themes} {puzzle.rating}"


def _puzzle(row: str, place: str, has_id: bool) -> Puzzle:
    try:
        moves, solution, themes, rating = row.split()[has_id:]
        puzzle = Puzzle(moves, parse_moves(solution), tuple(themes.split(",")), int(rating))
        parse_moves(moves)
    except ValueError:
        raise InvalidPuzzles(f"{place} is not a puzzle: {row[:80]!r}") from None
    unknown = set(puzzle.themes) - set(THEMES)
    if unknown:
        raise InvalidPuzzles(f"{place} has an unknown theme: {', '.join(sorted(unknown))}")
    return puzzle
