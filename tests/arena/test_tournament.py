from collections.abc import Sequence
from pathlib import Path

import pytest

from clusters import cluster
from dropfour import RED, Game, Rules
from dropfour.arena import Plan, PlayedGame, make_plan, run_tournament
from dropfour.arena.report.standings import Report, as_json
from dropfour.arena.report.text import format_report, game_summary
from dropfour.arena.runner import Watcher
from dropfour.arena.store import TournamentStore
from dropfour.arena.tournament import hold_tournament
from dropfour.game import Ending
from dropfour.moves import parse_moves
from dropfour.work import open_executor
from dropfour.work.executor import Executor, InlineExecutor
from dropfour.work.processes import ProcessExecutor
from sample_players import (
    CHOOSER,
    EVALUATION,
    KAGGLE,
    PROGRAM,
    PROTOCOL,
    external,
    program,
    write_player,
)

PATIENT = {"time_s": 20, "margin_s": 20}
GO = '    elif word == "go":\n'
SWAP = """        if "swap" in line and moves:
            print("swap", flush=True)
            continue
"""


def every_kind(directory: Path) -> list[str]:
    return [
        "random",
        "alphabeta:lines,depth=2",
        str(write_player(directory, "chooser.py", CHOOSER)),
        str(write_player(directory, "evaluation.py", EVALUATION)) + ",depth=1",
        str(write_player(directory, "kaggle.py", KAGGLE)),
        program(write_player(directory, "onemove.py", PROGRAM)),
        external(write_player(directory, "leftmost.py", PROTOCOL)),
    ]


def hold(plan: Plan, place: Path | str, workers: int = 1) -> Report:
    with TournamentStore(str(place)) as store:
        if workers == 1:
            return hold_tournament(plan, store, InlineExecutor())
        with ProcessExecutor(workers) as executor:
            return hold_tournament(plan, store, executor)


def essence(game: PlayedGame) -> tuple[object, ...]:
    """Everything about a game except its times."""
    return (game.fixture, game.moves, game.result)


def assert_played_by_the_rules(game: PlayedGame, rules: Rules) -> None:
    replayed = Game(rules)
    for column in parse_moves(game.moves):
        replayed.play(column)
    assert game.moves.startswith(game.fixture.opening)
    if game.result.ending is not Ending.FORFEIT:
        assert replayed.result == game.result


def test_players_of_every_kind_meet(tmp_path: Path) -> None:
    settings = {"player": every_kind(tmp_path), "games": 1, "openings": "random"}
    plan = make_plan({**settings, "board": "5x4", "opening_ply": 8, **PATIENT})
    report = hold(plan, tmp_path / "store.db", workers=2)
    assert len(report.games) == report.game_count == 7 * 6 // 2
    for game in report.games:
        assert game.result.ending is not Ending.FORFEIT, game.result.reason
        assert_played_by_the_rules(game, plan.conditions.rules)
    assert {one.total.games for one in report.standings} == {6}
    assert sum(one.total.points for one in report.standings) == len(report.games)


def test_the_result_does_not_depend_on_where_it_is_played(tmp_path: Path) -> None:
    players = ["random", "mcts:playouts=20", str(write_player(tmp_path, "chooser.py", CHOOSER))]
    plan = make_plan({"player": players, "games": 4, "board": "5x4", **PATIENT})
    alone = hold(plan, tmp_path / "alone.db")
    shared = hold(plan, tmp_path / "shared.db", workers=3)
    assert [essence(game) for game in alone.games] == [essence(game) for game in shared.games]
    # Random players play differently in each game.
    assert len({game.moves for game in alone.games}) > len(alone.games) // 2


def test_a_swiss_tournament_continues_with_the_same_rounds(tmp_path: Path) -> None:
    players = [f"p{i}=random" for i in range(5)]
    settings = {"player": players, "format": "swiss", "games": 2, "rounds": 3, "openings": "random"}
    plan = make_plan(settings)
    complete = hold(plan, tmp_path / "complete.db")
    with TournamentStore(str(tmp_path / "part.db")) as store:
        stored = store.begin(plan)
        store.add(stored.id, complete.games[:5])
    assert [essence(game) for game in hold(plan, tmp_path / "part.db").games] == [
        essence(game) for game in complete.games
    ]
    assert {game.fixture.round for game in complete.games} == {1, 2, 3}
    assert len(complete.games) == 3 * 2 * 2


def test_regret_distinguishes_a_good_player_from_a_bad_one(tmp_path: Path) -> None:
    players = ["good=alphabeta:lines,depth=12", "bad=random"]
    plan = make_plan({"player": players, "games": 6, "board": "5x4", "openings": "random"})
    with TournamentStore(str(tmp_path / "store.db")) as store:
        hold_tournament(plan, store, InlineExecutor(), with_regret=True)
        again = hold_tournament(plan, store, InlineExecutor(), with_regret=True)
    by_name = {one.name: one.regret for one in again.standings}
    good, bad = by_name["good"], by_name["bad"]
    assert good is not None
    assert bad is not None
    assert good.judged == good.moves > 0
    assert bad.judged == bad.moves > 0
    assert good.mistakes < bad.mistakes
    assert (good.points_a_move or 0) < (bad.points_a_move or 0)
    found = {one["player"]: one["regret"] for one in as_json(again)["standings"]}
    assert found["bad"]["mistakes"] == bad.mistakes
    assert "lost/move" in format_report(again)


# --- the same games on a real Dask cluster, one of whose workers is killed ------------------------


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
            played = play(plan, executor, kill_one)
        assert list(map(essence, played)) == list(map(essence, here))
        assert seen == len(here)


def test_with_the_swap_rule_points_go_to_players(tmp_path: Path) -> None:
    # Red opens in the middle and yellow takes over: who has swapped has red and wins.
    swapper = write_player(tmp_path, "swapper.py", PROTOCOL.replace(GO, GO + SWAP))
    plan = make_plan(
        {
            **PATIENT,
            "player": [
                {"name": "leftmost", "spec": external(write_player(tmp_path, "l.py", PROTOCOL))},
                {"name": "swapper", "spec": external(swapper)},
            ],
            "games": 2,
            "swap": True,
        }
    )
    assert plan.openings.kind == "empty"
    report = hold(plan, tmp_path / "games.db")
    games = report.games
    assert [game.swapped for game in games] == [True, False]
    assert [(game.fixture.red, game.fixture.yellow) for game in games] == [
        ("swapper", "leftmost")
    ] * 2
    for game in games:
        winner = game.fixture.red if game.result.winner is RED else game.fixture.yellow
        assert game.points(winner) == 1
    assert sum(game.points("swapper") + game.points("leftmost") for game in games) == 2
    # It is read again as it was stored, and not played again.
    again = hold(plan, tmp_path / "games.db")
    assert list(map(essence, again.games)) == list(map(essence, games))
    assert [game.swapped for game in again.games] == [True, False]
    assert "sides swapped" in game_summary(games[0])
    assert as_json(report)["plan"]["swap"] is True
    with pytest.raises(ValueError, match="empty or first-moves"):
        make_plan({"player": ["easy", "hard"], "swap": True, "openings": "drawn"})
