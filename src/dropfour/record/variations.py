"""Variations of a game as a flat list: each is the moves from the start, with the name of the last one.

The page stores and edits variations in this form. In a file they are nested in the moves that they
replace, and names are comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from dropfour.moves import format_moves
from dropfour.position import IllegalMove, Position
from dropfour.record.values import Record, RecordedMove


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves from the start of a game; *name* belongs to the position that they lead to."""

    columns: tuple[int, ...]
    name: str = ""


@dataclass(slots=True)
class _Node:
    """A position in the tree of moves; the first child continues the variation that it belongs to."""

    name: str = ""
    children: dict[int, _Node] = field(default_factory=dict)
    position: Position | None = None


def recorded_moves(
    played: tuple[int, ...], variations: Iterable[Variation]
) -> tuple[tuple[RecordedMove, ...], tuple[tuple[RecordedMove, ...], ...]]:
    """Return the moves of a game with its variations, and the variations of a game without moves.

    What continues the last move is a variation that repeats that move.
    """
    root = _Node()
    for variation in (Variation(played), *variations):
        node = root
        for column in variation.columns:
            node = node.children.setdefault(column, _Node())
        node.name = variation.name or node.name
    if not played:
        first = _continuation(root)
        return (), (first,) if first else ()
    nodes = [root]
    for column in played:
        nodes.append(nodes[-1].children[column])
    moves = [_move(node, column) for node, column in zip(nodes, played, strict=False)]
    if beyond := _continuation(nodes[-1]):
        last = moves[-1]
        again = (RecordedMove(last.column), *beyond)
        moves[-1] = RecordedMove(last.column, last.comment, variations=(again, *last.variations))
    return tuple(moves), ()


def _move(node: _Node, column: int) -> RecordedMove:
    """Return the move in *column* from *node*, with the other moves from there as its variations."""
    others = (
        (RecordedMove(other, child.name), *_continuation(child))
        for other, child in node.children.items()
        if other != column
    )
    return RecordedMove(column, node.children[column].name, variations=tuple(others))


def _continuation(node: _Node) -> tuple[RecordedMove, ...]:
    """Return the moves that follow *node* in its variation."""
    moves = []
    while node.children:
        column = next(iter(node.children))
        moves.append(_move(node, column))
        node = node.children[column]
    return tuple(moves)


def check_variations(start: Position, variations: Iterable[Variation]) -> None:
    """Raise IllegalMove for a variation that cannot be played from *start*."""
    root = _Node(position=start)  # a tree, so that a common beginning is played once
    for columns in (variation.columns for variation in variations):
        node = root
        for i, column in enumerate(columns):
            child = node.children.setdefault(column, _Node())
            if child.position is None:
                assert node.position is not None
                try:
                    child.position = node.position.play(column)
                except IllegalMove as error:
                    message = f"move {i + 1} of the variation {format_moves(columns)}: {error}"
                    raise IllegalMove(message) from None
            node = child


def variations_of(record: Record) -> tuple[Variation, ...]:
    """Return the variations and the names in *record*: one for each end and each named position."""
    found: dict[tuple[int, ...], str] = {}
    walks = [_walk(variation, (), is_played=False) for variation in record.variations]
    for columns, comment, is_end in chain(_walk(record.moves, (), is_played=True), *walks):
        if comment or is_end:
            found[columns] = comment or found.get(columns, "")
    return tuple(Variation(columns, name) for columns, name in found.items())


def _walk(
    moves: tuple[RecordedMove, ...], before: tuple[int, ...], *, is_played: bool
) -> Iterator[tuple[tuple[int, ...], str, bool]]:
    """Yield each position after *before*: its moves, its comment and whether a variation ends there."""
    for i, move in enumerate(moves):
        columns = (*before, move.column)
        yield columns, move.comment, not is_played and i == len(moves) - 1
        for variation in move.variations:
            yield from _walk(variation, before, is_played=False)
        before = columns
