"""Which position to look at next, so that a solution becomes small.

The positions with the strategist to move, mirror images merged, form a graph: a position has either a
plan, or a move that keeps the promise, after which each reply leads to another position. Its *value* is
the number of positions there are to remember from it on: 1 with a plan, otherwise 1 and the values after
every reply to the best move. What has not been looked at is estimated from what was found at the same
ply, a little too low, so that moves that may be better are tried. A position that several others need is
shared by them: which do is counted for moves chosen so that as few positions as possible are reached.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from dropfour import _native
from dropfour.native import native_board
from dropfour.position import Colour, Position
from dropfour.study.plan_parts import write_rules
from dropfour.study.solutions.solution import Solution, winning_column
from lab.solutions.estimates import EFFORTS, Estimates

_MOST_HINTS, _MOST_COMMON = 24, 256  # and as many mirrored
MOST_POSITIONS = 100_000  # in which a plan of other positions is tried
_PROPOSALS = 256


@dataclass(frozen=True, slots=True)
class Job:
    """A search for a plan; *hints* are plans of positions nearby, *common* ones those that serve many
    positions, all in the form that files have."""

    key: int
    position: Position
    colour: Colour
    is_win: bool
    level: int
    seed: int
    hints: tuple[str, ...]
    common: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """The plan that was found, if any; and the columns that keep the promise, if they were asked for."""

    plan: str | None
    columns: tuple[int, ...] | None = None


class Node:
    """A position with the strategist to move."""

    __slots__ = (
        "after", "best", "columns", "is_busy", "key", "level", "parents", "plan", "ply", "position",
        "proven", "proven_best", "uses", "value",
    )  # fmt: skip

    def __init__(self, position: Position, key: int) -> None:
        self.position = position
        self.ply = position.ply
        self.key = key
        self.plan: str | None = None
        self.level = 0  # of the next search for a plan
        self.columns: tuple[int, ...] = ()  # that keep the promise
        self.after: dict[int, tuple[Node, ...]] = {}  # by column; empty before it is expanded
        self.best = 0
        self.uses = 0  # positions that lead here when the chosen moves are played
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
        self._uses: Counter[str] = Counter()  # how many positions have this plan
        self._tried = 0  # plans that were tried elsewhere
        self._random = random.Random(0)
        self.chosen: dict[Node, int] = {}
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
        if not ranked:
            ranked = sorted(each for each in self._beside(reached) if each[0] >= 1)
        return [node for _, _, node in ranked[-_PROPOSALS:]]

    def _beside(self, reached: Iterable[Node]) -> Iterator[tuple[float, int, Node]]:
        """Yield positions whose plan would make another move of a *reached* one the best, with what that
        may gain for its cost."""
        for node in reached:
            for column, children in node.after.items() if node.plan is None else ():
                shares = {child: self._share(node, column, child) for child in children}
                for child, share in shares.items():
                    gain = node.value - sum(shares.values()) + share - 2
                    if child.plan is None and child.level < len(EFFORTS) and gain > 0:
                        chance = self.estimates.chance(child.ply, child.level)
                        gain *= chance * self.patience / EFFORTS[child.level]
                        yield gain, child.key, child

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
        ply = node.ply
        gain = self.estimates.chance(ply, node.level) * (max(node.value, 2) - 1) * self.patience
        ratio = gain / EFFORTS[node.level]
        return ratio if ratio >= 1 or node.level == 0 else 0

    def job(self, node: Node) -> Job:
        node.is_busy = True
        return Job(
            node.key, node.position, self.colour, self.is_win, node.level,
            self._random.getrandbits(32), tuple(self._hints(node)), tuple(self._common()),
        )  # fmt: skip

    def _hints(self, node: Node) -> Iterable[str]:
        below = (child for child in chain.from_iterable(node.after.values()))
        beside = (
            child
            for parent in node.parents
            for children in parent.after.values()
            for child in children
        )
        found = (each.plan for each in chain(below, beside) if each.plan is not None)
        plans = list(dict.fromkeys(found))
        if len(plans) > _MOST_HINTS:
            plans = self._random.sample(plans, _MOST_HINTS)
        return chain(plans, map(self.mirrored, plans))

    def _common(self) -> Iterable[str]:
        plans = [plan for plan, _ in self._uses.most_common(_MOST_COMMON)]
        return chain(plans, map(self.mirrored, plans))

    def mirrored(self, plan: str) -> str:
        """Return the plan of the mirror image."""
        return _native.mirror_plan(native_board(self.start), plan)

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

    def adopt(self, solution: Solution) -> None:
        """Take in the plans and moves of a solution for the same start."""
        width = self.start.rules.columns + 1
        chosen = {self.root: 0}
        for entry in sorted(solution.entries, key=lambda entry: len(entry.moves)):
            position, is_mirrored = canonical(solution.position_of(entry))
            node = self.nodes.get(position.key)
            if node is None or node.plan is not None:
                continue
            if entry.plan is not None:
                plan = write_rules(solution.plans[entry.plan - 1])
                self._keep(node, self.mirrored(plan) if is_mirrored else plan)
            elif entry.column is not None:
                column = width - entry.column if is_mirrored else entry.column
                node.columns = node.columns or (column,)
                self._expand(node)
                chosen[node] = column
        self.expand_all()
        self.settle(chosen)

    def share_plans(self) -> Iterator[tuple[int, Finding]]:
        """Yield positions of the best graph and beside it, with a plan found since the last call."""
        plans = list(islice(self._uses, self._tried, None))
        self._tried = len(self._uses)
        plans += map(self.mirrored, tuple(plans))
        inner = [node for node in self.best_graph() if node.plan is None]
        beside = (child for node in inner for each in node.after.values() for child in each)
        for node in dict.fromkeys(chain(inner, beside)) if plans else ():
            if node.plan is None and node.level > 0:
                board = native_board(node.position)
                for place in _native.find_serving_plans(
                    board, plans, True, self.is_win, MOST_POSITIONS
                )[:1]:
                    yield node.key, Finding(plans[place])

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
        self.estimates.count_search(node.ply, node.level, finding.plan is not None)
        node.level += 1
        if finding.columns is not None:
            node.columns = finding.columns
            if node.after:  # with the only move that was known
                self._expand(node)
        if finding.plan is not None:
            self._keep(node, finding.plan)

    def _keep(self, node: Node, plan: str) -> None:
        node.plan = plan
        node.value = node.proven = 1
        self._uses[plan] += 1

    def _expand(self, node: Node) -> None:
        for column in node.columns:
            if column in node.after:
                continue
            after = node.position.play(column)
            if after.is_over:
                node.after[column] = ()
            else:
                node.after[column] = tuple(self._replies(after, node))
        self._update(node)
        self.estimates.count_replies(node.ply, len(node.after[node.best]))

    def _replies(self, position: Position, parent: Node) -> Iterator[Node]:
        """Yield the positions after each reply in which a line cannot be completed at once."""
        seen: set[int] = set()
        for column in position.legal_columns:
            after = position.play(column)
            if not after.is_over and winning_column(after) is None:
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
        self._evaluate(node)
        waiting = deque(node.parents)
        while waiting:
            node = waiting.popleft()
            before = node.value, node.proven
            self._evaluate(node)
            if (node.value, node.proven) != before:
                waiting.extend(node.parents)

    def _evaluate(self, node: Node) -> None:
        if node.plan is not None:
            return
        if not node.after:
            node.value = self.optimism * self.estimates.value(node.ply, node.level)
            return
        own = node is not self.root
        node.value, node.best = min(
            (own + sum(self._share(node, column, child) for child in children), column)
            for column, children in node.after.items()
        )
        if own and node.level < len(EFFORTS):  # a harder search may still find a plan
            node.value -= self.estimates.chance(node.ply, node.level) * (node.value - 1)
        node.proven, node.proven_best = min(
            (own + sum(child.proven for child in children), column)
            for column, children in node.after.items()
        )

    def _share(self, node: Node, column: int, child: Node) -> float:
        """The part of the child's value that this parent bears: others may need the child, too."""
        is_chosen = node.uses > 0 and column == self.chosen.get(node)
        return child.value / max(1, child.uses + (not is_chosen))

    def settle(self, chosen: dict[Node, int]) -> None:
        """Choose these moves, and count how many of the positions that they reach lead to each."""
        self.chosen = chosen
        for node in self.nodes.values():
            node.uses = 0
        self.root.uses = 1
        reached = [self.root]
        for node in reached:  # grows while it is read
            for child in node.after.get(chosen.get(node, -1), ()) if node.plan is None else ():
                child.uses += 1
                if child.uses == 1:
                    reached.append(child)

    def evaluate_all(self) -> None:
        """Evaluate all positions, after estimates or optimism have changed."""
        self.estimates.forget_values()
        if not self.is_solved:
            self.settle({node: node.best for node in (self.root, *self.best_graph())})
        inner = []
        for node in self.nodes.values():
            if node.after and node.plan is None:
                inner.append(node)
            elif node.plan is None:
                node.value = self.optimism * self.estimates.value(node.ply, node.level)
        for node in sorted(inner, key=lambda node: -node.ply):
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
