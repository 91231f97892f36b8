import csv
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.test_resume import count_games
from commands import expect_refused, run, run_words
from dropfour import RED, YELLOW, Objective, Position, Rules
from dropfour.arena.game import PlayedGame
from dropfour.arena.store import TournamentStore
from leftovers import nothing_left
from platforms import posix_only
from sample_players import EVALUATION, KAGGLE, PROGRAM, PROTOCOL, external, program, write_player
from values import some

COMMAND = [sys.executable, "-m", "dropfour", "tournament"]
# Hand-ins in C, and as a script that an archive has wrapped in a folder; one that make refuses.
CLASS = Path(__file__).parents[1] / "arena" / "class_of_five"


__all__ = ["nothing_left"]


def test_a_match_prints_a_row_for_each_game_and_a_summary() -> None:
    command = (
        "match alphabeta:lines,depth=4 random --games 4 --openings random --seed 3 --board 5x4"
    )
    result = run_words(command)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["1", "2", "3", "4"]
    assert "alphabeta:lines,depth=4 – random" in lines[0]
    assert "random – alphabeta:lines,depth=4" in lines[1]
    points = lines[4].split()
    assert points[0] == "alphabeta:lines,depth=4"
    assert float(points[1]) + float(points[3]) == 4
    assert "as red won" in lines[5]
    assert lines[6].startswith(("Elo difference", "Too few games"))
    assert run_words(command).output == result.output
    assert run_words(f"{command} --seed 4").output != result.output


def test_a_faulty_program_is_reported(tmp_path: Path) -> None:
    path = write_player(tmp_path, "broken.py", "raise SystemExit('out of order')")
    options = ("--games", "2", "--openings", "empty", "--time", "30")
    reason = "it ended with exit code 1: out of order"
    expect_refused(f"broken cannot play: {reason}", "match", program(path), "random", *options)
    players = [f"--player={each}" for each in ("random", "other=random", program(path))]
    held = run("tournament", *players, *options, "--store", "s.db")
    assert f"broken cannot take part: {reason}" in held.stderr
    assert f"Note: broken could not take part: {reason}." in held.stdout
    assert "2 of 2 games" in held.stdout
    again = run("tournament", *players, *options, "--store", "s.db")
    assert again.stdout == held.stdout
    # One that fails later forfeits its games.
    fails = "def choose(p):\n    assert p.ply < 2, 'out of order'\n    return 1"
    late = write_player(tmp_path, "late.py", fails)
    result = run("match", str(late), "random:seed=1", *options)
    assert result.output.count("by forfeit: late ") == 2
    assert "late 0 – 2 random" in result.output
    assert "2 of 2 games were lost by forfeit" in result.output


def test_a_tournament_is_described_by_options(tmp_path: Path) -> None:
    kaggle = write_player(tmp_path, "kaggle.py", KAGGLE)
    players = ["--player", "random", "--player", "alphabeta:lines,depth=2", "--player", str(kaggle)]
    options = shlex.split(
        "--games 2 --board 5x4 --openings random --time 30 --workers 2 --store cup.db "
        "--json cup.json --html cup.html --regret"
    )
    result = run("tournament", *players, *options)
    assert result.exit_code == 0, result.output
    assert "6 of 6 games" in result.output
    report = json.loads(Path("cup.json").read_text(encoding="utf-8"))["result"]
    assert report["games_played"] == len(report["games"]) == 6
    assert {one["player"] for one in report["standings"]} == {
        "random",
        "alphabeta:lines,depth=2",
        "kaggle",
    }
    assert all(one["regret"]["judged"] > 0 for one in report["standings"])
    assert Path("cup.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    again = run("tournament", *players, *options)
    assert again.stdout == result.stdout


CHOOSER = "def choose(position):\n    return position.legal_columns[{}]\n"


def test_an_edited_player_plays_again_and_the_others_keep_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    Path("helper.py").write_text("WHICH = 0\n")
    Path("mine.py").write_text(CHOOSER.format("__import__('helper').WHICH") + "import helper\n")
    players = ["--player=mine.py", "--player=random", "--player=alphabeta:cells,depth=1"]
    command = ["tournament", *players, "--games=2", "--board=5x4", "--openings=empty", "--time=30"]
    first = run(*command)
    assert first.exit_code == 0, first.output
    assert f"The games are stored in {tmp_path / 'state'}" in first.stderr
    assert not Path("tournaments.db").exists()
    assert run(*command).stdout == first.stdout
    # What it imports from beside it belongs to a player, too.
    for changed in ("helper.py", "mine.py"):
        with Path(changed).open("a") as file:
            file.write("# better\nWHICH = -1\n")
        again = run(*command)
        assert "mine changed since the last time" in again.stderr
        assert "; 2 games of players that have not changed are kept." in again.stderr
        assert "was changed" not in again.stdout
        assert _version_of("mine", again.stdout) != _version_of("mine", first.stdout)
        first = again
    assert run(*command).stdout == first.stdout


def _version_of(player: str, report: str) -> str:
    (version,) = re.findall(rf"^{player} .*SHA-256 (\w+)$", report, re.MULTILINE)
    return str(version)


def test_a_test_with_an_edited_player_starts_again(tmp_path: Path) -> None:
    Path("mine.py").write_text(CHOOSER.format(0))
    command = shlex.split("sprt mine.py random --games 4 --store s.db --board 5x4 --time 30")
    assert "changed" not in run(*command).stderr
    assert "changed" not in run(*command).stderr
    Path("mine.py").write_text(CHOOSER.format(-1))
    assert "mine changed since the last time" in run(*command).stderr
    with TournamentStore("s.db") as store:
        assert [len(store.games(each.id)) for each in store.tournaments()] == [4, 4]


def test_options_override_the_file(tmp_path: Path) -> None:
    Path("cup.toml").write_text(
        'title = "cup"\ngames = 2\nopenings = "random"\nboard = "5x4"\n'
        'player = ["random", "alphabeta:cells,depth=1"]\njson = "report.json"\n'
    )
    assert "2 of 2 games" in run("tournament", "cup.toml").output
    assert json.loads(Path("report.json").read_text())["result"]["title"] == "cup"
    with TournamentStore("cup.db") as store:
        assert [each.name for each in store.tournaments()] == ["cup"]
    assert "4 of 4 games" in run("tournament", "cup.toml", "--games=4", "--title=other").output
    another = "another tournament called 'cup', with games 2 where this one has 4"
    expect_refused(another, "tournament", "cup.toml", "--games", "4")


def test_a_tournament_is_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fastapi")
    database = tmp_path / "page.sqlite3"
    url = f"sqlite:///{database}"
    monkeypatch.setattr("dropfour.web.settings.default_database_url", lambda: url)
    options = "--player random --player random --games 2 --board 5x4 --openings empty --workers 1"
    assert "2 of 2 games" in run_words(f"tournament {options} --on-page").output
    with TournamentStore(str(database)) as store:
        assert [each.state for each in store.progress().values()] == ["finished"]
    Path("cup.toml").write_text("on_page = true\n")
    assert run_words(f"tournament cup.toml {options} --store other.db").exit_code == 0
    with TournamentStore("other.db") as store:
        assert len(store.tournaments()) == 1
    test = "alphabeta:lines,depth=2 random --elo1 300 --board 5x4 --openings random --workers 1"
    assert "is stronger" in run_words(f"sprt {test} --on-page").output
    with TournamentStore(str(database)) as store:
        assert [each.state for each in store.progress().values()] == ["finished", "finished"]


@posix_only
def test_an_interrupted_tournament_says_how_to_continue(tmp_path: Path) -> None:
    options = "--player random --player random --games 100000 --board 5x4 --openings empty"
    command = [*COMMAND, *options.split(), "--workers", "2", "--store", "cup.db"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        while not count_games(Path("cup.db")):
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)  # to all processes, as a terminal does
        said = some(process.stderr).read().decode()
    assert process.returncode == 130
    assert "the same command continues" in said
    assert "Traceback" not in said


def test_a_test_is_decided() -> None:
    options = "--board 5x4 --openings random --opening-ply 2 --elo1 150 --workers 1"
    result = run_words(f"sprt alphabeta:lines,depth=3 random {options}")
    assert result.exit_code == 0
    assert "is stronger: elo1 = 150 is accepted" in result.output
    assert "LLR +" in result.output
    counts = set()
    for _ in range(2):  # the second time nothing is played
        again = run_words(f"sprt alphabeta:lines,depth=3 random {options} --store test.db")
        assert again.output == result.output
        with TournamentStore("test.db") as store:
            counts.add(len(store.games(1)))
    assert len(counts) == 1
    worse = run_words(f"sprt random alphabeta:lines,depth=3 {options}")
    assert "random is not stronger: elo0 = 0 is accepted" in worse.output
    undecided = run_words(f"sprt random random {options} --games 2 --logistic")
    assert "undecided" in undecided.output


def test_our_engine_passes_the_check_and_another_fails_it() -> None:
    lines = "dropfour 1\ngame 7x6 4 first-line\nposition 112233\ngo depth 2\nquit\n"
    result = run("engine", "run", "alphabeta:lines", text=lines)
    assert result.output.splitlines()[-1] == "move 4"
    command = (
        f"{shlex.quote(sys.executable)} -c 'from dropfour.cli.engines import run; run()' random"
    )
    checked = run("engine", "check", command)
    assert checked.exit_code == 0, checked.output
    assert all(line.startswith("ok") for line in checked.output.splitlines())
    result = run("engine", "check", f"{shlex.quote(sys.executable)} -c 'print(1)'")
    assert result.exit_code == 1
    assert result.output.startswith("FAIL  answers the greeting")


@pytest.mark.parametrize("lasts", [True, False])
def test_an_engine_program_stays_for_the_next_game_if_it_can(lasts: bool, tmp_path: Path) -> None:
    # It notes when it starts; the other kind ends with the game that it is told about second.
    ends = "" if lasts else "    if n > 1: raise SystemExit(3)\n"
    text = (
        "import sys\nopen('STARTS', 'a').write('x')\nn = 0\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    n += word == 'game'\n"
        f"{ends}"
        "    if word == 'position': moves = line.split()[1:]\n"
        "    answer = {'dropfour': 'name x\\nready', 'game': 'ready', 'go': 'move 1'}.get(word)\n"
        "    if word == 'go':\n"
        "        played = ''.join(moves)\n"
        "        answer = f'move {next(c for c in range(1, 6) if played.count(str(c)) < 4)}'\n"
        "    if answer: print(answer, flush=True)\n"
    )
    path = write_player(tmp_path, "lasting.py", text.replace("STARTS", str(tmp_path / "starts")))
    options = shlex.split("--games 4 --board 5x4 --openings empty --time 30")
    result = run("match", external(path), "random:seed=1", *options)
    assert result.exit_code == 0, result.output
    assert "forfeit" not in result.stdout
    # Once for the check, and for the games.
    assert len((tmp_path / "starts").read_text()) == 1 + (1 if lasts else 4)


def test_a_match_under_most_lines_shows_lines() -> None:
    options = "--games 2 --board 5x4 --objective most-lines --seed 2"
    result = run_words(f"match alphabeta:lines,depth=4 random {options}")
    assert result.exit_code == 0
    rows = result.stdout.splitlines()
    found = [re.findall(r" lines (\d+):(\d+)  ", row)[0] for row in rows[:2]]
    made = [(int(red), int(yellow)) for red, yellow in found]
    a_made, b_made = made[0][0] + made[1][1], made[0][1] + made[1][0]
    assert f"lines {a_made}:{b_made}, a difference of " in rows[3]
    assert "difference of" not in run_words("match random random --games 2 --board 5x4").output


def test_a_match_takes_limits_for_each_side() -> None:
    options = "--games 2 --board 5x4 --openings empty --time"
    limits = "deep=alphabeta:lines flat=alphabeta:lines --depth 1,7"
    deep = run_words(f"match {limits} {options} 30,40")
    assert deep.exit_code == 0
    specs = "deep=alphabeta:lines,depth=1 flat=alphabeta:lines,depth=7"
    same = run_words(f"match {specs} {options} 60")
    assert deep.output == same.output


def test_a_program_for_max_connect4_in_a_classic_game_gets_a_warning(tmp_path: Path) -> None:
    path = write_player(tmp_path, "onemove.py", PROGRAM)
    options = shlex.split("--games 1 --board 5x4 --openings empty --time 30 --workers 1")
    classic = run("match", program(path), "random", *options)
    assert "warning: onemove is a one-move program" in classic.stderr
    assert "use the objective most-lines" in classic.stderr
    held = run("tournament", "--player", program(path), "--player", "random", *options)
    assert "Note: onemove is a one-move program" in held.stdout


@posix_only
def test_a_class_of_five_plays_a_tournament(tmp_path: Path) -> None:
    for tool in ("make", "cc"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} here")
    folder = Path(shutil.copytree(CLASS, tmp_path / "class"))
    for name, file, text in (
        ("Ben", "main.py", PROGRAM),
        ("Ben", "command.txt", f"# how to start it\n{sys.executable} main.py\n"),
        ("Dora", "leftmost.py", PROTOCOL),
        ("Dora", "command.txt", f"engine:{sys.executable} leftmost.py"),
        ("Emil", "player.py", EVALUATION),
    ):
        (folder / name).mkdir(exist_ok=True)
        write_player(folder / name, file, text)
    for name in ("Greta", "__MACOSX"):
        (folder / name).mkdir()
    (folder / "tournament.toml").write_text(
        'objective = "most-lines"\nboard = "4x2"\ngames = 2\ntime_s = 30\ndepth = 3\nworkers = 2\n'
        'format = "gauntlet"\n'
    )
    options = shlex.split("--html class.html --json class.json --csv class.csv")
    result = run("tournament", str(folder), *options)
    assert result.exit_code == 0, result.output
    assert "Fritz cannot take part: make ended with exit code 2: main.c:1:" in result.stderr
    assert "Note: Greta could not take part: it has none of command.txt" in result.stdout
    report = json.loads(Path("class.json").read_text(encoding="utf-8"))["result"]
    assert report["title"] == "class"
    assert [one["forfeits"] for one in report["standings"]] == [0] * 5
    for game in report["games"]:
        position = Position.from_moves(game["moves"], Rules(4, 2, 4, Objective.MOST_LINES))
        lines = {"red": position.count_lines(RED), "yellow": position.count_lines(YELLOW)}
        assert game["lines"] == lines
    versions = {one["player"]: one["versions"] for one in report["standings"]}
    assert versions["Dora"][0].startswith("leftmost 1.0 (leftmost.py, SHA-256 ")
    assert versions["Anna"][0].startswith("maxconnect4, SHA-256 ")
    text = Path("class.csv").read_text(encoding="utf-8-sig")
    rows = {row["player"]: row for row in csv.DictReader(text.splitlines())}
    assert list(rows) == [*(one["player"] for one in report["standings"]), "Fritz", "Greta"]
    assert sum(float(row["points"]) for row in rows.values()) == 8
    assert rows["Greta"]["feedback"].startswith("could not take part: ")
    # The same command continues: nothing is played again.
    again = run("tournament", str(folder), *options)
    assert again.stdout == result.stdout
    with TournamentStore(str(tmp_path / "class.db")) as store:
        assert [each.name for each in store.tournaments()] == ["class"]


def test_hand_ins_that_are_corrected_or_replaced_later_meet_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    for name in ("Anna", "Emil", "Greta"):
        (folder / name).mkdir(parents=True)
        if name != "Greta":
            write_player(folder / name, "player.py", EVALUATION)
    (folder / "tournament.toml").write_text('board = "4x4"\ngames = 2\ndepth = 1\nworkers = 1\n')
    assert "2 of 2 games" in run("tournament", str(folder)).stdout
    write_player(folder / "Greta", "player.py", EVALUATION)
    corrected = run("tournament", str(folder))
    assert corrected.exit_code == 0, corrected.output
    assert "this is 'class (2)'; 2 games of players that have not changed" in corrected.stderr
    assert "6 of 6 games" in corrected.stdout
    write_player(folder / "Anna", "player.py", EVALUATION + "# second version\n")
    replaced = run("tournament", str(folder))
    assert "Anna changed since the last time: this is 'class (3)'; 2 games of" in replaced.stderr
    assert "6 of 6 games" in replaced.stdout
    assert "was changed" not in replaced.stdout
    resumed = run("tournament", str(folder))
    assert "This continues 'class (3)'." in resumed.stderr
    assert "changed" not in resumed.stderr
    assert resumed.stdout == replaced.stdout
    with TournamentStore(str(tmp_path / "class.db")) as store:
        third, second, first = store.tournaments()
        assert [each.name for each in (first, second, third)] == ["class", "class (2)", "class (3)"]
        before, after = (
            {fixture_of(game): (game.fixture.seed, game.moves) for game in store.games(each.id)}
            for each in (second, third)
        )
        assert before.keys() == after.keys()
        assert all(before[each] == after[each] for each in before if "Anna" not in each)
        assert [len(store.games(each.id)) for each in (first, second, third)] == [2, 6, 6]


def fixture_of(game: PlayedGame) -> tuple[str, str, str]:
    return game.fixture.red, game.fixture.yellow, game.fixture.opening


def test_a_folder_that_holds_one_player_is_refused(tmp_path: Path) -> None:
    (tmp_path / "class" / "Anna").mkdir(parents=True)
    write_player(tmp_path / "class" / "Anna", "player.py", KAGGLE)
    expect_refused("at least two players", "tournament", "class")
    joined = shlex.split("--player random --games 1 --openings empty --time 30 --workers 1")
    assert "1 of 1 games" in run("tournament", "class", *joined).stdout
