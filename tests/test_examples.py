"""Every program in examples/ runs and prints what it should."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import commands
from commands import run_words
from platforms import EXCUSE

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str, cwd: Path, typed: str = "") -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, cwd=cwd, input=typed, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_tested_here() -> None:
    names = {path.name for path in EXAMPLES.glob("*.py")}
    assert names == set(re.findall(r'"([a-z_]+\.py)"', Path(__file__).read_text(encoding="utf-8")))


def test_a_custom_heuristic_plays_ten_games(tmp_path: Path) -> None:
    output = run("own_heuristic.py", cwd=tmp_path)
    assert sum(map(int, re.findall(r"\d+", output))) == 10


def test_the_tournament_rates_the_best_heuristic_first(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("sqlalchemy")
    output = run("tournament.py", cwd=tmp_path)
    assert re.search(r"^1  open_lines:depth=1 +\+\d+", output, re.MULTILINE)
    assert "24 of 24 games" in output


def test_the_blunders_are_the_moves_that_changed_the_result(tmp_path: Path) -> None:
    # Only the middle column wins for red; yellow's answer keeps its win.
    output = run("blunders.py", "12", cwd=tmp_path)
    assert output.startswith(
        "Move 1: red played column 1, which turned a win into a loss; better: 4.\n│"
    )


def test_plans_and_solutions_are_checked_and_wrong_ones_refused(tmp_path: Path) -> None:
    plan = run_words("explain 4122264123 --strategy --text").stdout
    small = (Path(__file__).parent / "study" / "small.solution").read_text(encoding="utf-8")
    wrong = (
        (
            plan,
            plan.replace("promise red", "promise yellow"),
            r"(?:[1-7]+ is a draw|the opponent wins with [1-7]+)",
        ),
        (small, small.replace("position 2222415 plan 9\n", ""), "there is no answer to 2222415"),
    )
    command = [sys.executable, str(EXAMPLES / "check_solution.py"), "-"]
    for right, changed, problem in wrong:
        (tmp_path / "a.solution").write_text(right, encoding="utf-8")
        assert "every reply was checked" in run("check_solution.py", "a.solution", cwd=tmp_path)
        done = subprocess.run(command, input=changed, capture_output=True, text=True)
        assert done.returncode == 1
        assert re.fullmatch(rf"Broken: {problem}\.\n", done.stdout)


def test_the_training_of_a_learner_is_graded(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason=f"{EXCUSE}no stable-baselines3, which is large")
    pytest.importorskip("matplotlib")
    output = run("maskable_ppo.py", "--minutes", "0.01", "--plot", "plot.svg", cwd=tmp_path)
    assert "random moves: 6.62" in output


def test_the_gif_has_a_frame_for_each_position(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    output = run("animated_gif.py", "x.gif", cwd=tmp_path)
    with image.open(tmp_path / "x.gif") as gif:
        assert f"{gif.n_frames} frames written to x.gif" in output
        assert gif.n_frames >= 8


def test_the_connectx_agent_beats_random_moves(tmp_path: Path) -> None:
    output = run("connectx_agent.py", cwd=tmp_path)
    assert re.findall(r"As (\w+) the agent (\w+)", output) == [("red", "won"), ("yellow", "won")]


def test_the_connectx_agent_is_a_submission() -> None:
    """Kaggle executes the file in an empty namespace and calls the last thing that can be called."""
    code = (EXAMPLES / "connectx_agent.py").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(code, "connectx_agent.py", "exec"), names)
    agent = [thing for thing in names.values() if callable(thing)][-1]
    configuration = SimpleNamespace(columns=7, rows=6, inarow=4, actTimeout=2)
    board = [0] * 35 + [1, 1, 1, 0, 2, 2, 0]
    assert agent(SimpleNamespace(board=board, mark=1), configuration) == 3


def test_the_protocol_engine_passes_the_check() -> None:
    command = shlex.join([sys.executable, str(EXAMPLES / "protocol_engine.py")])
    result = commands.run("engine", "check", command)
    assert result.exit_code == 0, result.output


def test_the_opening_table_has_the_known_values(tmp_path: Path) -> None:
    output = run("opening_table.py", cwd=tmp_path)
    # Red's scores of the first moves, after yellow's best replies: -2 -1 0 +1 0 -1 -2.
    rows = [list(map(int, row.split()[1:])) for row in output.splitlines()[3:10]]
    assert [min(row) for row in rows] == [-2, -1, 0, 1, 0, -1, -2]
    assert "ply 1: 7 sequences, red wins 1, draws 2, loses 4" in output


def test_the_console_game_asks_again_and_plays_to_the_end(tmp_path: Path) -> None:
    typed = "nonsense\n" + "1\n2\n3\n4\n5\n6\n7\n" * 6
    output = run("console_game.py", "random:seed=1", cwd=tmp_path, typed=typed)
    assert "Try again: invalid literal" in output
    assert len(re.findall(r"plays \d", output)) >= 3
    assert re.search(r"(wins|draw)$", output.strip())


def test_the_server_bot_plays_a_live_game(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    from web.live_client import Person
    from web.server_process import ServerProcess

    def wants_move(game: dict[str, Any]) -> bool:
        is_reds_turn = len(game["moves"]) % 2 == 0 and not game["live"]["open"]
        return is_reds_turn or game["result"] is not None

    with ServerProcess(tmp_path / "games.sqlite3") as server:
        person = Person(server.url)
        game = person.invite(colour="red", board="7x6")
        address = f"{server.url}/game/{game['id']}"
        command = [sys.executable, str(EXAMPLES / "server_bot.py"), address]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot,
            person.follow(game) as stream,
        ):
            for column in (1, 7, 1, 7, 1, 7, 1, 7, 2, 2, 2, 2, 6, 6, 6, 6, 6):
                game = stream.next("game", wants_move)
                if game["result"] is not None:
                    break
                person.move(game, column)
            output = bot.communicate(timeout=120)[0]
        person.client.close()
    assert game["result"]["winner"] == "yellow"
    assert output.splitlines()[-1] == "0-1"
