"""Faulty players of every kind lose their game with a reason, and leave nothing behind."""

import sys
from pathlib import Path

import pytest

from dropfour import YELLOW, Choice, Limits, Position
from dropfour.arena import Fixture, PlayedGame, play_game
from dropfour.arena.referee import Conditions
from dropfour.engines import registry
from dropfour.engines.engine import NO_LIMITS
from dropfour.game import Ending
from dropfour.players import TimeControl, parse_player
from platforms import posix_only
from sample_players import external, program, write_player

pytestmark = posix_only

IN_TIME = TimeControl(move_s=20, margin_s=10)
HURRIED = TimeControl(move_s=0.1, margin_s=0.2)

# A process that leaves its parent's session by a double fork, and keeps running.
ESCAPE = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
"""


def play_against(spec: str, time: TimeControl = IN_TIME, memory_mib: int = 512) -> PlayedGame:
    """Play from an opening that has filled the first column, with the faulty player to move."""
    conditions = Conditions(time=time, memory_mib=memory_mib)
    red = parse_player(f"faulty={spec}")
    yellow = parse_player("random")
    return play_game(Fixture(1, 1, "faulty", "random", "111111", seed=1), red, yellow, conditions)


def assert_lost(game: PlayedGame, reason: str) -> None:
    assert game.result.winner is YELLOW
    assert game.result.ending is Ending.FORFEIT
    assert game.result.reason.startswith("faulty ")
    assert reason in game.result.reason
    assert len(game.result.reason) < 400


FUNCTIONS = {
    "raises": ("def choose(p): return 1 // 0", "ZeroDivisionError"),
    "raises at import": ("import no_such_module_at_all\ndef choose(p): return 1", "no_such_module"),
    "has no function": ("x = 1", "no function"),
    "off the board": ("def choose(p): return 8", "no column 8"),
    "column 0": ("def choose(p): return 0", "no column 0"),
    "full column": ("def choose(p): return 1", "column 1 is full"),
    "returns a text": ("def choose(p): return 'four'", "expected a column"),
    "returns nothing": ("def choose(p): pass", "expected a column"),
    "returns a fraction": ("def choose(p): return 3.5", "expected a column"),
    "exits": ("import sys\ndef choose(p): sys.exit(3)", "exit code 3"),
    "exits hard": ("import os\ndef choose(p): os._exit(7)", "exit code 7"),
    "kills itself": ("import os\ndef choose(p): os.kill(os.getpid(), 11)", "SIGSEGV"),
    "floods": ("def choose(p):\n while True: print('x' * 100000)", "wrote more than"),
    "floods errors": (
        "import sys\ndef choose(p):\n while True: sys.stderr.write('x' * 100000)",
        "wrote more than",
    ),
    "eats memory": ("def choose(p): return len(bytearray(10**10)) and 1", "MemoryError"),
    "agent off the board": ("def agent(o, c): return -1", "no column 0"),
    "agent raises": ("def agent(o, c): return o.nothing", "AttributeError: nothing"),
    "evaluation is text": ("def evaluate(p): return 'good'", "rror"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_faulty_function_loses(name: str, tmp_path: Path) -> None:
    text, reason = FUNCTIONS[name]
    game = play_against(str(write_player(tmp_path, "player.py", text)))
    assert_lost(game, reason)


def test_a_function_that_hangs_loses_with_all_it_started(tmp_path: Path) -> None:
    text = f"def choose(p):\n    exec({ESCAPE!r})\n    while True: pass"
    game = play_against(str(write_player(tmp_path, "player.py", text)), HURRIED)
    assert_lost(game, "took longer than 0.1 s and a margin of 0.2 s for a move")


def test_a_function_uses_up_its_time_for_the_game(tmp_path: Path) -> None:
    text = "import time\ndef choose(p):\n    time.sleep(0.2)\n    return p.legal_columns[0]"
    control = TimeControl(move_s=None, game_s=0.3, margin_s=0.0)
    game = play_against(str(write_player(tmp_path, "player.py", text)), control)
    assert_lost(game, "used up its 0.3 s for the game")


def test_many_processes_together_are_limited_in_memory(tmp_path: Path) -> None:
    text = """
    import os, time
    def choose(p):
        for _ in range(4):
            if os.fork() == 0:
                hoard = bytearray(os.urandom(1)) * (60 << 20)
                time.sleep(1000)
        time.sleep(1000)
    """
    game = play_against(str(write_player(tmp_path, "player.py", text)), IN_TIME, memory_mib=150)
    assert_lost(game, "used more than 150 MiB")


PROGRAMS = {
    "crashes": ("raise RuntimeError('no idea')", "exit code 1: RuntimeError: no idea"),
    "writes nothing": ("pass", "wrote no output file"),
    "writes nonsense": ("import sys; open(sys.argv[2], 'w').write('hello')", "invalid output file"),
    "writes half": (
        "import sys; open(sys.argv[2], 'w').write('0000000\\n' * 3)",
        "invalid output file",
    ),
    "writes too much": (
        "import sys; open(sys.argv[2], 'w').write('0' * 10**6)",
        "more than 65536 bytes",
    ),
    "writes binary": (
        "import sys; open(sys.argv[2], 'wb').write(bytes(range(256)))",
        "invalid output",
    ),
    "does not move": (
        "import sys, shutil; shutil.copy(sys.argv[1], sys.argv[2])",
        "no legal move leads to",
    ),
    "moves twice": (
        "import sys; open(sys.argv[2], 'w').write('0000000\\n' * 5 + '1200000\\n1\\n')",
        "no legal move leads to",
    ),
    "floating stone": (
        "import sys; open(sys.argv[2], 'w').write('1000000\\n' + '0000000\\n' * 5 + '2\\n')",
        "invalid output file",
    ),
    "makes a link": ("import os, sys; os.symlink('/etc/passwd', sys.argv[2])", "cannot be read"),
    "makes a pipe": ("import os, sys; os.mkfifo(sys.argv[2])", "not a regular file"),
    "makes a directory": ("import os, sys; os.mkdir(sys.argv[2])", "not a regular file"),
    "floods": ("while True: print('x' * 100000)", "wrote more than"),
    "dies": ("import os; os.kill(os.getpid(), 9)", "SIGKILL"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_faulty_program_loses(name: str, tmp_path: Path) -> None:
    text, reason = PROGRAMS[name]
    assert_lost(play_against(program(write_player(tmp_path, "player.py", text))), reason)


def test_a_program_that_hangs_loses_with_all_it_started(tmp_path: Path) -> None:
    text = f"{ESCAPE}\nimport time\nwhile True: time.sleep(1)"
    game = play_against(program(write_player(tmp_path, "player.py", text)), HURRIED)
    assert_lost(game, "took longer than 0.1 s and a margin of 0.2 s for a move")


def test_a_program_that_leaves_a_process_behind_may_play_but_it_is_ended(tmp_path: Path) -> None:
    text = f"{ESCAPE}\nraise SystemExit(5)"
    assert_lost(play_against(program(write_player(tmp_path, "player.py", text))), "exit code 5")


def test_a_program_that_waits_for_input_sees_its_end(tmp_path: Path) -> None:
    text = "import sys\nsys.exit(len(sys.stdin.read()) or 9)"
    assert_lost(play_against(program(write_player(tmp_path, "player.py", text))), "exit code 9")


EXTERNALS = {
    "says nothing and ends": ("pass", "ended with exit code 0"),
    "greets wrongly": ("print('uciok')", "answered 'uciok', expected ready"),
    "ends in the game": ("print('ready\\nready')", "ended with exit code 0"),
    "moves off the board": (
        "print('ready\\nready\\nmove 99', flush=True); input()",
        "no column 99",
    ),
    "moves to a word": ("print('ready\\nready\\nmove left', flush=True)", "an integer"),
    "moves nowhere": ("print('ready\\nready\\nmove', flush=True)", "expected a column"),
    "refuses": ("print('ready\\nerror not my game', flush=True)", "error: not my game"),
    "sends a long message": ("print('ready\\nready\\ninfo ' + 'x' * 9999, flush=True)", "4096"),
    "floods": ("while True: print('info x')", "wrote more than"),
    "writes no text": ("import os; os.write(1, bytes(range(128, 256)) + b'\\n')", "expected ready"),
}


@pytest.mark.parametrize("name", EXTERNALS)
def test_a_faulty_external_engine_loses(name: str, tmp_path: Path) -> None:
    text, reason = EXTERNALS[name]
    assert_lost(play_against(external(write_player(tmp_path, "player.py", text))), reason)


def test_an_engine_never_ready_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.players.protocol_player.START_S", 0.5)
    game = play_against(
        external(write_player(tmp_path, "player.py", f"{ESCAPE}\nwhile True: pass"))
    )
    assert_lost(game, "did not get ready within 0.5 s")


class Broken:
    """An engine of another package that fails in our own process."""

    name = "broken"

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        raise KeyError("nothing")


class Vague(Broken):
    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        return Choice("three")  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "reason"), [(Broken, "KeyError"), (Vague, "TypeError")])
def test_an_engine_that_raises_loses_the_game_only(kind: type[Broken], reason: str) -> None:
    registry.register("broken", kind())
    assert_lost(play_against("broken"), f"raised {reason}")


def test_a_command_that_disappeared_loses(tmp_path: Path) -> None:
    path = tmp_path / "vanishing"
    path.write_text(f"#!{sys.executable}\n")
    path.chmod(0o755)
    player = parse_player(f"faulty=engine:{path}")
    path.unlink()
    fixture = Fixture(1, 1, "faulty", "random", "", seed=1)
    game = play_game(fixture, player, parse_player("random"), Conditions(time=IN_TIME))
    assert_lost(game, "cannot start")
