"""One contract for every kind of player that `dropfour.open_player` opens."""

import pickle
import sys
import threading
from pathlib import Path

import pytest

import dropfour as d4
from dropfour.players import Clock, TimeControl, parse_player
from dropfour.players.player import EnginePlayer
from sample_players import KINDS, PROGRAM, PROTOCOL, external, program, write_kind, write_player
from values import some

IN_TIME = d4.Limits(time_s=20)
GO = '    elif word == "go":\n'  # where PROTOCOL answers with a move
POSITIONS = [
    d4.Position(),
    d4.Position.from_moves("44455225"),
    d4.Position.from_moves("353154621464563346426614512122133552"),  # one open column
]


@pytest.fixture
def spec(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return write_kind(request.param, tmp_path)


@pytest.mark.parametrize("spec", KINDS, indirect=True)
def test_one_call_opens_every_kind_and_it_plays_legal_moves(spec: str) -> None:
    with d4.open_player(f"my player={spec}", seed=1, limits=IN_TIME) as player:
        assert isinstance(player, d4.Player)
        assert player.name == "my player"
        for position in POSITIONS:
            choice = player.choose(position)
            assert position.can_play(choice.column)
            assert player.last_choice == choice
        with pytest.raises(ValueError, match="the game is over"):
            player.choose(d4.Position.from_moves("1212121"))
    with pytest.raises(ValueError, match="my player is closed"):
        player.choose(POSITIONS[0])


@pytest.mark.parametrize("spec", KINDS, indirect=True)
def test_a_spec_is_picklable_and_its_absolute_text_means_the_same_elsewhere(
    spec: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = parse_player(f"my player={spec}")
    assert pickle.loads(pickle.dumps(parsed)) == parsed
    if "mine:choose" not in spec:  # a module is found in the current directory
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    again = parse_player(parsed.absolute)
    assert (again.name, again.kind, again.source, again.argv) == (
        parsed.name,
        parsed.kind,
        parsed.source,
        parsed.argv,
    )


def test_a_game_seats_any_two_players(tmp_path: Path) -> None:
    path = write_player(tmp_path, "leftmost.py", PROTOCOL)
    rules = d4.Rules(5, 4)
    with (
        d4.open_player(external(path), rules, limits=IN_TIME) as red,
        d4.open_player("random", rules, seed=3) as yellow,
    ):
        game = d4.Game(rules, red, yellow)
        result = game.run()
    assert result.reason == ""
    assert game.position.is_over
    assert game.moves[0] == 1


def test_a_protocol_program_is_sent_the_moves_and_the_limits(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    writing = f"        open({str(report)!r}, 'a').write(line + moves + chr(10))\n"
    path = write_player(tmp_path, "reporter.py", PROTOCOL.replace(GO, GO + writing))
    limits = d4.Limits(time_s=20, depth=3, nodes=500)
    with d4.open_player(external(path), limits=limits) as player:
        position = d4.Position.from_moves("4453")
        player.choose(position, moves=(4, 4, 5, 3))
        player.choose(position)
    asked = report.read_text().splitlines()
    assert asked[0] == asked[2] == "go time 20 depth 3 nodes 500"
    assert asked[1] == "4453"
    assert d4.Position.from_moves(asked[3]) == position


def test_a_protocol_program_is_told_of_the_swap_rule_and_may_swap(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    swaps = f"""        open({str(report)!r}, 'a').write(line)
        if "swap yes" in line and moves:
            print("swap", flush=True)
            continue
"""
    path = write_player(tmp_path, "swapper.py", PROTOCOL.replace(GO, GO + swaps))
    with d4.open_player(external(path), limits=IN_TIME) as program:
        game = d4.Game(None, "random", program, swap=True)
        for _ in range(3):
            game.advance()
        assert (game.swapped, game.red, len(game.moves)) == (True, program, 2)
        without = d4.Game(None, program, "random")
        without.advance()
        answered = d4.Game(None, program, program, swap=True)
        answered.advance()
    # Before its own first move, since the opponent may swap then; never after a swap.
    asked = ["go time 20 swap yes", "go time 20", "go time 20 swap yes"]
    assert report.read_text().splitlines() == asked

    # A program that offers a swap where there is none loses, as with any other answer.
    wrong = write_player(
        tmp_path, "wrong.py", PROTOCOL.replace(GO, GO + '        print("swap", flush=True)\n')
    )
    with d4.open_player(external(wrong), limits=IN_TIME) as program:
        game = d4.Game(None, program, "random", swap=True)
        game.advance()
    assert "'swap', expected move" in some(game.result).reason


def test_our_own_program_swaps(tmp_path: Path) -> None:
    command = f"engine:{sys.executable} -m dropfour engine run perfect"
    with d4.open_player(command, limits=IN_TIME) as program:
        game = d4.Game("4", None, program, swap=True)
        game.advance()
        assert game.swapped


def test_a_position_that_no_moves_reach_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = write_player(tmp_path, "leftmost.py", PROTOCOL)
    yellow_below_red = d4.Position.from_masks(0b10, 0b01, d4.Rules())
    with d4.open_player(external(path), limits=IN_TIME) as player:
        with pytest.raises(ValueError, match="no order of moves leads to this position"):
            player.choose(yellow_below_red)
        with pytest.raises(ValueError, match="opened for other rules"):
            player.choose(d4.Position(d4.Rules(5, 4)))
        assert player.choose(d4.Position()).column == 1


@pytest.mark.parametrize("kind", ["protocol", "program"])
def test_a_process_can_be_stopped_and_plays_again_afterwards(kind: str, tmp_path: Path) -> None:
    running = tmp_path / "running"
    wait = f"""
import os, time
if not os.path.exists({str(running)!r}):
    open({str(running)!r}, "w").close()
    time.sleep(1000)
"""
    if kind == "program":
        spec = program(write_player(tmp_path, "slow.py", wait + PROGRAM))
    else:
        text = PROTOCOL.replace(GO, f"{GO}        exec({wait!r})\n")
        spec = external(write_player(tmp_path, "slow.py", text))
    with d4.open_player(spec, limits=d4.Limits()) as player:
        faults: list[d4.Fault] = []

        def choose() -> None:
            try:
                player.choose(d4.Position())
            except d4.Fault as fault:
                faults.append(fault)

        thread = threading.Thread(target=choose)
        thread.start()
        while not running.exists():
            thread.join(0.01)
        player.stop()
        thread.join()
        assert [str(fault) for fault in faults] == ["was stopped"]
        assert player.last_choice is None
        assert d4.Position().can_play(player.choose(d4.Position()).column)


def test_a_clock_is_charged_and_an_engine_without_one_never_loses_on_time() -> None:
    class Slow:
        name = "slow"

        def choose(self, position: d4.Position, limits: d4.Limits = IN_TIME) -> d4.Choice:
            threading.Event().wait(0.05)
            return d4.Choice(1)

    clock = Clock(TimeControl(move_s=0.001, margin_s=0.0))
    with pytest.raises(d4.Fault, match=r"took longer than 0.001 s for a move"):
        EnginePlayer(Slow(), clock=clock).choose(d4.Position())
    assert clock.spent_s >= 0.05
    assert EnginePlayer(Slow(), d4.Limits(time_s=0.001)).choose(d4.Position()).column == 1


def test_a_player_says_that_it_cannot_be_copied() -> None:
    with (
        d4.open_player("easy") as player,
        pytest.raises(TypeError, match="cannot be pickled or copied; open another one with 'easy'"),
    ):
        pickle.dumps(player)
