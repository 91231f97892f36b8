"""`python proof/certificate.py FILE NAME` prints a solution as a definition for Rocq.

FILE is a solution in the format of docs/solution.md that begins with the empty board, and NAME says for
whom and on which board, such as red_7x6. What is not one is refused by the reader of
examples/check_solution.py: a position that is listed twice, for instance.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "examples"))
from check_solution import Broken, Checker  # type: ignore[import-not-found]

RULE = {"take": "Take", "pair": "Pair", "answer": "Answer", "otherwise": "Otherwise"}


def rule(text: str) -> str:
    kind, *rest = text.replace(".", "").split()
    if kind == "pair":
        return f"Pair {rest[0]} {rest[1]}"
    return f"{RULE[kind]} [{'; '.join(rest)}]"


def certificate(text: str, name: str) -> str:
    try:
        read = Checker(text)
    except (Broken, IndexError) as error:
        raise ValueError(f"this is not a solution: {error}") from None
    side = "red" if read.is_red else "yellow"
    if read.start or any(read.base) or name != f"{side}_{read.width}x{read.height}":
        raise ValueError(f"this is not a solution of the game for {name}")
    plans = re.findall(r"^plan \d+ (.+)$", text, re.MULTILINE)
    positions = re.findall(r"^position (\S+) (play|plan|follow) (\d+)$", text, re.MULTILINE)
    rules = ["[" + "; ".join(rule(part) for part in plan.split("; ")) + "]" for plan in plans]
    answers = [
        f"([{'; '.join(moves.strip('-'))}], "
        + f"{what.capitalize()} {int(number) - (what != 'play')})"
        for moves, what, number in positions
    ]
    return "\n".join(
        [
            "From Coq Require Import List Uint63.",
            "From Dropfour Require Import Solution.",
            "Import ListNotations.",
            "",
            f"Definition {name} : solution := {{|",
            "  plans := [",
            ";\n".join(rules),
            "  ]%uint63;",
            "  positions := [",
            ";\n".join(answers),
            "  ]%uint63 |}.",
        ]
    )


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(certificate(file.read(), sys.argv[2]))
