import sys
from pathlib import Path

import pytest

from cases import cases
from dropfour import Limits, Objective, Rules, engine
from dropfour.players.compliance import ProtocolCheck, check_protocol
from dropfour.players.protocol import GameMessage, GoMessage, position_message
from dropfour.players.responder import respond
from sample_players import PROTOCOL, write_player


def answers_to(*messages: str, spec: str = "alphabeta:lines,depth=3") -> list[str]:
    answers: list[str] = []
    respond(spec, lambda seed: engine(spec, seed), messages, answers.append)
    return answers


def test_a_conversation_follows_the_protocol() -> None:
    sent = ("dropfour 1", "game 7x6 4 first-line", "", "position 112233", "go", "quit", "go")
    answers = answers_to(*sent)
    assert answers[:3] == ["name alphabeta:lines,depth=3", "ready", "ready"]
    assert answers[3].startswith("info depth ")
    assert answers[4:] == ["move 4"]


def test_a_seed_makes_random_play_repeatable() -> None:
    def moves(seed: int) -> list[str]:
        asked = [f"game 20x20 4 first-line seed {seed}"]
        asked += [word for moves in ("", "12", "1234") for word in (f"position {moves}", "go")]
        return answers_to(*asked, spec="random")

    assert moves(1) == moves(1) != moves(2)


@pytest.mark.parametrize(("messages", "error"), cases(__file__, "messages"))
def test_an_invalid_message_is_answered_by_one_error(messages: list[str], error: str) -> None:
    answers = [answer for answer in answers_to(*messages) if answer != "ready"]
    assert len(answers) == 1
    assert answers[0].startswith("error ")
    assert error in answers[0]
    # The conversation can continue.
    assert answers_to(*messages, "game 7x6 4 first-line", "position 112233", "go")[-1] == "move 4"


def test_messages_are_parsed_as_they_are_written() -> None:
    game = GameMessage(Rules(9, 7, 5, Objective.MOST_LINES), 12)
    assert str(game) == "game 9x7 5 most-lines seed 12"
    assert GameMessage.parse(str(game).split()[1:]) == game
    go = GoMessage(Limits(time_s=0.25, nodes=1000, depth=7), left_s=12.5)
    assert str(go) == "go time 0.25 left 12.5 depth 7 nodes 1000"
    assert GoMessage.parse(str(go).split()[1:]) == go
    assert GoMessage.parse(["colour", "blue"]) == GoMessage(Limits())  # as a later version may send
    assert position_message(()) == "position"
    assert position_message((4, 10)) == "position 4a"


def checks(text: str, directory: Path) -> list[ProtocolCheck]:
    path = write_player(directory, "engine.py", text)
    return list(check_protocol((sys.executable, str(path))))


@pytest.mark.parametrize("more", ["", "author the tests\\n"])
def test_an_engine_of_a_few_lines_complies(more: str, tmp_path: Path) -> None:
    text = PROTOCOL.replace("1.0\\n", f"1.0\\n{more}").replace('"move"', '"info x\\nmove"')
    found = checks(text, tmp_path)
    assert [check.fault for check in found] == [None] * 12
    assert found[0].remark == "leftmost 1.0"


@pytest.mark.parametrize(("old", "new", "fault"), cases(__file__, "faults"))
def test_a_fault_ends_the_check(old: str, new: str, fault: str, tmp_path: Path) -> None:
    assert old in PROTOCOL
    *passed, failed = checks(PROTOCOL.replace(old, new), tmp_path)
    assert all(check.is_passed for check in passed)
    assert fault in (failed.fault or "")


def test_a_board_may_be_refused(tmp_path: Path) -> None:
    new = '        if words[0] != "7x6": print("error 7x6 only", flush=True); continue\n'
    text = PROTOCOL.replace("        columns, rows = map", f"{new}        columns, rows = map")
    found = checks(text, tmp_path)
    assert all(check.is_passed for check in found)
    assert [check.remark for check in found].count("refused") == 2


def test_a_command_that_cannot_be_started_fails() -> None:
    (check,) = check_protocol(("/no/such/program",))
    assert "cannot start /no/such/program" in (check.fault or "")
