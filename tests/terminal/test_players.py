"""Games against players of one's own: functions, agents and programs, also those that fail."""

from pathlib import Path

import pytest

from dropfour.terminal.saving import load_record
from sample_players import CHOOSER, KINDS, external, write_kind, write_player
from terminal.programs import TWO, Run, resume_command


@pytest.mark.parametrize("kind", list(KINDS)[2:])
def test_a_game_with_any_player_is_resumed(run: Run, kind: str, tmp_path: Path) -> None:
    option = ("--red", "--yellow")[list(KINDS).index(kind) % 2]
    spec = write_kind(kind, tmp_path)
    result = run("play", option, spec, "--time", "20", lines="4")
    assert (result.exit_code, "forfeit" in result.output) == (0, False)
    command = resume_command(result.output)
    assert command[3] == option  # named again, since loading a file starts no program
    again = run(*command, lines="5")
    assert (again.exit_code, "forfeit" in again.output) == (0, False)
    assert len(load_record(command[2]).columns) == result.output.count("plays column") + 2


def test_loading_a_game_starts_no_program_unless_it_is_named(run: Run, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    path = write_player(tmp_path, "mine.py", f"open({str(ran)!r}, 'w')\n{CHOOSER}")
    game = f'[Red "human"]\n[Yellow "{path}"]\n\n1. 4 *\n'
    (tmp_path / "game.txt").write_text(game, encoding="utf-8")
    result = run("play", "--load", "game.txt", lines="4")
    assert result.exit_code == 2
    assert f"use --yellow {path} to allow running it" in result.output.replace("\n", "")
    assert "Not loaded" in run(*TWO, lines=["l game.txt"]).output
    assert "yellow: human" in run("play", "--load", "game.txt", "--yellow", "human").output
    assert not ran.exists()
    output = run("play", "--yellow", str(path), "--time", "20", lines=["l game.txt", "4"]).output
    assert "Not loaded" not in output
    assert ran.exists()


def test_a_faulty_player_forfeits_and_the_game_is_kept(run: Run, tmp_path: Path) -> None:
    path = write_player(tmp_path, "mine.py", "def choose(p): return 9")
    result = run("play", "--yellow", str(path), "--time", "20", lines="4 u 3 q")
    assert result.exit_code == 0
    text = " ".join(result.output.split())
    reason = "mine chose an illegal move: there is no column 9"
    assert text.count(f"Red wins by forfeit: {reason}") == 2  # the second time after an undo
    record = load_record(resume_command(result.output)[2])
    assert (record.columns, record.result) == ((3,), "1-0")


def test_a_player_that_does_not_start_is_reported_before_the_game(run: Run, tmp_path: Path) -> None:
    path = write_player(tmp_path, "mine.py", "raise SystemExit('no licence')")
    result = run("play", "--yellow", external(path), lines="4")
    assert result.exit_code == 2
    assert "Error: mine ended with exit code 1: no licence" in result.output
