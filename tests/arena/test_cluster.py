"""The same games on a real Dask cluster, one of whose workers is killed."""

from collections.abc import Sequence
from pathlib import Path

from clusters import cluster
from dropfour.arena import Plan, PlayedGame, make_plan, run_tournament
from dropfour.arena.runner import Watcher
from dropfour.work.executor import Executor, InlineExecutor, open_executor
from sample_players import CHOOSER, write_player


def essence(games: Sequence[PlayedGame]) -> list[tuple[object, ...]]:
    return [(game.fixture, game.moves, game.result) for game in games]


def play(plan: Plan, executor: Executor, on_games: Watcher | None = None) -> list[PlayedGame]:
    openings, _ = plan.draw_openings()
    schedule = plan.schedule(openings)
    return run_tournament(schedule, plan.players, plan.conditions, executor, on_games=on_games)


def test_a_cluster_plays_the_same_games_even_if_a_worker_is_killed(tmp_path: Path) -> None:
    chooser = write_player(tmp_path, "chooser.py", CHOOSER)
    players = ["random", "alphabeta:lines,depth=1", str(chooser)]
    settings = {"player": players, "games": 6, "board": "5x4", "openings": "random"}
    plan = make_plan({**settings, "time_s": 60, "margin_s": 60})
    here = play(plan, InlineExecutor())
    with cluster(tmp_path, workers=2) as (started, address):
        seen = 0

        def kill_one(games: Sequence[PlayedGame]) -> None:
            nonlocal seen
            before, seen = seen, seen + len(games)
            if before < 3 <= seen:
                started.kill_worker()

        with open_executor(cluster=address) as executor:
            assert essence(play(plan, executor, kill_one)) == essence(here)
        assert seen == len(here)
