"""PlayerSpec: a player described by a text.

    medium                      an engine by its spec, in our own process
    alphabeta:lines,depth=6
    mine.py                     a Python file with agent, choose or evaluate
    mine.py:function            a function of a file or of a module, chooser or evaluation
    package.module:function
    program:COMMAND             a program called as COMMAND IN OUT DEPTH for each move
    prompt:COMMAND              a program that reads a prompt and prints an answer for each move, such
                                as one that asks a language model
    engine:COMMAND              a program that implements the protocol of docs/protocol.md
    plan:FILE                   a plan or a solution, for games that lead to its position, on its
                                side
    solution                    the solution that comes with Dropfour, as red on 7x6

``NAME=`` before any of them names the player; all but engines and plans run in a process of their own.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from dropfour.engines import registry
from dropfour.engines.engine import Engine
from dropfour.players.functions import KINDS, FunctionSource

if TYPE_CHECKING:
    from dropfour.llm.prompts import Style
    from dropfour.study.plans import Plan
    from dropfour.study.solutions.solution import Solution

PlayerKind = Literal["engine", "function", "object", "plan", "program", "prompt", "protocol"]
_NAMED = re.compile(r"([\w .+-]{1,60})=(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player that can be opened: *spec* is the text without a name, the rest is what it means. For
    a hand-in the text only describes it.

    *engine* is an engine's spec, *source* a function, *argv* a command whose files are absolute paths
    (or the file of a plan), *folder* where all files of a hand-in are, *own* an engine of the program.
    *depth*, *time_s* for each move and *game_time_s* for all moves of a game are the player's own
    limits in the arena; None is the limit of all players there. *style* is how prompts are written.
    """

    name: str
    spec: str
    kind: PlayerKind
    engine: str = ""
    source: FunctionSource | None = None
    argv: tuple[str, ...] = ()
    depth: int | None = None
    time_s: float | None = None
    game_time_s: float | None = None
    folder: str = ""
    own: Engine | None = None
    style: Style | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"the depth of a player is at least 1, not {self.depth}")

    @property
    def needs_moves(self) -> bool:
        """Whether it is sent the moves from the empty board instead of the position."""
        return self.kind in ("function", "protocol")

    @property
    def absolute(self) -> str:
        """The text that opens the same player from any directory, if it is not a module there."""
        text = self.spec
        if self.source is not None:
            text = self.source.spec
        elif self.argv:
            text = f"{self.spec.partition(':')[0]}:{shlex.join(self.argv)}"
        return text if self.name == self._default_name else f"{self.name}={text}"

    @property
    def _default_name(self) -> str:
        if self.source is not None:
            return self.source.name
        return _command_name(self.argv) if self.argv else self.spec


def parse_player(text: str, name: str | None = None, depth: int | None = None) -> PlayerSpec:
    """Return the player that *text* describes; raise ValueError with the reason if there is none.

    Files and commands are looked up immediately, from the current directory. Nothing is executed.
    """
    spec = text.strip()
    if name is None and (named := _NAMED.fullmatch(spec)) and not Path(spec).exists():
        name, spec = named[1].strip(), named[2].strip()
    if not spec:
        raise ValueError(
            "a player is an engine, a Python file or function, program:COMMAND, prompt:COMMAND, "
            "engine:COMMAND, plan:FILE or solution"
        )
    word, colon, rest = spec.partition(":")
    if colon and word in ("program", "prompt", "engine"):
        kind: PlayerKind = "protocol" if word == "engine" else word  # type: ignore[assignment]
        player = PlayerSpec("", spec, kind, argv=split_command(rest))
    elif colon and word == "plan":
        player = PlayerSpec("", spec, "plan", argv=_plan_file(rest))
    elif spec == "solution":
        from dropfour.study.solutions.solution import shipped_path  # other players do not need it

        name = name or spec
        player = PlayerSpec("", spec, "plan", argv=(str(shipped_path()),))
    elif (source := _function_of(spec)) is not None:
        player = PlayerSpec("", spec, "function", source=source)
    else:
        registry.engine(spec)  # raises ValueError if there is no such engine
        player = PlayerSpec("", spec, "engine", engine=spec)
    return replace(player, name=name or player._default_name, depth=depth)


def distinct(players: Iterable[PlayerSpec]) -> tuple[PlayerSpec, ...]:
    """Return the players with distinct names: the second ``easy`` becomes ``easy 2``."""
    seen: dict[str, int] = {}
    result = []
    for player in players:
        seen[player.name] = seen.get(player.name, 0) + 1
        if seen[player.name] > 1:
            player = replace(player, name=f"{player.name} {seen[player.name]}")
        result.append(player)
    if len({player.name for player in result}) < len(result):
        raise ValueError("two players have the same name")
    return tuple(result)


def split_command(text: str) -> tuple[str, ...]:
    """Split a command as a shell does and make the paths of existing files in it absolute, since it
    will run in another directory; raise ValueError if there is no such program."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"cannot read the command {text!r}: {error}") from None
    if not words:
        raise ValueError("expected a command, such as ./mine")
    program = shutil.which(words[0])
    if program is None:
        raise ValueError(f"there is no executable program {words[0]!r}")
    files = (os.path.abspath(word) if Path(word).exists() else word for word in words[1:])
    return (os.path.abspath(program), *files)


def _plan_file(text: str) -> tuple[str]:
    """Return the absolute path of the file; raise ValueError if it does not hold a plan."""
    path = Path(text if Path(text).is_file() else "".join(shlex.split(text)))
    if not path.is_file():
        raise ValueError(f"there is no file {text}")
    read_plan(path)
    return (os.path.abspath(path),)


def read_plan(path: str | Path) -> Plan | Solution:
    """Return the plan or solution in a file; raise ValueError or OSError if there is none."""
    from dropfour.study.solutions.solution import parse_plan  # other players do not need it

    return parse_plan(Path(path).read_text(encoding="utf-8"))


def _command_name(argv: tuple[str, ...]) -> str:
    """Return the name of the last file in a command: ``anna`` for ``python3 anna.py``."""
    files = [word for word in argv if Path(word).is_file()]
    return Path(files[-1] if files else argv[0]).stem


def _function_of(spec: str) -> FunctionSource | None:
    """Return the function that *spec* names, None if it does not name one."""
    place, *options = spec.split(",")
    function: str | None = None
    if not place.endswith(".py"):
        place, _, function = place.rpartition(":")
        if not place or not function.isidentifier() or place in registry.names():
            return None
        if not place.endswith(".py") and not _is_module(place):
            return None
    if place.endswith(".py"):
        if not Path(place).is_file():
            raise ValueError(f"there is no file {place}")
        place = os.path.abspath(place)
    directory = None if place.endswith(".py") else os.getcwd()
    source = FunctionSource(place, function, directory=directory)
    for option in options:
        source = _with_option(source, option.strip())
    return source


def _with_option(source: FunctionSource, option: str) -> FunctionSource:
    for kind in KINDS:
        if option == kind:
            return replace(source, kind=kind)
    word, _, value = option.partition("=")
    if word == "depth" and value.isdigit() and int(value) >= 1:
        return replace(source, depth=int(value))
    raise ValueError(
        f"unknown option {option!r} of a function: expected {', '.join(KINDS)}, depth=N"
    )


def _is_module(name: str) -> bool:
    """Return whether the module or its package exists, in this directory or installed."""
    package = name.partition(".")[0]
    try:
        return PathFinder.find_spec(package, [os.getcwd(), *sys.path]) is not None
    except (ImportError, ValueError):
        return False
