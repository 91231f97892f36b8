"""The smallest solution in what is known: as few positions as possible, then as few plans."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from dropfour import _native
from dropfour.moves import format_moves, parse_moves
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.study.plan_parts import Promise, read_rules
from dropfour.study.solutions.solution import Solution, winning_column
from dropfour.study.solutions.text import Entry
from dropfour.work.executor import Executor, Report
from lab.solutions.search import INFINITE, GraphSearch, Node, canonical

_SWEEPS = 1000
_MOST_HEAT = 1.0  # at first, two of three changes that cost so many positions are undone

# A plan that serves another position need not be tried in more positions than this.
_MOST_POSITIONS = 100_000


def smallest_solution(
    graph: GraphSearch, moves: str, executor: Executor, report: Report
) -> Solution:
    """Return a small solution of a graph that is solved, whose start is the position after *moves*."""
    graph.expand_all()
    lines = list(_lines(graph, choose_moves(graph, _SWEEPS), moves))
    plans = _share_plans([line for line in lines if line.plan is not None], graph, executor, report)
    uses = Counter(plans.values())
    numbers = {plan: number for number, (plan, _) in enumerate(uses.most_common(), start=1)}
    entries: list[Entry] = []
    for line in lines:
        if line.plan is None:
            entries.append(Entry(line.moves, column=line.column))
        else:
            entries.append(Entry(line.moves, plan=numbers[plans[line.moves]]))
    used = tuple(map(read_rules, numbers))
    promise: Promise = "win" if graph.is_win else "draw"
    return Solution(graph.start, moves, graph.colour, promise, used, tuple(entries))


def choose_moves(graph: GraphSearch, sweeps: int) -> dict[Node, int]:
    """Return a move for each position without a plan: at first the one that was chosen, or that with
    fewest positions after it, then changed by simulated annealing so that fewer are reached."""
    moves = _Moves(graph)
    fewest, best = len(moves.uses), dict(moves.chosen)
    chance = random.Random(0)
    for sweep in range(sweeps):
        heat = _MOST_HEAT * (1 - sweep / sweeps)
        for node in [node for node in moves.uses if len(moves.options.get(node, ())) > 1]:
            if node not in moves.uses:
                continue
            before, size = moves.chosen[node], len(moves.uses)
            moves.change(node, chance.choice(moves.options[node]))
            growth = len(moves.uses) - size
            if growth > 0 and chance.random() >= math.exp(-growth / heat):
                moves.change(node, before)
            elif len(moves.uses) < fewest:
                fewest, best = len(moves.uses), dict(moves.chosen)
    return best


class _Moves:
    """The chosen moves, the positions reached by them, and how many lead to each."""

    def __init__(self, graph: GraphSearch) -> None:
        self.options = {
            node: [
                column
                for column, children in node.after.items()
                if all(child.proven < INFINITE for child in children)
            ]
            for node in (graph.root, *graph.nodes.values())
            if node.after and node.plan is None and node.proven < INFINITE
        }
        self.chosen = {
            node: column
            if (column := graph.chosen.get(node)) in self.options[node]
            else node.proven_best
            for node in self.options
        }
        self.uses: dict[Node, int] = {}
        self._reach(graph.root)

    def change(self, node: Node, column: int) -> None:
        before, self.chosen[node] = self.chosen[node], column
        if column != before:
            for child in node.after[column]:
                self._reach(child)
            for child in node.after[before]:
                self._leave(child)

    def _reach(self, node: Node) -> None:
        self.uses[node] = self.uses.get(node, 0) + 1
        if self.uses[node] == 1 and node.plan is None:
            for child in node.after[self.chosen[node]]:
                self._reach(child)

    def _leave(self, node: Node) -> None:
        self.uses[node] -= 1
        if self.uses[node] == 0:
            del self.uses[node]
            if node.plan is None:
                for child in node.after[self.chosen[node]]:
                    self._leave(child)


@dataclass(frozen=True, slots=True)
class _Line:
    """A position as it arises when the solution is followed, with its column or its plan."""

    moves: str
    position: Position
    column: int | None
    plan: str | None


def _lines(graph: GraphSearch, chosen: dict[Node, int], moves: str) -> Iterator[_Line]:
    width = graph.start.rules.columns + 1
    start = parse_moves(moves)
    waiting = [(graph.start, start)]
    if graph.start.to_move is not graph.colour:
        waiting = [(graph.start.play(c), (*start, c)) for c in graph.start.legal_columns]
    seen: set[Node] = set()
    for position, columns in waiting:  # grows while it is read
        node_position, is_mirrored = canonical(position)
        if (
            position.is_over
            or winning_column(position) is not None
            or graph.nodes[node_position.key] in seen
        ):
            continue
        node = graph.nodes[node_position.key]
        seen.add(node)
        if node.plan is not None:
            plan = graph.mirrored(node.plan) if is_mirrored else node.plan
            yield _Line(format_moves(columns), position, None, plan)
            continue
        column = width - chosen[node] if is_mirrored else chosen[node]
        yield _Line(format_moves(columns), position, column, None)
        after = position.play(column)
        waiting += [(after.play(c), (*columns, column, c)) for c in after.legal_columns]


def _share_plans(
    leaves: list[_Line], graph: GraphSearch, executor: Executor, report: Report
) -> dict[str, str]:
    """Return a plan for each leaf, by its moves: again and again the one that serves most of the leaves
    without a plan, the shortest of those."""
    own = [leaf.plan for leaf in leaves if leaf.plan is not None]
    plans = list(dict.fromkeys(p for plan in own for p in (plan, graph.mirrored(plan))))
    served: defaultdict[int, set[str]] = defaultdict(set)
    work = partial(_serving_plans, plans, graph.is_win)
    for done, (leaf, places) in enumerate(executor.run(work, leaves), start=1):
        for place in places:
            served[place].add(leaf.moves)
        report("plans", done, len(leaves))
    left = {leaf.moves for leaf in leaves}
    sizes = [_native.plan_size(native_board(graph.start), plan) for plan in plans]
    result: dict[str, str] = {}
    while left:
        place = max(served, key=lambda p: (len(served[p] & left), -sizes[p], -p))
        chosen = served.pop(place) & left
        left -= chosen
        boards = [native_board(Position.from_moves(m, graph.start.rules)) for m in chosen]
        # What is left is what all of these positions need.
        plan = _native.simplify_plan(boards, plans[place], True, graph.is_win, _MOST_POSITIONS)
        result |= dict.fromkeys(chosen, plan)
    return result


def _serving_plans(plans: list[str], is_win: bool, leaf: _Line) -> list[int]:
    board = native_board(leaf.position)
    places = _native.find_serving_plans(board, plans, True, is_win, _MOST_POSITIONS)
    own = plans.index(leaf.plan) if leaf.plan in plans else None
    return sorted({*places, *(() if own is None else (own,))})
