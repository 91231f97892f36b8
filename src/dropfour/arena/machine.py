"""What a tournament is played on, and the versions of its players."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable
from contextlib import closing
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


def versions_of(players: Iterable[PlayerSpec]) -> dict[str, str]:
    """Return the version of each player by its name. Programs of the text protocol are started to ask
    for their names; other programs and files are identified by a digest."""
    return {player.name: _version(player)[:_MOST_CHARACTERS] for player in players}


def _version(player: PlayerSpec) -> str:
    if player.kind == "engine":
        return _package(player.engine.partition(":")[0].strip())
    if player.source is not None and not player.source.is_file:
        return player.source.place
    words = player.argv if player.source is None else [player.source.place]
    # The last file is the program itself, or what an interpreter runs.
    file = next((Path(word) for word in reversed(words) if Path(word).is_file()), Path(words[0]))
    digest = _digest(file.name, _files_in(Path(player.folder)) if player.folder else [file])
    name = _own_name(player) if player.kind == "protocol" else None
    return f"{name} ({digest})" if name else digest


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
