"""The core in the browser: it gives the answers of Python, and its files are those that it expects."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.why import load
from cases import cases
from dropfour import Game, Limits, Objective, Position, Rules, Solver, explain, review
from dropfour.book.reader import shipped_book, shipped_path
from dropfour.engines import registry
from dropfour.moves import format_moves
from dropfour.notation import parse_position, position_string
from dropfour.web.page.files import STATIC, page_files
from web.node import run_node

WASM = STATIC / "core" / "dropfour.wasm"
THREADED = STATIC / "core" / "dropfour-threads.wasm"
FOREVER = Limits(time_s=1_000_000)
EXPLAINED = Limits(nodes=20_000)  # as in core.mjs

LARGE_BOARDS: list[str] = cases(__file__, "large boards")
SPECS: list[str] = cases(__file__, "specs")
VALUES: dict[str, Any] = cases(__file__, "values")
EXACT_SPECS = ["exact", "exact:seed={seed}", "perfect:seed={seed}"]


@dataclass(frozen=True)
class Play:
    """A game between two engines, and from which ply on its positions are solved."""

    start: Position
    specs: tuple[str, str]
    solved_from: int
    reviewed: bool
    random_plies: int = field(default=2, repr=False)

    @classmethod
    def of(cls, number: int) -> Play:
        chance = Random(number)
        rules, solved_from, specs = Rules(), 24, SPECS
        if number % 4 == 1:
            board, solved_from = chance.choice(cases(__file__, "small boards"))
            rules = parse_position(board).rules
            specs = [*SPECS, *EXACT_SPECS]
        elif number % 4 == 3:
            rules, solved_from = parse_position(chance.choice(LARGE_BOARDS)).rules, 1000
            specs = SPECS[:3] + SPECS[9:15]  # quick ones
        first, second = (chance.choice(specs).format(seed=chance.randrange(100)) for _ in "12")
        return cls(Position(rules), (first, second), solved_from, number % 4 == 1)

    def positions(self) -> list[Position]:
        """Play the game; the first moves are random, so that no two games are alike."""
        chance = Random(str(self))
        positions = [self.start]
        engines = [registry.engine(spec) for spec in self.specs]
        while not positions[-1].is_over:
            position, ply = positions[-1], len(positions) - 1
            if ply < self.random_plies:
                column = chance.choice(position.legal_columns)
            else:
                column = engines[ply % 2].choose(position, FOREVER).column
            positions.append(position.play(column))
        return positions

    def expected(self, positions: list[Position]) -> dict[str, Any]:
        """What Python finds in the positions of the game."""
        solver = Solver(self.start.rules, table_mib=16)
        looks = [
            _look(position, self.specs[ply % 2], solver if ply >= self.solved_from else None)
            for ply, position in enumerate(positions)
        ]
        game = Game.from_moves(format_moves(self._moves(positions)), self.start)
        if not self.reviewed:
            return {"looks": looks, "review": [], "story": None}
        found = review(game, limits=FOREVER, plans=False)
        told = [move.to_dict() for move in found.moves]
        return {"looks": looks, "review": told, "story": found.story().to_dict()}

    def order(self, positions: list[Position]) -> str:
        book = shipped_path(self.start.rules)
        return json.dumps(
            {
                "start": position_string(self.start),
                "book": None if book is None else str(book),
                "moves": self._moves(positions),
                "specs": self.specs,
                "solved_from": self.solved_from,
                "reviewed": self.reviewed,
            }
        )

    @staticmethod
    def _moves(positions: list[Position]) -> list[int]:
        return [position.last_cell.column for position in positions if position.last_cell]


def _look(position: Position, spec: str, solver: Solver | None) -> dict[str, Any]:
    book = shipped_book(position.rules)
    answer = explain(position, limits=EXPLAINED)
    colour, rest = answer.colour and str(answer.colour), (list(answer.reasons), list(answer.line))
    size = position.rules.columns * (position.rules.rows + 1)
    found: dict[str, Any] = {
        "facts": answer.to_dict()["facts"],
        "explanation": colour if size > 64 else [answer.kind, colour, answer.headline, *rest],
        "book": None if book is None else book.lookup(position),
    }
    if position.is_over:
        return found
    found["choice"] = registry.engine(spec).choose(position, FOREVER).to_dict()
    del found["choice"]["time_s"]
    if solver is not None:
        analysis = solver.analyse(position).to_dict()
        names = ("score", "columns", "exact", "best", "variation")
        found["analysis"] = {name: analysis[name] for name in names}
    return found


def in_node(orders: list[str]) -> list[dict[str, Any]]:
    """Return what the browser's core finds in the same games."""
    script = Path(__file__).parents[2] / "core.mjs"
    said = run_node(script, text="\n".join(orders))
    return [json.loads(row) for row in said.splitlines()]


def compare(numbers: range) -> None:
    plays = [Play.of(number) for number in numbers]
    games = [play.positions() for play in plays]
    orders = [play.order(positions) for play, positions in zip(plays, games, strict=True)]
    for play, positions, found in zip(plays, games, in_node(orders), strict=True):
        expected = play.expected(positions)
        for position, here, there in zip(positions, expected["looks"], found["looks"], strict=True):
            assert without_effort(there) == without_effort(here), f"{play}\n{position}"
        assert found["review"] == expected["review"], play
        assert found["story"] == expected["story"], play


def without_effort(look: dict[str, Any]) -> dict[str, Any]:
    """Without the nodes of exact proofs: how many they take depends on the table."""
    choice = look.get("choice")
    if choice and choice["score"] and choice["score"]["exact"] and choice["depth"] is None:
        return {**look, "choice": {**choice, "nodes": 0}}
    return look


def test_the_core_finds_the_moves_scores_and_facts_of_python() -> None:
    compare(range(6))


def test_the_page_answers_why_as_python_does() -> None:
    starts = [
        Position.parse(Position.from_moves(moves).text)
        for moves in [*load()[::3], "455233371125", "43766563"]
    ]
    spec = "random:seed=1"
    plays = [Play(start, (spec, spec), solved_from=1000, reviewed=False) for start in starts]
    found = in_node([play.order([play.start]) for play in plays])
    told = [each["looks"][0]["explanation"] for each in found]
    assert told == [_look(start, spec, None)["explanation"] for start in starts]
    assert len({kind for kind, *_ in told}) >= 4


def test_perfect_play_of_max_connect4_follows_the_same_book() -> None:
    start = Position(Rules(objective=Objective.MOST_LINES))
    book = shipped_book(start.rules)
    assert book is not None
    pairs = ("perfect:seed=1", "4:seed=2"), ("5:seed=3", "perfect:seed=4")
    for perfect, specs in enumerate(pairs):
        play = Play(start, specs, solved_from=1000, reviewed=False, random_plies=0)
        # Without a preference for the book's own moves a player soon leaves it.
        positions = play.positions()[: book.contents.depth]
        assert all(book.lookup(position) is not None for position in positions)
        looks = in_node([play.order(positions)])[0]["looks"]
        for ply in range(perfect, len(positions), 2):
            choice = registry.engine(specs[perfect]).choose(positions[ply], FOREVER)
            assert looks[ply]["book"] == book.lookup(positions[ply])
            assert looks[ply]["choice"]["column"] == choice.column, positions[ply]


def choices_in_node(position: Position, specs: list[str]) -> Any:
    """Return what each engine chooses in the browser's core, or its message."""
    order = {"start": position_string(position), "choices": specs}
    return in_node([json.dumps(order)])[0]


def test_every_engine_in_the_list_plays_in_the_browser() -> None:
    """Each engine that the static site offers, in all its options, makes the move of Python."""
    listed = json.loads(page_files()["core/engines.json"])
    specs = [f"{name}seed=18446744073709551615" for name in ("random:", "3:", "mcts:playouts=50,")]
    for each in (*listed["levels"], *listed["engines"]):
        named = [f"{option['name']}={VALUES[option['name']]}" for option in each["options"]]
        specs.append(f"{each['name']}:{','.join(named)}")
    assert len(specs) > len(VALUES) + 20
    position = Position.from_moves("121", Rules(4, 4))
    for spec, choice in zip(specs, choices_in_node(position, specs), strict=True):
        expected = registry.engine(spec).choose(position, FOREVER).to_dict()
        for answer in (choice, expected):
            del answer["time_s"], answer["nodes"]
        assert choice == expected, spec


def test_specs_are_refused_with_the_words_of_python() -> None:
    specs = ["x", "lines:depht=3", "mcts:seed=-1", f"random:seed={1 << 64}", "averaging:depth=0"]
    found = choices_in_node(Position(), specs)
    for spec, answer in zip(specs[1:], found[1:], strict=True):
        with pytest.raises(ValueError, match=f"^{re.escape(answer)}$"):
            registry.engine(spec)
    assert found[0].startswith("there is no engine 'x'; there are: alphabeta, minimax")


@pytest.mark.long
@pytest.mark.parametrize("first", range(12, 1000, 38))
def test_a_thousand_games_are_the_same_in_the_browser(first: int) -> None:
    compare(range(first, min(1000, first + 38)))


@pytest.mark.parametrize("core", [WASM, THREADED], ids=["alone", "with threads"])
def test_the_core_is_small(core: Path) -> None:
    assert len(gzip.compress(core.read_bytes(), 9)) < 320_000


def test_the_page_knows_the_books_that_the_server_sends() -> None:
    text = (STATIC / "js" / "core" / "books.js").read_text(encoding="utf-8")
    files = page_files()
    told = re.findall(r"file: '(.*)',\n  bytes: ([\d_]+),\n  sha256: '(.*)'", text)
    sizes = ("7x6-small", "7x6", "7x6-most-lines-small")
    assert [name for name, _, _ in told] == [f"{each}.book" for each in sizes]
    for name, size, digest in told:
        body = files[f"book/{name}"]
        assert len(body) == int(size)
        assert hashlib.sha256(body).hexdigest() == digest
    assert all(len(files[f"book/{name}"]) < 1_000_000 for name, _, _ in told if "small" in name)


@pytest.mark.long
@pytest.mark.parametrize("core", [WASM, THREADED], ids=["alone", "with threads"])
def test_the_core_that_is_checked_in_comes_from_these_sources(core: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("no ziglang, so that the browser's core is not built again: make wasm")
    root = STATIC.parents[3]
    makefile = (root / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    flags = dict(re.findall(r"^(WASM\w*) := (.*)$", makefile, re.MULTILINE))
    words = flags["WASM"].split() + (flags["WASM_THREADS"].split() if core == THREADED else [])
    built, optimised = tmp_path / "built.wasm", tmp_path / core.name
    subprocess.run([sys.executable, *words, "-o", str(built)], cwd=root, check=True)
    words = [*flags["WASM_OPT"].split(), str(built), "-o", str(optimised)]
    subprocess.run(["node", *words], cwd=root, check=True)
    assert optimised.read_bytes() == core.read_bytes()
