"""`python -m lab.experiments.perfect_play`: how far a player falls short of perfect play.

It meets levels 1 to 9 in turn, with both colours, from the empty board or, with ``--start drawn``, from
positions that are proven to be drawn. Each of its moves is then judged by exact scores: the regret of a
perfect player is 0. What it wins against players who err is counted in points, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product

from dropfour.arena.rating.regret import Regret, RegretWork, judge_games
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits
from dropfour.engines.exact import Solver
from dropfour.engines.levels import LADDER
from dropfour.engines.registry import engine
from dropfour.game import Game
from dropfour.moves import format_moves, parse_moves
from dropfour.players.player import EnginePlayer
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Objective, Rules
from dropfour.terminal.maxconnect4 import SOLVING_TIME_S, MaxConnect4Engine

# Positions that take more nodes, many minutes, are not judged.
JUDGE_NODES = 10**10

PLAYERS: dict[str, Callable[[int, float], Engine]] = {
    "perfect": lambda seed, time_s: engine(f"perfect:seed={seed}"),
    "maxconnect4": lambda seed, time_s: MaxConnect4Engine(time_s),
}
DEFAULT_TIMES_S = {"perfect": 10.0, "maxconnect4": SOLVING_TIME_S}


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of the player against a level."""

    number: int
    level: int
    is_red: bool
    opening: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """Whether the player won (1), drew or lost (-1), its regret, and its slowest move."""

    level: int
    outcome: int
    regret: Regret
    slowest_s: float


def play(fixture: Fixture, name: str, rules: Rules, time_s: float) -> Result:
    """Play one game, and judge the player's moves."""
    player = PLAYERS[name](fixture.number, time_s)
    limits = Limits(time_s=time_s) if name == "perfect" else Limits(depth=7)
    ours = _Timed(player)
    theirs = engine(f"{fixture.level}:seed={fixture.number}")
    seats = [EnginePlayer(ours, limits), EnginePlayer(theirs)]
    game = Game(Position(rules), *(seats if fixture.is_red else reversed(seats)))
    for column in parse_moves(fixture.opening):
        game.play(column)
    winner = game.run().winner
    work = ((0, format_moves(game.moves), len(fixture.opening)),)
    regret = judge_games(RegretWork(rules, work, JUDGE_NODES))[0]
    colour = RED if fixture.is_red else YELLOW
    return Result(
        fixture.level,
        0 if winner is None else 1 if winner is colour else -1,
        regret.red if fixture.is_red else regret.yellow,
        ours.slowest_s,
    )


def drawn_openings(rules: Rules, count: int) -> list[str]:
    """Return moves to different drawn positions, from a quarter to two fifths of the board full."""
    solver, chance = Solver(rules), random.Random(1)
    found: dict[str, None] = {}
    while len(found) < count:
        position, columns = Position(rules), []
        ply = chance.randint(rules.cell_count // 4, rules.cell_count * 2 // 5)
        while position.ply < ply and not position.is_over:
            columns.append(chance.choice(position.legal_columns))
            position = position.play(columns[-1])
        if not position.is_over and solver.solve(position).score == 0:
            found[format_moves(columns)] = None
    return list(found)


def points_text(games: Sequence[Result]) -> str:
    """Return the points of some games in percent, with a 95 % interval."""
    points = [(1 + each.outcome) / 2 for each in games]
    if len(points) < 2:
        return ""
    margin = 1.96 * statistics.stdev(points) / len(points) ** 0.5
    return f"{100 * statistics.fmean(points):.1f} ± {100 * margin:.1f} %"


class _Timed:
    """An engine that notes its slowest move."""

    def __init__(self, timed: Engine) -> None:
        self.name, self._engine, self.slowest_s = timed.name, timed, 0.0

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        started_s = time.process_time()  # the machine may be busy
        choice = self._engine.choose(position, limits)
        self.slowest_s = max(self.slowest_s, time.process_time() - started_s)
        return choice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", choices=PLAYERS, default="perfect")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument(
        "--time", type=float, help="seconds per move (default: 10; for maxconnect4 its own, 1)"
    )
    parser.add_argument("--board", default="7x6")
    parser.add_argument("--objective", default="most-lines", choices=[o.value for o in Objective])
    parser.add_argument("--against", choices=["levels"], default="levels")
    parser.add_argument("--levels", type=int, nargs="+", choices=LADDER, default=list(LADDER))
    parser.add_argument("--start", choices=["empty", "drawn"], default="empty")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    rules = Rules.for_board(options.board, objective=Objective(options.objective))
    pairs = list(product(options.levels, (True, False)))
    openings = [""]
    if options.start == "drawn":
        openings = drawn_openings(rules, -(-options.games // len(pairs)))
    fixtures = [
        Fixture(number, *pairs[number % len(pairs)], openings[number // len(pairs) % len(openings)])
        for number in range(options.games)
    ]
    time_s = options.time or DEFAULT_TIMES_S[options.player]
    run = partial(play, name=options.player, rules=rules, time_s=time_s)
    results: list[Result] = []
    with ProcessPoolExecutor(options.workers) as pool:
        for result in pool.map(run, fixtures):
            results.append(result)
            regret = sum((each.regret for each in results), Regret())
            if len(results) % 50 == 0 or len(results) == len(fixtures):
                slowest_s = max(each.slowest_s for each in results)
                print(
                    f"{len(results)} games, {regret.judged} of {regret.moves} moves judged: "
                    f"{regret.mistakes} mistakes, {regret.points} points lost; "
                    f"slowest move {slowest_s:.2f} s",
                    flush=True,
                )
    print(f"{'level':>6}{'games':>7}{'won':>6}{'drawn':>7}{'lost':>6}{'points lost':>13}  points")
    for level in options.levels:
        games = [each for each in results if each.level == level]
        won, lost = (sum(each.outcome == sign for each in games) for sign in (1, -1))
        points = sum(each.regret.points for each in games)
        counts = f"{len(games):7}{won:6}{len(games) - won - lost:7}{lost:6}{points:13}"
        print(f"{level:6}{counts}  {points_text(games)}")
    print(f"all levels: {points_text(results)}")


if __name__ == "__main__":
    main()
