"""Imports point one way: a module imports only from the floors below it, and from its own package."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import dropfour

PACKAGE = Path(dropfour.__file__).parent

# Packages and modules from the ground up; of several that match a module, the longest name counts.
# Different packages on one floor do not import each other.
FLOORS = [
    {"hints", "lazy", "extras", "files", "exit_codes", "forms", "interrupts", "_native"},
    {"rules", "work", "database"},
    {"moves", "layout", "outcome"},
    {"validity", "result"},
    {"position"},
    {"arguments", "native"},
    {"game", "notation", "scores", "threats"},
    {"chance", "record", "drawing", "book"},
    {"engines"},
    {"study"},
    {"solutions"},
    {"players"},
    {"arena", "batch", "puzzles"},
    {"rl"},
    {"notebook", "web", "terminal", "tools"},
    {"launch"},
    {"cli"},
    {"__main__"},
]
FLOOR = {name: height for height, names in enumerate(FLOORS) for name in names}

# Imported in methods, when they are called: a position and a game can show themselves (repr, str,
# notebooks), and a game opens players.
UPWARDS = {
    ("forms", "position"),
    ("forms", "notation"),
    ("forms", "drawing"),
    ("position", "notation"),
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
NOT_OFFERED = {
    "__future__",
    "dropfour",
    "types",
    "typing",
    "dropfour.extras",
    "dropfour.hints",
    "dropfour.lazy",
}


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


def test_no_chain_of_imports_is_long() -> None:
    files = modules()
    below: dict[str, set[str]] = {}
    for module, path in files.items():
        names = list(imports_at_start(ast.parse(path.read_text(encoding="utf-8")).body))
        # A name is a module, or belongs to the module before the last dot.
        found = {name if name in files else name.rpartition(".")[0] for name in names}
        below[module] = (found & files.keys()) - {"dropfour"}

    @cache
    def chain(module: str) -> tuple[str, ...]:
        return (module, *max(map(chain, below[module]), key=len, default=()))

    longest = max(map(chain, below), key=len)
    assert len(longest) <= LONGEST_CHAIN, " imports ".join(longest)


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
    "gpu": {"board", "solver", "book"},
    "proof": set[str](),  # a second opinion shares no code with the first
    "tests": {"board", "solver", "book", "engines", "batch", "plans"},
}


def native_sources() -> list[tuple[str, str]]:
    """Return the path within native/ and the text of every source."""
    native = PACKAGE.parents[1] / "native"
    if not native.is_dir():
        pytest.skip("an installed package has no native sources")
    paths = [path for path in native.rglob("*") if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"}]
    return [(path.relative_to(native).as_posix(), path.read_text("utf-8")) for path in paths]


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
        if folder != "tests":
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
