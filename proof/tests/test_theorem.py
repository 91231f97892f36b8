"""The theorem in proof/: it has no gaps, and it is proven from the solution that is shipped."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import dropfour as d4
from dropfour.native import count_sequences
from dropfour.position import Position
from study.solution_samples import SMALL, TAMPERED, VALID

ROOT = Path(__file__).parents[2]
PROOF = ROOT / "proof"
SOLUTION = ROOT / "src/dropfour/study/solutions/data/7x6.solution"
FORBIDDEN = (
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|native_compute|bypass_check"
    r"|(Set|Unset) (\w+ )*(Checking|Positivity|Impredicative)|type-in-type|Primitive|Declare ML)\b"
)


def test_nothing_is_assumed_without_proof() -> None:
    files = sorted(path for path in PROOF.glob("*.v") if not path.name.startswith("Certificate"))
    assert {path.name for path in files} >= {"Game.v", "Bitboard.v", "Checker.v", "Theorem.v"}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search(FORBIDDEN, text), path.name
        # Outside a section, these would be axioms.
        top = re.sub(r"^Section (\w+)\.$.*?^End \1\.$", "", text, flags=re.DOTALL | re.MULTILINE)
        assert not re.search(r"^\s*(Variables?|Hypothes[ei]s|Context)\b", top, re.MULTILINE)
        assert max(map(len, text.splitlines())) <= 100, path.name


def test_the_documentation_quotes_the_proof() -> None:
    page = (ROOT / "docs/theorem.md").read_text(encoding="utf-8")
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(PROOF.glob("*.v")))
    quotes = re.findall(r"^```coq\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert quotes
    for quote in quotes:
        assert quote in text


def test_the_certificate_is_the_solution() -> None:
    from proof.certificate import certificate

    text = certificate(SOLUTION.read_text(encoding="utf-8"), "red_7x6")
    solution = d4.solution()
    plans, positions = text.split("  positions := [\n")
    decoded = [decode(line) for line in plans.splitlines() if line.startswith("[")]
    assert decoded == [
        [
            (rule.kind, *((c.column * 10 + c.row) for c in rule.cells), *rule.columns)
            for rule in rules
        ]
        for rules in solution.plans
    ]
    found = re.findall(r"^\(\[([\d; ]*)\], (Play|Plan|Follow) (\d+)\)", positions, re.MULTILINE)
    answers = [
        (moves.replace("; ", ""), int(n) if what == "Play" else int(n) + 1, what)
        for moves, what, n in found
    ]
    assert answers == [
        (
            entry.moves,
            entry.column or entry.plan,
            "Play" if entry.column else "Follow" if entry.until_listed else "Plan",
        )
        for entry in solution.entries
    ]


def decode(plan: str) -> list[tuple[object, ...]]:
    """Read a plan such as ``[Take [23; 26]; Pair 11 12];`` back."""
    rules = re.findall(r"(Take|Pair|Answer|Otherwise) (\[[\d; ]*\]|\d+ \d+)", plan)
    return [(kind.lower(), *map(int, re.findall(r"\d+", numbers))) for kind, numbers in rules]


# --- With Rocq ---


def theorem(folder: Path, solution: str) -> subprocess.CompletedProcess[str]:
    """Prove the theorem from the text of a solution in a copy of proof/."""
    shutil.copytree(PROOF, folder, ignore=shutil.ignore_patterns("Certificate.v*", ".*"))
    shutil.copytree(ROOT / "examples", folder.parent / "examples")
    (folder / "given.solution").write_text(solution, encoding="utf-8")
    return subprocess.run(
        ["make", "-C", folder, "SOLUTION=given.solution", f"SMALLER={ROOT}/docs/static"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture(scope="module")
def proven() -> str:
    """What `make theorem` prints, once the theorem was checked."""
    if not shutil.which("coqc") and os.name != "posix":
        pytest.skip("Rocq is installed on Debian only")
    made = subprocess.run(["make", "theorem"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if "Rocq is not installed" in made.stdout and "CI" not in os.environ:
        pytest.skip("Rocq is not installed")
    assert made.returncode == 0
    return made.stdout


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_theorem_assumes_what_the_standard_library_says_of_integers_and_arrays(
    proven: str,
) -> None:
    assert "first_player_wins\n     : red_wins empty\n" in proven
    where = subprocess.run(["coqc", "-where"], stdout=subprocess.PIPE, text=True).stdout.strip()
    library = ""
    for name in ("Numbers/Cyclic/Int63/PrimInt63", "Numbers/Cyclic/Int63/Uint63", "Array/PArray"):
        library += Path(where, "theories", f"{name}.v").read_text(encoding="utf-8")
    known = set(re.findall(r"^\s*(?:Axiom|Primitive) (\w+)", library, re.MULTILINE))
    assumed = re.findall(r"^(?:\w+\.)*(\w+)(?: :|$)", proven.split("Axioms:\n")[1], re.MULTILINE)
    assert "add_spec" in assumed
    assert set(assumed) <= known


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("proven")
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("position 44 play 4", "position 44 play 1"),
        ("plan 4 take 2.3; answer 1 3 4 5 6 7; otherwise", "plan 4 answer 1 3 4 5 6 7; otherwise"),
        ("position 4151 plan 1\n", ""),
    ],
    ids=["column", "rule", "position"],
)
def test_a_tampered_solution_proves_nothing(tmp_path: Path, right: str, wrong: str) -> None:
    text = SOLUTION.read_text(encoding="utf-8")
    assert text.count(right) == 1
    made = theorem(tmp_path / "proof", text.replace(right, wrong))
    assert made.returncode != 0
    assert "Theorem.v" in made.stdout
    assert "Axioms:" not in made.stdout


# --- The files that all checkers run on ---

CHECK = """
From Coq Require Import List Uint63.
From Dropfour Require Import Bitboard Checker Solution Given.
Import ListNotations.
Local Open Scope uint63_scope.
Definition size : size.
Proof.
  refine {{| rows := {rows}; width := {width}; bottom := {bottom}; columns := [{columns}] |}};
    abstract (repeat constructor || now vm_compute).
Defined.
Eval vm_compute in
  check_replies size memory (propose size (table size {name})) {must_win} Listed 0 0.
"""


@pytest.fixture(scope="module")
def compiled(proven: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of proof/ after the theorem was checked."""
    assert proven
    folder = tmp_path_factory.mktemp("rocq") / "proof"
    shutil.copytree(PROOF, folder)
    return folder


def accepts(folder: Path, text: str, width: int, rows: int) -> bool:
    """Whether Rocq follows yellow's solution of a board against every reply, to the end."""
    from proof.certificate import certificate

    name = f"yellow_{width}x{rows}"
    try:
        given = certificate(text, name)
    except ValueError:
        return False
    check = CHECK.format(
        name=name,
        width=width,
        rows=rows,
        bottom=sum(1 << 7 * column for column in range(width)),
        columns="; ".join(str((1 << rows) - 1 << 7 * column) for column in range(7)),
        must_win=str("\npromise yellow wins\n" in text).lower(),
    )
    for file, content in (("Given.v", given), ("Check.v", check)):
        (folder / file).write_text(content, encoding="utf-8")
        command = ["coqc", "-q", "-Q", ".", "Dropfour", file]
        made = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    assert re.search(r"= (true|false)", made.stdout)
    return "= true" in made.stdout


def test_what_is_not_a_solution_of_the_board_has_no_certificate() -> None:
    from proof.certificate import certificate

    assert certificate(SMALL, "yellow_5x5")
    for text, name in (
        (SMALL, "red_5x5"),
        (SMALL, "yellow_5x6"),
        (SMALL + "position 2 play 2\n", "yellow_5x5"),
        (SMALL.replace("start -", "start 12"), "yellow_5x5"),
    ):
        with pytest.raises(ValueError, match="this is not a solution"):
            certificate(text, name)


GAMES = """
From Coq Require Import List Uint63.
From Dropfour Require Import Bitboard Boards Solution.
Import ListNotations.
Local Open Scope uint63_scope.
Fixpoint games (plies : nat) (mine theirs : int) : int :=
  match plies with
  | O => 1
  | S plies => fold_left (fun sum c =>
      let cell := landings size_7x6 mine theirs land c in
      if cell =? 0 then sum else
      if has_line (mine + cell) then match plies with O => sum + 1 | S _ => sum end
      else sum + games plies theirs (mine + cell)) (columns size_7x6) 0
  end.
Eval vm_compute in map (fun moves =>
  let '(mine, theirs) := position size_7x6 moves in games 6 mine theirs) [%s].
"""


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_game_of_the_proof_is_that_of_the_program(compiled: Path) -> None:
    """Count games of six plies with the moves and lines that Bitboard.v proves to be those of Game.v."""
    chance, moves = random.Random(20261119), [list[int]()]
    while len(moves) < 60:
        position, columns = Position(), list[int]()
        while not position.is_over and position.ply < len(moves) // 2 + 8:
            columns.append(chance.choice(position.legal_columns))
            position = position.play(columns[-1])
        if not position.is_over:
            moves.append(columns)
    (compiled / "Games.v").write_text(
        GAMES % "; ".join(map(str, moves)).replace(",", ";"), encoding="utf-8"
    )
    command = ["coqc", "-q", "-Q", ".", "Dropfour", "Games.v"]
    made = subprocess.run(command, cwd=compiled, stdout=subprocess.PIPE, text=True, check=True)
    counts = list(map(int, re.findall(r"\d+", made.stdout.split(":")[0])))
    assert counts == [count_sequences(Position.from_moves(each), 6) for each in moves]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [name for name in VALID if "\nstart -\n" in VALID[name]])
def test_rocq_accepts_a_valid_file(compiled: Path, name: str) -> None:
    width, rows = VALID[name].split("board ")[1].split()[0].split("x")
    assert accepts(compiled, VALID[name], int(width), int(rows))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", TAMPERED)
def test_rocq_refuses_what_was_tampered_with(compiled: Path, name: str) -> None:
    text = TAMPERED[name]
    assert not accepts(compiled, text, *((4, 4) if "board 4x4" in text else (5, 5)))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_rocq_accepts_what_was_not_tampered_with(compiled: Path) -> None:
    assert accepts(compiled, SMALL, 5, 5)
