"""Openings: short move sequences that games start from, so that no two pairs of games are the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Literal, get_args

from dropfour import _native
from dropfour.engines.exact import Solver
from dropfour.moves import format_moves
from dropfour.native import empty_native_board
from dropfour.position import Position
from dropfour.rules import Rules, checked_rules

OpeningKind = Literal["drawn", "random", "empty", "first-moves"]
OPENING_KINDS: tuple[OpeningKind, ...] = get_args(OpeningKind)


@dataclass(frozen=True, slots=True)
class OpeningSource:
    """Which openings to draw: with *ply* stones each (default: by board size), or those in *file*."""

    kind: OpeningKind = "drawn"
    ply: int | None = None
    file: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in OPENING_KINDS:
            raise ValueError(f"openings are {', '.join(OPENING_KINDS)} or a file, not {self.kind}")
        if self.ply is not None and self.ply < 0:
            raise ValueError(f"an opening has at least 0 stones, not {self.ply}")


@dataclass(frozen=True, slots=True)
class OpeningBook:
    """Openings in playing order, and a sentence about anything unusual in them."""

    moves: tuple[str, ...]
    notice: str | None = None


def default_ply(rules: Rules) -> int:
    """Return the default number of stones of an opening: even, 8 on 7x6, fewer on small boards."""
    return min(8, rules.cell_count // 5 // 2 * 2)


def first_moves(rules: Rules) -> tuple[str, ...]:
    """Return the empty board and every first move that does not end the game, mirror images last."""
    empty = Position(rules)
    columns = [each for each in empty.columns_from_middle if not empty.play(each).is_over]
    columns.sort(key=lambda column: 2 * column > rules.columns + 1)
    return ("", *(format_moves([column]) for column in columns))


def draw_openings(source: OpeningSource, rules: Rules, count: int, seed: int) -> OpeningBook:
    """Return *count* different openings (mirror images count as the same), or fewer and a notice if
    there are not enough; raise ValueError if there are none. The same arguments give the same ones."""
    if source.kind == "empty" and source.file is None:
        return OpeningBook(("",))
    drawer = OpeningDrawer(source, rules, seed)
    moves = drawer.draw(count)
    notices = []
    if drawer.even:
        notices.append(
            f"{drawer.even} of {len(moves)} openings are nearly even by an estimate, not proven drawn"
        )
    if drawer.uneven:
        notices.append(
            f"{drawer.uneven} of {len(moves)} openings are random positions, not proven drawn"
        )
    if len(moves) < count:
        notices.append(f"there are only {len(moves)} openings, so they are repeated")
    return OpeningBook(tuple(moves), "; ".join(notices) or None)


_DRAWN_PLIES = (4, 8)


def drawn_start(
    rules: Rules | None = None, *, ply: int | None = None, seed: int | None = None
) -> Position:
    """Return a position proven drawn, at random, in which neither side can win at once: a fair start.

    It has *ply* stones, by default 4 to 8. *seed* repeats the choice. Raises ValueError if none is found
    in reasonable time, as on boards that are too large for a proof so early.

    >>> start = d4.drawn_start(seed=1)
    >>> d4.solve(start).score, 4 <= start.ply <= 8
    (0, True)
    """
    rules = checked_rules(rules)
    least, most = _DRAWN_PLIES if ply is None else (ply, ply)
    if least < 0:
        raise ValueError(f"a start has at least 0 stones, not {ply}")
    starts = _starts(rules, least, most, random.getrandbits(64) if seed is None else seed)
    columns = _native.next_drawn(starts, Solver(rules)._native)
    if columns is None:
        what = "a start" if ply is None else f"a start of {ply} stones"
        raise ValueError(f"{what} that is proven drawn was not found on {rules.size}")
    return Position.from_moves(columns, rules)


class OpeningDrawer:
    """Draws openings, never the same one twice."""

    def __init__(self, source: OpeningSource, rules: Rules, seed: int) -> None:
        # For want of drawn positions: how many are nearly even by an estimate, and how many are not.
        self.even = self.uneven = 0
        self._seen: set[Position] = set()
        if source.file is not None:
            self._coming = self._from_file(Path(source.file), rules)
        else:
            ply = default_ply(rules) if source.ply is None else source.ply
            if ply >= rules.cell_count:
                raise ValueError(
                    f"an opening on {rules.size} has at most {rules.cell_count - 1} stones, not {ply}"
                )
            self._coming = self._at_random(source.kind, rules, ply, seed)

    def draw(self, count: int) -> list[str]:
        """Return the next *count* openings, or fewer if there are not enough."""
        return list(islice(self._coming, count))

    def _at_random(self, kind: OpeningKind, rules: Rules, ply: int, seed: int) -> Iterator[str]:
        if kind in ("empty", "first-moves"):
            yield from ("",) if kind == "empty" else first_moves(rules)
            return
        if kind == "drawn":
            starts, solver = _starts(rules, ply, ply, seed), Solver(rules)._native
            yield from self._new(partial(_native.next_drawn, starts, solver), rules)
            for moves in self._new(partial(_native.next_start, starts, True), rules):
                self.even += 1
                yield moves
        starts = _starts(rules, ply, ply, seed)
        for moves in self._new(partial(_native.next_start, starts, False), rules):
            self.uneven += kind == "drawn"
            yield moves
        if not self._seen:
            raise ValueError(
                f"no opening of {ply} stones was found in which neither side can win at once: "
                "choose fewer stones"
            )

    def _new(self, draw: Callable[[], list[int] | None], rules: Rules) -> Iterator[str]:
        """Yield the openings that *draw* returns, but those drawn before, until it returns None."""
        for columns in iter(draw, None):
            position = Position.from_moves(columns, rules)
            if position not in self._seen:
                self._see(position)
                yield format_moves(columns)

    def _from_file(self, path: Path, rules: Rules) -> Iterator[str]:
        """Yield the openings in a file, one move string per line; empty lines and comments, which start
        with ``#``, are ignored."""
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            moves = text.partition("#")[0].strip()
            if not moves:
                continue
            try:
                position = Position.from_moves(moves, rules)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
            if position.is_over:
                raise ValueError(f"{path}, line {number}: the game is over after {moves}")
            if position not in self._seen:
                self._see(position)
                yield moves
        if not self._seen:
            raise ValueError(f"{path} contains no openings")

    def _see(self, position: Position) -> None:
        self._seen |= {position, position.mirror()}


def _starts(rules: Rules, least: int, most: int, seed: int) -> _native.Starts:
    """Return the source of random positions, none of which it has twice."""
    cells = rules.cell_count
    return _native.Starts(
        empty_native_board(rules), min(least, cells), min(most, cells), seed % 2**64
    )
