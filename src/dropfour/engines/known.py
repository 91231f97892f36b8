"""Scores known beforehand: how solvers find an opening book without knowing of books."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dropfour.position import Position
from dropfour.rules import Rules


class KnownScores(Protocol):
    """Answers for some positions with their exact score, for the side to move, for others with None.

    Asked of unfinished positions, and from several threads.
    """

    def lookup(self, position: Position) -> int | None: ...


def _nothing(_: Rules) -> KnownScores | None:
    return None


_find: Callable[[Rules], KnownScores | None] = _nothing


def provide_scores(find: Callable[[Rules], KnownScores | None]) -> None:
    """Let solvers ask *find* for what is known of their game; called once, by the package itself."""
    global _find
    _find = find


def known_scores(rules: Rules) -> KnownScores | None:
    """Return what is known beforehand of a game with these rules."""
    return _find(rules)
