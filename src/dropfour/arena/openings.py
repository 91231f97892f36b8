"""Openings: short move sequences that games start from, so that no two pairs of games are the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal, get_args

from dropfour.engines.engine import Limits
from dropfour.engines.exact import Solver
from dropfour.moves import format_moves
from dropfour.position import Colour, Position
from dropfour.rules import Rules, checked_rules
from dropfour.threats import completing_lines

OpeningKind = Literal["balanced", "random", "empty", "first-moves"]
OPENING_KINDS: tuple[OpeningKind, ...] = get_args(OpeningKind)

# Limits are in nodes, not in seconds, so that the same seed draws the same openings on every machine.
_NODES_PER_POSITION = 100_000
_MAX_FRUITLESS_NODES = 10_000_000
_MAX_UNDECIDED = 8
_MAX_FRUITLESS_TRIES = 2000


@dataclass(frozen=True, slots=True)
class OpeningSource:
    """Which openings to draw: with *ply* stones each (default: by board size), or those in *file*."""

    kind: OpeningKind = "balanced"
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
    if source.kind == "balanced" and drawer.unproven:
        notices.append(f"{drawer.unproven} of {len(moves)} openings could not be proven balanced")
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
    judge, chance = _Judge(rules), random.Random(seed)
    for _ in range(_MAX_FRUITLESS_TRIES):
        stones = chance.randint(*_DRAWN_PLIES) if ply is None else ply
        position, _ = next(_random_games(rules, min(stones, rules.cell_count), chance))
        if position.is_over or position.ply != stones or not _is_quiet(position):
            continue
        if judge.is_balanced(position):
            return position
        if judge.is_hopeless:
            break
    what = "a start" if ply is None else f"a start of {ply} stones"
    raise ValueError(f"{what} that is proven drawn was not found on {rules.size}")


class OpeningDrawer:
    """Draws openings, never the same one twice."""

    def __init__(self, source: OpeningSource, rules: Rules, seed: int) -> None:
        self.unproven = 0  # how many were drawn without a proof that they are balanced
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
        if kind == "balanced":
            judge = _Judge(rules)
            yield from self._suitable(
                rules, ply, seed, judge.is_balanced, lambda: judge.is_hopeless
            )
        # Without a proof, at least neither side can win with its next stone.
        for moves in self._suitable(rules, ply, seed, _is_quiet, lambda: False):
            self.unproven += 1
            yield moves
        if not self._seen:
            raise ValueError(
                f"no opening of {ply} stones was found in which neither side can win at once: "
                "choose fewer stones"
            )

    def _suitable(
        self,
        rules: Rules,
        ply: int,
        seed: int,
        is_suitable: Callable[[Position], bool],
        is_hopeless: Callable[[], bool],
    ) -> Iterator[str]:
        """Yield suitable openings of *ply* stones until no new ones are found."""
        tried: set[Position] = set()
        fruitless = 0
        for position, columns in _random_games(rules, ply, random.Random(seed)):
            fruitless += 1
            if fruitless > _MAX_FRUITLESS_TRIES or is_hopeless():
                return
            if position.is_over or position in tried or position in self._seen:
                continue
            tried |= {position, position.mirror()}
            if is_suitable(position):
                fruitless = 0
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


def _random_games(
    rules: Rules, ply: int, chance: random.Random
) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Yield the positions after *ply* random moves or the end of a shorter game, endlessly."""
    while True:
        position, columns = Position(rules), list[int]()
        while position.ply < ply and (legal := position.legal_columns):
            columns.append(chance.choice(legal))
            position = position.play(columns[-1])
        yield position, tuple(columns)


def _is_quiet(position: Position) -> bool:
    """Return whether neither side has a line or can make one with its next stone."""
    playable = {position.landing_cell(column) for column in position.legal_columns}
    return not any(
        position.has_line(colour) or playable & completing_lines(position, colour).keys()
        for colour in Colour
    )


class _Judge:
    """Proves that positions are balanced, and decides when to stop trying."""

    def __init__(self, rules: Rules) -> None:
        self._solver = Solver(rules)
        self._undecided = 0
        self._fruitless_nodes = 0

    @property
    def is_hopeless(self) -> bool:
        """Whether this board is too large for the solver, or has hardly any balanced positions."""
        return self._undecided >= _MAX_UNDECIDED or self._fruitless_nodes > _MAX_FRUITLESS_NODES

    def is_balanced(self, position: Position) -> bool:
        solution = self._solver.solve(position, weak=True, limits=Limits(nodes=_NODES_PER_POSITION))
        is_balanced = solution.outcome == "draw"
        self._undecided = self._undecided + 1 if solution.outcome is None else 0
        self._fruitless_nodes = 0 if is_balanced else self._fruitless_nodes + solution.nodes
        return is_balanced
