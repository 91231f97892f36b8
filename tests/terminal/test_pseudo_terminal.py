"""The programs in a real pseudo-terminal, as a person uses them."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dropfour.notation import read_maxconnect4
from dropfour.terminal.saving import load_record
from platforms import posix_only
from sample_players import write_player
from terminal.programs import DROPFOUR, TWO

pexpect: Any = pytest.importorskip("pexpect") if sys.platform != "win32" else None
pytestmark = posix_only

Spawn = Callable[..., Any]
PROMPT = r"(Red|Yellow), column 1-7 \(\? for help\): "


@pytest.fixture
def spawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Spawn]:
    monkeypatch.setenv("TERM", "xterm")
    children = []

    def spawn(*arguments: str, encoding: str = "utf-8") -> Any:
        child = pexpect.spawn(
            DROPFOUR[0],
            [*DROPFOUR[1:], *arguments],
            encoding=encoding,
            timeout=60,
            dimensions=(24, 80),
        )
        children.append(child)
        return child

    yield spawn
    for child in children:
        child.close(force=True)


def finish(child: Any) -> int:
    """Wait for the end and return the exit code."""
    child.expect(pexpect.EOF)
    child.wait()
    code = child.exitstatus
    assert isinstance(code, int), f"ended by signal {child.signalstatus}"
    return code


def play(child: Any, *columns: int) -> None:
    for column in columns:
        child.expect(PROMPT)
        child.sendline(str(column))


@pytest.mark.parametrize(
    ("encoding", "disc", "ring"),
    [("ascii", "/##\\", "/--\\"), ("cp1252", "/##\\", "/--\\"), ("utf-8", "▗██▖", "▗▀▀▖")],
)
def test_the_full_screen_is_drawn_with_what_the_encoding_has_and_without_colours(
    spawn: Spawn,
    encoding: str,
    disc: str,
    ring: str,
    state_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("textual")
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    monkeypatch.setenv("NO_COLOR", "1")
    child = spawn(*TWO, "--tui", encoding=encoding)
    child.expect_exact(disc)
    child.send("4")
    child.expect_exact(ring)  # over the board: yellow is to move
    assert "\\u" not in child.before
    child.send("q")
    child.expect(r"dropfour play --load \S+ --tui")
    assert finish(child) == 0
    (kept,) = state_folder.iterdir()
    assert load_record(kept).columns == (4,)


def test_a_complete_game_is_played_in_colour(spawn: Spawn) -> None:
    child = spawn(*TWO)
    play(child, 1, 2, 1, 2, 1, 2, 1)
    child.expect(r"\x1b\[31;7m◆\x1b\[0m")  # the line is marked
    child.expect(r"\x1b\[31;7;4m◆\x1b\[0m|Red wins, 4 in a row")
    child.expect(r"Game over \(n new game")
    child.sendline("q")
    assert finish(child) == 0


@pytest.mark.parametrize(("leave", "code"), [("interrupt", 130), ("eof", 0)])
def test_a_game_left_is_resumed(spawn: Spawn, leave: str, code: int, state_folder: Path) -> None:
    child = spawn(*TWO)
    play(child, 4, 4, 5)
    child.expect(PROMPT)
    child.sendintr() if leave == "interrupt" else child.sendeof()
    child.expect_exact("The game is saved. To continue it:")
    child.expect(r"  dropfour (play --load .*\.txt)\s")
    arguments = shlex.split(child.match[1])
    assert finish(child) == code
    assert load_record(arguments[2]).columns == (4, 4, 5)
    child = spawn(*arguments)
    child.expect("Yellow, column")
    child.sendline("5")
    child.expect("Red, column")
    child.sendline("q")
    assert finish(child) == 0


def test_ctrl_c_while_the_engine_thinks_leaves_cleanly(spawn: Spawn) -> None:
    child = spawn("play", "--red", "human", "--yellow", "alphabeta", "--time", "2")
    play(child, 4)
    child.expect("is thinking")
    child.sendintr()
    child.expect_exact("The game is saved. To continue it:")
    assert finish(child) == 130


def test_ctrl_c_ends_the_processes_of_a_player_that_thinks(spawn: Spawn, tmp_path: Path) -> None:
    up = tmp_path / "up"
    os.mkfifo(up)
    text = f"import time\ndef choose(p):\n    open({str(up)!r}, 'w').close()\n    time.sleep(1000)"
    path = write_player(tmp_path, "slow.py", text)
    child = spawn("play", "--yellow", str(path), "--time", "600")
    play(child, 4)
    child.expect_exact("slow is thinking")
    up.read_text()  # returns when the player has opened and closed it
    child.sendintr()
    child.expect_exact("The game is saved. To continue it:")
    assert finish(child) == 130  # a fixture checks that no process is left


def test_a_game_survives_a_killed_terminal(spawn: Spawn, state_folder: Path) -> None:
    child = spawn(*TWO)
    play(child, 4, 3)
    child.expect("Red, column")
    child.kill(9)
    (kept,) = state_folder.iterdir()
    assert load_record(kept).columns == (4, 3)


@pytest.mark.parametrize(("leave", "code"), [("interrupt", 130), ("eof", 0)])
def test_interactive_can_continue(spawn: Spawn, leave: str, code: int, tmp_path: Path) -> None:
    child = spawn("interactive", "none.txt", "computer-next", "2")
    child.expect(r"move 1: Player 1, column \d")
    child.expect(r"Player 2, column \(1-7\): ")
    child.sendline("1")
    child.expect(r"move 3: Player 1, column \d")
    child.expect(r"Player 2, column \(1-7\): ")
    child.sendintr() if leave == "interrupt" else child.sendeof()
    child.expect_exact("maxconnect4 interactive computer.txt human-next 2")
    assert finish(child) == code
    assert read_maxconnect4(tmp_path / "computer.txt").position.ply == 3
    assert read_maxconnect4(tmp_path / "human.txt").position.ply == 2


def test_ctrl_c_on_the_full_screen_is_an_interrupt(spawn: Spawn) -> None:
    pytest.importorskip("textual")
    child = spawn(*TWO, "--tui")
    child.expect_exact("to move")
    child.send("4")
    child.expect_exact("ellow to move")
    child.sendintr()
    child.expect_exact("Interrupted.")
    child.expect_exact("The game is saved. To continue it:")
    assert finish(child) == 130


def test_ctrl_z_suspends_the_full_screen(tmp_path: Path) -> None:
    pytest.importorskip("textual")
    # In a shell with job control, which takes the terminal over.
    child = pexpect.spawn(
        "/bin/bash", ["--norc", "--noprofile"], encoding="utf-8", timeout=60, dimensions=(24, 80)
    )
    child.sendline(f"export TERM=xterm PS1='shell> '; {shlex.join([*DROPFOUR, *TWO, '--tui'])}")
    child.expect_exact("Red to move")
    child.send("\x1a")
    child.expect("Stopped")
    child.sendline("fg")
    parts = ["Red to move", "██", "Analyse"]  # beside, on and below the board, in any order
    while parts:
        del parts[child.expect_exact(parts)]
    child.send("q")
    child.expect_exact("shell> ")
    child.sendline("exit")
    child.expect(pexpect.EOF)
    child.close()


def test_a_dumb_terminal_gets_the_typed_game(spawn: Spawn, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("textual")
    monkeypatch.setenv("TERM", "dumb")
    child = spawn(*TWO, "--tui")
    child.expect_exact("This terminal has no full screen: the game is typed.")
    play(child, 4)
    child.sendline("q")
    assert finish(child) == 0


@pytest.mark.parametrize("more", [(), ("--tui",)])
def test_an_ascii_locale_gets_ascii(
    spawn: Spawn, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    for name in ("PYTHONIOENCODING", "PYTHONUTF8"):
        monkeypatch.delenv(name, raising=False)
    child = spawn(*TWO, *more, encoding="ascii")
    child.expect_exact("/##\\" if more else "|")
    child.send("q" if more else "q\n")
    assert finish(child) == 0


def test_an_unknown_engine_in_a_saved_game_is_named(spawn: Spawn, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text('[Red "human"]\n[Yellow "quantum"]\n\n1. 4 *\n')
    child = spawn("play", "--load", "game.txt")
    child.expect_exact("The game was played with quantum, which is not known here.")
    child.expect_exact("[1]: ")
    child.sendeof()
    assert finish(child) == 0
