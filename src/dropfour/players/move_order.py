"""An order of moves that leads to a position, for players that are sent moves instead of stones."""

from __future__ import annotations

from dropfour.position import RED, Colour, Position
from dropfour.rules import Cell

_MOST_STATES = 100_000


def find_moves(position: Position) -> tuple[int, ...]:
    """Return columns that lead from the empty board to *position*, in which the game is not over.

    Raises ValueError if there is no such order of moves, or none was found in reasonable time. Only the
    colours must alternate: a line made on the way would still be on the board.
    """
    piles = [
        [
            stone
            for row in range(1, position.rules.rows + 1)
            if (stone := position[Cell(column, row)])
        ]
        for column in range(1, position.rules.columns + 1)
    ]
    heights = [0] * len(piles)
    moves: list[int] = []
    # For each move the columns not tried yet, the best last.
    untried = [_candidates(piles, heights, RED)]
    dead: set[tuple[int, ...]] = set()
    while len(moves) < position.ply:
        if untried[-1]:
            column = untried[-1].pop()
            heights[column] += 1
            moves.append(column + 1)
            colour = RED if len(moves) % 2 == 0 else RED.opponent
            untried.append([] if tuple(heights) in dead else _candidates(piles, heights, colour))
            continue
        dead.add(tuple(heights))
        untried.pop()
        if not untried or len(dead) > _MOST_STATES:
            raise ValueError("no order of moves leads to this position")
        heights[moves.pop() - 1] -= 1
    if position.to_move is not (RED if len(moves) % 2 == 0 else RED.opponent):
        raise ValueError("no order of moves leads to this position: it is the other side's turn")
    return tuple(moves)


def _candidates(piles: list[list[Colour]], heights: list[int], colour: Colour) -> list[int]:
    """Return the columns whose next stone is of *colour*: first those that cover no other colour,
    last the ones with the most stones to come."""
    found = [
        column
        for column, pile in enumerate(piles)
        if heights[column] < len(pile) and pile[heights[column]] is colour
    ]

    def urgency(column: int) -> tuple[bool, int]:
        pile, above = piles[column], heights[column] + 1
        uncovers = above < len(pile) and pile[above] is not colour
        return uncovers, len(pile) - above

    return sorted(found, key=urgency)
