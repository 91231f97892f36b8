"""What a tournament is played on, and the versions of its players."""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import sys
from collections.abc import Iterable
from contextlib import closing
from importlib.machinery import PathFinder
from pathlib import Path

import dropfour
from dropfour.engines.registry import ENTRY_POINTS
from dropfour.game import Fault
from dropfour.players.process import ProcessLimits
from dropfour.players.protocol_player import Conversation
from dropfour.players.spec import PlayerSpec

_MOST_CHARACTERS = 200


def machine_text(slots: int, is_cluster: bool = False) -> str:
    """Describe this machine, on which *slots* games are played at a time, or the cluster."""
    if is_cluster:
        return f"a Dask cluster, Dropfour {dropfour.__version__}"
    parts = [
        f"{platform.system()} {platform.machine()}",
        _processor(),
        f"{os.cpu_count() or 1} cores, {slots} {'game' if slots == 1 else 'games'} at a time",
        f"Python {platform.python_version()}, Dropfour {dropfour.__version__}",
    ]
    return ", ".join(part for part in parts if part)


def _processor() -> str:
    """Return the name of the processor, empty if it is unknown."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor()
    names = [row.partition(":")[2].strip() for row in text.splitlines() if row[:10] == "model name"]
    return names[0] if names else platform.processor()


def versions_of(players: Iterable[PlayerSpec], asks_programs: bool = True) -> dict[str, str]:
    """Return the version of each player by its name. Programs and files are identified by a digest;
    programs of the text protocol are also started to ask for their names, if *asks_programs*."""
    return {player.name: _version(player, asks_programs)[:_MOST_CHARACTERS] for player in players}


def _version(player: PlayerSpec, asks_programs: bool) -> str:
    if player.kind == "engine":
        return _package(player.engine.partition(":")[0].strip())
    if player.source is None:
        # The last file is the program itself, or what an interpreter runs.
        words = player.argv
        file = next(
            (Path(each) for each in reversed(words) if Path(each).is_file()), Path(words[0])
        )
    elif player.source.is_file:
        file = Path(player.source.place)
    else:
        origin = _module_file(player.source.place, player.source.directory)
        if origin is None:
            return player.source.place
        file = origin
    files = _files_in(Path(player.folder)) if player.folder else _with_imports(file)
    digest = _digest(file.name, files)
    name = _own_name(player) if player.kind == "protocol" and asks_programs else None
    return f"{name} ({digest})" if name else digest


def _module_file(module: str, directory: str | None) -> Path | None:
    """Return the source of a module without importing it; None if it has none."""
    path = sys.path if directory is None else [directory, *sys.path]
    spec = None
    for depth in range(1, len(parts := module.split(".")) + 1):
        spec = PathFinder.find_spec(".".join(parts[:depth]), path)
        if spec is None:
            return None
        path = list(spec.submodule_search_locations or ())
    return None if spec is None or spec.origin is None else Path(spec.origin)


def _with_imports(file: Path) -> list[Path]:
    """Return *file*, and for a Python file the modules beside it that it imports."""
    found = [file]
    for each in found:
        if each.suffix == ".py":
            beside = (each.with_name(f"{name}.py") for name in _imported(each))
            found += [path for path in beside if path not in found and path.is_file()]
    return found


def _imported(file: Path) -> list[str]:
    """Return the first parts of the names that a Python file imports; none if it is not valid."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module} if node.module else {each.name for each in node.names}
    return sorted({name.partition(".")[0] for name in names})


def _files_in(folder: Path) -> list[Path]:
    """Return the files of a hand-in, without what interpreters and editors leave behind."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    )


def _package(engine: str) -> str:
    """Return the package that a registered engine comes from."""
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS, name=engine):
        if point.dist is not None:
            return f"{point.dist.name} {point.dist.version}"
    return f"Dropfour {dropfour.__version__}"


def _digest(name: str, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    try:
        for path in files:
            with path.open("rb") as stream:
                while block := stream.read(1 << 20):
                    digest.update(block)
    except OSError:
        return name
    return f"{name}, SHA-256 {digest.hexdigest()[:12]}"


def _own_name(player: PlayerSpec) -> str | None:
    try:
        with closing(Conversation(player.argv, ProcessLimits())) as conversation:
            conversation.greet()
    except (Fault, TimeoutError):
        return None
    return conversation.name
