"""The programs for graphics cards, on the host, and the second proof of Max-Connect4."""

import subprocess
from pathlib import Path

import pytest

from compilation import compiled
from dropfour import Objective, Position, Rules, Solver

LAB = Path(__file__).parents[1]


@pytest.mark.long
def test_the_checks_of_lanes_and_proof_trees_find_no_mismatch() -> None:
    program = compiled(LAB / "cards" / "checks.cpp")
    ran = subprocess.run([program, "10"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert ran.stdout.count("0 failures") == 2


def test_the_second_proof_of_max_connect4_agrees_with_the_solver() -> None:
    program = compiled(LAB / "second_proof" / "most_lines.cpp")
    for size, threads in (("1x1", 1), ("4x4", 1), ("5x4", 2), ("6x4", 1), ("4x5", 1), ("5x5", 2)):
        columns, rows = map(int, size.split("x"))
        rules = Rules(columns, rows, objective=Objective.MOST_LINES)
        proven = subprocess.run(
            [program, size, str(threads), "16"], capture_output=True, text=True, check=True
        )
        score = Solver(rules, table_mib=4, book=False).solve(Position(rules)).score
        assert proven.stdout.splitlines()[-1] == f"value {score}", proven.stdout
    for arguments in ([], ["7"], ["9x6"], ["0x4"], ["7x6x"], ["4x4", "0"], ["4x4", "1", "0"]):
        refused = subprocess.run([program, *arguments], capture_output=True, text=True)
        assert refused.returncode == 2
        assert refused.stderr.startswith("usage: prove_most_lines COLUMNSxROWS")
