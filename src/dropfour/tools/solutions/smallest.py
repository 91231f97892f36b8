"""The smallest solution in what is known: as few positions as possible, then as few plans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from dropfour import _native
from dropfour.moves import format_moves, parse_moves
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.solutions.graph import Entry, SolutionGraph
from dropfour.study.plan_finder import rules_of
from dropfour.study.plan_parts import Promise, Rule
from dropfour.tools.progress import Report
from dropfour.tools.solutions.search import (
    INFINITE,
    GraphSearch,
    Node,
    Parts,
    canonical,
    mirrored,
    wins_at_once,
)
from dropfour.work.executor import Executor

# A plan that serves another position need not be tried in more positions than this.
_MOST_POSITIONS = 100_000


def smallest_solution(
    graph: GraphSearch, moves: str, executor: Executor, report: Report
) -> SolutionGraph:
    """Return a small solution of a graph that is solved, whose start is the position after *moves*."""
    graph.expand_all()
    lines = list(_lines(graph, _choose_moves(graph), moves))
    plans = _share_plans([line for line in lines if line.plan is not None], graph, executor, report)
    numbers: dict[str, int] = {}
    entries: list[Entry] = []
    used: list[tuple[Rule, ...]] = []
    for line in lines:
        text = format_moves(line.columns)
        if line.plan is None:
            entries.append(Entry(text, column=line.column))
            continue
        plan = plans[text]
        number = numbers.setdefault(repr(plan), len(used) + 1)
        if number > len(used):
            used.append(tuple(rules_of(plan)))
        entries.append(Entry(text, plan=number))
    promise: Promise = "win" if graph.is_win else "draw"
    return SolutionGraph(graph.start, moves, graph.colour, promise, tuple(used), tuple(entries))


def _choose_moves(graph: GraphSearch) -> dict[Node, int]:
    """Return a move for each position without a plan: at first the one with fewest positions after it,
    then changed for as long as fewer positions are reached."""
    chosen = {node: node.proven_best for node in (graph.root, *graph.nodes.values())}
    reached = _reach(graph.root, chosen)
    is_better = True
    while is_better:
        is_better = False
        for node in sorted(reached, key=lambda node: (node.position.ply, node.key)):
            for column, children in node.after.items():
                if node not in reached or any(child.proven == INFINITE for child in children):
                    continue
                before, chosen[node] = chosen[node], column
                found = _reach(graph.root, chosen)
                if len(found) < len(reached):
                    reached, is_better = found, True
                else:
                    chosen[node] = before
    return chosen


def _reach(root: Node, chosen: dict[Node, int]) -> set[Node]:
    reached, waiting = {root}, [root]
    while waiting:
        node = waiting.pop()
        if node.plan is None:
            for child in node.after[chosen[node]]:
                if child not in reached:
                    reached.add(child)
                    waiting.append(child)
    return reached


@dataclass(frozen=True, slots=True)
class _Line:
    """A position as it arises when the solution is followed, with its column or its plan."""

    columns: tuple[int, ...]
    position: Position
    column: int | None
    plan: Parts | None


def _lines(graph: GraphSearch, chosen: dict[Node, int], moves: str) -> Iterator[_Line]:
    width = graph.start.rules.columns + 1
    start = parse_moves(moves)
    waiting = [(graph.start, start)]
    if graph.start.to_move is not graph.colour:
        waiting = [(graph.start.play(c), (*start, c)) for c in graph.start.legal_columns]
    seen: set[Node] = set()
    for position, columns in waiting:  # grows while it is read
        node_position, is_mirrored = canonical(position)
        if position.is_over or wins_at_once(position) or graph.nodes[node_position.key] in seen:
            continue
        node = graph.nodes[node_position.key]
        seen.add(node)
        if node.plan is not None:
            plan = mirrored(node.plan, width) if is_mirrored else node.plan
            yield _Line(columns, position, None, plan)
            continue
        column = width - chosen[node] if is_mirrored else chosen[node]
        yield _Line(columns, position, column, None)
        after = position.play(column)
        waiting += [(after.play(c), (*columns, column, c)) for c in after.legal_columns]


def _share_plans(
    leaves: list[_Line], graph: GraphSearch, executor: Executor, report: Report
) -> dict[str, Parts]:
    """Return a plan for each leaf, by its moves: again and again the one that serves most of the leaves
    without a plan, the shortest of those."""
    width = graph.start.rules.columns + 1
    own = [leaf.plan for leaf in leaves if leaf.plan is not None]
    plans = list({repr(p): p for plan in own for p in (plan, mirrored(plan, width))}.values())
    served: defaultdict[int, set[str]] = defaultdict(set)
    work = partial(_serving_plans, plans, graph.is_win)
    for done, (leaf, places) in enumerate(executor.run(work, leaves), start=1):
        for place in places:
            served[place].add(format_moves(leaf.columns))
        report("plans", done, len(leaves))
    left = {format_moves(leaf.columns) for leaf in leaves}
    result: dict[str, Parts] = {}
    while left:
        place = max(served, key=lambda p: (len(served[p] & left), -_length(plans[p]), -p))
        chosen = served.pop(place) & left
        left -= chosen
        boards = [native_board(Position.from_moves(m, graph.start.rules)) for m in chosen]
        plan = _shortened(plans[place], boards, graph.is_win)
        result |= dict.fromkeys(chosen, plan)
    return result


def _shortened(plan: Parts, boards: list[_native.Board], is_win: bool) -> Parts:
    """Return the plan without the columns of its order that it does not need."""
    for column in plan[3][::-1]:
        order = [each for each in plan[3] if each != column]
        shorter = (*plan[:3], order)
        if all(
            _native.find_serving_plans(board, [shorter], True, is_win, _MOST_POSITIONS)
            for board in boards
        ):
            plan = shorter
    return plan


def _serving_plans(plans: list[Parts], is_win: bool, leaf: _Line) -> list[int]:
    board = native_board(leaf.position)
    places = _native.find_serving_plans(board, plans, True, is_win, _MOST_POSITIONS)
    own = plans.index(leaf.plan) if leaf.plan in plans else None
    return sorted({*places, *(() if own is None else (own,))})


def _length(plan: Parts) -> int:
    takes, pairs, answers, order = plan
    return len(takes) + len(pairs) + bool(answers) + bool(order)
