"""A tournament that is killed at any moment and restarted plays exactly its schedule."""

import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from dropfour.arena import make_plan, read_plan_file, run_tournament
from dropfour.arena.store import TournamentStore
from dropfour.work.executor import InlineExecutor
from sample_players import CHOOSER, write_player


def count_games(place: Path) -> int:
    """Count games in the file itself, which is cheaper than opening a store."""
    if not place.exists():
        return 0
    with closing(sqlite3.connect(place, timeout=60)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM arena_games").fetchone()[0])
        except sqlite3.OperationalError:  # the table does not exist yet
            return 0


@pytest.mark.parametrize(
    ("kills", "games_a_pair"), [(2, 8), pytest.param(20, 24, marks=pytest.mark.long)]
)
def test_a_killed_run_neither_loses_nor_repeats_a_game(
    kills: int, games_a_pair: int, tmp_path: Path
) -> None:
    chooser = write_player(tmp_path, "chooser.py", CHOOSER)
    file = tmp_path / "cup.toml"
    file.write_text(
        f"""
        title = "cup"
        format = "gauntlet"
        games = {games_a_pair}
        board = "5x4"
        openings = "random"
        time_s = 60
        player = ["random", "alphabeta:lines,depth=1", "{chooser}"]
        """
    )
    place = tmp_path / "store.db"
    options = [str(file), f"--store={place}", "--workers=2"]
    command = [sys.executable, "-m", "dropfour", "tournament", *options]
    chance = random.Random(20)
    count = 0
    for kill in range(kills):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            if kill % 2:
                # Between games: after one more was stored.
                while process.poll() is None and count_games(place) == count:
                    time.sleep(0.02)
                time.sleep(chance.uniform(0.0, 0.1))
            else:
                time.sleep(chance.uniform(0.0, 0.8))
            process.kill()
        assert count_games(place) >= count
        count = count_games(place)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    plan = make_plan(read_plan_file(file))
    with TournamentStore(str(place)) as store:
        (stored,) = store.tournaments()
        games = store.games(stored.id)
    schedule = plan.schedule(stored.openings)
    assert [game.fixture for game in games] == list(schedule.fixtures(1))
    # The games are those of an uninterrupted run, however they were distributed over the runs.
    undisturbed = run_tournament(schedule, plan.players, plan.conditions, InlineExecutor())
    assert [game.moves for game in games] == [game.moves for game in undisturbed]
