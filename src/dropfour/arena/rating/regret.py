"""Regret: how far a player's moves fall short of perfect play, measured by exact scores."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from dropfour.engines.engine import Limits
from dropfour.engines.exact import Solver
from dropfour.moves import parse_moves
from dropfour.position import Colour, Position
from dropfour.rules import Rules


@dataclass(frozen=True, slots=True)
class Regret:
    """What a player lost by its own moves.

    The solver could judge *judged* of its *moves*; *mistakes* of them changed the result (a win given
    away, a draw lost), and together they cost *points* of the exact score.
    """

    moves: int = 0
    judged: int = 0
    mistakes: int = 0
    points: int = 0

    def __add__(self, other: Regret) -> Regret:
        return Regret(*map(operator.add, astuple(self), astuple(other)))

    @property
    def points_a_move(self) -> float | None:
        """Points lost per move; None if no move could be judged."""
        return self.points / self.judged if self.judged else None

    @property
    def mistakes_a_move(self) -> float | None:
        """Mistakes per move; None if no move could be judged."""
        return self.mistakes / self.judged if self.judged else None


@dataclass(frozen=True, slots=True)
class GameRegret:
    """The regret of both players in one game."""

    red: Regret
    yellow: Regret


@dataclass(frozen=True, slots=True)
class RegretWork:
    """Games to judge: number, moves from the empty board, and how many of them are the opening."""

    rules: Rules
    games: tuple[tuple[int, str, int], ...]
    nodes: int


DEFAULT_NODES = 1_000_000  # per position; moves that would take more are not judged


def judge_games(work: RegretWork) -> dict[int, GameRegret]:
    """Return the regret of each game by its number."""
    solver = Solver(work.rules)
    return {
        number: _judge(Position(work.rules), parse_moves(moves), opening, solver, work.nodes)
        for number, moves, opening in work.games
    }


def _judge(
    start: Position, columns: Sequence[int], opening: int, solver: Solver, nodes: int
) -> GameRegret:
    """Judge one game; a move costs the score of the position before it minus the score after it.

    Late positions are solved first, because their results in the transposition table help with earlier
    ones.
    """
    positions = [start]
    for column in columns:
        positions.append(positions[-1].play(column))
    sides = {colour: Regret() for colour in Colour}
    after: int | None = None
    for ply in reversed(range(opening, len(positions))):
        position = positions[ply]
        score = solver.solve(position, limits=Limits(nodes=nodes)).score
        if ply < len(columns):
            sides[position.to_move] += _regret_of(score, after)
        after = None if score is None else -score
    return GameRegret(sides[Colour.RED], sides[Colour.YELLOW])


def _regret_of(best: int | None, played: int | None) -> Regret:
    """Return the regret of one move, which is judged only if both scores are known."""
    if best is None or played is None:
        return Regret(moves=1)
    return Regret(1, 1, int(_sign(best) != _sign(played)), best - played)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
