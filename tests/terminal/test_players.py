"""Games against players of one's own: functions, agents and programs, also those that fail."""

from pathlib import Path

import pytest

from dropfour.engines import registry
from dropfour.engines.engine import NO_LIMITS, Choice, Limits
from dropfour.position import Position
from dropfour.terminal.saving import load_record
from sample_players import CHOOSER, KAGGLE, PROGRAM, PROTOCOL, external, program, write_player
from terminal.programs import TWO, Run, resume_command

OWN_PLAYERS = {
    "file": ("mine.py", CHOOSER),
    "function": ("mine.py:choose", CHOOSER),
    "module": ("mine:choose", CHOOSER),
    "agent": ("mine.py", KAGGLE),
    "program": ("program", PROGRAM),
    "protocol": ("engine", PROTOCOL),
}


def own_player(kind: str, directory: Path) -> str:
    text, source = OWN_PLAYERS[kind]
    path = write_player(directory, "mine.py", source)
    return {"program": program(path), "engine": external(path)}.get(text, text)


@pytest.mark.parametrize("kind", OWN_PLAYERS)
@pytest.mark.parametrize("option", ["--red", "--yellow"])
def test_a_person_plays_against_a_player_of_any_kind_and_resumes(
    run: Run, kind: str, option: str, tmp_path: Path
) -> None:
    spec = own_player(kind, tmp_path)
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


FAULTS = {
    "crashes": ("def choose(p): return 1 // 0", "ZeroDivisionError"),
    "dies": ("import os\ndef choose(p): os._exit(7)", "ended with exit code 7"),
    "plays off the board": (
        "def choose(p): return 9",
        "chose an illegal move: there is no column 9",
    ),
    "returns nothing": ("def choose(p): pass", "expected a column"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_player_forfeits_with_the_reason_and_the_game_is_kept(
    run: Run, name: str, tmp_path: Path
) -> None:
    source, reason = FAULTS[name]
    path = write_player(tmp_path, "mine.py", source)
    result = run("play", "--yellow", str(path), "--time", "20", lines="4 u 3 q")
    assert result.exit_code == 0
    text = " ".join(result.output.split())
    assert text.count("Red wins by forfeit: mine ") == 2  # the second time after an undo
    assert reason in text
    record = load_record(resume_command(result.output)[2])
    assert (record.columns, record.result) == ((3,), "1-0")


def test_a_player_that_hangs_forfeits(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.players.player.MARGIN_S", 0.1)
    path = write_player(tmp_path, "mine.py", "import time\ndef choose(p): time.sleep(1000)")
    output = run("play", "--yellow", str(path), "--time", "0.1", lines="4 q").output
    assert (
        "Red wins by forfeit: mine took longer than 0.1 s and a margin of 0.1 s for a move."
        in " ".join(output.split())
    )


def test_a_player_that_does_not_start_is_reported_before_the_game(run: Run, tmp_path: Path) -> None:
    path = write_player(tmp_path, "mine.py", "raise SystemExit('no licence')")
    result = run("play", "--yellow", external(path), lines="4")
    assert result.exit_code == 2
    assert "Error: mine ended with exit code 1: no licence" in result.output


def test_an_engine_that_breaks_down_forfeits(run: Run) -> None:
    class Broken:
        name = "broken"

        def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
            raise ValueError("out of order")

    registry.register("broken", Broken())
    output = run("play", "--yellow", "broken", lines="4 q").output
    assert "Red wins by forfeit: broken raised ValueError: out of order." in output
    assert load_record(resume_command(output)[2]).columns == (4,)
