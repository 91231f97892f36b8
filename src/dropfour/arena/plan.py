"""Plan: all that decides which games a tournament has; the same plan is the same tournament."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dropfour.arena.openings import OPENING_KINDS, OpeningSource, draw_openings
from dropfour.arena.schedule import FORMATS, Format, Schedule, default_rounds
from dropfour.players.clock import TimeControl
from dropfour.players.contender import Conditions
from dropfour.players.entrant import Entrant, distinct, parse_entrant
from dropfour.rules import Objective, Rules

DEFAULT_GAMES = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be played: *games* for each pairing, in *rounds* if it is a swiss."""

    entrants: tuple[Entrant, ...]
    format: Format = "round-robin"
    games: int = DEFAULT_GAMES
    rounds: int | None = None
    seed: int = 0
    openings: OpeningSource = field(default_factory=OpeningSource)
    conditions: Conditions = field(default_factory=Conditions)
    title: str | None = None

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ValueError(f"a format is {', '.join(FORMATS)}, not {self.format}")
        object.__setattr__(self, "entrants", distinct(self.entrants))
        self.schedule(("",))  # raises for what cannot be scheduled

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def name(self) -> str:
        """The title, or a name made of the plan itself."""
        return self.title or f"{self.format} {self.fingerprint[:8]}"

    @property
    def round_count(self) -> int:
        if self.format != "swiss":
            return 1
        return self.rounds or default_rounds(self.format, len(self.entrants))

    def schedule(self, openings: tuple[str, ...]) -> Schedule:
        """Return the schedule on *openings*, which `draw_openings` gave."""
        return Schedule(self.format, self.names, self.games, openings, self.seed, self.round_count)

    def draw_openings(self) -> tuple[tuple[str, ...], str | None]:
        """Return the openings, one for each pair of games of a pairing, and a notice about them."""
        count = (self.games + 1) // 2 * self.round_count
        book = draw_openings(self.openings, self.conditions.rules, count, self.seed)
        return book.moves, book.notice

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as plain values: what decides its games, in the words of the TOML file."""
        conditions, time = self.conditions, self.conditions.time
        return {
            "title": self.title,
            "format": self.format,
            "games": self.games,
            "rounds": self.round_count,
            "seed": self.seed,
            "board": conditions.rules.size,
            "connect": conditions.rules.connect,
            "objective": conditions.rules.objective.value,
            "time_s": time.move_s,
            "game_time_s": time.game_s,
            "margin_s": time.margin_s,
            "depth": conditions.depth,
            "memory_mib": conditions.memory_mib,
            "openings": self.openings.file or self.openings.kind,
            "opening_ply": self.openings.ply,
            "player": [
                {"name": entrant.name, "spec": entrant.spec, "depth": entrant.depth}
                for entrant in self.entrants
            ],
        }

    @property
    def fingerprint(self) -> str:
        """A digest of all that decides the games; equal for equal plans."""
        text = json.dumps(self.as_dict(), sort_keys=True, ensure_ascii=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


_WORDS = {
    "title", "format", "games", "rounds", "seed", "board", "connect", "objective", "time_s",
    "game_time_s", "margin_s", "depth", "memory_mib", "openings", "opening_ply", "player",
}  # fmt: skip
RUNNING_WORDS = {"store", "on_page", "workers", "cluster", "json", "html", "regret"}


def read_plan_file(path: Path) -> dict[str, Any]:
    """Return what a TOML file tells, unknown words refused; raise ValueError with a sentence."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        told: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no TOML file: {error}") from None
    unknown = sorted(set(told) - _WORDS - RUNNING_WORDS)
    if unknown:
        expected = ", ".join(sorted(_WORDS | RUNNING_WORDS))
        raise ValueError(f"{path} has the unknown word {unknown[0]!r}; expected {expected}")
    return told


def make_plan(told: Mapping[str, Any]) -> Plan:
    """Return the plan that *told* describes, in the words of the TOML file; ValueError for what is
    wrong. What is not told, or None, is as it is by default."""
    given = {word: value for word, value in told.items() if value is not None}
    return Plan(
        entrants=tuple(_entrant(each) for each in given.get("player", ())),
        format=given.get("format", "round-robin"),
        games=_whole(given, "games", DEFAULT_GAMES),
        rounds=_whole(given, "rounds", 0) or None,
        seed=_whole(given, "seed", 0),
        openings=_opening_source(given),
        conditions=_conditions(given),
        title=given.get("title"),
    )


def _conditions(given: Mapping[str, Any]) -> Conditions:
    standard = Conditions()
    try:
        objective = Objective(given.get("objective", Objective.FIRST_LINE.value))
    except ValueError:
        words = " or ".join(each.value for each in Objective)
        raise ValueError(f"the objective is {words}, not {given['objective']!r}") from None
    rules = Rules.for_board(str(given.get("board", "7x6")), _whole(given, "connect", 4), objective)
    # A limit by the game stands alone unless one by the move is asked for, too.
    move_s = None if "game_time_s" in given else standard.time.move_s
    time = TimeControl(
        _seconds(given, "time_s", move_s),
        _seconds(given, "game_time_s", None),
        _seconds(given, "margin_s", standard.time.margin_s) or 0.0,
    )
    depth = _whole(given, "depth", standard.depth)
    return Conditions(rules, time, depth, _whole(given, "memory_mib", standard.memory_mib))


def _opening_source(given: Mapping[str, Any]) -> OpeningSource:
    told = given.get("openings", "balanced")
    ply = _whole(given, "opening_ply", 0) if "opening_ply" in given else None
    for kind in OPENING_KINDS:
        if told == kind:
            return OpeningSource(kind, ply)
    if not isinstance(told, str) or not Path(told).is_file():
        raise ValueError(f"openings are {', '.join(OPENING_KINDS)} or a file, not {told!r}")
    return OpeningSource(ply=ply, file=told)


def _entrant(told: Any) -> Entrant:
    if isinstance(told, str):
        return parse_entrant(told)
    if not isinstance(told, Mapping) or not isinstance(told.get("spec"), str):
        raise ValueError("a player is a text, or a table with spec, and name and depth if wanted")
    if unknown := sorted(set(told) - {"name", "spec", "depth"}):
        raise ValueError(
            f"a player has the unknown word {unknown[0]!r}: expected name, spec, depth"
        )
    return parse_entrant(told["spec"], told.get("name"), told.get("depth"))


def _whole(given: Mapping[str, Any], word: str, default: int) -> int:
    value = given.get(word, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{word} is a whole number, not {value!r}")
    return value


def _seconds(given: Mapping[str, Any], word: str, default: float | None) -> float | None:
    value = given.get(word, default)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ValueError(f"{word} is a number of seconds, not {value!r}")
    return value
