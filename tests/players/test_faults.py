"""Faulty players of every kind lose their game with a reason, and leave nothing behind."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cases import cases
from dropfour import YELLOW, Choice, Limits, Position
from dropfour.arena import Fixture, PlayedGame, play_game
from dropfour.arena.game import Conditions
from dropfour.engines import registry
from dropfour.engines.engine import NO_LIMITS
from dropfour.game import Ending
from dropfour.players import PlayerSpec, TimeControl, parse_player
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


def play_against(
    spec: str | PlayerSpec, time: TimeControl = IN_TIME, memory_mib: int = 512
) -> PlayedGame:
    """Play from an opening that has filled the first column, with the faulty player to move."""
    conditions = Conditions(time=time, memory_mib=memory_mib)
    red = parse_player(f"faulty={spec}") if isinstance(spec, str) else spec
    yellow = parse_player("random")
    return play_game(Fixture(1, 1, "faulty", "random", "111111", seed=1), red, yellow, conditions)


def assert_lost(game: PlayedGame, reason: str) -> None:
    assert game.result.winner is YELLOW
    assert game.result.ending is Ending.FORFEIT
    assert game.result.reason.startswith("faulty ")
    assert reason in game.result.reason
    assert len(game.result.reason) < 400


def test_a_game_in_which_both_players_fail_is_won_by_nobody(tmp_path: Path) -> None:
    conditions = Conditions(time=IN_TIME)
    broken = [
        parse_player(f"{name}={write_player(tmp_path, f'{name}.py', text)}")
        for name, text in (("a", "def choose(p): return 1 // 0"), ("b", "import no_such_module"))
    ]
    for red, yellow in (broken, broken[::-1]):
        for opening in ("", "4"):
            fixture = Fixture(1, 1, red.name, yellow.name, opening, seed=1)
            game = play_game(fixture, red, yellow, conditions)
            assert (game.result.token, game.result.ending) == ("0-0", Ending.FORFEIT)
            assert [game.points(name) for name in "ab"] == [0, 0]
            assert "ZeroDivisionError" in game.result.reason
            assert "no_such_module" in game.result.reason


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


SPECS: dict[str, Callable[[Path], str]] = {
    "function": str,
    "program": program,
    "protocol": external,
}


def spec_of(kind: str, folder: Path, text: str) -> str:
    return SPECS[kind](write_player(folder, "player.py", text))


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        pytest.param(kind, *fault, id=f"{kind} {name}")
        for kind in SPECS
        for name, fault in cases(__file__, kind).items()
    ],
)
def test_a_faulty_player_loses(kind: str, text: str, reason: str, tmp_path: Path) -> None:
    assert_lost(play_against(spec_of(kind, tmp_path, text)), reason)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("function", f"def choose(p):\n    exec({ESCAPE!r})\n    while True: pass"),
        ("program", f"{ESCAPE}\nimport time\nwhile True: time.sleep(1)"),
    ],
)
def test_a_player_that_hangs_loses_with_all_it_started(
    kind: str, text: str, tmp_path: Path
) -> None:
    game = play_against(spec_of(kind, tmp_path, text), HURRIED)
    assert_lost(game, "took longer than 0.1 s and a margin of 0.2 s for a move")


def test_an_engine_never_ready_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.players.protocol_player.START_S", 0.5)
    game = play_against(spec_of("protocol", tmp_path, f"{ESCAPE}\nwhile True: pass"))
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
    assert_lost(play_against(player), "cannot start")
