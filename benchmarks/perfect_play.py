"""`python -m benchmarks.perfect_play`: how far a player falls short of perfect play.

It meets levels 1 to 9 in turn, from the empty board, with both colours. Each of its moves is then judged
by exact scores: the regret of a perfect player is 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice, product

from dropfour.arena.rating.regret import Regret, RegretWork, judge_games
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits
from dropfour.engines.levels import LADDER
from dropfour.engines.registry import engine
from dropfour.game import Game
from dropfour.moves import format_moves
from dropfour.players.player import EnginePlayer
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Objective, Rules
from dropfour.terminal.maxconnect4_engine import SOLVING_TIME_S, MaxConnect4Engine

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
    winner = game.run().winner
    regret = judge_games(RegretWork(rules, ((0, format_moves(game.moves), 0),), JUDGE_NODES))[0]
    colour = RED if fixture.is_red else YELLOW
    return Result(
        fixture.level,
        0 if winner is None else 1 if winner is colour else -1,
        regret.red if fixture.is_red else regret.yellow,
        ours.slowest_s,
    )


class _Timed:
    """An engine that notes its slowest move."""

    def __init__(self, timed: Engine) -> None:
        self.name, self._engine, self.slowest_s = timed.name, timed, 0.0

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        choice = self._engine.choose(position, limits)
        self.slowest_s = max(self.slowest_s, choice.time_s)
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
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    rules = Rules.for_board(options.board, objective=Objective(options.objective))
    pairs = islice(cycle(product(LADDER, (True, False))), options.games)
    fixtures = [Fixture(number, *pair) for number, pair in enumerate(pairs)]
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
    print(f"{'level':>6}{'games':>7}{'won':>6}{'drawn':>7}{'lost':>6}{'points lost':>13}")
    for level in LADDER:
        games = [each for each in results if each.level == level]
        won, lost = (sum(each.outcome == sign for each in games) for sign in (1, -1))
        points = sum(each.regret.points for each in games)
        print(f"{level:6}{len(games):7}{won:6}{len(games) - won - lost:7}{lost:6}{points:13}")


if __name__ == "__main__":
    main()
