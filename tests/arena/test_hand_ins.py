"""A folder of hand-ins: found, built, played, and reported by name."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from cases import cases
from dropfour import Objective, Rules
from dropfour.arena import Fixture, play_game
from dropfour.arena.game import Conditions
from dropfour.arena.hand_ins import HandIn, read_hand_ins
from dropfour.game import Ending
from dropfour.players import TimeControl, parse_player
from platforms import posix_only
from sample_players import CHOOSER, PROGRAM, write_player
from values import some

pytestmark = posix_only

RULES = Rules(5, 4, 4, Objective.MOST_LINES)
IN_TIME = Conditions(RULES, TimeControl(30))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "class" / "Anna").mkdir(parents=True)
    return tmp_path / "class"


def only(folder: Path) -> HandIn:
    (found,) = read_hand_ins(folder)
    return found


def play(hand_in: HandIn) -> str:
    """Let a hand-in play a game, and return why it ended early, if it did."""
    assert hand_in.player is not None, hand_in.problem
    fixture = Fixture(1, 1, hand_in.name, "random", "", 1)
    game = play_game(fixture, hand_in.player, parse_player("random"), IN_TIME)
    return game.result.reason if game.result.ending is Ending.FORFEIT else ""


def test_what_identifies_a_hand_in_does_not_depend_on_where_it_lies(tmp_path: Path) -> None:
    specs = []
    for place in ("here", "there"):
        folder = tmp_path / place / "Ben"
        folder.mkdir(parents=True)
        write_player(folder, "main.py", PROGRAM)
        (folder / "command.txt").write_text(f"{sys.executable} main.py")
        specs.append(some(only(tmp_path / place).player).spec)
    assert specs[0] == specs[1] == f"program:{sys.executable} main.py in Ben"


def test_the_assignments_own_names_are_called_as_it_says(folder: Path) -> None:
    text = PROGRAM.replace(
        "source, target, depth = sys.argv[1:]",
        "mode, source, target, depth = sys.argv[1:]\nassert mode == 'one-move'",
    )
    write_player(folder / "Anna", "maxconnect4.py", text)
    assert play(only(folder)) == ""


def test_names_of_packed_submissions_are_those_of_the_students(folder: Path) -> None:
    (folder / "Anna").rename(folder / "Smith, Anna_12345_assignsubmission_file_")
    write_player(folder / "Smith, Anna_12345_assignsubmission_file_", "player.py", CHOOSER)
    found = only(folder)
    assert (found.name, found.folder) == ("Smith, Anna", "Smith, Anna_12345_assignsubmission_file_")
    assert play(found) == ""


@pytest.mark.parametrize(("files", "problem"), cases(__file__, "problems"))
def test_a_problem_is_a_sentence(folder: Path, files: dict[str, str], problem: str) -> None:
    if "Makefile" in files and shutil.which("make") is None:
        pytest.skip("there is no make here")
    for name, text in files.items():
        (folder / "Anna" / name).write_text(text)
    found = only(folder)
    assert found.player is None
    assert problem in found.problem


def test_a_command_that_is_no_text_and_a_broken_program_are_reported(folder: Path) -> None:
    (folder / "Anna" / "command.txt").write_bytes(b"\xff\xfe\x00")
    assert "command.txt cannot be read" in only(folder).problem
    (folder / "Anna" / "command.txt").unlink()
    script = folder / "Anna" / "run"
    script.write_text("#!/bin/sh\necho out of order >&2\nexit 7\n")
    os.chmod(script, 0o755)
    assert play(only(folder)) == "Anna ended with exit code 7: out of order"


def test_a_folder_without_players_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    with pytest.raises(ValueError, match="has no subfolders: expected one for each player"):
        list(read_hand_ins(tmp_path))
