"""The tools for agents, by the client of the package ``mcp``; docs/agents.md has another session."""

import asyncio
import sys
from typing import Any

import pytest

from cases import cases
from dropfour import Rules, puzzles, solve
from dropfour.moves import format_moves

pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from dropfour.mcp.server import server

Call = tuple[str, dict[str, Any]]
PROGRAM = StdioServerParameters(command=sys.executable, args=["-m", "dropfour", "mcp"])


def answers_to(*calls: Call, by_program: bool = False) -> list[Any]:
    """Return what the tools answer in one session, in this process or by the program; a refusal as its
    text."""

    async def session() -> list[Any]:
        where = stdio_client(PROGRAM, errlog=sys.__stderr__ or sys.stderr) if by_program else server
        async with Client(where) as client:
            results = [await client.call_tool(name, values) for name, values in calls]
            return [
                result.content[0].text if result.is_error else result.structured_content  # type: ignore[union-attr]
                for result in results
            ]

    return asyncio.run(session())


def test_positions_are_analysed_explained_and_drawn() -> None:
    found, facts, plan, review, text, picture = answers_to(
        ("analyse", {"moves": "4455"}),
        ("explain", {"moves": "44556"}),
        ("plan", {"moves": "4122264123"}),
        ("review", {"moves": "4455336"}),
        ("draw", {"moves": "447"}),
        ("draw", {"moves": "447", "format": "svg"}),
    )
    assert found["scores"]["3"] == solve("4455").score
    assert found["best"] == [3, 6]
    assert found["exact"] is True
    assert found["text"] == "Exact: red wins in 2 moves; best: column 3 or 6."
    assert facts["facts"][0]["columns"] == [3, 7]
    assert "yellow can block only one" in facts["text"]
    assert (plan["result"], plan["exact"]) == ("red wins", True)
    assert len(plan["sentences"]) > 1
    assert all(sentence in plan["text"] for sentence in plan["sentences"])
    assert [(move["ply"], move["best"]) for move in review["mistakes"]] == [(3, [4]), (4, [3, 6])]
    assert "| . . . x . .(x)|" in text["text"]
    assert picture["svg"].startswith("<svg")
    assert "yellow to move" in picture["text"]


def test_what_is_not_proven_is_called_an_estimate() -> None:
    big = {"moves": "", "board": "12x10", "time_s": 0.2}
    found, facts, none = answers_to(("analyse", big), ("explain", big), ("plan", big))
    assert found["exact"] is facts["exact"] is False
    assert "Not proven within 0.2 s" in found["text"]
    assert "Estimate: alpha-beta plays column" in found["text"]
    assert "It is not proven yet who wins: by an estimate" in facts["text"]
    assert len(found["scores"]["1"]) == 2
    assert none == {"text": "No plan was found within 0.2 s; there may be one.", "found": False}


def test_boards_have_a_size_a_line_and_an_objective() -> None:
    small, points = answers_to(
        ("draw", {"moves": "1", "board": "5x4.3"}),
        ("analyse", {"moves": "11112222333344445555666677", "board": "7x4.4.most-lines"}),
    )
    assert small["text"].count(".") == 19
    assert set(points["scores"]) == {"7"}
    assert (
        points["scores"]["7"]
        == solve("11112222333344445555666677", Rules(7, 4, objective="most-lines")).score
    )


def test_a_game_is_played_against_a_level() -> None:
    first, last, other = answers_to(
        ("play", {"moves": "", "level": "easy", "board": "5x4"}),
        ("play", {"moves": "121212", "column": 1, "level": "perfect"}),
        ("play", {"moves": "4455", "column": 3, "level": "perfect"}),
    )
    assert first["moves"] == str(first["reply"])
    assert first["columns"] == [1, 2, 3, 4, 5]
    assert (last["over"], last["result"], last["reply"]) == (True, "red wins", None)
    assert other["moves"].startswith("44553")
    assert len(other["moves"]) == 6


def test_a_puzzle_is_set_and_solved() -> None:
    puzzle = puzzles()[0]
    right = format_moves(puzzle.solution[::2])
    wrong = next(str(column) for column in puzzle.position.legal_columns if str(column) != right[0])
    today, asked, solved, refuted = answers_to(
        ("puzzle", {}),
        ("puzzle", {"id": puzzle.id}),
        ("solve_puzzle", {"id": puzzle.id, "columns": right}),
        ("solve_puzzle", {"id": puzzle.id, "columns": wrong}),
    )
    assert puzzles().find(today["id"]).task in today["text"]
    assert "solution" not in asked
    assert (solved["solved"], solved["right"]) == (True, True)
    assert (refuted["solved"], refuted["right"]) == (False, False)


def test_what_cannot_be_done_is_refused_with_a_sentence() -> None:
    refused = cases(__file__, "refused")
    answers = answers_to(*((name, values) for name, values, _ in refused), by_program=True)
    for (_, _, sentence), answer in zip(refused, answers, strict=True):
        assert isinstance(answer, str)
        assert sentence in answer
        assert "Traceback" not in answer
