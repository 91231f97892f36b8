"""Players that the tests write to files: working ones of every kind, and faulty ones."""

import sys
from pathlib import Path
from textwrap import dedent

CHOOSER = """
import random

def choose(position):
    print("thinking aloud")
    return random.choice(position.legal_columns)
"""

SLOW = """
import random, time

def choose(position):
    time.sleep(0.04)
    return random.choice(position.legal_columns)
"""

EVALUATION = """
def evaluate(position) -> float:
    mine = position.stones(position.to_move)
    theirs = position.stones(position.to_move.opponent)
    middle = (position.rules.columns + 1) / 2
    return sum(abs(c.column - middle) for c in theirs) - sum(abs(c.column - middle) for c in mine)
"""

KAGGLE = """
import random

def helper(observation):
    return observation["board"]

def agent(observation, configuration):
    assert observation.mark in (1, 2) and configuration["inarow"] == 4
    assert len(observation.board) == configuration.columns * configuration.rows
    free = [c for c in range(configuration.columns) if helper(observation)[c] == 0]
    return random.choice(free)
"""

PROGRAM = """
import random, sys

source, target, depth = sys.argv[1:]
lines = open(source).read().split()
rows, turn = [list(line) for line in lines[:-1]], lines[-1]
free = [c for c in range(len(rows[0])) if rows[0][c] == "0"]
column = random.Random("".join(lines)).choice(free)
row = max(r for r in range(len(rows)) if rows[r][column] == "0")
rows[row][column] = turn
with open(target, "w") as stream:
    for line in rows:
        stream.write("".join(line) + "\\n")
    stream.write(("2" if turn == "1" else "1") + "\\n")
"""

# The engine that the guide to the protocol shows.
PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
PROTOCOL = (
    PAGE.read_text("utf-8").split("## A complete engine")[1].split("```text\n")[1].split("```")[0]
)

# A spec of each kind of player, and the source of the file that it names.
KINDS = {
    "engine": ("random", ""),
    "engine with options": ("alphabeta:lines,depth=2", ""),
    "file": ("mine.py", CHOOSER),
    "function of a file": ("mine.py:choose", CHOOSER),
    "function of a module": ("mine:choose", CHOOSER),
    "evaluation": ("mine.py,depth=1", EVALUATION),
    "Kaggle agent": ("mine.py", KAGGLE),
    "one-move program": ("program", PROGRAM),
    "protocol program": ("engine", PROTOCOL),
}


def write_kind(kind: str, directory: Path) -> str:
    """Write the file of a kind of player to *directory*, and return a spec that is valid there."""
    text, source = KINDS[kind]
    path = write_player(directory, "mine.py", source)
    return {"program": program(path), "engine": external(path)}.get(text, text)


def write_player(directory: Path, name: str, text: str) -> Path:
    path = directory / name
    path.write_text(dedent(text), encoding="utf-8")
    return path


def program(path: Path) -> str:
    return f"program:{sys.executable} {path}"


def external(path: Path) -> str:
    return f"engine:{sys.executable} {path}"
