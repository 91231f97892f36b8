"""A picture of a whole solution: a ring for each of its moves, a sector for each position."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from dropfour.study.solutions.solution import Solution
from dropfour.study.solutions.text import Entry

_SIZE = 1000
_HOLE = 60
_MOVE, _PLAN = "#2563a8", "#f4b400"


def draw_sunburst(solution: Solution) -> str:
    """Return an SVG: the start in the middle, outwards what follows each reply. Sectors with a plan are
    yellow; a position that arises in several ways is drawn once."""
    children: defaultdict[str, list[Entry]] = defaultdict(list)
    first = min(len(entry.moves) for entry in solution.entries)
    for entry in solution.entries:
        if len(entry.moves) > first:
            children[entry.moves[:-2]].append(entry)
    last = max(len(entry.moves) for entry in solution.entries)
    ring = (_SIZE / 2 - _HOLE) / ((last - first) // 2 + 1)
    leaves: dict[str, int] = {}
    for entry in sorted(solution.entries, key=lambda entry: -len(entry.moves)):
        leaves[entry.moves] = sum(leaves[each.moves] for each in children[entry.moves]) or 1

    def sectors(entries: list[Entry], start: float, end: float, radius: float) -> Iterator[str]:
        total = sum(leaves[entry.moves] for entry in entries)
        for entry in entries:
            stop = start + (end - start) * leaves[entry.moves] / total
            total -= leaves[entry.moves]
            colour = _MOVE if entry.plan is None else _PLAN
            yield f'<path fill="{colour}" d="{_sector(start, stop, radius, radius + ring)}"/>'
            yield from sectors(children[entry.moves], start, stop, radius + ring)
            start = stop

    roots = [entry for entry in solution.entries if len(entry.moves) == first]
    paths = "\n".join(sectors(roots, 0, 2 * math.pi, _HOLE))
    box = f"{-_SIZE // 2} {-_SIZE // 2} {_SIZE} {_SIZE}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">\n'
        f"<title>{len(solution.entries)} positions: {solution.result}</title>\n"
        f'<g stroke="#fff" stroke-width="0.6">\n{paths}\n</g>\n</svg>\n'
    )


def _sector(start: float, end: float, inner: float, outer: float) -> str:
    """The path of a sector; a full circle is drawn as nearly one."""
    end = min(end, start + 2 * math.pi - 1e-3)
    large = int(end - start > math.pi)
    points = [
        f"{radius * math.sin(angle):.1f} {-radius * math.cos(angle):.1f}"
        for radius, angle in ((inner, start), (outer, start), (outer, end), (inner, end))
    ]
    return (
        f"M{points[0]}L{points[1]}A{outer:.1f} {outer:.1f} 0 {large} 1 {points[2]}"
        f"L{points[3]}A{inner:.1f} {inner:.1f} 0 {large} 0 {points[0]}Z"
    )
