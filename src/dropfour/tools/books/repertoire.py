"""A repertoire: the positions that a player of either colour meets by playing one best move each time.

A *turn* is a position with that player to move. One move is chosen there, a best one; every answer to it
leads to a turn two plies later. The turns of red have even plies, those of yellow odd ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from dropfour.book.positions import canonical_key, position_of_key, score_by_rules
from dropfour.position import Position
from dropfour.rules import Rules


def walk(
    rules: Rules, last_ply: int, choose: Callable[[int, int], int]
) -> Iterator[tuple[int, frozenset[int]]]:
    """Yield the plies 0 to *last_ply* - 1, each with the canonical keys of its turns.

    *choose*, called with a ply and a turn, returns the key after the chosen move. The turns of a ply are
    yielded before their moves are chosen.
    """
    start = Position(rules)
    turns = {0: _keys([start]), 1: _keys(positions_after(start))}
    for ply in range(last_ply):
        current = turns.pop(ply)
        yield ply, current
        chosen = {choose(ply, key) for key in current}
        answers = (positions_after(position_of_key(rules, key)) for key in chosen)
        turns[ply + 2] = _keys(chain.from_iterable(answers))


def best_key(position: Position, scores: Mapping[int, int]) -> int:
    """Return the key after the best move by *scores*, which has all positions after one move that the
    rules leave open; among equals, that of the column nearest the middle."""

    def score(after: Position) -> int:
        ruled = score_by_rules(after)
        return scores[canonical_key(after)] if ruled is None else ruled

    return canonical_key(min(positions_after(position), key=score))


def positions_after(position: Position) -> list[Position]:
    """Return all positions after one move, those of columns near the middle first."""
    if position.is_over:
        return []
    return [position.play(column) for column in position.columns_from_middle]


def _keys(positions: Iterable[Position]) -> frozenset[int]:
    """Return the keys of the unfinished ones."""
    return frozenset(canonical_key(position) for position in positions if not position.is_over)
