"""The course is true: the solver proves every claim, and no sentence says more than its claims."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import dropfour as d4
from dropfour import Colour, Plan, Position
from dropfour.moves import parse_moves
from dropfour.rules import MAX_CONNECT4, Cell, Rules
from dropfour.scores import winning_stones
from dropfour.study.plan_parts import BrokenPlan, read_rules
from dropfour.threats import completing_lines
from dropfour.words import ENGLISH, words_of
from twins.parity import falls_to
from values import some

Claim = dict[str, Any]
Part = dict[str, Any]

COURSE: list[dict[str, Any]] = words_of(ENGLISH, "course")["lessons"]
PARTS = [
    pytest.param(part, id=f"{lesson['id']}-{number}")
    for lesson in COURSE
    for number, part in enumerate(lesson["parts"], 1)
]
COLOURS = {"red": Colour.RED, "yellow": Colour.YELLOW}


def sentences(part: Part) -> Iterator[tuple[str, list[Claim]]]:
    for each in [*part["text"], *part.get("then", [])]:
        if isinstance(each, str):
            yield each, []
        else:
            yield each["say"], each.get("claims", [])


def play(position: Position, moves: str) -> Position:
    for column in parse_moves(moves):
        position = position.play(column)
    return position


def position_of(part: Part, after: str = "") -> Position:
    if "puzzle" in part:
        return play(d4.puzzles().find(part["puzzle"]).position, after)
    rules = MAX_CONNECT4 if part.get("objective") == "most-lines" else Rules()
    return Position.from_moves(part["moves"] + after, rules)


# --- what the claims mean ---------------------------------------------------------------------------


def results(position: Position) -> dict[int, tuple[str, int | None]]:
    """The result of each column for the side to move, and how many stones the winner still drops."""
    scores = d4.analyse(position).scores
    return {column: result(position, score) for column, score in scores.items()}


def result(position: Position, score: int) -> tuple[str, int | None]:
    word = "draw" if score == 0 else "win" if score > 0 else "loss"
    return word, winning_stones(position, score) if score else None


def winning_now(position: Position) -> list[int]:
    mover = position.to_move
    return [each for each in position.legal_columns if position.play(each).winner is mover]


def safe_columns(position: Position) -> list[int]:
    """The columns after which the opponent cannot win with the next stone."""
    after = {each: position.play(each) for each in position.legal_columns}
    return [each for each, child in after.items() if child.is_over or not winning_now(child)]


def cells(claim: Claim) -> list[Cell]:
    found = claim["cells"] if "cells" in claim else [claim["cell"]]
    return [Cell(column, row) for column, row in found]


def has_result(position: Position, claim: Claim) -> bool:
    """Whether the columns have the result, and with `only`, whether no other column has it."""
    having = [column for column, found in results(position).items() if is_claimed(found, claim)]
    named: list[int] = claim["columns"]
    return having == named if claim.get("only") else set(named) <= set(having)


def is_claimed(found: tuple[str, int | None], claim: Claim) -> bool:
    return found[0] == claim["result"] and claim.get("moves") in (None, found[1])


def position_has_result(position: Position, claim: Claim) -> bool:
    return is_claimed(result(position, some(d4.solve(position).score)), claim)


def direction(line: Sequence[Cell]) -> str:
    first, second, *_ = line
    if first.column == second.column:
        return "upright"
    return "across" if first.row == second.row else "diagonal"


def threatens(position: Position, claim: Claim) -> bool:
    """Whether the empty cell completes a line of the colour, in the direction if there is one."""
    lines = completing_lines(position, COLOURS[claim["colour"]]).get(cells(claim)[0], ())
    wanted = claim.get("direction")
    return any(wanted in (None, direction(line)) for line in lines)


def gains(position: Position, claim: Claim) -> bool:
    lines = completing_lines(position, COLOURS[claim["colour"]])[cells(claim)[0]]
    wanted: int = claim["lines"]
    return len(lines) == wanted


def needs_column(position: Position, claim: Claim) -> bool:
    """Whether every line of the direction has a cell in each of the columns."""
    lines = [line for line in position.rules.lines if direction(line) == claim["direction"]]
    return all({*claim["columns"]} <= {cell.column for cell in line} for line in lines)


def plan_of(part: Part) -> Plan:
    values = part["plan"]
    colour = COLOURS[values["colour"]]
    return Plan(position_of(part), colour, values["promise"], read_rules(values["rules"]))


def plan_is_kept(claim: Claim, part: Part) -> bool:
    """Whether the plan of the part keeps its promise, and with `ending`, how most of its games end."""
    try:
        found = plan_of(part).verify()
    except BrokenPlan:
        return False
    if "ending" not in claim:
        return found.positions > 0
    commonest = found.endings[0]
    return (commonest.kind, commonest.cell) == (claim["ending"], cells(claim)[0])


CHECKS: dict[str, Callable[[Position, Claim], bool]] = {
    "stones": lambda at, claim: set(cells(claim)) <= set(at.stones(COLOURS[claim["colour"]])),
    "empty": lambda at, claim: all(at[cell] is None for cell in cells(claim)),
    "playable": lambda at, claim: list(at.legal_columns) == claim["columns"],
    "wins": lambda at, claim: winning_now(at) == claim["columns"],
    "safe": lambda at, claim: safe_columns(at) == claim["columns"],
    "threat": threatens,
    "gain": gains,
    "falls": lambda at, claim: all(
        falls_to(at, cell) is COLOURS[claim["colour"]] for cell in cells(claim)
    ),
    "lines": lambda at, claim: all(
        at.count_lines(colour) == claim[name] for name, colour in COLOURS.items()
    ),
    "all lines": lambda at, claim: len(at.rules.lines) == claim["count"],
    "through": lambda at, claim: (
        sum(cells(claim)[0] in line for line in at.rules.lines) == claim["count"]
    ),
    "needs": needs_column,
    "result": has_result,
    "position": position_has_result,
}


@pytest.mark.parametrize("part", PARTS)
def test_every_claim_is_proven(part: Part) -> None:
    for text, claims in sentences(part):
        for claim in claims:
            position = position_of(part, claim.get("after", ""))
            assert holds(position, claim, part), f"{text}\n{claim}\n{position}"
    kinds = {claim["kind"] for _, claims in sentences(part) for claim in claims}
    assert ("plan" in part) == ("plan" in kinds)  # which is proven as a claim


def holds(position: Position, claim: Claim, part: Part) -> bool:
    if claim["kind"] == "plan":
        return plan_is_kept(claim, part)
    return CHECKS[claim["kind"]](position, claim)


# --- sentences say no more than their claims --------------------------------------------------------


def named_numbers(text: str, word: str) -> set[int]:
    """The numbers after *word*, such as {2, 5} in `columns 2 and 5`."""
    found = re.findall(rf"\b{word}s? ((?:\d+(?:, | and | or |: )?)+)", text)
    return {int(number) for group in found for number in re.findall(r"\d+", group)}


def claimed(claims: list[Claim]) -> tuple[set[int], set[int]]:
    """The columns and the rows that the claims are about."""
    places = [cell for claim in claims for cell in claim.get("cells", [])]
    places += [claim["cell"] for claim in claims if "cell" in claim]
    columns = {column for claim in claims for column in claim.get("columns", [])}
    columns |= {column for claim in claims for column in parse_moves(claim.get("after", ""))}
    return columns | {column for column, _ in places}, {row for _, row in places}


@pytest.mark.parametrize("part", PARTS)
def test_no_sentence_says_more_than_its_claims(part: Part) -> None:
    for text, claims in sentences(part):
        columns, rows = claimed(claims)
        safe = {column for claim in claims if claim["kind"] == "safe" for column in range(1, 8)}
        assert named_numbers(text, "column") <= columns | safe, text
        assert named_numbers(text, "row") <= rows, text
        moves = {int(number) for number in re.findall(r"in (\d+) moves", text)}
        assert moves <= {claim.get("moves") for claim in claims}, text
        acts = re.search(
            r"\b(red|yellow)\b.*\b(wins?|los\w+|draws?|threat\w*|must|can|has|have)\b", text, re.I
        )
        assert claims or not acts, text
        assert claims or not re.search(r"\b(here|this one)\b", text, re.I), text
    # A part about diagonals has one.
    said = list(sentences(part))
    directions = [claim.get("direction") for _, claims in said for claim in claims]
    is_told = any(re.search(r"\bdiagonals?\b", text) for text, _ in said)
    assert "diagonal" in directions or not is_told


# --- tasks --------------------------------------------------------------------------------------------


def right_columns(position: Position, task: dict[str, Any]) -> list[int]:
    """The columns that achieve the goal of a task."""
    if task["goal"] == "stop":
        return safe_columns(position)
    found = results(position)
    if task["goal"] == "draw":
        assert any(word == "draw" or word == "win" for word, _ in found.values())
        return [column for column, (word, _) in found.items() if word != "loss"]
    wins = {column: stones for column, (word, stones) in found.items() if word == "win"}
    if now := winning_now(position):
        return now  # whoever can complete a line has to
    if "moves" not in task:
        return list(wins)
    return [column for column, stones in wins.items() if stones == task["moves"]]


@pytest.mark.parametrize("part", PARTS)
def test_the_right_moves_of_every_task_are_the_only_ones(part: Part) -> None:
    task = part.get("task")
    if task is None:
        assert "puzzle" in part or part["text"]
        return
    assert task["say"].endswith(".")
    position = position_of(part)
    right = right_columns(position, task)
    assert right
    assert len(right) < len(position.legal_columns), "every column is right"
    if "moves" in task:
        wins = [stones for word, stones in results(position).values() if word == "win"]
        assert min(stones for stones in wins if stones) == task["moves"]
    moves = dict(task)
    for index, column in enumerate(parse_moves(task.get("solution", ""))):
        if index % 2 == 0:
            assert right_columns(position, moves) == [column], f"{position}"
        else:
            scores = d4.analyse(position).scores
            assert scores[column] == max(scores.values())
            if "moves" in moves:
                moves["moves"] -= 1
        position = position.play(column)


FIELDS = {"links", "moves", "objective", "lit", "text", "task", "then", "puzzle", "plan"}


def test_the_course_has_eleven_lessons_with_puzzles_or_tasks_and_takeaways() -> None:
    assert len(COURSE) == 11
    views = {"openings", "trainer", "puzzles", "learn", "solution"}
    ids = [lesson["id"] for lesson in COURSE]
    assert len(set(ids)) == len(ids)
    for lesson in COURSE:
        assert re.fullmatch(r"[a-z0-9-]{3,40}", lesson["id"])
        assert sum("task" in part or "puzzle" in part for part in lesson["parts"]) >= 3
        assert lesson["takeaway"].endswith((".", "?"))
        assert not re.search(r"\b(red|yellow|here)\b|\d", lesson["takeaway"], re.I)
        for part in lesson["parts"]:
            assert {link["place"] for link in part.get("links", ())} <= views
            assert set(part) <= FIELDS


def test_the_documentation_lists_the_lessons() -> None:
    text = (Path(__file__).parents[4] / "docs" / "course.md").read_text(encoding="utf-8")
    for number, lesson in enumerate(COURSE, 1):
        address = f"play/index.html?view=learn&id={lesson['id']}"
        place = f'<a href="{address}">{lesson["title"]}</a>'
        parts = len(lesson["parts"])
        assert f"| {number} | {place} | {lesson['summary']} | {parts} |" in text
    for kind in (*CHECKS, "plan"):
        assert f"`{kind}`" in text
