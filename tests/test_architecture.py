"""Imports point one way: a module imports only from the floors below it, and from its own package."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import dropfour

PACKAGE = Path(dropfour.__file__).parent
ROOT = PACKAGE.parents[1]

# Packages and modules from the ground up; of several that match a module, the longest name counts.
# Different packages on one floor do not import each other.
FLOORS = [
    {"hints", "extras", "files", "interrupts", "_native"},
    {"rules", "words", "work", "database"},
    {"moves", "layout", "outcome"},
    {"position"},
    {"arguments", "native"},
    {"game", "notation", "scores", "threats"},
    {"record", "drawing", "book"},
    {"engines", "llm.prompts"},
    {"study"},
    {"players"},
    {"arena", "batch", "puzzles"},
    {"rl", "llm"},
    {"notebook", "web", "terminal", "mcp"},
    {"launch"},
    {"cli"},
    {"__main__"},
]
FLOOR = {name: height for height, names in enumerate(FLOORS) for name in names}

# Imported in methods, when they are called: a position and a game can show themselves (repr, str,
# notebooks), and a game opens players.
UPWARDS = {
    ("position", "notation"),
    ("position", "drawing"),
    ("game", "drawing"),
    ("game", "engines"),
    ("game", "players"),
    ("game", "record"),
}


# Packages with public names: dropfour itself, and those whose __init__.py has an __all__.
PUBLIC = sorted(
    ".".join(("dropfour", *path.parent.relative_to(PACKAGE).parts))
    for path in PACKAGE.rglob("__init__.py")
    if "__all__ = [" in path.read_text(encoding="utf-8")
)
NOT_OFFERED = {"__future__", "dropfour", "types", "typing", "dropfour.extras", "dropfour.hints"}


def package_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "dropfour"


def floor_of(module: str) -> int:
    parts = module.split(".")[1:]
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next(FLOOR[name] for name in names if name in FLOOR)


def imports() -> Iterator[tuple[str, str, bool]]:
    """Yield importing module, imported module, and whether it is imported at the top of the file."""
    for module, path in sorted(modules().items()):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path.name} line {node.lineno}: relative import"
                names = [node.module or ""]
                if node.module == "dropfour":
                    names = [f"dropfour.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                if name.split(".")[0] == "dropfour":
                    yield module, name, node in tree.body


def test_every_module_has_a_floor_and_every_floor_a_module() -> None:
    names = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    names |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert names <= set(FLOOR)
    for name in FLOOR.keys() - {"_native"}:
        path = PACKAGE.joinpath(*name.split("."))
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_imports_point_down() -> None:
    wrong = []
    for module, name, at_top in imports():
        above, below = package_of(module), package_of(name)
        if "dropfour" in (above, below):
            continue  # dropfour/__init__.py offers names from all floors
        if (above, below) in UPWARDS and not at_top:
            continue
        rise = floor_of(name) - floor_of(module)
        if rise > 0 or (rise == 0 and above != below):
            wrong.append(f"{module} imports {name}")
    assert not wrong


# How many modules may stand on each other's shoulders: a reader follows a call through them.
LONGEST_CHAIN = 24


def modules() -> dict[str, Path]:
    """Return the file of each module of the package, by its name."""
    names = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


def imports_at_start(body: list[ast.stmt]) -> Iterator[str]:
    """Yield what is imported when a module is, not by its functions or for the type checker."""
    for node in body:
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Try | ast.With):
            yield from imports_at_start(node.body)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            yield from imports_at_start([*node.body, *node.orelse])


def graph(names_in: Callable[[list[ast.stmt]], Iterator[str]]) -> dict[str, set[str]]:
    """Return the modules that each module imports, as *names_in* finds them."""
    files = modules()
    below: dict[str, set[str]] = {}
    for module, path in files.items():
        names = list(names_in(ast.parse(path.read_text(encoding="utf-8")).body))
        # A name is a module, or belongs to the module before the last dot.
        found = {name if name in files else name.rpartition(".")[0] for name in names}
        below[module] = (found & files.keys()) - {"dropfour"}
    return below


def test_no_chain_of_imports_is_long() -> None:
    below = graph(imports_at_start)

    @cache
    def chain(module: str) -> tuple[str, ...]:
        return (module, *max(map(chain, below[module]), key=len, default=()))

    longest = max(map(chain, below), key=len)
    assert len(longest) <= LONGEST_CHAIN, " imports ".join(longest)


# Modules that import each other, through imports in functions: a position can be written and shown, and
# an analysis that was copied finds its variation with a shared solver.
CYCLES = [
    {
        *("arguments", "position", "notation.compact", "notation.rows"),
        *("drawing.scene", "drawing.svg", "drawing.text", "drawing.words"),
    },
    {"engines.exact", "engines.proof"},
]


def imports_when_used(body: list[ast.stmt]) -> Iterator[str]:
    """Yield what a module and its functions import, but not what only the type checker does."""
    tree = ast.Module(body, [])
    skipped = {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for child in node.body
        for each in ast.walk(child)
    }
    yield from imports_at_start(
        [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in skipped
        ]
    )


def all_below(module: str, below: dict[str, set[str]]) -> set[str]:
    """Return what *module* imports, and what that imports, and so on."""
    found, coming = set[str](), [module]
    while coming:
        for name in below[coming.pop()] - found:
            found.add(name)
            coming.append(name)
    return found


def test_every_cycle_of_imports_is_known() -> None:
    below = graph(imports_when_used)
    reached = {module: all_below(module, below) for module in below}
    cycles = {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in below
        if module in reached[module]
    }
    assert cycles == {frozenset(f"dropfour.{name}" for name in cycle) for cycle in CYCLES}


# The rooms of the server from the ground up; those on one floor do not import each other.
WEB_FLOORS = [
    {"fields", "rows", "settings", "tasks"},
    {"http"},
    {"games"},
    {"club", "page", "people", "tournaments"},
    {"admin"},
    {"app"},
    {"server"},
]
WEB_FLOOR = {room: height for height, rooms in enumerate(WEB_FLOORS) for room in rooms}


def test_rooms_of_the_server_import_those_below() -> None:
    web = PACKAGE / "web"
    rooms = {path.stem for path in web.glob("[a-z]*.py")}
    assert rooms | {path.parent.name for path in web.glob("*/__init__.py")} == WEB_FLOOR.keys()
    wrong = []
    for module, name, _ in imports():
        if module.startswith("dropfour.web.") and name.startswith("dropfour.web"):
            above, below = module.split(".")[2], name.split(".")[2]
            if above != below and WEB_FLOOR[below] >= WEB_FLOOR[above]:
                wrong.append(f"{module} imports {name}")
    assert not wrong


def test_a_move_needs_nothing_that_is_for_studying() -> None:
    below = graph(imports_at_start)
    moves = all_below("dropfour.web.games.routes", below)
    assert "dropfour.web.games.actions" in moves
    assert not {name for name in moves if name.startswith("dropfour.study")}


# The folders of native/ and the other folders whose headers each may include.
NATIVE_INCLUDES = {
    "board": set[str](),
    "book": {"board"},
    "solver": {"board", "book"},
    "engines": {"board", "solver"},
    "policy": {"board", "solver", "engines", "plans"},
    "batch": {"board", "solver", "book"},
    "plans": {"board", "solver"},
    "python": {"board", "solver", "book", "engines", "policy", "batch", "plans"},
    "wasm": {"board", "solver", "book", "engines", "policy", "plans"},
    # The laboratory.
    "books": {"board", "book"},
    "cards": {"board", "solver", "book", "batch", "books"},
    "second_proof": set[str](),  # a second opinion shares no code with the first
}


def native_sources() -> list[tuple[str, str]]:
    """Return the path within native/ or lab/ and the text of every source."""
    if not (ROOT / "native").is_dir():
        pytest.skip("an installed package has no native sources")
    return [
        (path.relative_to(folder).as_posix(), path.read_text("utf-8"))
        for folder in (ROOT / "native", ROOT / "lab")
        for path in folder.rglob("*")
        if path.parent.name in NATIVE_INCLUDES
        if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"}
    ]


def test_only_the_laboratory_uses_the_laboratory() -> None:
    paths = [*modules().values()]
    for folder in ("benchmarks", "examples"):
        paths += (ROOT / folder).rglob("*.py")
    assert not [path.name for path in paths if "lab" in imported(path)]


def imported(path: Path) -> set[str]:
    """Return the packages that a file imports."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return {name.split(".")[0] for name in names}


def test_native_folders_are_namespaces_that_include_those_below() -> None:
    for name, text in native_sources():
        folder = name.split("/")[0]
        for header in re.findall(r'#include "(.*)"', text):
            included = header.split("/")[0]
            allowed = NATIVE_INCLUDES[folder] | {folder}
            assert included in allowed, f"{name} includes {header}"
        if folder != "python":
            assert "nanobind" not in text, name
            assert "Python.h" not in text, name
    for name, text in native_sources():
        folder = name.split("/")[0]
        if "/check" not in name:
            opened = set(re.findall(r"^namespace (dropfour\S*)", text, re.MULTILINE))
            assert opened == {f"dropfour::{folder}"}, name


@pytest.mark.parametrize("module", PUBLIC)
def test_all_names_what_the_package_offers(module: str) -> None:
    package = importlib.import_module(module)
    names = package.__all__
    assert len(set(names)) == len(names)
    for name in names:
        assert getattr(package, name) is not None
    # Every public name is in __all__, and nothing else is.
    tree = ast.parse(Path(str(package.__file__)).read_text(encoding="utf-8"))
    # Names that are imported lazily are listed for the type checker under TYPE_CHECKING.
    nodes = [
        each for node in tree.body for each in (node.body if isinstance(node, ast.If) else [node])
    ]
    offered = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module not in NOT_OFFERED
        for alias in node.names
    }
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert {name for name in offered | defined if not name.startswith("_")} == set(names) - {
        "__version__"
    }
