"""Games in files: saved and loaded by command, kept when a game is left, and resumed."""

from pathlib import Path

import pytest

from dropfour import Objective, Position, Rules
from dropfour.moves import parse_moves
from dropfour.record import parse_record
from dropfour.terminal.saving import load_record
from terminal.programs import AGAINST_RANDOM, TWO, Run, resume_command


def test_a_game_is_saved_and_loaded(run: Run, tmp_path: Path) -> None:
    output = run(*AGAINST_RANDOM, lines=["4", "s my game.txt", "4", "l my game.txt"]).output
    assert "Saved as my game.txt." in output
    record = parse_record((tmp_path / "my game.txt").read_text(encoding="utf-8"))
    assert record.columns[0] == 4
    assert len(record.columns) == 2
    assert record.headers["Yellow"] == "random:seed=1"
    kept = load_record(resume_command(output)[2])
    assert kept.columns == record.columns


def test_a_file_is_overwritten_only_when_the_person_agrees(run: Run, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("keep me", encoding="utf-8")
    output = run(*TWO, lines=["4", "s precious.txt", "n", "u", "r"]).output
    assert "Not saved." in output
    assert precious.read_text(encoding="utf-8") == "keep me"
    run(*TWO, lines=["4", "s precious.txt", "y"])
    assert load_record(precious).columns == (4,)


def test_unusable_files_are_reported_and_the_game_continues(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("1. 9\n", encoding="utf-8")
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    names = ["no/such/folder/x", "l nothing.txt", "l .", "l bad.txt", "l empty.txt", "l noise.bin"]
    result = run(*TWO, lines=[f"s {names[0]}", *names[1:], "4"])
    assert result.exit_code == 0
    assert "Not saved: No such file or directory: no/such/folder/x." in result.output
    assert result.output.count("Not loaded: ") == 5
    assert "Red plays column 4." in result.output


def test_a_loaded_game_brings_its_players_or_asks_for_them(run: Run, tmp_path: Path) -> None:
    run(*AGAINST_RANDOM, lines=["4", "s game.txt", "q"])
    output = run("play", "--red", "human", "--yellow", "human", lines=["l game.txt", "4"]).output
    assert "red: human, yellow: random:seed=1" in output
    output = run("play", "--load", "game.txt", "--yellow", "human").output
    assert "red: human, yellow: human" in output
    text = '[Red "Ada"]\n[Yellow "Grace"]\n\n1. 4 4 *\n'
    (tmp_path / "ada.txt").write_text(text, encoding="utf-8")
    output = run("play", "--load", "ada.txt", lines="2 3").output
    assert "1 person against the computer, or 2 people?" in output
    assert "Red plays column 3." in output


def test_a_game_left_at_the_end_of_input_is_saved_and_resumed(run: Run, state_folder: Path) -> None:
    first = run(*AGAINST_RANDOM, "--style", "plain", lines="4 3")
    assert first.exit_code == 0
    assert len(list(state_folder.iterdir())) == 1
    command = resume_command(first.output)
    assert command[-2:] == ["--style", "plain"]
    again = run(*command, lines="2")
    assert "red: human, yellow: random:seed=1" in again.output
    # The same file is continued, and contains one more turn.
    assert resume_command(again.output) == command
    assert len(list(state_folder.iterdir())) == 1
    record = load_record(command[2])
    assert [record.columns[i] for i in (0, 2, 4)] == [4, 3, 2]


def test_quitting_saves_the_game_and_ending_it_removes_it(run: Run, state_folder: Path) -> None:
    output = run(*TWO, lines="1 2 1 2 1 2 q").output
    command = resume_command(output)
    assert "Red wins" in run(*command, lines="1").output
    assert list(state_folder.iterdir()) == []


def test_a_set_up_board_is_resumed_with_its_rules(run: Run) -> None:
    rules = Rules(5, 4, 3, Objective.MOST_LINES)
    options = ("--board", "5x4", "--connect", "3", "--objective", "most-lines", "12")
    command = resume_command(run(*TWO, *options, lines="3").output)
    record = load_record(command[2])
    assert record.final_position() == Position.from_moves("123", rules)


def test_commands_can_hold_moves(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    command = resume_command(run(*AGAINST_RANDOM, "--board", "9x7", lines="4").output)
    assert command[command.index("--board") + 1] == "9x7"
    moves = parse_moves(command[-1])
    assert (moves[0], len(moves)) == (4, 2)


def test_a_game_that_cannot_be_saved_says_so_and_continues_from_its_moves(
    run: Run, state_folder: Path
) -> None:
    state_folder.parent.mkdir(exist_ok=True)
    state_folder.write_text("in the way")
    output = run(*TWO, lines="4\n4\nq").output
    assert "is saved" not in output
    assert output.count("The game is not saved: ") == 1
    assert "The game could not be saved (" in output
    assert resume_command(output)[-1] == "44"
