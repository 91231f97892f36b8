"""Which position to look at next, so that a solution becomes small.

The positions with the strategist to move, mirror images merged, form a graph: a position has either a
plan, or a move that keeps the promise, after which each reply leads to another position. Its *value* is
the number of positions there are to remember from it on: 1 with a plan, otherwise 1 and the values after
every reply to the best move. What has not been looked at is estimated from what was found at the same
ply, a little too low, so that moves that may be better are tried.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from dropfour.position import Colour, Position

# A plan in the form of the native core: takes, pairs, columns to answer in, order of columns.
Parts = tuple[Any, Any, Any, Any]

# How hard a plan is looked for, in positions visited; each level follows when the one before has failed.
EFFORTS = (60_000, 600_000, 4_000_000, 20_000_000, 80_000_000, 320_000_000)

_MOST_HINTS = 24
_PROPOSALS = 256


@dataclass(frozen=True, slots=True)
class Job:
    """A search for a plan; *hints* are plans of positions nearby."""

    key: int
    position: Position
    colour: Colour
    is_win: bool
    level: int
    seed: int
    hints: tuple[Parts, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """The plan that was found, if any; and the columns that keep the promise, if they were asked for."""

    plan: Parts | None
    columns: tuple[int, ...] | None = None


class Node:
    """A position with the strategist to move."""

    __slots__ = (
        "after", "best", "columns", "is_busy", "key", "level", "parents", "plan", "position", "proven",
        "proven_best", "uses", "value",
    )  # fmt: skip

    def __init__(self, position: Position, key: int) -> None:
        self.position = position
        self.key = key
        self.plan: Parts | None = None
        self.level = 0  # of the next search for a plan
        self.columns: tuple[int, ...] = ()  # that keep the promise
        self.after: dict[int, tuple[Node, ...]] = {}  # by column; empty before it is expanded
        self.best = 0
        self.uses = 0  # parents in the best graph that lead here
        self.value = 1.0
        self.proven = INFINITE  # the value, as far as it does not rest on an estimate
        self.proven_best = 0
        self.parents: list[Node] = []
        self.is_busy = False


INFINITE = float("inf")


def canonical(position: Position) -> tuple[Position, bool]:
    """Return the position or its mirror image, the same for both, and whether it is the latter."""
    other = position.mirror()
    return (other, True) if other.key < position.key else (position, False)


def wins_at_once(position: Position) -> bool:
    mover = position.to_move
    return any(position.play(column).winner is mover for column in position.legal_columns)


class Estimates:
    """How often plans are found, and how many replies there are, by ply."""

    def __init__(self, cell_count: int) -> None:
        self._cell_count = cell_count
        self._tried: dict[tuple[int, int], list[float]] = {}
        self._width: dict[int, list[float]] = {}
        self._values: dict[tuple[int, int], float] = {}

    def count_search(self, ply: int, level: int, is_found: bool) -> None:
        found, tried = self._tried.setdefault((ply, level), [0.0, 0.0])
        self._tried[ply, level] = [found + is_found, tried + 1]

    def count_replies(self, ply: int, count: float) -> None:
        total, number = self._width.setdefault(ply, [0.0, 0.0])
        self._width[ply] = [total + count, number + 1]

    def forget_values(self) -> None:
        self._values.clear()

    def chance(self, ply: int, level: int) -> float:
        """How likely a search of this level finds a plan after the others have failed."""
        left = 1 - ply / self._cell_count
        usual = max(0.02, min(0.9, 1.6 * (0.92 - left))) * (1 if level == 0 else 0.6)
        found, tried = self._tried.get((ply, level), (0.0, 0.0))
        return (found + 4 * usual) / (tried + 4)

    def value(self, ply: int, level: int) -> float:
        """The value of a position without a plan, after searches below *level*."""
        if ply >= self._cell_count:
            return 1.0
        known = self._values.get((ply, level))
        if known is None:
            if level < len(EFFORTS):
                chance = self.chance(ply, level)
                known = chance + (1 - chance) * self.value(ply, level + 1)
            else:
                total, number = self._width.get(ply, (0.0, 0.0))
                width = (total + 4 * 4.0) / (number + 4)
                known = 1 + width * self.value(ply + 2, 0)
            self._values[ply, level] = min(known, 1e6)
        return self._values[ply, level]


class GraphSearch:
    """The graph as far as it is known, and what to do next."""

    def __init__(
        self, start: Position, colour: Colour, is_win: bool, optimism: float, patience: float
    ) -> None:
        self.start = start
        self.colour = colour
        self.is_win = is_win
        self.optimism = optimism  # estimates are multiplied by it
        self.patience = (
            patience  # visited positions that one position less in the solution is worth
        )
        self.nodes: dict[int, Node] = {}
        self.estimates = Estimates(start.rules.cell_count)
        self._recalled: dict[int, list[Finding]] = {}
        self._random = random.Random(0)
        self.root = Node(start, -1)
        if start.to_move is colour:
            self.root.after = {0: (self._node(start, self.root),)}
        else:
            self.root.after = {0: tuple(self._replies(start, self.root))}
        self._evaluate(self.root)

    # --- what to do next ------------------------------------------------------------------------

    def propose(self) -> list[Node]:
        """Return positions of the best graph as it seems now that should be searched, the most
        profitable last; positions with too little to gain are expanded."""
        self.estimates.forget_values()
        while True:
            reached = list(self.best_graph())
            leaves = [n for n in reached if n.plan is None and not n.after and not self._gain(n)]
            for node in leaves:
                self._expand(node)
            if not leaves:
                break
        waiting = [(self._gain(n), n.key, n) for n in reached if n.plan is None and not n.is_busy]
        ranked = sorted(each for each in waiting if each[0] > 0)
        return [node for _, _, node in ranked[-_PROPOSALS:]]

    def best_graph(self) -> Iterator[Node]:
        """Yield the positions of the graph that seems best."""
        seen = {self.root}
        waiting = deque([self.root])
        while waiting:
            node = waiting.popleft()
            if node is not self.root:
                yield node
            if node.plan is None:
                for child in node.after.get(node.best, ()):
                    if child not in seen:
                        seen.add(child)
                        waiting.append(child)

    def _gain(self, node: Node) -> float:
        """What a search of the next level may gain for its cost, 0 if it is not worth it."""
        if node.level >= len(EFFORTS):
            return 0
        ply = node.position.ply
        gain = self.estimates.chance(ply, node.level) * (max(node.value, 2) - 1) * self.patience
        ratio = gain / EFFORTS[node.level]
        return ratio if ratio >= 1 or node.level == 0 else 0

    def job(self, node: Node) -> Job:
        node.is_busy = True
        return Job(
            node.key, node.position, self.colour, self.is_win, node.level,
            self._random.getrandbits(32), tuple(self._hints(node)),
        )  # fmt: skip

    def _hints(self, node: Node) -> Iterable[Parts]:
        below = (child for child in chain.from_iterable(node.after.values()))
        beside = (
            child
            for parent in node.parents
            for children in parent.after.values()
            for child in children
        )
        found = {
            repr(each.plan): each.plan for each in chain(below, beside) if each.plan is not None
        }
        plans = list(found.values())
        if len(plans) > _MOST_HINTS:
            plans = self._random.sample(plans, _MOST_HINTS)
        width = self.start.rules.columns + 1
        return chain(plans, (mirrored(plan, width) for plan in plans))

    # --- what was found -------------------------------------------------------------------------

    def take(self, key: int, finding: Finding) -> None:
        """Take in the result of a search."""
        node = self.nodes[key]
        node.is_busy = False
        self._learn(node, finding)
        self._update(node)

    def recall(self, key: int, finding: Finding) -> None:
        """Take in the result of an earlier build's search; the position may not be known yet."""
        node = self.nodes.get(key)
        if node is None:
            self._recalled.setdefault(key, []).append(finding)
        else:
            self._learn(node, finding)

    def expand_all(self) -> None:
        """Expand every position that was searched, since what follows may be known from elsewhere."""
        while waiting := [
            n for n in self.nodes.values() if n.columns and not n.after and not n.plan
        ]:
            for node in waiting:
                self._expand(node)
        self.evaluate_all()

    def _learn(self, node: Node, finding: Finding) -> None:
        if node.plan is not None:
            return
        self.estimates.count_search(node.position.ply, node.level, finding.plan is not None)
        node.level += 1
        if finding.columns is not None:
            node.columns = finding.columns
        node.plan = finding.plan

    def _expand(self, node: Node) -> None:
        for column in node.columns:
            after = node.position.play(column)
            if after.is_over:
                node.after[column] = ()
            else:
                node.after[column] = tuple(self._replies(after, node))
        self._update(node)
        self.estimates.count_replies(node.position.ply, len(node.after[node.best]))

    def _replies(self, position: Position, parent: Node) -> Iterator[Node]:
        """Yield the positions after each reply in which a line cannot be completed at once."""
        seen: set[int] = set()
        for column in position.legal_columns:
            after = position.play(column)
            if not after.is_over and not wins_at_once(after):
                node = self._node(after, parent)
                if node.key not in seen:
                    seen.add(node.key)
                    yield node

    def _node(self, position: Position, parent: Node) -> Node:
        position, _ = canonical(position)
        node = self.nodes.get(position.key)
        if node is None:
            node = self.nodes[position.key] = Node(position, position.key)
            for finding in self._recalled.get(position.key, ()):
                self._learn(node, finding)
            self._evaluate(node)
        node.parents.append(parent)
        return node

    def _update(self, node: Node) -> None:
        """Evaluate a position again, and those that depend on it."""
        waiting = deque([node])
        while waiting:
            node = waiting.popleft()
            before = node.value, node.proven
            self._evaluate(node)
            if (node.value, node.proven) != before:
                waiting.extend(node.parents)

    def _evaluate(self, node: Node) -> None:
        if node.plan is not None:
            node.value = node.proven = 1
            return
        if not node.after:
            node.value = self.optimism * self.estimates.value(node.position.ply, node.level)
            return
        own = node is not self.root
        node.value, node.best = min(
            (own + sum(self._share(node, column, child) for child in children), column)
            for column, children in node.after.items()
        )
        node.proven, node.proven_best = min(
            (own + sum(child.proven for child in children), column)
            for column, children in node.after.items()
        )

    def _share(self, node: Node, column: int, child: Node) -> float:
        """The part of the child's value that this parent bears: others may need the child, too."""
        return child.value / max(1, child.uses if column == node.best else child.uses + 1)

    def _count_uses(self) -> None:
        for node in self.nodes.values():
            node.uses = 0
        for node in [self.root, *self.best_graph()]:
            if node.plan is None:
                for child in node.after.get(node.best, ()):
                    child.uses += 1

    def evaluate_all(self) -> None:
        """Evaluate all positions, after estimates or optimism have changed."""
        self.estimates.forget_values()
        self._count_uses()
        for node in sorted(self.nodes.values(), key=lambda node: -node.position.ply):
            self._evaluate(node)
        self._evaluate(self.root)

    @property
    def is_solved(self) -> bool:
        """Whether there is a solution among what is known."""
        return self.root.proven < INFINITE

    def count_positions(self) -> tuple[int, int]:
        """How many positions of the graph that seems best have a plan or a move, and how many do not."""
        is_open = [node.plan is None and not node.after for node in self.best_graph()]
        return is_open.count(False), is_open.count(True)


def mirrored(plan: Parts, width: int) -> Parts:
    """Return the plan of the mirror image, with its order completed; *width* is columns + 1."""
    takes, pairs, answers, order = plan
    full = (*order, *(column for column in range(1, width) if column not in order))

    def flip(cell: Sequence[int]) -> tuple[int, int]:
        return width - cell[0], cell[1]

    return (
        [flip(cell) for cell in takes],
        [(flip(a), flip(b)) for a, b in pairs],
        sorted(width - column for column in answers),
        [width - column for column in full],
    )
